"""The general's own paper: the code with which he chooses his tactics in secret, folded shut (H6)."""

from __future__ import annotations

from collections.abc import Sequence

from control.kernel.drawing.marks.signs import Sign
from control.kernel.values import dataclass
from printouts.cards import A6_FOUR_ON_A4, lay_cards
from printouts.clan_band import draw_sign
from printouts.codes import draw_code
from printouts.paper import BOLD, LINE, SERIF_BOLD, Paper, Style
from printouts.styles import BODY, EYEBROW, FINE


@dataclass(frozen=True)
class GeneralsCode:
    """A general with the army he leads and the ``code`` of his own page, which ``url`` opens; it can be typed at
    ``door``. ``army`` is the code of the army's card."""

    clan: Sign
    general: str
    army: str
    code: str
    url: str
    door: str
    season: str = ""


LEFT, RIGHT = 10.0, 95.0
FOLD = 66.0
SIDE = 34.0

NAME = Style(SERIF_BOLD, 19)
CODE = Style(BOLD, 21)


def generals_codes(paper: Paper, codes: Sequence[GeneralsCode]) -> None:
    """The papers, A6, four to a page of A4; each is folded in the middle, the code inside."""
    lay_cards(paper, A6_FOUR_ON_A4, list(codes), _draw)


def _draw(paper: Paper, card: GeneralsCode) -> None:
    room, middle = RIGHT - LEFT, (LEFT + RIGHT) / 2
    draw_sign(paper, LEFT, 8, room, 9, card.clan)
    paper.fit(LEFT, 24, "For the general’s eyes only", EYEBROW, room)
    below = paper.block(LEFT, 33, card.general, NAME, room, 2)
    paper.fit(LEFT, max(44.0, below + 1), f"{card.clan.name}, army {card.army}", BODY, room)
    paper.block(LEFT, 52, "Fold along the line, the code inside. Not to lie at the map.", FINE, room, 2)
    paper.line(0, FOLD, 105, FOLD, ink=LINE, weight=0.4)
    draw_code(paper, middle - SIDE / 2, 71, SIDE, card.url)
    paper.fit(middle, 114.5, card.code, CODE, room, "centre")
    paper.text(middle, 121, "Scan it with your own phone, or type the code at", BODY, "centre")
    paper.fit(middle, 125.8, card.door, BODY, room, "centre")
    ends = "Choose your tactic there when the umpire asks. A new general, or a new code, ends this one."
    paper.block(LEFT, 132, ends, FINE, room, 2)
    paper.fit(LEFT, 142, " · ".join(filter(None, (card.season, card.army))), FINE, room)
