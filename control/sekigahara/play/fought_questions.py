"""The combats that were fought, as the journal has them: each stays as it ended until its end is taken back."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session

from control.kernel.journal_questions import undone_numbers
from control.kernel.rows import JournalEntry
from control.kernel.values import dataclass
from control.sekigahara.play.standing_questions import campaign_in
from control.sekigahara.rows import StateOfPlay
from control.sekigahara.rules.campaign import Fight

NOW = "now"
"""The key of the record of a combat that is fought; each other has the number of the entry that ended it."""


@dataclass(frozen=True)
class Fought:
    """A combat that is over: the entry of the journal that ended it, its title, of when, and the fight."""

    number: int
    title: str
    when: str
    fight: Fight


def fought(session: Session) -> list[Fought]:
    """Every combat that is over, the first first."""
    campaign, undone, found = campaign_in(session), undone_numbers(session), []
    entries = select(JournalEntry).where(JournalEntry.action.like("combat.%")).order_by(JournalEntry.number)
    for entry in session.scalars(entries):
        for change in entry.changes:
            kept = change["after"].get("last") if change["table"] == StateOfPlay.__tablename__ else None
            if kept and entry.number not in undone:
                fight = Fight(**kept)
                found.append(
                    Fought(entry.number, title_of(campaign.board.called(fight.place), fight), entry.stretch, fight)
                )
    return found


def title_of(where: str, fight: Fight) -> str:
    """What a combat is called."""
    return f"{'Siege' if fight.siege else 'Battle'} of {where}"
