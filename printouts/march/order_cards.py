"""Order cards: what a general writes his route on, and Map Control scans or types (H6, R12, R13); and for a clan with
armies that may not march a card that says which they are, and why."""

from __future__ import annotations

from collections.abc import Sequence

from control.kernel.drawing.marks.signs import Sign
from control.kernel.values import dataclass
from control.kernel.wording import counted
from printouts.cards import A6_FOUR_ON_A4, lay_cards
from printouts.clan_band import draw_sign
from printouts.codes import draw_code
from printouts.paper import (
    ACCENT,
    BOLD,
    GREY,
    ITALIC,
    LINE,
    POINT,
    REGULAR,
    SEMIBOLD,
    SERIF_BOLD,
    TINT,
    Paper,
    Style,
    fitting,
    stacked,
    unbroken,
)
from printouts.styles import STRONG, TINY
from printouts.writing import draw_lines

MOST_LEGS = 4  # R12: no army goes further in a season


@dataclass(frozen=True)
class OrderCard:
    """One army's card for one season.

    ``allowance`` is the number of provinces the army may move, or None where only the route will tell;
    ``allowance_note`` says how it comes about. Once the season is under way ``left`` are those it has not entered yet
    and still has a phase for. ``phases`` are those of that allowance (R13) which are to come, as "2 3 4".
    ``legs`` is a number of empty boxes, or the provinces of a route already given: what is left of its four
    boxes then stays empty. ``neighbours`` are the names of the provinces next to this one by land, with the great road
    that leads there, ``by_sea`` those across the water; ``beyond`` and ``beyond_by_sea`` the same of the provinces two
    legs away. ``back`` is that of the only one it may go to after a battle without a clear victory (R15). ``url`` goes
    into the QR code, ``code`` beneath it.
    ``late`` is stamped on a card whose order is late, as "LATE by 4 min, after phase 1".
    """

    code: str
    url: str
    clan: Sign
    general: str
    province: str
    season: str
    allowance: int | None = None
    allowance_note: str = ""
    left: int | None = None
    phases: str = ""
    legs: int | tuple[str, ...] = MOST_LEGS
    neighbours: tuple[str, ...] = ()
    by_sea: tuple[str, ...] = ()
    beyond: tuple[str, ...] = ()
    beyond_by_sea: tuple[str, ...] = ()
    back: str = ""
    late: str = ""

    @property
    def boxes(self) -> tuple[str, ...]:
        """What stands in each box of the route: nothing, or the province already ordered."""
        if isinstance(self.legs, int):
            return ("",) * self.legs
        return self.legs + ("",) * (MOST_LEGS - len(self.legs))


@dataclass(frozen=True)
class StayingArmy:
    """An army that gets no order card: its code, its general, where it stands, and why it may not march."""

    code: str
    general: str
    province: str
    why: str


MOST_STAYING = 5  # armies on one card


@dataclass(frozen=True)
class NoCards:
    """A clan's armies that get no order card, at most MOST_STAYING of them."""

    clan: Sign
    season: str
    armies: tuple[StayingArmy, ...]


def order_cards(paper: Paper, cards: Sequence[OrderCard | NoCards]) -> None:
    """The cards, A6 upright, four to a page of A4."""
    lay_cards(paper, A6_FOUR_ON_A4, cards, _draw_either)


# --- One card, 105 × 148.5 mm -----------------------------------------------------------------------------

LEFT, RIGHT = 7.0, 98.0
WIDTH = RIGHT - LEFT
CODE_LEFT, CODE_SIDE = 74.0, 24.0
ROOM = CODE_LEFT - LEFT - 4.5  # left of the QR code and its quiet zone
STAMP, STAMP_AT, STAMP_ASLANT = (43.0, 6.6), (76.0, 127.9), 2.0
WAYS_TOP, ROUTE_TOP, ROUTE_HEIGHT, BOX_GAP = 70.6, 85.7, 38.4, 1.3

EYEBROW = Style(SEMIBOLD, 9, ACCENT)
CLAN = Style(SERIF_BOLD, 25)
LEAST = 12.0  # points: smaller than this, a name rather takes two lines
GENERAL = Style(SEMIBOLD, 15, spacing=1.05)
FACT = Style(REGULAR, 11.5)
STAYS = Style(SEMIBOLD, 11)
FACT_STRONG = Style(BOLD, 11.5)
CODE = Style(BOLD, 23)
NOTE = Style(REGULAR, 8.5, GREY, spacing=1.15)
HINT = Style(ITALIC, 8.5, spacing=1.15)
NUMBER = Style(BOLD, 15)
ORDERED = Style(SEMIBOLD, 15)
STAMPED = Style(BOLD, 12, ACCENT)


def _draw_either(paper: Paper, card: OrderCard | NoCards) -> None:
    if isinstance(card, OrderCard):
        _draw(paper, card)
    else:
        _draw_staying(paper, card)


def _draw_staying(paper: Paper, card: NoCards) -> None:
    draw_sign(paper, LEFT, 7, WIDTH, 9.5, card.clan)
    paper.fit(LEFT, 21.8, f"No order card · {card.season}", EYEBROW, WIDTH)
    _draw_clan(paper, card.clan.name, WIDTH)
    count = len(card.armies)
    paper.text(LEFT, 37, "This army may not march" if count == 1 else f"These {count} armies may not march", STRONG)
    for number, army in enumerate(card.armies):
        top = 40.5 + number * 19.5
        paper.line(LEFT, top, RIGHT, top, ink=LINE, weight=0.5)
        code = paper.text(RIGHT, top + 4.8, army.code, FACT_STRONG, "right")
        below = paper.block(LEFT, top + 4.8, f"{army.general}, in {army.province}", STAYS, WIDTH - code - 3, 2)
        paper.block(LEFT, below + 0.2, f"{army.why[:1].upper()}{army.why[1:]}.", NOTE, WIDTH, 2)
    paper.text(LEFT, 143.8, "They stay where they are", TINY)


def _draw(paper: Paper, card: OrderCard) -> None:
    draw_code(paper, CODE_LEFT, 20.5, CODE_SIDE, card.url)
    draw_sign(paper, LEFT, 7, WIDTH, 9.5, card.clan)  # over the code's quiet zone
    _draw_army(paper, card)
    _draw_allowance(paper, card)
    _draw_route(paper, card)
    paper.fit(CODE_LEFT + CODE_SIDE / 2, 53.8, card.code, CODE, CODE_SIDE, "centre")
    paper.fit(RIGHT, 143.8, f"{card.season} · {card.code}", TINY, 45, "right")
    if card.late:
        _stamp_late(paper, card.late)


def _draw_clan(paper: Paper, name: str, room: float) -> None:
    """The clan's name, the last line of it always at the same height."""
    style, lines = stacked(name, CLAN, room, LEAST, 2)
    for number, line in enumerate(lines, start=1):
        paper.text(LEFT, 30.8 - (len(lines) - number) * style.size * 1.05 * POINT, line, style)


def _draw_army(paper: Paper, card: OrderCard) -> None:
    paper.fit(LEFT, 21.8, f"Order card · {card.season}", EYEBROW, ROOM)
    _draw_clan(paper, card.clan.name, ROOM)
    below = paper.block(LEFT, 37.6, card.general, GENERAL, ROOM, 2) + 0.8
    start = LEFT + paper.text(LEFT, below, "stands in", FACT) + 1
    paper.fit(start, below, card.province, FACT_STRONG, LEFT + ROOM - start)


def _draw_allowance(paper: Paper, card: OrderCard) -> None:
    if card.back:
        says = f"Stays, or goes back to {card.back}"
    elif card.allowance is None:
        says = "Moves as far as the route allows"
    elif card.left is not None:
        says = f"{card.left} of {counted(card.allowance, 'province')} left"
    else:
        says = f"Moves {counted(card.allowance, 'province')}"
    if card.phases and not card.back:
        says += f" in phase{'' if len(card.phases.split()) == 1 else 's'} {card.phases}"
    paper.fit(LEFT, 53.8, says, FACT_STRONG, ROOM)
    if not card.back:
        paper.block(LEFT, 58, card.allowance_note, NOTE, WIDTH, 2)


def _draw_route(paper: Paper, card: OrderCard) -> None:
    boxes = card.boxes
    paper.stamp(f"order-card-{len(boxes)}", A6_FOUR_ON_A4.card, lambda paper: _draw_form(paper, len(boxes)))
    if card.back:
        words = f"Only to {unbroken(card.back)}: its last battle had no clear victor (R15)"
        paper.block(LEFT, WAYS_TOP, words, HINT, WIDTH, 2)
    else:
        _draw_ways(paper, card)
    for number, name in enumerate(boxes):
        top, height = _box(number, len(boxes))
        paper.fit(LEFT + 13, top + height / 2 + 1.9, name, ORDERED, WIDTH - 16)


def _draw_ways(paper: Paper, card: OrderCard) -> None:
    """Where the army can go from here: by land and by sea apart, then what lies behind those. None is left out, however
    small that makes them: nobody would know that he may go there."""
    top = WAYS_TOP
    across = [f"by sea {_names(card.beyond_by_sea)}"] if card.beyond_by_sea else []
    for words, lines in (
        (f"By land: {_names(card.neighbours)}" if card.neighbours else "", 2),
        (f"By sea: {_names(card.by_sea)}" if card.by_sea else "", 1),
        (f"Then: {'; '.join([_names(card.beyond)] * bool(card.beyond) + across)}" if card.beyond or across else "", 2),
    ):
        if words:
            style, broken = fitting(words, HINT, WIDTH, lines)
            top = draw_lines(paper, LEFT, top, broken, style) - style.leading + HINT.leading


def _names(provinces: Sequence[str]) -> str:
    return ", ".join(map(unbroken, provinces))


def _stamp_late(paper: Paper, words: str) -> None:
    """The stamp on a late order: two frames and no fill, for any printer; aslant, and where nothing else stands."""
    width, height = STAMP
    with paper.turned(STAMP_AT[0], STAMP_AT[1], STAMP_ASLANT):
        paper.box(-width / 2, -height / 2, width, height, ink=ACCENT, weight=1.4)
        paper.box(-width / 2 + 0.8, -height / 2 + 0.8, width - 1.6, height - 1.6, ink=ACCENT, weight=0.4)
        paper.fit(0, 1.25, words, STAMPED, width - 4, "centre")


def _box(number: int, count: int) -> tuple[float, float]:
    """Top and height of one box of the route; more than four are lower, so that all find room."""
    step = ROUTE_HEIGHT / max(count, MOST_LEGS)
    return ROUTE_TOP + number * step, step - BOX_GAP


def _draw_form(paper: Paper, boxes: int) -> None:
    """What every card has: the boxes of the route and the lines to sign on."""
    paper.text(LEFT, WAYS_TOP - 4, "Route, one province in each box", STRONG)
    for number in range(boxes):
        top, height = _box(number, boxes)
        paper.box(LEFT, top, 10, height, fill=TINT, ink=None)
        paper.box(LEFT, top, WIDTH, height, weight=0.9)
        paper.line(LEFT + 10, top, LEFT + 10, top + height, weight=0.5)
        paper.text(LEFT + 5, top + height / 2 + 1.9, str(number + 1), NUMBER, "centre")
    paper.box(LEFT, 124.6, 5.5, 5.5, weight=0.9)
    paper.text(LEFT + 8, 128.6, "We stay where we are", STRONG)
    for x, end, label in ((LEFT, 64, "General’s hand"), (68, RIGHT, "Time handed in")):
        paper.line(x, 136.8, end, 136.8, weight=0.5)
        paper.text(x, 139.7, label, TINY)
    paper.text(LEFT, 143.8, "Hand in at the map", TINY)
