"""Map Control's ten minutes: thirty orders and ten battles by a scripted umpire, and how fast its pages answer.

`python -m tests.benchmarks.map_control` prints both tables. The umpire works a real Chromium in front of a real server;
every click and every key is counted. He never waits to think, so his seconds are the program's and the browser's own:
what people need beside that is their own time.
"""

from __future__ import annotations

import http.client
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode

from playwright.sync_api import Locator, Page, sync_playwright

from control.sengoku.scenario.load import load
from tests.benchmarks.figures import Row, shown, timed
from tests.benchmarks.run import machine
from tests.browser.conftest import OUR_SIZE, QUIET, chromium
from tests.browser.serving import Served
from tests.browser.test_two_umpires import ATTACKS, card
from tests.thirty import ARMIES, setting_up

PAGES = (
    "/map/", "/map/business", "/map/drawing", "/map/forces", "/map/phase", "/map/encounters/8",
    "/map/provinces/shinano", "/find?q=shi", "/orders/",
    "/orders/missing", "/armies/1/order", "/armies/1", "/battles/1", "/battles/1/what-if",
    "/battles/1/slip", "/people/", "/tell/", "/walk-round/", "/treaties/", "/display/",
)  # fmt: skip
WITH_A_QUEUE = ("/map/", "/map/business", "/map/encounters/1", "/map/encounters/8", "/map/phase")
PHASES = "phases 1 and 2, each looked at before"
RUNS = 100


@dataclass
class Hands:
    """An umpire's hands at a page: they click and type, and count it."""

    page: Page
    clicks: int = 0
    keys: int = 0
    began: float = field(default_factory=time.perf_counter)

    def click(self, what: Locator) -> None:
        """One click or tap."""
        what.click()
        self.clicks += 1

    def press(self, *keys: str) -> None:
        """These keys, one after the other."""
        for key in keys:
            self.page.keyboard.press(key)
            self.keys += 1

    def __str__(self) -> str:
        return f"{self.clicks} | {self.keys} | {shown(time.perf_counter() - self.began)}"


def main() -> None:
    """Print both tables."""
    print(f"{machine()}\n")
    found = chromium()
    if found is None:
        sys.exit("No Chromium is installed (apt install chromium-headless-shell); the scripted umpire needs one.")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Served(Path(folder))
        server.start()
        browser = playwright.chromium.launch(executable_path=found, args=list(QUIET))
        try:
            for action, arguments in setting_up():
                server.do(action, "Game Control", **arguments)
            context = browser.new_context(base_url=server.origin, viewport=OUR_SIZE)
            context.request.post("/sign-in", form={"code": server.codes["Map Control"], "name": "Ana"})
            page = context.new_page()
            page.goto("/map/")
            print("| The scripted umpire | clicks | keys | time |\n|---|--:|--:|--:|")
            rows: list[Row] = []
            for what, hands in ten_minutes(page):
                print(f"| {what} | {hands} |", flush=True)
                if what == PHASES:
                    rows += pages(server, WITH_A_QUEUE, ", ten encounters open")
            print("\n| Page over HTTP | runs | fastest | median | p95 | beside it |\n|---|--:|--:|--:|--:|---|")
            for row in (*rows, *pages(server, PAGES)):
                print(row, flush=True)
        finally:
            browser.close()
            server.stop()


def ten_minutes(page: Page) -> Iterator[tuple[str, str]]:
    """Thirty orders by keyboard, two phases, ten encounters of which each becomes a battle of one round."""
    hands = Hands(page)
    hands.click(page.get_by_role("link", name="Orders", exact=True))
    enter_orders(hands)
    yield f"{len(ARMIES)} orders in the grid", str(hands)
    hands = Hands(page)
    hands.click(page.get_by_role("link", name="Map", exact=True))
    for phase in (1, 2):
        hands.click(page.get_by_role("link", name=f"Phase {phase}…"))
        page.locator("#run-phase:focus").wait_for()
        hands.press("Enter")
        page.get_by_role("status").filter(has_text=f"Phase {phase}: ").wait_for()
    yield PHASES, str(hands)
    hands = Hands(page)
    for place in ATTACKS:
        battle(hands, place)
    yield f"{len(ATTACKS)} battles of one round, from the queue to the end", str(hands)


def enter_orders(hands: Hands) -> None:
    """Type every order: as few letters of each leg as no other neighbour begins with, Enter; Enter ends the row; a dot
    before it is an army that stays."""
    page, routes = hands.page, {number + 1: army for number, army in enumerate(ARMIES)}
    rows = page.locator("tbody.army")
    rows.first.wait_for()
    first = page.get_by_role("table").get_by_label("Leg 1, ").first
    hands.click(first)
    order = [int(row.get_attribute("data-army") or 0) for row in rows.all()]
    for number in order:
        here = routes[number].province
        for to in routes[number].route:
            hands.press(*fewest_letters(here, to), "Enter")
            here = to
        if not routes[number].route:
            hands.press(".")
        hands.press("Enter")
    page.get_by_text("30 of 30 in").or_(page.get_by_text("all of them")).first.wait_for()


def fewest_letters(here: str, to: str) -> str:
    """The first letters of a neighbour that no other neighbour of ``here`` has."""
    others = [key for key in scenario.geography.neighbours(here) if key != to]
    return next(to[:n] for n in range(1, len(to) + 1) if not any(key.startswith(to[:n]) for key in others))


def battle(hands: Hands, place: str) -> None:
    """From its card in the queue to the end, and back to the map."""
    page = hands.page
    hands.click(card(page, place).get_by_role("link", name="Battle…"))
    if place == "Chikuzen":
        for clan, does in (("Mōri", "attacks"), ("Ōtomo", "attacks"), ("Sue", "defends")):
            hands.click(page.get_by_role("group", name=clan).locator("label").filter(has_text=does))
    else:
        hands.click(page.get_by_role("group", name="Who attacks?").locator("label").filter(has_text=ATTACKS[place]))
    hands.click(page.get_by_role("group", name="How was that settled?").locator("label").filter(has_text="They agreed"))
    hands.click(page.get_by_role("button", name="To the battle"))
    page.get_by_text("Yours", exact=True).wait_for()
    for group in page.get_by_role("group", name="chooses").all():
        hands.click(group.locator("label").filter(has_text="Conventional battle"))
    hands.press("3", "Enter")
    page.get_by_role("heading", name="Round 1: ").wait_for()
    ending = page.locator("form").filter(has=page.get_by_role("heading", name="End the battle"))
    if ending.get_by_text("Both stay").count():
        hands.click(ending.locator("label").filter(has_text="Both stay"))
    hands.click(ending.get_by_role("button", name="End the battle"))
    hands.click(page.get_by_role("link", name="Back to the map"))


def pages(server: Served, paths: Iterable[str], when: str = "") -> Iterator[Row]:
    """How long each of these pages takes over HTTP, on one connection, in a game of thirty armies."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port)
    form = urlencode({"code": server.codes["Map Control"], "name": "Ben"})
    sent = {"Content-Type": "application/x-www-form-urlencoded", "Origin": server.origin}
    connection.request("POST", "/sign-in", form, sent)
    answer = connection.getresponse()
    answer.read()
    cookie = "; ".join(one.partition(";")[0] for one in answer.headers.get_all("Set-Cookie") or ())
    for path in paths:
        size = 0

        def ask(path: str = path) -> None:
            nonlocal size
            connection.request("GET", path, headers={"Cookie": cookie})
            answer = connection.getresponse()
            size = len(answer.read())
            assert answer.status == 200, (path, answer.status)

        times = timed(ask, RUNS)
        yield Row(f"`{path}`{when}", times, f"{size / 1000:.0f} kB")
    connection.close()


scenario = load("sengoku_1550")

if __name__ == "__main__":
    main()
