"""A bond on paper, with room for the seals of those it binds: filled in, or blank to write on by hand (handbook 4)."""

from __future__ import annotations

from control.kernel.values import dataclass
from printouts.paper import A4, ACCENT, BOLD, SEMIBOLD, SERIF, SERIF_BOLD, Paper, Style, fitting
from printouts.styles import FACT, SMALL
from printouts.writing import draw_lines, set_paragraphs


@dataclass(frozen=True)
class Bond:
    """A bond: the two it binds, its ``title`` ("Takeda at peace with Uesugi"), ``oath`` and ``paragraphs``, ``when`` it
    was made, the ``number`` it has in the register. A blank one has none of these."""

    one: str = ""
    other: str = ""
    title: str = ""
    oath: str = ""
    paragraphs: tuple[str, ...] = ()
    when: str = ""
    number: str = ""

    @property
    def is_blank(self) -> bool:
        """Whether it is to be filled in by hand."""
        return not self.title


LEFT, RIGHT, TOP, BOTTOM = 32.0, 178.0, 84.0, 200.0
WIDTH = RIGHT - LEFT
SEAL_SIDE = 34.0

EYEBROW = Style(SEMIBOLD, 12, ACCENT)
TITLE = Style(SERIF_BOLD, 28, spacing=1.15)
WORDS = tuple(Style(SERIF, size, spacing=1.4) for size in (16, 14, 12.5, 11))
LABEL = Style(SEMIBOLD, 11)
NUMBER = Style(BOLD, 13)

BLANKS = (
    ("Between", ""),
    ("and", ""),
    ("Kind", "peace · alliance · passage · vassalage · marriage · other"),
    ("Strength", "1 word of honour · 2 sworn before a priest · 3 sworn with hostages"),
    ("Until", "the last season it binds in"),
    ("Terms", "through, against, what is owed and when, bride, groom, dowry"),
    ("", ""),
    ("", ""),
    ("Hostages", "who, and to whose table"),
    ("May know", "everybody · these desks only · nobody else"),
)
"""The lines of a blank bond: what each is for, and a hint beneath it."""


def bond(paper: Paper, one: Bond) -> None:
    """One bond on a page of A4, and on further ones if its words need them."""
    paper.lay(A4)
    if one.is_blank:
        _frame(paper, one)
        for spot, (label, hint) in enumerate(BLANKS):
            y = 66 + spot * 14.0
            paper.text(LEFT, y, label, LABEL)
            paper.line(LEFT + 26, y + 1, RIGHT, y + 1, weight=0.4)
            paper.fit(LEFT + 26, y + 5, hint, SMALL, WIDTH - 26)
        _seals(paper, one)
        paper.turn_page()
        return
    style, pages = set_paragraphs(one.paragraphs, WORDS, WIDTH, BOTTOM - TOP)
    for number, lines in enumerate(pages, start=1):
        _frame(paper, one)
        size, title = fitting(one.title, TITLE, WIDTH, 2)
        draw_lines(paper, LEFT, 52, title, size)
        paper.line(LEFT, 72, RIGHT, 72, weight=0.8)
        draw_lines(paper, LEFT, TOP + style.size * 0.3, lines, style)
        if number == len(pages):
            _seals(paper, one)
        if len(pages) > 1:
            paper.text(LEFT, 279, f"Sheet {number} of {len(pages)}", SMALL)
        paper.turn_page()


def _frame(paper: Paper, one: Bond) -> None:
    """A line round the page, what the paper is, and its number in the register."""
    paper.box(14, 14, 182, 269, weight=1.2)
    paper.fit(LEFT, 38, f"A bond, {one.oath}" if one.oath else "A bond", EYEBROW, WIDTH - 30)
    paper.text(RIGHT, 38, one.number, NUMBER, "right")


def _seals(paper: Paper, one: Bond) -> None:
    """Room for the seals of both and of the priest, and a line for each to sign."""
    paper.fit(LEFT, 216, f"Given in {one.when}" if one.when else "Given in", FACT, WIDTH)
    for spot, who in enumerate((one.one or "the one", one.other or "the other", "the priest, if it is sworn")):
        x = LEFT + spot * (WIDTH - SEAL_SIDE) / 2
        paper.box(x, 222, SEAL_SIDE, SEAL_SIDE, ink=ACCENT, weight=0.8)
        paper.line(x, 266, x + SEAL_SIDE, 266, weight=0.4)
        paper.fit(x, 271, who, SMALL, SEAL_SIDE + 8)
