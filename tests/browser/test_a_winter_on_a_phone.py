"""A Controller’s winter on a phone: a castle in three taps, a building that would cost too much, a letter on its way to
another desk, a journey; and Map Control, who gives a province to its taker in two taps."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.umpire import PHONE, fits, send, told

pytestmark = pytest.mark.browser


def test_works_letters_and_a_journey_in_winter_and_a_province_that_changes_hands(server, open_window, watch):
    watch.forgive(r"status of 4\d\d")
    for season in ("spring", "summer", "autumn"):
        server.do("season.advance", "Game Control", season=season, year=1550, force="time is up")
    phone, desk = open_window("Team Control", "Aoi", **PHONE), open_window("Map Control", "Hanako", **PHONE)

    # Three taps: works, the province, order. Takeda has the 18 of its income and the 3 it kept
    phone.goto("/team/takeda")
    phone.get_by_role("link", name="Castle, building").tap()
    castle = phone.locator("form", has=phone.get_by_role("heading", name="Castle"))
    expect(castle).to_contain_text("15 points leaves 6")
    castle.get_by_role("radio", name="Kai").tap()
    castle.get_by_role("button", name="Order the castle").tap()
    told(phone, "Takeda ordered a castle in Kai for 15 points: ready in winter 1552 (R24).")
    expect(phone.get_by_text("ready winter 1552")).to_be_visible()
    expect(phone.get_by_text("Kai is having a castle built already.")).to_be_visible()
    fits(phone)

    # What a building would leave is said while it is typed, and why it cannot be
    building = phone.locator("form", has=phone.get_by_role("heading", name="Public building"))
    building.get_by_label("Name").fill("Great Bridge")
    building.get_by_label("Points").fill("7")
    expect(building.locator("[data-has]")).to_have_text("1 too few")
    building.get_by_role("button", name="Order the building").tap()
    expect(phone.get_by_role("alert")).to_contain_text("has 6 points, and this costs 7 (R27)")
    building.get_by_label("Points").fill("6")
    expect(building.locator("[data-has]")).to_have_text("leaves 0")
    building.get_by_role("button", name="Order the building").tap()
    told(phone, "ordered “Great Bridge” in")

    # A letter to a clan of another desk: lost, and nobody there hears of it; then one that arrives
    phone.goto("/letters/")
    expect(phone.get_by_label("Letters of")).to_have_value("takeda")  # the clan she walks with
    npd = open_window("Non-Player Daimyo Control", "Ken", at="/letters/")
    for die in ("1", "6"):
        phone.get_by_label("To", exact=True).fill("Yūki")
        phone.get_by_text("A real die, or decide it yourself").tap()
        phone.get_by_label("Die thrown").select_option(die)
        phone.get_by_role("button", name="Write and post").tap()
        told(phone, f"(die {die}; R34)")
    fits(phone)
    waiting = npd.get_by_role("region", name="To hand over now")
    expect(waiting.get_by_role("listitem")).to_have_count(1)  # by itself, and one only
    send(npd, "Handed over", "was handed over to Yūki by Ken.")
    expect(waiting).to_contain_text("No letter waits.")

    # One person on a journey, who has a card to draw
    phone.get_by_label("Who").select_option(label="Obu Toramasa")
    phone.get_by_label("Where to").fill("Owari")
    phone.get_by_role("button", name="Set out").tap()
    told(phone, "He is to draw a card for travelling in winter (R19).")
    expect(phone.get_by_role("region", name="Travelled this winter")).to_contain_text("card not drawn yet")

    # Two taps: who, how
    desk.goto("/map/provinces/kai")
    desk.get_by_role("link", name="Changes hands").tap()
    desk.get_by_role("radio", name="Imagawa").tap()
    fits(desk)
    desk.get_by_role("button", name="It submitted").tap()
    told(desk, "Takeda submitted Kai to Imagawa. It pays in full (R21).")
    phone.goto("/works/takeda")
    expect(phone.get_by_text("held by Imagawa now, who will have it")).to_be_visible()
