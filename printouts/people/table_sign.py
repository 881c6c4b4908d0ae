"""Table signs: a clan's name, to be folded and stood on its table (handbook 3)."""

from __future__ import annotations

from control.kernel.drawing.marks.signs import Sign
from control.kernel.values import dataclass
from printouts.crests import draw_roundel
from printouts.paper import A4, GREY, LINE, REGULAR, SERIF_BOLD, Paper, Style, fitting, ink


@dataclass(frozen=True)
class TableSign:
    """A clan's sign; ``below`` is the line under the name, such as where its house is."""

    clan: Sign
    below: str = ""


def table_sign(paper: Paper, sign: TableSign) -> None:
    """The sign: on either half of the page, one of them on its head, with a line to fold on."""
    paper.lay(A4)
    width, height = A4
    half = height / 2
    with paper.place(0, half):
        _draw_face(paper, sign)
    with paper.turned(width, half, 180), paper.place(0, 0):
        _draw_face(paper, sign)
    for x in (0.0, width - 9):
        paper.line(x + 2, half, x + 7, half, ink=LINE, weight=0.5)
    paper.turn_page()


# --- One face, 210 × 148.5 mm -----------------------------------------------------------------------------

LEFT, RIGHT = 14.0, 196.0
FOOT, BAND = 112.0, 22.0
CREST = 70.0
NAME_LEFT = LEFT + CREST + 9
ROOM = RIGHT - NAME_LEFT

NAME = Style(SERIF_BOLD, 88, spacing=1.0)
KANJI = Style(REGULAR, 40, GREY)


def _draw_face(paper: Paper, sign: TableSign) -> None:
    clan = sign.clan
    draw_roundel(paper, LEFT, 24, CREST, clan.crest, clan.colour, clan.text_colour)
    style, lines = fitting(clan.name, NAME, ROOM, 2)
    y = 63.0 - (len(lines) - 1) * style.leading / 2
    for line in lines:
        paper.text(NAME_LEFT, y, line, style)
        y += style.leading
    paper.fit(NAME_LEFT + 1, y - style.leading + 21, clan.kanji, KANJI, ROOM)
    letters = ink(clan.text_colour)
    paper.box(LEFT, FOOT, RIGHT - LEFT, BAND, fill=ink(clan.colour), weight=0.8)
    wide = paper.fit(LEFT + 6, FOOT + 15.4, clan.code, Style(SERIF_BOLD, 38, letters), 60)
    paper.fit(RIGHT - 6, FOOT + 14, sign.below, Style(REGULAR, 24, letters), RIGHT - LEFT - wide - 20, "right")
