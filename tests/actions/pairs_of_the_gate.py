"""The gates of the seasons and winter, in pairs (see test_pairs.py): stage, action, desk, arguments, outcome."""

from __future__ import annotations

from typing import Any

from control.kernel.errors import ChangedElsewhere, NotThisDesk, OrderError, OrderNotAllowed, OrderNotUnderstood

U, A, N, E = OrderNotUnderstood, OrderNotAllowed, NotThisDesk, ChangedElsewhere
SPRING = {"season": "spring", "year": 1550}
TAKEDA = {"clan": "takeda", **SPRING}
SHINANO = {"clan": "takeda", "work": "province:shinano"}

HAPPENS: list[tuple[str, str, str, dict[str, Any], str, tuple[str, Any], Any, Any]] = [
    ("orders", "season.tick", "team", TAKEDA, "Takeda is done with spring 1550; 14 clans are not ticked off.",
     ("season_tick", (0, "takeda")), {}, {"umpire": "Team Control"}),
    ("ticked", "season.untick", "team", TAKEDA, "Takeda is not done with spring 1550 after all.",
     ("season_tick", (0, "takeda")), {"umpire": "Team Control"}, {"umpire": ""}),
    ("winter", "upkeep.pay", "team", SHINANO, "Takeda paid the upkeep of the castle of Shinano: 2 points (R24).",
     ("transfer", 275), {}, {"kind": "upkeep", "payer": "takeda", "rice": 2, "cash": 0, "province": "shinano"}),
    ("winter", "upkeep.pay_all", "game", {"clan": "hojo"}, "Hōjō paid the upkeep of 2 works: 4 points (R24).",
     ("transfer", 275), {}, {"kind": "upkeep", "payer": "hojo", "target": "upkeep:province:kozuke"}),
    ("winter", "upkeep.abandon", "team", SHINANO,
     "Takeda gave up the castle of Shinano and pays no upkeep for it (R24).",
     ("province", "shinano"), {"castle": "castle", "abandoned": None}, {"castle": "none", "abandoned": "castle"}),
]  # fmt: skip

REFUSED: list[tuple[str, str, str, dict[str, Any], type[OrderError], str, str, str]] = [
    ("orders", "season.advance", "game", {**SPRING, "seen": "open"}, E, "seen", "", "This is new since you opened"),
    ("orders", "season.advance", "game", {**SPRING, "seen": 7}, U, "seen", "", "is text"),
    ("orders", "season.tick", "team", {**TAKEDA, "clan": "takada"}, U, "clan", "", '"takeda"?'),
    ("orders", "season.tick", "team", {**TAKEDA, "season": "summer"}, E, "season", "", "it is spring 1550"),
    ("orders", "season.tick", "team", {**TAKEDA, "clan": "yuki"}, N, "clan", "", "not minded by Team Control"),
    ("orders", "season.tick", "npd", TAKEDA, N, "", "", "Team Control"),
    ("ticked", "season.tick", "game", TAKEDA, E, "clan", "", "ticked off already, by Team Control"),
    ("orders", "season.untick", "team", TAKEDA, E, "clan", "", "not ticked off"),
    ("orders", "season.untick", "map", TAKEDA, N, "", "", "Team Control"),
    ("orders", "upkeep.pay", "team", SHINANO, A, "clan", "R24", "It is spring"),
    ("winter", "upkeep.pay", "team", {**SHINANO, "work": "province:shinono"}, U, "work", "", '"province:shinano"?'),
    ("winter", "upkeep.pay", "team", {**SHINANO, "work": "province:echigo"}, U, "work", "", "no work"),
    ("winter", "upkeep.pay", "npd", SHINANO, N, "clan", "", "kept at another desk"),
    ("winter", "upkeep.pay", "map", SHINANO, N, "", "", "Team Control"),
    ("winter", "upkeep.pay_all", "team", {"clan": "oda-nobunaga"}, U, "clan", "", "no clan"),
    ("winter", "upkeep.pay_all", "team", {"clan": "yuki"}, N, "clan", "", "another desk"),
    ("winter", "upkeep.pay_all", "team", {"clan": "amako"}, E, "clan", "", "no upkeep left"),
    ("winter", "upkeep.pay_all", "bakufu", {}, A, "clan", "", "can pay in full"),
    ("orders", "upkeep.pay_all", "team", {}, A, "clan", "R24", "It is spring"),
    ("orders", "upkeep.abandon", "team", SHINANO, A, "clan", "R24", "It is spring"),
    ("winter", "upkeep.abandon", "team", {**SHINANO, "work": "building:1"}, U, "work", "", "no work"),
    ("winter", "upkeep.abandon", "npd", SHINANO, N, "clan", "", "another desk"),
]  # fmt: skip
