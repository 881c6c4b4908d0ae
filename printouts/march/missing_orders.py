"""What the table still waits for: armies without an order, by clan, and all other business that is open.

Made to be carried round: a runner ticks what was brought. No size of a force is on it.
"""

from __future__ import annotations

from collections.abc import Iterator

from control.kernel.drawing.marks.signs import Sign
from control.kernel.values import dataclass
from printouts import flow
from printouts.clan_band import draw_sign
from printouts.paper import A4, LINE, SEMIBOLD, SERIF_BOLD, Paper, Style
from printouts.styles import BODY, EYEBROW, FINE, NOTE, TOTAL


@dataclass(frozen=True)
class WaitingArmy:
    """An army whose order is not in: the code of its order card, its general, and where it stands."""

    code: str
    general: str
    province: str


@dataclass(frozen=True)
class WaitingClan:
    """A clan with the armies whose orders are not in; colours are ``#rrggbb``."""

    clan: Sign
    armies: tuple[WaitingArmy, ...]


@dataclass(frozen=True)
class MissingOrders:
    """The list: ``when`` is the season and how far it has got, ``given`` of ``armies`` orders are in, ``open`` has the
    other open business by kind, each with its lines (no sizes)."""

    when: str
    given: int
    armies: int
    clans: tuple[WaitingClan, ...]
    open: tuple[tuple[str, tuple[str, ...]], ...] = ()


LEFT, RIGHT, TOP, BOTTOM, GUTTER = 14.0, 196.0, 38.0, 283.0, 8.0
WIDTH = (RIGHT - LEFT - GUTTER) / 2
ROW = 8.0

TITLE = Style(SERIF_BOLD, 24)
COUNTED = Style(SEMIBOLD, 12)
CLAN = Style(SERIF_BOLD, 12.5)
GENERAL = Style(SEMIBOLD, 10.5)
KIND = Style(SERIF_BOLD, 12.5)


def missing_orders(paper: Paper, sheet: MissingOrders) -> None:
    """The list: one page of A4 in two columns, and more where it needs them."""
    paper.lay(A4)
    columns = flow.pages(list(_rows(sheet)), BOTTOM - TOP)
    for number in range(0, len(columns), 2):
        _draw_head(paper, sheet)
        for column, rows in enumerate(columns[number : number + 2]):
            with paper.place(LEFT + column * (WIDTH + GUTTER), 0):
                flow.draw(paper, rows, TOP)
        paper.turn_page()


def _draw_head(paper: Paper, sheet: MissingOrders) -> None:
    paper.fit(LEFT, 15, sheet.when, EYEBROW, RIGHT - LEFT)
    paper.text(LEFT, 25, "Missing from the table", TITLE)
    missing = sheet.armies - sheet.given
    words = f"{missing} of {sheet.armies} orders are not in" if missing else f"All {sheet.armies} orders are in"
    words = words if sheet.armies else "No army waits for an order"
    paper.fit(LEFT, 32.5, words, COUNTED, RIGHT - LEFT)
    paper.text(LEFT, 290, "Tick what was brought. Which cards lie on the table the program does not know.", FINE)
    paper.text(RIGHT, 290, sheet.when, FINE, "right")


def _rows(sheet: MissingOrders) -> Iterator[flow.Row]:
    for clan in sheet.clans:
        yield _clan(clan)
        yield from map(_army, clan.armies)
    for kind, lines in sheet.open:
        yield _kind(kind, len(lines))
        yield from map(_line, lines)
    if not sheet.clans and not sheet.open:
        yield _line("Nothing is missing.")


def _clan(clan: WaitingClan) -> flow.Row:
    def draw(paper: Paper, y: float) -> None:
        draw_sign(paper, 0, y + 3, 24, 6.4, clan.clan)
        paper.fit(27, y + 8, f"{clan.clan.name}: {len(clan.armies)}", CLAN, WIDTH - 27)

    return flow.Row(11, draw, with_next=True)


def _army(army: WaitingArmy) -> flow.Row:
    def draw(paper: Paper, y: float) -> None:
        paper.box(0, y + 1.2, 5.2, 5.2, weight=0.9)
        paper.fit(8, y + 5.4, army.code, TOTAL, 17)
        paper.fit(26, y + 3.6, army.general, GENERAL, WIDTH - 26)
        paper.fit(26, y + 7, f"in {army.province}", NOTE, WIDTH - 26)
        paper.line(0, y + ROW, WIDTH, y + ROW, ink=LINE, weight=0.3)

    return flow.Row(ROW, draw)


def _kind(kind: str, count: int) -> flow.Row:
    def draw(paper: Paper, y: float) -> None:
        paper.fit(0, y + 8, f"{kind}: {count}", KIND, WIDTH)
        paper.line(0, y + 9.6, WIDTH, y + 9.6, weight=0.6)

    return flow.Row(11, draw, with_next=True)


def _line(words: str) -> flow.Row:
    def draw(paper: Paper, y: float) -> None:
        paper.box(0, y + 0.8, 4, 4, weight=0.7)
        paper.block(7, y + 4, words, BODY, WIDTH - 7, 2)

    return flow.Row(5.6 if BODY.width(words) <= WIDTH - 7 else 10, draw)
