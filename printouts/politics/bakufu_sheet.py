"""The Bakufu's sheet: its one job on one page, for a volunteer who has not read the book, and what waits to be done
(handbook 8; R38). There is room to go on by hand."""

from __future__ import annotations

from control.kernel.values import dataclass
from printouts.hall.desk_jobs import BAKUFU_WHEN, DOES, through_the_season
from printouts.listing import Column, Head, Section, Write, rows_in, sheets
from printouts.paper import Paper
from printouts.styles import STRONG

JOB = (
    ("Call and levy", "Say whom, how much, by the end of which season. Hand the letter over. Then: silent.", "R38"),
    ("Rebellion", "After a refusal or silence you may declare it, and lift it. Everybody may attack then.", "R38"),
    ("Edict", "In the name of Shogun, Emperor or Bakufu. Have it read out.", "H8"),
    ("Title", "Constable: the Shogun; governor: he, with the Emperor’s approval; ranks 8 to 10: you.", "R30"),
    ("Title of the dead", "Confirm it to the heir, or let it fall back.", "R39"),
    ("Judgement", "Hear both sides, decide, name the costs. Titles and land are handed over besides.", "H8"),
    ("Shogun", "A new one of another house needs all five conditions, each ticked by an umpire.", "R32"),
)
"""What the desk does: in a word, how, and by which ruling."""


@dataclass(frozen=True)
class BakufuSheet:
    """The sheet ``when``: the calls that wait (clan, what, by when), the petitions (code, who, about what), the clans
    in rebellion and where the Shogun is, each a line of cells."""

    when: str
    shogun: str
    calls: tuple[tuple[str, str, str], ...]
    petitions: tuple[tuple[str, str, str], ...]
    rebels: tuple[str, ...]


CALLS = (Column("Clan", 36, STRONG), Column("Owes", 62), Column("By", 34), Column("Answer", 54))
PETITIONS = (Column("Code", 20, STRONG), Column("Who", 36), Column("About", 60), Column("Verdict", 70))
BLANK = 3
"""So many empty lines follow, to write on."""


def bakufu_sheet(paper: Paper, one: BakufuSheet) -> None:
    """The sheet, A4 upright."""
    rebels = f"In rebellion: {', '.join(one.rebels) or 'nobody'}."
    head = Head("For the Bakufu", "The Bakufu’s job", one.when, f"{one.shogun} {rebels}")
    calls = rows_in(CALLS, ((*cells, Write()) for cells in one.calls))
    asked = rows_in(PETITIONS, ((*cells, Write()) for cells in one.petitions))
    blank = [(Write(), Write(), Write(), Write())] * BLANK
    sheets(
        paper,
        head,
        [
            Section("What you do", DOES, rows_in(DOES, JOB)),
            through_the_season(BAKUFU_WHEN),
            Section("Calls that wait", CALLS, calls + rows_in(CALLS, blank, 8)),
            Section("Petitions that wait", PETITIONS, asked + rows_in(PETITIONS, blank, 8)),
        ],
    )
