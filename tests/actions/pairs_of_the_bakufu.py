"""Calls, levies and rebellions in pairs (see test_pairs.py): stage, action, desk, arguments, outcome."""

from __future__ import annotations

from typing import Any

from control.kernel.errors import ChangedElsewhere, NotThisDesk, OrderError, OrderNotAllowed, OrderNotUnderstood

U, A, E = OrderNotUnderstood, OrderNotAllowed, ChangedElsewhere
LEVY = {"kind": "points", "clan": "hojo", "amount": 3, "season": "1550-summer"}
TROOPS = {"kind": "troops", "clan": "hojo", "amount": 3, "season": "1550-summer"}
COMMAND = {"kind": "command", "clan": "hojo", "character": "hojo-ujiyasu", "season": "1550-summer"}

HAPPENS: list[tuple[str, str, str, dict[str, Any], str, tuple[str, Any], Any, Any]] = [
    ("calls", "call.issue", "bakufu", LEVY,
     "Call C4-N: Hōjō owes the Bakufu 3 points, by the end of summer 1550 (R38).",
     ("call", 4), {}, {"kind": "points", "amount": 3, "due": 1, "answer": "", "withdrawn": False}),
    ("calls", "call.answer", "team", {"call": 1, "answer": "part", "amount": 2},
     "Takeda obeys in part and paid 2 points at call C1-F.",
     ("call", 1), {"answer": "", "given": 0}, {"answer": "part", "given": 2}),
    ("calls", "call.withdraw", "game", {"call": 2, "reason": "peace has come"},
     "Call C2-H on Uesugi was withdrawn: peace has come.", ("call", 2), {"withdrawn": False}, {"withdrawn": True}),
    ("contingent", "call.contingent", "map", {"call": 2, "army": 1},
     "Army A1-3 is the contingent of Uesugi at call C2-H (R38).", ("call", 2), {"army": None}, {"army": 1}),
    ("calls", "rebellion.declare", "bakufu", {"clan": "mori", "reason": "no word came"},
     "The Bakufu declares Mōri in rebellion: no word came. Attacks on it break no promise and cost no honour (R38).",
     ("rebellion", 2), {}, {"clan": "mori", "lifted": False}),
    ("calls", "rebellion.lift", "game", {"clan": "miyoshi"},
     "Miyoshi is in rebellion no more. Promises to it hold again (R38).",
     ("rebellion", 1), {"lifted": False}, {"lifted": True}),
]  # fmt: skip

REFUSED: list[tuple[str, str, str, dict[str, Any], type[OrderError], str, str, str]] = [
    ("calls", "call.issue", "bakufu", {**LEVY, "season": "1549-autumn"}, A, "season", "R38",
     "Autumn 1549 has passed: it is spring 1550."),
    ("calls", "call.issue", "bakufu", {**LEVY, "season": "summer"}, U, "season", "", "like 1550-summer"),
    ("calls", "call.issue", "bakufu", {**LEVY, "clan": "bakufu"}, A, "clan", "", "no call on itself"),
    ("calls", "call.issue", "bakufu", {**LEVY, "character": "hojo-ujiyasu"}, U, "character", "", "no commander"),
    ("calls", "call.issue", "bakufu", {"kind": "troops", "clan": "hojo", "season": "1550-summer"}, U, "amount", "",
     "how many counters"),
    ("calls", "call.issue", "bakufu", {**COMMAND, "amount": 3}, U, "amount", "", "has no amount"),
    ("calls", "call.issue", "bakufu", {**COMMAND, "clan": "takeda"}, A, "character", "", "is not of Takeda"),
    ("calls", "call.issue", "team", LEVY, NotThisDesk, "", "", "Bakufu"),
    ("calls", "call.answer", "team", {"call": 1, "answer": "excuse"}, U, "words", "", "how it excuses itself"),
    ("calls", "call.answer", "team", {"call": 1, "answer": "part", "amount": 5}, U, "amount", "", "from 1 to 4"),
    ("calls", "call.answer", "team", {"call": 1, "answer": "obeys", "amount": 5}, U, "amount", "", "in part"),
    ("calls", "call.answer", "team", {"call": 3, "answer": "part", "amount": 1}, A, "answer", "", "in part"),
    ("calls", "call.answer", "bakufu", {"call": 1, "answer": "obeys"}, NotThisDesk, "answer", "", "books are kept"),
    ("calls", "call.answer", "npd", {"call": 1, "answer": "refuses"}, U, "call", "", "There is no call"),
    ("poor", "call.answer", "team", {"call": 4, "answer": "obeys"}, A, "answer", "R27", "costs 900"),
    ("calls", "call.withdraw", "bakufu", {"call": 9, "reason": "an error"}, U, "call", "", "There is no call"),
    ("calls", "call.contingent", "map", {"call": 2, "army": 1}, A, "call", "", "promised no troops"),
    ("contingent", "call.contingent", "map", {"call": 2, "army": 2}, A, "army", "", "no army of Uesugi"),
    ("calls", "rebellion.declare", "bakufu", {"clan": "miyoshi", "reason": "again"}, E, "clan", "", "already"),
    ("calls", "rebellion.declare", "team", {"clan": "mori", "reason": "no word"}, NotThisDesk, "", "", "Bakufu"),
    ("calls", "rebellion.lift", "bakufu", {"clan": "mori"}, A, "clan", "", "not in rebellion"),
]  # fmt: skip
