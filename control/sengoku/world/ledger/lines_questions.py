"""The lines of a gate: everything that closing a season writes, as the page shows it and the action carries it out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from control.kernel.grouping import grouped
from control.kernel.values import dataclass
from control.sengoku.rules.economy import Transfer

CHAPTERS: Mapping[str, str] = {
    # what is passed over, if Game Control goes on over it
    "encounter": "Encounters passed over",
    "battle": "Battles that end unfinished",
    # at the end of winter
    "upkeep": "Works that nobody pays for",
    "turn": "The season",
    # at the onset of winter
    "army": "Armies go home",
    "garrison": "Garrisons go home",
    "lapsed": "Nothing comes back over winter",
    "levy": "Provinces may raise their full value again",
    "older": "A year older",
    "work": "Works that are ready",
    "savings": "What is kept",
    "income": "New income",
    "taken": "Half income is over",
    "award": "Yearly honour, proposed",
    # in every season
    "recovery": "Losses that come back",
    "wound": "Wounds that are over",
    "muster": "Troops that arrive",
    "letter": "Letters that were late",
    "ordered": "Works that are being built",
    "orders": "Orders",
    "draw": "Cards for age",
    "clock": "The clock",
    "copy": "A copy",
}
"""What closing a season may write, in the order in which it is done."""


@dataclass(frozen=True)
class Line:
    """One thing that closing a season writes. ``chapter`` is a key of CHAPTERS, ``rests_on`` the section or ruling.

    ``row`` is the key of the row it is about, ``value`` its figure (counters, points), ``moves`` what is booked.
    """

    chapter: str
    sentence: str
    rests_on: str = ""
    clan: str | None = None
    row: Any = None
    value: int = 0
    moves: tuple[Transfer, ...] = ()


@dataclass(frozen=True)
class Chapter:
    """The lines of one chapter."""

    key: str
    title: str
    lines: tuple[Line, ...]


def in_chapters(lines: Iterable[Line]) -> tuple[Chapter, ...]:
    """The lines chapter by chapter, in the order in which they are carried out."""
    found = grouped((line.chapter, line) for line in lines)
    return tuple(Chapter(key, title, tuple(found[key])) for key, title in CHAPTERS.items() if key in found)
