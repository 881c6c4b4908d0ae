"""The great gate on a laptop: autumn closed, a clan's winter step by step, winter closed, and all of it taken back."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.umpire import PHONE, fits, printed, send, told
from tests.paper.reading import pages_of

pytestmark = pytest.mark.browser

LATE = "time is up"


def chapter(page: Page, title: str):
    """A chapter of what will be written, opened."""
    found = page.locator("details.chapter", has=page.locator("summary", has_text=title))
    if found.get_attribute("open") is None:
        found.locator("summary").click()
    return found


def test_autumn_is_closed_a_clan_goes_through_winter_and_winter_is_closed_and_taken_back(server, open_window, watch):
    watch.forgive(r"status of 422")
    for season in ("spring", "summer"):
        server.do("season.advance", "Game Control", season=season, year=1550, force=LATE)
    page, phone = open_window("Game Control", "Hanako"), open_window("Team Control", "Aoi", **PHONE)

    # What is open, who is done, what will be written
    page.goto("/game/")
    page.get_by_role("link", name="Close Autumn 1550").click()
    expect(page.get_by_role("heading", name="Close Autumn 1550")).to_be_visible()
    phone.goto("/season/")
    send(phone, "Takeda", "Takeda is done with autumn 1550; 14 clans are not ticked off.")
    fits(phone)
    expect(page.get_by_role("heading", name="Clans done 1 of 15")).to_be_visible()  # by itself
    # Takeda: 16 rice, 2 of mining, nothing at the start: at most a tenth of the rice, and the mining, is kept
    expect(chapter(page, "What is kept")).to_contain_text("Takeda keeps 3 of 18 unspent, 15 are used by its followers.")
    expect(chapter(page, "New income")).to_contain_text("Takeda gets 18: 16 rice, 2 mining.")
    fits(page)

    # Without a reason it stays autumn
    page.get_by_role("button", name="Close Autumn 1550").click()
    expect(page.get_by_role("alert")).to_contain_text("14 clans are not ticked off")
    reason = page.get_by_label("Reason to go over what is open")
    expect(reason).to_have_attribute("aria-invalid", "true")
    reason.fill(LATE)
    page.keyboard.press("Enter")
    told(page, "Autumn 1550 ended; winter 1551 begins.")

    # Winter, clan by clan
    expect(page.get_by_role("heading", name="Winter 1551", exact=True)).to_be_visible()
    row = page.get_by_role("row", name="Takeda")
    expect(row).to_contain_text("upkeep of 2 not decided")
    fits(page)
    row.get_by_role("link").click()
    statement = page.locator(".statement")
    for line in ("Used by the clan’s followers", "Rice income Shinano", "Mining Kai, Gold of Kurokawa"):
        expect(statement).to_contain_text(line)
    expect(statement.get_by_role("row", name="Has now")).to_contain_text("16")
    send(page, "Pay 2 for Castle, Shinano", "Takeda paid the upkeep of the castle of Shinano: 2 points (R24).")
    expect(page.locator("#upkeep .stamp")).to_have_text("paid")
    expect(statement).to_contain_text("Upkeep Castle of Shinano")
    fits(page)
    send(page, "Takeda is done", "Takeda is done with winter 1551")
    expect(page.get_by_role("button", name="Not done after all")).to_be_visible()
    (sheet,) = pages_of(printed(page, "Print the statement"))
    for line in ("Income statement of 1551", "Rice income Shinano", "Castle of Shinano", "There now, 19 in rice"):
        assert line in sheet
    page.goto("/season/statements?clan=takeda")
    expect(page.get_by_role("heading", name="Takeda, 1551")).to_be_visible()
    expect(page.locator(".sheet-of-paper")).to_have_count(1)

    # Winter is closed: what nobody paid for is abandoned; and it is taken back
    page.goto("/season/")
    unpaid = chapter(page, "Works that nobody pays for")
    expect(unpaid).to_contain_text("Castle of Echigo is abandoned: its 2 were not paid.")
    expect(unpaid).not_to_contain_text("Shinano")
    page.get_by_label("Reason to go over what is open").fill(LATE)
    send(page, "Close Winter 1551", "Winter 1551 ended; spring 1551 begins.")
    expect(page.get_by_role("heading", name="Close Spring 1551")).to_be_visible()
    send(page.locator(".told"), "Undo", "Taken back: entry")
    expect(page.get_by_role("heading", name="Close Winter 1551")).to_be_visible()
    expect(chapter(page, "Works that nobody pays for")).to_contain_text("Castle of Echigo")
