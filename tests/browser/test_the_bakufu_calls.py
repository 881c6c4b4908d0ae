"""The Bakufu calls for troops and points; one obeys, one excuses himself, one is silent and declared a rebel, on two
phones and the screen of the hall."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 375, "height": 812}}


def fits(page):
    """Nothing stands out of a phone's screen."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), page.url


def test_one_obeys_one_excuses_himself_and_the_silent_one_is_a_rebel(server, open_window):
    desk, team, wall = open_window("Bakufu", **PHONE), open_window("Team Control", **PHONE), open_window()
    desk.goto("/")
    expect(desk).to_have_url(re.compile("/bakufu/$"))
    fits(desk)
    desk.get_by_role("link", name="Call or levy").click()
    for clan, points in (("Takeda", "2"), ("Oda", "1"), ("Mōri", "1")):
        desk.locator("label.tile", has_text="A levy of points").click()
        desk.get_by_label("Clan").fill(clan)
        desk.get_by_label(re.compile("How much")).fill(points)
        desk.get_by_role("button", name="Issue").click()
        expect(desk.get_by_role("status").filter(has_text=f"{clan} owes the Bakufu")).to_be_visible()
    fits(desk)
    for clan, answer, words in (("takeda", "obeys", ""), ("oda", "excuses itself", "The harvest failed.")):
        team.goto(f"/team/{clan}")
        fits(team)
        team.get_by_role("link", name=re.compile("due this season")).click()
        fits(team)
        team.locator("label.tile", has_text=re.compile(f"^ *{answer} *$", re.IGNORECASE)).click()
        team.get_by_label(re.compile("In its own words")).fill(words)
        team.get_by_role("button", name="Write the answer down").click()
        expect(team.get_by_role("status").filter(has_text=answer)).to_be_visible()
    wall.goto("/display/")
    expect(wall.get_by_text("In rebellion")).to_have_count(0)
    now = server.ask("/api/state/game", "Game Control")[1]
    server.do("season.advance", "Game Control", season=now["season"], year=now["year"], force="time is up")
    desk.goto("/bakufu/")
    expect(desk.locator(".waits .over")).to_contain_text("silent")
    desk.get_by_text("Declare a rebellion").click()
    desk.get_by_label("Clan").fill("Mōri")
    desk.get_by_label("Reason, for everybody to read").fill("no word came")
    desk.get_by_role("button", name="Declare it a rebel").click()
    fits(desk)
    for page in (wall.get_by_role("main"), team.get_by_role("banner")):
        expect(page.get_by_text("In rebellion: Mōri")).to_be_visible()
    wall.goto("/display/view/edicts")
    expect(wall.get_by_text("Mōri is in rebellion: no word came")).to_be_visible()
