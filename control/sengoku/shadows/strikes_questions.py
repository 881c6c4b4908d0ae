"""What came of an assassin who got through (R37): whether it was seen, or waits for a second umpire (R44)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from control.kernel.actions.registry import parts_of
from control.kernel.journal.journal_questions import undone_numbers
from control.kernel.rows import ApartEntry, Confirmation
from control.sengoku.rows import Commission

STRIKE, STRUCK = "covert.strike", "person.struck"
"""The actions by which an assassin is seen, and by which somebody falls where everybody reads of it: a part of that."""
DONE, WAITS = "done", "waits"


def what_came_of(session: Session, row: Commission) -> str:
    """Whether a commission is carried out (DONE), or WAITS for a second umpire; empty if neither, if he said no, or if
    what everybody had read of was taken back."""
    if not row.struck:
        return ""
    if row.awaits is None:
        return DONE if stands_in_the_open(session, row) else ""
    asked = session.get(Confirmation, row.awaits)
    if asked is None or asked.answer == "declined":
        return ""
    return DONE if asked.answer else WAITS


def seen_of(session: Session, row: Commission) -> str:
    """What an assassin who was seen did for a commission, if that stands; empty while it waits for a second umpire."""
    return row.struck if what_came_of(session, row) == DONE else ""


def stands_in_the_open(session: Session, row: Commission) -> bool:
    """Whether what was last done openly for a commission was not taken back there, where nothing tells for which it
    was. What a game that went on from paper had of it is in no entry, and stands."""
    gone = undone_numbers(session, apart=True)
    strikes = session.scalars(
        select(ApartEntry).where(ApartEntry.action == STRIKE).order_by(ApartEntry.after, ApartEntry.turn)
    )
    mine = [one.number for one in strikes if one.arguments["commission"] == row.id and one.number not in gone]
    return not mine or bool(parts_of(session, mine[-1]))


def waiting_for(session: Session, struck: Mapping[str, Any]) -> int | None:
    """The number of what waits for a second umpire of somebody who is struck so, if it does; what another commission
    waits for is not it."""
    others = select(Commission.awaits).where(Commission.awaits.is_not(None))
    asked = select(Confirmation).where(
        Confirmation.action == STRUCK, Confirmation.answer == "", Confirmation.id.not_in(others)
    )
    found = (one for one in session.scalars(asked.order_by(Confirmation.at, Confirmation.id)))
    return next((one.id for one in reversed([*found]) if one.arguments == struck), None)
