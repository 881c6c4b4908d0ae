"""The hall: its clock, the players and umpires in it, and the screens on its walls."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from sqlalchemy import Boolean, ForeignKey, false
from sqlalchemy.orm import Mapped, Session, mapped_column

from control.kernel.roles import INSIDE, LEAD, Roles
from control.kernel.rows.clocks import ClockRow, DayPlanRow, StretchTime
from control.kernel.rows.rota import DutyRow
from control.sengoku.rows.base import Base, Numbered, Versioned, row_named_by
from control.sengoku.rows.clans import keepers

if TYPE_CHECKING:
    from control.sengoku.rows.clans import Clan
    from control.sengoku.rows.forces import Army
    from control.sengoku.rows.people import Character


class Clock(ClockRow, Base):
    """The clock of the season; its stages are in scenario.toml (``[[season.phases]]``), and winter is one."""


class SeasonTime(StretchTime, Base):
    """When a season (by Game.seasons) really began."""

    __tablename__ = "season_time"
    in_state = "season_times"

    year: Mapped[int]
    season: Mapped[str]


class DayPlan(DayPlanRow, Base):
    """The plan of the day."""


class Player(Numbered, Versioned, Base):
    """A person in the hall who plays. ``state`` is ``expected``, ``arrived`` or ``absent`` (a no-show)."""

    __tablename__ = "player"
    in_state = "players"
    when_undone = "hall"

    name: Mapped[str]
    clan: Mapped[str | None] = mapped_column(ForeignKey("clan.id"))
    state: Mapped[str] = mapped_column(default="expected")
    at: Mapped[str | None]
    note: Mapped[str] = mapped_column(default="")

    the_clan: Mapped[Clan | None] = row_named_by(clan)


class Part(Base):
    """A character and who plays him. A player may have several parts, a character one player."""

    __tablename__ = "part"
    in_state = "parts"
    when_undone = "hall"

    character: Mapped[str] = mapped_column(ForeignKey("character.id"), primary_key=True)
    player: Mapped[int] = mapped_column(ForeignKey("player.id"))

    the_character: Mapped[Character] = row_named_by(character)
    the_player: Mapped[Player] = row_named_by(player)


class Duty(DutyRow, Base):
    """An umpire and what he minds: a clan, or a job in words, at a desk (the rota)."""

    clan: Mapped[str | None] = mapped_column(ForeignKey("clan.id"))


class Reprint(Numbered, Base):
    """A paper that has become wrong and must be printed again: its kind, whose it is, and why."""

    __tablename__ = "reprint"
    in_state = "reprints"
    when_undone = "hall"

    paper: Mapped[str]
    clan: Mapped[str | None] = mapped_column(ForeignKey("clan.id"))
    character: Mapped[str | None] = mapped_column(ForeignKey("character.id"))
    army: Mapped[int | None] = mapped_column(ForeignKey("army.id"))
    why: Mapped[str]
    done: Mapped[bool] = mapped_column(Boolean, default=False, server_default=false())

    the_character: Mapped[Character | None] = row_named_by(character)
    the_army: Mapped[Army | None] = row_named_by(army)


class News(Numbered, Versioned, Base):
    """A sentence of the season's news, chosen by Game Control from the journal (``entry``) or its own.

    Nobody but Game Control sees it before ``released``; ``spot`` is its place in the season's list.
    """

    __tablename__ = "news"
    in_state = "news"
    state_for = (LEAD,)
    when_undone = "hall"

    number: Mapped[int]
    year: Mapped[int]
    season: Mapped[str]
    spot: Mapped[int]
    text: Mapped[str]
    entry: Mapped[int | None]
    released: Mapped[bool] = mapped_column(default=False)

    @classmethod
    def is_shown(cls, row: Mapping[str, Any]) -> bool:
        """The screens show what was released."""
        return bool(row["released"])


class SeasonTick(Base):
    """A clan's part of a season's end that its Controller has ticked off (season by Game.seasons)."""

    __tablename__ = "season_tick"
    in_state = "season_ticks"
    when_undone = "hall"

    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    clan: Mapped[str] = mapped_column(ForeignKey("clan.id"), primary_key=True)
    umpire: Mapped[str]
    at: Mapped[str]

    @classmethod
    def noticed_by(cls, game: Roles, session: Session, row: dict[str, Any]) -> tuple[str, ...]:
        """Those who see what a season waits for, and who minds the clan."""
        return (*game.desks(INSIDE), *keepers(game, session, row["clan"]))
