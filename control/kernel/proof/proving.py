"""Proving a game in several processes: where copies of it lie, its journal is cut, and each part is replayed by itself.

Nothing of a copy is believed. That which a part ends with is proved as a whole game is (verify.py): its journal begins
with that of the copy before, letter by letter, and from there on its replay gives all of its rows, and its journal. The
first part begins with the scenario, or with what was proved before; the last ends with the game itself. So the parts
together prove what one replay of all proves. If anything differs in one, or its process comes to nothing, all is
replayed in one process, which says what it always says.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import shutil
import signal
import sqlite3
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from sqlalchemy import select, text
from sqlalchemy.orm import Session

from control.kernel.actions.world import Room
from control.kernel.copies import Copies, Copy
from control.kernel.copies.files import key_in, reading
from control.kernel.database.store import Store, open_store
from control.kernel.game import game_in
from control.kernel.journal.journal_questions import journal_at
from control.kernel.journal.safety_questions import key_of
from control.kernel.memory import throwing_nothing_away
from control.kernel.proof.proved import Proved
from control.kernel.proof.verify import Verdict, replayed, verify
from control.kernel.rows import ApartEntry, Entry, Game, JournalEntry
from control.kernel.scenarios.scenario_files import digest_in, files_in

PROCESSES = min(2, os.cpu_count() or 1)
"""By default: more would be taken from those who play meanwhile."""
FEWEST = 300
"""Entries of a part; fewer are replayed sooner than a process is there."""


@throwing_nothing_away()
def verify_in(processes: int, room: Room, proved: Proved | None = None) -> Verdict:
    """What `verify` says, by at most so many processes, each with a part of the journal. The last part is ours."""
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as others:
        cuts = cuts_of(room, proved, processes, Path(folder)) if processes > 1 else []
        if cuts:
            begins = [proved, *(Proved(cut, room.game.tables_of) for cut in cuts)]
            before = [others.enter_context(proving(one, end.file)) for one, end in pairwise(begins) if end]
            with contextlib.suppress(Exception):  # whatever a copy that was altered may lead to
                mine = replayed(room, Path(folder) / "replay.db", begins[-1])
                parts = [part for verdict in before if mine.same and (part := verdict()) and part.same]
                if len(parts) == len(before):
                    if proved:
                        proved.keep(Path(folder) / "replay.db")
                    return replace(mine, proved=parts[0].proved, processes=1 + len(parts))
    return verify(room, proved)


def cuts_of(room: Room, proved: Proved | None, processes: int, folder: Path) -> list[Path]:
    """Copies to cut the journal at, put into a folder, in their order: those that make the parts most alike, of the
    sound ones that seem to be of this very game. None where some entries are of older tables, or the game carries no
    scenario: such a game is replayed in one process."""
    copies = Copies(room.store)
    with room.store.read() as session:
        if not digest_in(session) or any(is_older(session, kind) for kind in (JournalEntry, ApartEntry)):
            return []
        first, last = end_of(proved.file) if proved else 0, journal_at(session)
        there = [one for one in copies.all() if first + FEWEST <= one.number <= last - FEWEST]
        cuts: dict[int, Path] = {}
        for share in range(1, processes):
            wanted = first + (last - first) * share // processes
            for copy in sorted(there, key=lambda one: abs(one.number - wanted)):
                if copy.number in cuts:
                    break
                if fits(session, copy) and copies.verify(copy).state == "checked":
                    cuts[copy.number] = folder / f"{copy.number}.db"
                    shutil.copyfile(copy.path, cuts[copy.number])
                    break
    return [cuts[number] for number in sorted(cuts)]


def is_older(session: Session, kind: type[Entry]) -> bool:
    """Whether an entry was made with other tables than those of today: it is not replayed."""
    wanted = kind.made_with.is_distinct_from(game_in(session).tables_of)
    return session.scalar(select(kind.number).where(wanted).limit(1)) is not None


def end_of(file: Path) -> int:
    """The number of the last journal entry in a file; 0 if there is none that can be read."""
    with contextlib.suppress(sqlite3.Error), contextlib.closing(reading(file)) as there:
        return int(there.execute("SELECT coalesce(max(number), 0) FROM journal").fetchone()[0])
    return 0


def fits(session: Session, copy: Copy) -> bool:
    """Whether the last entry of a copy is one of this game."""
    with contextlib.suppress(sqlite3.Error), contextlib.closing(reading(copy.path)) as there:
        return key_in(there, copy.number) == key_of(session, copy.number) != ""
    return False


@contextlib.contextmanager
def proving(begins: Proved | None, file: Path) -> Iterator[Callable[[], Verdict | None]]:
    """Prove the game in a file in a process of its own, which ends with this; what waits for its verdict, None if it
    comes to none. It opens what it works on itself, and touches nothing that we have open."""
    another = multiprocessing.get_context(way())
    ours, theirs = another.Pipe(duplex=False)
    process = another.Process(target=prove, args=(theirs, begins, file), daemon=True)  # type: ignore[attr-defined]
    process.start()
    theirs.close()  # so that we hear if it dies

    def verdict() -> Verdict | None:
        with contextlib.suppress(EOFError, OSError):
            found: Verdict = ours.recv()
            return found
        return None

    try:
        yield verdict
    finally:
        process.kill()
        process.join()
        ours.close()


def way() -> str:
    """How another process comes to be: forked from ours it has all that we have read, and need not start a program.
    Where another thread runs (a server) it may not be: what that thread had in hand would be held in it for ever."""
    return "fork" if sys.platform == "linux" and threading.active_count() == 1 else "spawn"


def prove(says: Connection, begins: Proved | None, file: Path) -> None:
    """In that process: tell whether the game in a file follows from what it ``begins`` with; nothing, if that cannot be
    told."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever began this ends it
    with contextlib.suppress(Exception):
        says.send(proof_of(file, begins))


@throwing_nothing_away()
def proof_of(file: Path, begins: Proved | None) -> Verdict:
    """Whether the game in a file follows from what it ``begins`` with, by its own scenario; and all else in the file
    that the next part, which begins with it, rests on."""
    to = file.with_suffix(".replay")
    with opened(file) as store:
        with store.read() as session:
            scenario = game_in(session).files(Game.only(session).scenario, files_in(session))
        verdict = replayed(Room(store, scenario), to, begins)
        if verdict.same:
            with opened(to) as again:
                if beneath(store) != beneath(again):
                    return replace(
                        verdict, differences=("What is beneath the rows of a copy is not what it should be.",)
                    )
    return verdict


@contextlib.contextmanager
def opened(file: Path) -> Iterator[Store]:
    """A file that is thrown away, open."""
    store = open_store(file, passing=True)
    try:
        yield store
    finally:
        store.close()


def beneath(store: Store) -> list[Any]:
    """What a replay rests on beside the rows: every entry with all that is kept of it, and how the tables are made, for
    one might act by itself. In which order a table's lines were written is no difference."""
    with store.read() as session:
        made = session.execute(text("SELECT type, name, sql FROM sqlite_master ORDER BY type, name"))
        tables = [
            (kind, name, sorted(line.strip(" ,\t") for line in (sql or "").splitlines())) for kind, name, sql in made
        ]
        kept = (select(*kind.__table__.c).order_by(kind.number) for kind in (JournalEntry, ApartEntry))
        return [*tables, *(tuple(entry) for every in kept for entry in session.execute(every))]
