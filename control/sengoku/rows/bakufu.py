"""The Bakufu: what it asks of the clans, whom it calls a rebel, what it judges, who is to be Shogun (handbook 8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import ForeignKey
from sqlalchemy.orm import Mapped, mapped_column

from control.kernel.roles import EVERYBODY, INSIDE, LEAD
from control.sengoku.rows.base import Base, Hushed, Numbered, Uncounted, row_named_by
from control.sengoku.rules.desks import SEES_BOOKS

if TYPE_CHECKING:
    from control.sengoku.rows.clans import Clan
    from control.sengoku.rows.forces import Army
    from control.sengoku.rows.land import Province
    from control.sengoku.rows.people import Character


class Call(Numbered, Hushed, Uncounted, Base):
    """A call of the Bakufu on a clan: for ``troops``, for somebody to ``command``, or a levy of ``points`` (R38).

    ``amount`` is how much is wanted, in counters or points, ``due`` the season (by Game.seasons) by whose end.
    ``character`` is who is to command; of a call for troops, under whom they serve. ``answer`` is empty until it is
    given, in the season ``answered``: a clan is silent if it is empty and the season has passed, which is written
    nowhere. ``given`` is what was promised or paid in all. ``army`` is the contingent, once it has formed.
    """

    __tablename__ = "call"
    whose = ("clan",)
    on_shelves = True
    in_state = "calls"
    seen_by = (*SEES_BOOKS, INSIDE)

    code: Mapped[str] = mapped_column(unique=True)
    kind: Mapped[str]
    clan: Mapped[str] = mapped_column(ForeignKey("clan.id"))
    character: Mapped[str | None] = mapped_column(ForeignKey("character.id"))
    amount: Mapped[int] = mapped_column(default=0)
    due: Mapped[int]
    terms: Mapped[str] = mapped_column(default="")
    year: Mapped[int]
    season: Mapped[str]
    answer: Mapped[str] = mapped_column(default="")
    words: Mapped[str] = mapped_column(default="")
    given: Mapped[int] = mapped_column(default=0)
    answered: Mapped[int | None]
    army: Mapped[int | None] = mapped_column(ForeignKey("army.id"))
    withdrawn: Mapped[bool] = mapped_column(default=False)

    the_clan: Mapped[Clan] = row_named_by(clan)
    the_character: Mapped[Character | None] = row_named_by(character)
    the_army: Mapped[Army | None] = row_named_by(army)


class Rebellion(Numbered, Base):
    """A clan that the Bakufu has declared in rebellion, until it is ``lifted``: whoever attacks it breaks no promise
    and loses no honour by it (R38). The whole hall knows."""

    __tablename__ = "rebellion"
    in_state = "rebellions"
    state_for = EVERYBODY

    clan: Mapped[str] = mapped_column(ForeignKey("clan.id"))
    reason: Mapped[str]
    year: Mapped[int]
    season: Mapped[str]
    lifted: Mapped[bool] = mapped_column(default=False)

    the_clan: Mapped[Clan] = row_named_by(clan)


class Petition(Numbered, Hushed, Uncounted, Base):
    """What a clan asks the Bakufu to judge, against another or against nobody: ``state`` is filed, heard, decided or
    withdrawn. A verdict may name the ``title`` (the id of one, which may be gone) or the ``province`` that it settles,
    and ``costs`` that were paid by one of the two."""

    __tablename__ = "petition"
    whose = ("clan", "against")
    on_shelves = True
    in_state = "petitions"
    seen_by = SEES_BOOKS

    code: Mapped[str] = mapped_column(unique=True)
    kind: Mapped[str]
    clan: Mapped[str] = mapped_column(ForeignKey("clan.id"))
    against: Mapped[str | None] = mapped_column(ForeignKey("clan.id"))
    matter: Mapped[str]
    year: Mapped[int]
    season: Mapped[str]
    state: Mapped[str] = mapped_column(default="filed")
    verdict: Mapped[str] = mapped_column(default="")
    title: Mapped[str] = mapped_column(default="")
    province: Mapped[str | None] = mapped_column(ForeignKey("province.id"))
    costs: Mapped[int] = mapped_column(default=0)
    paid_by: Mapped[str | None] = mapped_column(ForeignKey("clan.id"))

    the_clan: Mapped[Clan] = row_named_by(clan)
    the_province: Mapped[Province | None] = row_named_by(province)


class ShogunCondition(Hushed, Base):
    """One of the five conditions under which somebody may be made Shogun (R32), ticked by an umpire: ``met`` or not."""

    __tablename__ = "shogun_condition"
    in_state = "shogun"
    seen_by = ("bakufu", LEAD)

    character: Mapped[str] = mapped_column(ForeignKey("character.id"), primary_key=True)
    condition: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    met: Mapped[bool]
    umpire: Mapped[str]
    year: Mapped[int]
    season: Mapped[str]
