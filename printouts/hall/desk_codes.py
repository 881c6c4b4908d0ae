"""The codes of the desks, a card for each: to be cut, and handed to the umpires of that desk by Game Control."""

from __future__ import annotations

from collections.abc import Sequence

from control.kernel.values import dataclass
from printouts.cards import A6_FOUR_ON_A4, lay_cards
from printouts.codes import draw_code
from printouts.paper import BOLD, SERIF_BOLD, Paper, Style
from printouts.styles import BODY, EYEBROW, FINE


@dataclass(frozen=True)
class DeskCode:
    """A desk with its code; ``url`` opens the door with the code typed in, empty as long as no phone finds the room.
    ``whose`` is the umpire whose own code it is, empty for that of the whole desk; ``fingerprint`` that of the
    certificate (SHA-256), empty without one."""

    title: str
    desk: str
    code: str
    url: str
    whose: str = ""
    fingerprint: str = ""


LEFT, RIGHT = 10.0, 95.0
SIDE = 46.0

DESK = Style(SERIF_BOLD, 21)
CODE = Style(BOLD, 34)
NO_ADDRESS = (
    "The room was in no network when this was printed, so it had no address to scan or to type. The code is right: "
    "once the room is in the network of the hall, type it at the address that its window shows, or print this again."
)


def desk_codes(paper: Paper, codes: Sequence[DeskCode]) -> None:
    """The cards, A6, four to a page of A4."""
    lay_cards(paper, A6_FOUR_ON_A4, list(codes), _draw)


def _draw(paper: Paper, card: DeskCode) -> None:
    room = RIGHT - LEFT
    secret = "Secret: for nobody else" if card.whose else "Secret: for the umpires of this desk"
    paper.fit(LEFT, 15, secret, EYEBROW, room)
    if card.whose:
        paper.fit(LEFT, 26, card.whose, DESK, room)
        paper.fit(LEFT, 35, card.desk, BODY, room)
    else:
        paper.block(LEFT, 26, card.desk, DESK, room, 2)
    paper.fit(LEFT, 54, card.code, CODE, room)
    if card.url:
        draw_code(paper, (LEFT + RIGHT - SIDE) / 2, 66, SIDE, card.url)
        paper.text((LEFT + RIGHT) / 2, 123, "Scan it, or type the code at the door.", BODY, "centre")
        paper.fit((LEFT + RIGHT) / 2, 128.4, card.url.partition("?")[0], BODY, room, "centre")
    else:
        paper.block(LEFT, 80, NO_ADDRESS, BODY, room, 4)
    if card.fingerprint:
        half = len(card.fingerprint) // 2 + 1
        paper.fit(LEFT, 133.6, f"Before you trust the warning, compare: {card.fingerprint[:half]}", FINE, room)
        paper.fit(LEFT, 136.8, card.fingerprint[half:], FINE, room)
        paper.fit(LEFT, 141, card.title, FINE, room)
        return
    paper.fit(LEFT, 138, card.title, FINE, room)
