"""Briefings: a clan's as a booklet, a person's as a sheet that is folded and sealed (handbook 1 and 3).

The booklet is pages of A5, two on a side of A4: printed on both sides, turned over the short edge, laid in each other
and folded, they are in order. The personal briefing is a sheet of A4 printed on both sides, turned over the long edge:
name outside, text inside.
"""

from __future__ import annotations

from collections.abc import Sequence

from control.kernel.drawing.maps.country import Country
from control.kernel.drawing.maps.map import MapDrawing
from control.kernel.drawing.marks.signs import Sign
from control.kernel.drawing.shapes import Box
from control.kernel.values import dataclass
from printouts import flow, prose
from printouts.clan_band import draw_sign
from printouts.crests import draw_crest, draw_roundel
from printouts.drawing import draw_country
from printouts.paper import (
    A4,
    A4_LEVEL,
    ACCENT,
    BLACK,
    GREY,
    ITALIC,
    LINE,
    REGULAR,
    SEMIBOLD,
    SERIF_BOLD,
    Paper,
    Style,
    fitting,
)
from printouts.prose import Block, Grid, Look
from printouts.spans import plain
from printouts.styles import SMALL

A5 = (148.5, 210.0)

EYEBROW = Style(SEMIBOLD, 11, ACCENT)
MOTTO = Style(ITALIC, 13)
SECOND = Style(REGULAR, 13, GREY)


@dataclass(frozen=True)
class ClanBriefing:
    """A clan's booklet: ``leader`` with his office, ``when`` it is true, the text as blocks (one of which may be the
    picture "map"), and what the map shows."""

    game: str
    clan: Sign
    leader: str
    motto: str
    when: str
    blocks: tuple[Block, ...]
    country: Country


@dataclass(frozen=True)
class PersonalBriefing:
    """A person's sheet. ``player`` is who plays him, or empty; ``facts`` are pairs of a word and what it is, such as
    ("Age", "17"); ``blocks`` the text, which only he may read."""

    game: str
    clan: Sign
    name: str
    kanji: str
    office: str
    player: str
    motto: str
    facts: tuple[tuple[str, str], ...]
    blocks: tuple[Block, ...]


# --- The clan's booklet -----------------------------------------------------------------------------------

LEFT, TOP, BOTTOM = 13.0, 17.0, 192.0
COLUMN = Look(A5[0] - 2 * LEFT, 10)
SHEET = 4  # pages of the booklet on one sheet of paper
RULED = 9.0  # millimetres between the lines of a page for notes


def clan_briefing(paper: Paper, briefing: ClanBriefing, drawing: MapDrawing) -> None:
    """The booklet of one clan: cover, text, lines for notes on what pages are left over, and a back, which takes the
    last page of the text if that saves a sheet."""

    def country(paper: Paper, x: float, y: float, width: float, height: float) -> None:
        draw_country(paper, drawing, briefing.country, Box(x, y, width, height))

    inside = prose.pages(briefing.blocks, COLUMN, BOTTOM - TOP, {"map": country})
    count = -(-(len(inside) + 1) // SHEET) * SHEET
    paper.lay(A4_LEVEL)
    for side in imposed(count):
        for x, number in zip((0.0, A5[0]), side, strict=True):
            with paper.place(x, 0):
                booklet_page(paper, briefing, inside, number, count)
        paper.turn_page()


def imposed(count: int) -> list[tuple[int, int]]:
    """Which pages stand side by side, the left one first: front and back of each sheet, the outermost sheet first.
    Pages count from 1; there are as many as fill whole sheets."""
    found = []
    for sheet in range(count // SHEET):
        first, last = 1 + 2 * sheet, count - 2 * sheet
        found += [(last, first), (first + 1, last - 1)]
    return found


def booklet_page(
    paper: Paper, briefing: ClanBriefing, inside: Sequence[Sequence[flow.Row]], number: int, count: int
) -> None:
    """One page of A5."""
    if number == 1:
        cover(paper, briefing)
    elif number - 2 < len(inside):
        prose.draw(paper, inside[number - 2], LEFT, TOP)
        folio(paper, briefing.clan, number)
    elif number == count:
        back(paper, briefing)
    else:
        notes(paper)
        folio(paper, briefing.clan, number)


def cover(paper: Paper, briefing: ClanBriefing) -> None:
    """Whose booklet it is."""
    clan, middle, room = briefing.clan, A5[0] / 2, A5[0] - 2 * LEFT
    paper.fit(middle, 20, briefing.game, EYEBROW, room, "centre")
    paper.line(LEFT, 24, A5[0] - LEFT, 24, weight=0.8)
    draw_crest(paper, middle - 27, 38, 54, clan.crest)
    long = len(clan.name) > 24
    centred(paper, middle, 109 if long else 118, clan.name, Style(SERIF_BOLD, 44), room, 2 if long else 1)
    paper.fit(middle, 131, clan.kanji, Style(REGULAR, 22, GREY), room, "centre")
    centred(paper, middle, 143, briefing.motto, MOTTO, room - 10, 3)
    below = centred(paper, middle, 165, briefing.leader, Style(SEMIBOLD, 13), room, 2)
    paper.fit(middle, below + 0.5, briefing.when, SMALL.at(10), room, "centre")
    draw_sign(paper, LEFT, 180, room, 13, clan)
    paper.fit(middle, 200, "For the clan’s own eyes. Do not leave it where others sit.", SMALL, room, "centre")


def centred(paper: Paper, x: float, y: float, words: str, style: Style, room: float, most: int) -> float:
    """Words in at most so many lines around x, smaller if they must be; answers with the baseline that would follow."""
    style, lines = fitting(words, style, room, most)
    for line in lines:
        paper.text(x, y, line, style, "centre")
        y += style.leading
    return y


def back(paper: Paper, briefing: ClanBriefing) -> None:
    """The last page."""
    middle, room = A5[0] / 2, A5[0] - 2 * LEFT
    clan = briefing.clan
    draw_roundel(paper, middle - 12, 88, 24, clan.crest, clan.colour, clan.text_colour)
    about = (clan.name, f"{briefing.when}. What stands on the map may have changed since.",
             "Printed on both sides, turned over the short edge, folded in the middle.")  # fmt: skip
    for number, words in enumerate(about):
        paper.fit(middle, 182 + 5 * number, words, SMALL, room, "centre")


def notes(paper: Paper) -> None:
    """A page to write on."""
    paper.text(LEFT, TOP + 5, "Notes", COLUMN.heading(2))
    for number in range(1, int((BOTTOM - TOP - 8) // RULED) + 1):
        y = TOP + 8 + number * RULED
        paper.line(LEFT, y, A5[0] - LEFT, y, ink=LINE, weight=0.3)


def folio(paper: Paper, clan: Sign, number: int) -> None:
    """The foot of a page: the clan, and the page's number on its outer side."""
    outer, inner = (A5[0] - LEFT, LEFT) if number % 2 else (LEFT, A5[0] - LEFT)
    paper.line(LEFT, 197, A5[0] - LEFT, 197, ink=LINE, weight=0.4)
    paper.text(outer, 202, str(number), Style(SEMIBOLD, 10), "right" if number % 2 else "left")
    paper.fit(inner, 202, clan.name, SMALL, 90, "left" if number % 2 else "right")


# --- The personal briefing --------------------------------------------------------------------------------

MARGIN, HEAD, FLOOR = 32.0, 54.0, 276.0
SIZES = (13.0, 12.0, 11.25, 10.5)  # points: the largest in which the text stays on one side
FOLD = A4[1] / 2


def personal_briefing(paper: Paper, briefing: PersonalBriefing) -> None:
    """The sheet of one person. A text that is too long for one side goes on on further sheets, laid into the first."""
    look, inside = set_on_one_side((facts(briefing), *briefing.blocks))
    paper.lay(A4)
    outside(paper, briefing)
    paper.turn_page()
    for number, page in enumerate(inside):
        if number == 0:
            head(paper, briefing)
        top = HEAD if number == 0 else 30.0
        if number:
            paper.fit(MARGIN, 20, f"{briefing.name}: side {number + 1} of {len(inside)}", EYEBROW, look.width)
            paper.line(MARGIN, 24, A4[0] - MARGIN, 24, weight=0.8)
        prose.draw(paper, page, MARGIN, top)
        last = number == len(inside) - 1
        words = "For you alone. Fold it up again when you have read it." if last else "Read on on the next sheet."
        paper.fit(A4[0] / 2, 287, words, SMALL, look.width, "centre")
        paper.turn_page()
    if len(inside) % 2 == 0:  # or else the next person's name would stand on the back of this one's secrets
        paper.text(A4[0] / 2, FOLD, "This side is empty.", SMALL, "centre")
        paper.turn_page()


def set_on_one_side(blocks: Sequence[Block]) -> tuple[Look, list[list[flow.Row]]]:
    """The text in the largest type in which it stays on one side, or in the smallest on several."""
    for size in SIZES:
        look = Look(A4[0] - 2 * MARGIN, size)
        found = prose.pages(blocks, look, FLOOR - HEAD)
        if len(found) == 1:
            break
    return look, found


def outside(paper: Paper, briefing: PersonalBriefing) -> None:
    """What is seen of the folded sheet: the name on its front, the back of it empty but for a word."""
    clan, middle, room = briefing.clan, A4[0] / 2, A4[0] - 60
    for x in (0.0, A4[0] - 6):
        paper.line(x, FOLD, x + 6, FOLD, ink=LINE, weight=0.4)
    paper.fit(middle, 66, "For the person named on the other side, and nobody else.", SECOND, room, "centre")
    paper.fit(middle, 74, "If it was given to you by mistake, hand it to Control unread.", SMALL.at(10), room, "centre")
    seal(paper, middle, 0)
    with paper.place(0, FOLD):
        draw_crest(paper, middle - 11, 16, 22, clan.crest)
        paper.fit(middle, 60, briefing.name, Style(SERIF_BOLD, 34), room, "centre")
        paper.fit(middle, 71, briefing.kanji, Style(REGULAR, 17, GREY), room, "centre")
        office = f"{briefing.office}, {clan.name}" if briefing.office else clan.name
        paper.fit(middle, 84, office, Style(SEMIBOLD, 15), room, "centre")
        if briefing.player:
            paper.fit(middle, 94, f"played by {briefing.player}", Style(ITALIC, 13), room, "centre")
        draw_sign(paper, middle - 45, 101, 90, 11, clan)
        paper.fit(middle, 124, briefing.game, SMALL, room, "centre")
        seal(paper, middle, FOLD)


def seal(paper: Paper, x: float, edge: float) -> None:
    """Where the sticker goes that holds the two edges together."""
    inwards = 1 if edge == 0 else -1
    box = 22.0, 13.0
    top = edge if inwards == 1 else edge - box[1]
    paper.box(x - box[0] / 2, top, *box, ink=LINE, weight=0.6)
    paper.text(x, top + box[1] / 2 + 1.2, "seal", SMALL, "centre")


def head(paper: Paper, briefing: PersonalBriefing) -> None:
    """Who he is: above the text."""
    clan, right = briefing.clan, A4[0] - MARGIN
    draw_roundel(paper, right - 24, 22, 24, clan.crest, clan.colour, clan.text_colour)
    room = right - MARGIN - 30
    paper.fit(MARGIN, 27, f"{briefing.office}, {clan.name}" if briefing.office else clan.name, EYEBROW, room)
    used = paper.fit(MARGIN, 40, briefing.name, Style(SERIF_BOLD, 27), room * 0.78)
    paper.fit(MARGIN + used + 4, 40, briefing.kanji, Style(REGULAR, 15, GREY), room - used - 4)
    paper.fit(MARGIN, 48, briefing.motto, MOTTO.at(11.5), room)
    paper.line(MARGIN, 51.5, right, 51.5, ink=BLACK, weight=1)


def facts(briefing: PersonalBriefing) -> Grid:
    """What is known of him, above the text."""
    shown = [pair for pair in briefing.facts if pair[1]]
    return Grid(tuple(plain(word) for word, _ in shown), (tuple(plain(value) for _, value in shown),))
