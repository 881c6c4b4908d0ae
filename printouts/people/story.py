"""Your story: what a player's person did and lived through, season by season, on one page to take home.

It is one page whatever happened. A long life is set smaller; if that is not enough, the least of it is left out, and
the page says how many things that were.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from itertools import groupby

from control.kernel.drawing.marks.signs import Sign
from control.kernel.values import dataclass
from printouts import flow
from printouts.clan_band import draw_sign
from printouts.paper import (
    A4,
    ACCENT,
    GREY,
    LINE,
    REGULAR,
    SEMIBOLD,
    SERIF,
    SERIF_BOLD,
    Paper,
    Style,
    fitting,
    wrapped,
)
from printouts.styles import CODE, FINE, LABEL, LARGE


@dataclass(frozen=True)
class Event:
    """Something that happened: in which season, in a sentence. ``weight`` is 3 for what decides a life, 2 for what
    matters, 1 for the rest; ``own`` whether it was his, or his clan's."""

    when: str
    sentence: str
    weight: int
    own: bool = True


@dataclass(frozen=True)
class Story:
    """A person’s story. ``player`` is who played him (empty: nobody), ``office`` names his clan and titles too; ``end``
    says in one line how it ended for him, ``figures`` are a label and a value. Colours are ``#rrggbb``."""

    name: str
    kanji: str
    office: str
    player: str
    clan: Sign
    when: str
    figures: tuple[tuple[str, str], ...]
    end: str
    events: tuple[Event, ...]


LEFT, RIGHT = 18.0, 192.0
TOP, BOTTOM, GUTTER = 76.0, 272.0, 9.0
WIDE, NARROW = RIGHT - LEFT, (RIGHT - LEFT - GUTTER) / 2
LARGEST, SMALLEST = 12.5, 7.5
LEAST_NAME = 17.0  # points: a longer name takes two lines
SHORT = 110.0  # what is no higher than this stands across the page

EYEBROW = Style(SEMIBOLD, 10.5, ACCENT)
KANJI = Style(REGULAR, 18, GREY)
OFFICE = Style(REGULAR, 12)
SEASON = Style(SERIF_BOLD, 12, ACCENT)
TEXT = Style(SERIF, 10, spacing=1.35)
CLAN = Style(REGULAR, 10, GREY, spacing=1.35)
END = Style(SERIF_BOLD, 12)


def story(paper: Paper, found: Story) -> None:
    """The page of one person, A4 upright."""
    paper.lay(A4)
    _draw_head(paper, found)
    columns, left_out = _columns(found.events)
    for number, rows in enumerate(columns):
        with paper.place(LEFT + number * (NARROW + GUTTER), 0):
            flow.draw(paper, rows, TOP)
    if len(columns) > 1:
        paper.line(LEFT + NARROW + GUTTER / 2, TOP + 2, LEFT + NARROW + GUTTER / 2, BOTTOM, ink=LINE, weight=0.4)
    paper.line(LEFT, 276, RIGHT, 276, weight=0.8)
    paper.block(LEFT, 281.5, found.end, END, WIDE, 2)
    if left_out:
        words = f"{left_out} more things are left out for want of room; the journal has them."
        paper.fit(LEFT, 291, words, FINE, 120)
    paper.fit(RIGHT, 291, found.when, FINE, 50, "right")
    paper.turn_page()


def _draw_head(paper: Paper, found: Story) -> None:
    paper.fit(LEFT, 17, f"Your story, {found.player}" if found.player else "A story nobody played", EYEBROW, 110)
    draw_sign(paper, RIGHT - 56, 11, 56, 9, found.clan)
    if fitting(found.name, LARGE, WIDE - 30)[0].size > LEAST_NAME:
        used = paper.fit(LEFT, 33, found.name, LARGE, WIDE - 30)
        paper.fit(LEFT + used + 5, 33, found.kanji, KANJI, WIDE - used - 5)
    else:
        paper.block(LEFT, 28, found.name, LARGE.at(LEAST_NAME), WIDE, 2)
    paper.fit(LEFT, 41, found.office, OFFICE, WIDE)
    paper.line(LEFT, 46, RIGHT, 46, weight=1)
    wide = (RIGHT - LEFT) / max(len(found.figures), 1)
    for number, (label, value) in enumerate(found.figures):
        paper.fit(LEFT + number * wide, 52, label, LABEL, wide - 3)
        paper.fit(LEFT + number * wide, 59, value, CODE, wide - 3)
    paper.line(LEFT, 64, RIGHT, 64, ink=LINE, weight=0.5)
    if any(not one.own for one in found.events):
        paper.fit(LEFT, 70, "In grey: what befell your clan", CLAN.at(9), RIGHT - LEFT)


def _columns(events: Sequence[Event]) -> tuple[list[list[flow.Row]], int]:
    """The events across the page, or in two columns, as large as they may be; and how many had to be left out."""
    if len(whole := _set(events, LARGEST + 1, WIDE, SHORT)) == 1:
        return whole, 0
    size = LARGEST
    while len(columns := _set(events, size)) > 2 and size > SMALLEST:
        size -= 0.5
    if len(columns) == 1:  # beside it half of the page would be empty
        return _set(events, size, WIDE), 0
    kept = list(events)
    for rank in sorted({(one.weight, one.own) for one in events}):  # the small first, and the clan's before his own
        if len(columns) <= 2:
            break
        fewer = range(1 + sum((one.weight, one.own) == rank for one in kept))
        most = bisect_left(fewer, 1, key=lambda left: len(_set(_thinned(kept, rank, left), SMALLEST)) > 2)
        kept = _thinned(kept, rank, max(most - 1, 0))
        columns = _set(kept, SMALLEST)
    return columns, len(events) - len(kept)


def _thinned(events: Sequence[Event], rank: tuple[int, bool], left: int) -> list[Event]:
    """The events with only so many of one rank, evenly over the years."""
    spots = [spot for spot, one in enumerate(events) if (one.weight, one.own) == rank]
    stay = {spots[number * len(spots) // left] for number in range(left)}
    return [one for spot, one in enumerate(events) if spot in stay or (one.weight, one.own) != rank]


def _set(
    events: Sequence[Event], size: float, width: float = NARROW, height: float = BOTTOM - TOP
) -> list[list[flow.Row]]:
    """The events set in a size, in as many columns as they need."""
    rows = [
        row for when, those in groupby(events, key=lambda one: one.when) for row in _season(when, those, size, width)
    ]
    return flow.pages(rows or [_paragraph("The journal does not speak of you.", CLAN.at(size), width)], height)


def _season(when: str, events: Iterable[Event], size: float, width: float) -> list[flow.Row]:
    style = SEASON.at(size * 1.15)

    def draw(paper: Paper, y: float) -> None:
        paper.fit(0, y + style.leading * 1.15, when, style, width)

    head = flow.Row(style.leading * 1.6, draw, with_next=True)
    return [head, *(_paragraph(one.sentence, (TEXT if one.own else CLAN).at(size), width) for one in events)]


def _paragraph(words: str, style: Style, width: float) -> flow.Row:
    lines = wrapped(words, style, width)

    def draw(paper: Paper, y: float) -> None:
        for number, line in enumerate(lines, start=1):
            paper.fit(0, y + number * style.leading - 1, line, style, width)

    return flow.Row(len(lines) * style.leading + style.leading * 0.35, draw)
