"""The band at the head of a clan's cards: the only place where its colour is used.

The three letters in it say the same without colour, so that a black-and-white printer loses nothing.
"""

from __future__ import annotations

from typing import Protocol

from printouts.paper import BOLD, REGULAR, Paper, Style, ink


class OfClan(Protocol):
    """What belongs to a clan; the colours are ``#rrggbb``."""

    @property
    def clan_code(self) -> str: ...
    @property
    def clan_kanji(self) -> str: ...
    @property
    def colour(self) -> str: ...
    @property
    def text_colour(self) -> str: ...


def draw_band(paper: Paper, x: float, y: float, width: float, height: float, card: OfClan) -> None:
    """The band, with the clan's code at its left and its name in kanji at its right."""
    letters = ink(card.text_colour)
    paper.box(x, y, width, height, fill=ink(card.colour), weight=0.8)
    baseline = y + height / 2 + 2.2
    room = width / 2 - 4
    paper.fit(x + 3, baseline, card.clan_code, Style(BOLD, 18, letters), room)
    paper.fit(x + width - 3, baseline, card.clan_kanji, Style(REGULAR, 17, letters), room, "right")
