"""What was proved of a game before: the game that its journal was replayed into, kept on this machine (cache.py).

A proof goes on from there if the journal still begins with just the entries that were proved, letter by letter, and by
the same tables. An entry that was changed since, or a game that was set back, is proved from the beginning.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from contextlib import closing, suppress
from pathlib import Path

from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError

from control.kernel.actions.world import Room
from control.kernel.cache import cache_folder, is_ours
from control.kernel.database.store import open_store
from control.kernel.digests import hash_of
from control.kernel.errors import NotKept
from control.kernel.journal.journal_questions import every_entry
from control.kernel.rows import Desk, Entry
from control.kernel.values import dataclass

REPLAYED = (
    "number",
    "action",
    "umpire",
    "desk",
    "arguments",
    "dice",
    "changes",
    "sentence",
    "undoes",
    "audience",
    "heard_by",
)
"""What of an entry must come out again."""
GIVEN = ("key", "at", "moment", "stretch", "made_with")
"""What it was given then, besides."""
MOST = 6
"""So many games are kept; that which was proved longest ago gives way."""


@dataclass(frozen=True)
class Proved:
    """Where it is kept, and with which tables."""

    file: Path
    tables: str

    def put_at(self, to: Path, journal: list[Entry]) -> int:
        """Put the game that was proved there, if this journal begins as that does; how many entries it has, 0 if
        nothing is put there."""
        if any(entry.made_with != self.tables for entry in journal):  # some were never played again
            return 0
        with suppress(OSError, NotKept, SQLAlchemyError):
            if not is_ours(self.file.parent) or not self.file.is_file():
                return 0
            shutil.copy(self.file, to)
            store = open_store(to, passing=True)
            try:
                with store.read() as session:
                    before = every_entry(session)
                    session.expunge_all()
            finally:
                store.close()
            if before and same(before, journal[: len(before)]):
                return len(before)
        to.unlink(missing_ok=True)
        return 0

    def keep(self, replay: Path) -> None:
        """Keep the game that was replayed, in the place of the one before. It is as secret as the game itself."""
        with suppress(OSError, sqlite3.Error):  # no home, or no room: the next proof begins anew
            folder = self.file.parent
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if not is_ours(folder):
                return
            made, name = tempfile.mkstemp(dir=folder)
            os.close(made)
            with closing(sqlite3.connect(replay)) as source, closing(sqlite3.connect(name)) as target:
                source.backup(target)
            os.replace(name, self.file)
            for old in sorted(folder.glob("*.db"), key=lambda one: -one.stat().st_mtime)[MOST:]:
                old.unlink()


def same(proved: list[Entry], journal: list[Entry]) -> bool:
    """Whether these are the same entries, in the same order."""
    columns = (*REPLAYED, *GIVEN)
    return len(proved) == len(journal) and all(
        getattr(one, name) == getattr(other, name)
        for one, other in zip(proved, journal, strict=True)
        for name in columns
    )


def proved_of(room: Room) -> Proved:
    """What was proved of a game, wherever it lies: its file may have been moved or copied. What is given by chance and
    stands in no entry, as the codes of desks, belongs to what a replay begins with: with others it begins anew."""
    with room.store.read() as session:
        game = room.game.row.only(session)
        codes = sorted(tuple(one) for one in session.execute(select(Desk.key, Desk.code)))
        name = hash_of(f"{game.secret}/{game.seed}/{game.rule_set}/{room.game.tables_of}/{codes}")[:32]
    return Proved(cache_folder() / "proved" / f"{name}.db", str(room.game.tables_of))
