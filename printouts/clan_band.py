"""The band at the head of a clan's cards: the only place where its colour is used.

The three letters in it say the same without colour, so that a black-and-white printer loses nothing.
"""

from __future__ import annotations

from control.kernel.drawing.marks.signs import Sign
from printouts.paper import BOLD, REGULAR, Paper, Style, ink


def draw_sign(paper: Paper, x: float, y: float, width: float, height: float, clan: Sign) -> None:
    """The band, with the clan's code at its left and its name in kanji at its right."""
    letters = ink(clan.text_colour)
    paper.box(x, y, width, height, fill=ink(clan.colour), weight=0.8)
    baseline = y + height / 2 + 2.2
    room = width / 2 - 4
    paper.fit(x + 3, baseline, clan.code, Style(BOLD, 18, letters), room)
    paper.fit(x + width - 3, baseline, clan.kanji, Style(REGULAR, 17, letters), room, "right")
