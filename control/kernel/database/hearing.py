"""Hearing of what other processes keep in a game on PostgreSQL: a connection of its own listens (LISTEN), nobody looks.

Every commit of a game says so (NOTIFY), with the schema that the game is in and who says it: one connection of a
process hears for all its games in a database. When it was cut off, every game looks once for what it missed.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable
from typing import Any

from sqlalchemy import Engine, make_url

CHANNEL = "control_room"
AGAIN = 0.5  # seconds until it is tried again when the server is away
LOOKS_UP = 5.0  # seconds: so often the thread sees whether it is still wanted
OURSELVES = secrets.token_hex(4)
"""Who says it: this process, which need not be told by its own words."""
SAY = f"SELECT pg_notify('{CHANNEL}', current_schema() || '/{{}}')"


def say_so() -> str:
    """The statement by which a commit is told."""
    return SAY.format(OURSELVES)


class Hearing:
    """The connection that listens to one database, for all games in it that are served here."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._told: dict[str, list[Callable[[], None]]] = {}
        self._lock = threading.Lock()
        self._over = threading.Event()
        threading.Thread(target=self._listen, name="hearing", daemon=True).start()

    def tell(self, schema: str, whom: Callable[[], None]) -> None:
        """Call whenever another process has kept something in the game of this schema."""
        with self._lock:
            self._told.setdefault(schema, []).append(whom)

    def _everybody(self) -> None:
        with self._lock:
            told = [one for calls in self._told.values() for one in calls]
        for one in told:
            one()

    def _listen(self) -> None:
        import psycopg

        arguments, more = self._engine.dialect.create_connect_args(self._engine.url)
        while not self._over.is_set():
            try:
                with psycopg.connect(*arguments, **more, autocommit=True) as connection:
                    connection.execute(f"LISTEN {CHANNEL}".encode())
                    self._everybody()  # of what was kept before nobody told us
                    while not self._over.is_set():
                        for word in connection.notifies(timeout=LOOKS_UP):
                            self._heard(word.payload)
            except psycopg.Error:
                self._over.wait(AGAIN)

    def _heard(self, word: str) -> None:
        schema, _, who = word.rpartition("/")
        if who != OURSELVES:
            with self._lock:
                told = list(self._told.get(schema, ()))
            for one in told:
                one()


HEARINGS: dict[Any, Hearing] = {}
LOCK = threading.Lock()


def hearing_of(engine: Engine) -> Hearing:
    """What listens to the database of an engine, in this process."""
    url = make_url(engine.url).difference_update_query(["options"])
    with LOCK:
        if url not in HEARINGS:
            HEARINGS[url] = Hearing(engine)
        return HEARINGS[url]


def forget_all() -> None:
    """A process that was just born of another has none of its threads, and begins anew."""
    global OURSELVES
    HEARINGS.clear()
    OURSELVES = secrets.token_hex(4)
