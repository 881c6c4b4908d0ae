"""The hall: its clock, the players and umpires in it, and the screens on its walls."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import Boolean, ForeignKey, false, true
from sqlalchemy.orm import Mapped, mapped_column

from control.kernel.roles import EVERYBODY, LEAD
from control.sengoku.rows.base import Base, Versioned, row_named_by

if TYPE_CHECKING:
    from control.sengoku.rows.clans import Clan
    from control.sengoku.rows.forces import Army
    from control.sengoku.rows.people import Character


class Clock(Base):
    """The clock of the season, one row. It rings and shows, and never fires a rule.

    ``stage`` is the part of the season's timetable it is in, from 0 (scenario.toml, ``[[season.phases]]``; winter is
    one). ``left`` are the seconds that were left at ``since`` if it runs, or are left while it stands; they may fall
    below 0. ``since`` is a moment of the server's clock (UTC), empty while the clock stands.
    """

    __tablename__ = "clock"
    in_state = "clock"
    state_for = EVERYBODY
    when_undone = "hall"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    stage: Mapped[int] = mapped_column(default=0)
    left: Mapped[int]
    since: Mapped[str | None]


class SeasonTime(Base):
    """When a season (by Game.seasons) really began: the first start of its clock."""

    __tablename__ = "season_time"
    in_state = "season_times"
    when_undone = "hall"

    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    year: Mapped[int]
    season: Mapped[str]
    began: Mapped[str]


class DayPlan(Base):
    """The plan of the day, one row: when it begins and is to end (hall's time, HH:MM), and the breaks.

    ``breaks`` lists ``{"at": "13:00", "minutes": 40, "name": "Lunch"}``.
    """

    __tablename__ = "day_plan"
    in_state = "day_plans"
    when_undone = "hall"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    begins: Mapped[str]
    ends: Mapped[str]
    breaks: Mapped[list[Any]] = mapped_column(default=list)


class Player(Versioned, Base):
    """A person in the hall who plays. ``state`` is ``expected``, ``arrived`` or ``absent`` (a no-show)."""

    __tablename__ = "player"
    in_state = "players"
    when_undone = "hall"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
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


class Duty(Base):
    """An umpire and what he minds: a clan, or a job in words, at a desk (the rota)."""

    __tablename__ = "duty"
    in_state = "duties"
    when_undone = "hall"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    umpire: Mapped[str]
    desk: Mapped[str]
    clan: Mapped[str | None] = mapped_column(ForeignKey("clan.id"))
    job: Mapped[str] = mapped_column(default="")
    here: Mapped[bool] = mapped_column(Boolean, default=True, server_default=true())


class Reprint(Base):
    """A paper that has become wrong and must be printed again: its kind, whose it is, and why."""

    __tablename__ = "reprint"
    in_state = "reprints"
    when_undone = "hall"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    paper: Mapped[str]
    clan: Mapped[str | None] = mapped_column(ForeignKey("clan.id"))
    character: Mapped[str | None] = mapped_column(ForeignKey("character.id"))
    army: Mapped[int | None] = mapped_column(ForeignKey("army.id"))
    why: Mapped[str]
    done: Mapped[bool] = mapped_column(Boolean, default=False, server_default=false())

    the_character: Mapped[Character | None] = row_named_by(character)
    the_army: Mapped[Army | None] = row_named_by(army)


class News(Versioned, Base):
    """A sentence of the season's news, chosen by Game Control from the journal (``entry``) or its own.

    Nobody but Game Control sees it before ``released``; ``spot`` is its place in the season's list.
    """

    __tablename__ = "news"
    in_state = "news"
    state_for = (LEAD,)
    when_undone = "hall"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    number: Mapped[int]
    year: Mapped[int]
    season: Mapped[str]
    spot: Mapped[int]
    text: Mapped[str]
    entry: Mapped[int | None]
    released: Mapped[bool] = mapped_column(default=False)


class SeasonTick(Base):
    """A clan's part of a season's end that its Controller has ticked off (season by Game.seasons)."""

    __tablename__ = "season_tick"
    in_state = "season_ticks"
    when_undone = "hall"

    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    clan: Mapped[str] = mapped_column(ForeignKey("clan.id"), primary_key=True)
    umpire: Mapped[str]
    at: Mapped[str]
