"""Forces in cities and temples, in pairs (R23, R24, R41)."""

from __future__ import annotations

from typing import Any

from control.kernel.errors import NotThisDesk, OrderNotAllowed, OrderNotUnderstood

U, A = OrderNotUnderstood, OrderNotAllowed
HILL = {"place": "enryaku-ji"}

HAPPENS: list[tuple[Any, ...]] = [
    ("people", "army.shift", "map", {"army": 1, "place": "edo"},
     "Hōjō Ujiyasu, army A1-3, went into Edo in Musashi (R41).", ("army", 1), {"place": None}, {"place": "edo"}),
    ("start", "troops.announce", "team", {"clan": "enryaku-ji", **HILL, "counters": 2},
     "Enryaku-ji announced 2 counters in Enryaku-ji for summer 1550.",
     ("muster", 1), {}, {"province": "yamashiro", "place": "enryaku-ji", "counters": 2}),
    ("start", "garrison.raise", "game", {**HILL, "troops": 2, "reason": "a gift"},
     "Enryaku-ji raised 2 counters in Enryaku-ji. Reason: a gift.",
     ("place", "enryaku-ji"), {"raised": 0}, {"raised": 2}),
]  # fmt: skip

REFUSED: list[tuple[Any, ...]] = [
    ("people", "army.shift", "map", {"army": 1}, A, "place", "", "is in no place, but in Musashi already"),
    ("people", "army.shift", "map", {"army": 1, "place": "eddo"}, U, "place", "", 'Did you mean "edo"?'),
    ("people", "army.shift", "map", {"army": 1, "place": "kyoto"}, A, "place", "", "Kyoto lies in Yamashiro"),
    ("people", "army.shift", "map", {"army": 9, "place": "edo"}, U, "army", "", 'no army "9"'),
    ("people", "army.shift", "team", {"army": 1, "place": "edo"}, NotThisDesk, "", "", "Map Control"),
    ("encounter", "army.shift", "map", {"army": 1}, A, "army", "", "Settle that first"),
    ("start", "army.form", "map", {"general": "sonchin", **HILL, "troops": 1}, A, "troops", "",
     "Enryaku-ji has no garrison in Enryaku-ji"),
    ("start", "troops.announce", "team", {"clan": "enryaku-ji", "place": "kyoto", "counters": 1}, A, "place", "R23",
     "Enryaku-ji does not hold Kyoto"),
    ("start", "troops.announce", "team", {"clan": "enryaku-ji", "counters": 1}, U, "province", "",
     "Say in which province, or in which city or temple"),
    ("start", "troops.announce", "team", {"clan": "enryaku-ji", **HILL, "counters": 3}, A, "counters", "R23",
     "Raise up to 2"),
]  # fmt: skip
