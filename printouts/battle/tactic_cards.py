"""Tactic cards: a general lays one face down in each round (handbook 6; R2). A set for either side.

Each card has what its tactic does against every other, in columns towards the side that plays it. Attacker and defender
differ in colour, in the word at the head and in the frame, so that any printer keeps them apart.
"""

from __future__ import annotations

from collections.abc import Sequence

from control.kernel.values import dataclass
from control.kernel.wording import signed
from printouts.cards import Sheet, lay_cards
from printouts.paper import (
    A4,
    ACCENT,
    BLACK,
    BOLD,
    LINE,
    REGULAR,
    SEMIBOLD,
    SERIF_BOLD,
    TINT,
    WHITE,
    Ink,
    Paper,
    Style,
)
from printouts.styles import TINY

CARD = (63.0, 88.0)  # millimetres: the sleeves that card players have fit it
SIX_ON_A4 = Sheet(page=A4, card=CARD, columns=3, rows=2, left=10.5, top=60.5)


@dataclass(frozen=True)
class TacticCard:
    """One tactic of one side (``attacker`` or ``defender``). ``against`` lists every tactic of the other side with the
    column shift in this one's favour; ``note`` is when it may not be played."""

    side: str
    name: str
    against: tuple[tuple[str, int], ...]
    note: str = ""


def tactic_cards(paper: Paper, sets: Sequence[Sequence[TacticCard]]) -> None:
    """The sets, each on pages of its own."""
    for cards in sets:
        lay_cards(paper, SIX_ON_A4, list(cards), _draw)


# --- One card, 63 × 88 mm ---------------------------------------------------------------------------------

LEFT, RIGHT = 6.0, 57.0
WIDTH = RIGHT - LEFT
TABLE_TOP, TABLE_BOTTOM = 42.0, 79.0

SIDE = Style(BOLD, 11, WHITE)
NAME = Style(SERIF_BOLD, 19, spacing=1.05)
ROW = Style(REGULAR, 9)
SHIFT = Style(BOLD, 10.5)
NOTE = Style(SEMIBOLD, 7.5)


def _draw(paper: Paper, card: TacticCard) -> None:
    attacks = card.side == "attacker"
    colour: Ink = ACCENT if attacks else BLACK
    paper.stamp(f"tactic-card-{card.side}", CARD, lambda paper: _draw_frame(paper, colour, double=not attacks))
    paper.text(CARD[0] / 2, 11.9, card.side.capitalize(), SIDE, "centre")
    paper.block(LEFT, 24, card.name, Style(NAME.face, NAME.size, colour, NAME.spacing), WIDTH, 2)
    paper.text(LEFT, TABLE_TOP - 1.6, "Against", TINY)
    paper.text(RIGHT, TABLE_TOP - 1.6, "columns your way", TINY, "right")
    step = min(6.0, (TABLE_BOTTOM - TABLE_TOP) / max(1, len(card.against)))
    lower = min(1.0, step / ROW.leading)  # of very many tactics each is smaller, for all of them to be read
    for number, (name, shift) in enumerate(card.against):
        y = TABLE_TOP + number * step
        if shift > 0:  # what is good to hope for
            paper.box(LEFT, y, WIDTH, step, fill=TINT, ink=None)
        paper.line(LEFT, y, RIGHT, y, ink=LINE, weight=0.3)
        paper.fit(LEFT + 1, y + step * 0.72, name, ROW.at(ROW.size * lower), WIDTH - 12)
        paper.text(RIGHT - 1, y + step * 0.72, signed(shift), SHIFT.at(SHIFT.size * lower), "right")
    if card.note:
        paper.fit(CARD[0] / 2, 83.2, card.note, NOTE, WIDTH, "centre")


def _draw_frame(paper: Paper, colour: Ink, *, double: bool) -> None:
    """The frame of a side and the bar for its name."""
    width, height = CARD
    paper.box(2.5, 2.5, width - 5, height - 5, ink=colour, weight=1.4)
    if double:
        paper.box(3.7, 3.7, width - 7.4, height - 7.4, ink=colour, weight=0.5)
    paper.box(LEFT, 6.5, WIDTH, 8, fill=colour, ink=None)
