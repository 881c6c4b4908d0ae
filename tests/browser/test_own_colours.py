"""Readers who have colours or letters of their own: high contrast, where grounds and shadows are gone; letters twice as
large on a narrow phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.umpire import meeting_in_shinano

GROUND = "(one) => getComputedStyle(one).backgroundColor"
LINE = "(one) => getComputedStyle(one).textDecorationLine"
WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
TWICE = """(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("html { font-size: 212.5% !important }");
    document.adoptedStyleSheets.push(sheet);
})()"""


def test_in_high_contrast_what_is_chosen_differs_from_what_is_not(server, open_window):
    meeting_in_shinano(server)
    page = open_window("Map Control", "Hanako", forced_colors="active")
    page.goto("/map/encounters/1")
    tiles = page.locator("input[name=settled_by]")
    tiles.first.check()
    chosen, other = (one.locator("+ span").evaluate(GROUND) for one in (tiles.first, tiles.nth(1)))
    assert chosen != other
    expect(page.locator(".desks a[aria-current]")).to_have_count(1)
    assert page.locator(".desks a[aria-current]").evaluate(LINE) == "underline"
    assert page.locator(".desks a:not([aria-current])").first.evaluate(LINE) == "none"


@pytest.mark.parametrize("look", ["light", "dark"])
def test_who_asks_for_more_contrast_reads_nothing_in_soft_ink(server, open_window, look):
    page = open_window("Game Control", "Hanako", contrast="more")
    page.goto("/game/")
    page.evaluate("(dark) => document.documentElement.classList.toggle('dark-desk', dark)", look == "dark")
    assert page.locator(".where-we-are").evaluate(
        "(one) => getComputedStyle(one).color === getComputedStyle(document.body).color"
    )


@pytest.mark.parametrize("address", ["/bows/", "/court/", "/letters/", "/shadows/", "/rulings/", "/print/"])
def test_with_letters_twice_as_large_a_page_is_as_wide_as_the_phone(server, open_window, address):
    page = open_window("Game Control", "Hanako", viewport={"width": 375, "height": 800})
    page.goto(address)
    page.evaluate(TWICE)
    assert page.evaluate(WIDE) <= 0
