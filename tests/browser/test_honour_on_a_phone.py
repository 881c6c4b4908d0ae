"""Honour on a phone of 375 pixels: two taps book it, and two Controllers who saw the same are asked."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.umpire import PHONE, fits, lettered, send, told

pytestmark = pytest.mark.browser

ASKED = r"status of 409"
FIRST = {"A fitting bow": "Takeda Harunobu", "Splendid public event": "Takeda", "Battle lost": "Takeda Harunobu"}
"""For whom one books such a thing: the first who is offered."""
LYING = PHONE | {"viewport": {"width": 667, "height": 375}}


def test_two_taps_book_honour_and_two_controllers_are_asked_whether_it_happened_twice(server, open_window, watch):
    watch.forgive(ASKED)
    hanako = open_window("Team Control", "Hanako", at="/honour/book", **PHONE)
    hanako.get_by_role("link", name="Takeda").tap()

    # Two taps, and a thumb reaches the second.
    reason(hanako, "A fitting bow").tap()
    person = whom(hanako).get_by_role("button", name="Takeda Harunobu")
    expect(hanako.get_by_text("A fitting bow +1: for whom?")).to_be_visible()
    expect(whom(hanako).get_by_role("button", name="the whole clan")).to_be_hidden()
    box = person.bounding_box()
    assert box["height"] >= 44
    assert box["y"] > PHONE["viewport"]["height"] / 2
    person.tap()
    told(hanako, "Honour: Takeda Harunobu of Takeda +1: A fitting bow.")
    fits(hanako)
    expect(hanako.get_by_role("group", name="What for?").locator(":checked")).to_have_count(0)

    # A whole clan, after a change of mind.
    reason(hanako, "Discourtesy").tap()
    whom(hanako).get_by_role("button", name="Another reason").tap()
    expect(whom(hanako)).to_be_hidden()
    reason(hanako, "Broke a treaty").tap()
    expect(whom(hanako).get_by_role("button", name="Takeda Harunobu")).to_be_hidden()
    whom(hanako).get_by_role("button", name="the whole clan").tap()
    told(hanako, "Honour: Takeda −4: Broke a treaty.")
    hanako.get_by_role("status").filter(has_text="Broke a treaty").get_by_role("button", name="Undo").tap()
    told(hanako, "Taken back")
    hanako.goto("/honour/book")
    expect(hanako.locator("#latest").get_by_role("listitem")).to_have_count(1)

    # Another Controller has seen the same bow; her colleague hears of it.
    taro = open_window("Team Control", "Taro", at="/honour/book?clan=takeda", **PHONE)
    reason(taro, "A fitting bow").tap()
    whom(taro).get_by_role("button", name="Takeda Harunobu").tap()
    asked = taro.get_by_role("alert").filter(has_text="The same incident?")
    expect(asked).to_contain_text("Hanako booked this just now: Takeda Harunobu of Takeda +1: A fitting bow.")
    fits(taro)
    asked.get_by_role("link", name="No, it is the same").tap()
    expect(taro.locator("#latest").get_by_role("listitem")).to_have_count(1)
    expect(taro.get_by_role("button", name="Undo")).to_have_count(0)

    # The next one really is a second bow, and comes up on the other's phone by itself.
    reason(taro, "A fitting bow").tap()
    whom(taro).get_by_role("button", name="Takeda Harunobu").tap()
    taro.get_by_role("alert").get_by_role("button", name="Yes, it happened twice").tap()
    told(taro, "Honour: Takeda Harunobu of Takeda +1: A fitting bow.")
    expect(hanako.locator("#latest").get_by_role("listitem")).to_have_count(2)
    expect(hanako.locator("#latest")).to_contain_text("Taro")


def test_without_javascript_two_taps_book_it_too_and_a_keyboard_does_it_on_a_laptop(server, open_window, watch):
    plain = open_window("Team Control", "Jiro", at="/honour/book?clan=oda", java_script_enabled=False, **PHONE)
    reason(plain, "Precedence kept").tap()
    whom(plain).get_by_role("button", name="Oda Nobunaga").tap()
    told(plain, "Honour: Oda Nobunaga of Oda +1: Precedence kept.")
    fits(plain)

    game = open_window("Game Control", "Kenji", at="/honour/")
    order = game.locator("#order")
    expect(order.get_by_role("row").nth(1)).to_contain_text("Oda")
    assert server.ask("/api/state/status_boards")[1] == []
    server.do("honour.log", "Team Control", clan="mori", reason="event")
    expect(order.get_by_role("row").nth(1)).to_contain_text("Mōri")
    send(game, "Release this order", "The status board of spring 1550 was released.")
    assert server.ask("/api/state/status_boards")[1][0]["ranks"][0] == {"clan": "mori", "rank": 1, "was": None}

    game.goto("/honour/book?clan=hojo")
    game.keyboard.press("6")
    expect(game.get_by_text("Battle won +2: for whom?")).to_be_visible()
    game.keyboard.press("Tab")
    game.keyboard.press("Tab")
    expect(game.get_by_role("button", name="Hōjō Ujiyasu")).to_be_focused()
    game.keyboard.press("Enter")
    told(game, "Honour: Hōjō Ujiyasu of Hōjō +2: Battle won.")


def test_a_tap_on_the_pad_leaves_the_note_that_is_half_typed_beside_it(open_window):
    page = open_window("Team Control", "Hanako", at="/honour/book?clan=takeda", **PHONE)
    page.get_by_text("Another reason, a note, a witness").tap()
    page.get_by_label("Note").fill("He gave his horse away")
    with page.expect_response(lambda answer: answer.url.endswith("/drafts/") and answer.request.method == "POST"):
        page.get_by_label("Note").blur()  # and it is kept
    reason(page, "A fitting bow").tap()
    whom(page).get_by_role("button", name="Takeda Harunobu").tap()
    told(page, "Honour: Takeda Harunobu of Takeda +1: A fitting bow.")
    expect(page.get_by_label("Note")).to_have_value("He gave his horse away")


def test_on_a_phone_that_lies_on_its_side_the_people_stay_beside_whatever_reason_is_tapped(server, open_window):
    page = open_window("Team Control", "Hanako", at="/honour/book?clan=takeda", **LYING)
    lettered(page)
    for name, shows in (("A fitting bow", 0.4), ("Splendid public event", 1), ("Battle lost", 1)):
        reason(page, name).tap()
        asked = page.locator("#whom")
        expect(asked).to_contain_text(f"{name} ")
        assert asked.bounding_box()["height"] < 3 * 32, "two lines or three, and not a word in each"
        expect(whom(page).get_by_role("button", name=FIRST[name])).to_be_in_viewport(ratio=shows)
    whom(page).get_by_role("button", name="Takeda Harunobu").tap()
    told(page, "Honour: Takeda Harunobu of Takeda −1: Battle lost.")
    fits(page)


# ---- hands


def reason(page: Page, name: str) -> Locator:
    """The tile of a reason."""
    return page.get_by_role("group", name="What for?").locator("label").filter(has_text=name)


def whom(page: Page) -> Locator:
    """The people of the clan, and the clan."""
    return page.locator(".pad-whom")
