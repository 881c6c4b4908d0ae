"""Changing the scenario, in pairs (see test_pairs.py): stage, action, desk, arguments, outcome."""

from __future__ import annotations

from typing import Any

from control.kernel.errors import NotThisDesk, OrderError, OrderNotAllowed, OrderNotUnderstood
from control.sengoku.scenario.load import load

POST = load("sengoku_1550").files["tables/post.toml"]
CHANGED = {"file": "tables/post.toml", "text": f"# slower\n{POST}", "reason": "we vote"}

HAPPENS: list[tuple[str, str, str, dict[str, Any], str, tuple[str, Any], Any, Any]] = [
    ("start", "scenario.change", "game", CHANGED,
     "The scenario’s file tables/post.toml was changed. Reason: we vote.", ("scenario_file", "tables/post.toml"),
     {"text": POST}, {"text": f"# slower\n{POST}"}),
]  # fmt: skip

REFUSED: list[tuple[str, str, str, dict[str, Any], type[OrderError], str, str, str]] = [
    ("start", "scenario.change", "map", CHANGED, NotThisDesk, "", "", "Game Control"),
    ("start", "scenario.change", "game", {**CHANGED, "reason": ""}, OrderNotUnderstood, "reason", "", "needed"),
    ("start", "scenario.change", "game", {**CHANGED, "text": POST}, OrderNotUnderstood, "text", "", "as it is"),
    ("start", "scenario.change", "game", {**CHANGED, "text": "[die]\n7 = 1"}, OrderNotUnderstood, "text", "",
     "tables/post.toml"),
    ("start", "scenario.change", "game", {**CHANGED, "file": "tables/past.toml"}, OrderNotUnderstood, "file", "",
     'Did you mean "tables/post.toml"?'),
    ("start", "scenario.change", "game", {**CHANGED, "file": "provinces.csv"}, OrderNotAllowed, "text", "",
     "became the rows"),
    ("start", "scenario.change", "game", {**CHANGED, "file": "scenario.toml"}, OrderNotAllowed, "text", "",
     "Rule options are changed at Rulings"),
]  # fmt: skip
