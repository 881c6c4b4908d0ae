"""The heaviest pages of a full hall: 120 armies, a journal of twenty thousand entries, every page of every desk.

`python -m tests.benchmarks.heavy [FOLDER] [NUMBER]` asks every address that can be read (those of the table of routes,
and of the long day) of every desk, in the program, takes the twenty that cost most (or so many) and prints them: size,
statements, processor's time of the answering thread, and the time over HTTP. Each is asked anew, when all that was kept
of the game has been forgotten, as after an entry that changed all its tables, and again, when nothing has changed since
somebody looked; those are the heaviest that cost most anew. The game is that of `long_day`, kept in
the folder if one is named. No part of the test run.
"""

from __future__ import annotations

import http.client
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from flask.testing import FlaskClient
from sqlalchemy import event

from control.kernel.application import application_of
from control.kernel.journal_questions import desks
from control.kernel.open_room import OpenRoom
from control.sengoku.game import SENGOKU
from control.sengoku.rules.desks import DESKS
from tests.benchmarks import long_day
from tests.benchmarks.figures import percentile, shown
from tests.benchmarks.run import machine
from tests.browser.serving import Served
from tests.secrecy.test_routes import PAGES

HEAVIEST = 20
LOOKS, RUNS = 5, 60
ENDLESS = 1.0
"""Seconds from which a page is asked once and not again: rewinding a whole day takes some."""
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


@dataclass
class Page:
    """A page as a desk sees it: bytes, statements, seconds of the processor and of the clock; ``anew`` and
    ``asked_anew`` are seconds and statements of who looks first after everything has changed."""

    address: str
    desk: str
    size: int = 0
    statements: int = 0
    asked_anew: int = 0
    anew: list[float] = field(default_factory=list)
    worked: list[float] = field(default_factory=list)
    waited: list[float] = field(default_factory=list)
    over_http: list[float] = field(default_factory=list)

    def __str__(self) -> str:
        found = [f"`{self.address}`", self.desk, f"{self.size / 1000:.0f}", str(self.asked_anew), str(self.statements)]
        found += [shown(statistics.median(self.anew)), shown(min(self.worked)), shown(statistics.median(self.worked))]
        if self.over_http:
            found += [shown(statistics.median(self.over_http)), shown(percentile(self.over_http, 95))]
        return f"| {' | '.join(found)} |"


HEAD = (
    "| Page | desk | kB | statements anew | again | median anew | fastest again | median again "
    "| over HTTP, median | p95 |\n"
    "|---|---|--:|--:|--:|--:|--:|--:|--:|--:|"
)


def main() -> None:
    """Print the table."""
    number = int(sys.argv[2]) if len(sys.argv) > 2 else HEAVIEST
    with tempfile.TemporaryDirectory() as folder:
        server = Served(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(folder))
        print(f"{machine()}\n")
        found, asked = heaviest(server, number)
        server.start()
        time.sleep(DRAWN)
        for page in found:
            over_http(server, page)
        server.stop()
        print(f"{asked} pages were asked; the heaviest of them:\n\n{HEAD}")
        for page in found:
            print(page, flush=True)


def heaviest(server: Served, number: int) -> tuple[list[Page], int]:
    """The pages that cost most in the program, the heaviest first, and how many were asked."""
    app = OpenRoom(application_of(SENGOKU), long_day.opened(server))
    with app.room.store.read() as session:
        codes = {desk: code for desk, _, code in desks(session)}
    app.drawing()
    app.wide_drawing()
    browsers = {desk: signed_in(app, code) for desk, code in codes.items()} | {"": app.test_client()}
    looked = [page for page in candidates() if look(app, browsers[page.desk], page, LOOKS)]
    looked.sort(key=lambda page: min(page.anew), reverse=True)
    found = [page for page in looked[: number + number // 2] if look(app, browsers[page.desk], page, RUNS)]
    found.sort(key=lambda page: statistics.median(page.anew), reverse=True)
    app.room.store.close()
    return found[:number], len(looked)


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


def look(app: OpenRoom, browser: FlaskClient, page: Page, runs: int) -> bool:
    """Ask for a page so often anew and again; whether there is one, and no file."""
    page.worked, page.waited, page.anew = [], [], []
    with counted(app) as statements:
        for run in range(2 * runs + 1):
            if fresh := run % 2 == 1:
                app.room.store.forget()
            statements.clear()
            began, worked = time.perf_counter(), time.thread_time()
            answer = browser.get(page.address, headers={"Accept": "text/html"})
            told = answer.get_data()
            if fresh:
                page.anew.append(time.thread_time() - worked)
                page.asked_anew = len(statements)
            elif run:
                page.worked.append(time.thread_time() - worked)
                page.waited.append(time.perf_counter() - began)
            answer.close()
            if answer.status_code != 200 or answer.mimetype != "text/html":
                return False
            if page.waited and page.waited[-1] > ENDLESS:
                break
    page.size, page.statements = len(told), len(statements)
    return True


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
    """The same page, one after the other over a connection."""
    line = http.client.HTTPConnection("127.0.0.1", server.port)
    cookie = long_day.sign_in(line, server.codes[DESKS[page.desk]]) if page.desk else ""
    for run in range(RUNS + 1):
        began = time.perf_counter()
        told = long_day.fetch(line, cookie, page.address)
        assert len(told) > page.size / 2, f"{page.address} led away"
        if run:
            page.over_http.append(time.perf_counter() - began)
            if page.over_http[-1] > ENDLESS:
                break
    line.close()


if __name__ == "__main__":
    sys.exit(main())
