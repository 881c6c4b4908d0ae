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


class Sign(Protocol):
    """A clan itself: how queries show it."""

    @property
    def name(self) -> str: ...
    @property
    def code(self) -> str: ...
    @property
    def kanji(self) -> str: ...
    @property
    def colour(self) -> str: ...
    @property
    def text_colour(self) -> str: ...


def draw_band(paper: Paper, x: float, y: float, width: float, height: float, card: OfClan) -> None:
    """The band, with the clan's code at its left and its name in kanji at its right."""
    _draw(paper, (x, y, width, height), card.clan_code, card.clan_kanji, (card.colour, card.text_colour))


def draw_sign(paper: Paper, x: float, y: float, width: float, height: float, clan: Sign) -> None:
    """The same band, of a clan itself."""
    _draw(paper, (x, y, width, height), clan.code, clan.kanji, (clan.colour, clan.text_colour))


def _draw(
    paper: Paper, box: tuple[float, float, float, float], code: str, kanji: str, colours: tuple[str, str]
) -> None:
    x, y, width, height = box
    letters = ink(colours[1])
    paper.box(x, y, width, height, fill=ink(colours[0]), weight=0.8)
    baseline = y + height / 2 + 2.2
    room = width / 2 - 4
    paper.fit(x + 3, baseline, code, Style(BOLD, 18, letters), room)
    paper.fit(x + width - 3, baseline, kanji, Style(REGULAR, 17, letters), room, "right")
