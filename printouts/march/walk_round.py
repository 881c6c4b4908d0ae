"""The walk-round: what the program says of each province, to be compared with the cloth map and ticked.

It carries the size of every force, so every page says that it is for umpires only.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, groupby

from control.kernel.values import dataclass
from printouts import flow
from printouts.listing import LEFT, Column, Head, Section, group, sheets
from printouts.paper import BOLD, LINE, SERIF_BOLD, Paper, Style, fitting, wrapped
from printouts.styles import BODY, CELL, FACT_STRONG, FINE

Force = tuple[str, str, int | None]
"""A clan's letters, words, counters."""


@dataclass(frozen=True)
class ProvinceRow:
    """A province: ``land`` is who holds it and what stands there, ``forces`` one line for each army, garrison and
    visitor (clan's letters, words, counters or None). ``checked`` says how and when it was compared as it is
    now, if it was."""

    name: str
    kanji: str
    region: str
    land: str
    places: tuple[str, ...]
    forces: tuple[Force, ...]
    checked: str = ""


@dataclass(frozen=True)
class WalkRound:
    """All provinces in the order one walks; ``when`` is season, year and how far the season has got."""

    when: str
    rows: tuple[ProvinceRow, ...]


COLUMNS = (Column("Province", 40), Column("The program says", 84), Column("as on the map", 16, align="centre"),
           Column("Remarks", 46))  # fmt: skip
SAYS, TICK, REMARKS, RIGHT = LEFT + 40, LEFT + 124, LEFT + 140, LEFT + 186
STEP = 4.3
PAD = 1.2
MOST_LINES = 54  # of one province on a page

NAME = Style(SERIF_BOLD, 12.5)
LEAST = 7.5  # points
CLAN = Style(BOLD, 9)


def walk_round(paper: Paper, sheet: WalkRound) -> None:
    """The sheets, A4 upright, as many as are needed."""
    head = Head(
        "For umpires only: the size of every force is on it",
        "Walk-round",
        sheet.when,
        "Tick what agrees. What differs is settled at the desk, with its reason.",
    )
    rows = chain.from_iterable(
        (group(region, RIGHT - LEFT), *chain.from_iterable(map(_province, provinces)))
        for region, provinces in groupby(sheet.rows, key=lambda one: one.region)
    )
    sheets(paper, head, [Section("", COLUMNS, tuple(rows))])


def _province(one: ProvinceRow) -> Iterator[flow.Row]:
    """A province; what is too much for a page goes on, with a box of its own, on the next."""
    room = TICK - SAYS - 3
    land = [line for words in (one.land, *one.places) for line in wrapped(words, CELL, room)]
    forces = tuple(_in_lines(one.forces, room - 21))
    most = max(1, MOST_LINES - len(land))
    yield _part(replace(one, forces=forces[:most]), land, room)
    if rest := forces[most:]:
        yield from _province(replace(one, land="continued", places=(), forces=rest))


def _in_lines(forces: Sequence[Force], room: float) -> Iterator[Force]:
    """The forces, in several lines where one would be too small to read."""
    for clan, words, count in forces:
        small = fitting(words, BODY, room)[0].size < LEAST
        first, *more = wrapped(words, BODY.at(LEAST), room) if small else (words,)
        yield clan, first, count
        yield from (("", line, None) for line in more)


def _part(one: ProvinceRow, land: Sequence[str], room: float) -> flow.Row:
    lines = len(land) + max(len(one.forces), 1)
    height = max(lines * STEP, 9.5) + 2 * PAD

    def draw(paper: Paper, y: float) -> None:
        first = y + PAD + 3.4
        paper.fit(LEFT, first + 0.4, one.name, NAME, SAYS - LEFT - 3)
        paper.fit(LEFT, first + 5.2, one.kanji, CELL, SAYS - LEFT - 3)
        for number, words in enumerate(land):
            paper.fit(SAYS, first + number * STEP, words, CELL, room)
        at = first + len(land) * STEP
        for clan, words, count in one.forces:
            paper.fit(SAYS, at, clan, CLAN, 10)
            paper.fit(SAYS + 11, at, words, BODY, room - 21)
            if count is not None:
                paper.fit(TICK - 4, at, f"{count:,}", FACT_STRONG, 12, "right")
            at += STEP
        if not one.forces:
            paper.text(SAYS, at, "no counters", FINE)
        paper.box(TICK + 3, y + PAD + 0.4, 6, 6, weight=0.9)
        if one.checked:
            paper.text(TICK + 6, y + PAD + 5, "×", Style(BOLD, 13), "centre")  # a cross shows on any printer
            style, broken = fitting(one.checked, FINE, RIGHT - REMARKS, 3)
            for number, words in enumerate(broken):
                paper.text(REMARKS, first + number * style.leading, words, style)
        paper.line(LEFT, y + height, RIGHT, y + height, ink=LINE, weight=0.4)

    return flow.Row(height, draw)
