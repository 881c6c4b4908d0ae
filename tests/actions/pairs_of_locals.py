"""The clans that nobody plays, in pairs (see test_pairs.py): stage, action, desk, arguments, outcome."""

from __future__ import annotations

from typing import Any

from control.kernel.errors import ChangedElsewhere, NotThisDesk, OrderError, OrderNotAllowed, OrderNotUnderstood

U, A, N, E = OrderNotUnderstood, OrderNotAllowed, NotThisDesk, ChangedElsewhere
COLD = {"clan": "yuki", "to": "uesugi", "attitude": -1, "reason": "they trampled the rice"}

ROLL = {"clan": "yuki", "to": "uesugi", "matter": "passage", "thrown": [3, 4]}
RISE = {"province": "kai", "troops": 4, "reason": "a bad harvest"}

HAPPENS: list[tuple[str, str, str, dict[str, Any], str, tuple[str, Any], Any, Any]] = [
    ("start", "attitude.set", "npd", COLD, "Yūki is cold to Uesugi. Reason: they trampled the rice.",
     ("attitude", ("yuki", "uesugi")), {}, {"attitude": -1, "season": "spring", "year": 1550}),
    ("question", "attitude.book", "npd", {"proposal": 1},
     "Yūki is cold to Uesugi. Reason: Uesugi has entered Etchū without leave.",
     ("attitude_proposal", 1), {"answer": ""}, {"answer": "booked"}),
    ("question", "attitude.decline", "game", {"proposal": 1, "reason": "he asked first"},
     "Yūki stays neutral to Uesugi: Uesugi has entered Etchū without leave. Reason: he asked first.",
     ("attitude_proposal", 1), {"answer": ""}, {"answer": "declined"}),
    ("question", "locals.roll", "npd", ROLL,
     "Yūki, about an army in their land of Uesugi: 8, free passage.",
     ("reaction", 1), {}, {"total": 8, "answer": "passage", "decided": ""}),
    ("rolled", "locals.decide", "npd", {"reaction": 1, "answer": "fights", "note": "too late"},
     "Yūki to Uesugi, about an army in their land: they fight. too late.",
     ("reaction", 1), {"decided": ""}, {"decided": "fights"}),
    ("start", "rebels.raise", "npd", RISE,
     "Rebels have risen in Kai against Takeda. 4 counters (R42). Reason: a bad harvest.",
     ("garrison", 1), {}, {"clan": "rebels", "province": "kai", "troops": 4, "standing": True}),
]  # fmt: skip

REFUSED: list[tuple[str, str, str, dict[str, Any], type[OrderError], str, str, str]] = [
    ("start", "attitude.set", "map", COLD, N, "", "", "Non-Player Daimyo Control"),
    ("start", "attitude.set", "npd", {**COLD, "clan": "takeda"}, A, "clan", "", "is played"),
    ("start", "attitude.set", "npd", {**COLD, "clan": "bakufu"}, A, "clan", "", "is played"),
    ("start", "attitude.set", "team", COLD, N, "clan", "", "Non-Player Daimyo Control says"),
    ("start", "attitude.set", "npd", {**COLD, "to": "yuki"}, A, "to", "", "Name another clan"),
    ("start", "attitude.set", "npd", {**COLD, "attitude": 0}, A, "attitude", "", "neutral to Uesugi already"),
    ("start", "attitude.set", "npd", {**COLD, "attitude": 3}, U, "attitude", "", "from −2 to 2"),
    ("start", "attitude.set", "npd", {**COLD, "reason": ""}, U, "reason", "", "reason"),
    ("question", "attitude.book", "team", {"proposal": 1}, N, "proposal", "", "Another desk"),
    ("question", "attitude.book", "npd", {"proposal": 9}, U, "proposal", "", "no attitude proposal"),
    ("question", "locals.roll", "map", ROLL, N, "", "", "Non-Player Daimyo Control"),
    ("question", "locals.roll", "npd", {**ROLL, "clan": "takeda"}, A, "clan", "", "is played"),
    ("question", "locals.roll", "npd", {**ROLL, "to": "yuki"}, A, "to", "", "Name another clan"),
    ("question", "locals.roll", "npd", {**ROLL, "thrown": [3]}, U, "thrown", "", "give both, or none"),
    ("question", "locals.roll", "npd", {**ROLL, "reason": "proud"}, U, "modifier", "", "or give no reason"),
    ("question", "locals.roll", "npd", {**ROLL, "modifier": 1}, U, "reason", "", "Say why"),
    ("question", "locals.roll", "npd", {**ROLL, "modifier": 4, "reason": "a whim"}, A, "modifier", "", "Decide the"),
    ("rolled", "locals.decide", "team", {"reaction": 1, "answer": "fights"}, N, "reaction", "", "Another desk"),
    ("rolled", "locals.decide", "npd", {"reaction": 1, "answer": "submits"}, A, "answer", "", "they answer one of"),
    ("decided", "locals.decide", "npd", {"reaction": 1, "answer": "fights"}, E, "reaction", "", "decided already"),
    ("start", "army.form", "npd", {"general": "takeda-harunobu", "province": "kai", "troops": 1},
     N, "general", "", "which is played"),
    ("orders", "army.order_march", "npd", {"army": 2, "route": ["shinano"]}, N, "army", "", "which is played"),
    ("start", "hostage.hand_over", "npd", {"character": "takeda-nobushige", "to": "yuki"},
     N, "character", "", "which is played"),
    ("start", "rebels.raise", "team", RISE, N, "", "", "Non-Player Daimyo Control"),
    ("start", "rebels.raise", "npd", {**RISE, "province": "kaii"}, U, "province", "", "kai"),
    ("start", "rebels.raise", "npd", {**RISE, "troops": 0}, U, "troops", "", "from 1"),
    ("start", "rebels.raise", "npd", {**RISE, "reason": ""}, U, "reason", "", "reason"),
    ("rebels", "rebels.raise", "npd", RISE, A, "province", "R42", "already"),
    ("rebels", "province.take_over", "game", {"province": "kai", "clan": "rebels", "how": "force"},
     A, "clan", "R42", "hold no land"),
    ("winter", "rebels.raise", "npd", RISE, A, "province", "R42", "spring"),
    ("question", "attitude.decline", "map", {"proposal": 1}, N, "", "", "Non-Player Daimyo Control"),
]  # fmt: skip
