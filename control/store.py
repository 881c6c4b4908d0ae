"""The store: one game, one database; reading beside one writer at a time.

On SQLite a write opens with ``BEGIN IMMEDIATE`` and the database is in WAL mode: a session that first reads
and then writes would otherwise fail when another desk committed in between, and readers would hold up writers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.exc import ArgumentError, DatabaseError, NoSuchModuleError
from sqlalchemy.orm import Session

from control.rules.errors import NotKept, OrderNotAllowed, OrderNotUnderstood

ONE_WRITER = 0x53454E47  # any fixed number: PostgreSQL's advisory lock that stands for "the one writer"


class Store:
    """Sessions on a game's database. ``listeners`` are called, without arguments, after every commit."""

    def __init__(self, engine: Engine) -> None:
        self.engine = prepare(engine)
        self.listeners: list[Callable[[], None]] = []

    @contextmanager
    def read(self) -> Iterator[Session]:
        """A session that sees one moment of the game and changes nothing."""
        with Session(self.engine) as session:
            yield session
            session.rollback()

    @contextmanager
    def write(self) -> Iterator[Session]:
        """The one writing session: kept whole at the end, or not at all if anything was raised.

        Raises NotKept if the database could not take it: a full disk, a file that may not be written.
        """
        with (
            telling_why(),
            self.engine.execution_options(writes=True).connect() as connection,
            connection.begin(),
            Session(connection, expire_on_commit=False) as session,
        ):
            if connection.dialect.name == "postgresql":
                connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": ONE_WRITER})
            yield session
            session.flush()
        for listener in self.listeners:
            listener()


TROUBLES = {
    "disk is full": "The disk is full. Make room on it",
    "readonly": "The game's file may not be written. Change its permissions",
    "locked": "Another program holds the game's file. Close it",
    "unable to open": "The game's file cannot be opened. Look whether its folder is there and may be written",
    "not a database": "This file holds no game. Give the file of a game",
    "malformed": "The game's file is damaged. Take the latest backup",
    "connection refused": "The database server does not answer. Start it",
    "authentication failed": "The database server does not know this user and password. Give the right ones",
    "i/o error": "The disk cannot be written. Look at the disk",
}


@contextmanager
def telling_why() -> Iterator[None]:
    """Turn what the database says when it cannot work into a sentence for people. Raises NotKept."""
    try:
        yield
    except DatabaseError as error:
        said = str(error.orig).lower()
        for sign, advice in TROUBLES.items():
            if sign in said:
                raise NotKept(f"{advice}, then do it again.") from error
        raise


def open_store(where: str | Path) -> Store:
    """A store on a database URL or a file; the file's folder is made if need be."""
    return Store(create_engine(url_of(where)))


def url_of(where: str | Path) -> str:
    """The database URL of a game file (or the URL itself, if it is one)."""
    if "://" in str(where):
        return checked_url(str(where))
    path = Path(where).expanduser().resolve()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OrderNotAllowed(
            f"Cannot make the folder {path.parent}: {error.strerror}. Give another file for the game.", field="game"
        ) from None
    return f"sqlite:///{path}"


def checked_url(url: str) -> str:
    """The URL, if it can be read and its driver is installed. Raises an OrderError that says what is missing."""
    try:
        make_url(url).get_dialect().import_dbapi()
    except (ArgumentError, NoSuchModuleError):
        raise OrderNotUnderstood(
            f'"{url}" is no database URL. One looks like postgresql+psycopg://user:password@host/database.',
            field="database",
        ) from None
    except ModuleNotFoundError as error:
        raise OrderNotAllowed(
            f"This database needs the package {error.name}. For PostgreSQL, install the extra: pip install "
            "'sengoku-control-room[postgresql]'.", field="database",
        ) from None
    return url


def prepare(engine: Engine) -> Engine:
    """Give an engine our ways with SQLite (once, however often it is asked for)."""
    if engine.dialect.name == "sqlite" and not event.contains(engine, "connect", set_up_sqlite):
        event.listen(engine, "connect", set_up_sqlite)
        event.listen(engine, "begin", begin)
    return engine


def set_up_sqlite(connection: Any, _record: Any) -> None:
    """Durable WAL, foreign keys, patience with the other writer; and we say BEGIN ourselves."""
    connection.isolation_level = None
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=8000"):
        connection.execute(f"PRAGMA {pragma}").close()


def begin(connection: Connection) -> None:
    """Take the writer's place at once if this connection is going to write."""
    writes = connection.get_execution_options().get("writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
