"""The clock and the plan of the day, in pairs (see test_pairs.py): stage, action, desk, arguments, outcome."""

from __future__ import annotations

from typing import Any

from control.kernel.errors import ChangedElsewhere, NotThisDesk, OrderError, OrderNotAllowed, OrderNotUnderstood

U, A, N, E = OrderNotUnderstood, OrderNotAllowed, NotThisDesk, ChangedElsewhere
DAY = {"begins": "9:30", "ends": "17:00", "breaks": [{"name": "Lunch", "at": "12.30", "minutes": 45}]}
LUNCH = {"name": "Lunch", "at": "13:00", "minutes": 40}

HAPPENS: list[tuple[str, str, str, dict[str, Any], str, tuple[str, Any], Any, Any]] = [
    ("start", "clock.start", "game", {}, "The clock of spring 1550 runs: Orders, 5:00 left.",
     ("clock", 1), {"since": None}, {}),
    ("running", "clock.pause", "game", {}, "The clock was stopped: Orders, 5:00 left.",
     ("clock", 1), {}, {"since": None}),
    ("start", "clock.add_minute", "game", {}, "A minute more: Orders, 6:00 left.",
     ("clock", 1), {"left": 300}, {"left": 360}),
    ("running", "clock.skip", "game", {"stage": 0, "season": 0},
     "Skipped 5:00 of Orders: Movement and battles, 10:00 left.",
     ("clock", 1), {"stage": 0, "left": 300}, {"stage": 1, "left": 600}),
    ("moving", "clock.back", "game", {"stage": 1}, "The clock went back: Orders, 5:00 left.",
     ("clock", 1), {"stage": 1, "left": 600}, {"stage": 0, "left": 300}),
    ("start", "day.plan", "game", DAY, "The plan of the day: 09:30 to 17:00, Lunch at 12:30 (45 min).",
     ("day_plan", 1), {"begins": "10:00"},
     {"begins": "09:30", "breaks": [{"name": "Lunch", "at": "12:30", "minutes": 45}]}),
]  # fmt: skip

REFUSED: list[tuple[str, str, str, dict[str, Any], type[OrderError], str, str, str]] = [
    ("running", "clock.start", "game", {}, E, "", "", "The clock runs already."),
    ("start", "clock.start", "map", {}, N, "", "", "Game Control"),
    ("start", "clock.pause", "game", {}, E, "", "", "The clock stands already."),
    ("running", "clock.pause", "team", {}, N, "", "", "Game Control"),
    ("start", "clock.add_minute", "game", {"minutes": 11}, U, "minutes", "", "from −10 to 10"),
    ("start", "clock.add_minute", "game", {"minutes": 0}, U, "minutes", "", "Say how many minutes"),
    ("start", "clock.add_minute", "game", {"minutes": -5}, A, "minutes", "", "Only 5:00 is left of Orders"),
    ("start", "clock.add_minute", "map", {}, N, "", "", "Game Control"),
    ("moving", "clock.skip", "game", {"stage": 0}, E, "stage", "", "in another stage already: Movement and battles"),
    ("moving", "clock.skip", "game", {"stage": 1, "season": 3}, E, "stage", "", "It is spring 1550 now"),
    ("over", "clock.skip", "game", {"stage": 3}, A, "stage", "", "closes no season"),
    ("running", "clock.skip", "game", {}, U, "stage", "", "missing"),
    ("running", "clock.skip", "map", {"stage": 0}, N, "", "", "Game Control"),
    ("start", "clock.back", "game", {"stage": 0}, A, "stage", "", "at the beginning of the season already"),
    ("moving", "clock.back", "game", {"stage": 2}, E, "stage", "", "in another stage"),
    ("moving", "clock.back", "npd", {"stage": 1}, N, "", "", "Game Control"),
    ("start", "day.plan", "game", {**DAY, "begins": "half nine"}, U, "begins", "", "Write it as 9:30"),
    ("start", "day.plan", "game", {**DAY, "ends": "9:00"}, A, "ends", "", "ends later than that"),
    ("start", "day.plan", "game", {**DAY, "breaks": [{**LUNCH, "at": "18:00"}]}, A, "breaks.0.at", "",
     "within the day"),
    ("start", "day.plan", "game", {**DAY, "breaks": [{**LUNCH, "minutes": 0}]}, U, "breaks.0.minutes", "", "from 1"),
    ("start", "day.plan", "game", {**DAY, "breaks": [LUNCH, {"name": "Tea", "at": "13:10", "minutes": 5}]}, A,
     "breaks.1.at", "", "Lunch lasts until 13:40"),
    ("start", "day.plan", "game", {**DAY, "breaks": [LUNCH] * 9}, A, "breaks.8.name", "", "at most 8"),
    ("start", "day.plan", "game", {"begins": "10:00", "ends": "17:00", "breaks": [LUNCH]}, A, "begins", "", "already"),
    ("start", "day.plan", "game", {**DAY, "shown": "9:00 to 16:00"}, E, "begins", "", "changed since you opened it"),
    ("start", "day.plan", "team", DAY, N, "", "", "Game Control"),
]  # fmt: skip
