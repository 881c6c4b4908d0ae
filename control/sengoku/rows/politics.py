"""What clans have agreed with one another (handbook 4 and 7; R16)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import ForeignKey
from sqlalchemy.orm import Mapped, mapped_column

from control.kernel.roles import EVERYBODY
from control.sengoku.rows.base import Base, row_named_by
from control.sengoku.rules.desks import SEES_BOOKS

if TYPE_CHECKING:
    from control.sengoku.rows.clans import Clan
    from control.sengoku.rows.land import Province


class Treaty(Base):
    """A treaty between two clans. ``kind`` is alliance, peace, passage or vassalage (``other`` is the vassal)."""

    __tablename__ = "treaty"
    in_state = "treaties"
    when_undone = "gated"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    kind: Mapped[str]
    one: Mapped[str] = mapped_column(ForeignKey("clan.id"))
    other: Mapped[str] = mapped_column(ForeignKey("clan.id"))
    terms: Mapped[str] = mapped_column(default="")
    year: Mapped[int]
    season: Mapped[str]
    ended: Mapped[bool] = mapped_column(default=False)

    the_one: Mapped[Clan] = row_named_by(one)
    the_other: Mapped[Clan] = row_named_by(other)


class Passage(Base):
    """Leave for a clan to go through a province, negotiated for one season (``season`` by Game.seasons; R16)."""

    __tablename__ = "passage"
    in_state = "passages"
    when_undone = "gated"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    clan: Mapped[str] = mapped_column(ForeignKey("clan.id"))
    province: Mapped[str] = mapped_column(ForeignKey("province.id"))
    season: Mapped[int]
    note: Mapped[str] = mapped_column(default="")

    the_province: Mapped[Province] = row_named_by(province)


class Letter(Base):
    """A letter written in winter (R34). ``fate`` is on_time, late or lost, as the post table or the umpire decided.

    ``ready`` is the season (by Game.seasons) in which it can be handed over, null if it never can; ``delivered`` who
    handed it over, empty until then. ``code`` stands on the letter itself.
    """

    __tablename__ = "letter"
    in_state = "letters"
    seen_by = SEES_BOOKS

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    code: Mapped[str] = mapped_column(unique=True)
    number: Mapped[int]
    year: Mapped[int]
    sender: Mapped[str] = mapped_column(ForeignKey("clan.id"))
    recipient: Mapped[str] = mapped_column(ForeignKey("clan.id"))
    text: Mapped[str] = mapped_column(default="")
    fate: Mapped[str] = mapped_column(default="")
    ready: Mapped[int | None]
    delivered: Mapped[str] = mapped_column(default="")

    the_sender: Mapped[Clan] = row_named_by(sender)
    the_recipient: Mapped[Clan] = row_named_by(recipient)


class Edict(Base):
    """An edict of the Bakufu (handbook 8). ``authority`` says in whose name: shogun, emperor or bakufu.

    ``code`` stands on the paper itself; a ``withdrawn`` edict stays on record.
    """

    __tablename__ = "edict"
    in_state = "edicts"
    state_for = EVERYBODY

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    code: Mapped[str] = mapped_column(unique=True)
    authority: Mapped[str]
    title: Mapped[str]
    text: Mapped[str]
    year: Mapped[int]
    season: Mapped[str]
    withdrawn: Mapped[bool] = mapped_column(default=False)
