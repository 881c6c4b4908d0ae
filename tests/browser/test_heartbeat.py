"""The heartbeat of the copies in a real browser: red by itself when copies stop, and when the server is silent."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenWindow, Watch
from tests.browser.serving import Served

pytestmark = pytest.mark.browser

STOPPED = re.compile("stopped")


def wait_for_copy(server: Served, number: int) -> Path:
    """The copy that holds this entry, once it has been made."""
    folder = server.game.with_name(f"{server.game.name}.copies")
    until = time.monotonic() + 20
    while time.monotonic() < until:
        if found := [path for path in folder.glob(f"*_entry-{number:06d}_*.db") if folder.is_dir()]:
            return found[0]
        time.sleep(0.1)
    raise AssertionError(f"no copy of entry {number}")


@pytest.mark.program
def test_copies_are_made_lost_entries_shown_and_the_heartbeat_turns_red_by_itself(
    server: Served, open_window: OpenWindow, watch: Watch
) -> None:
    watch.forgive("ERR_CONNECTION_REFUSED", "ERR_INTERNET_DISCONNECTED", "ERR_EMPTY_RESPONSE", "ERR_CONNECTION_RESET",
                  "503", "ERR_INCOMPLETE", "object Event", "htmx:(sendError|afterRequest)")  # fmt: skip
    wait_for_copy(server, 0)
    page = open_window("Game Control", "Ōta", own=True)
    page.clock.install()
    server.do("garrison.raise", province="kai", troops=1)
    page.goto("/safety/")
    expect(page.locator(".pulse")).to_have_class("pulse good")
    expect(page.locator(".pulse")).to_contain_text("Copies are made")

    # A copy by hand, another entry, and what a restore would lose.
    page.keyboard.press("c")
    expect(page.get_by_role("status").filter(has_text="A copy was made and checked")).to_be_visible()
    server.do("garrison.raise", province="hida", troops=2)
    open_window("Map Control", "Yui", at="/map/provinces/hida")
    page.locator("tr", has_text="asked for").get_by_role("link", name="Restore").click()
    expect(page.locator(".lost li")).to_have_count(1)
    expect(page.locator(".lost li")).to_contain_text("raised 2 counters in Hida")
    page.get_by_role("button", name="Set back and lose 1 entry").click()
    expect(page.get_by_role("status").filter(has_text="The game was set back")).to_be_visible()
    status, garrisons = server.ask("/api/state/garrisons", "Map Control")
    assert (status, [post["troops"] for post in garrisons]) == (200, [1])

    # The disk takes no more copies: the server says so, and the page hears of it by itself.
    expect(page.locator(".pulse")).to_have_class("pulse good")
    folder = server.game.with_name(f"{server.game.name}.copies")
    folder.rename(folder.with_name("put away"))  # at once, for a copy may be on its way
    folder.write_text("no folder any more")
    status, _ = server.ask(
        "/api/actions/season.advance",
        "Game Control",
        {"season": "spring", "year": 1550, "force": "to the next"},
    )
    assert status == 200
    time.sleep(3)
    page.clock.run_for(16_000)
    expect(page.locator(".pulse")).to_have_class(STOPPED)
    expect(page.locator(".pulse")).to_contain_text("Copies have stopped")
    expect(page.locator(".pulse")).to_contain_text("could not be copied")

    # It can be mended, and the heartbeat is good again.
    folder.unlink()
    page.get_by_role("button", name="Make a copy now").click()
    expect(page.locator(".pulse")).to_have_class("pulse good")

    # The server dies: nobody answers, and the page turns red all by itself.
    page.clock.pause_at(page.evaluate("Date.now() / 1000") + 1)  # however long the server takes to end
    server.stop()
    page.clock.run_for(40_000)
    expect(page.locator(".pulse")).to_have_class("pulse good")
    page.clock.run_for(30_000)
    expect(page.locator(".pulse")).to_have_class(STOPPED)
    expect(page.locator(".pulse")).to_contain_text("The server has not answered since")

    # It comes back, signed in as before, and so does the heartbeat.
    server.start()
    page.clock.resume()
    page.clock.run_for(16_000)
    expect(page.locator(".pulse")).to_have_class("pulse good")
