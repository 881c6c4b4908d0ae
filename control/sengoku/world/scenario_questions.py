"""The scenario as a game carries it: its files, and what they are read to."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import dataclass

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from control.kernel.errors import OrderNotAllowed, OrderNotUnderstood, did_you_mean
from control.kernel.rows import JournalEntry, ScenarioFile, Touch
from control.kernel.scenario_files import files_in
from control.kernel.wording import in_a_row
from control.sengoku.rows import Game
from control.sengoku.scenario.load import load_files
from control.sengoku.scenario.model import Scenario


def scenario_in(session: Session) -> Scenario:
    """The scenario that the game is played by now, read from its own files. Raises ScenarioFaults."""
    return load_files(session.get_one(Game, 1).scenario, files_in(session))


FIGURES = "Set figures right where they stand (More, Correct a figure)"
NEW_GAME = "The drawn land needs a new game."
SEEDED = {
    "provinces.csv": f"{FIGURES}; land changes hands on its own page.",
    "places.csv": f"{FIGURES}; a place changes hands on its own page.",
    "clans.csv": "A treasury is set right in the clan’s books, who plays it is said at Casting.",
    "characters.csv": f"{FIGURES}; new persons are made at Make people.",
    "titles.csv": "Titles are granted and taken away by the Bakufu’s desk.",
    "court.csv": "Nobles come and go on the page of the court.",
    "scenario.toml": (
        "Rule options are changed at Rulings, minutes and breaks at the clock; all else holds for the whole game."
    ),
    "geometry/provinces.geojson": NEW_GAME,
    "geometry/lakes.geojson": NEW_GAME,
}
"""Files that became rows, or the drawn land, when the game began, and would be contradicted: what to do instead."""

STILL_READ = {
    "provinces.csv": ("handbook_name", "mountain_note", "centre"),
    "places.csv": ("handbook_name", "income", "note"),
    "clans.csv": ("crest", "note"),
    "characters.csv": ("kanji", "source", "note"),
    "titles.csv": ("note",),
    "court.csv": ("note",),
}
"""The columns of them that became no rows and may be changed in play."""


@dataclass(frozen=True)
class FileView:
    """A file of the scenario: its path, length and hash, and whether it may be changed in play: all of it
    (``changeable``), or some of its ``columns``; ``instead`` is what may be done about the rest."""

    path: str
    letters: int
    hash: str
    changed: bool

    @property
    def changeable(self) -> bool:
        """Whether all of it may be changed."""
        return self.path not in SEEDED

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns that may be changed of a table that became rows."""
        return STILL_READ.get(self.path, ())

    @property
    def instead(self) -> str:
        """What may be done instead."""
        return SEEDED.get(self.path, "")


def files_listed(session: Session) -> list[FileView]:
    """Every file of the scenario; ``changed`` if it was in play."""
    touched = set(session.scalars(select(Touch.key).where(Touch.table == ScenarioFile.__tablename__)))
    found = session.execute(
        select(ScenarioFile.path, func.length(ScenarioFile.text), ScenarioFile.hash).order_by(ScenarioFile.path)
    )
    return [FileView(path, letters, hash_, path in touched) for path, letters, hash_ in found]


def may_change(session: Session, path: str, written: str) -> str:
    """The path, if that file may become what is written. Raises OrderNotUnderstood or OrderNotAllowed."""
    known = list(session.scalars(select(ScenarioFile.path)))
    if path in SEEDED and path in known:
        spot = became_rows(session.get_one(ScenarioFile, path).text, written, STILL_READ.get(path, ()))
        if spot is None:
            return path
        free = columns_in_words(STILL_READ[path]) if path in STILL_READ else ""
        raise OrderNotAllowed(
            f"{path}{spot} became the rows of this game when it began, and changing it would change nothing there. "
            f"{SEEDED[path]}{f' Of this file, {free} may be changed here.' if free else ''}",
            field="text",
        )
    if path not in known and not re.fullmatch(r"briefings/(clans/|people/)?[a-z0-9-]+\.md", path):
        raise OrderNotUnderstood(
            f'There is no file "{path}" in this scenario.{did_you_mean(path, known)} Only briefings may be new.',
            field="file",
        )
    return path


def became_rows(before: str, after: str, free: tuple[str, ...]) -> str | None:
    """Where two texts of a table differ in more than these columns, as it stands in a sentence; None if they do not."""
    if not free:
        return ""
    one, other = (list(csv.DictReader(io.StringIO(text))) for text in (before, after))
    for number, (row, now) in enumerate(zip(one, other, strict=False), start=2):
        for column, cell in row.items():
            if column not in free and (now.get(column) or "") != (cell or ""):
                return f", line {number}, column {column},"
    return None if len(one) == len(other) else f", line {2 + min(len(one), len(other))},"


def columns_in_words(columns: tuple[str, ...]) -> str:
    """Columns in a sentence."""
    return f"the column{'s' if len(columns) > 1 else ''} {in_a_row(columns)}"


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


def scenario_with(session: Session, path: str, written: str) -> Scenario:
    """The scenario as it would be with a file changed. Raises ScenarioFaults."""
    return load_files(session.get_one(Game, 1).scenario, {**files_in(session), path: written})
