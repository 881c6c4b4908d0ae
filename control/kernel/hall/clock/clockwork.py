"""What a game says of its clock. The kernel has the rest: presses, the plan of the day, its face, its pages."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from control.kernel.rows.clocks import ClockRow, DayPlanRow
from control.kernel.values import dataclass


@dataclass(frozen=True)
class Stage:
    """A part of a stretch of the game: its seconds, and what the hall must know in it. One that is ``open`` is
    everybody's: who is still at the stage before keeps the hall waiting then."""

    name: str
    seconds: int
    note: str = ""
    open: bool = False


@dataclass(frozen=True)
class Clockwork:
    """The clock of a game, which goes through the stages of one stretch after the other.

    ``row``, ``times`` and ``plan`` are its tables (rows/clocks.py), on the game's own metadata; ``kept`` is what a row
    of ``times`` keeps of its stretch besides. Of the game's row, ``number`` counts its stretches and ``named`` says in
    words the one that is so many ahead. Of the scenario and that row, ``stages`` are those of the stretch, ``told`` is
    what answers say of it and ``era`` what stands beside its name. ``length`` are the seconds that a scenario's plan of
    the day has for a stretch. ``closed_by`` are the actions that close one and begin the next.
    """

    row: type[ClockRow]
    times: type[Any]
    plan: type[DayPlanRow]
    number: Callable[[Any], int]
    named: Callable[[Any, int], str]
    stages: Callable[[Any, Any], tuple[Stage, ...]]
    length: Callable[[Any], int]
    closed_by: tuple[str, ...]
    told: Callable[[Any, Any], Mapping[str, Any]] = lambda _scenario, _game: {}
    era: Callable[[Any, Any], str] = lambda _scenario, _game: ""
    kept: Callable[[Any], Mapping[str, Any]] = lambda _game: {}
