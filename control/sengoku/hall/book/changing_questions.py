"""Which files of the scenario may be changed in play, and what of them the game would contradict."""

from __future__ import annotations

from itertools import pairwise

from sqlalchemy import select
from sqlalchemy.orm import Session, joinedload

from control.kernel.errors import OrderNotAllowed
from control.kernel.hall.scenario.changing import Changing
from control.sengoku.hall.book.altered_questions import COMPARED, altered_by
from control.sengoku.rows import Honour, MarchOrder
from control.sengoku.scenario.model import Scenario

FIGURES = "Set figures right where they stand (Game, Correct a figure)"
NEW_GAME = "The drawn land needs a new game."
SEEDED = {
    "provinces.csv": f"{FIGURES}; land changes hands on its own page.",
    "places.csv": f"{FIGURES}; a place changes hands on its own page.",
    "clans.csv": "A treasury is set right in the clan’s books, who plays it is said at Casting.",
    "characters.csv": f"{FIGURES}; new persons are made at Make people.",
    "titles.csv": "Titles are granted and taken away by the Bakufu’s desk.",
    "court.csv": "Nobles come and go on the page of the court.",
    "scenario.toml": (
        "Rule options are changed at Rulings, minutes and breaks at the clock; all else holds for the whole game."
    ),
    "geometry/provinces.geojson": NEW_GAME,
    "geometry/lakes.geojson": NEW_GAME,
}
"""Files that became rows, or the drawn land, when the game began, and would be contradicted: what to do instead."""

STILL_READ = {
    "provinces.csv": ("handbook_name", "mountain_note", "centre"),
    "places.csv": ("handbook_name", "income", "note"),
    "clans.csv": ("crest", "note"),
    "characters.csv": ("kanji", "source", "note"),
    "titles.csv": ("note",),
    "court.csv": ("note",),
}
"""The columns of them that became no rows and may be changed in play."""

FOR_ALL = ("tables/", "adjacency.csv", "sea_crossings.csv", "roads.csv", "incomes.csv", "geometry/")
"""Files that every umpire may know; of the others (honour, briefings) Game and Team Control hear."""


def fits(session: Session, after: Scenario) -> None:
    """Refuse a scenario that what is in play contradicts. Raises OrderNotAllowed."""
    used = set(session.scalars(select(Honour.reason).where(Honour.reason != "").distinct()))
    if gone := sorted(used - set(after.honour) - {"correction"}):
        raise OrderNotAllowed(
            f"Honour was booked for {', '.join(gone)}: that reason must stay in the list. Give it 0 points instead.",
            field="text",
            ruling="R28",
        )
    for order in session.scalars(select(MarchOrder).options(joinedload(MarchOrder.the_army))):
        army = order.the_army
        if not army.standing or army.halted:
            continue  # it goes no further on that way, from wherever it is now
        ahead = order.route[army.walked :]
        for one, other in pairwise([army.province, *ahead]):
            if not after.geography.is_neighbour(one, other) and not after.geography.by_sea(one, other):
                raise OrderNotAllowed(
                    f"Army {army.code} is ordered from {one} to {other}, which would border no more. Change its order "
                    "first.",
                    field="text",
                )


CHANGING = Changing(
    seeded=SEEDED,
    still_read=STILL_READ,
    set_right="Set these right where they stand: figures with Correct, rule options at Rulings.",
    new=r"briefings/(clans/|people/)?[a-z0-9-]+\.md",
    only_new="Only briefings may be new.",
    public=FOR_ALL,
    fits=fits,
    altered=altered_by,
    compared=tuple(COMPARED),
)
