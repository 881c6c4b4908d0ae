"""Pages that are left open for a day: what an entry costs each of them, and what grows in them and in the server.

`python -m tests.benchmarks.left_open [ENTRIES]` opens the pages that nobody closes in a real Chromium, has so many
entries made over the API while they are open (some minutes for 1,500, if nothing else is at work), and prints what each
page held after the first hundred and at the end: memory once the collector has been, what stands in the document, who
listens. The 120 armies, the moves and their order are those of the long day. At the end each page opens its stream
anew so often, as one does that sleeps, is hidden and is called back: no more files may be open on the server then.
"""

from __future__ import annotations

import itertools
import json
import random
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from tests.benchmarks import worlds
from tests.benchmarks.long_day import moves
from tests.benchmarks.run import machine
from tests.browser.conftest import OUR_SIZE, chromium
from tests.browser.serving import Served
from tests.browser.umpire import PHONE

ENTRIES = 1500
WARM = 100  # entries after which a page has compiled what it runs
BETWEEN = 100  # milliseconds between two entries: a part is fetched every 400 at most
CALLED_BACK = 100  # times that each page opens its stream anew
WALL = {"viewport": {"width": 1920, "height": 1080}}
DESK = {"viewport": OUR_SIZE}
PAGES: dict[str, tuple[str, str, dict[str, Any]]] = {
    "the hall’s screen": ("", "/display/hall", WALL),
    "the clock in full": ("", "/clock/full", WALL),
    "the public map, a phone": ("", "/display/", PHONE),
    "Map Control’s map": ("Map Control", "/map/", DESK),
    "the grid of orders": ("Map Control", "/orders/", DESK),
    "honour, a phone": ("Team Control", "/honour/?clan=takeda", PHONE),
    "the journal": ("Game Control", "/journal/", DESK),
    "the clock’s desk": ("Game Control", "/clock/", DESK),
}
DESKS = {"map": "Map Control", "team": "Team Control", "game": "Game Control"}
CALL_BACK = """async (times) => {
    for (let time = 0; time < times; time += 1) {
        contact.wake();
        await new Promise((go) => setTimeout(go, 40));
    }
}"""


@dataclass
class Open:
    """A page that is open, and what it has asked for."""

    page: Page
    wire: CDPSession
    asked: Counter[str] = field(default_factory=Counter)
    was: tuple[float, int, int] = (0.0, 0, 0)

    def holds(self) -> tuple[float, int, int]:
        """Its memory in MB once the collector has been, what stands in it, who listens."""
        self.wire.send("HeapProfiler.collectGarbage")
        counted = self.wire.send("Memory.getDOMCounters")
        return self.wire.send("Runtime.getHeapUsage")["usedSize"] / 1e6, counted["nodes"], counted["jsEventListeners"]


def main() -> None:
    """Print what each page and the server held, before and after."""
    entries = int(sys.argv[1]) if len(sys.argv) > 1 else ENTRIES
    print(f"{machine()}\n")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        server = Served(Path(folder))
        worlds.crowded_game(server.game).store.close()
        server.start()
        browser = driver.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        pages = {name: opened(browser, server, *how) for name, how in PAGES.items()}
        first = held_by(server)
        for number, _ in zip(range(1, entries + 1), acts(server), strict=False):
            next(iter(pages.values())).page.wait_for_timeout(BETWEEN)
            if number == WARM:
                for one in pages.values():
                    one.was = one.holds()
        print("| Page | asked | kB | MB | nodes | listeners |\n|---|--:|--:|--:|--:|--:|")
        for name, one in pages.items():
            forms = ("{:.2f} → {:.2f}", "{:,} → {:,}", "{:,} → {:,}")
            grown = [form.format(*both) for form, *both in zip(forms, one.was, one.holds(), strict=True)]
            print(f"| {name} | {one.asked['asked']:,} | {one.asked['bytes'] / 1000:,.0f} | {' | '.join(grown)} |")
        print(f"\nThe server, when they were open: {first}; {entries:,} entries later: {held_by(server)};")
        for one in pages.values():
            one.page.evaluate(CALL_BACK, CALLED_BACK)
        pages["the journal"].page.wait_for_timeout(3000)
        print(f"when each had opened its stream {CALLED_BACK} times anew: {held_by(server)}.")
        browser.close()
        server.stop()


def opened(browser: Browser, server: Served, desk: str, at: str, window: dict[str, Any]) -> Open:
    """A page in a window of its own, listened to."""
    context = browser.new_context(base_url=server.origin, reduced_motion="reduce", **window)
    if desk:
        context.request.post("/sign-in", form={"code": server.codes[desk], "name": "Ana"}, max_redirects=0)
    page = context.new_page()
    found = Open(page, context.new_cdp_session(page))
    found.wire.send("HeapProfiler.enable")
    page.on("request", lambda _request: found.asked.update(asked=1))
    page.on("response", lambda answer: found.asked.update(bytes=int(answer.headers.get("content-length", 0))))
    page.goto(at)
    return found


def acts(server: Served) -> Iterator[int]:
    """The moves of the long day over the API, each fourth honour taken back; what is refused is told by its status."""
    chance = random.Random(worlds.SEED)
    for round_ in itertools.count():
        for desk, action, order in moves(chance, round_):
            status, answer = server.ask(f"/api/actions/{action}", DESKS[desk], order)
            if action == "honour.log" and status == 200 and round_ % 4 == 0:
                status, _ = server.ask("/api/actions/journal.undo", "Game Control", {"entry": answer["number"]})
            yield status


def held_by(server: Served) -> str:
    """What the server's process holds."""
    assert server._process is not None
    about = Path(f"/proc/{server._process.pid}")
    says = dict(re.findall(r"^(\w+):\s+(\d+)", (about / "status").read_text(), re.MULTILINE))
    files = sum(1 for _ in (about / "fd").iterdir())
    beside = server.game.with_name(f"{server.game.name}-wal")
    kept = {"MB": int(says["VmRSS"]) // 1024, "threads": int(says["Threads"]), "open files": files}
    kept["kB of its log"] = beside.stat().st_size // 1000 if beside.exists() else 0
    return json.dumps(kept).strip("{}").replace('"', "")


if __name__ == "__main__":
    main()
