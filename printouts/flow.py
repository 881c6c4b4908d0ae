"""Lists that run on: rows of unequal height down a page, then down the next one, each with its head."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, repeat

from control.kernel.values import dataclass
from printouts.paper import Paper


@dataclass(frozen=True)
class Row:
    """Something that is not divided between two pages: its height in millimetres, and how it is drawn with its top at
    y. ``with_next`` keeps it on one page with what follows: a heading. ``again`` is a row that stands above it where it
    begins a page: the headings of a table. One that can ``give`` so many millimetres is made ``lower`` by as much as it
    must be to stay on its page: a picture. A ``fresh`` one begins a page, a ``spare`` one is left out where there is no
    room for it: lines to write on are no reason for another page."""

    height: float
    draw: Callable[[Paper, float], None]
    with_next: bool = False
    again: Row | None = None
    give: float = 0
    lower: Callable[[float], Row] | None = None
    fresh: bool = False
    spare: bool = False


def pages(rows: Sequence[Row], room: float, first: Sequence[float] = ()) -> list[list[Row]]:
    """The rows in pages that have so many millimetres for them, the ``first`` of them so many of their own. A row
    taller than a page has one to itself."""
    rooms = chain(first, repeat(room))
    room = next(rooms)
    found: list[list[Row]] = [[]]
    left, held = room, 0  # those before the row of this number stand with one above them
    for number, row in enumerate(rows):
        whole = list(together(rows, number, room))
        short = sum(one.height for one in whole) - left
        if row.spare and short > 0:
            continue
        parted = number >= held and short > sum(one.give for one in whole)
        held = held if number < held else number + len(whole)
        if found[-1] and (row.fresh or parted):
            found.append([row.again] if row.again else [])
            room = next(rooms)
            left = room - (row.again.height if row.again else 0)
        elif row.lower and 0 < short <= row.give:
            row = row.lower(short)
        found[-1].append(row)
        left -= row.height
    return found


def together(rows: Sequence[Row], number: int, room: float) -> Iterator[Row]:
    """A row, and what must stand on the same page below it, as far as a page has room for them."""
    for row in rows[number:]:
        room -= row.height - row.give
        if room < 0 and row is not rows[number]:
            return
        yield row
        if not row.with_next:
            return


def stacked(rows: Sequence[Row]) -> Row:
    """Rows as one that no page divides."""
    return Row(sum(row.height for row in rows), lambda paper, y: draw(paper, rows, y))


def draw(paper: Paper, rows: Sequence[Row], top: float) -> None:
    """The rows of one page, the first of them at the top."""
    for row in rows:
        row.draw(paper, top)
        top += row.height
