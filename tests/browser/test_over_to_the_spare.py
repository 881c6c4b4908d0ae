"""The first laptop dies: open screens go to the spare by themselves, and what waits to be sent goes along."""

from __future__ import annotations

import json
import re
import time
from contextlib import suppress
from urllib.parse import urlencode

import pytest
from itsdangerous import URLSafeSerializer
from playwright.sync_api import expect

from control.kernel.spare.following import First, Spare
from control.kernel.spare.taking_over import take_over
from tests.browser.serving import Here
from tests.browser.test_no_tap_is_lost import acted
from tests.browser.umpire import two_armies

pytestmark = pytest.mark.browser


def test_open_screens_find_the_spare_and_bring_what_waits_along(server, open_window, watch, tmp_path):
    watch.forgive("ERR_", r"\[object Event\]", "htmx:", "another host: http://localhost")
    two_armies(server)
    early, typing = open_window(own=True), open_window("Map Control", "Yui", own=True)
    for one, path in ((early, "/display/"), (typing, "/armies/1/order")):
        one.clock.install()
        one.goto(path)
        expect(one.get_by_role("banner").get_by_role("status")).to_have_text("Live")
        one.evaluate("() => { window.joined = new Promise((done) => contact.on('spare', () => done(1))); }")
    answered: list[str] = []
    typing.on("requestfinished", lambda request: answered.append(request.url))
    typing.get_by_role("textbox", name="Route").fill("Hida")
    second = Here(tmp_path)
    second.game = tmp_path / "spare.db"
    address = f"http://localhost:{second.port}"  # to a browser another place, with cookies of its own
    spare = Spare(second.game, First(server.origin, server.codes["Game Control"]), "Second laptop", lambda: address)
    spare.begin()
    for _ in range(2):  # what came is confirmed by asking for more
        spare.step(wait=0)
    known = f"script[data-spare='{address}']"
    for one in (early, typing):
        one.evaluate("() => window.joined")
    for _ in range(30):
        typing.clock.run_for(500)
        if f"{server.origin}/over/way" in answered:
            break
    for _ in range(30):  # nobody uses the other, so it is loaded once more
        early.clock.run_for(1_000)
        with suppress(AssertionError):
            expect(early.locator(known)).to_be_attached(timeout=300)
            break
    expect(typing.get_by_role("textbox", name="Route")).to_have_value("Hida")
    expect(typing.locator(known)).not_to_be_attached()
    expect(early.locator(known)).to_be_attached()
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
    typing.clock.run_for(40_000)
    typing.get_by_role("link", name="Go there").hover()
    assert typing.get_by_role("link", name="Go there").get_attribute("href").startswith(f"{address}/over#ticket=")
    take_over(spare)
    second.start()
    try:
        expect(leader).to_have_url(f"{address}/game/")
        expect(leader.get_by_role("banner").get_by_role("status")).to_have_text("Live")
        expect(wall).to_have_url(f"{address}/display/")
        early.clock.run_for(6_000)
        expect(early).to_have_url(f"{address}/display/")
        umpire.get_by_role("link", name="Go there").click()
        expect(umpire).to_have_url(re.compile(f"^{address}/armies/"))
        expect(umpire.get_by_text("is to march Shinano.").first).to_be_visible()
        assert umpire.locator("body").get_attribute("data-umpire") == "Ōta"
        assert "ticket" not in umpire.url
    finally:
        second.stop()


def waiting(key: str, sign_in: str) -> dict[str, object]:
    """A form as it waits in a browser, for a garrison of Kai."""
    return {
        "key": key, "desk": "map", "name": "Anna", "signIn": sign_in, "asked": True,
        "action": "/map/raise/garrison.raise",
        "fields": [["province", "kai"], ["troops", "2"], ["reason", "men of his own"], ["key", key]], "words": key,
        "since": time.time() * 1000, "turn": 1, "state": "waiting", "said": "", "by": "", "till": 0, "late": True,
    }  # fmt: skip


def link(ticket: str, *waits: dict[str, object]) -> str:
    """An address that brings a ticket, and these along."""
    kept = {f"waiting {one['key']}": json.dumps(one) for one in waits}
    return f"/over#{urlencode({'ticket': ticket, 'next': '/map/', 'kept': json.dumps(kept)})}"


def test_a_stranger_s_link_sends_nothing_and_leaves_nothing_behind(server, open_window):
    page = open_window("Map Control", "Anna", at="/now/")
    page.goto(link("made up", waiting("a", page.locator("body").get_attribute("data-sign-in"))))
    expect(page).to_have_url(re.compile("/sign-in"))
    assert page.evaluate("Object.keys(localStorage).filter((name) => name.startsWith('waiting '))") == []
    assert acted(server) == []


def test_what_another_brings_under_my_name_waits_until_somebody_sends_it(server, open_window):
    page = open_window()
    ticket = URLSafeSerializer(server.served.key, salt="come over").dumps(
        {"desk": "map", "name": "Anna", "sign_in": "hers", "issue": 0}
    )
    page.goto(link(str(ticket), waiting("a", "another"), waiting("b", "hers")))
    expect(page.get_by_text("Anna filled it in")).to_be_visible()
    expect(page.locator(".unsent li.done")).to_contain_text("Kai")
    assert len(acted(server)) == 1
