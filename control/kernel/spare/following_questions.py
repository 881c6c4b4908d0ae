"""How far a journal is, and what comes after that: what a spare asks."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session

from control.kernel.digests import hash_of
from control.kernel.journal.journal_questions import place
from control.kernel.rows import ApartEntry, Entry, JournalEntry
from control.kernel.values import dataclass


@dataclass(frozen=True)
class Position:
    """How far a game is: the number of its journal's last entry, how many entries stand apart, and a ``mark`` of the
    last of both. Two games that are as far and have one mark have the same entries; else they have parted."""

    number: int = 0
    turn: int = 0
    mark: str = ""


JOURNAL = select(JournalEntry.number, JournalEntry.key).order_by(JournalEntry.number.desc()).limit(1)
APART = select(ApartEntry.turn, ApartEntry.key).order_by(ApartEntry.turn.desc()).limit(1)


def marked(key: str, key_apart: str) -> str:
    """The mark of these two entries, by their keys."""
    return hash_of(f"{key}\n{key_apart}")[:32]


def position(session: Session) -> Position:
    """How far this game is."""
    number, key = session.execute(JOURNAL).one_or_none() or (0, "")
    turn, key_apart = session.execute(APART).one_or_none() or (0, "")
    return Position(number, turn, marked(key, key_apart))


def was_there(session: Session, at: Position) -> bool:
    """Whether this game came by there: it has the very entries that stand at this position."""
    key = session.scalar(select(JournalEntry.key).filter_by(number=at.number)) if at.number else ""
    apart = session.scalar(select(ApartEntry.key).filter_by(turn=at.turn)) if at.turn else ""
    return key is not None and apart is not None and marked(key, apart) == at.mark


def entries_beyond(session: Session, at: Position, most: int) -> list[Entry]:
    """The entries after a position, in the order in which they were made: the first so many."""
    entry, apart = JournalEntry, ApartEntry
    found: list[Entry] = [
        *session.scalars(select(entry).where(entry.number > at.number).order_by(entry.number).limit(most)),
        *session.scalars(select(apart).where(apart.turn > at.turn).order_by(apart.turn).limit(most)),
    ]
    return sorted(found, key=place)[:most]
