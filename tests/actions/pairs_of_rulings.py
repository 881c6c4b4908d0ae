"""The pairs of the rulings: it happened, or it was refused."""

from __future__ import annotations

from typing import Any

from control.kernel.errors import ChangedElsewhere, NotThisDesk, OrderError, OrderNotUnderstood

OPTION = {"option": "odds_rounding", "now": "defender", "value": "nearest", "reason": "we vote"}

HAPPENS: list[tuple[str, str, str, dict[str, Any], str, tuple[str, Any], Any, Any]] = [
    ("start", "ruling.change_option", "game", OPTION,
     "Ruling changed. R1: How are odds rounded to a column? Now to the nearest column, no longer in the defender’s "
     "favour. Reason: we vote.", ("ruling", 1), {}, {"before": "defender", "after": "nearest"}),
    ("start", "ruling.record", "game", {"text": "Guests bow first", "ruling": "H4"}, "Ruling (H4): Guests bow first",
     ("ruling", 1), {}, {"text": "Guests bow first", "ruling": "H4"}),
]  # fmt: skip

REFUSED: list[tuple[str, str, str, dict[str, Any], type[OrderError], str, str, str]] = [
    ("start", "ruling.change_option", "game", {**OPTION, "option": "odd_rounding"}, OrderNotUnderstood, "option", "",
     'Did you mean "odds_rounding"?'),
    ("start", "ruling.change_option", "game", {**OPTION, "value": "nearst"}, OrderNotUnderstood, "value", "",
     'Did you mean "nearest"?'),
    ("start", "ruling.change_option", "game", {**OPTION, "now": "nearest"}, ChangedElsewhere, "value", "", "already"),
    ("start", "ruling.change_option", "game", {**OPTION, "reason": " "}, OrderNotUnderstood, "reason", "", "needed"),
    ("start", "ruling.change_option", "map", OPTION, NotThisDesk, "", "", "Game Control"),
    ("start", "ruling.record", "game", {"text": "bow"}, OrderNotUnderstood, "text", "", "5 letters"),
    ("start", "ruling.record", "team", {"text": "Guests bow first"}, NotThisDesk, "", "", "Game Control"),
]  # fmt: skip
