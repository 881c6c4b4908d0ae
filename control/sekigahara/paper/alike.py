"""What there is several of, as a paper names it: once, with how often."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

STAYS = "\u00a0"
"""A blank at which no line ends."""


def alike(words: Iterable[str]) -> str:
    """Words in their order; what is there several times stands once, with how often."""
    found = sorted(Counter(words).items())
    return ", ".join(f"{many}{STAYS}×{STAYS}{word}" if many > 1 else word for word, many in found)
