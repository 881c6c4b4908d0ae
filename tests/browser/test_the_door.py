"""The morning: two umpires at the door with their phones, and a no-show whose part somebody doubles up."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.umpire import PHONE, fits

pytestmark = pytest.mark.browser

PLAYERS = [
    {"name": "Anna Meier", "clan": "takeda", "character": "daimyo"},
    {"name": "Ben Ōno", "clan": "takeda", "character": "Obu Toramasa"},
    {"name": "Chris Doe", "clan": "oda", "character": "daimyo"},
]


FORGETFUL = "Object.defineProperty(Navigator.prototype, 'cookieEnabled', { get: () => false })"
"""A browser whose cookies are blocked."""


def test_who_cannot_stay_signed_in_is_told_before_he_types_a_code(server, open_window):
    phone = open_window(own=True, at="/sign-in", **PHONE)
    said = phone.get_by_text("This browser keeps no cookies")
    expect(said).to_be_hidden()
    phone.add_init_script(FORGETFUL)
    phone.reload()
    expect(said).to_be_visible()
    fits(phone)


def test_two_umpires_at_the_door_check_everybody_in_once(server, open_window, watch):
    server.do("player.import", "Game Control", rows=PLAYERS)
    one = open_window("Team Control", "Greta", **PHONE)
    two = open_window("Non-Player Daimyo Control", "Hans", **PHONE)
    for phone in (one, two):
        phone.goto("/casting/door/")
        expect(phone.get_by_text("0 of 3 are here")).to_be_visible()
        fits(phone)

    one.get_by_label("First letters").fill("on")
    expect(one.get_by_role("button", name="Chris Doe")).to_have_count(0)
    ben = one.get_by_role("button", name=re.compile("Ben Ōno.*is here"))
    assert ben.bounding_box()["height"] >= 56
    ben.tap()
    card = one.locator("#tapped")
    for words in ("Ben Ōno", "Table of Takeda", "Obu Toramasa", "card and briefing of Obu Toramasa"):
        expect(card).to_contain_text(words)
    expect(two.get_by_text("1 of 3 are here")).to_be_visible()  # by itself
    expect(two.get_by_role("button", name=re.compile("Ben Ōno.*is here"))).to_have_count(0)

    # Both tap the same name at the same moment: the network of the second is slower.
    slow = two.get_by_role("button", name=re.compile("Anna Meier.*is here"))
    watch.forgive("casting/door/list", "htmx:(sendError|afterRequest)", "ERR_FAILED")
    two.route("**/casting/door/list*", lambda route: route.abort())  # he does not see the other's tap in time
    one.get_by_label("First letters").fill("")
    one.get_by_role("button", name=re.compile("Anna Meier.*is here")).tap()
    expect(one.locator("#tapped")).to_contain_text("Takeda Harunobu")
    slow.tap()  # while it is cut for news, else they come first and the name is gone from under his finger
    expect(two.locator("#tapped")).to_contain_text("Anna Meier was here since")
    two.unroute("**/casting/door/list*")
    journal = server.ask("/api/state/journal", "Game Control")[1]
    assert [entry["sentence"] for entry in journal if entry["action"] == "player.check_in"] == [
        "Ben Ōno is here, for the table of Takeda.",
        "Anna Meier is here, for the table of Takeda.",
    ]

    two.get_by_text("Somebody who is not on the list").tap()
    two.get_by_label("Name", exact=True).fill("Dora Lund")
    two.get_by_label("Table").select_option(label="Oda")
    two.get_by_role("button", name="Here, without being expected").tap()
    expect(two.locator("#tapped")).to_contain_text("Table of Oda")
    expect(one.get_by_text("3 of 4 are here")).to_be_visible()
    expect(one.locator("#tapped")).to_contain_text("Anna Meier")  # what he reads out stays
    two.locator("#tapped").get_by_role("button", name="Undo").tap()
    expect(one.get_by_text("2 of 3 are here")).to_be_visible()


def test_a_no_show_is_doubled_up_and_his_papers_are_on_the_list_to_be_printed_again(server, open_window, watch):
    watch.forgive(r"status of 4\d\d")
    server.do("player.import", "Game Control", rows=PLAYERS)
    server.do("garrison.raise", province="hida", troops=2)
    server.do("army.form", general="obu-toramasa", province="hida", troops=2)
    server.do("player.check_in", "Game Control", player=1)
    cards = [{"kind": kind, "stock": "A4", "items": {"1": "0" * 16}} for kind in ("army_cards", "order_cards")]
    cards.append({"kind": "personal_briefing", "stock": "A4", "items": {"takeda-nobushige": "0" * 16}})
    server.do("print.record", "Game Control", state=1, printed=cards)
    server.do("reprint.done", "Game Control", last=999)
    door = open_window("Team Control", "Greta", at="/casting/door/", **PHONE)
    door.get_by_role("button", name="Ben Ōno does not come").tap()
    expect(door.locator("#tapped")).to_contain_text("no-show")

    game = open_window("Game Control", "Ida", at="/casting/?open=1")
    row = game.locator("#role-obu-toramasa")
    expect(row).to_contain_text("no-show")
    row.get_by_role("button", name="Anna Meier plays Takeda Harunobu").click()
    expect(game.get_by_role("status").filter(has_text="Anna Meier plays Obu Toramasa")).to_be_visible()
    game.goto("/casting/?clan=takeda")
    expect(game.locator("#role-obu-toramasa")).to_contain_text("doubled")

    # By keyboard: a name at a free role, Enter, and on to the next that wants somebody.
    free = game.get_by_label("Takeda Nobushige is played by")
    free.fill("Zoe")
    free.press("Enter")
    expect(game.get_by_role("alert")).to_contain_text("No player is called “Zoe”")
    free = game.get_by_label("Takeda Nobushige is played by")
    expect(free).to_be_focused()
    expect(free).to_have_value("Zoe")
    free.fill("Chris Doe")
    free.press("Enter")
    expect(game.get_by_role("status").filter(has_text="Chris Doe plays Takeda Nobushige")).to_be_visible()
    expect(game.locator("[data-wanted] input:focus")).to_have_count(1)

    papers = open_window("Map Control", "Jo", at="/casting/reprint")
    listed = papers.get_by_role("region", name="Papers").get_by_role("button", name=re.compile("is printed$"))
    expect(listed).to_have_count(5)  # two persons, one army's two cards, Takeda's sheet once
    expect(
        papers.get_by_text("Anna Meier plays Obu Toramasa instead of Ben Ōno; ").or_(
            papers.get_by_text("; Anna Meier plays Obu Toramasa instead of Ben Ōno")
        )
    ).to_be_visible()
    papers.get_by_role("button", name=re.compile("Takeda Nobushige character card")).click()
    expect(listed).to_have_count(4)
    papers.goto("/casting/command?clan=takeda")
    expect(papers.get_by_role("listitem").filter(has_text="Obu Toramasa")).to_contain_text("Anna Meier")

    game.goto("/journal/")
    entry = game.get_by_role("listitem").filter(has_text="Anna Meier plays Obu Toramasa").first
    entry.get_by_role("button", name="Undo").click()
    papers.goto("/casting/reprint")
    expect(listed).to_have_count(1)  # Takeda's sheet, for the part that was given by keyboard
