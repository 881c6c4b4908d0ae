"""The journal as Game Control reads it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from control.models import Desk, JournalEntry
from control.queries.audience import readable


@dataclass(frozen=True)
class EntryView:
    """A journal entry; ``undone`` ones stay, struck through."""

    number: int
    at: str
    when: str
    umpire: str
    desk: str
    action: str
    sentence: str
    dice: tuple[dict[str, Any], ...]
    undone: bool


def journal(
    session: Session, desk: str, undone: set[int], limit: int = 60, before: int | None = None
) -> list[EntryView]:
    """The latest entries that a desk may read, newest first, or the latest before that number; ``undone`` are the
    numbers that stand taken back."""
    query = select(JournalEntry).where(readable(desk)).order_by(JournalEntry.number.desc()).limit(limit)
    if before is not None:
        query = query.where(JournalEntry.number < before)
    found = session.scalars(query)
    return [view(one, one.number in undone) for one in found]


def entry(session: Session, number: int) -> EntryView | None:
    """One entry; whether it stands taken back is not asked."""
    found = session.get(JournalEntry, number)
    return view(found, False) if found else None


def view(one: JournalEntry, undone: bool) -> EntryView:
    """An entry as it is shown."""
    return EntryView(
        one.number, one.at, f"{one.season.capitalize()} {one.year}", one.umpire, one.desk, one.action, one.sentence,
        tuple(one.dice), undone,
    )


def desks(session: Session) -> list[tuple[str, str, str]]:
    """Every desk with its code: for whoever runs the server, and for Game Control."""
    return [(desk.key, desk.name, desk.code) for desk in session.scalars(select(Desk))]
