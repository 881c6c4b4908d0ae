"""The order of the clans for the wall, as it was released: ranks and where each clan went, never a point of honour."""

from __future__ import annotations

from math import sqrt

from control.kernel.drawing.marks.crests import roundel
from control.kernel.drawing.marks.signs import Sign
from control.kernel.drawing.shapes import Box
from control.kernel.drawing.trend import marker
from control.kernel.values import dataclass
from printouts.drawing import paint
from printouts.paper import A4, ACCENT, BOLD, GREY, LINE, REGULAR, SEMIBOLD, SERIF_BOLD, Paper, Style, fitting, ink
from printouts.poster import SHEETS
from printouts.styles import NOTE


@dataclass(frozen=True)
class BoardLine:
    """A clan's place: its rank, which it may share with its equals, and how many places it went up (below 0: down)
    since the board before; None for a newcomer."""

    rank: int
    shared: bool
    clan: Sign
    up: int | None


@dataclass(frozen=True)
class StatusBoard:
    """The board of a season; ``first`` if none came before it, so that nobody went up or down."""

    title: str
    when: str
    first: bool
    lines: tuple[BoardLine, ...]


LEFT, RIGHT, TOP, BOTTOM = 14.0, 196.0, 50.0, 280.0
GAP = 8.0
IN_ONE_COLUMN = 17

EYEBROW = Style(SEMIBOLD, 12, ACCENT)
TITLE = Style(SERIF_BOLD, 34)
WHEN = Style(REGULAR, 15)


def status_board(paper: Paper, board: StatusBoard) -> None:
    """The board on one page: A4, or the sheet of a poster."""
    factor = SHEETS.get(paper.stock, 0) * sqrt(2)
    paper.lay((A4[0] * factor, A4[1] * factor) if factor else A4)
    with paper.scaled(0, 0, factor or 1):
        _page(paper, board)
    paper.turn_page()


def _page(paper: Paper, board: StatusBoard) -> None:
    paper.fit(LEFT, 18, board.title, EYEBROW, RIGHT - LEFT)
    paper.text(LEFT, 32, "Order of the clans", TITLE)
    paper.fit(LEFT, 41, board.when, WHEN, RIGHT - LEFT)
    paper.line(LEFT, TOP - 4, RIGHT, TOP - 4, weight=1.6)
    columns = 1 if len(board.lines) <= IN_ONE_COLUMN else 2 if len(board.lines) <= 60 else 3
    rows = max(10, -(-len(board.lines) // columns))
    wide, high = (RIGHT - LEFT + GAP) / columns, (BOTTOM - TOP) / rows
    for number, line in enumerate(board.lines):
        column, row = divmod(number, rows)
        with paper.place(LEFT + column * wide, TOP + row * high):
            _line(paper, line, wide - GAP, high, board.first)
    paper.text(LEFT, 288, _legend(board.first), NOTE)


def _legend(first: bool) -> str:
    """What the signs mean."""
    equals = "Clans of the same rank are equals."
    if first:
        return f"The first order that was released. {equals}"
    return f"Full triangle: up so many places since the order before; empty: down; ring: as before. {equals}"


def _line(paper: Paper, line: BoardLine, wide: float, high: float, first: bool) -> None:
    """One clan; everything as large as the line has room for."""
    size = min(1.0, high / 15, wide / 130)
    base = high / 2 + 2.8 * size
    side = 12.5 * size
    at = 15 * size
    paper.fit(at - 2, base, f"{line.rank}{'=' if line.shared else ''}", Style(SERIF_BOLD, 25 * size), at - 2, "right")
    if line.clan.crest:
        badge = roundel(line.clan.crest, line.clan.colour, line.clan.text_colour, "#231f1c")
        paint(paper, badge, Box(at + 1, (high - side) / 2, side, side))
    else:
        paper.box(at + 1, (high - side) / 2, side, side, fill=ink(line.clan.colour))
    left = at + side + 4
    paper.fit(left, base, line.clan.code, Style(BOLD, 21 * size), 17 * size)
    left += 19 * size
    room = wide - left - (0 if first else 17 * size)
    kanji = Style(REGULAR, 15 * size, GREY)
    small = min(kanji.width(line.clan.kanji) + 3, room * 0.35) if line.clan.kanji else 0.0
    whole = Style(SEMIBOLD, 22 * size)
    style, words = fitting(line.clan.name, whole, room - small)
    if style.size < 0.7 * whole.size:  # two lines, then, that are lower than one
        style, words = fitting(line.clan.name, whole.at(0.7 * whole.size), room - small, 2)
    lift = style.leading / 2 if len(words) > 1 else 0
    used = max(paper.text(left, base - lift + number * style.leading, one, style) for number, one in enumerate(words))
    if line.clan.kanji:
        paper.fit(left + used + 2.4 * size, base, line.clan.kanji, kanji, small)
    if not first:
        _way(paper, line.up, wide, base, size)
    paper.line(0, high, wide, high, ink=LINE, weight=0.4)


def _way(paper: Paper, up: int | None, right: float, base: float, size: float) -> None:
    """Where the clan went: a sign, and how many places."""
    if up is None:
        paper.text(right, base, "new", Style(SEMIBOLD, 14 * size), "right")
        return
    if up:
        paper.text(right, base, f"{abs(up)}", Style(BOLD, 17 * size), "right")
    middle = Box(right - 13.5 * size, base - 4.8 * size, 5 * size, 5 * size)
    paint(paper, [marker(0, 0, up)], middle, Box(-6, -6, 12, 12))
