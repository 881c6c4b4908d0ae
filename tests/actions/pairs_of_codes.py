"""Codes withdrawn and given anew, in pairs (see test_pairs.py): stage, action, desk, arguments, outcome."""

from __future__ import annotations

from typing import Any

from control.kernel.errors import NotThisDesk, OrderError, OrderNotAllowed, OrderNotUnderstood

HAPPENS: list[tuple[str, str, str, dict[str, Any], str, tuple[str, Any], Any, Any]] = [
    ("start", "desk.new_code", "game", {"desk": "map", "sign_out": True},
     "Map Control has a new code, and whoever was signed in there has to sign in again.",
     ("desk", "map"), {"issue": 0, "since": 0}, {"issue": 1, "since": 1}),
    ("orders", "army.new_code", "map", {"army": 2},
     "Takeda Harunobu, army A2-5, has a new code for his tactics. The old one opens nothing.",
     ("reprint", 1), {}, {"paper": "generals_code", "army": 2, "done": False}),
    ("casting", "duty.give_code", "game", {"umpire": "hans", "desk": "team"},
     "Hans, Team Control, has a code of his own.", ("desk", "team/1"), {}, {"name": "Hans", "issue": 0, "since": 0}),
    ("own code", "duty.withdraw_code", "game", {"umpire": "Hans", "desk": "team"},
     "The code of Hans, Team Control, was withdrawn, and he is signed out everywhere.",
     ("desk", "team/1"), {"since": 0}, {"since": 1}),
]  # fmt: skip

REFUSED: list[tuple[str, str, str, dict[str, Any], type[OrderError], str, str, str]] = [
    ("casting", "duty.give_code", "team", {"umpire": "Hans", "desk": "team"}, NotThisDesk, "", "", "Game Control"),
    ("casting", "duty.give_code", "game", {"umpire": "Hanns", "desk": "team"}, OrderNotUnderstood, "umpire", "",
     "Did you mean"),
    ("casting", "duty.withdraw_code", "game", {"umpire": "Hans", "desk": "team"}, OrderNotAllowed, "umpire", "",
     "no code of his own"),
    ("start", "desk.new_code", "map", {"desk": "map"}, NotThisDesk, "", "", "Game Control"),
    ("start", "desk.new_code", "game", {"desk": "mop"}, OrderNotUnderstood, "desk", "", "game, map, team"),
    ("start", "army.new_code", "map", {"army": 9}, OrderNotUnderstood, "army", "", "no army"),
    ("winter", "army.new_code", "map", {"army": 2}, OrderNotAllowed, "army", "", "no longer on the map"),
    ("orders", "army.new_code", "team", {"army": 2}, NotThisDesk, "", "", "Map Control"),
]  # fmt: skip
