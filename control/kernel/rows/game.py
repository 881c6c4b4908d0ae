"""The game as a whole, and the desks of its umpires."""

from __future__ import annotations

from typing import Any, ClassVar

from sqlalchemy import Boolean, Text, false, text
from sqlalchemy.orm import Mapped, mapped_column

from control.kernel.roles import LEAD
from control.kernel.rows.base import Base, Versioned


class Game(Versioned, Base):
    """The one row that says where the day stands.

    ``phase`` is the last movement phase that was run this season, 0 while orders are open. ``year`` is ours
    (1550); the scenario knows the era. ``seasons`` counts those that have ended, winters included, in one row
    through the years (R19); ``first_season`` is the one the game began in. ``locked_at`` is when this season's
    orders were closed. ``fallback`` has the fallback pack written beside the copies at every gate. ``seed`` rolls
    the dice (kept from everybody), ``secret`` signs the cookies, so that nobody is signed out by a restart; so does
    ``cookies``, which a copy that is played beside the real game has of its own. ``begun_with`` are the tables it was
    begun with.
    """

    __tablename__ = "game"
    columns_for: ClassVar = {"seed": (), "secret": (), "cookies": (), "begun_with": ()}
    """Whoever knows these knows the dice to come, or signs in as anybody."""

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    scenario: Mapped[str]
    title: Mapped[str]
    rule_set: Mapped[str]
    year: Mapped[int] = mapped_column(default=0)
    season: Mapped[str] = mapped_column(default="")
    phase: Mapped[int] = mapped_column(default=0)
    seasons: Mapped[int] = mapped_column(default=0, server_default="0")
    locked_at: Mapped[str | None]
    first_season: Mapped[str] = mapped_column(default="", server_default=text("''"))
    options: Mapped[dict[str, Any]] = mapped_column(default=dict)
    fallback: Mapped[bool] = mapped_column(Boolean, default=False, server_default=false())
    seed: Mapped[str]
    secret: Mapped[str]
    begun_with: Mapped[str | None]
    cookies: Mapped[str | None]


class ScenarioFile(Base):
    """A file of the scenario that the game is played by, by its path within the scenario's folder: the game needs no
    folder, wherever it is opened. ``hash`` is the SHA-256 of its text."""

    __tablename__ = "scenario_file"
    in_state = "scenario_files"
    state_for = (LEAD,)
    columns_for: ClassVar = {"text": ()}

    path: Mapped[str] = mapped_column(primary_key=True)
    text: Mapped[str] = mapped_column(Text)
    hash: Mapped[str]


class Desk(Base):
    """A place in the control room. Whoever types its code sits there.

    ``issue`` counts the codes that were withdrawn. A sign-in carries the issue of its day, and is over once ``since``
    is a later one. The journal keeps both, but never a code.
    """

    __tablename__ = "desk"
    when_undone = "aside"

    key: Mapped[str] = mapped_column(primary_key=True)
    name: Mapped[str]
    code: Mapped[str] = mapped_column(unique=True)
    issue: Mapped[int] = mapped_column(default=0, server_default="0")
    since: Mapped[int] = mapped_column(default=0, server_default="0")
