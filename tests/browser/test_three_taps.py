"""A Team Controller's phone: a booking in three taps, troops for two provinces, two Controllers on one clan."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.umpire import PHONE, fits, told

pytestmark = pytest.mark.browser

REFUSED = r"status of 4\d\d"


def treasury(page: Page) -> list[str]:
    """Rice, cash and both together, as the phone shows them."""
    return page.locator(".purse dd").all_text_contents()


def thumbs(page: Page) -> None:
    """Nothing sticks out of the phone's screen, and what is tapped is large enough for a thumb; what a thumb does
    nothing to (the number of a ruling within a line) is no link there."""
    fits(page)
    small = (
        page.locator("main")
        .locator("a:visible, button:visible, .amount:visible")
        .evaluate_all(
            "all => all.filter(one => getComputedStyle(one).pointerEvents !== 'none')"
            ".filter(one => one.getBoundingClientRect().height < 44).map(one => one.textContent)"
        )
    )
    assert small == []


def counters(page: Page, province: str) -> Locator:
    """The field for a province's counters."""
    return page.get_by_role("textbox", name=re.compile(f"^{province} "))


def in_sight(page: Page, name: str) -> None:
    """The button is on the screen without scrolling."""
    button = page.get_by_role("button", name=name, exact=True)
    assert button.bounding_box()["y"] + button.bounding_box()["height"] <= PHONE["viewport"]["height"]


def test_an_event_is_booked_in_three_taps_and_taken_back_with_one(server, open_window):
    page = open_window("Team Control", "Hana", at="/", **PHONE)
    page.get_by_role("link", name="Takeda").tap()
    expect(page.get_by_role("heading", name="Takeda")).to_be_visible()
    assert treasury(page) == ["16", "2", "18"]
    thumbs(page)

    page.get_by_role("link", name="Public event").tap()  # one
    expect(page.get_by_role("heading", name="Public event")).to_be_visible()
    thumbs(page)
    in_sight(page, "Book")
    five = page.locator(".amount").filter(has_text="leaves 13")
    expect(five).to_contain_text("5")
    five.tap()  # two
    page.get_by_role("button", name="Book", exact=True).tap()  # three
    told(page, "Takeda spent 5 points on a public event.")
    assert treasury(page) == ["11", "2", "13"]
    expect(page.locator(".booked li").first).to_contain_text("Hana")

    page.locator(".told").get_by_role("button", name="Undo").tap()
    told(page, "Taken back: entry 1")
    expect(page).to_have_url(re.compile(r"/team/takeda$"))
    assert treasury(page) == ["16", "2", "18"]

    page.goto("/")
    page.get_by_role("link", name="Clan", exact=True).tap()  # the phone remembers it
    expect(page.get_by_role("heading", name="Takeda")).to_be_visible()
    page.get_by_role("link", name="Uniforms").tap()
    page.get_by_label("or", exact=True).fill("7")
    expect(page.locator("#leaves")).to_have_text("leaves 14")
    page.get_by_label("or", exact=True).fill("40")
    expect(page.locator("#leaves")).to_have_text("2 too many")
    page.locator(".amount").filter(has_text="leaves 13").tap()
    expect(page.get_by_label("or", exact=True)).to_have_value("")
    page.get_by_role("button", name="Book", exact=True).tap()
    told(page, "Takeda spent 5 points on splendid uniforms for 10 counters.")


def test_troops_are_announced_for_two_provinces_and_stand_on_the_map_next_season(server, open_window, watch):
    watch.forgive(REFUSED)
    page = open_window("Team Control", "Hana", at="/team/takeda", **PHONE)
    page.get_by_role("link", name="Troops").tap()
    expect(page.get_by_role("heading", name="Troops for summer 1550")).to_be_visible()
    thumbs(page)
    for province, times in (("Shinano", 3), ("Kai", 2)):
        for _ in range(times):
            page.get_by_role("button", name=f"One more in {province}").tap()
    expect(page.locator("#leaves")).to_have_text("5 counters cost 5 and leave 13")
    page.get_by_label("In splendid uniforms").check()
    expect(page.locator("#leaves")).to_have_text("5 counters cost 8 and leave 10")
    page.get_by_role("button", name="One less in Kai").tap()
    counters(page, "Hida").fill("3")
    page.get_by_role("button", name="Announce").tap()
    expect(page.locator("#wrong-hida")).to_contain_text("Hida cannot raise 3 this year: its value is 2")
    expect(counters(page, "Shinano")).to_have_value("3")
    counters(page, "Hida").fill("0")
    page.get_by_role("button", name="Announce").tap()
    told(page, "in splendid uniforms")
    expect(page.get_by_role("heading", name="Announced")).to_contain_text("4 counters")

    desk = open_window("Map Control", at="/map/raise")
    expect(desk.get_by_role("heading", name="To come next season")).to_contain_text("4 counters")
    server.do("season.advance", "Game Control", season="spring", year=1550, force="time is short")
    desk.reload()
    expect(desk.get_by_role("heading", name="Garrisons")).to_contain_text("2")
    expect(desk.get_by_role("heading", name="To come next season")).to_have_count(0)
    page.goto("/team/takeda/troops")
    expect(page.get_by_text("6 of 9 left, 3 raised")).to_be_visible()


def test_two_controllers_on_one_clan_see_each_other_and_are_asked_about_the_same_booking(server, open_window, watch):
    watch.forgive(REFUSED)
    hana, jun = open_window("Team Control", "Hana", **PHONE), open_window("Team Control", "Jun", **PHONE)
    hana.goto("/team/takeda")
    hana.locator("#live.on").wait_for()
    jun.goto("/team/takeda/event")
    jun.locator("#live.on").wait_for()
    jun.get_by_label("What and where").fill("a play")
    hana.get_by_role("link", name="Public event").tap()
    hana.locator(".amount").filter(has_text="leaves 15").tap()
    hana.get_by_role("button", name="Book", exact=True).tap()
    told(hana, "Takeda spent 3 points on a public event.")

    expect(jun.locator(".meanwhile")).to_contain_text("public event 3 by Hana at")
    expect(jun.locator(".meanwhile")).to_contain_text("Takeda has 15 now.")
    expect(jun.get_by_label("What and where")).to_have_value("a play")
    jun.get_by_label("or", exact=True).fill("3")
    expect(jun.locator("#leaves")).to_have_text("leaves 12")
    jun.get_by_role("button", name="Book", exact=True).tap()
    expect(jun.get_by_role("alert")).to_contain_text("Entered already by Hana at")
    expect(jun.get_by_label("What and where")).to_have_value("a play")
    jun.get_by_label("Yes, once more").check()
    jun.get_by_role("button", name="Book", exact=True).tap()
    told(jun, "Takeda spent 3 points on a public event: a play.")

    expect(hana.locator(".purse dd").last).to_have_text("12")
    expect(hana.locator(".booked li").first).to_contain_text("Jun")


def test_what_a_work_would_leave_follows_what_a_colleague_books(server, open_window):
    page = open_window("Game Control", at="/works/takeda")
    page.locator("#live.on").wait_for()
    castle = page.get_by_role("form", name="Castle")
    page.get_by_label("Points").fill("8")
    expect(castle).to_contain_text("leaves 3")
    server.do("account.spend", "Team Control", clan="takeda", kind="event", points=5)
    expect(page.locator("#has")).to_have_text("13 points")
    expect(castle).to_contain_text("2 too few")
    expect(page.get_by_text("leaves 5")).to_be_visible()


def test_what_a_clan_has_is_one_sum_on_the_page_after_a_colleague_has_booked(server, open_window):
    page = open_window("Team Control", "Jun", at="/team/takeda/event", **PHONE)
    page.locator("#live.on").wait_for()
    amounts = page.locator(".amount")
    amounts.filter(has_text="leaves 8").tap()
    expect(page.locator(".has")).to_contain_text("has 18 16 rice, 2 cash")
    server.do("account.spend", "Team Control", clan="takeda", kind="event", points=14)
    expect(page.locator(".meanwhile")).to_contain_text("Takeda has 4 now.")
    expect(page.locator(".has")).to_contain_text("has 4 2 rice, 2 cash")
    expect(amounts).to_have_text(["1 leaves 3", "2 leaves 2", "3 leaves 1", "5 not there", "10 not there"])
    expect(amounts.get_by_role("radio", disabled=True)).to_have_count(1)
    expect(amounts.get_by_role("radio", checked=True)).to_have_value("10")
    page.goto("/team/takeda/event")
    page.locator("#live.on").wait_for()
    server.do("account.spend", "Team Control", clan="takeda", kind="event", points=3)
    expect(amounts.get_by_role("radio", disabled=True)).to_have_count(3)
    beside = open_window("Team Control", "Hana", at="/journal/")
    beside.locator("#journal").get_by_role("button", name="Undo").first.click()
    expect(page.locator(".meanwhile")).to_be_hidden()
    expect(page.locator(".has")).to_contain_text("has 4 2 rice, 2 cash")
    expect(amounts.get_by_role("radio", disabled=True)).to_have_count(1)
    page.goto("/team/takeda/troops")
    page.locator("#live.on").wait_for()
    server.do("account.spend", "Team Control", clan="takeda", kind="event", points=1)
    expect(page.locator(".has")).to_contain_text("has 3 1 rice, 2 cash")


def test_counters_that_were_tapped_are_a_draft_as_those_that_were_typed(server, open_window):
    page = open_window("Team Control", "Hana", at="/team/takeda/troops", **PHONE)
    for _ in range(3):
        page.get_by_role("button", name="One more in Kai").tap()
    expect(counters(page, "Kai")).to_have_value("3")  # the click of a tap may come after it
    page.reload()
    expect(counters(page, "Kai")).to_have_value("3")
    expect(page.locator(".draft-line")).to_contain_text("yours, not sent.")
    expect(page.locator("#leaves")).to_have_text("3 counters cost 3 and leave 15")


def test_a_booking_and_its_preview_work_without_javascript(server, open_window):
    page = open_window("Team Control", "Hana", at="/team/takeda/loan", java_script_enabled=False, **PHONE)
    page.get_by_label("or", exact=True).fill("7")
    page.get_by_role("button", name="What would the number leave?").tap()
    expect(page.locator("#leaves")).to_have_text("leaves 11")
    page.get_by_role("button", name="Book", exact=True).tap()
    told(page, "Takeda spent 7 points on a loan to a noble.")
    page.goto("/team/takeda/troops")
    counters(page, "Kai").fill("2")
    page.get_by_role("button", name="Announce").tap()
    told(page, "Takeda announced 2 counters in Kai for summer 1550.")


def test_what_stands_is_one_tap_below_the_form_that_records_a_treaty(server, open_window):
    server.do("treaty.record", "Team Control", kind="peace", one="takeda", other="uesugi")
    page = open_window("Team Control", "Hana", at="/treaties/", **PHONE)
    standing = page.get_by_role("heading", name="Standing")
    expect(standing).not_to_be_in_viewport()
    page.get_by_role("link", name="Standing").tap()
    expect(standing).to_be_in_viewport()
    broad = open_window("Team Control", "Aoi", at="/treaties/")
    expect(broad.get_by_role("heading", name="Standing")).to_be_in_viewport()
    expect(broad.get_by_role("link", name="Standing")).to_be_hidden()  # there it is beside the form


def test_which_desks_may_know_is_asked_of_whoever_lets_only_some_know(server, open_window):
    page = open_window("Team Control", "Hana", at="/treaties/", **PHONE)
    desks = page.get_by_role("group", name="Which desks")
    expect(page.get_by_role("button", name="Record")).to_be_visible()
    expect(desks).to_be_hidden()
    page.get_by_role("radio", name="Some desks").check()
    expect(desks).to_be_visible()
    desks.get_by_label("Map Control").check()
    page.get_by_role("radio", name="Everybody").check()
    expect(desks).to_be_visible()  # what is ticked is seen, for it is sent
    desks.get_by_label("Map Control").uncheck()
    expect(desks).to_be_hidden()
