"""A desk made dark by its own button: kept on the device, in every window of it; not on paper, not on the walls."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenWindow

DARK = "() => getComputedStyle(document.body).backgroundColor"


def ground(page: Page) -> int:
    """How light the ground of a page is, from 0 to 765."""
    colour: str = page.evaluate(DARK)
    return sum(int(one) for one in colour.removeprefix("rgb(").removesuffix(")").split(","))


def test_a_desk_is_made_dark_stays_so_and_prints_light(open_window: OpenWindow):
    desk = open_window("Map Control", "Aki", at="/orders/", own=True)
    other = desk.context.new_page()
    other.goto("/people/")
    by_day = ground(desk)
    desk.get_by_text("More", exact=True).click()
    dark = desk.get_by_role("button", name="Dark", exact=True)
    expect(dark).to_have_attribute("aria-pressed", "false")
    dark.click()
    expect(dark).to_have_attribute("aria-pressed", "true")
    expect(other.locator("html.dark-desk")).to_have_count(1)
    assert by_day > 600
    assert ground(desk) < 120
    desk.reload()
    assert ground(desk) < 120
    desk.emulate_media(media="print")
    assert ground(desk) > 600
    desk.emulate_media(media="screen")
    other.goto("/display/")
    expect(other.locator("html.dark-desk")).to_have_count(0)
    desk.get_by_text("More", exact=True).click()
    desk.get_by_role("button", name="Dark", exact=True).click()
    assert ground(desk) == by_day
