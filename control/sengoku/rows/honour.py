"""Honour: the secret ledger, and the order of the clans that was released from it (handbook 4; R28)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import ForeignKey
from sqlalchemy.orm import Mapped, Session, mapped_column

from control.kernel.roles import EVERYBODY, Roles
from control.sengoku.rows.base import Base, Hushed, Numbered, Uncounted, row_named_by
from control.sengoku.rules.desks import SEES_HONOUR

if TYPE_CHECKING:
    from control.sengoku.rows.clans import Clan
    from control.sengoku.rows.people import Character


class Honour(Numbered, Hushed, Uncounted, Base):
    """Points of honour for a clan, or for one person of it. Only Team Control and Game Control ever see a row.

    ``reason`` is a key of the scenario's honour.toml, empty for a free one, which ``note`` says then. ``umpire`` booked
    it at ``desk``; ``witness`` saw it. ``number`` is the season by Game.seasons. ``levels`` is the umpire whose
    generosity or stinginess this row makes up for, if Game Control levelled it; ``corrects`` the row that this one sets
    right, as a counter entry.
    """

    __tablename__ = "honour"
    in_state = "honour"
    seen_by = SEES_HONOUR
    whose = ("clan",)

    number: Mapped[int]
    year: Mapped[int]
    season: Mapped[str]
    clan: Mapped[str] = mapped_column(ForeignKey("clan.id"))
    character: Mapped[str | None] = mapped_column(ForeignKey("character.id"))
    reason: Mapped[str] = mapped_column(default="")
    points: Mapped[int]
    note: Mapped[str] = mapped_column(default="")
    witness: Mapped[str] = mapped_column(default="")
    umpire: Mapped[str]
    desk: Mapped[str]
    at: Mapped[str]
    levels: Mapped[str | None]
    corrects: Mapped[int | None] = mapped_column(ForeignKey("honour.id"))

    the_clan: Mapped[Clan] = row_named_by(clan)
    the_character: Mapped[Character | None] = row_named_by(character)


class HonourProposal(Numbered, Hushed, Uncounted, Base):
    """Honour that something which happened speaks for, by a reason of the scenario's list (R28): nothing is booked
    until an umpire says so. ``answer`` is booked or declined, withdrawn where it did not happen after all, empty while
    it waits; ``honour`` is the line it became. ``number`` is the season by Game.seasons in which it happened, ``why``
    what happened, in words.
    """

    __tablename__ = "honour_proposal"
    in_state = "honour_proposals"
    seen_by = SEES_HONOUR
    whose = ("clan",)

    number: Mapped[int]
    year: Mapped[int]
    season: Mapped[str]
    clan: Mapped[str] = mapped_column(ForeignKey("clan.id"))
    character: Mapped[str | None] = mapped_column(ForeignKey("character.id"))
    reason: Mapped[str]
    points: Mapped[int]
    why: Mapped[str]
    at: Mapped[str]
    answer: Mapped[str] = mapped_column(default="")
    honour: Mapped[int | None] = mapped_column(ForeignKey("honour.id"))

    the_clan: Mapped[Clan] = row_named_by(clan)
    the_character: Mapped[Character | None] = row_named_by(character)

    @classmethod
    def noticed_by(cls, game: Roles, session: Session, row: dict[str, Any]) -> tuple[str, ...]:
        """Whoever speaks for honour, those who keep the ledger see that something does."""
        return game.desks(*SEES_HONOUR)


class StatusBoard(Numbered, Base):
    """The order of the clans as Game Control released it: ranks, the highest first, and never a point.

    ``ranks`` lists ``{"clan", "rank", "was"}``: equals share a rank; ``was`` is the rank on the board before, null for
    a newcomer.
    """

    __tablename__ = "status_board"
    in_state = "status_boards"
    state_for = EVERYBODY
    when_undone = "hall"

    number: Mapped[int]
    year: Mapped[int]
    season: Mapped[str]
    at: Mapped[str]
    ranks: Mapped[list[Any]] = mapped_column(default=list)
