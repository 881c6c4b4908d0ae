"""The scenario as a game carries it: its files, and what they are read to."""

from __future__ import annotations

import csv
import io
import re
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from control.kernel.database.keeping import changes_with
from control.kernel.errors import OrderNotAllowed, OrderNotUnderstood, did_you_mean
from control.kernel.game import game_in
from control.kernel.journal.journal_questions import numbers_of, undone_numbers
from control.kernel.rows import Game, JournalEntry, ScenarioFile, Touch
from control.kernel.scenarios.scenario_files import files_in
from control.kernel.values import dataclass
from control.kernel.wording import in_a_row


def scenario_in(session: Session) -> Any:
    """The scenario that the game is played by now, read from its own files. Raises ScenarioFaults."""
    return game_in(session).files(Game.only(session).scenario, files_in(session))


@dataclass(frozen=True)
class FileView:
    """A file of the scenario: its path, length and hash, and whether it may be changed in play: all of it
    (``changeable``), or some of its ``columns``; ``instead`` is what may be done about the rest."""

    path: str
    letters: int
    hash: str
    changed: bool
    changeable: bool
    columns: tuple[str, ...]
    instead: str


def files_listed(session: Session) -> list[FileView]:
    """Every file of the scenario; ``changed`` if it was in play."""
    touched = set(session.scalars(select(Touch.key).where(Touch.table == ScenarioFile.__tablename__)))
    found = session.execute(
        select(ScenarioFile.path, func.length(ScenarioFile.text), ScenarioFile.hash).order_by(ScenarioFile.path)
    )
    may = game_in(session).changing_scenarios
    return [
        FileView(
            path,
            letters,
            digest,
            path in touched,
            path not in may.seeded,
            may.still_read.get(path, ()),
            may.seeded.get(path, ""),
        )
        for path, letters, digest in found
    ]


@dataclass(frozen=True)
class FileChange:
    """A change of a file of the scenario: the number of its entry, the path of the file, and why."""

    entry: int
    path: str
    reason: str


def changes_in_play(session: Session) -> list[FileChange]:
    """The changes of the scenario that stand, in order."""
    standing = sorted({*numbers_of(session, "scenario.change")} - undone_numbers(session))
    entries = (session.get_one(JournalEntry, number) for number in standing)
    return [FileChange(one.number, one.arguments["file"], one.arguments["reason"]) for one in entries]


def may_change(session: Session, path: str, written: str) -> str:
    """The path, if that file may become what is written. Raises OrderNotUnderstood or OrderNotAllowed."""
    may, known = game_in(session).changing_scenarios, list(session.scalars(select(ScenarioFile.path)))
    if path in may.seeded and path in known:
        spot = became_rows(session.get_one(ScenarioFile, path).text, written, may.still_read.get(path, ()))
        if spot is None:
            return path
        free = columns_in_words(may.still_read[path]) if path in may.still_read else ""
        raise OrderNotAllowed(
            f"{path}{spot} became the rows of this game when it began, and changing it would change nothing there. "
            f"{may.seeded[path]}{f' Of this file, {free} may be changed here.' if free else ''}",
            field="text",
        )
    if path not in known and not (may.new and re.fullmatch(may.new, path)):
        raise OrderNotUnderstood(
            f'There is no file "{path}" in this scenario.{did_you_mean(path, known)} {may.only_new}'.rstrip(),
            field="file",
        )
    return path


def became_rows(before: str, after: str, free: tuple[str, ...]) -> str | None:
    """Where two texts of a table differ in more than these columns, as it stands in a sentence; None if they do not, or
    if one is no table at all: whoever checks the files says what is wrong with it."""
    if not free:
        return ""
    try:
        one, other = (list(csv.DictReader(io.StringIO(text))) for text in (before, after))
    except csv.Error:
        return None
    for number, (row, now) in enumerate(zip(one, other, strict=False), start=2):
        for column, cell in row.items():
            if column not in free and (now.get(column) or "") != (cell or ""):
                return f", line {number}, column {column},"
    return None if len(one) == len(other) else f", line {2 + min(len(one), len(other))},"


def columns_in_words(columns: tuple[str, ...]) -> str:
    """Columns in a sentence."""
    return f"the column{'s' if len(columns) > 1 else ''} {in_a_row(columns)}"


@changes_with("scenario_file")
def text_at(session: Session, path: str, entry: int) -> str | None:
    """The text that a file had when this entry was made: what the first change after it found there; None if it has it
    still."""
    first = session.scalar(
        select(func.min(Touch.entry)).where(
            Touch.table == ScenarioFile.__tablename__, Touch.key == path, Touch.entry > entry
        )
    )
    for change in session.get_one(JournalEntry, first).changes if first else ():
        if (change["table"], change["key"]) == (ScenarioFile.__tablename__, [path]):
            return str(change["before"]["text"])
    return None


def scenario_with(session: Session, path: str, written: str, again: bool = False) -> Any:
    """The scenario as it would be with a file changed, which is looked at as a new one; not if it is changed ``again``,
    as the journal has it. Raises ScenarioFaults."""
    changed = "" if again else path
    return game_in(session).files(Game.only(session).scenario, {**files_in(session), path: written}, changed)
