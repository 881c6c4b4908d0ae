"""What must be said and checked in the hall: who hears of an outcome, and whether the cloth map agrees."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import ForeignKey, text
from sqlalchemy.orm import Mapped, Session, mapped_column

from control.kernel.roles import INSIDE, Roles
from control.sengoku.rows.base import Base, Numbered, row_named_by

if TYPE_CHECKING:
    from control.sengoku.rows.clans import Clan
    from control.sengoku.rows.land import Province


class Notice(Numbered, Base):
    """Something that happened and must be told. ``sentence`` names no sizes: players hear it. ``taker`` is the clan to
    which land fell, or its lord bowed, by this, ``entered_by`` the one that went into it without leave (null also: from
    before that was noted)."""

    __tablename__ = "notice"
    in_state = "notices"

    year: Mapped[int]
    season: Mapped[str]
    phase: Mapped[int]
    kind: Mapped[str]
    province: Mapped[str | None] = mapped_column(ForeignKey("province.id"))
    sentence: Mapped[str]
    taker: Mapped[str | None] = mapped_column(ForeignKey("clan.id"))
    entered_by: Mapped[str | None] = mapped_column(ForeignKey("clan.id"))

    @classmethod
    def noticed_by(cls, game: Roles, session: Session, row: dict[str, Any]) -> tuple[str, ...]:
        """Those who see what is still to be told anywhere; whom it is for, its recipients say."""
        return game.desks(INSIDE)

    the_province: Mapped[Province | None] = row_named_by(province)


class NoticeTo(Numbered, Base):
    """One who must hear a notice: a clan by way of the desk that minds it. ``told`` once it is delivered."""

    __tablename__ = "notice_to"
    in_state = "notice_recipients"
    when_undone = "aside"
    goes_with_entry = True

    @classmethod
    def noticed_by(cls, game: Roles, session: Session, row: dict[str, Any]) -> tuple[str, ...]:
        """Besides, the desk that is to tell it."""
        return (*game.desks(INSIDE), row["desk"])

    notice: Mapped[int] = mapped_column(ForeignKey("notice.id"))
    desk: Mapped[str]
    clan: Mapped[str | None] = mapped_column(ForeignKey("clan.id"))
    why: Mapped[str]
    told: Mapped[bool] = mapped_column(default=False)
    told_by: Mapped[str] = mapped_column(default="")

    the_notice: Mapped[Notice] = row_named_by(notice)
    the_clan: Mapped[Clan | None] = row_named_by(clan)


class TableCheck(Base):
    """A province compared on the cloth map and in the program, in a season (by Game.seasons).

    ``result`` is ``agrees``, ``program_mended`` or ``table_mended``, ``note`` the reason where they differed. ``seen``
    is what the program said of it then, in short (walk_round_questions.py): once that is another, it is compared anew.
    """

    __tablename__ = "table_check"
    in_state = "table_checks"

    province: Mapped[str] = mapped_column(ForeignKey("province.id"), primary_key=True)
    season: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    phase: Mapped[int]
    result: Mapped[str]
    note: Mapped[str] = mapped_column(default="")
    umpire: Mapped[str]
    seen: Mapped[str] = mapped_column(default="", server_default=text("''"))
