"""The scenario as a game carries it: its files, and what they are read to."""

from __future__ import annotations

import re
from dataclasses import dataclass

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from control.models import Character, Clan, Game, Honour, JournalEntry, ScenarioFile, Touch, Work
from control.queries.rulings import Altered, by_roads, fought_again, rounds
from control.rules.errors import OrderNotAllowed, OrderNotUnderstood, did_you_mean
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


SEEDED = {
    "provinces.csv", "places.csv", "clans.csv", "characters.csv", "titles.csv", "scenario.toml",
    "geometry/provinces.geojson", "geometry/lakes.geojson",
}
"""Files that became rows, or the drawn land, when the game began: to change them now would contradict these."""


@dataclass(frozen=True)
class FileView:
    """A file of the scenario: its path, length and hash, and whether it may be changed in play."""

    path: str
    letters: int
    hash: str
    changeable: bool
    changed: bool


def files_listed(session: Session) -> list[FileView]:
    """Every file of the scenario; ``changed`` if it was in play."""
    touched = set(session.scalars(select(Touch.key).where(Touch.table == ScenarioFile.__tablename__)))
    found = session.execute(
        select(ScenarioFile.path, func.length(ScenarioFile.text), ScenarioFile.hash).order_by(ScenarioFile.path)
    )
    return [FileView(path, letters, hash_, path not in SEEDED, path in touched) for path, letters, hash_ in found]


def may_change(session: Session, path: str) -> str:
    """The path, if that file may be changed in play. Raises OrderNotUnderstood or OrderNotAllowed."""
    known = list(session.scalars(select(ScenarioFile.path)))
    if path in SEEDED:
        raise OrderNotAllowed(
            f"{path} became the rows of this game when it began, and changing it would change nothing there. Set "
            "figures right where they stand (Correct a figure), rule options at Rulings.", field="file",
        )
    if path not in known and not re.fullmatch(r"briefings/(clans/|people/)?[a-z0-9-]+\.md", path):
        raise OrderNotUnderstood(
            f'There is no file "{path}" in this scenario.{did_you_mean(path, known)} Only briefings may be new.',
            field="file",
        )
    return path


def scenario_with(session: Session, path: str, written: str) -> Scenario:
    """The scenario as it would be with a file changed. Raises ScenarioFaults."""
    return load_files(session.get_one(Game, 1).scenario, {**files_in(session), path: written})


def altered_by(session: Session, now: Scenario, then: Scenario) -> list[Altered]:
    """The past results that another scenario would have altered, each decided again by itself, all else as it was:
    rounds of battles, marches, honour booked and works ordered."""
    found: list[Altered] = []
    options = session.get_one(Game, 1).rule_options
    if (now.tables.odds, now.tables.tactics, now.tables.forces) != (
        then.tables.odds, then.tables.tactics, then.tables.forces
    ):
        for one, battle, where in rounds(session):
            report = one.report
            base = then.tables.odds.column(
                report["attacker_strength"], report["defender_strength"], options.odds_rounding
            )
            shifts = [shift for shift in report["shifts"] if shift["reason"] != "tactics"]
            tactics = then.tables.tactics.shifts.get((one.attacker_tactic, one.defender_tactic), 0)
            shifts.append({"reason": "tactics", "columns": tactics})
            found += fought_again(session, then, one, battle, where, base, shifts)
    if (now.tables.movement, now.geography) != (then.tables.movement, then.geography):
        found += by_roads(session, now, options, options, then)
    for entry in session.scalars(select(Honour).where(Honour.reason != "").order_by(Honour.id)):
        was, would = now.honour.get(entry.reason), then.honour.get(entry.reason)
        if was and would and entry.points == was.points != would.points:
            who = entry.character and session.get_one(Character, entry.character).name
            found.append(Altered(
                f"{who or entry.clan}, {was.name.lower()} ({entry.season.capitalize()} {entry.year})",
                f"{was.points} of honour", f"{would.points} of honour",
            ))
    for work in session.scalars(select(Work).order_by(Work.id)):
        cost, would_cost = (one.tables.economy.cost.get(work.kind) for one in (now, then))
        if work.points == cost != would_cost:
            found.append(Altered(
                f"{work.kind.capitalize()} of {session.get_one(Clan, work.clan).name} ({work.ordered})",
                f"{cost} points", f"{would_cost} points",
            ))
    return found
