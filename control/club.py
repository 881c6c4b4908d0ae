"""Many games in one PostgreSQL database, each in a schema of its own, served together: a page at ``/`` lists them, each
is at ``/g/NAME/``, where it is what it is alone. A game that is begun while they are served is there at once."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache
from typing import Any
from urllib.parse import quote

from jinja2 import Environment, FileSystemLoader
from sqlalchemy import select, text
from sqlalchemy.exc import SQLAlchemyError

from control.kernel import settings
from control.kernel.errors import NotKept
from control.kernel.open_room import OpenRoom
from control.kernel.rows import Game
from control.kernel.store import Store, in_game, open_store, reason_of, telling_why
from control.kernel.threshold import is_known, unknown

GAMES = text(
    "SELECT n.nspname FROM pg_namespace n WHERE EXISTS (SELECT FROM pg_class c WHERE c.relnamespace = n.oid "
    "AND c.relname = 'alembic_version') AND EXISTS (SELECT FROM pg_class c WHERE c.relnamespace = n.oid AND "
    "c.relname = 'journal') ORDER BY n.nspname"
)
AT = "/g/"
HEADERS = [
    ("Content-Type", "text/html; charset=utf-8"),
    ("Cache-Control", "no-store"),
    ("X-Content-Type-Options", "nosniff"),
    ("Content-Security-Policy", "default-src 'self'; frame-ancestors 'self'"),
]


def games_in(store: Store) -> list[str]:
    """The schemas of a PostgreSQL database that have a game, by their names."""
    with telling_why(), store.engine.connect() as connection:
        return list(connection.scalars(GAMES))


class Club:
    """The games of one database, each opened when somebody first comes to it. Called as WSGI.

    ``opened`` makes the room of a game that was found; ``names`` and ``fingerprint`` are as a room has them.
    """

    def __init__(self, where: str, opened: Callable[[Store], OpenRoom], connections: int = 0) -> None:
        self.where, self._opened = where, opened
        self.store = open_store(where, connections=connections)
        self.names: frozenset[str] = frozenset()
        self.fingerprint = ""
        self.at = ""
        self._rooms: dict[str, OpenRoom] = {}
        self._lock = threading.Lock()

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        """Answer: the list, or what the game answers whose address it is."""
        path, root = environ.get("PATH_INFO", ""), environ.get("SCRIPT_NAME", "")
        try:
            name, slash, below = path.removeprefix(AT).partition("/") if path.startswith(AT) else ("", "", "")
            room = self.room(name) if name else None
            if room and not slash:
                start_response("303 See Other", [("Location", f"{root}{AT}{quote(name)}/")])
                return []
            if room:
                moved = {"SCRIPT_NAME": f"{root}{AT}{name}", "PATH_INFO": f"/{below}"}
                return room({**environ, **moved}, start_response)
            host = environ.get("HTTP_HOST", "")
            if not is_known(host, self.names):
                return page(start_response, "421 Misdirected Request", error=unknown(host, self.at))
            games = [(found, self.title(found)) for found in games_in(self.store)]
        except (SQLAlchemyError, NotKept) as error:
            return page(start_response, "503 Service Unavailable", error=sentence(error))
        if path != "/":
            return page(start_response, "404 Not Found", root, games, "There is no such game. These there are:")
        return page(start_response, "200 OK", root, games)

    def room(self, name: str) -> OpenRoom | None:
        """The room of a game, None if there is none of that name."""
        with self._lock:
            if name not in self._rooms:
                if name not in games_in(self.store):
                    return None
                self._rooms[name] = made = self._opened(open_store(in_game(self.where, name)))
                made.names, made.fingerprint, made.demo = self.names, self.fingerprint, None
                made.at = f"{self.at}{AT}{name}"
            return self._rooms[name]

    def open_all(self) -> None:
        """Open every game that is there, before anybody asks: each takes a second."""
        with suppress(SQLAlchemyError, NotKept):
            for name in games_in(self.store):
                self.room(name)

    def title(self, name: str) -> str:
        """What a game is called."""
        with open_store(in_game(self.where, name)).read() as session:
            return str(session.scalar(select(Game.title)) or "")

    def end(self) -> None:
        """Every screen is let go of."""
        for one in list(self._rooms.values()):
            one.live.end()

    def close(self) -> None:
        """Let go of the database."""
        self.store.close()


def sentence(error: Exception) -> str:
    """What the database said, for people."""
    told = reason_of(error)
    return told.sentence if told else "The database could not be asked. Nothing was changed."


@cache
def template() -> Any:
    """The page that lists the games."""
    return Environment(loader=FileSystemLoader(settings.folder("templates")), autoescape=True).get_template("club.html")


def page(
    start_response: Callable[..., Any],
    status: str,
    root: str = "",
    games: Iterable[tuple[str, str]] = (),
    error: str = "",
) -> list[bytes]:
    """The list, with what was wrong."""
    start_response(status, [*HEADERS, *([("Retry-After", "5")] if status.startswith("503") else [])])
    return [template().render(games=list(games), error=error, root=root).encode()]
