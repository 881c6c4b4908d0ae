"""Printing in pairs (see test_pairs.py): stage, action, desk, arguments, outcome."""

from __future__ import annotations

from typing import Any

from control.kernel.errors import NotThisDesk, OrderError, OrderNotAllowed, OrderNotUnderstood

CARD = {"kind": "army_cards", "stock": "A4", "items": {"1": "0123456789abcdef"}}

HAPPENS: list[tuple[str, str, str, dict[str, Any], str, tuple[str, Any], Any, Any]] = [
    (
        "orders",
        "print.record",
        "map",
        {"state": 1, "printed": [CARD, {**CARD, "kind": "order_cards"}]},
        "Printed: army cards, order cards (2 things).",
        ("printing", 1),
        {},
        {"run": 1, "state": 1, "kind": "army_cards", "stock": "A4", "desk": "map", "items": CARD["items"]},
    ),
]

REFUSED: list[tuple[str, str, str, dict[str, Any], type[OrderError], str, str, str]] = [
    ("orders", "print.record", "game", {"state": 999, "printed": [CARD]}, OrderNotAllowed, "state", "",
     "has not been made yet"),
    ("orders", "print.record", "game", {"state": 1, "printed": []}, OrderNotUnderstood, "printed", "",
     "Say what was printed"),
    ("orders", "print.record", "game", {"state": 1, "printed": [CARD, {**CARD, "items": {}}]}, OrderNotUnderstood,
     "printed.1.items", "", "Say which things"),
    ("orders", "print.record", "game", {"state": 1, "printed": [{**CARD, "items": {"x" * 81: "0"}}]},
     OrderNotUnderstood, f"printed.0.items.{'x' * 81}.[key]", "", "80 fit"),
    ("orders", "print.record", "team", {"state": 1, "printed": [CARD]}, NotThisDesk, "printed.0.kind", "",
     "is printed at Game Control, Map Control, not here"),
    ("orders", "print.record", "team", {"state": 1, "printed": [{**CARD, "kind": "army_crads"}]}, OrderNotUnderstood,
     "printed.0.kind", "", "Did you mean"),
]  # fmt: skip
