"""Honour in pairs (see test_pairs.py): stage, action, desk, arguments, outcome."""

from __future__ import annotations

from typing import Any

from control.kernel.errors import ChangedElsewhere, NotThisDesk, OrderError, OrderNotAllowed, OrderNotUnderstood

U, A, N, E = OrderNotUnderstood, OrderNotAllowed, NotThisDesk, ChangedElsewhere
BOW = {"clan": "takeda", "character": "takeda-harunobu", "reason": "bow"}
RIGHT = {"honour": 1, "points": 3, "reason": "he lay flat"}
LEVEL = {"umpire": "Team Control", "points": -2, "reason": "too kind"}
LINE = dict.fromkeys(("person", "points", "note", "witness", "year", "season"), "") | {
    "clan": "Oda",
    "reason": "Battle won",
    "umpire": "Hanako",
}

HAPPENS: list[tuple[str, str, str, dict[str, Any], str, tuple[str, Any], Any, Any]] = [
    ("honour", "honour.log", "team", {"clan": "oda", "reason": "event", "note": "a great hunt"},
     "Honour: Oda +2: Splendid public event (a great hunt).",
     ("honour", 2), {}, {"clan": "oda", "character": None, "reason": "event", "points": 2, "desk": "team"}),
    ("honour", "honour.correct", "team", RIGHT,
     "Honour corrected: “A fitting bow” counts +3 for Takeda Harunobu of Takeda, not +1. Reason: he lay flat.",
     ("honour", 2), {}, {"points": 2, "corrects": 1, "note": "he lay flat"}),
    ("honour", "honour.level", "game", LEVEL, "Honour levelled after Team Control: −2 for Takeda: too kind.",
     ("honour", 2), {}, {"clan": "takeda", "points": -2, "levels": "Team Control"}),
    ("honour", "board.release", "game", {}, "The status board of spring 1550 was released.",
     ("status_board", 1), {}, {"year": 1550, "season": "spring"}),
    ("honour", "honour.import", "game", {"rows": [LINE]},
     "Honour imported: 1 entry.", ("honour", 2), {}, {"clan": "oda", "points": 2, "umpire": "Hanako"}),
    ("honour proposed", "proposal.book", "team", {"proposal": 1},
     "Honour: Takeda Harunobu of Takeda +3: Title granted (Takeda Harunobu is Noble of the 9th rank).",
     ("honour", 1), {}, {"character": "takeda-harunobu", "reason": "title", "points": 3, "desk": "team"}),
    ("start", "honour.log", "team", {"clan": "oda", "reason": "event", "points": 30},
     "Waits for a second umpire (it is +30 of honour at once): Honour: Oda +30: Splendid public event.",
     ("confirmation", 2001), {}, {"action": "honour.log", "audience": " game team ", "answer": ""}),
    ("waiting", "confirmation.give", "game", {"confirmation": 1},
     "Honour: Oda +30: Splendid public event. Confirmed by Game Control.",
     ("honour", 1), {}, {"clan": "oda", "points": 30, "umpire": "Team Control", "desk": "team"}),
    ("waiting", "confirmation.decline", "team", {"confirmation": 1, "reason": "it was three"},
     "Not confirmed: Honour: Oda +30: Splendid public event. Reason: it was three.",
     ("confirmation", 2001), {"answer": ""}, {"answer": "declined"}),
    ("honour proposed", "proposal.decline", "game", {"proposal": 1, "reason": "he had paid for it"},
     "No honour for Takeda Harunobu of Takeda: Takeda Harunobu is Noble of the 9th rank. Reason: he had paid for it.",
     ("honour_proposal", 1), {"answer": ""}, {"answer": "declined"}),
]  # fmt: skip

REFUSED: list[tuple[str, str, str, dict[str, Any], type[OrderError], str, str, str]] = [
    ("honour", "honour.log", "map", BOW, N, "", "", "Team Control"),
    ("honour", "honour.log", "team", BOW, E, "twice", "", "You booked this"),
    ("start", "honour.log", "team", {"clan": "takeda", "reason": "bow"}, A, "character", "R28", "is for a person"),
    ("start", "honour.log", "team", {**BOW, "reason": "bows"}, U, "reason", "", 'Did you mean "bow"?'),
    ("start", "honour.log", "team", {**BOW, "points": 0}, U, "points", "", "nothing to book"),
    ("honour", "honour.correct", "npd", RIGHT, N, "", "", "Team Control"),
    ("honour", "honour.correct", "team", {**RIGHT, "honour": 9}, U, "honour", "", "no honour"),
    ("honour", "honour.correct", "team", {**RIGHT, "points": 1}, A, "points", "", "counts +1 already"),
    ("honour", "honour.correct", "team", {**RIGHT, "now": 2}, E, "points", "", "corrected at another desk"),
    ("honour", "honour.correct", "team", {**RIGHT, "reason": "no"}, U, "reason", "", "3 letters"),
    ("honour", "honour.level", "team", LEVEL, N, "", "", "Game Control"),
    ("honour", "honour.level", "game", {**LEVEL, "umpire": "Taro"}, U, "umpire", "", "No umpire"),
    ("honour", "honour.level", "game", {**LEVEL, "points": 0}, U, "points", "", "level nothing"),
    ("waiting", "confirmation.give", "team", {"confirmation": 1}, A, "confirmation", "", "asked for this yourself"),
    ("waiting", "confirmation.decline", "map", {"confirmation": 1}, U, "confirmation", "", "Nothing with the number 1"),
    ("waiting", "confirmation.give", "map", {"confirmation": 1}, U, "confirmation", "", "Nothing with the number 1"),
    ("waiting", "confirmation.give", "game", {"confirmation": 2}, U, "confirmation", "", "Nothing with the number 2"),
    ("honour proposed", "proposal.book", "map", {"proposal": 1}, N, "", "", "Team Control"),
    ("honour proposed", "proposal.book", "team", {"proposal": 1, "points": 0}, U, "points", "", "Decline it instead"),
    ("honour proposed", "proposal.decline", "team", {"proposal": 9}, U, "proposal", "", "no honour proposal"),
    ("honour answered", "proposal.decline", "team", {"proposal": 1}, E, "proposal", "", "booked already"),
    ("honour", "board.release", "team", {}, N, "", "", "Game Control"),
    ("honour", "board.release", "game", {"seen": "another one"}, E, "seen", "", "has changed since you looked"),
    ("honour", "honour.import", "team", {"rows": []}, N, "", "", "Game Control"),
    ("honour", "honour.import", "game", {"rows": []}, U, "rows", "", "no line"),
    ("honour", "honour.import", "game", {"rows": [{"clan": "Odo", "reason": "event"}]}, U, "rows.0.clan", "",
     'Did you mean "Oda"?'),
]  # fmt: skip
