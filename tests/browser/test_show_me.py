"""Show me: offered once at a desk, blocks nothing, ends with one tap, and comes again when Help is asked."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from control.sengoku.rules.desks import DESKS
from tests.browser.umpire import PHONE, fits

pytestmark = pytest.mark.browser


def test_a_newcomer_is_shown_his_desk_once_and_again_when_he_asks(open_window):
    page = open_window("Team Control", at="/", **PHONE)
    tour = page.get_by_role("complementary", name="Show me")
    expect(tour).to_be_visible()
    fits(page)
    tour.get_by_role("button", name="Show me").click()
    expect(page.locator(".shown-now")).to_have_count(1)
    first = tour.locator("[data-words]").inner_text()
    tour.get_by_role("button", name="Next").click()
    expect(tour.locator("[data-words]")).not_to_have_text(first)
    expect(page.locator(".shown-now")).to_have_count(1)
    fits(page)
    tour.get_by_role("button", name="Back").click()
    expect(tour.locator("[data-words]")).to_have_text(first)
    page.keyboard.press("Escape")
    expect(tour).to_be_hidden()
    expect(page.locator(".shown-now")).to_have_count(0)
    page.goto("/")
    expect(page.locator("#live")).to_have_count(1)
    expect(tour).to_be_hidden()
    page.goto("/help/")
    page.get_by_role("link", name="Show me on the page").click()
    expect(tour).to_be_visible()
    expect(page.locator(".shown-now")).to_have_count(1)
    expect(tour.get_by_role("button", name="Next")).to_be_focused()
    for _ in range(12):
        done = tour.get_by_role("button", name="Done")
        if done.count():
            done.press("Enter")
            break
        tour.get_by_role("button", name="Next").press("Enter")
    expect(tour).to_be_hidden()


def test_a_guide_is_two_screens_of_a_phone_at_most(open_window):
    page = open_window("Team Control", **PHONE)
    for desk in DESKS:
        page.goto(f"/help/{desk}")
        assert page.locator(".guide").bounding_box()["height"] <= 2 * PHONE["viewport"]["height"], desk


def test_no_thanks_is_one_tap_and_for_good(open_window):
    page = open_window("Game Control", at="/")
    page.get_by_role("button", name="No, thanks").click()
    expect(page.get_by_role("complementary", name="Show me")).to_be_hidden()
    page.reload()
    expect(page.get_by_role("heading", name="What now")).to_be_visible()
    expect(page.get_by_role("complementary", name="Show me")).to_be_hidden()
