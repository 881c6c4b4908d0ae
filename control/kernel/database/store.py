"""The store: one game, one database; reading beside one writer at a time.

On SQLite a write opens with ``BEGIN IMMEDIATE`` and the database is in WAL mode: a session that first reads
and then writes would otherwise fail when another desk committed in between, and readers would hold up writers.

Writers wait for their turn before they take a connection, so that however many wait, readers find one. Every commit is
soon brought from the ``-wal`` into the file itself, by a thread that nobody waits for (`Settling`), and what a reader
held up then, in the next quiet moment or when a program lets go of it: one file is the game, after a crash too.
"""

from __future__ import annotations

import contextlib
import re
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Dialect, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError
from sqlalchemy.exc import TimeoutError as WaitedTooLong
from sqlalchemy.orm import Session
from sqlalchemy.pool import QueuePool
from sqlalchemy.util import LRUCache

from control.kernel import settings
from control.kernel.database.dialects import speaks_postgresql
from control.kernel.database.hearing import hearing_of, say_so
from control.kernel.database.keeping import Keeper, KeeperAtServer, begin_to_write, counts_of, keeper_of
from control.kernel.database.reading import Reading, Writing
from control.kernel.database.settling import Settling
from control.kernel.database.turns import TooLong, Turns
from control.kernel.errors import InDoubt, NotKept, OrderNotAllowed, OrderNotUnderstood
from control.kernel.file_head import note_closed, note_served

PATIENCE = 7.0  # seconds that a writer waits, for its turn and for another program that holds the file
WAIT = 7000  # milliseconds that any other connection waits for the file
LAST_READERS = 2.0  # seconds that whoever closes a game waits for those who still read in it
KEPT_OPEN = 40  # connections to a file that stay open when nobody uses them
AT_MOST = 120  # at once: each of the server's threads reads with one, and one of them writes with another
ITS_TURN = f"SELECT pg_advisory_xact_lock({0x53454E47}, hashtext(current_schema()))"
"""What stands for "the one writer" of a game on PostgreSQL: any fixed number, and the schema that the game is in."""


class Store:
    """Sessions on a game's database. ``listeners`` are called, without arguments, after every commit."""

    def __init__(self, engine: Engine, passing: bool = False) -> None:
        self.engine = prepare(engine)
        self.passing = passing
        self.listeners: list[Callable[[], None]] = []
        self.settling = Settling(lambda: self.settle(way="PASSIVE"))
        if self.file and not passing:
            self.listeners.append(self.settling.wake)
        self.patience = PATIENCE
        self.closed = ""
        """Why nothing is entered here any more, a sentence: the game is at another machine (kernel/spare)."""
        self.doubt = ""
        """What may be missing in the file, a sentence (kernel/copies/whole.py)."""
        self._turns = Turns()
        self._keeping = threading.Lock()
        self._is_past = False  # whether the one whose turn it is was waited for too long, as the game went on elsewhere

    @contextmanager
    def read(self) -> Iterator[Session]:
        """A session that sees one moment of the game and changes nothing."""
        with Reading(self.engine) as session:
            yield session
            session.rollback()

    @contextmanager
    def write(self) -> Iterator[Session]:
        """The one writing session: kept whole at the end, or not at all if anything was raised.

        Raises NotKept if the database could not take it: a full disk, a file that may not be written, or one that
        others hold for longer than ``patience``; InDoubt if a server went away just as it was to keep it.
        """
        until = time.monotonic() + self.patience
        try:
            with (
                self._turns.taken(until),
                self._open(),
                telling_why(),
                contextlib.ExitStack() as keeping,
                self._writing(until) as connection,
                Writing(connection, expire_on_commit=False) as session,
            ):
                yield session
                session.flush()
                keeping.enter_context(self.in_time())
        except TooLong:
            raise NotKept(BUSY) from None
        for listener in self.listeners:
            listener()

    @contextmanager
    def _open(self) -> Iterator[None]:
        """Whether anything may be entered, asked by whoever's turn it is. Raises NotKept."""
        if self.closed:
            raise NotKept(self.closed)
        self._is_past = False
        yield

    @contextmanager
    def in_time(self) -> Iterator[None]:
        """What was written is kept while this lasts. Raises NotKept if the store was closed without waiting for it."""
        with self._keeping:
            if self._is_past:
                raise NotKept(self.closed)
            yield

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Nobody of this process enters anything as long as this lasts. The store may be closed meanwhile, if it lasts
        for longer than ``patience``. Raises NotKept, also if it is closed already."""
        try:
            with self._turns.taken(time.monotonic() + self.patience), self._open():
                yield
        except TooLong:
            raise NotKept(BUSY) from None

    def close_to_all(self, why: str) -> None:
        """Enter nothing more: what is being entered is entered first, unless that takes too long; then it is not kept,
        and hears ``why``, as whoever comes after does. Another machine has the game, and is told how far it is here."""
        self.closed = why
        try:
            with self._turns.taken(time.monotonic() + self.patience):
                pass
        except TooLong:
            with self._keeping:  # what is being kept in this moment is waited for
                self._is_past = True

    @contextmanager
    def _writing(self, until: float) -> Iterator[Connection]:
        """The connection of the one whose turn it is, its transaction open."""
        with self.engine.connect() as connection, that_writes(connection, until).begin():
            begin_to_write(connection)
            keeper = keeper_of(self.engine)
            before = counts_of(connection) if isinstance(keeper, Keeper) else None
            yield connection
            if isinstance(keeper, KeeperAtServer):
                kept = f"{keeper.note_changed(connection)}{say_so()}; COMMIT"
                with in_doubt():
                    connection.exec_driver_sql(kept)  # in one word
            elif keeper:
                with keeper.leaving(connection, before):
                    connection.commit()

    def hear_others(self, called: Callable[[], None]) -> bool:
        """Have this called when another process has kept something; whether it will be: with a file nobody tells, and
        one has to look."""
        if not speaks_postgresql(self.engine):
            return False
        with self.engine.connect() as connection:
            schema = connection.exec_driver_sql("SELECT current_schema()").scalar_one()
        hearing_of(self.engine).tell(schema, called)
        return True

    def settle(self, wait: float = 0.0, way: str = "TRUNCATE") -> bool:
        """Bring everything into the one file, so that a copy of it alone is the whole game; whether all of it is there.

        Nobody waits for this: what a reader or writer holds up for longer than ``wait`` seconds is left for next time.
        The ``way`` is one of SQLite's: PASSIVE holds up nobody, TRUNCATE empties the ``-wal`` too and wants a moment
        without a writer.
        """
        file = self.file
        if file is None or not file.is_file():
            return False
        try:
            with contextlib.closing(sqlite3.connect(file, isolation_level=None, timeout=wait)) as connection:
                if self.passing:
                    set_up_passing(connection, None)
                busy, written, settled = connection.execute(f"PRAGMA wal_checkpoint({way})").fetchone()
                return not busy and written == settled
        except sqlite3.Error:  # a disk that is full or gone: it all stays where it is safe
            return False

    def close(self) -> None:
        """Let go of the game, all of it in its one file. Whoever still reads is waited for, though not for ever: the
        last to let go of a file is who tidies up beside it."""
        self.settling.rest()
        until = time.monotonic() + LAST_READERS
        while True:
            pool = self.engine.pool
            while self.file and isinstance(pool, QueuePool) and pool.checkedout() and time.monotonic() < until:
                time.sleep(0.01)
            self.let_go()
            self.settle(wait=1.0)
            if not self.is_held() or time.monotonic() > until:
                break
        if self.file and not self.passing:
            note_closed(self.file)

    def serve(self) -> None:
        """From now on the game is being served, and its file says so until it is closed."""
        if self.file:
            note_served(self.file)

    def is_held(self) -> bool:
        """Whether somebody in this process has come to read since all was let go of: a thread that only then began."""
        pool, keeper = self.engine.pool, keeper_of(self.engine)
        read = isinstance(pool, QueuePool) and pool.checkedin() + pool.checkedout() > 0
        return bool(self.file) and (read or (isinstance(keeper, Keeper) and keeper.looks))

    def let_go(self) -> None:
        """Let go of the file as it is. Whoever looks whether it has changed does so first: the last one brings all into
        the one file, and one who knows of no passing store would wait for the disk."""
        self.forget()
        self.engine.dispose()

    def forget(self) -> None:
        """Nothing that was kept of the game holds any more: it was set back, or goes."""
        if keeper := keeper_of(self.engine):
            keeper.forget()

    @property
    def file(self) -> Path | None:
        """The file the game is kept in; None for a database that is no file."""
        url = self.engine.url
        return Path(url.database).absolute() if self.engine.dialect.name == "sqlite" and url.database else None


BUSY = (
    "The game's file is busy: another program holds it, or too many write at once. Nothing was changed; do it again "
    "in a moment."
)
AWAY = (
    "connection refused", "connection failed", "server closed the connection", "is the server running",
    "terminating connection", "the connection is closed", "connection is lost", "starting up", "shutting down",
    "in recovery mode", "consuming input failed", "could not connect", "connection timeout expired",
)  # fmt: skip
"""What PostgreSQL, or who speaks with it, says when it is not there."""
IS_AWAY = (
    "The database server does not answer. Nothing was changed. Start it again, or wait a moment: the control room goes "
    "on by itself as soon as it is back."
)
IN_DOUBT = (
    "The database server went away while this was being kept: it was done, or it was not. Look into the journal as "
    "soon as the server is back, or go back and send the same form again: it is done once."
)
FULL_UP = "The database server takes no more connections. Raise its max_connections, or serve with fewer --workers"
STRANGER = "The database server does not know this user and password. Give the right ones"
FULL = "The disk is full. Make room on it"
TROUBLES = {
    "too many clients": FULL_UP,
    "remaining connection slots": FULL_UP,
    "disk is full|no space left on device": FULL,
    "readonly": "The game's file may not be written. Change its permissions",
    "read-only transaction": "The database may only be read now. Have its server take writes again",
    "unable to open": "The game's file cannot be opened. Look whether its folder is there and may be written",
    "not a database": "This file holds no game. Give the file of a game",
    "malformed|could not decode": "The game's file is damaged. Take the latest backup",
    "authentication failed": STRANGER,
    'role ".*" does not exist': STRANGER,
    'database ".*" does not exist': "The database server has no database of this name. Make it, or give another",
    "resolve host": "The network knows no machine of the name in the URL of the database. Look at the URL",
    "invalid connection option": "The URL of the database asks for something that is not known. Look behind its ?",
    "permission denied for": "The user of the database may not do this. Give the user the right to it",
    'relation "(control_room_shared|journal|game)" does not exist': "This game is not in its database any more. Ask "
    "whoever keeps the games",
    "i/o error": "The disk cannot be written. Look at the disk",
}
"""What a database says that is there and cannot work, and what to do."""


@contextmanager
def telling_why() -> Iterator[None]:
    """Turn what the database says when it cannot work into a sentence for people. Raises NotKept."""
    try:
        yield
    except WaitedTooLong as error:  # no connection is free: more threads than this engine was made for
        raise NotKept(BUSY) from error
    except DBAPIError as error:
        said = str(error.orig).lower()
        for sign, advice in TROUBLES.items():  # first: who lets nobody in says, too, that the connection failed
            if re.search(sign, said):
                raise NotKept(f"{advice}, then do it again.") from error
        if error.connection_invalidated or any(sign in said for sign in AWAY):
            raise NotKept(IS_AWAY) from error
        if "locked" in said or "lock timeout" in said:
            raise NotKept(BUSY) from error
        raise


@contextmanager
def in_doubt() -> Iterator[None]:
    """Within, what was done is being kept: nobody knows whether a server that goes away just then has done so. Raises
    InDoubt."""
    try:
        yield
    except DBAPIError as error:
        if (told := reason_of(error)) and told.sentence == IS_AWAY:
            raise InDoubt(IN_DOUBT) from error
        raise


def reason_of(error: Exception) -> NotKept | None:
    """What the database says when it cannot work, of an error that came of that; None for any other."""
    try:
        with telling_why():
            raise error
    except NotKept as told:
        return told
    except Exception:
        return None


@contextmanager
def nothing_left_if_full(store: Store) -> Iterator[None]:
    """Where the disk has no room for what a new file is to hold, leave nothing of it: whoever finds a part would take
    it for the game. What was there before is left as it is."""
    file = store.file
    there = file is None or (file.is_file() and file.stat().st_size > 0)
    try:
        with telling_why():
            yield
    except NotKept as error:
        if file and not there and error.sentence.startswith(FULL):
            store.close()
            for end in ("", "-wal", "-shm"):
                file.with_name(f"{file.name}{end}").unlink(missing_ok=True)
        raise


def open_store(where: str | Path, passing: bool = False, connections: int = 0) -> Store:
    """A store on a database URL or a file; the file's folder is made if need be. A ``passing`` one is thrown away by
    this very program: nothing in it need outlive a crash. It may have so many ``connections`` to a database server."""
    url = url_of(where)
    store = Store(engine_of(url, connections), passing)
    if passing and store.file:
        event.listen(store.engine, "connect", set_up_passing)
    return store


def engine_of(url: URL, connections: int) -> Engine:
    """An engine on a database URL. SQLAlchemy keeps what it has put into SQL once, for each engine and each dialect by
    itself; our files all speak the same SQLite and share it, so that a replay, a rehearsal and a copy need not put
    hundreds of statements into SQL again."""
    if GAME in url.query:
        return engine_of_a_game(url, str(url.query[GAME]), connections)
    engine = create_engine(url, **pool(url, connections))
    if speaks_postgresql(engine):
        from control.kernel.database.postgresql import our_ways  # other games need not wait for it

        our_ways(engine)
    if engine.dialect.name != "sqlite":
        return engine
    engine.dialect = sqlite_dialect()
    engine.update_execution_options(compiled_cache=IN_SQL)
    return engine


GAME = "game"
"""What names a game's schema in the URL of a database that has several: ``…/club?game=spring``."""
NAMES = re.compile(r"(?!pg_|information_schema$)[a-z][a-z0-9_-]{0,39}")
"""What a game may be called: a schema, and a part of addresses. PostgreSQL keeps some names for itself."""
DATABASES: dict[URL, Engine] = {}
"""Whatever games of a database are served, their connections are the same."""


def engine_of_a_game(url: URL, name: str, connections: int) -> Engine:
    """An engine on one game of a database that has several. Every transaction is in the schema of the game."""
    bare = url.difference_update_query([GAME])
    if bare not in DATABASES:
        DATABASES[bare] = engine_of(bare, connections)
    return DATABASES[bare].execution_options(game=name)


def let_go_of_games(url: str) -> None:
    """Nobody here needs the connections any more that the games of a database have in common."""
    if engine := DATABASES.pop(make_url(url).difference_update_query([GAME]), None):
        engine.dispose()


def in_game(url: str, name: str) -> str:
    """The URL of one game of a database."""
    return make_url(url).update_query_dict({GAME: name}).render_as_string(hide_password=False)


IN_SQL = LRUCache[Any, Any](2000)  # rather more statements than the program has


@cache
def sqlite_dialect() -> Dialect:
    """The one dialect for all files, which has met the SQLite of this machine."""
    engine = create_engine("sqlite://")
    engine.connect().close()
    engine.dispose()
    return engine.dialect


def pool(url: URL, connections: int = 0) -> dict[str, Any]:
    """How many connections an engine may have open: for a file enough for every thread of the server
    (settings.SERVER_THREADS); a database server has a limit of its own, often 100 for everybody."""
    if url.get_backend_name() != "sqlite":
        most = connections or settings.SERVER_THREADS + 4
        kept = min(most, 10)
        return {
            "pool_size": kept,
            "max_overflow": most - kept,
            "pool_timeout": PATIENCE,
            "pool_pre_ping": True,
            "isolation_level": "AUTOCOMMIT",  # we say BEGIN ourselves
        }
    return {"pool_size": KEPT_OPEN, "max_overflow": AT_MOST - KEPT_OPEN} if url.database else {}


def url_of(where: str | Path) -> URL:
    """The database URL of a game file (or the URL itself, if it is one)."""
    if "://" in str(where):
        return make_url(checked_url(str(where)))
    path = Path(where).resolve()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OrderNotAllowed(
            f"Cannot make the folder {path.parent}: {error.strerror}. Give another file for the game.", field="game"
        ) from None
    return URL.create("sqlite", database=str(path))  # never by way of its text: a folder may be called My%20Games


def file_of(where: str | Path) -> Path | None:
    """The file that a game file or URL names; None for a database that is no file. Nothing is made of it."""
    if "://" not in str(where):
        return Path(where).absolute()
    url = make_url(checked_url(str(where)))
    return Path(url.database).absolute() if url.get_backend_name() == "sqlite" and url.database else None


def without_password(where: str | Path) -> str:
    """A game's file or URL as it may be shown: what is printed is scrolled back to, copied and photographed."""
    hidden = re.sub(r"(?<=://)([^/:@]*):.*@", r"\1:***@", str(where))
    return re.sub(r"([?&][a-z]*password)=[^&]*", r"\1=***", hidden)


def checked_url(url: str) -> str:
    """The URL, if it can be read and its driver is installed. Raises an OrderError that says what is missing."""
    try:
        make_url(url).get_dialect().import_dbapi()
    except (ArgumentError, NoSuchModuleError):
        raise OrderNotUnderstood(
            f'"{without_password(url)}" is no database URL. One looks like postgresql+psycopg://user:password@host/database.',
            field="database",
        ) from None
    except ModuleNotFoundError as error:
        raise OrderNotAllowed(
            f"This database needs the package {error.name}. For PostgreSQL, install it in the folder of the program: "
            ".venv/bin/python -m pip install -c constraints.txt -e '.[postgresql]'",
            field="database",
        ) from None
    name = make_url(url).query.get(GAME)
    if name is not None and not (isinstance(name, str) and NAMES.fullmatch(name) and url.startswith("postgresql")):
        raise OrderNotUnderstood(
            f'"{name}" is no name for a game on PostgreSQL. Take small letters, digits, - and _, up to forty, a letter '
            "first; pg_… and information_schema are its own.",
            field="game",
        )
    return url


def prepare(engine: Engine) -> Engine:
    """Give an engine our ways with SQLite (once, however often it is asked for)."""
    if engine.dialect.name == "sqlite" and not event.contains(engine, "connect", set_up_sqlite):
        event.listen(engine, "connect", set_up_sqlite)
        event.listen(engine, "begin", begin)
    return engine


def that_writes(connection: Connection, until: float) -> Connection:
    """A connection whose next transaction waits for its turn to write, no longer than it may; on PostgreSQL it sees
    what was kept while it waited."""
    options: dict[str, Any] = {"writes": True, "until": until}
    if speaks_postgresql(connection):
        left = max(1, round(1000 * (until - time.monotonic())))
        options |= {"latest": True, "first": (f"SET LOCAL lock_timeout = {left}", ITS_TURN)}
    return connection.execution_options(**options)


def set_up_sqlite(connection: Any, _record: Any) -> None:
    """Durable WAL, foreign keys, patience with the other writer; and we say BEGIN ourselves."""
    connection.isolation_level = None
    for pragma in (
        f"busy_timeout={WAIT}",
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
    ):
        connection.execute(f"PRAGMA {pragma}").close()


def set_up_passing(connection: Any, _record: Any) -> None:
    """Wait for no disk."""
    connection.execute("PRAGMA synchronous=OFF").close()


def begin(connection: Connection) -> None:
    """Take the writer's place at once if this connection is going to write, waiting no longer than it may."""
    options = connection.get_execution_options()
    if not options.get("writes"):
        # straight to SQLite, which every page does: it waits for nobody and cannot fail
        connection.connection.cursor().execute("BEGIN").close()
        return
    until = options.get("until")
    left = WAIT if until is None else max(0, round(1000 * (until - time.monotonic())))
    if left > WAIT - 100:  # nobody stood before it in the queue
        connection.exec_driver_sql("BEGIN IMMEDIATE")
        return
    file = connection.connection.cursor()  # straight to SQLite: these two stand before and after the entry
    file.execute(f"PRAGMA busy_timeout={left}")
    try:
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    finally:
        file.execute(f"PRAGMA busy_timeout={WAIT}")
        file.close()
