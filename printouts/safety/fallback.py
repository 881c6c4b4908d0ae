"""The fallback pack: the whole state on paper, so that the hall goes on when the laptop does not.

Its sheets are tables, level on A4, with room to write what changes. The page that takes them back in has the same
lists with the same columns and line numbers. A secret sheet has a cover that is folded round it and sealed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from printouts.march.army_cards import ArmyCard, army_cards
from printouts.paper import (
    A4_LEVEL,
    ACCENT,
    BOLD,
    GREY,
    LINE,
    REGULAR,
    SEMIBOLD,
    SERIF_BOLD,
    TINT,
    Paper,
    Style,
    fitting,
    wrapped,
)


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
class FallbackSheet:
    """A sheet, ``number`` of ``of``: ``when`` says of which moment it is. ``words`` stand before its lists: headings
    with their lines. A ``secret`` one gets a cover, which says for whom it is."""

    number: int
    of: int
    title: str
    why: str
    when: str
    lists: tuple[FallbackList, ...]
    words: tuple[tuple[str, tuple[str, ...]], ...] = ()
    secret: bool = False
    cards: tuple[ArmyCard, ...] = ()


LEFT, RIGHT, TOP, BOTTOM = 12.0, 285.0, 30.0, 196.0
NUMBER = 8.0  # the column of the line numbers
STEP, PAD, LEAST = 4.0, 1.25, 6.5
GAP = 8.0
LEAST_ROWS = 3  # of a table that begins on a page, if it has so many

TITLE = Style(SERIF_BOLD, 22)
EYEBROW = Style(SEMIBOLD, 10, ACCENT)
WHEN = Style(SEMIBOLD, 10.5)
LIST = Style(SERIF_BOLD, 14)
NOTE = Style(REGULAR, 8.5, GREY)
HEAD = Style(SEMIBOLD, 8)
HEAD_READ = Style(SEMIBOLD, 8, GREY)
FIRST = Style(SEMIBOLD, 9.5)
CELL = Style(REGULAR, 9.5)
READ = Style(REGULAR, 8.5, GREY)
COUNT = Style(REGULAR, 7.5, GREY)
WORDS = Style(REGULAR, 10.5)
SMALL = Style(REGULAR, 8, GREY)
SEAL = Style(BOLD, 13, ACCENT)
COVER = Style(SERIF_BOLD, 46)
COVER_WORDS = Style(REGULAR, 15)

NOTHING = "–"
"""What stands in a cell that is empty: a blank one might be an oversight."""


def fallback_sheet(paper: Paper, sheet: FallbackSheet) -> None:
    """A sheet of the pack: its cover if it is secret, its pages, and the army cards that go with it."""
    paper.lay(A4_LEVEL)
    if sheet.secret:
        _draw_cover(paper, sheet)
        paper.turn_page()
    pages = list(_pages(sheet))
    for number, page in enumerate(pages, start=1):
        _draw_head(paper, sheet, number, len(pages))
        y = TOP
        for piece in page:
            piece.draw(paper, y)
            y += piece.height
        paper.turn_page()
    if sheet.cards:
        army_cards(paper, sheet.cards)


def _draw_head(paper: Paper, sheet: FallbackSheet, number: int, pages: int) -> None:
    secret = " · For Game Control alone" if sheet.secret else ""
    paper.text(LEFT, 12, f"Fallback pack, part {sheet.number} of {sheet.of}{secret}", EYEBROW)
    width = paper.fit(LEFT, 21.5, sheet.title, TITLE, 120)
    paper.fit(LEFT + width + 5, 21.5, sheet.why, NOTE, 80)
    paper.fit(RIGHT, 21.5, sheet.when, WHEN, 75, "right")
    paper.line(LEFT, 24.5, RIGHT, 24.5, weight=1)
    words = "Write on it what changes. It is typed in again at: Copies, Start in the middle of a day."
    paper.text(LEFT, 203, words, SMALL)
    paper.text(RIGHT, 203, f"{sheet.title}, page {number} of {pages}", SMALL, "right")


def _draw_cover(paper: Paper, sheet: FallbackSheet) -> None:
    """What is seen when the sheet is folded round the list and closed."""
    middle = (LEFT + RIGHT) / 2
    paper.box(middle - 60, 76, 120, 12, ink=ACCENT, weight=1.5)
    paper.text(middle, 84, "Sealed: for Game Control alone", SEAL, "centre")
    paper.fit(middle, 108, sheet.title, COVER, 200, "centre")
    paper.fit(middle, 120, sheet.why, COVER_WORDS, 200, "centre")
    paper.fit(middle, 131, f"Fallback pack, {sheet.when}", COVER_WORDS, 220, "centre")
    for line, words in enumerate(
        (
            "Fold this page round the list behind it and close it with a seal or tape.",
            "It is opened only to go on without the laptop, or to type the state in again.",
        )
    ):
        paper.text(middle, 150 + 6 * line, words, WORDS, "centre")
    for y in (70.0, 140.0):
        for x in (0.0, 287.0):
            paper.line(x, y, x + 10, y, ink=LINE, weight=0.5)


# --- What stands on the pages -----------------------------------------------------------------------------


@dataclass(frozen=True)
class _Line:
    """A line of a table, or what is above one: its height, and the cells or words in it."""

    height: float
    columns: tuple[tuple[float, float, FallbackColumn], ...] = ()
    cells: tuple[tuple[str, ...], ...] = ()
    number: str = ""
    title: str = ""
    note: tuple[str, ...] = ()
    head: bool = False
    spare: bool = False
    style: Style = WORDS

    def draw(self, paper: Paper, y: float) -> None:
        """Draw it with its top at y."""
        if self.title:
            paper.fit(LEFT, y + 5.5, self.title, LIST, RIGHT - LEFT)
        for line, words in enumerate(self.note):
            paper.text(LEFT, y + (10 if self.title else 4) + line * self.style.leading, words, self.style)
        if self.head:
            self._draw_heading(paper, y)
        elif self.columns:
            self._draw_cells(paper, y)

    def _draw_heading(self, paper: Paper, y: float) -> None:
        paper.box(LEFT, y, self.end - LEFT, self.height, fill=TINT, ink=None)
        for (x, width, column), (words,) in zip(self.columns, self.cells, strict=True):
            room = width - (5 if column.number else 2)
            style, broken = fitting(words, HEAD if column.typed else HEAD_READ, room, 2)
            for line, part in enumerate(reversed(broken)):
                at = y + self.height - 1.8 - line * style.leading
                _set(paper, x, width, column, at, part, style)
        paper.line(LEFT, y + self.height, self.end, y + self.height, weight=0.8)

    def _draw_cells(self, paper: Paper, y: float) -> None:
        first = y + PAD + 3.3
        paper.text(LEFT + NUMBER - 2, first, self.number, COUNT, "right")
        for spot, ((x, width, column), lines) in enumerate(zip(self.columns, self.cells, strict=True)):
            style = READ if not column.typed else FIRST if spot == 0 else CELL
            for line, words in enumerate(lines):
                _set(paper, x, width, column, first + line * STEP, words, style)
            paper.line(x, y, x, y + self.height, ink=LINE, weight=0.25)
        paper.line(LEFT, y + self.height, self.end, y + self.height, ink=LINE, weight=0.4)

    @property
    def end(self) -> float:
        """Where the table ends."""
        x, width, _ = self.columns[-1]
        return x + width


def _set(paper: Paper, x: float, width: float, column: FallbackColumn, y: float, words: str, style: Style) -> None:
    """Words in their column: numbers at its right, so that they stand below one another."""
    if column.number:
        paper.fit(x + width - 4, y, words, style, width - 5, "right")
    else:
        paper.fit(x + 1, y, words, style, width - 2)


def _pages(sheet: FallbackSheet) -> Iterator[list[_Line]]:
    """The pages of a sheet. A table that goes on has its heading again on the next page."""
    page: list[_Line] = []
    left = BOTTOM - TOP
    blocks: list[tuple[list[_Line], FallbackList | None]] = [(lines, None) for lines in _words(sheet)]
    blocks += [(list(_table(one)), one) for one in sheet.lists]
    for lines, table in blocks:
        first = lines[: 2 + LEAST_ROWS] if table else lines[:3]  # a heading never stands alone at the foot
        together = sum(line.height for line in first)
        if page and together > left:
            yield page
            page, left = [], BOTTOM - TOP
        for line in lines:
            if line.height > left:
                if line.spare:
                    break  # room to write in is no reason for another page
                yield page
                page, left = [], BOTTOM - TOP
                if table:
                    again = [_Line(5.5, note=(f"{table.title}, continued",), style=NOTE), _heading(table)]
                    page += again
                    left -= sum(one.height for one in again)
            page.append(line)
            left -= line.height
        if left > GAP:
            page.append(_Line(GAP))
            left -= GAP
    if page:
        yield page


def _words(sheet: FallbackSheet) -> Iterator[list[_Line]]:
    """What stands before the lists: a heading, and its lines numbered by whoever wrote them."""
    for title, said in sheet.words:
        lines = [_Line(8, title=title)]
        for words in said:
            broken = tuple(wrapped(words, WORDS, 230))
            lines.append(_Line(len(broken) * WORDS.leading + 1.2, note=broken))
        yield lines


def _places(one: FallbackList) -> tuple[tuple[float, float, FallbackColumn], ...]:
    """Where the columns are, and how wide. Few narrow columns do not fill the page: the eye would lose the line."""
    shares = sum(column.width for column in one.columns)
    unit = min((RIGHT - LEFT - NUMBER) / shares, 1.25)
    found, x = [], LEFT + NUMBER
    for column in one.columns:
        found.append((x, column.width * unit, column))
        x += column.width * unit
    return tuple(found)


def _heading(one: FallbackList) -> _Line:
    return _Line(9, _places(one), tuple((column.heading,) for column in one.columns), head=True)


def _table(one: FallbackList) -> Iterator[_Line]:
    """Title, heading, lines; an empty list says so, and has room all the same."""
    words = one.note if one.rows else f"There are none. {one.note}".strip()
    note = tuple(wrapped(words, NOTE, RIGHT - LEFT)) if words else ()
    yield _Line(8 + len(note) * NOTE.leading + (0.6 if note else 0), title=one.title, note=note, style=NOTE)
    yield _heading(one)
    places = _places(one)
    for number, row in enumerate(one.rows, start=1):
        yield from _row(places, number, row)
    for number in range(len(one.rows) + 1, len(one.rows) + one.spare + 1):
        yield _Line(LEAST, places, ((),) * len(places), str(number), spare=True)


def _split(line: str, style: Style, room: float) -> Iterator[str]:
    """A line in parts that fit: one that is a single endless word is broken where the room ends."""
    while line and style.width(line) > room:
        fits = next((end for end in range(len(line) - 1, 0, -1) if style.width(line[:end]) <= room), 1)
        yield line[:fits]
        line = line[fits:]
    yield line


def _row(places: Sequence[tuple[float, float, FallbackColumn]], number: int, row: Sequence[str]) -> Iterator[_Line]:
    """A line of a table; one that is longer than a page goes on, without a number, on the next."""
    cells = []
    for spot, ((_, width, column), words) in enumerate(zip(places, row, strict=True)):
        style = READ if not column.typed else FIRST if spot == 0 else CELL
        lines = wrapped(words or (NOTHING if column.typed else ""), style, width - 2)
        cells.append([part for line in lines for part in _split(line, style, width - 2)])
    most = int((BOTTOM - TOP - 15 - 2 * PAD) / STEP)
    tallest = max(map(len, cells))
    for start in range(0, tallest, most):
        part = tuple(tuple(lines[start : start + most]) for lines in cells)
        height = max(LEAST, max(map(len, part)) * STEP + 2 * PAD)
        yield _Line(height, tuple(places), part, str(number) if start == 0 else "")
