"""Colours on paper: softened so that ink stays legible, measured as WCAG does."""

from __future__ import annotations

import re
from functools import lru_cache

PAPER = "#f1ebdd"
SEA = "#cbd9dc"
INK = "#231f1c"
READABLE = 5.5  # contrast of ink on a softened colour; WCAG AA asks for 4.5
_HEX = re.compile(r"#[0-9a-fA-F]{6}")


def contrast(one: str, other: str) -> float:
    """WCAG's contrast ratio of two ``#rrggbb`` colours, from 1 to 21."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


@lru_cache(maxsize=256)
def softened(colour: str) -> str:
    """A holder's colour as a wash on the paper, light enough for ink to be read on it.

    Anything that is no ``#rrggbb`` gives plain paper: a wrong colour must not take the map down.
    """
    if not _HEX.fullmatch(colour):
        return PAPER
    strength = 0.5
    while contrast(mixed(colour, PAPER, strength), INK) < READABLE:
        strength -= 0.03
    return mixed(colour, PAPER, strength)


def mixed(colour: str, ground: str, strength: float) -> str:
    """``colour`` laid on ``ground`` with a strength from 0 to 1."""
    pairs = zip(_channels(colour), _channels(ground), strict=True)
    return "#" + "".join(f"{round(a * strength + b * (1 - strength)):02x}" for a, b in pairs)


def _channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def light(colour: str) -> list[float]:
    """How much red, green and blue light a ``#rrggbb`` colour is, each from 0 to 1."""
    shares = [channel / 255 for channel in _channels(colour)]
    return [share / 12.92 if share <= 0.04045 else float(((share + 0.055) / 1.055) ** 2.4) for share in shares]


def _luminance(colour: str) -> float:
    red, green, blue = light(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
