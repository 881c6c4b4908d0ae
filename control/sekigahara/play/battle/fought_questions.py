"""The combats that were fought, as the journal has them: each stays as it ended until its end is taken back."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

from sqlalchemy import Select, select
from sqlalchemy.orm import Session

from control.kernel.journal.journal_questions import undone_numbers
from control.kernel.rows import JournalEntry
from control.kernel.values import dataclass
from control.kernel.wording import counted
from control.sekigahara.play.names import FROM_PAPER, NAME_OF
from control.sekigahara.play.standing_questions import campaign_in
from control.sekigahara.rows import StateOfPlay
from control.sekigahara.rules.campaign.acts import Retreat
from control.sekigahara.rules.campaign.campaign import Campaign, Fight

NOW = "now"
"""The key of the record of a combat that is fought; each other has the number of the entry that ended it."""
AT_ONCE = 20
"""So many entries are read at once: whoever wants the last combat finds it among the newest."""


@dataclass(frozen=True)
class Fought:
    """A combat that is over: the entry of the journal that ended it, its title, of when, the fight, where the beaten
    ``went``, in words, empty if nobody retreated, and who ``won`` the game by it."""

    number: int
    title: str
    when: str
    fight: Fight
    went: str
    won: str


def fought(session: Session) -> list[Fought]:
    """Every combat that is over, the first first."""
    return [*ended(session, select(JournalEntry).order_by(JournalEntry.number))]


def begun_after(session: Session) -> int:
    """The number of the entry with which the game went on from paper; 0 if it did not."""
    typed = select(JournalEntry.number).where(JournalEntry.action == FROM_PAPER)
    return max({*session.scalars(typed)} - undone_numbers(session), default=0)


def last_fought(session: Session) -> Fought | None:
    """The combat before; None if there was none."""
    return next(ended(session, select(JournalEntry).order_by(JournalEntry.number.desc())), None)


def ended(session: Session, entries: Select[JournalEntry]) -> Iterator[Fought]:
    """The combats that these entries ended, in their order."""
    campaign, undone = campaign_in(session), undone_numbers(session)
    of_combats = entries.where(JournalEntry.action.like("combat.%")).execution_options(yield_per=AT_ONCE)
    with closing(session.scalars(of_combats)) as found:
        for entry in found:
            for change in entry.changes:
                after = change["after"] if change["table"] == StateOfPlay.__tablename__ else {}
                if (kept := after.get("last")) and entry.number not in undone:
                    fight = Fight(**kept)
                    title = title_of(campaign.board.called(fight.place), fight)
                    won = "" if after.get("points") else after.get("winner", "")  # counted once the last week is over
                    yield Fought(entry.number, title, entry.stretch, fight, went(campaign, entry), won)


def went(campaign: Campaign, entry: JournalEntry) -> str:
    """Where the beaten went, as the entry that ended their combat has it; empty if it is no retreat."""
    if entry.action != NAME_OF[Retreat]:
        return ""
    to, inside = entry.arguments.get("to"), len(entry.arguments.get("inside") or ())
    if not to:
        return "stays in the castle (8.8.4)"
    left = f" and leaves {counted(inside, 'block')} in the castle" if inside else ""
    return f"retreats to {campaign.board.called(to)}{left} ({'8.8.4' if inside else '8.8.1'})"


def title_of(where: str, fight: Fight) -> str:
    """What a combat is called."""
    return f"{'Siege' if fight.siege else 'Battle'} of {where}"
