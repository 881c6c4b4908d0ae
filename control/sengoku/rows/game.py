"""The game's row, with what this game counts."""

from __future__ import annotations

from typing import Any

from sqlalchemy.orm import Mapped, mapped_column

from control.kernel import rows


class Game(rows.Game):
    """The one row that says where the day stands.

    ``phase`` is the last movement phase that was run this season, 0 while orders are open. ``year`` is ours
    (1550); the scenario knows the era. ``seasons`` counts those that have ended, winters included, in one row
    through the years (R19); ``first_season`` is the one the game began in. ``locked_at`` is when this season's
    orders were closed. ``options`` are the rule options in force. All stand in the kernel's table, where the row of
    another game leaves them empty: none has a default, which would be written for that row too, into a file that may
    have no such columns.
    """

    __mapper_args__ = {"polymorphic_identity": "sengoku"}  # noqa: RUF012

    year: Mapped[int] = mapped_column(nullable=True)
    season: Mapped[str] = mapped_column(nullable=True)
    phase: Mapped[int] = mapped_column(nullable=True)
    seasons: Mapped[int] = mapped_column(nullable=True)
    locked_at: Mapped[str | None]
    first_season: Mapped[str] = mapped_column(nullable=True)
    options: Mapped[dict[str, Any]] = mapped_column(nullable=True)
