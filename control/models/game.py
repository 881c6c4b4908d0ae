"""The game as a whole, and the desks of its umpires."""

from __future__ import annotations

from typing import Any

from sqlalchemy.orm import Mapped, mapped_column

from control.models.base import Base, Versioned
from control.rules.sengoku.tables import Options


class Game(Versioned, Base):
    """The one row that says where the day stands.

    ``phase`` is the last movement phase that was run this season, 0 while orders are open. ``year`` is ours
    (1550); the scenario knows the era. ``seasons`` counts those that have ended, winters included, in one row
    through the years (R19). ``locked_at`` is when this season's orders were closed. ``seed`` rolls the dice (kept
    from everybody), ``secret`` signs the cookies, so that nobody is signed out by a restart.
    """

    __tablename__ = "game"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    scenario: Mapped[str]
    title: Mapped[str]
    rule_set: Mapped[str]
    year: Mapped[int]
    season: Mapped[str]
    phase: Mapped[int] = mapped_column(default=0)
    seasons: Mapped[int] = mapped_column(default=0, server_default="0")
    locked_at: Mapped[str | None]
    options: Mapped[dict[str, Any]] = mapped_column(default=dict)
    seed: Mapped[str]
    secret: Mapped[str]

    @property
    def rule_options(self) -> Options:
        """The rule options in force."""
        return Options.from_mapping(self.options)


class Desk(Base):
    """A place in the control room. Whoever types its code sits there."""

    __tablename__ = "desk"

    key: Mapped[str] = mapped_column(primary_key=True)
    name: Mapped[str]
    code: Mapped[str] = mapped_column(unique=True)
