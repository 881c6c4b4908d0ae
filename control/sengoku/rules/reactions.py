"""How the people of a clan that nobody plays stand to others (handbook 7), in five steps."""

from __future__ import annotations

ATTITUDES = {-2: "hostile", -1: "cold", 0: "neutral", 1: "friendly", 2: "devoted"}
"""The five steps of an attitude, in words."""
LOWEST, HIGHEST = min(ATTITUDES), max(ATTITUDES)


def moved(attitude: int, steps: int) -> int:
    """An attitude that moved by so many steps, as far as it goes."""
    return max(LOWEST, min(HIGHEST, attitude + steps))
