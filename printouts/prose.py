"""Prose: headings, paragraphs, lists, tables and pictures, flowed down a column of any width.

What is read is already taken apart into the blocks below; nothing here knows how it was written. Words break into lines
in ``printouts.spans``, a very high row of a table breaks between lines: so nothing is ever cut or set over the edge.
The first and the last two lines of a paragraph stay together, and a heading stays with what it heads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from control.kernel.values import dataclass
from printouts import flow
from printouts.paper import ACCENT, BLACK, GREY, LINE, POINT, REGULAR, SEMIBOLD, SERIF_BOLD, Paper, Style
from printouts.spans import Line, Spans, blank, draw_line, lines, plain, wide, words

# --- What there is to read --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Heading:
    """A heading of level 1, 2 or 3."""

    level: int
    spans: Spans


@dataclass(frozen=True)
class Paragraph:
    """A paragraph; a ``small`` one is a remark, in the second voice."""

    spans: Spans
    small: bool = False


@dataclass(frozen=True)
class Listing:
    """A list, numbered from ``first`` or, without one, with dots; each of its items is blocks."""

    items: tuple[tuple[Block, ...], ...]
    first: int | None = None


@dataclass(frozen=True)
class Quotation:
    """Blocks that are somebody else's words."""

    blocks: tuple[Block, ...]


@dataclass(frozen=True)
class Grid:
    """A table: its headings, its rows, and which of its columns are numbers and set to the right."""

    head: tuple[Spans, ...]
    rows: tuple[tuple[Spans, ...], ...]
    right: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Rule:
    """A short line between two thoughts."""


@dataclass(frozen=True)
class Picture:
    """Room for a picture: which, its height in millimetres, the least it will do with where a page ends, and what is
    written below it."""

    name: str
    height: float
    least: float
    caption: str = ""


Block = Heading | Paragraph | Listing | Quotation | Grid | Rule | Picture

Draw = Callable[[Paper, float, float, float, float], None]
"""Draws a picture into a box: x, y, width and height in millimetres."""


# --- How it is set ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Look:
    """How prose is set: the width of its column in millimetres, its type in points; ``tight`` prose has less space
    between its paragraphs."""

    width: float
    size: float = 10
    tight: bool = False
    spacing: float = 1.3

    @property
    def body(self) -> Style:
        """Plain words."""
        return Style(REGULAR, self.size, spacing=self.spacing)

    @property
    def small(self) -> Style:
        """Remarks and tables."""
        return Style(REGULAR, self.size * 0.88, spacing=1.24)

    def heading(self, level: int) -> Style:
        """Headings, the first the largest."""
        face, size, ink = {
            1: (SERIF_BOLD, 1.7, BLACK), 2: (SERIF_BOLD, 1.32, BLACK), 3: (SEMIBOLD, 1.0, ACCENT),
        }[level]  # fmt: skip
        return Style(face, self.size * size, ink, spacing=1.12)

    @property
    def gap(self) -> float:
        """Between two paragraphs, in millimetres."""
        return self.size * (0.34 if self.tight else 0.5) * POINT

    def narrower(self, by: float) -> Look:
        """The same in a narrower column, but never narrower than a word or two."""
        return Look(max(self.width - by, 15), self.size, self.tight, self.spacing)


@dataclass(frozen=True)
class Row(flow.Row):
    """A row that needs less height at the top of a page: so much of it is the ``lead`` above it."""

    lead: float = 0


def pages(
    blocks: Sequence[Block], look: Look, height: float, pictures: Mapping[str, Draw] | None = None
) -> list[list[flow.Row]]:
    """The blocks in columns so many millimetres high; what follows the last paragraph of one needs no room."""
    return flow.pages(rows(blocks, look, pictures or {}), height + look.gap)


def draw(paper: Paper, page: Sequence[flow.Row], x: float, y: float) -> None:
    """One such column, with its upper left corner at x, y."""
    first = page[0] if page else None
    lead = first.lead if isinstance(first, Row) else 0
    with paper.place(x, y):
        flow.draw(paper, page, -lead)


def rows(blocks: Sequence[Block], look: Look, pictures: Mapping[str, Draw]) -> list[flow.Row]:
    """The blocks as rows that can be divided between pages."""
    return [row for block in blocks for row in rows_of(block, look, pictures)]


def rows_of(block: Block, look: Look, pictures: Mapping[str, Draw]) -> Iterable[flow.Row]:
    """One block as rows."""
    match block:
        case Heading():
            return heading(block, look)
        case Paragraph():
            style = look.small if block.small else look.body
            return paragraph(block.spans, style, look.width, look.gap, GREY if block.small else None)
        case Listing():
            return listing(block, look, pictures)
        case Quotation():
            inner = rows(block.blocks, look.narrower(6), pictures)
            return [moved(row, 6, bar=True) for row in inner]
        case Grid():
            return grid(block, look)
        case Rule():
            return [flow.Row(look.gap + 4, lambda paper, y: paper.line(0, y + 2, 18, y + 2, ink=LINE, weight=0.8))]
        case Picture():
            return picture(block, look, pictures)


def moved(row: flow.Row, by: float, bar: bool = False) -> flow.Row:
    """A row further to the right, with a bar beside it if it is quoted."""

    def drawn(paper: Paper, y: float) -> None:
        with paper.place(by, 0):
            row.draw(paper, y)
        if bar:
            paper.line(1.5, y - 0.2, 1.5, y + row.height - 1, ink=LINE, weight=1.6)

    return flow.Row(row.height, drawn, row.with_next)


# --- Paragraphs and headings -------------------------------------------------------------------------------


def paragraph(
    spans: Spans, style: Style, room: float, gap: float, ink: tuple[float, float, float] | None = None
) -> Iterator[flow.Row]:
    """A paragraph as rows: its first two lines, each line between, its last two, and the gap after it."""
    if ink:
        style = Style(style.face, style.size, ink, style.spacing)
    broken = lines(spans, style, room)
    parts = [broken] if len(broken) < 4 else [broken[:2], *([line] for line in broken[2:-2]), broken[-2:]]
    for number, part in enumerate(parts, start=1):
        height = len(part) * style.leading + (gap if number == len(parts) else 0)
        yield flow.Row(height, partial(draw_lines, part, style))


def draw_lines(part: Sequence[Line], style: Style, paper: Paper, y: float) -> None:
    """Lines below each other, the top of the first at y."""
    for number, line in enumerate(part):
        draw_line(paper, 0, y + style.leading * (number + 0.78), line)


def heading(block: Heading, look: Look) -> list[flow.Row]:
    """A heading; a long one has more lines."""
    style = look.heading(block.level)
    broken = lines(block.spans, style, look.width)
    before = look.gap * (1.2 if block.level > 2 else 2)
    after = look.gap * (0.3 if block.level > 2 else 0.7)

    def drawn(paper: Paper, y: float) -> None:
        draw_lines(broken, style, paper, y + before)

    return [Row(before + len(broken) * style.leading + after, drawn, with_next=True, lead=before)]


# --- Lists ------------------------------------------------------------------------------------------------


def listing(block: Listing, look: Look, pictures: Mapping[str, Draw]) -> Iterator[flow.Row]:
    """A list: what an item begins with stands beside its number or dot."""
    first = block.first
    signs = ["•" if first is None else f"{first + number}." for number in range(len(block.items))]
    strong = Style(SEMIBOLD, look.size)
    indent = max([4.5, *(strong.width(sign) + 2 for sign in signs)])
    inner = Look(max(look.width - indent, 15), look.size, tight=True, spacing=look.spacing)
    for number, (sign, item) in enumerate(zip(signs, block.items, strict=True)):
        found = rows(item, inner, pictures) or [flow.Row(look.body.leading, lambda paper, y: None)]
        if number == len(block.items) - 1:
            found[-1] = replace(found[-1], height=found[-1].height + look.gap - inner.gap)
        for spot, row in enumerate(found):
            within = moved(row, indent)
            yield signed(within, sign, strong, look.body.leading) if spot == 0 else within


def signed(row: flow.Row, sign: str, style: Style, leading: float) -> flow.Row:
    """A row with the sign of its item beside it."""

    def drawn(paper: Paper, y: float) -> None:
        paper.text(0, y + leading * 0.78, sign, style)
        row.draw(paper, y)

    return flow.Row(row.height, drawn, row.with_next)


# --- Tables -----------------------------------------------------------------------------------------------

BETWEEN, CLOSE = 3.0, 1.3  # millimetres between two columns, and where there are many
MANY = 8
FIGURES = 8.0  # points: a table of many columns is one of figures, and no larger
WHOLE = 7  # a table of so few rows is not divided between pages
MOST_LINES = 24  # of a row of a table: the rest of it follows as a further row


def between(block: Grid) -> float:
    """The millimetres between two columns."""
    return BETWEEN if len(block.head) < MANY else CLOSE


def grid(block: Grid, look: Look) -> Iterator[flow.Row]:
    """A table with a line below each row."""
    style = look.small
    if len(block.head) >= MANY:
        style = style.at(min(style.size, FIGURES))
    head = Style(SEMIBOLD, style.size * 0.94, GREY, style.spacing)
    widths = widths_of(block, style, head, look.width)
    above = None
    if any(any(span.text for span in cell) for cell in block.head):
        found = list(grid_row(block, block.head, widths, head, head=True))
        above = found[0] if len(found) == 1 else None
        yield from found
    for number, cells in enumerate(block.rows, start=1):
        for row in grid_row(block, cells, widths, style):
            last = number == len(block.rows)
            height = row.height + (look.gap if last else 0)
            yield replace(row, height=height, again=above, with_next=not last and len(block.rows) <= WHOLE)


def widths_of(block: Grid, style: Style, head: Style, room: float) -> list[float]:
    """How wide each column is: what it needs; if that is too much, room is taken from the widest."""
    columns = len(block.head)
    whole, least = [1.0] * columns, [1.0] * columns
    for cells, look in [(block.head, head), *((row, style) for row in block.rows)]:
        for number, cell in enumerate(cells):
            parts = [wide(word) for word in words(cell, look) if word]
            whole[number] = max(whole[number], sum(parts) + blank(look) * max(0, len(parts) - 1) + 0.1)
            least[number] = max(least[number], max(parts, default=0) + 0.1)
    room -= between(block) * (columns - 1)
    if sum(whole) <= room:
        spare = room - sum(whole)
        return [width + spare * width / sum(whole) for width in whole]
    if sum(least) >= room:
        return levelled(least, room)
    ease = (room - sum(least)) / (sum(whole) - sum(least))
    return [low + (high - low) * ease for low, high in zip(least, whole, strict=True)]


def levelled(widths: Sequence[float], room: float) -> list[float]:
    """The widths that find room together: the narrow ones as they are, the widest all alike."""
    left, level = room, 0.0
    for number, width in enumerate(sorted(widths)):
        level = left / (len(widths) - number)
        if width >= level:
            break
        left -= width
    return [min(width, level) for width in widths]


def grid_row(
    block: Grid, cells: Sequence[Spans], widths: Sequence[float], style: Style, head: bool = False
) -> Iterator[flow.Row]:
    """A row of a table, or several where it is very high."""
    broken = [lines(cell, style, width) for cell, width in zip(cells, widths, strict=True)]
    tallest = max(map(len, broken), default=1)
    for first in range(0, tallest, MOST_LINES):
        parts = [column[first : first + MOST_LINES] for column in broken]
        height = max(map(len, parts)) * style.leading + 1.6
        drawn = partial(draw_grid_row, block, parts, widths, style, height, head)
        yield flow.Row(height, drawn, with_next=head)


def draw_grid_row(
    block: Grid,
    parts: Sequence[Sequence[Line]],
    widths: Sequence[float],
    style: Style,
    height: float,
    head: bool,
    paper: Paper,
    y: float,
) -> None:
    """The cells of a row, each in its column, and the line below them."""
    x = 0.0
    for number, (part, width) in enumerate(zip(parts, widths, strict=True)):
        for spot, line in enumerate(part):
            length = line[-1][0] + line[-1][2].width(line[-1][1]) if line else 0
            at = x + width - length if number in block.right else x
            draw_line(paper, at, y + 0.7 + style.leading * (spot + 0.78), line)
        x += width + between(block)
    paper.line(0, y + height, x - between(block), y + height, ink=BLACK if head else LINE, weight=0.7 if head else 0.3)


# --- Pictures ---------------------------------------------------------------------------------------------


def picture(block: Picture, look: Look, pictures: Mapping[str, Draw]) -> Iterator[flow.Row]:
    """A picture as wide as the column, and what is written below it."""
    drawn = pictures[block.name]

    def row(height: float) -> flow.Row:
        def box(paper: Paper, y: float) -> None:
            drawn(paper, 0, y + 1, look.width, height)

        return flow.Row(
            height + 2.5 + (0 if block.caption else look.gap),
            box,
            with_next=bool(block.caption),
            give=height - block.least,
            lower=lambda short: row(height - short),
        )

    yield row(block.height)
    if block.caption:
        yield from paragraph(plain(block.caption), look.small, look.width, look.gap * 1.6, GREY)
