"""Intelligence Control's sheet: its one job on a page, for a volunteer who has not read the book, the numbers it rolls
against, and what waits to be done (R37). There is room to go on by hand."""

from __future__ import annotations

from control.kernel.values import dataclass
from printouts.hall.desk_jobs import DOES, INTELLIGENCE, through_the_season
from printouts.listing import Column, Head, Section, Write, rows_in, sheets
from printouts.paper import Paper
from printouts.styles import STRONG


@dataclass(frozen=True)
class ShadowsSheet:
    """The sheet ``when``: what each kind needs and what the money adds, in a sentence each, and what waits, each a line
    of cells: who pays, for what, the points, how it stands."""

    when: str
    needs: str
    money: str
    waiting: tuple[tuple[str, str, str, str], ...]


WAITS = (Column("Who pays", 32, STRONG), Column("For", 62), Column("Points", 16), Column("", 34), Column("", 42))
BLANK = 6
"""So many empty lines follow, to write on."""


def shadows_sheet(paper: Paper, one: ShadowsSheet) -> None:
    """The sheet, A4 upright."""
    head = Head("For Intelligence Control alone", "The job in the shadows", one.when, "Leave it on no table.")
    figures = (("Needed", one.needs, "R37"), ("Money", one.money, "R37"))
    does = Section("What you do", DOES, rows_in(DOES, (*INTELLIGENCE.does, *figures)))
    waits = rows_in(WAITS, ((*cells, Write()) for cells in one.waiting))
    blank = [(Write(), Write(), Write(), Write(), Write())] * BLANK
    waiting = Section("What waits", WAITS, waits + rows_in(WAITS, blank, 8))
    sheets(paper, head, [does, through_the_season(INTELLIGENCE.when), waiting])
