"""How the Impact of a play adds up, in a line."""

from __future__ import annotations

from control.sekigahara.rules.combat.state import Impact

SHORT = {"base": "mon", "same_clan": "clan", "special": "attack"}
"""The parts of Impact in a word, as the ladder has them (8.3.2, 8.3.3, 8.4.1)."""


def sum_of(impact: Impact) -> str:
    """How it adds up: ``1 mon + 1 clan + 4 attack = 6``."""
    parts = [(getattr(impact, part), word) for part, word in SHORT.items()]
    terms = [f"{value} {word}" for value, word in parts if value]
    return " + ".join(terms) + (f" = {impact.sum}" if len(terms) > 1 else "")
