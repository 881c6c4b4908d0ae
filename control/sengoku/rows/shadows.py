"""Covert work, which no other desk can see or count (R37)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import ForeignKey, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column

from control.kernel.roles import APART
from control.kernel.rows.base import Numbered, Versioned
from control.sengoku.rows.base import Base, row_named_by

if TYPE_CHECKING:
    from control.sengoku.rows.clans import Clan


class Commission(Numbered, Versioned, Base):
    """A piece of covert work (R37) for a client (``clan``), against a ``target``: the key of a clan, person, province
    or place, or words. It points to no row but the client's, which nobody can take back: nothing that is undone
    elsewhere may be refused because of it.

    ``number`` is the season by Game.seasons, ``through`` who brought it, ``cover`` what the clan's books say.
    ``outcome`` is empty until it is rolled for, ``steps`` how it came about, ``victim`` the clan that had the target
    then (empty: nobody; null: not rolled for, or before that was noted). ``report`` is what the client's slip says,
    ``grade`` how true that is, ``delivered`` who took it to his Controller. ``struck`` is what an assassin who was seen
    did to his victim, empty until then; ``awaits`` the number of what a second umpire is asked for it (Confirmation),
    which is no key of it: what is taken back there may be so.
    """

    __tablename__ = "commission"
    in_state = "covert"
    seen_by = (APART,)
    __table_args__ = (UniqueConstraint("clan", "kind", "target", "number"),)

    number: Mapped[int]
    year: Mapped[int]
    season: Mapped[str]
    clan: Mapped[str] = mapped_column(ForeignKey("clan.id"))
    kind: Mapped[str]
    target: Mapped[str]
    points: Mapped[int]
    question: Mapped[str] = mapped_column(default="")
    through: Mapped[str] = mapped_column(default="")
    cover: Mapped[str] = mapped_column(default="")
    outcome: Mapped[str] = mapped_column(default="")
    steps: Mapped[list[Any]] = mapped_column(default=list)
    victim: Mapped[str | None]
    report: Mapped[str] = mapped_column(default="")
    grade: Mapped[str] = mapped_column(default="")
    delivered: Mapped[str] = mapped_column(default="")
    struck: Mapped[str] = mapped_column(default="", server_default=text("''"))
    awaits: Mapped[int | None]
    version: Mapped[int] = mapped_column(default=1, server_default="1")

    the_clan: Mapped[Clan] = row_named_by(clan)


class Tampering(Numbered, Base):
    """What was done to a letter on its way, for a commission (R37): opened, held back or forged (``deed``). The letter
    itself stays as it was written, so that nobody who undoes his own part of it meets what was done in secret: it comes
    to hand no earlier than in the season ``until``, and says these ``words`` to whoever gets it.

    ``letter`` is its number, and no key of it: a letter that is taken back takes this for nothing.
    """

    __tablename__ = "tampering"
    in_state = "tampered"
    seen_by = (APART,)
    __table_args__ = (UniqueConstraint("commission", "letter", "deed"),)

    commission: Mapped[int] = mapped_column(ForeignKey("commission.id"))
    letter: Mapped[int]
    deed: Mapped[str]
    until: Mapped[int] = mapped_column(default=0)
    words: Mapped[str] = mapped_column(default="")
