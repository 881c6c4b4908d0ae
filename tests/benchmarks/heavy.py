"""The heaviest pages of a full hall: 120 armies, a journal of twenty thousand entries, every page of every desk.

`python -m tests.benchmarks.heavy [FOLDER] [NUMBER]` asks every address that can be read (those of the table of routes,
and of the long day) of every desk, in the program, takes the twenty that cost most (or so many) and prints them: size,
statements, processor's time of the answering thread, and the time over HTTP. Each is asked in three ways: *anew*, when
all that was kept of the game has been forgotten, as after an entry that changed all its tables; *again*, when nothing
has changed since somebody looked; and *while played*, when another umpire has entered one order of the long day's mix
since, which is how it is on a loud Saturday. Those are the heaviest that cost most while played. The game is that of
`long_day`, kept in the folder if one is named, and played on in a copy. No part of the test run.
"""

from __future__ import annotations

import http.client
import itertools
import random
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from flask.testing import FlaskClient
from sqlalchemy import event

from control.kernel.actions.registry import perform
from control.kernel.actions.world import Umpire
from control.kernel.application import application_of
from control.kernel.errors import OrderError
from control.kernel.journal.journal_questions import desks
from control.kernel.open_room import OpenRoom
from control.sengoku.game import SENGOKU
from control.sengoku.rules.desks import DESKS
from control.serving import prepare
from tests.benchmarks import long_day, worlds
from tests.benchmarks.figures import percentile, shown
from tests.benchmarks.run import machine
from tests.browser.serving import Served
from tests.games import ask
from tests.secrecy.test_routes import PAGES

HEAVIEST = 20
LOOKS, RUNS = 5, 60
NO_PAGES = ("/live", "/static/", "/print/army_cards.pdf", "/shadows/job.pdf")
"""What is no page: a stream, files, papers."""
ALSO = (
    "/honour/ledger?clan=oda", "/journal/?clan=takeda", "/journal/?province=kai&desk=map", "/journal/?before=200",
    "/journal/?person=Takeda+Harunobu", "/armies/60", "/orders/60", "/news-desk/", "/people/?q=a", "/people/list",
    "/now/?at=map", "/now/?at=npd", "/now/?at=bakufu", "/now/?at=intelligence", "/map/business?mine=",
    "/books/takeda/1551", "/season/winter/takeda", "/clans/takeda", "/casting/", "/api/state/armies",
)  # fmt: skip
"""Addresses beside those in the table of routes."""
DRAWN = 20
"""Seconds for the map, which is drawn while the first pages are given."""


WAYS = ("anew", "again", "while played")


@dataclass
class Page:
    """A page as a desk sees it: its bytes, and for each of the `WAYS` in which it is asked the statements, the seconds
    of the processor and, of the last two, those of the clock over HTTP."""

    address: str
    desk: str
    size: int = 0
    statements: dict[str, int] = field(default_factory=dict)
    worked: dict[str, list[float]] = field(default_factory=dict)
    over_http: dict[str, list[float]] = field(default_factory=dict)

    def costs(self) -> float:
        """What it costs while played."""
        return statistics.median(self.worked["while played"])

    def __str__(self) -> str:
        found = [f"`{self.address}`", self.desk, f"{self.size / 1000:.0f}"]
        found += [str(self.statements[way]) for way in WAYS]
        found += [shown(statistics.median(self.worked[way])) for way in WAYS]
        for way in WAYS[1:]:
            found += [shown(statistics.median(self.over_http[way])), shown(percentile(self.over_http[way], 95))]
        return f"| {' | '.join(found)} |"


HEAD = (
    "| Page | desk | kB | statements anew | again | while played | median anew | again | while played "
    "| over HTTP again, median | p95 | over HTTP while played, median | p95 |\n"
    f"|---|---|{'--:|' * 11}"
)


def main() -> None:
    """Print the table."""
    number = int(sys.argv[2]) if len(sys.argv) > 2 else HEAVIEST
    with tempfile.TemporaryDirectory() as folder:
        server = Served(Path(folder))
        print(f"{machine()}\n")
        kept = long_day_in(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(folder))
        server.game = Path(shutil.copy(kept, Path(folder) / "measured.db"))
        found, asked, left = heaviest(server, number)
        server.start()
        time.sleep(DRAWN)
        for page in found:
            over_http(server, page)
        server.stop()
        print(f"{asked} pages were asked; the heaviest of them:\n\n{HEAD}")
        for page in found:
            print(page, flush=True)
        print(f"\nNot measured, for there is no such page in this game: {', '.join(left) or 'none'}.")


def long_day_in(folder: Path) -> Path:
    """The file of the long day's game, with nobody at it; it is played if it is not there."""
    server = Served(folder)
    room = long_day.opened(server)
    room.store.settle()
    room.store.close()
    return server.game


def heaviest(server: Served, number: int) -> tuple[list[Page], int, list[str]]:
    """The pages that cost most in the program, the heaviest first, how many were asked, and which were left out."""
    app = OpenRoom(application_of(SENGOKU), long_day.opened(server))
    codes = {desk: code for desk, _, code in ask(app.room, desks)}
    prepare(app)  # as whoever serves it does
    browsers = {desk: signed_in(app, code) for desk, code in codes.items()} | {"": app.test_client()}
    played = play_on(lambda desk, action, order: perform(app.room, Umpire("Ben", desk), action, order))
    looked, left = list[Page](), list[str]()
    for page in candidates():
        if why := look(app, browsers[page.desk], page, LOOKS, played):
            left.append(f"`{page.address}` ({why})")
        else:
            looked.append(page)
    looked.sort(key=Page.costs, reverse=True)
    found = [page for page in looked[: number + number // 2] if not look(app, browsers[page.desk], page, RUNS, played)]
    found.sort(key=Page.costs, reverse=True)
    app.room.store.close()
    return found[:number], len(looked), list(dict.fromkeys(left))


def play_on(enter: Callable[[str, str, dict[str, Any]], object]) -> Iterator[None]:
    """Enter one order of the long day's mix after the other; what a rule forbids just now is left out."""
    chance = random.Random(worlds.SEED)
    for round_ in itertools.count():
        for desk, action, order in long_day.moves(chance, round_, gone=worlds.ARMIES):
            with suppress(OrderError):
                enter(desk, action, order)
                yield


def signed_in(app: OpenRoom, code: str) -> FlaskClient:
    """A browser at a desk."""
    browser = app.test_client()
    assert browser.post("/sign-in", data={"code": code, "name": "Ana"}).status_code == 303
    return browser


def candidates() -> Iterator[Page]:
    """Every address that can be read, for every desk that may and for the public."""
    addresses = {address: who for route, (who, address, _) in PAGES.items() if route.startswith("GET ")}
    addresses |= dict.fromkeys(ALSO, (*DESKS,))
    for address, who in addresses.items():
        if not address.startswith(NO_PAGES):
            for desk in who:
                yield Page(address, desk or "")


def look(app: OpenRoom, browser: FlaskClient, page: Page, runs: int, played: Iterator[None]) -> str:
    """Ask for a page so often in each way; what came instead, if it is none: another answer, or a file."""
    page.worked = {way: [] for way in WAYS}
    with counted(app) as statements:
        for way in ("again", *(way for way in WAYS for _ in range(runs))):  # the first does not count
            if way == "anew":
                app.room.store.forget()
            elif way == "while played":
                next(played)
            statements.clear()
            worked = time.thread_time()
            answer = browser.get(page.address, headers={"Accept": "text/html"})
            told = answer.get_data()
            page.worked[way].append(time.thread_time() - worked)
            page.statements[way] = len(statements)
            answer.close()
            if answer.status_code != 200 or answer.mimetype != "text/html":
                return f"{answer.status_code} {answer.mimetype}"
    page.size = len(told)
    del page.worked["again"][0]
    return ""


@contextmanager
def counted(app: OpenRoom) -> Iterator[list[str]]:
    """The statements that are asked within."""
    statements: list[str] = []

    def note(*given: object) -> None:
        statements.append(str(given[2]))

    event.listen(app.room.store.engine, "before_cursor_execute", note)
    yield statements
    event.remove(app.room.store.engine, "before_cursor_execute", note)


def over_http(server: Served, page: Page) -> None:
    """The same page, one after the other over a connection: nothing has changed meanwhile, then one order has been
    entered each time."""

    def enter(desk: str, action: str, order: dict[str, Any]) -> None:
        status, told = server.ask(f"/api/actions/{action}", DESKS[desk], order)
        if status != 200:
            raise OrderError(str(told))

    line, played = http.client.HTTPConnection("127.0.0.1", server.port), play_on(enter)
    cookie = long_day.sign_in(line, server.codes[DESKS[page.desk]]) if page.desk else ""
    long_day.fetch(line, cookie, page.address)
    for way in WAYS[1:]:
        page.over_http[way] = []
        for _ in range(RUNS):
            if way == "while played":
                next(played)
            began = time.perf_counter()
            told = long_day.fetch(line, cookie, page.address)
            page.over_http[way].append(time.perf_counter() - began)
            assert len(told) > page.size / 2, f"{page.address} led away"
    line.close()


if __name__ == "__main__":
    sys.exit(main())
