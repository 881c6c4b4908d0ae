"""Sheets that are lists: a head on every page, and sections of rows in columns that run on from page to page.

A section that goes on over a page has its headings there again. No cell is cut: its words go on in further lines, and
a row too high for a page in further rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from control.kernel.values import dataclass
from printouts import flow
from printouts.paper import A4, LINE, SERIF_BOLD, TINT, Align, Paper, Style, wrapped
from printouts.spans import chopped
from printouts.styles import BODY, EYEBROW, FINE, LABEL, QUIET, SECTION

LEFT, TOP = 12.0, 30.0
FOOT = 7.0  # from the foot of the page to the line that says which sheet it is
BOX = 3.8

TITLE = Style(SERIF_BOLD, 22)

HARDLY = 45.0  # of a page: headings, and two or three rows
DRAWN_IN = 0.97, 0.94  # so much smaller all pages may be drawn to be one fewer

MOST_LINES = 30  # of one row: what has more goes on in the next
LEAST = 1.5  # so many times its room a word may be wide to be set smaller, and not broken


@dataclass(frozen=True)
class Head:
    """What stands on every page: who it is for, what it is, of when, a word at its foot, and one beside its title."""

    eyebrow: str
    title: str
    when: str
    foot: str = ""
    about: str = ""


@dataclass(frozen=True)
class Column:
    """A column: its heading, its width in millimetres, how its words are set; a ``ruled`` one has a line at its left,
    so that what is written there by hand finds its column. Its words end a ``gap`` before the next one, which is
    wider where cells have several lines."""

    title: str
    width: float
    style: Style = BODY
    align: Align = "left"
    ruled: bool = False
    gap: float = 2

    @property
    def room(self) -> float:
        """The width that its words have."""
        return self.width - self.gap


@dataclass(frozen=True)
class Boxes:
    """A cell of boxes to tick by hand, each with its word; a ``ticked`` one is crossed."""

    words: tuple[str, ...] = ("",)
    ticked: tuple[bool, ...] = ()


@dataclass(frozen=True)
class Write:
    """A cell to write in by hand: closed at its sides, so that it stands out among empty ones."""


@dataclass(frozen=True)
class Shut:
    """A cell in which nothing can happen: shaded."""


Cell = str | Boxes | Write | Shut


@dataclass(frozen=True)
class Section:
    """A part of a sheet under its heading (none if empty), with its columns and their rows; ``empty`` is the sentence
    where there is no row, ``note`` one beneath the heading, and a ``fresh`` section begins a page."""

    title: str
    columns: tuple[Column, ...]
    rows: tuple[flow.Row, ...]
    empty: str = ""
    fresh: bool = False
    note: str = ""


def room(page: tuple[float, float]) -> float:
    """The width between the margins of a page."""
    return page[0] - 2 * LEFT


def room_down(page: tuple[float, float]) -> float:
    """The height that a page has for its rows."""
    return page[1] - FOOT - 6 - TOP


def sheets(paper: Paper, head: Head, sections: Sequence[Section], size: tuple[float, float] = A4) -> None:
    """The sections on as many pages as they need, each turned; a little smaller where that spares a last one with
    hardly anything on it."""
    page, found = drawn_in(sections, size)
    paper.lay(page, size)
    for number, rows in enumerate(found, start=1):
        draw_head(paper, head, page, f"Sheet {number} of {len(found)}")
        flow.draw(paper, rows, TOP)
        paper.turn_page()


def draw_head(paper: Paper, head: Head, page: tuple[float, float], sheet: str) -> None:
    """The head of a page, and its foot."""
    right = page[0] - LEFT
    wide = right - LEFT
    paper.fit(LEFT, 13, head.eyebrow, EYEBROW, wide)
    used = paper.fit(LEFT, 22.5, head.title, TITLE, wide * 0.72)
    if head.about:
        used += paper.fit(LEFT + used + 5, 22.5, head.about, FINE, wide / 3) + 5
    paper.fit(right, 22.5, head.when, BODY, wide - used - 6, "right")
    paper.line(LEFT, 26, right, 26, weight=1)
    foot = " · ".join(filter(None, (sheet, head.when)))
    paper.fit(LEFT, page[1] - FOOT, head.foot, FINE, wide - FINE.width(foot) - 6)
    paper.text(right, page[1] - FOOT, foot, FINE, "right")


def drawn_in(
    sections: Sequence[Section], size: tuple[float, float]
) -> tuple[tuple[float, float], list[list[flow.Row]]]:
    """The page on which the sections are drawn, and their rows in such pages: a larger one than it is printed on where
    that spares one with hardly anything on it."""
    found = laid(sections, room_down(size))
    if any(sum(row.height for row in rows) <= HARDLY for rows in found):
        for page in ((size[0], size[1] / share) for share in DRAWN_IN):
            fewer = laid(sections, room_down(page))
            if len(fewer) < len(found):
                return page, fewer
    return size, found


def laid(sections: Sequence[Section], height: float) -> list[list[flow.Row]]:
    """The rows of all sections in pages so high; where one goes on, its headings stand again."""
    return flow.pages([row for section in sections for row in rows_of(section)], height)


def rows_of(section: Section) -> list[flow.Row]:
    """A section with its headings; no columns are named over the sentence where there is no row."""
    goes_on = flow.stacked(headings(replace(section, title=again(section.title), note="")))
    rows = section.rows or ((note(section.empty),) if section.empty else ())
    above = headings(section if section.rows else replace(section, columns=()))
    found = [*above, *(replace(row, again=goes_on if goes_on.height else None) for row in rows)]
    return [replace(found[0], fresh=section.fresh), *found[1:]] if rows else []


def together(sections: Sequence[Section], page: tuple[float, float] = A4) -> Section:
    """Sections that belong together as one that no page divides, unless it is higher than a page."""
    rows = [row for section in sections for row in rows_of(section)]
    whole = flow.stacked(rows)
    return Section("", (), (whole,) if whole.height <= room_down(page) else tuple(rows))


def again(title: str) -> str:
    """The heading of a section that goes on."""
    return f"{title}, continued" if title else ""


def headings(section: Section) -> tuple[flow.Row, ...]:
    """The heading of a section and those of its columns."""
    found = []
    if section.title:
        found.append(titled(section.title, section.note))
    if any(column.title for column in section.columns):
        found.append(column_heads(section.columns))
    return tuple(found)


def titled(words: str, below: str) -> flow.Row:
    """The heading of a section, and what is said of it."""
    lines = wrapped(below, FINE, 270) if below else []

    def draw(paper: Paper, y: float) -> None:
        paper.fit(LEFT, y + 8, words, SECTION, 180)
        for number, line in enumerate(lines):
            paper.text(LEFT, y + 12 + number * FINE.leading, line, FINE)

    return flow.Row(11 + len(lines) * FINE.leading, draw, with_next=True)


def column_heads(columns: Sequence[Column]) -> flow.Row:
    """The headings of columns, each in as many lines as it needs, with a rule beneath."""
    titles = [wrapped(column.title, LABEL, column.room) for column in columns]
    height = 3 + max(map(len, titles)) * LABEL.leading

    def draw(paper: Paper, y: float) -> None:
        for (x, column), broken in zip(along(columns), titles, strict=True):
            for number, words in enumerate(broken):
                at = y + height - 1.8 - (len(broken) - 1 - number) * LABEL.leading
                paper.fit(start(x, column), at, words, LABEL, column.room, column.align)
        paper.line(LEFT, y + height, LEFT + sum(column.width for column in columns), y + height, weight=0.8)

    return flow.Row(height, draw, with_next=True)


def along(columns: Sequence[Column]) -> list[tuple[float, Column]]:
    """The columns with where each begins."""
    found, x = [], LEFT
    for column in columns:
        found.append((x, column))
        x += column.width
    return found


def start(x: float, column: Column) -> float:
    """Where the words of a column are set from."""
    return x + {"left": float(column.ruled), "centre": column.room / 2, "right": column.room - 2}[column.align]


def row_of(columns: Sequence[Column], cells: Sequence[Cell], least: float = 6.4) -> tuple[flow.Row, ...]:
    """A row, at least so high; or several, where the words of a cell would not fit a page."""
    broken = [
        broken_in(cell, column) if isinstance(cell, str) else [] for column, cell in zip(columns, cells, strict=True)
    ]
    parts = range(0, max((len(lines) for lines in broken), default=1) or 1, MOST_LINES)
    return tuple(
        part_of_row(columns, cells, [lines[first : first + MOST_LINES] for lines in broken], least, first == 0,
                    last=first == parts[-1])
        for first in parts
    )  # fmt: skip


def rows_in(columns: Sequence[Column], lines: Iterable[Sequence[Cell]], least: float = 6.4) -> tuple[flow.Row, ...]:
    """The rows of several lines, one below the other."""
    return tuple(row for cells in lines for row in row_of(columns, cells, least))


def broken_in(words: str, column: Column) -> list[str]:
    """Words in the lines of their column; one endless word is broken where it would be too small to read."""
    room, found = column.room, []
    for line in wrapped(words, column.style, room):
        parts = chopped([(line, column.style)], room) if column.style.width(line) > LEAST * room else ()
        found += ["".join(letter for letter, _ in part) for part in parts] or [line]
    return found


def part_of_row(
    columns: Sequence[Column],
    cells: Sequence[Cell],
    broken: Sequence[Sequence[str]],
    least: float,
    first: bool,
    last: bool,
) -> flow.Row:
    """Some lines of a row; what is ticked or written stands with the first of them."""
    tallest = [len(lines) * column.style.leading + 2.2 for lines, column in zip(broken, columns, strict=True)]
    tallest += [stacked(cell, column) for cell, column in zip(cells, columns, strict=True) if isinstance(cell, Boxes)]
    height = max(least, *tallest)

    def draw(paper: Paper, y: float) -> None:
        end = LEFT + sum(column.width for column in columns)
        for (x, column), cell, lines in zip(along(columns), cells, broken, strict=True):
            for number, words in enumerate(lines):
                at = y + 4.3 + number * column.style.leading
                paper.fit(start(x, column), at, words, column.style, column.room, column.align)
            if column.ruled:
                paper.line(x, y, x, y + height, ink=LINE, weight=0.25)
            if first and not isinstance(cell, str):
                draw_cell(paper, x, y, column.room, height, cell, end)
        if last:
            paper.line(LEFT, y + height, end, y + height, ink=LINE, weight=0.3)

    return flow.Row(height, draw)


def stacked(cell: Boxes, column: Column) -> float:
    """How high a cell of boxes is: side by side if there is room, else one below another."""
    return 6.4 if beside(cell, column.room) else 1.2 + 5.2 * len(cell.words)


def beside(cell: Boxes, width: float) -> bool:
    """Whether the boxes of a cell have room side by side."""
    return sum(BOX + 1.2 + BODY.width(words) + 2.4 for words in cell.words) <= width + 2.4


def draw_cell(paper: Paper, x: float, y: float, width: float, height: float, cell: Cell, end: float) -> None:
    """A cell that is no words, of a row that ends at ``end``."""
    match cell:
        case Boxes():
            level = beside(cell, width)
            for number, words in enumerate(cell.words):
                tick(paper, x, y + 1.2, crossed=number < len(cell.ticked) and cell.ticked[number])
                room_left = width - BOX - 1.2
                used = paper.fit(x + BOX + 1.2, y + 4.3, words, BODY, room_left) if words else 0
                x, y = (x + BOX + 3.6 + used, y) if level else (x, y + 5.2)
        case Write():
            for side in (max(x - 1, LEFT), x + width + 1 if x + width + 2 < end else end):
                paper.line(side, y, side, y + height, ink=LINE, weight=0.4)
        case Shut():
            paper.box(x, y + 0.6, width, height - 1.2, fill=TINT, ink=None)


def tick(paper: Paper, x: float, y: float, *, crossed: bool) -> None:
    """A box to tick; a cross in it shows on any printer."""
    paper.box(x, y, BOX, BOX, weight=0.7)
    if crossed:
        paper.line(x + 0.8, y + 0.8, x + BOX - 0.8, y + BOX - 0.8, weight=1)
        paper.line(x + 0.8, y + BOX - 0.8, x + BOX - 0.8, y + 0.8, weight=1)


def group(words: str, width: float) -> flow.Row:
    """A heading within a section, on a tint."""

    def draw(paper: Paper, y: float) -> None:
        paper.box(LEFT, y + 1, width, 5.6, fill=TINT, ink=None)
        paper.fit(LEFT + 1.5, y + 5, words, EYEBROW, width - 3)

    return flow.Row(6.6, draw, with_next=True)


def note(words: str) -> flow.Row:
    """A sentence where there is no row."""

    def draw(paper: Paper, y: float) -> None:
        paper.fit(LEFT, y + 5.4, words, QUIET, 180)

    return flow.Row(8, draw)


def lines_to_write(count: int, width: float) -> tuple[flow.Row, ...]:
    """Lines to write on by hand."""

    def draw(paper: Paper, y: float) -> None:
        paper.line(LEFT, y + 8, LEFT + width, y + 8, ink=LINE, weight=0.4)

    return flow.Row(8, draw), *(flow.Row(8, draw, spare=True),) * (count - 1)
