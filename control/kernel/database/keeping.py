"""What was asked is kept for whoever asks next, as long as no table that it was read from has changed.

Three hundred screens ask the same as soon as they hear of an entry; what they see is made once. Every statement tells
which tables it reads, every commit of this process which it changed. What another process has entered is noticed by
SQLite's word that the file has changed and by the last entry in it: then nothing holds any more. Who is to see
it belongs to what was asked; nothing is kept that was made for one person, and what was made of a moment of the clock
for that second at most.

On PostgreSQL other processes enter as much as this one. There every commit writes down which tables it changed, in its
own transaction, and whoever reads asks once for that: it is as old as all else that he sees.

Who sits at no desk could tell by the time that an answer takes whether it was made anew for him. So what is kept for
him holds until something changes that everybody is shown: each entry says in which tables it changed nothing that is
(kernel/actions/what_is_shown.py), and beside each table stands what of it is shown, as if it were another.
"""

from __future__ import annotations

import json
import re
import sqlite3
import threading
from collections.abc import Callable, Hashable, Iterator, Mapping, Set
from contextlib import contextmanager, suppress
from functools import lru_cache, wraps
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from sqlalchemy import Connection, Engine, event
from sqlalchemy.orm import Session, SessionTransaction

from control.kernel.database.dialects import speaks_postgresql
from control.kernel.roles import parts_of

READ = re.compile(r'(?:\bFROM|\bJOIN|,)[(\s]*"?([a-z_0-9]+)')
WRITTEN = re.compile(r'\s*(?:INSERT INTO|UPDATE|DELETE FROM)\s+"?([a-z_0-9]+)')
CHANGES_NOTHING = ("SELECT", "BEGIN", "SAVEPOINT", "RELEASE", "ROLLBACK", "PRAGMA")
COUNTS = """
SELECT (SELECT number || ' ' || "key" FROM journal ORDER BY number DESC LIMIT 1), (SELECT count(*) FROM journal_apart)
"""
MOST = 300
"""So many answers are kept; the oldest gives way."""
ALL = "*"
"""What stands for every table."""
OF_ONE = "of one person"
"""What stands among the tables of what must not be kept."""
OF_A_MOMENT = "of a moment of the clock"
"""The same; but a part that is kept for the second only may be of one."""
SEEN = "seen"
SHOWN = "shown "
"""Stands before the name of a table, for what of it everybody is shown."""
NEVER_SHOWN = frozenset({"journal", "journal_apart", "touch", "touch_apart", "confirmation", "serial"})
"""The tables that grow with every entry. What was read from them is never kept for who may not know of each: he has it
made every time."""
Counts = tuple[Any, ...]
Ask = TypeVar("Ask", bound=Callable[..., Any])


@lru_cache(maxsize=4000)
def tables_read(statement: str) -> frozenset[str]:
    """The tables that a statement reads (and some other words: too many do no harm)."""
    return frozenset(READ.findall(statement))


@lru_cache(maxsize=1000)
def tables_written(statement: str) -> frozenset[str]:
    """The tables that a statement changes; all, if it cannot be told."""
    if found := WRITTEN.match(statement):
        return frozenset({found[1]})
    return frozenset() if statement.lstrip().startswith(CHANGES_NOTHING) else frozenset({ALL})


# --- What is read, while something is answered ---------------------------------------------------------------


class Noting(threading.local):
    """What the answers that are being given in a thread have read so far, the innermost last."""

    def __init__(self) -> None:
        self.reads: list[set[str]] = []


NOTING = Noting()


@contextmanager
def noting() -> Iterator[set[str]]:
    """The tables that are read within; an answer within another is part of it."""
    found: set[str] = set()
    NOTING.reads.append(found)
    try:
        yield found
    finally:
        NOTING.reads.pop()
        note(found)


def note(tables: Set[str]) -> None:
    """These were read for what is being answered."""
    if NOTING.reads:
        NOTING.reads[-1] |= tables


def changes_with(*tables: str) -> Callable[[Ask], Ask]:
    """A question whose answer changes only when one of these tables does, whatever else it reads: the journal is read
    for what it says of them, and grows with every entry."""

    def decorate(ask: Ask) -> Ask:
        @wraps(ask)
        def asked(*given: Any) -> Any:
            reads, NOTING.reads = NOTING.reads, []
            try:
                return ask(*given)
            finally:
                NOTING.reads = reads
                note({*tables})

        return asked  # type: ignore[return-value]

    return decorate


def not_to_be_kept() -> None:
    """What is being answered is right for one person only."""
    note({OF_ONE})


def of_a_moment() -> None:
    """What is being answered is right for a moment of the clock only."""
    note({OF_A_MOMENT})


@event.listens_for(Engine, "before_cursor_execute")
def noted(connection: Connection, _cursor: Any, statement: str, *_more: Any) -> None:
    """Note what a statement reads; of one that writes, what it changes."""
    if connection.get_execution_options().get("writes"):
        connection.info.setdefault(WROTE, set()).update(tables_written(statement))
    elif NOTING.reads:
        NOTING.reads[-1] |= tables_read(statement)


WROTE = "wrote"
EXPLAINED = "explained"
"""Where a connection has of tables whether an entry changed what everybody is shown of them."""


def explain(connection: Connection, changed: Mapping[str, bool]) -> None:
    """An entry that is being made changed these tables, and what everybody is shown of them or not."""
    said = connection.info.setdefault(EXPLAINED, {})
    for table, is_shown in changed.items():
        said[table] = said.get(table, False) or is_shown


def begin_to_write(connection: Connection) -> None:
    """Whoever had this connection before may have been refused: what he wrote is of no commit."""
    connection.info.pop(WROTE, None)
    connection.info.pop(EXPLAINED, None)


@contextmanager
def for_nothing(connection: Connection) -> Iterator[None]:
    """What is written within is taken back at its end."""
    before = {*connection.info.get(WROTE, ())}
    try:
        yield
    finally:
        connection.info[WROTE] = before


def written(connection: Connection) -> frozenset[str]:
    """What was written since: the tables, and what is shown of them. Of what no entry explains all may be."""
    wrote, said = connection.info.pop(WROTE, frozenset()), connection.info.pop(EXPLAINED, {})
    return frozenset(wrote) | {SHOWN + one for one in wrote if said.get(one, one not in NEVER_SHOWN)}


# --- What is kept --------------------------------------------------------------------------------------------


class Keeper:
    """What is kept of one game. A ``generation`` is what the tables are between two commits."""

    def __init__(self, file: str) -> None:
        self.file = file
        self._lock = threading.Lock()
        self._generation = 1
        self._changed: dict[str, int] = {ALL: 1}
        self._kept: dict[Hashable, tuple[Any, Set[str], int]] = {}
        self.making: dict[Hashable, threading.RLock] = {}
        self._leaving: frozenset[str] = frozenset()
        self._counts: Counts | None = None
        self._counts_then: Counts | None = None
        self._looks: sqlite3.Connection | None = None
        self._version = -1

    def seen(self) -> int:
        """The generation that whoever reads now sees at least; whether another process changed something is looked
        before."""
        with self._lock:
            with suppress(sqlite3.Error):
                if self._looks is None:
                    self._looks = sqlite3.connect(self.file, check_same_thread=False, isolation_level=None)
                version = self._looks.execute("PRAGMA data_version").fetchone()[0]
                if version != self._version:
                    counts = self._looks.execute(COUNTS).fetchone()
                    if counts not in (self._counts, self._counts_then):
                        self._counts = counts
                        self._pass_on({ALL})
                    self._version = version
                return self._generation
            self._pass_on({ALL})  # the file cannot be asked, so nothing is sure
            return self._generation

    @property
    def looks(self) -> bool:
        """Whether it has the file open."""
        return self._looks is not None

    def _pass_on(self, tables: Set[str]) -> None:
        self._generation += 1
        for one in tables:
            self._changed[one] = self._generation

    @contextmanager
    def leaving(self, connection: Connection, before: Counts | None) -> Iterator[None]:
        """What this connection wrote is committed within; nothing of those tables is given to anybody meanwhile."""
        tables = written(connection)
        then = counts_of(connection)
        with self._lock:
            self._leaving, self._counts_then = tables, then
            if before != self._counts:  # somebody else came in between
                self._pass_on({ALL})
        kept = False
        try:
            yield
            kept = True
        finally:
            with self._lock:
                self._pass_on(tables)
                self._leaving, self._counts, self._counts_then = frozenset(), then if kept else None, None

    def holds(self, tables: Set[str], generation: int) -> bool:
        """Whether none of these tables has changed since, or is changing."""
        if not self._leaving.isdisjoint(tables) or ALL in self._leaving:
            return False
        changed = self._changed
        return changed[ALL] <= generation and all(changed.get(one, 0) <= generation for one in tables)

    def moment(self, session: Session) -> int | None:
        """The generation that a session sees at least; the one of now, if it sees no moment yet."""
        now = self.seen()
        found: int = session.info.get(SEEN, now)
        return found

    def given(self, key: Hashable, generation: int) -> Any:
        """What is kept under a key and holds for whoever sees this generation; else None."""
        found = self._kept.get(key)
        if found is None:
            return None
        value, tables, made = found
        with self._lock:
            return value if self.holds(tables, min(made, generation)) else None

    def keep(self, key: Hashable, value: Any, tables: Set[str], generation: int) -> None:
        """Keep what was made of these tables by somebody who saw this generation."""
        with self._lock:
            if not tables.isdisjoint({OF_ONE, OF_A_MOMENT}) or not self.holds(tables, generation):
                return
            self._kept.pop(key, None)
            while len(self._kept) >= MOST:
                del self._kept[next(iter(self._kept))]
            self._kept[key] = value, tables, generation

    def forget(self) -> None:
        """The game was set back, or goes: nothing holds."""
        with self._lock:
            self._pass_on({ALL})
            self._kept.clear()
            if self._looks:
                self._looks.close()
            self._looks, self._version = None, -1


def look_in(connection: Connection) -> None:
    """Begin a moment of SQLite, which is that of the first thing read, though all that follows be kept."""
    cursor = connection.connection.cursor()
    with suppress(sqlite3.Error):  # whoever asks for something then is told
        cursor.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchone()
    cursor.close()


def counts_of(connection: Connection) -> Counts:
    """Where the journal is, straight from SQLite: this is asked before and after every entry."""
    cursor = connection.connection.cursor()
    try:
        found: Counts = cursor.execute(COUNTS).fetchone()
        return found
    except sqlite3.Error:  # a file without tables yet
        return ()
    finally:
        cursor.close()


# --- With a database server ----------------------------------------------------------------------------------

BORN = "born"
CHANGED_BY = "kept"
"""The document (control/kernel/database/shared.py) that says of each table which transaction changed it last."""
CHANGED = f"""
INSERT INTO control_room_shared (name, document) VALUES ('{CHANGED_BY}', {{document}}) ON CONFLICT (name)
DO UPDATE SET document = (control_room_shared.document::jsonb || excluded.document::jsonb - 'born')::text, at = now();
"""
CHANGED_AT = f"SELECT document FROM control_room_shared WHERE name = '{CHANGED_BY}'"
IS_THERE = "SELECT to_regclass('control_room_shared') IS NOT NULL"
ANSWER = "answered at first"
"""Where a connection has what was answered to what its transaction asked with its first word."""
Marks = Mapping[str, str]


class KeeperAtServer:
    """The same of a game on PostgreSQL. For each table stands there the transaction that changed it last; beside them
    when that was begun to be written down, for a server that crashed begins anew, and what was kept before is nothing
    that could be told from what is now. Until something is written, nothing is kept."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: dict[Hashable, tuple[Any, Marks]] = {}
        self.making: dict[Hashable, threading.RLock] = {}
        self._there = False

    def asks_first(self) -> tuple[str, ...]:
        """What whoever reads asks with his first word, so that it costs no word of its own."""
        return (CHANGED_AT,) if self._there else ()

    def note_changed(self, connection: Connection) -> str:
        """The statement by which a commit writes down what it changed; empty where nobody reads it, for no process
        has served this game."""
        tables = written(connection)
        self._there = self._there or bool(connection.exec_driver_sql(IS_THERE).scalar())
        if not self._there or not tables:
            return ""
        names = "".join(f", '{one}', pg_current_xact_id()::text" for one in sorted(tables))
        return CHANGED.format(document=f"json_build_object('{BORN}', pg_current_xact_id()::text || now(){names})::text")

    def moment(self, session: Session) -> Marks | None:
        """Which tables were changed last by what, as a session sees it; None if nothing is to be kept."""
        if SEEN not in session.info:
            connection = session.connection()
            said = None if connection.get_execution_options().get("writes") else self._changed_at(connection)
            session.info[SEEN] = json.loads(said) if said else None
        found: Marks | None = session.info[SEEN]
        return found

    def _changed_at(self, connection: Connection) -> str | None:
        if ANSWER in connection.info:
            (said,) = connection.info[ANSWER] or (None,)
            return said
        self._there = self._there or bool(connection.exec_driver_sql(IS_THERE).scalar())
        return connection.exec_driver_sql(CHANGED_AT).scalar() if self._there else None

    def given(self, key: Hashable, now: Marks) -> Any:
        """What is kept under a key and holds for whoever sees these marks; else None."""
        value, marks = self._kept.get(key, (None, {}))
        return value if marks and all(now.get(one, "") == mark for one, mark in marks.items()) else None

    def keep(self, key: Hashable, value: Any, tables: Set[str], now: Marks) -> None:
        """Keep what was made of these tables by somebody who saw these marks."""
        if not tables.isdisjoint({OF_ONE, OF_A_MOMENT}):
            return
        with self._lock:
            self._kept.pop(key, None)
            while len(self._kept) >= MOST:
                del self._kept[next(iter(self._kept))]
            self._kept[key] = value, {one: now.get(one, "") for one in (*tables, BORN, ALL)}

    def forget(self) -> None:
        """The game was set back, or goes: nothing holds, and whether anybody serves it is looked anew."""
        with self._lock:
            self._kept.clear()
            self._there = False


KEEPERS: WeakKeyDictionary[Engine, Keeper | KeeperAtServer] = WeakKeyDictionary()


def keeper_of(engine: Engine) -> Keeper | KeeperAtServer | None:
    """What is kept of the game on an engine; None where nothing can be."""
    if (found := KEEPERS.get(engine)) is not None:
        return found
    if speaks_postgresql(engine):
        return KEEPERS.setdefault(engine, KeeperAtServer())
    return KEEPERS.setdefault(engine, Keeper(engine.url.database)) if engine.url.database else None


@event.listens_for(Engine, "engine_disposed")
def let_go(engine: Engine) -> None:
    """Whoever lets go of a file has nobody look at it any more."""
    if keeper := KEEPERS.get(engine):
        keeper.forget()


def keeper_for(session: Session) -> Any:
    """The same, by a session."""
    bind = session.get_bind()
    return keeper_of(bind) if isinstance(bind, Engine) else None


@event.listens_for(Session, "after_begin")
def begun(session: Session, _transaction: SessionTransaction, connection: Connection) -> None:
    """A session that reads is about to see one moment: of what generation at least."""
    keeper = None if connection.get_execution_options().get("writes") else keeper_of(connection.engine)
    if isinstance(keeper, Keeper):
        session.info[SEEN] = keeper.seen()
        look_in(connection)


@event.listens_for(Session, "after_transaction_end")
def over(session: Session, transaction: SessionTransaction) -> None:
    """It sees no moment any more."""
    if transaction.parent is None:
        session.info.pop(SEEN, None)


@contextmanager
def for_everybody(session: Session) -> Iterator[None]:
    """What is asked within is for everybody: it is kept as long as nothing has changed that everybody is shown."""
    before = is_for_everybody(session)
    session.info[FOR_EVERYBODY] = True
    try:
        yield
    finally:
        session.info[FOR_EVERYBODY] = before


def is_for_everybody(session: Session) -> bool:
    """Whether what a session asks is for who sits at no desk."""
    return bool(session.info.get(FOR_EVERYBODY))


FOR_EVERYBODY = "for everybody"
"""Where a session has that."""


def given_again(session: Session, key: Hashable, make: Callable[[], Any], second: int | None = None) -> Any:
    """What is kept under a key, as long as it holds for the moment that the session sees; else it is made. What may be
    of a moment of the clock is kept for the ``second`` in which that is."""
    keeper = keeper_for(session)
    if keeper is None or (now := keeper.moment(session)) is None:
        return make()
    public = is_for_everybody(session)
    with alone(keeper, (public, key), lambda: keeper.given((public, key), now)) as found:
        if found is not None and found[1] == second:
            value, _, tables = found
            note(tables)
            return value
        with noting() as tables:
            value = make()
        if SEEN in session.info:
            kept_with = frozenset(tables) if second is None else frozenset(tables) - {OF_A_MOMENT}
            holds_with = as_shown(kept_with) if public else kept_with
            keeper.keep((public, key), (value, second, kept_with), holds_with, session.info[SEEN])
        return value


@contextmanager
def alone(keeper: Keeper | KeeperAtServer, key: Hashable, given: Callable[[], Any]) -> Iterator[Any]:
    """What is given under a key. If it is nothing it may be made within, by one alone: whoever asks for the same
    meanwhile waits, though not for long, and is given what was made. Else two who read at once draw the same map."""
    if (found := given()) is not None:
        yield found
        return
    making = keeper.making.setdefault(key, threading.RLock())
    mine = making.acquire(timeout=IS_MADE)
    try:
        yield given()
    finally:
        if mine:
            if keeper.making.get(key) is making:
                del keeper.making[key]
            making.release()


IS_MADE = 0.5
"""Seconds after which nobody waits any more for what another makes."""


def as_shown(tables: Set[str]) -> frozenset[str]:
    """What of these tables everybody is shown; of what grows with every entry nothing is kept."""
    if not tables.isdisjoint(NEVER_SHOWN):
        return frozenset({OF_ONE})
    return frozenset(one if one in (OF_ONE, OF_A_MOMENT) else SHOWN + one for one in tables)


def kept(ask: Ask) -> Ask:
    """A question whose answer, a value and no row, is kept for every session. Nobody may change it; what it is about
    (an audience among it) can be compared, or has a digest by which it can, as a scenario."""

    @wraps(ask)
    def asked(session: Session, *about: Any) -> Any:
        compared = (getattr(one, "digest", one) for one in about)
        # A desk, and the seat of one who sees a part of it, are equal.
        return given_again(session, (ask, *compared, *map(parts_of, about)), lambda: ask(session, *about))

    return asked  # type: ignore[return-value]
