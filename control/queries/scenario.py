"""The scenario as a game carries it: its files, and what they are read to."""

from __future__ import annotations

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from control.models import Game, JournalEntry, ScenarioFile, Touch
from control.scenario.files import digest_of
from control.scenario.load import load_files
from control.scenario.model import Scenario

Mark = tuple[int, str] | None
"""The entry that changed a file last, by number and key; None if none did."""


def mark_of_files(session: Session) -> Mark:
    """What moves whenever a file of the scenario does: a quick question, asked again and again."""
    last = select(func.max(Touch.entry)).where(Touch.table == ScenarioFile.__tablename__).scalar_subquery()
    found = session.execute(select(JournalEntry.number, JournalEntry.key).where(JournalEntry.number == last)).first()
    return (found.number, found.key) if found else None


def digest_in(session: Session) -> str:
    """One number for all files that the game carries; empty for an older game, which carries none."""
    return digest_of({row.path: row.hash for row in session.execute(select(ScenarioFile.path, ScenarioFile.hash))})


def files_in(session: Session) -> dict[str, str]:
    """Every file of the scenario, by its path."""
    found = session.execute(select(ScenarioFile.path, ScenarioFile.text).order_by(ScenarioFile.path))
    return {row.path: row.text for row in found}


def scenario_in(session: Session) -> Scenario:
    """The scenario that the game is played by now, read from its own files. Raises ScenarioFaults."""
    return load_files(session.get_one(Game, 1).scenario, files_in(session))
