"""The clock of a game that has one (clockwork.py): what its tables have, whatever else a game keeps in them."""

from __future__ import annotations

from typing import Any, ClassVar

from sqlalchemy.orm import Mapped, mapped_column

from control.kernel.roles import EVERYBODY
from control.kernel.rows.base import Numbered


class ClockRow(Numbered):
    """The clock of a stretch of the game, one row. It rings and shows, and never fires a rule.

    ``stage`` is the part of the stretch's timetable it is in, from 0. ``left`` are the seconds that were left at
    ``since`` if it runs, or are left while it stands; they may fall below 0. ``since`` is a moment of the server's
    clock (UTC), empty while the clock stands.
    """

    __tablename__ = "clock"
    in_state = "clock"
    state_for: ClassVar[tuple[str, ...] | None] = EVERYBODY
    when_undone = "hall"

    stage: Mapped[int] = mapped_column(default=0)
    left: Mapped[int]
    since: Mapped[str | None]


class StretchTime:
    """When a stretch of the game (by its number) really began: the first start of its clock."""

    when_undone = "hall"

    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)

    began: Mapped[str] = mapped_column(sort_order=1)


class DayPlanRow(Numbered):
    """The plan of the day, one row: when it begins and is to end (hall's time, HH:MM), and the breaks.

    ``breaks`` lists ``{"at": "13:00", "minutes": 40, "name": "Lunch"}``.
    """

    __tablename__ = "day_plan"
    in_state = "day_plans"
    when_undone = "hall"

    begins: Mapped[str]
    ends: Mapped[str]
    breaks: Mapped[list[Any]] = mapped_column(default=list)
