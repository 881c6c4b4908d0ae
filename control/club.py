"""Many games in one PostgreSQL database, each in a schema of its own, served together: a page at ``/`` lists them, each
is at ``/g/NAME/``, where it is what it is alone. A game that is begun while they are served is there at once; one that
is taken away is let go of in seconds, and one that cannot be opened keeps nobody from the others."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache, cached_property
from typing import Any
from urllib.parse import quote

from jinja2 import Environment, FileSystemLoader
from sqlalchemy import text
from sqlalchemy.exc import OperationalError, ProgrammingError, SQLAlchemyError

from control.kernel import settings
from control.kernel.database.shared import Shared
from control.kernel.database.store import NAMES, Store, in_game, let_go_of_games, open_store, reason_of, telling_why
from control.kernel.errors import NotKept, OrderError
from control.kernel.open_room import OpenRoom
from control.kernel.pages.live import says_only
from control.kernel.pages.threshold import is_known, unknown
from control.kernel.values import dataclass

GAMES = text(
    "SELECT n.nspname, n.oid FROM pg_namespace n WHERE (SELECT count(*) FROM pg_class c JOIN pg_attribute a "
    "ON a.attrelid = c.oid WHERE c.relnamespace = n.oid AND (c.relname, a.attname) IN (('alembic_version', "
    "'version_num'), ('journal', 'umpire'), ('game', 'rule_set'))) = 3 ORDER BY n.nspname"
)
LOOKS = 2.0
"""Seconds until it is looked again whether the games that are open here are still there."""
IS_LOCKED = "55P03"
"""What PostgreSQL calls it when a table was waited for too long."""
LOCKED = "is locked just now"
"""What the list says of such a game in the place of its title."""
AT = "/g/"
HEADERS = [
    ("Content-Type", "text/html; charset=utf-8"),
    ("Cache-Control", "no-store"),
    ("X-Content-Type-Options", "nosniff"),
    ("Content-Security-Policy", "default-src 'self'; frame-ancestors 'self'"),
]


def games_in(store: Store) -> dict[str, int]:
    """The schemas of a PostgreSQL database that have a game, by their names, each with its number: a game that was
    taken away and begun anew has another. What another program keeps there is none of them, whatever it is called."""
    with telling_why(), store.engine.connect() as connection:
        return {name: number for name, number in connection.execute(GAMES) if NAMES.fullmatch(name)}


class Club:
    """The games of one database, each opened when somebody first comes to it. Called as WSGI.

    ``opened`` makes the room of a game that was found; ``names``, ``fingerprint`` and ``reached`` are as a room has
    them.
    """

    def __init__(self, where: str, opened: Callable[[Store], OpenRoom], connections: int = 0) -> None:
        self.where, self._opened, self._connections = where, opened, connections
        self.store = open_store(where, connections=connections)
        self.names: frozenset[str] = frozenset()
        self.fingerprint = ""
        self.reached: Callable[[], str] = str
        self._rooms: dict[str, tuple[int, OpenRoom]] = {}
        self._lock = threading.Lock()
        self._looked = time.monotonic()

    @property
    def at(self) -> str:
        """Its address, as phones reach it by now."""
        return self.reached()

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        """Answer: the list, or what the game answers whose address it is."""
        path, root = environ.get("PATH_INFO", ""), environ.get("SCRIPT_NAME", "")
        name, slash, below = path.removeprefix(AT).partition("/") if path.startswith(AT) else ("", "", "")
        asked = Asked(start_response, root, below.startswith("api/"))
        try:
            room = self.room(name) if name else None
            if room and not slash:
                start_response("303 See Other", [("Location", f"{root}{AT}{quote(name)}/")])
                return []
            if room:
                moved = {"SCRIPT_NAME": f"{root}{AT}{name}", "PATH_INFO": f"/{below}"}
                return room({**environ, **moved}, start_response)
            host = environ.get("HTTP_HOST", "")
            if not is_known(host, self.names):
                return asked.answer("421 Misdirected Request", error=unknown(host, self.at))
            games = self.titles()
        except (SQLAlchemyError, OrderError) as error:
            return asked.answer("503 Service Unavailable", error=sentence(error))
        if below == "live":  # a page that was open as its game was taken away
            start_response("200 OK", [("Content-Type", "text/event-stream"), *HEADERS[1:]])
            return [says_only("gone").encode()]
        if path != "/":
            return asked.answer("404 Not Found", games, "There is no such game. These there are:")
        return asked.answer("200 OK", games)

    @cached_property
    def shared(self) -> Shared:
        """What all games of the club have in common: who has been guessing at any."""
        return Shared(self.store.engine)

    def room(self, name: str) -> OpenRoom | None:
        """The room of a game, None if there is none of that name. Whoever comes to one that is open waits for nobody
        who has another opened."""
        self.look()
        if open_one := self._rooms.get(name):
            return open_one[1]
        if name not in games_in(self.store):
            return None
        with self._lock:
            if open_one := self._rooms.get(name):
                return open_one[1]
            if (number := games_in(self.store).get(name)) is None:
                return None
            made = self._opened(open_store(in_game(self.where, name), connections=self._connections))
            made.names, made.fingerprint, made.demo, made.called = self.names, self.fingerprint, None, name
            made.reached = lambda: f"{self.at}{AT}{name}"
            with suppress(SQLAlchemyError):  # who may make no table beside the games counts for each by itself
                for one in made.brakes.values():
                    one.count_with(self.shared, name)
            self._rooms[name] = number, made
            return made

    def look(self) -> None:
        """Let go of the games that were taken away, also if another one has the name by now; now and then."""
        if time.monotonic() - self._looked < LOOKS:
            return
        self._looked = time.monotonic()
        with suppress(SQLAlchemyError, NotKept):  # a database that is away for a moment has taken away nothing
            there = games_in(self.store)
            for name, (number, room) in list(self._rooms.items()):
                if there.get(name) != number:
                    self._rooms.pop(name, None)
                    room.live.end()

    def open_all(self) -> None:
        """Open every game that is there, before anybody asks: each takes a second."""
        with suppress(SQLAlchemyError, NotKept):
            for name in games_in(self.store):
                with suppress(SQLAlchemyError, OrderError):  # that one alone: whoever comes to it is told
                    self.room(name)

    def titles(self) -> list[tuple[str, str]]:
        """The games, each with what it is called."""
        found = [(name, self.title(name)) for name in games_in(self.store)]
        return [(name, title) for name, title in found if title is not None]

    def title(self, name: str) -> str | None:
        """What a game is called; None if it was taken away a moment ago, or is not begun yet. One that is locked, as
        by whoever restores it, keeps nobody from the others."""
        try:
            with self.store.engine.connect() as connection:
                found: str | None = connection.scalar(text(f'SELECT title FROM "{name}".game'))
                return found
        except ProgrammingError:
            return None
        except OperationalError as error:
            if getattr(error.orig, "sqlstate", "") != IS_LOCKED:
                raise
            return LOCKED

    def end(self) -> None:
        """Every screen is let go of."""
        for _, room in list(self._rooms.values()):
            room.live.end()

    def close(self) -> None:
        """Let go of the database."""
        self.store.close()
        let_go_of_games(self.where)


def sentence(error: Exception) -> str:
    """What the database said, or why a game cannot be opened, for people."""
    told = error if isinstance(error, OrderError) else reason_of(error)
    return told.sentence if told else "The database could not be asked. Nothing was changed."


@cache
def template() -> Any:
    """The page that lists the games."""
    return Environment(loader=FileSystemLoader(settings.folder("templates")), autoescape=True).get_template("club.html")


@dataclass(frozen=True)
class Asked:
    """Who asks the club itself: below which address it is, and whether a program asks, which reads JSON."""

    start_response: Callable[..., Any]
    root: str
    by_a_program: bool

    def answer(self, status: str, games: Iterable[tuple[str, str]] = (), error: str = "") -> list[bytes]:
        """The list, with what was wrong; for a program that alone."""
        wait = [("Retry-After", "5")] if status.startswith("503") else []
        if self.by_a_program:
            self.start_response(status, [("Content-Type", "application/json"), *HEADERS[1:], *wait])
            said = "There is no such game." if status.startswith("404") else error
            return [json.dumps({"error": said, "field": "", "ruling": ""}).encode()]
        self.start_response(status, [*HEADERS, *wait])
        games = list(games)
        # the list has the style of a game that answers
        look = next((name for name, title in games if title != LOCKED), "")
        return [template().render(games=games, look=look, error=error, root=self.root).encode()]
