"""Edicts in pairs (see test_pairs.py): stage, action, desk, arguments, outcome."""

from __future__ import annotations

from typing import Any

from control.kernel.errors import NotThisDesk, OrderError, OrderNotAllowed, OrderNotUnderstood

PEACE = {"authority": "emperor", "title": "On peace", "text": "Let swords be sheathed.\nLet the roads be open."}

HAPPENS: list[tuple[str, str, str, dict[str, Any], str, tuple[str, Any], Any, Any]] = [
    ("edict", "edict.issue", "bakufu", PEACE, "Edict E2-E was issued in the name of the Emperor: “On peace”.",
     ("edict", 2), {}, {"code": "E2-E", "authority": "emperor", "year": 1550, "season": "spring", "withdrawn": False}),
    ("edict", "edict.withdraw", "game", {"edict": 1, "reason": "it was forged"},
     "Edict E1-C, “On the levy for Nijō”, was withdrawn: it was forged.",
     ("edict", 1), {"withdrawn": False}, {"withdrawn": True}),
]  # fmt: skip

REFUSED: list[tuple[str, str, str, dict[str, Any], type[OrderError], str, str, str]] = [
    ("edict", "edict.issue", "game", {**PEACE, "authority": "shogan"}, OrderNotUnderstood, "authority", "",
     'Did you mean "shogun"?'),
    ("edict", "edict.issue", "game", {**PEACE, "text": " \n \n"}, OrderNotUnderstood, "text", "", "needed"),
    ("edict", "edict.issue", "game", {**PEACE, "title": "x" * 81}, OrderNotUnderstood, "title", "", "80 fit"),
    ("shogunless", "edict.issue", "bakufu", {**PEACE, "authority": "shogun"}, OrderNotAllowed, "authority", "H8",
     "There is no Shogun now."),
    ("edict", "edict.issue", "map", PEACE, NotThisDesk, "", "", "Bakufu"),
    ("edict", "edict.withdraw", "bakufu", {"edict": 7, "reason": "an error"}, OrderNotUnderstood, "edict", "",
     "There is no edict"),
    ("edict", "edict.withdraw", "bakufu", {"edict": 1, "reason": "x"}, OrderNotUnderstood, "reason", "", "3 letters"),
    ("edict", "edict.withdraw", "npd", {"edict": 1, "reason": "an error"}, NotThisDesk, "", "", "Bakufu"),
]  # fmt: skip
