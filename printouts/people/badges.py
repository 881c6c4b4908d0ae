"""Badges: who somebody is in the game, to be read across a table (handbook 3, 4)."""

from __future__ import annotations

from collections.abc import Sequence

from control.kernel.drawing.marks.signs import Sign
from control.kernel.values import dataclass
from printouts.cards import Sheet, lay_cards
from printouts.crests import draw_crest
from printouts.paper import A4, GREY, LINE, REGULAR, SEMIBOLD, SERIF_BOLD, Paper, Style, fitting, ink, stacked
from printouts.styles import CELL, TINY

BADGE = (90.0, 54.0)  # millimetres: what name badge holders take
TEN_ON_A4 = Sheet(page=A4, card=BADGE, columns=2, rows=5, left=15, top=13.5)


@dataclass(frozen=True)
class Badge:
    """One person of the game. ``role`` is what his office is called, ``titles`` what he holds besides; ``player`` is
    who plays him, or empty for a line to write it on."""

    clan: Sign
    name: str
    kanji: str
    role: str
    titles: tuple[str, ...] = ()
    player: str = ""


def badges(paper: Paper, people: Sequence[Badge]) -> None:
    """The badges, ten to a page of A4."""
    lay_cards(paper, TEN_ON_A4, people, _draw)


# --- One badge, 90 × 54 mm --------------------------------------------------------------------------------

BAND = 24.0
LEFT, RIGHT = BAND + 4, 86.0
ROOM = RIGHT - LEFT

NAME = Style(SERIF_BOLD, 20, spacing=1.02)
LEAST = 15.0  # points: smaller than this, a name rather takes two lines
LEGIBLE = 9.0  # and smaller than this, it takes three; if that does not help, its longest word is parted
KANJI = Style(REGULAR, 12, GREY)
ROLE = Style(SEMIBOLD, 12)
TITLES = Style(REGULAR, 9.5, spacing=1.12)


def _draw(paper: Paper, badge: Badge) -> None:
    _draw_clan(paper, badge.clan)
    style, lines = fitting(badge.name, NAME, ROOM)
    if style.size < LEAST:
        style, lines = fitting(badge.name, NAME, ROOM, 2)
    if style.size < LEGIBLE:
        style, lines = fitting(badge.name, NAME, ROOM, 3)
    if style.size < LEGIBLE:
        style, lines = fitting(halved(badge.name), NAME, ROOM, 3)
    y = 12.0 if len(lines) == 1 else 10.0
    for line in lines:
        paper.text(LEFT, y, line, style)
        y += style.leading
    y += 0.4 - style.leading
    if badge.kanji and len(lines) == 1:
        y += 6.2
        paper.fit(LEFT, y, badge.kanji, KANJI, ROOM)
    paper.fit(LEFT, y + 6.8, badge.role, ROLE, ROOM)
    if badge.titles:
        paper.block(LEFT, y + 12, ", ".join(badge.titles), TITLES, ROOM, 3)
    if badge.player:
        paper.fit(LEFT, 49.6, badge.player, CELL, ROOM)
    else:
        paper.line(LEFT, 48.4, RIGHT, 48.4, ink=LINE, weight=0.5)
        paper.text(LEFT, 51.2, "played by", TINY)


def halved(name: str) -> str:
    """A name whose longest word is in two parts, with a hyphen."""
    longest = max(name.split(), key=len)
    middle = len(longest) // 2
    return name.replace(longest, f"{longest[:middle]}- {longest[middle:]}", 1)


def _draw_clan(paper: Paper, clan: Sign) -> None:
    """The clan down the left: its crest, its letters and its name on its colour."""
    paper.box(0, 0, BAND, BADGE[1], fill=ink(clan.colour), ink=LINE, weight=0.3)
    letters = ink(clan.text_colour)
    draw_crest(paper, 3, 4, BAND - 6, clan.crest, clan.text_colour)
    middle, room = BAND / 2, BAND - 3
    paper.fit(middle, 29.5, clan.code, Style(SEMIBOLD, 13, letters), room, "centre")
    style, lines = stacked(clan.name, Style(SEMIBOLD, 12, letters), room, 8, 5)
    first = 40.5 - (len(lines) - 1) * style.leading / 2
    for number, line in enumerate(lines):
        paper.text(middle, first + number * style.leading, line, style, "centre")
    paper.fit(middle, 50.6, clan.kanji, Style(REGULAR, 11, letters), room, "centre")
