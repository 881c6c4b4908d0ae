"""Lists that run on: rows of unequal height down a page, then down the next one, each with its head."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from printouts.paper import Paper


@dataclass(frozen=True)
class Row:
    """Something that is not divided between two pages: its height in millimetres, and how it is drawn with its top at
    y. ``with_next`` keeps it on one page with what follows: a heading."""

    height: float
    draw: Callable[[Paper, float], None]
    with_next: bool = False


def pages(rows: Sequence[Row], room: float) -> list[list[Row]]:
    """The rows in pages that have so many millimetres for them. A row taller than a page has one to itself."""
    found: list[list[Row]] = [[]]
    left = room
    for number, row in enumerate(rows):
        after = rows[number + 1].height if row.with_next and number + 1 < len(rows) else 0
        needed = row.height + after
        if found[-1] and needed > left:
            found.append([])
            left = room
        found[-1].append(row)
        left -= row.height
    return found


def draw(paper: Paper, rows: Sequence[Row], top: float) -> None:
    """The rows of one page, the first of them at the top."""
    for row in rows:
        row.draw(paper, top)
        top += row.height
