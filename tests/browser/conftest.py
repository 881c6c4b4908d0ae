"""A real Chromium in front of a real server; windows that notice whatever goes wrong in them."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Request, expect, sync_playwright

from tests.browser.serving import Here, Served

QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--in-process-gpu",
    "--enable-features=NetworkServiceInProcess2",
    "--js-flags=--no-opt --no-maglev --single-threaded-gc",
)
"""Nothing is asked of the network. What draws and what fetches are threads of the browser and no processes of their
own. A page lives for a second here: compiling its scripts once more, for the thousandth time that they run, and threads
that help to collect what they leave cost more than they ever bring."""
OUR_SIZE = {"width": 1280, "height": 900}
CALM = {"viewport": OUR_SIZE, "reduced_motion": "reduce"}
"""A window in which nothing moves by itself: it is not drawn sixty times a second, and a measure is final at once."""
PATIENCE = 30_000  # milliseconds until something that should appear counts as missing

OpenWindow = Callable[..., Page]


def undrawn(selector: str) -> str:
    """The script of a window in which this is never drawn: it is laid out, hit by a tap and answers as ever, to a
    script, to the keyboard and to `expect`; only the colours of its points, which nobody looks at, are not reckoned.
    That is a third of what a page with the map costs. On paper everything is there."""
    return (
        "const sheet = new CSSStyleSheet();"
        f"sheet.replaceSync('@media screen {{ {selector} {{ opacity: 0 !important }} }}');"
        "document.adoptedStyleSheets.push(sheet);"
    )


def chromium() -> str | None:
    """Where Chromium is on this machine; None if there is none. The one without windows is preferred: the same engine,
    which opens a page in a fifth of the time."""
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    return os.environ.get("CONTROL_ROOM_CHROMIUM") or next(filter(None, map(shutil.which, names)), None)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The browser; tests are skipped where there is none, but never on the build machine."""
    found = chromium()
    if found is None:
        missing = "no Chromium is installed (apt install chromium-headless-shell, or set CONTROL_ROOM_CHROMIUM)"
        if os.environ.get("CI"):
            pytest.fail(f"Browser tests must run here, but {missing}.")
        pytest.skip(missing)
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=found, args=list(QUIET))
        yield started
        started.close()


@pytest.fixture
def begin() -> str:
    """The season in which the game begins; a module that wants another than the scenario's has its own fixture."""
    return ""


@pytest.fixture
def server(request: pytest.FixtureRequest, tmp_path: Path, begin: str) -> Iterator[Served]:
    """A fresh game, served in this process, or by a program of its own where the test is marked so. What the server
    printed is shown if the test fails; a fault of ours fails it."""
    served = (Served if request.node.get_closest_marker("program") else Here)(tmp_path, begin)
    served.start()
    yield served
    served.stop()
    print(served.output())
    assert "Traceback" not in served.output(), "The server met a fault of its own; see its output."


CALLED_BACK = re.compile(r"htmx:(sendAbort|afterRequest)\b")
"""What htmx says of a question that a newer one called back (after any other that failed it says more)."""


class Watch:
    """What went wrong in a test's windows: console errors, failed requests, other hosts.

    A refusal is a console error to Chromium, so a test says with `forgive` what it provokes on purpose.
    """

    def __init__(self, origin: str) -> None:
        self.origin = origin
        self.faults: list[str] = []
        self._forgiven: list[str] = []

    def forgive(self, *patterns: str) -> None:
        """Faults that match one of these patterns are meant."""
        self._forgiven += patterns

    def over(self, page: Page) -> None:
        """Watch this page."""
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.faults.append(f"script: {error}"))
        page.on("request", self._request)
        page.on("requestfailed", self._failed)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type == "error" and not CALLED_BACK.match(message.text):
            self.faults.append(f"console: {message.text} ({message.location.get('url')})")

    def _request(self, request: Request) -> None:
        if not request.url.startswith((self.origin + "/", "data:", "blob:", "chrome")):  # its own viewer of PDFs
            self.faults.append(f"another host: {request.url}")

    def _failed(self, request: Request) -> None:
        if request.failure != "net::ERR_ABORTED":  # the browser's own doing when a page is left or a file saved
            self.faults.append(f"request: {request.failure} ({request.url})")

    def unforgiven(self) -> str:
        """The faults that nobody meant, each once, a line for each."""
        meant = re.compile("|".join(self._forgiven) or r"(?!)")
        return "\n".join(dict.fromkeys(fault for fault in self.faults if not meant.search(fault)))


@pytest.fixture
def watch(server: Served) -> Iterator[Watch]:
    """Fails the test for anything that went wrong in its windows."""
    watching = Watch(server.origin)
    yield watching
    assert watching.unforgiven() == ""


@pytest.fixture
def open_window(browser: Browser, server: Served, watch: Watch) -> Iterator[OpenWindow]:
    """Opens a window of its own (nobody else's cookies), signed in at ``desk`` or at none."""
    expect.set_options(timeout=PATIENCE)
    contexts = []

    def open_one(desk: str | None = None, name: str = "", **options: Any) -> Page:
        context = browser.new_context(base_url=server.origin, **CALM | options)
        context.set_default_timeout(PATIENCE)
        context.add_init_script(undrawn("html"))
        contexts.append(context)
        if desk:
            code = {"code": server.codes[desk], "name": name}
            answer = context.request.post("/sign-in", form=code, max_redirects=0)  # the desk's own page is not wanted
            assert answer.status == 303, answer.text()
        page = context.new_page()
        watch.over(page)
        return page

    yield open_one
    for context in contexts:
        context.close()
