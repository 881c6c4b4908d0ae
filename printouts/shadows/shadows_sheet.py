"""Intelligence Control's sheet: its one job on a page, for a volunteer who has not read the book, the numbers it rolls
against, and what waits to be done (R37). There is room to go on by hand."""

from __future__ import annotations

from dataclasses import dataclass

from printouts.listing import SMALL, STRONG, Column, Head, Section, Write, row_of, sheets
from printouts.paper import Paper

JOB = (
    ("Take it", "A Controller says: who pays, what, against whom, how many points. They are gone at once.", "R37"),
    ("One of a kind", "Each clan one of a kind against one target a season.", "R37"),
    ("Roll", "Two dice and what the money adds, against what is needed. You may add −3 to +3, or overrule.", "R37"),
    ("Find out", "A spy gets what is true, about true, old or false, by what came of it.", "R37"),
    ("Tell", "On a slip, folded and sealed, to the client’s Controller and to nobody else.", "R37"),
    (
        "Strike",
        "Who is killed or wounded is said in the open, not who paid. For a head of clan ask a second umpire.",
        "R44",
    ),
)
"""What the desk does: in a word, how, and by which ruling."""


@dataclass(frozen=True)
class ShadowsSheet:
    """The sheet ``when``: what each kind needs and what the money adds, in a sentence each, and what waits, each a line
    of cells: who pays, for what, the points, how it stands."""

    when: str
    needs: str
    money: str
    waiting: tuple[tuple[str, str, str, str], ...]


DOES = (Column("", 30, STRONG), Column("", 140), Column("", 16, SMALL))
WAITS = (Column("Who pays", 32, STRONG), Column("For", 62), Column("Points", 16), Column("", 34), Column("", 42))
BLANK = 6
"""So many empty lines follow, to write on."""


def shadows_sheet(paper: Paper, one: ShadowsSheet) -> None:
    """The sheet, A4 upright."""
    head = Head("For Intelligence Control alone", "The job in the shadows", one.when, "Leave it on no table.")
    figures = (("Needed", one.needs, "R37"), ("Money", one.money, "R37"))
    does = [row for cells in (*JOB, *figures) for row in row_of(DOES, cells)]
    waits = [row for cells in one.waiting for row in row_of(WAITS, (*cells, Write()))]
    for _ in range(BLANK):
        waits += row_of(WAITS, (Write(), Write(), Write(), Write(), Write()), 8)
    waiting = Section("What waits", WAITS, tuple(waits), "")
    sheets(paper, head, [Section("What you do", DOES, tuple(does), ""), waiting])
