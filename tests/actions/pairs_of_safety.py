"""Restores and starts in the middle of a day, in pairs (see test_pairs.py): stage, action, desk, arguments, outcome."""

from __future__ import annotations

from typing import Any

from control.kernel.errors import NotThisDesk, OrderError, OrderNotAllowed, OrderNotUnderstood
from control.sengoku.paper.fallback.state_lines import ArmyLine

U, A, N = OrderNotUnderstood, OrderNotAllowed, NotThisDesk
BACK = {"snapshot": "a copy", "lost": 1, "kept": 9}
NOW: dict[str, Any] = {"year": 1551, "season": "summer"}
POST = {"clan": "takeda", "province": "kai", "place": None, "troops": 3}
RIDER = ArmyLine(general="takeda-harunobu", province="kai", troops=7).model_dump()

HAPPENS: list[tuple[str, str, str, dict[str, Any], str, tuple[str, Any], Any, Any]] = [
    ("orders", "game.restored", "game", BACK,
     "The game was set back to how it stood in spring 1550: 1 entry after it was lost. What was replaced is kept in "
     "the copy that ends with entry 9.", ("announcement", 1), {}, {"umpire": "Game Control", "ended": False}),
    ("start", "journal.look", "game", {}, "Game Control, Game Control, looked.", ("", 0), {}, {}),
    ("start", "game.begin_midway", "game", {**NOW, "armies": [RIDER], "garrisons": [POST]},
     "The day goes on in summer 1551, from what was typed in: 1 garrison, 1 army.",
     ("game", 1), {"year": 1550, "season": "spring"}, {"year": 1551, "season": "summer", "seasons": 5}),
]  # fmt: skip

REFUSED: list[tuple[str, str, str, dict[str, Any], type[OrderError], str, str, str]] = [
    ("orders", "journal.look", "map", {}, N, "", "", "Game Control"),
    ("orders", "game.restored", "map", BACK, N, "", "", "Game Control"),
    ("orders", "game.restored", "game", {**BACK, "lost": -1}, U, "lost", "", "from 0"),
    ("orders", "game.begin_midway", "game", NOW, A, "force", "", "This game has begun"),
    ("battle", "game.begin_midway", "game", {**NOW, "force": "it was wrong"}, A, "season", "", "battle 1 in Shinano"),
    ("start", "game.begin_midway", "map", NOW, N, "", "", "Game Control"),
    ("start", "game.begin_midway", "game", {"year": 1549, "season": "summer"}, A, "year", "", "begins in spring 1550"),
    ("start", "game.begin_midway", "game", {"year": 1551, "season": "lent"}, U, "season", "", "is one of"),
    ("start", "game.begin_midway", "game", {**NOW, "provinces": [{"id": "kai"}, {"id": "kay"}]}, U,
     "provinces.1.id", "", 'Did you mean "kai"?'),
    ("start", "game.begin_midway", "game", {**NOW, "provinces": [{"id": "kai", "holder": "taketa"}]}, U,
     "provinces.0.holder", "", 'Did you mean "takeda"?'),
    ("start", "game.begin_midway", "game", {**NOW, "provinces": [{"id": "kai", "raised": -1}]}, U,
     "provinces.0.raised", "", "from 0"),
    ("start", "game.begin_midway", "game", {**NOW, "places": [{"id": "kyoto"}, {"id": "kyoto"}]}, A, "places.1.id", "",
     "in the list already"),
    ("start", "game.begin_midway", "game", {**NOW, "clans": [{"id": "oda", "rice": 3}]}, U, "clans.0.cash", "",
     "missing"),
    ("start", "game.begin_midway", "game", {**NOW, "armies": [RIDER, {**RIDER, "province": "hida"}]}, A,
     "armies.1.general", "", "another army"),
    ("start", "game.begin_midway", "game",
     {**NOW, "armies": [RIDER], "characters": [{"id": "takeda-harunobu", "alive": False}]}, A, "armies.0.general", "",
     "is dead"),
    ("start", "game.begin_midway", "game", {"year": 1551, "season": "winter", "armies": [RIDER]}, A,
     "armies.0.general", "R18", "winter"),
    ("start", "game.begin_midway", "game", {**NOW, "garrisons": [POST, {**POST, "province": "owari"}]}, A,
     "garrisons.1.province", "H6", "Takeda holds nothing in Owari"),
    ("start", "game.begin_midway", "game", {**NOW, "garrisons": [POST, POST]}, A, "garrisons.1.province", "",
     "Add them up"),
    ("start", "game.begin_midway", "game", {**NOW, "treaties": [{"kind": "peace", "one": "oda", "other": "oda"}]}, A,
     "treaties.0.other", "", "with itself"),
    ("start", "game.begin_midway", "game",
     {**NOW, "characters": [{"id": "takeda-harunobu", "held_by": "takeda"}]}, A, "characters.0.held_by", "", "hostage"),
    ("start", "game.begin_midway", "game", {**NOW, "honour": [{"clan": "oda", "points": "many"}]}, U,
     "honour.0.points", "", "whole number"),
]  # fmt: skip
