"""The first laptop dies: open screens go to the spare by themselves, and what waits to be sent goes along."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from control.kernel.spare.following import First, Spare
from control.kernel.spare.taking_over import take_over
from tests.browser.serving import Here
from tests.browser.umpire import two_armies

pytestmark = pytest.mark.browser


def test_open_screens_find_the_spare_and_bring_what_waits_along(server, open_window, watch, tmp_path):
    watch.forgive("ERR_", r"\[object Event\]", "htmx:", "another host: http://localhost")
    two_armies(server)
    second = Here(tmp_path)
    second.game = tmp_path / "spare.db"
    address = f"http://localhost:{second.port}"  # to a browser another place, with cookies of its own
    spare = Spare(second.game, First(server.origin, server.codes["Game Control"]), "Second laptop", address)
    spare.begin()
    for _ in range(2):  # what came is confirmed by asking for more
        spare.step(wait=0)
    leader, umpire, wall = open_window("Game Control"), open_window("Map Control", "Ōta"), open_window()
    leader.goto("/game/")
    expect(leader.get_by_role("link", name="Spare level")).to_be_visible()
    umpire.goto("/armies/1/order")
    umpire.get_by_role("textbox", name="Route").fill("Shinano")
    wall.goto("/display/")
    expect(wall.get_by_role("banner").get_by_role("status")).to_have_text("Live")
    server.stop()
    umpire.get_by_role("button", name="Enter the order").click()
    expect(umpire.get_by_text("Not sent yet").first).to_be_visible()
    take_over(spare)
    second.start()
    try:
        expect(leader).to_have_url(f"{address}/game/")
        expect(leader.get_by_role("banner").get_by_role("status")).to_have_text("Live")
        expect(wall).to_have_url(f"{address}/display/")
        umpire.get_by_role("link", name="Go there").click()
        expect(umpire).to_have_url(re.compile(f"^{address}/armies/"))
        expect(umpire.get_by_text("is to march Shinano.").first).to_be_visible()
        assert umpire.locator("body").get_attribute("data-umpire") == "Ōta"
        assert "ticket" not in umpire.url
    finally:
        second.stop()
