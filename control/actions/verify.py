"""Verifying a game: replaying its journal from the scenario must rebuild the same game."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from control.actions.registry import Room, Umpire, dice_seed, perform
from control.actions.start import Secrets, new_game
from control.models import Base, Desk, Game, JournalEntry
from control.rules.dice import Dice, Drawn, RecordedDice
from control.rules.errors import OrderError
from control.store import open_store

REPLAYED = (
    "number", "action", "umpire", "desk", "year", "season", "phase", "arguments", "dice", "changes", "sentence",
    "undoes",
)


@dataclass(frozen=True)
class Verdict:
    """Whether the replay came out the same; ``differences`` say where it did not, the first entry first."""

    entries: int
    differences: tuple[str, ...]

    @property
    def same(self) -> bool:
        """Whether nothing differs."""
        return not self.differences


def verify(room: Room) -> Verdict:
    """Replay the journal of a game from its scenario into a game of its own, and compare both."""
    with room.store.read() as session:
        game = session.get_one(Game, 1)
        codes = {desk.key: desk.code for desk in session.scalars(select(Desk))}
        chance = Secrets(seed=game.seed, cookies=game.secret, codes=codes)
        journal = list(session.scalars(select(JournalEntry).order_by(JournalEntry.number)))
        kept = rows(session)  # of the same moment: other desks may go on meanwhile
        session.expunge_all()
    with tempfile.TemporaryDirectory() as folder:
        again = new_game(open_store(Path(folder) / "replay.db"), room.scenario, chance)
        try:
            differences = replay(again, journal) or compare(kept, rows_of(again))
        finally:
            again.store.engine.dispose()
    return Verdict(len(journal), tuple(differences))


def replay(room: Room, journal: list[JournalEntry]) -> list[str]:
    """Perform the entries once more; what differs in the first entry that comes out otherwise."""
    with room.store.read() as session:
        seed = session.get_one(Game, 1).seed
    for entry in journal:
        if trouble := rolled_otherwise(entry, seed):
            return [trouble]
        try:
            again = perform(
                room, Umpire(entry.umpire, entry.desk), entry.action, entry.arguments, key=entry.key,
                dice=RecordedDice(Drawn(**drawn) for drawn in entry.dice), at=entry.at,
            )
        except OrderError as error:
            return [f"Entry {entry.number} ({entry.action}) is refused in the replay: {error.sentence}"]
        for name in REPLAYED:
            if getattr(entry, name) != getattr(again, name):
                return [
                    f"Entry {entry.number} ({entry.action}), {name}: the journal has {getattr(entry, name)!r}, "
                    f"the replay {getattr(again, name)!r}."
                ]
    return []


def rolled_otherwise(entry: JournalEntry, seed: str) -> str:
    """What an entry says was rolled here, if the game's seed does not roll it; empty if it does."""
    dice = Dice(seed=dice_seed(seed, entry.number))
    for drawn in entry.dice:
        if drawn["thrown"]:
            continue
        due = dice.d6(drawn["what"]) if isinstance(drawn["value"], int) else dice.card(drawn["what"])
        if due != drawn["value"]:
            return f"Entry {entry.number} says that {drawn['value']} was rolled, where the seed gives {due}."
    return ""


def rows_of(room: Room) -> dict[tuple[Any, ...], dict[str, Any]]:
    """Every row of a game but the journal."""
    with room.store.read() as session:
        return rows(session)


def rows(session: Session) -> dict[tuple[Any, ...], dict[str, Any]]:
    """Every row but the journal, by table and key."""
    found = {}
    for mapper in Base.registry.mappers:
        if mapper.class_ is not JournalEntry:
            for row in session.scalars(select(mapper.class_)):
                found[(mapper.class_.__tablename__, *mapper.primary_key_from_instance(row))] = row.as_dict()
    return found


def compare(kept: dict[tuple[Any, ...], Any], rebuilt: dict[tuple[Any, ...], Any]) -> list[str]:
    """What differs between two games, a line for each row."""
    return [
        f"{' '.join(str(part) for part in key)}: the game has {kept.get(key)!r}, the replay {rebuilt.get(key)!r}."
        for key in sorted(kept.keys() | rebuilt.keys(), key=str)
        if kept.get(key) != rebuilt.get(key)
    ]
