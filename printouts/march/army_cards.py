"""Army cards: where the troop counters of an army lie, out of sight of the map (H6, R8)."""

from __future__ import annotations

from collections.abc import Sequence

from control.kernel.drawing.marks.signs import Sign
from control.kernel.values import dataclass
from printouts.cards import A5_TWO_ON_A4, lay_cards
from printouts.clan_band import draw_sign
from printouts.codes import draw_code
from printouts.paper import BLACK, BOLD, LINE, REGULAR, SEMIBOLD, TINT, WHITE, Paper, Style
from printouts.styles import EYEBROW, FACT, FACT_STRONG, FINE, LARGE, NOTE, STRONG, TINY

MOST_EXPERIENCE = 4  # H6: never higher


@dataclass(frozen=True)
class ArmyCard:
    """One army. ``flag`` is the name on its counter on the map; ``troops`` counts counters of 1,000 men now,
    None to leave that to the counters themselves; ``season`` is when the card was printed. ``companions`` are the
    people who go along. ``url`` with ``code`` opens the umpires' page of the army. Nothing on the card opens more: it
    lies open at the map.
    """

    code: str
    url: str
    clan: Sign
    flag: str
    general: str
    experience: int
    home_province: str
    season: str = ""
    troops: int | None = None
    companions: tuple[str, ...] = ()


def army_cards(paper: Paper, cards: Sequence[ArmyCard]) -> None:
    """The cards, A5 level, two to a page of A4."""
    lay_cards(paper, A5_TWO_ON_A4, cards, _draw)


# --- One card, 210 × 148.5 mm -----------------------------------------------------------------------------

LEFT, RIGHT = 9.0, 201.0
CODE_SIDE = 28.0
CODE_LEFT = RIGHT - CODE_SIDE
ROOM = CODE_LEFT - LEFT - 6

GRID_TOP, CELL, GROUP_GAP = 61.0, 14.0, 2.5  # a half-inch counter lies in a cell with room for a fingertip
CELLS = tuple(  # thirty, in fives, row by row: their upper left corners
    (LEFT + column * CELL + GROUP_GAP * (column // 5), GRID_TOP + row * CELL)
    for row in range(3)
    for column in range(10)
)
GRID_RIGHT = LEFT + 10 * CELL + GROUP_GAP
SIDE_LEFT = GRID_RIGHT + 7

LOG_TOP, LOG_STEP, LOG_ROWS, LOG_RIGHT = 113.0, 8.4, 3, RIGHT
LOG_COLUMNS = (
    (LEFT, "Season and battle"),
    (92.0, "Counters lost"),
    (127.0, "Recovers"),
    (157.0, "Back in season"),
)

GENERAL = Style(SEMIBOLD, 18)
ALONG = Style(REGULAR, 9)
CODE = Style(BOLD, 22)
REACHED = Style(BOLD, 9, WHITE)
WHOSE = Style(SEMIBOLD, 8)


def _draw(paper: Paper, card: ArmyCard) -> None:
    draw_sign(paper, LEFT, 8, RIGHT - LEFT, 10.5, card.clan)
    _draw_general(paper, card)
    _draw_troops(paper, card)
    paper.stamp("army-card", A5_TWO_ON_A4.card, _draw_form)
    draw_code(paper, CODE_LEFT, 26.5, CODE_SIDE, card.url)
    paper.text(CODE_LEFT + CODE_SIDE / 2, 22.9, "Umpires: this army", WHOSE, "centre")
    paper.fit(CODE_LEFT + CODE_SIDE / 2, 61.6, card.code, CODE, CODE_SIDE, "centre")
    paper.fit(LOG_RIGHT, 143.8, " · ".join(filter(None, (card.season, card.code))), TINY, 60, "right")


def _draw_general(paper: Paper, card: ArmyCard) -> None:
    paper.fit(LEFT, 24.4, " · ".join(filter(None, ("Army card", card.season))), EYEBROW, ROOM)
    paper.fit(LEFT, 35, card.clan.name, LARGE, ROOM)
    paper.fit(LEFT, 43, card.general, GENERAL, ROOM)
    x = LEFT
    for label, value, room in (("Flag", card.flag, 50), ("Home province", card.home_province, 26)):
        x += paper.text(x, 51, label, FACT) + 1.2
        x += paper.fit(x, 51, value, FACT_STRONG, room) + 7
    x += paper.text(x, 51, "Experience", FACT) + 2
    for level in range(1, MOST_EXPERIENCE + 1):
        reached = level <= card.experience
        paper.box(x, 47.3, 4.6, 4.6, fill=BLACK if reached else None, weight=0.7)
        paper.text(x + 2.3, 50.7, str(level), REACHED if reached else NOTE, "centre")
        x += 5.8
    if card.companions:
        paper.fit(LEFT, 55.6, f"With {', '.join(card.companions)}", ALONG, ROOM)


def _draw_troops(paper: Paper, card: ArmyCard) -> None:
    """How many counters there were at printing, and their cells shaded."""
    title = "Troop counters, 1,000 men each"
    if card.troops is not None:
        title += f" · {card.troops} when printed"
    paper.fit(LEFT, GRID_TOP - 2.2, title, STRONG, GRID_RIGHT - LEFT)
    for x, y in CELLS[: card.troops or 0]:
        paper.box(x, y, CELL, CELL, fill=TINT, ink=None)


def _draw_form(paper: Paper) -> None:
    """What every card has: cells for counters, room for wounds, losses and what comes back."""
    for number, (x, y) in enumerate(CELLS, start=1):
        paper.box(x, y, CELL, CELL, ink=LINE)
        paper.text(x + 1.2, y + 3.4, str(number), FINE)
    paper.text(SIDE_LEFT, GRID_TOP + 6, "Wounds and notes", STRONG)
    for number in range(1, 5):
        y = GRID_TOP + 6 + number * 9
        paper.line(SIDE_LEFT, y, RIGHT, y, ink=LINE, weight=0.5)
    for x, label in LOG_COLUMNS:
        paper.text(x, LOG_TOP - 1.4, label, STRONG)
    for number in range(LOG_ROWS + 1):
        y = LOG_TOP + number * LOG_STEP
        paper.line(LEFT, y, LOG_RIGHT, y, ink=LINE if number else BLACK, weight=0.5)
    for x, _ in LOG_COLUMNS[1:]:
        paper.line(x - 2, LOG_TOP, x - 2, LOG_TOP + LOG_ROWS * LOG_STEP, ink=LINE, weight=0.5)
    paper.text(LEFT, 143.8, "Lies at the edge of the map with its counters on it", TINY)
