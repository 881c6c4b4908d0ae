"""Whose screens hear that there is an entry, and who may know of it beyond those who read it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from sqlalchemy.orm import Session

from control.kernel.game import UmpiredGame
from control.kernel.journal.audience import audience
from control.kernel.journal.changes import pointed_to
from control.kernel.rows import (
    ApartEntry,
    Change,
    Entry,
    JournalEntry,
)


def say_who_hears(session: Session, game: UmpiredGame, entry: Entry, stirred: list[str]) -> None:
    """Write on an entry whose screens hear of it: of one that stands apart those whom it hides among and, beside them,
    those that it has ``stirred``."""
    if isinstance(entry, ApartEntry):
        among = None if entry.audience is None else entry.audience.split()
        entry.stirs = audience(*stirred, *shares(session, game, entry, stirred)) if stirred else None
        entry.heard_by = None if among is None else audience(*among, *shares(session, game, entry, among))
    elif isinstance(entry, JournalEntry):
        entry.heard_by = heard_by(session, game, entry)


def heard_by(session: Session, game: UmpiredGame, entry: Entry) -> str | None:
    """The desks that may know that there is this entry: who reads it, and who may notice what it changed; None if every
    desk may. One that cast a die all may count, for its number seeds the die. Beside a desk that is shared out it says
    for which parts (a dot before each), or who did it (an equals sign): whoever sees a part there hears no more."""
    if entry.dice:
        return None
    found = {*(entry.audience.split() if entry.audience else game.inside), entry.desk}
    for change in entry.changes:
        for row in whole_rows(session, game, change):
            more = game.tables[change["table"]].noticed_by(game, session, row)
            if more is None:
                return None
            found |= {*more}
    return None if found.issuperset(game.roles) else audience(*found, *shares(session, game, entry, found))


def whole_rows(session: Session, game: UmpiredGame, change: Change) -> Iterator[dict[str, Any]]:
    """A row that was changed, whole, as it was and as it is."""
    model, key = game.tables[change["table"]], change["key"]
    now: dict[str, Any] = {}
    if change["before"] is not None and change["after"] is not None:
        row = session.get(model, tuple(key))
        now = row.as_dict() if row is not None else {}
    yield from ({**now, **row} for row in (change["before"], change["after"]) if row is not None)


def shares(session: Session, game: UmpiredGame, entry: Entry, desks: Iterable[str]) -> set[str]:
    """For whom of a desk that is shared out an entry is: the parts that its rows name, or else who did it."""
    if not {*game.shared_out} & {*desks}:
        return set()
    named = {
        str(key)
        for change in entry.changes
        for row in whole_rows(session, game, change)
        for table, key in pointed_to(game.tables[change["table"]], row)
        if table == game.part_table
    }
    return {f".{key}" for key in named} or {"=" + "_".join(entry.umpire.split())}
