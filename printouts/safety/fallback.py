"""The fallback pack: the whole state on paper, so that the hall goes on when the laptop does not.

Its sheets are tables, level on A4, with room to write what changes. The page that takes them back in has the same
lists with the same columns and line numbers. A secret sheet has a cover that is folded round it and sealed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from control.kernel.values import dataclass
from printouts import flow
from printouts.listing import LEFT, Boxes, Column, Head, Section, group, row_of, rows_in, sheets
from printouts.march.army_cards import ArmyCard, army_cards
from printouts.paper import A4_LEVEL, ACCENT, BOLD, LINE, REGULAR, SEMIBOLD, SERIF_BOLD, Paper, Style
from printouts.styles import CELL, LABEL, SMALL, TINY


@dataclass(frozen=True)
class FallbackColumn:
    """A column: its heading, its width as a share of the sheet's, whether it holds numbers, and whether it is typed in
    again (else it is there to be read)."""

    heading: str
    width: int
    number: bool = False
    typed: bool = True


@dataclass(frozen=True)
class FallbackList:
    """A list: its rows have a cell for each column, empty for nothing; ``spare`` empty ones follow, to write in."""

    title: str
    note: str
    columns: tuple[FallbackColumn, ...]
    rows: tuple[tuple[str, ...], ...]
    spare: int = 0


@dataclass(frozen=True)
class FallbackOpen:
    """What a desk has still to bring to its end, line by line: the kind of it, and what it is."""

    desk: str
    lines: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class FallbackSheet:
    """A sheet, ``number`` of ``of``: ``when`` says of which moment it is. ``words`` stand before its lists: headings
    with their lines; so does what was ``open``, to be ticked off, on the sheet that says it. A ``secret`` one gets a
    cover, which says for whom (``whose``) it is."""

    number: int
    of: int
    title: str
    why: str
    when: str
    lists: tuple[FallbackList, ...]
    words: tuple[tuple[str, tuple[str, ...]], ...] = ()
    open: tuple[FallbackOpen, ...] | None = None
    secret: bool = False
    whose: str = "Game Control"
    cards: tuple[ArmyCard, ...] = ()


RIGHT = A4_LEVEL[0] - LEFT
NUMBER = 8.0  # the column of the line numbers
MANY_LINES = 3  # so many times its column words may be wide before it takes room of the others
TO_WRITE = 5.0  # millimetres beside its longest words that a column keeps in any case
KEPT = 0.6  # so much of its width a column keeps that has short words or none
BEGINNING = 3  # so many lines of a table stand together where it begins

FIRST = Style(SEMIBOLD, 9.5)
WORDS = (Column("", 230, Style(REGULAR, 10.5)),)
OPEN = (Column("", 8), Column("", 72, Style(SEMIBOLD, 9.5), gap=4), Column("", 193, Style(REGULAR, 9.5)))
SEAL = Style(BOLD, 13, ACCENT)
COVER = Style(SERIF_BOLD, 46)
COVER_WORDS = Style(REGULAR, 15)
FOLD = Style(REGULAR, 10.5)

NOTHING = "–"
"""What stands in a cell that is empty: a blank one might be an oversight."""


def fallback_sheet(paper: Paper, sheet: FallbackSheet) -> None:
    """A sheet of the pack: its cover if it is secret, its pages, and the army cards that go with it."""
    paper.lay(A4_LEVEL)
    if sheet.secret:
        _draw_cover(paper, sheet)
        paper.turn_page()
    secret = f" · For {sheet.whose} alone" if sheet.secret else ""
    head = Head(
        f"Fallback pack, part {sheet.number} of {sheet.of}{secret}",
        sheet.title,
        sheet.when,
        "Write on it what changes. It is typed in again at: Copies, Start in the middle of a day.",
        sheet.why,
    )
    still_open = [] if sheet.open is None else [_open(sheet.open)]
    sheets(paper, head, [*map(_said, sheet.words), *still_open, *map(_table, sheet.lists)], A4_LEVEL)
    if sheet.cards:
        army_cards(paper, sheet.cards)


def _said(part: tuple[str, tuple[str, ...]]) -> Section:
    """What stands before the lists: a heading, and its lines."""
    title, lines = part
    return Section(title, WORDS, rows_in(WORDS, ((words,) for words in lines)))


def _open(desks: tuple[FallbackOpen, ...]) -> Section:
    """What was open, desk by desk, a box before each line."""
    rows: list[flow.Row] = []
    for one in desks:
        rows.append(group(one.desk, sum(column.width for column in OPEN)))
        rows += rows_in(OPEN, ((Boxes(), kind, words) for kind, words in one.lines))
    note = "An encounter or battle is settled at the table, and its outcome typed in." if rows else ""
    return Section(
        "What was open", OPEN, tuple(rows), "Nothing: no encounter, battle, card or news to tell.", note=note
    )


def _table(one: FallbackList) -> Section:
    """A list with its lines; an empty one says so, and has room all the same. Few narrow columns do not fill the page:
    the eye would lose the line."""
    unit = min((RIGHT - LEFT - NUMBER) / sum(column.width for column in one.columns), 1.25)
    columns = []
    for spot, column in enumerate(one.columns):
        style = SMALL if not column.typed else CELL if spot else FIRST
        columns.append(
            Column(column.heading, column.width * unit, style, "right" if column.number else "left", ruled=True)
        )
    columns = [Column("", NUMBER, TINY, "right"), *_shared_out(columns, one.rows)]
    rows: list[flow.Row] = []
    for number, cells in enumerate(one.rows, start=1):
        said = (words or (NOTHING if column.typed else "") for words, column in zip(cells, one.columns, strict=True))
        rows += row_of(columns, (str(number), *said))
    rows[: BEGINNING - 1] = [replace(row, with_next=True) for row in rows[: BEGINNING - 1]]
    for number in range(len(one.rows) + 1, len(one.rows) + one.spare + 1):
        blank = row_of(columns, (str(number), *[""] * len(one.columns)))
        rows += (replace(row, spare=True) for row in blank)
    note = one.note if one.rows else f"There are none. {one.note}".strip()
    return Section(one.title, tuple(columns), tuple(rows), note=note)


def _shared_out(columns: Sequence[Column], rows: Sequence[Sequence[str]]) -> list[Column]:
    """The columns: one with many lines takes the room that the words of others leave, who keep some to write in."""
    widest = [max((column.style.width(row[spot]) for row in rows), default=0) for spot, column in enumerate(columns)]
    long = {spot: wide for spot, wide in enumerate(widest) if wide > MANY_LINES * columns[spot].room}
    if not long:
        return list(columns)
    kept = [
        column.width
        if spot in long
        else min(column.width, max(KEPT * column.width, widest[spot] + TO_WRITE, _head(column)))
        for spot, column in enumerate(columns)
    ]
    free = (RIGHT - LEFT - NUMBER - sum(kept)) / sum(long.values())
    return [replace(column, width=kept[spot] + free * long.get(spot, 0)) for spot, column in enumerate(columns)]


def _head(column: Column) -> float:
    """The width that the longest word of a column's heading needs."""
    return max(map(LABEL.width, column.title.split()), default=0) + column.gap + 1


def _draw_cover(paper: Paper, sheet: FallbackSheet) -> None:
    """What is seen when the sheet is folded round the list and closed."""
    middle = (LEFT + RIGHT) / 2
    paper.box(middle - 60, 76, 120, 12, ink=ACCENT, weight=1.5)
    paper.text(middle, 84, f"Sealed: for {sheet.whose} alone", SEAL, "centre")
    paper.fit(middle, 108, sheet.title, COVER, 200, "centre")
    paper.fit(middle, 120, sheet.why, COVER_WORDS, 200, "centre")
    paper.fit(middle, 131, f"Fallback pack, {sheet.when}", COVER_WORDS, 220, "centre")
    for line, words in enumerate(
        (
            "Fold this page round the list behind it and close it with a seal or tape.",
            "It is opened only to go on without the laptop, or to type the state in again.",
        )
    ):
        paper.text(middle, 150 + 6 * line, words, FOLD, "centre")
    for y in (70.0, 140.0):
        for x in (0.0, 287.0):
            paper.line(x, y, x + 10, y, ink=LINE, weight=0.5)
