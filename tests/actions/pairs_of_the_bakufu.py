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
    ("petitions", "petition.file", "team", {"clan": "takeda", "matter": "Who is\ngovernor?", "kind": "title"},
     "Petition P3-P: Takeda asks the Bakufu for a judgement: Who is governor?",
     ("petition", 3), {}, {"clan": "takeda", "against": None, "state": "filed"}),
    ("filed", "petition.hear", "bakufu", {"petition": 1}, "The Bakufu has heard petition P1-J of Takeda.",
     ("petition", 1), {"state": "filed"}, {"state": "heard"}),
    ("petitions", "petition.decide", "bakufu",
     {"petition": 1, "verdict": "Shinano is Takeda’s.", "province": "shinano", "costs": 2, "paid_by": "uesugi"},
     "The Bakufu has decided petition P1-J of Takeda: Shinano is Takeda’s. Uesugi paid costs of 2 points.",
     ("petition", 1), {"state": "heard", "costs": 0}, {"state": "decided", "costs": 2, "province": "shinano"}),
    ("petitions", "petition.withdraw", "team", {"petition": 1}, "Takeda withdrew petition P1-J.",
     ("petition", 1), {"state": "heard"}, {"state": "withdrawn"}),
    ("start", "shogun.condition", "bakufu", {"character": "takeda-harunobu", "condition": 3, "met": True},
     "Takeda Harunobu as Shogun, condition 3, “He is of a family that is high enough”: met (R32).",
     ("shogun_condition", ("takeda-harunobu", 3)), {}, {"met": True, "umpire": "Bakufu"}),
    ("shogunless", "shogun.make", "game", {"character": "takeda-harunobu", "force": "the Emperor wills it"},
     "Takeda Harunobu of Takeda is Shogun: edicts and titles are in his name. He stays head of his clan; no land or "
     "treasury moves (R43). Forced: the Emperor wills it.",
     ("character", "takeda-harunobu"), {"role": "daimyo", "title": "Daimyo"},
     {"role": "shogun", "title": "Shogun and Daimyo"}),
    ("start", "shogun.retire", "bakufu", {"character": "ashikaga-yoshiteru"},
     "Ashikaga Yoshiteru is Shogun no more. He keeps no office (R43).",
     ("character", "ashikaga-yoshiteru"), {"role": "shogun"}, {"role": "elder", "title": "Retired Shogun"}),
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
    ("petitions", "petition.file", "team", {"clan": "takeda", "against": "takeda", "matter": "a quarrel"}, A,
     "against", "", "need not sue itself"),
    ("petitions", "petition.file", "npd", {"clan": "takeda", "matter": "a row"}, NotThisDesk, "clan", "", "another"),
    ("petitions", "petition.hear", "bakufu", {"petition": 1}, E, "petition", "", "heard already"),
    ("petitions", "petition.decide", "bakufu", {"petition": 2, "verdict": "He is."}, A, "petition", "",
     "was withdrawn"),
    ("petitions", "petition.decide", "bakufu", {"petition": 1, "verdict": "So be it.", "costs": 2, "paid_by": "hojo"},
     A, "paid_by", "", "one of the two sides"),
    ("petitions", "petition.decide", "bakufu", {"petition": 1, "verdict": "So be it.", "costs": 900}, A, "costs", "R27",
     "cannot pay"),
    ("petitions", "petition.withdraw", "npd", {"petition": 1}, U, "petition", "", "no petition"),
    ("start", "shogun.condition", "bakufu", {"character": "takeda-harunobu", "condition": 5}, NotThisDesk, "condition",
     "", "speaks for the Emperor"),
    ("shogunless", "shogun.condition", "game", {"character": "takeda-harunobu", "condition": 1}, E, "condition", "",
     "ticked that already"),
    ("start", "shogun.make", "bakufu", {"character": "takeda-harunobu"}, A, "character", "R32", "has to retire first"),
    ("shogunless", "shogun.make", "bakufu", {"character": "takeda-harunobu"}, A, "character", "R32",
     "Not ticked as met: 5. The Emperor approves"),
    ("shogunless", "shogun.make", "bakufu", {"character": "obu-toramasa"}, A, "character", "R43", "not at the head"),
    ("start", "shogun.retire", "bakufu", {"character": "takeda-harunobu"}, A, "character", "", "is not Shogun"),
]  # fmt: skip
