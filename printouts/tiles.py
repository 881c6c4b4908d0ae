"""A poster on many sheets of a desk's printer: each with its place, marks for the knife, and strips for the glue.

Every sheet shows a window of the poster, and the next one begins with what this one ends with. A sheet is cut along
its left and its upper marks and laid on the strips of its neighbours to the left and above. What is printed on the
strips disappears below the sheet that is glued on them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from string import ascii_uppercase

from control.kernel.drawing.shapes import Box
from control.kernel.printing.stock import STOCKS
from control.kernel.values import dataclass
from printouts.paper import A4, BLACK, BOLD, GREY, LINE, REGULAR, SEMIBOLD, SERIF_BOLD, WHITE, Paper, Style
from printouts.styles import EYEBROW, SMALL

LEFT, TOP = 10.0, 14.0
WINDOW = (190.0, 272.0)  # of a sheet: what it shows of the poster
STRIP = 10.0  # of a window: what the next sheet covers
STEP = (WINDOW[0] - STRIP, WINDOW[1] - STRIP)

PLACE = Style(BOLD, 13)
GLUE = Style(SEMIBOLD, 9)
TITLE = Style(SERIF_BOLD, 24)
TEXT = Style(REGULAR, 11.5)


@dataclass(frozen=True)
class Grid:
    """So many columns and rows of sheets for a poster that is ``factor`` times as large as it was designed."""

    columns: int
    rows: int
    size: tuple[float, float]
    factor: float

    def name(self, column: int, row: int) -> str:
        """What a sheet is called: its row's letter and its column's number."""
        return f"{ascii_uppercase[row]}{column + 1}"

    @property
    def places(self) -> Iterator[tuple[int, int]]:
        """Column and row of every sheet, row by row."""
        return ((column, row) for row in range(self.rows) for column in range(self.columns))

    def end(self, column: int, row: int) -> tuple[float, float]:
        """Where the sheet's window ends on the poster."""
        width, height = self.size
        return min(column * STEP[0] + WINDOW[0], width), min(row * STEP[1] + WINDOW[1], height)


def grid(size: tuple[float, float], columns: int = 3, rows: int = 3) -> Grid:
    """A poster of this size in millimetres, made as large as so many sheets show."""
    factor = min((columns * STEP[0] + STRIP) / size[0], (rows * STEP[1] + STRIP) / size[1])
    return Grid(columns, rows, (size[0] * factor, size[1] * factor), factor)


Draw = Callable[[Paper, Box], None]
"""Puts a poster on the paper; of what lies off the box, in the poster's own millimetres, nothing will be seen."""


def tiled(paper: Paper, size: tuple[float, float], draw: Draw, title: str) -> None:
    """The poster that ``draw`` puts on a page of this size, on sheets; before them one that says how they join."""
    sheets = grid(size)
    paper.lay(A4)
    _overview(paper, sheets, draw, title)
    for column, row in sheets.places:
        _sheet(paper, sheets, column, row, draw, title)


# --- One sheet --------------------------------------------------------------------------------------------


def _sheet(paper: Paper, sheets: Grid, column: int, row: int, draw: Draw, title: str) -> None:
    x, y = column * STEP[0], row * STEP[1]
    right, bottom = sheets.end(column, row)
    wide, high = right - x, bottom - y
    factor = sheets.factor
    with paper.clipped(LEFT, TOP, wide, high), paper.scaled(LEFT - x, TOP - y, factor):
        draw(paper, Box(x / factor, y / factor, wide / factor, high / factor))
    if column + 1 < sheets.columns:
        _strip_right(paper, sheets.name(column + 1, row), high)
    if row + 1 < sheets.rows:
        _strip_below(paper, sheets.name(column, row + 1), wide)
    _marks(paper, column, row, wide, high)
    _head(paper, sheets, column, row, title)
    paper.turn_page()


def _head(paper: Paper, sheets: Grid, column: int, row: int, title: str) -> None:
    """The sheet's name, what to do with it, and where it belongs; all above the window."""
    name = sheets.name(column, row)
    wide = paper.text(LEFT + 4, 9.4, name, PLACE)
    todo = {
        (False, False): "The first sheet: nothing of it is cut.",
        (True, False): f"Cut off what is left of the left marks, and glue it on {sheets.name(column - 1, row)}.",
        (False, True): f"Cut off what is above the upper marks, and glue it on {sheets.name(column, row - 1)}.",
    }.get(
        (column > 0, row > 0),
        f"Cut along the left and the upper marks; glue it on {sheets.name(column - 1, row)} "
        f"and {sheets.name(column, row - 1)}.",
    )
    words = f"{title} · row {name[0]} of {sheets.rows}, column {name[1:]} of {sheets.columns} · {todo}"
    paper.fit(LEFT + 4 + wide + 3, 9.2, words, SMALL, 158)
    cell, left = 2.4, LEFT + WINDOW[0] - 2.4 * sheets.columns - 4
    for other_column, other_row in sheets.places:
        here = (other_column, other_row) == (column, row)
        at = left + other_column * cell, 3.6 + other_row * cell
        paper.box(*at, cell, cell, fill=BLACK if here else WHITE, weight=0.4)


def _marks(paper: Paper, column: int, row: int, wide: float, high: float) -> None:
    """Marks in the margin where a knife goes (strong), and where the next sheet's edge will lie (thin)."""
    ends = LEFT + wide, TOP + high
    if column:
        for y in ((TOP - 10, TOP - 1), (ends[1] + 1, ends[1] + 8)):
            paper.line(LEFT, y[0], LEFT, y[1], weight=0.8)
    if row:
        for x in ((LEFT - 8, LEFT - 1), (ends[0] + 1, ends[0] + 8)):
            paper.line(x[0], TOP, x[1], TOP, weight=0.8)


def _strip_right(paper: Paper, name: str, high: float) -> None:
    x = LEFT + STEP[0]
    _dashed(paper, (x, TOP), (x, TOP + high))
    for share in (0.25, 0.75):
        with paper.turned(x + STRIP / 2 + 1.2, TOP + high * share, 90):
            _glue(paper, name)


def _strip_below(paper: Paper, name: str, wide: float) -> None:
    y = TOP + STEP[1]
    _dashed(paper, (LEFT, y), (LEFT + wide, y))
    for share in (0.25, 0.7):
        with paper.place(LEFT + wide * share, y + STRIP / 2 + 1.2):
            _glue(paper, name)


def _glue(paper: Paper, name: str) -> None:
    words = f"Glue here: {name}"
    room = GLUE.width(words)
    paper.box(-room / 2 - 2, -3.6, room + 4, 5, fill=WHITE, ink=LINE, weight=0.4)
    paper.text(0, 0, words, GLUE, "centre")


def _dashed(paper: Paper, start: tuple[float, float], end: tuple[float, float]) -> None:
    """A broken line, upright or level."""
    long = max(end[0] - start[0], end[1] - start[1])
    across, down = (end[0] - start[0]) / long, (end[1] - start[1]) / long
    at = 0.0
    while at < long:
        stop = min(at + 2.4, long)
        paper.line(
            start[0] + across * at,
            start[1] + down * at,
            start[0] + across * stop,
            start[1] + down * stop,
            ink=GREY,
            weight=0.5,
        )
        at += 4.2


# --- How they join ----------------------------------------------------------------------------------------


def _overview(paper: Paper, sheets: Grid, draw: Draw, title: str) -> None:
    count, (width, height) = sheets.columns * sheets.rows, sheets.size
    real = min(1.0, STOCKS[paper.stock][0] / A4[0], STOCKS[paper.stock][1] / A4[1])
    paper.text(16, 18, f"{count} sheets, to be glued together", EYEBROW)
    paper.fit(16, 29, title, TITLE, 178)
    steps = (
        f"1. Print in the size of the pages (100 %, no fitting): {count} sheets that make a poster of "
        f"{width * real:.0f} × {height * real:.0f} mm.",
        "2. Row by row from A1: cut each sheet along the strong marks on its left and above it. "
        "Sheets of column 1 are not cut on the left, those of row A not above.",
        "3. Glue it on the strips of the sheets before it, its edges on the broken lines. "
        "Join the rows when each of them is dry.",
    )
    y = 38.0
    for step in steps:
        y = paper.block(16, y, step, TEXT, 178, 2) + 1.2
    room = 287 - y - 2
    small = min(178 / width, room / height)
    left, top = 105 - width * small / 2, y
    with paper.scaled(left, top, small * sheets.factor):
        draw(paper, Box(0, 0, width / sheets.factor, height / sheets.factor))
    for column, row in sheets.places:
        x, z = left + column * STEP[0] * small, top + row * STEP[1] * small
        right, bottom = sheets.end(column, row)
        paper.box(x, z, left + right * small - x, top + bottom * small - z, weight=0.7)
        paper.box(x + 4, z + 4, 13, 10, fill=WHITE, weight=0.8)
        paper.text(x + 10.5, z + 11.2, sheets.name(column, row), Style(BOLD, 17), "centre")
    paper.turn_page()
