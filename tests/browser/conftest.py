"""A real Chromium in front of a real server; windows that notice whatever goes wrong in them."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Error, Frame, Page, Request, expect, sync_playwright

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
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
    "--js-flags=--no-opt --no-maglev --single-threaded-gc",
)
"""Nothing is asked of the network, and no other host is found there. What draws and what fetches are threads of the
browser and no processes of their own. A page lives for a second here: compiling its scripts once more, for the
thousandth time that they run, and threads that help to collect what they leave cost more than they ever bring."""
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


class Living:
    """The browser. One that crashed fails the test that it was used in; whoever comes next gets a new one."""

    def __init__(self, launch: Callable[[], Browser]) -> None:
        self.launch = launch
        self._last: Browser | None = None

    def now(self) -> Browser:
        """The one that lives."""
        if self._last is None or not self._last.is_connected():
            self._last = self.launch()
        return self._last

    def end(self) -> None:
        """Close it, if it is not gone."""
        if self._last is not None:
            self._last.close()


@pytest.fixture(scope="session")
def living() -> Iterator[Living]:
    """The browser of this process; tests are skipped where there is none, but never on the build machine."""
    found = chromium()
    if found is None:
        missing = "no Chromium is installed (apt install chromium-headless-shell, or set CONTROL_ROOM_CHROMIUM)"
        if os.environ.get("CI"):
            pytest.fail(f"Browser tests must run here, but {missing}.")
        pytest.skip(missing)
    with sync_playwright() as playwright:
        started = Living(lambda: playwright.chromium.launch(executable_path=found, args=list(QUIET)))
        yield started
        started.end()


@pytest.fixture
def browser(living: Living) -> Browser:
    """The browser."""
    return living.now()


@pytest.fixture(scope="session")
def axe() -> str:
    """The script of axe-core. It comes with a package, and nothing is fetched."""
    if find_spec("axe_playwright_python") is None:
        missing = "axe-playwright-python is not installed (make install)"
        if os.environ.get("CI"):
            pytest.fail(f"This must run here, but {missing}.")
        pytest.skip(missing)
    from axe_playwright_python.base import AXE_FILE_PATH

    return Path(AXE_FILE_PATH).read_text(encoding="utf-8")


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

    A refusal is a console error to Chromium, so a test says with `forgive` what it provokes on purpose. Other hosts are
    heard of where they are refused: the policy of our pages forbids to ask them, and Chromium finds none. To hear of
    every request, with its answer and its end, would cost a fifteenth of what a test takes.
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
        page.on("pageerror", self._script)
        page.on("framenavigated", self._gone)
        page.on("requestfailed", self._failed)

    def leave(self, page: Page) -> None:
        """Watch it no longer."""
        page.remove_listener("console", self._console)
        page.remove_listener("pageerror", self._script)
        page.remove_listener("framenavigated", self._gone)
        page.remove_listener("requestfailed", self._failed)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type == "error" and not CALLED_BACK.match(message.text):
            self.faults.append(f"console: {message.text} ({message.location.get('url')})")

    def _script(self, error: Error) -> None:
        self.faults.append(f"script: {error}")

    def _gone(self, frame: Frame) -> None:
        self._elsewhere(frame.url)

    def _failed(self, request: Request) -> None:
        self._elsewhere(request.url)
        if request.failure != "net::ERR_ABORTED":  # the browser's own doing when a page is left or a file saved
            self.faults.append(f"request: {request.failure} ({request.url})")

    def _elsewhere(self, url: str) -> None:
        if not url.startswith((self.origin + "/", "about:", "data:", "blob:", "chrome")):  # its own viewer of PDFs
            self.faults.append(f"another host: {url}")

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


class Windows:
    """Windows that are handed on from test to test: a new one costs a process of its own, which fetches and compiles
    all that every page has, and that is more than most tests do in it. On goes one in which nothing is left: no cookie,
    nothing that was kept, no page that goes on."""

    def __init__(self, living: Living, most: int = 8) -> None:
        self.living, self.most = living, most
        self._left: dict[Page, str] = {}

    def open(self, origin: str, own: bool, options: dict[str, Any]) -> Page:
        """One of this kind that was left, or a new one, which is nobody else's if it is to be his ``own``."""
        wanted, browser = kind_of(origin, options), self.living.now()
        self._left = {one: kind for one, kind in self._left.items() if one.context.browser == browser}
        left = next((one for one, kind in self._left.items() if kind == wanted), None)
        if left and not own:
            del self._left[left]
            return left
        context = browser.new_context(base_url=origin, **CALM | options)
        context.set_default_timeout(PATIENCE)
        context.add_init_script(undrawn("html"))
        return context.new_page()

    def hand_on(self, page: Page, origin: str, options: dict[str, Any]) -> None:
        """Leave it to the next test; one that is closed, or whose server is, is of no use to it. Of many, as each takes
        memory, the one that was left the longest goes."""
        context = page.context
        try:
            for other in set(context.pages) - {page}:
                other.close()
            page.unroute_all(behavior="ignoreErrors")
            context.set_offline(False)
            go_where_nothing_is_at_work(page)
            page.evaluate("localStorage.clear(); sessionStorage.clear()")
            page.set_viewport_size((CALM | options)["viewport"])
            context.clear_cookies()
        except Error:
            context.close()
        else:
            self._left[page] = kind_of(origin, options)
        for old in list(self._left)[: -self.most]:
            del self._left[old]
            old.context.close()


def go_where_nothing_is_at_work(page: Page) -> None:
    """To a picture. A network that comes back this moment, or what the page was about, may call the first try off;
    where no server is left, a second one meets the browser's own page of that, and may wait for half a minute."""
    try:
        page.goto("/static/icon.svg")
    except Error as error:
        if "ERR_CONNECTION_REFUSED" in error.message:
            raise
        page.goto("/static/icon.svg")


def kind_of(origin: str, options: dict[str, Any]) -> str:
    """What windows have in common that may stand for one another."""
    return repr((origin, sorted(options.items())))


def lasting(page: Page) -> Iterator[tuple[object, str]]:
    """What can be made of a window that nobody can take back: of each what does it, and its name."""
    yield from product((page, page.context), ("add_init_script", "on"))
    yield from ((page, "emulate_media"), (page.clock, "install"))


def his_own(*_given: Any, **_more: Any) -> None:
    """Stands in the place of those."""
    pytest.fail("This window goes to other tests: what is made of it lasts. Open one with own=True.")


@pytest.fixture(scope="session")
def windows(living: Living) -> Windows:
    """All that were opened and can be handed on."""
    return Windows(living)


@pytest.fixture
def open_window(windows: Windows, server: Served, watch: Watch) -> Iterator[OpenWindow]:
    """Opens a window (nobody else's cookies), signed in at ``desk`` or at none, ``at`` a page or at none; his ``own``
    for whoever does more to it than look at pages and use them."""
    expect.set_options(timeout=PATIENCE)
    opened = []

    def open_one(desk: str | None = None, name: str = "", at: str = "", own: bool = False, **options: Any) -> Page:
        page = windows.open(server.origin, own, options)
        opened.append((page, own, options))
        watch.over(page)
        for one, what in () if own else lasting(page):
            setattr(one, what, his_own)
        if desk:
            code = {"code": server.codes[desk], "name": name}
            answer = page.context.request.post("/sign-in", form=code, max_redirects=0)  # not the desk's own page
            assert answer.status == 303, answer.text()
        if at:
            page.goto(at)
        return page

    yield open_one
    for page, own, options in opened:
        if own:
            page.context.close()
            continue
        for one, what in lasting(page):
            delattr(one, what)
        watch.leave(page)
        windows.hand_on(page, server.origin, options)
