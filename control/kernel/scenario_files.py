"""The files of its scenario that a game carries, and what tells that one of them was changed."""

from __future__ import annotations

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from control.kernel.digests import digest_of
from control.kernel.rows import JournalEntry, ScenarioFile, Touch

Mark = tuple[int, str] | None
"""The entry that changed a file last, by number and key; None if none did."""
CHANGED_LAST = select(JournalEntry.number, JournalEntry.key).where(
    JournalEntry.number
    == select(func.max(Touch.entry)).where(Touch.table == ScenarioFile.__tablename__).scalar_subquery()
)


def mark_of_files(session: Session) -> Mark:
    """What moves whenever a file of the scenario does: a quick question, asked again and again."""
    found = session.execute(CHANGED_LAST).first()
    return (found.number, found.key) if found else None


def digest_in(session: Session) -> str:
    """One number for all files that the game carries; empty for an older game, which carries none."""
    return digest_of({row.path: row.hash for row in session.execute(select(ScenarioFile.path, ScenarioFile.hash))})


def files_in(session: Session) -> dict[str, str]:
    """Every file of the scenario, by its path."""
    found = session.execute(select(ScenarioFile.path, ScenarioFile.text).order_by(ScenarioFile.path))
    return {row.path: row.text for row in found}
