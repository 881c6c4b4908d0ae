"""Who may see what: the one list that every query asks."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, or_, true

from control.kernel.rows import JournalEntry

SEES_ARMIES = ("map", "game")
"""The desks that see the sizes of forces, their generals and their orders; everybody else sees flags."""

SEES_TREATIES = ("map", "game", "team", "npd")
"""The desks that see what clans have agreed with one another; players tell each other what they like."""

SEES_HONOUR = ("team", "game")
"""The desks that see the ledger of honour; everybody else sees the order of the clans when it is released (R28)."""

SEES_BOOKS = ("team", "npd", "bakufu", "game")
"""The desks that see books: Game Control all of them, each other one those of the clans it minds (`minds`)."""

BOOKS = frozenset({"transfer", "work"})
HONOUR = frozenset({"honour"})
LETTERS = frozenset({"letter"})
SECRET_ROWS = BOOKS | HONOUR | LETTERS
"""Tables whose rows Map Control does not see, not even as a change in the journal."""


def audience(*desks: str) -> str:
    """Desks as the journal keeps them: in between spaces, so that one can be looked for."""
    return f" {' '.join(sorted({*desks, 'game'}))} "


def may_read(entry: JournalEntry, desk: str) -> bool:
    """Whether a desk may read a journal entry: its own, and what names no audience if it sees armies."""
    if desk in ("game", entry.desk):
        return True
    return f" {desk} " in entry.audience if entry.audience else desk in SEES_ARMIES


def readable(desk: str) -> ColumnElement[bool]:
    """The same as a condition on the journal."""
    if desk == "game":
        return true()
    open_to = [JournalEntry.desk == desk, JournalEntry.audience.like(f"% {desk} %")]
    return or_(*open_to, JournalEntry.audience.is_(None)) if desk in SEES_ARMIES else or_(*open_to)


def shown_changes(changes: list[Any], desk: str) -> list[Any]:
    """The changed rows of an entry that a desk may see."""
    if desk == "game":
        return changes
    return [change for change in changes if desk in SEES_ARMIES and change["table"] not in SECRET_ROWS]


def shown_arguments(action: str, arguments: Any, desk: str) -> Any:
    """The order of an entry as a desk may see it: what was open at a gate names letters and the sums of the books."""
    if desk == "game" or action != "season.advance":
        return arguments
    return {name: value for name, value in arguments.items() if name != "seen"}
