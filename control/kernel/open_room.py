"""A game that is being served, with everything that runs beside it: what a request finds when it has found its room."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable, Iterable
from math import inf
from pathlib import Path
from typing import Any
from urllib.parse import quote

from flask import Flask, Request, g, request
from flask.testing import FlaskClient
from sqlalchemy import select

from control.kernel import settings, steady
from control.kernel.actions.world import Room
from control.kernel.copies import Copies
from control.kernel.database.keeping import for_everybody, given_again
from control.kernel.database.shared import shared_by
from control.kernel.database.store import Store
from control.kernel.demo import AT, Demo, is_demo
from control.kernel.drawing.kept import kept_drawing
from control.kernel.drawing.maps.map import MapDrawing
from control.kernel.journal.state_questions import state
from control.kernel.network import for_phones, is_at_home
from control.kernel.pages.brake import Brake
from control.kernel.pages.drafts import Drafts, SharedDrafts
from control.kernel.pages.live import Live
from control.kernel.roles import PUBLIC
from control.kernel.rows import Display, Game
from control.kernel.spare.followers import Followers
from control.kernel.spare.marked import forget_ahead
from control.kernel.spare.taking_over import gone, note_gone, note_spares

IN = "control.kernel.open_room"
"""Where a request carries the room it was sent to."""


class OpenRoom:
    """One served game. Called as WSGI, it answers with the application, which is the same for all rooms.

    ``key`` signs the cookies of this room; ``at`` is the address that codes on paper open, ``names`` what the machine
    is called besides what everybody may call it (threshold.py), ``fingerprint`` that of its certificate, if it has one;
    ``called`` is its name among other games of one database, empty where it is alone. Its map begins as that of another
    room which is ``drawn``, if there is one.
    """

    def __init__(
        self, application: Flask, room: Room, second: str | Path | None = None, drawn: OpenRoom | None = None
    ) -> None:
        from control.kernel.printing.jobs import Jobs  # what draws on paper takes long to import

        self.application = application
        self.room = room
        self.drawings: tuple[dict[str, MapDrawing], ...]
        with room.store.read() as session:
            row = Game.only(session)
            self.key = row.secret + (row.cookies or "")
        shared = shared_by(room.store.engine)
        self.live = Live(room.store, public=lambda: public_mark(room), shared=shared)
        self.jobs = Jobs(room.game.leader, shared)
        file = room.store.file
        beside = file.with_name(f"{file.name}-drafts") if file else None
        self.drafts: Drafts | SharedDrafts = SharedDrafts(shared) if shared else Drafts(beside)
        guessed = {"desk": "desks", **room.game.guessed}
        self.brakes = {kind: Brake(words, shared=shared) for kind, words in guessed.items()}
        upright, wide = self.drawings = tuple(map(dict, drawn.drawings)) if drawn else ({}, {})
        self.drawing = once(lambda: kept_drawing(room.scenario), lambda: room.scenario.digest, upright)
        self.wide_drawing = once(
            lambda: kept_drawing(room.scenario, turned=room.scenario.turned), lambda: room.scenario.digest, wide
        )
        self.names: frozenset[str] = frozenset()
        self.fingerprint = self.called = ""
        self.reached: Callable[[], str] = lambda: f"http://{for_phones(f'localhost:{settings.DEFAULT_PORT}')}"
        self.is_demo = is_demo(room.store.engine)
        self.followers = Followers(room.store, joined=self.joined)
        self.gone_to = self.gone_by = ""  # the address of the spare that took over, if one did, and its id
        self.gone_moved = inf  # how often the game had moved with that, if anybody said so
        self.settled = False  # whether it ever went by this machine's own clock
        self.tell: Callable[[str], object] = lambda _words: None  # whoever looks at the window in which it is served
        self.beside: OpenRoom | None = None  # the real game that this one is a demo of
        self.demo = Demo(file, self.open_demo) if room.game.demo and not self.is_demo else None
        self.copies = Copies(
            room.store,
            settings.second_folder(second),
            settings.COPY_EVERY,
            settings.COPIES_LATE,
            settings.COPIES_KEPT,
        )
        self.copies.print_pack = lambda: room.game.print_pack(room.store, room.scenario, self.drawing, self.at)

    @property
    def at(self) -> str:
        """The address that codes on paper open, asked anew each time (network.py)."""
        return self.reached()

    def joined(self) -> None:
        """There is a spare where there was none, or one at another address."""
        note_spares(self.store.file, [one.address for one in self.followers.all() if one.address])
        self.live.call("spare")

    def goes_on_at(self, address: str, who: str = "", moved: float = inf) -> None:
        """The game goes on at that address, with the spare of that id, having ``moved`` so often: nothing more is
        entered here, also after a restart, and every screen goes there."""
        self.store.close_to_all(gone(address))
        self.gone_to, self.gone_by, self.gone_moved = address, who, moved
        note_gone(self.store.file, address)
        self.live.anew()
        self.tell(gone(address))

    def settle_clock(self) -> None:
        """Believe a machine whose clock was set right, since nothing runs here. All games of a program have one clock:
        a demo, or a game among others, leaves it as it is, for what runs beside it. Whoever took over goes by his own
        machine's from now on, also after a restart."""
        if self.is_demo or self.called:
            return
        steady.STEADY.settle()
        if not self.settled and self.store.file:
            forget_ahead(self.store.file)
        self.settled = True

    @property
    def has_a_demo(self) -> bool:
        """Whether there is a demo to learn on, or to be made: beside a game in a database there is none."""
        return self.is_demo or self.demo is not None

    @property
    def store(self) -> Store:
        """Where its game is kept."""
        return self.room.store

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        """Answer a request that was sent to this room, or to the demo beside it; a demo that stands alone has the same
        addresses as one beside a game."""
        path = environ.get("PATH_INFO", "")
        below = path == AT or path.startswith(f"{AT}/")
        if self.is_demo and not below:
            start_response("303 See Other", [("Location", below_the_demo(environ))])
            return []
        room = self if self.is_demo else self.demo.room() if self.demo and below else None
        if room is None:
            return self.application({**environ, IN: self}, start_response)
        moved = {"SCRIPT_NAME": environ.get("SCRIPT_NAME", "") + AT, "PATH_INFO": path.removeprefix(AT) or "/"}
        return self.application({**environ, **moved, IN: room}, start_response)

    def open_demo(self, file: Path) -> OpenRoom:
        """The demo in a file, open beside this game."""
        from control.kernel.database.store import open_store
        from control.kernel.opening import opened

        found = OpenRoom(self.application, opened(open_store(file)))
        found.beside, found.reached = self, lambda: f"{self.at}{AT}"
        found.names, found.fingerprint = self.names, self.fingerprint
        return found

    def test_client(self) -> FlaskClient:
        """A browser in front of this room."""
        browser = self.application.test_client()
        browser.environ_base[IN] = self  # type: ignore[assignment]  # WSGI carries whatever it is given
        browser.environ_base["HTTP_SEC_FETCH_SITE"] = "same-origin"  # as browsers say by themselves
        return browser


def public_mark(room: Room) -> str:
    """What tells one state of all that is public from another."""

    def made() -> str:
        shown = [one.as_dict() for one in session.scalars(select(Display).order_by(Display.id))]
        said = repr((state(session, PUBLIC), shown, room.game.shown_besides(session)))
        return hashlib.sha256(said.encode()).hexdigest()

    with room.store.read() as session, for_everybody(session):
        return str(given_again(session, public_mark, made))


def room_of(request: Request) -> OpenRoom:
    """The room that a request was sent to."""
    found: OpenRoom = request.environ[IN]
    return found


def here() -> OpenRoom:
    """The room of the request that is being answered."""
    found: OpenRoom = g.open_room
    return found


def scanned_at() -> str:
    """Where the codes lead that this request has made: the address by which it came itself, as phones find it. To
    whoever asks at the laptop while that is in no network, the newest one that was good."""
    asked = f"{request.scheme}://{for_phones(request.host)}{request.script_root}"
    return here().at if is_at_home(asked) and not is_at_home(here().at) else asked


VIEWS = ("wide", "upright")
"""The two ways the map lies: turned, for wide screens, or with north at its top."""


def shown_as(lies: str) -> str:
    """Which of the two drawings this request asks for (``?view=wide``), or else the one as which its page ``lies``."""
    asked = request.args.get("view", "")
    return asked if asked in VIEWS else lies


def once(
    make: Callable[[], MapDrawing], of: Callable[[], str] = str, made: dict[str, MapDrawing] | None = None
) -> Callable[[], MapDrawing]:
    """What gives the drawing, made at the first call: it takes a second, and the door can open without it. It is made
    anew when what it is a drawing ``of`` has changed; ``made`` holds the one that there is."""
    lock = threading.Lock()
    made = {} if made is None else made

    def drawing() -> MapDrawing:
        with lock:
            now = of()
            if now not in made:
                fresh = make()
                made.clear()
                made[now] = fresh
            return made[now]

    return drawing


def below_the_demo(environ: dict[str, Any]) -> str:
    """The address below the demo's of what was asked for beside it, with its question: a code that was scanned is in
    there."""
    asked = quote(environ.get("PATH_INFO", ""), safe="/:@!$&'()*+,;=", encoding="latin-1")
    question = environ.get("QUERY_STRING", "")
    return f"{environ.get('SCRIPT_NAME', '')}{AT}{asked}{'?' if question else ''}{question}"
