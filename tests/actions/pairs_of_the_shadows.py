"""Covert work in pairs (see test_pairs.py): stage, action, desk, arguments, outcome."""

from __future__ import annotations

from typing import Any

from control.kernel.errors import NotThisDesk, OrderError, OrderNotAllowed, OrderNotUnderstood
from tests.games import LETTERS

U, A, N = OrderNotUnderstood, OrderNotAllowed, NotThisDesk
SPY = {"clan": "takeda", "kind": "spy", "target": "uesugi", "points": 3}
ROLLED = {"outcome": "success", "note": "the umpire says so"}
FORGED = {"commission": 1, "letter": LETTERS[0], "deed": "forge", "words": "Stay away."}
MURDER = {"character": "obu-toramasa", "effect": "dead", "how": "poisoned tea"}
SEEN = {"commission": 1, "effect": "dead", "how": "poisoned tea"}

HAPPENS: list[tuple[str, str, str, dict[str, Any], str, tuple[str, Any], Any, Any]] = [
    ("start", "covert.commission", "intelligence", SPY, "Commission 1, spy against Uesugi: Takeda pays 3 points.",
     ("commission", 1), {}, {"clan": "takeda", "outcome": "", "cover": "Expenses of the household"}),
    ("spied", "covert.resolve", "intelligence", {"commission": 2, **ROLLED},
     "Commission 2, bribe against Kai: The umpire overrules it: success (the umpire says so).",
     ("commission", 2), {"outcome": ""}, {"outcome": "success"}),
    ("spied", "covert.report", "intelligence", {"commission": 1, "report": "Nine points.", "grade": "false"},
     "The report of commission 1 is written, false: Nine points.",
     ("commission", 1), {"grade": "exact"}, {"grade": "false"}),
    ("spied", "covert.deliver", "intelligence", {"commission": 1},
     "The sealed report of commission 1 was taken to the Controller of Takeda.",
     ("commission", 1), {"delivered": ""}, {"delivered": "Intelligence Control"}),
    ("intercepted", "covert.tamper", "intelligence", FORGED,
     "Commission 1: letter L207512-K of Takeda to Uesugi is forged, and says: Stay away.",
     ("tampering", 1), {}, {"deed": "forge", "words": "Stay away.", "until": 0}),
    ("slain", "covert.strike", "intelligence", SEEN, "Commission 1 is carried out: Obu Toramasa was killed.",
     ("commission", 1), {"struck": ""}, {"struck": "dead"}),
    ("start", "person.struck", "intelligence", MURDER, "Obu Toramasa was killed: poisoned tea.",
     ("character", "obu-toramasa"), {"alive": True}, {"alive": False}),
]  # fmt: skip

REFUSED: list[tuple[str, str, str, dict[str, Any], type[OrderError], str, str, str]] = [
    ("start", "covert.commission", "team", SPY, N, "", "", "Intelligence Control"),
    ("start", "covert.commission", "intelligence", {**SPY, "points": 900}, A, "points", "R27", "cannot pay"),
    ("start", "covert.resolve", "map", {"commission": 1}, N, "", "", "Intelligence Control"),
    ("start", "covert.resolve", "intelligence", {"commission": 1}, U, "commission", "", "no commission"),
    ("spied", "covert.resolve", "intelligence", {"commission": 2, "modifier": 4, "note": "a cook"}, A, "modifier",
     "R37", "−3 to +3"),
    ("spied", "covert.resolve", "intelligence", {"commission": 2, "modifier": 2}, U, "note", "R37", "Say why"),
    ("spied", "covert.resolve", "intelligence", {"commission": 2, "outcome": "caught", "note": "x"}, U, "note", "R37",
     "three letters"),
    ("spied", "covert.resolve", "intelligence", {"commission": 2, "note": "slow"}, U, "modifier", "", "give no reason"),
    ("spied", "covert.resolve", "intelligence", {"commission": 2, "dice": [3]}, U, "dice", "", "two dice"),
    ("spied", "covert.report", "intelligence", {"commission": 2, "report": "Nine"}, A, "commission", "", "Roll first"),
    ("spied", "covert.report", "npd", {"commission": 1, "report": "Nine"}, N, "", "", "Intelligence Control"),
    ("spied", "covert.deliver", "intelligence", {"commission": 2}, A, "commission", "", "Roll first"),
    ("spied", "covert.deliver", "bakufu", {"commission": 1}, N, "", "", "Intelligence Control"),
    ("intercepted", "covert.tamper", "team", FORGED, N, "", "", "Intelligence Control"),
    ("intercepted", "covert.tamper", "intelligence", {**FORGED, "letter": 2}, U, "letter", "", "reach no letter 2"),
    ("intercepted", "covert.tamper", "intelligence", {**FORGED, "deed": "hold"}, U, "words", "", "what it said"),
    ("intercepted", "covert.tamper", "intelligence", {**FORGED, "deed": "open"}, U, "words", "", "has its words"),
    ("intercepted", "covert.tamper", "intelligence", {**FORGED, "words": ""}, U, "words", "", "what the forged"),
    ("intercepted", "covert.tamper", "intelligence", {**FORGED, "commission": 2}, A, "deed", "", "came off in part"),
    ("spied", "covert.strike", "map", SEEN, N, "", "", "Intelligence Control"),
    ("spied", "covert.strike", "intelligence", {**SEEN, "commission": 2}, A, "commission", "", "Roll first"),
    ("spied", "covert.strike", "intelligence", SEEN, A, "commission", "", "no assassin got at anybody"),
    ("spied", "covert.strike", "intelligence", {**SEEN, "how": ""}, U, "how", "", "What everybody hears"),
    ("start", "person.struck", "team", MURDER, N, "", "", "Intelligence Control"),
    ("start", "person.struck", "intelligence", {**MURDER, "character": "obu"}, U, "character", "", "no character"),
]  # fmt: skip
