"""What is told and checked in the hall, in pairs (see test_pairs.py): stage, action, desk, arguments, outcome."""

from __future__ import annotations

from typing import Any

from control.kernel.errors import ChangedElsewhere, NotThisDesk, OrderError, OrderNotAllowed, OrderNotUnderstood

U, A, N = OrderNotUnderstood, OrderNotAllowed, NotThisDesk
OUTCOME = "Battle in Shinano, Uesugi against Takeda: Takeda won, and Uesugi gave way."
AGREES = {"province": "kai", "result": "agrees"}

HAPPENS: list[tuple[str, str, str, dict[str, Any], str, tuple[str, Any], Any, Any]] = [
    ("peace", "notice.tell", "team", {"recipient": 2}, f"Takeda was told: {OUTCOME}",
     ("notice_to", 2), {"told": False, "told_by": ""}, {"told": True, "told_by": "Team Control"}),
    ("peace", "notice.tell_all", "npd", {"notice": 2, "last": 9}, f"Yūki, Saitō were told: {OUTCOME}",
     ("notice_to", 7), {"told": False}, {"told": True}),
    ("orders", "table.check", "map", AGREES, "Kai: the cloth map agrees with the program.",
     ("table_check", ("kai", 0)), {}, {"result": "agrees", "umpire": "Map Control"}),
]  # fmt: skip

REFUSED: list[tuple[str, str, str, dict[str, Any], type[OrderError], str, str, str]] = [
    ("peace", "notice.tell", "team", {"recipient": 2, "told": False}, ChangedElsewhere, "recipient", "", "not"),
    ("peace", "notice.tell", "map", {"recipient": 99}, U, "recipient", "", "no notice to"),
    ("peace", "notice.tell", "npd", {"recipient": 1}, N, "recipient", "", "Team Control tells this one"),
    ("peace", "notice.tell", "intelligence", {"recipient": 1}, N, "", "", "not here"),
    ("peace", "notice.tell_all", "map", {"last": 9}, U, "notice", "", "Say either which notice or which clan"),
    ("peace", "notice.tell_all", "map", {"notice": 1, "clan": "takeda", "last": 9}, U, "notice", "", "not both"),
    ("peace", "notice.tell_all", "map", {"clan": "oda", "last": 9}, A, "notice", "", "told already"),
    ("orders", "table.check", "map", {**AGREES, "province": "kay"}, U, "province", "", 'Did you mean "kai"?'),
    ("orders", "table.check", "map", {**AGREES, "result": "well"}, U, "result", "", "is one of"),
    ("orders", "table.check", "team", AGREES, N, "", "", "Map Control"),
]  # fmt: skip
