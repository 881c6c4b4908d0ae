"""The journal: every change of the game, in order. Entries are never edited or deleted."""

from __future__ import annotations

from typing import Any

from sqlalchemy import JSON, ForeignKey, event
from sqlalchemy.orm import Mapped, mapped_column

from control.models.base import Base


class JournalEntry(Base):
    """One action: who did what when, the dice, the rows before and after, and a sentence for the chronicle.

    ``changes`` lists ``{"table", "key", "before", "after"}``; ``before`` is null for a new row, ``after`` for a
    removed one, and both hold only the columns that changed otherwise. ``key`` makes a form sent twice act once.
    """

    __tablename__ = "journal"

    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    at: Mapped[str]
    umpire: Mapped[str]
    desk: Mapped[str]
    year: Mapped[int]
    season: Mapped[str]
    phase: Mapped[int]
    action: Mapped[str]
    arguments: Mapped[dict[str, Any]]
    dice: Mapped[list[Any]]
    changes: Mapped[list[Any]] = mapped_column(JSON)
    sentence: Mapped[str]
    key: Mapped[str] = mapped_column(unique=True)
    undoes: Mapped[int | None] = mapped_column(ForeignKey("journal.number"))


@event.listens_for(JournalEntry, "before_update")
@event.listens_for(JournalEntry, "before_delete")
def refuse(_mapper: Any, _connection: Any, entry: JournalEntry) -> None:
    """Nobody rewrites the journal; undo adds an entry of its own."""
    raise RuntimeError(f"Journal entry {entry.number} cannot be changed.")
