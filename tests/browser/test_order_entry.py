"""Orders as they come to the desk: by card, by thumb, by keyboard, from two umpires at once, and with slips."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from control.kernel.codes import Code
from tests.browser.umpire import (
    PHONE,
    at_field,
    battle_of_kawanakajima,
    boxes,
    correct,
    fits,
    form_army,
    form_headed,
    opened,
    raise_garrison,
    send,
    told,
    two_armies,
)

pytestmark = pytest.mark.browser

REFUSED = r"status of 4\d\d"


def order_card(server, army: int) -> str:
    """The code on an army's order card."""
    assert any(one["id"] == army for one in server.ask("/api/state/armies", "Map Control")[1])
    return str(Code("M", army))


def test_the_code_of_a_card_opens_the_order_of_its_army(server, open_window):
    two_armies(server)
    page = open_window("Map Control", at="/map/")
    page.get_by_label("Find", exact=True).fill(order_card(server, 2).lower().replace("-", " "))
    page.get_by_role("button", name="Open").click()
    expect(page.get_by_role("heading", name="Uesugi Kenshin")).to_be_visible()
    expect(page.get_by_role("textbox", name="Route")).to_be_visible()


def test_a_wrong_code_says_so(server, open_window, watch):
    watch.forgive(REFUSED)
    two_armies(server)
    page = open_window("Map Control")
    wrong = "23456789".replace(order_card(server, 2)[-1], "")[0]
    for typed, sentence in (
        (f"M2-{wrong}", "does not add up"),
        ("Nowhere", "No province, clan or living person is called “Nowhere”, and it is no code of a card."),
        (str(Code("M", 99)), "There is no army 99 on the map."),
    ):
        page.goto("/map/")
        page.get_by_label("Find", exact=True).fill(typed)
        page.get_by_role("button", name="Open").click()
        expect(page.get_by_role("alert")).to_contain_text(sentence)


def test_what_has_the_keyboard_does_not_lie_under_the_button_that_enters_the_order(server, open_window):
    two_armies(server)
    page = open_window("Map Control", at="/armies/1/order", viewport={"width": 1280, "height": 480})
    page.locator("#leg-1").focus()
    for _ in range(page.locator("#order a, #order input, #order button").count()):
        at, enter = boxes(page.locator(":focus"), page.locator(".enter button"))
        if at == enter:
            break
        assert at["bottom"] <= enter["top"], page.evaluate("document.activeElement.outerHTML")
        page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Enter the order")).to_be_focused()


def test_a_phone_on_its_side_gives_the_button_that_enters_an_order_less_than_a_sixth_of_its_height(server, open_window):
    two_armies(server)
    page = open_window("Map Control", at="/armies/1/order", viewport={"width": 667, "height": 375})
    assert page.locator(".enter").evaluate("(one) => one.offsetHeight") < 375 / 6


def test_a_phone_enters_an_order_by_tapping(server, open_window):
    two_armies(server)
    phone = open_window("Map Control", at=f"/c/{order_card(server, 1)}", **PHONE)
    phone.get_by_label("Go on to").get_by_role("link", name="Shinano").tap()
    phone.get_by_label("Go on to").get_by_role("link", name="Hida").tap()
    route = phone.get_by_role("textbox", name="Route")
    expect(route).to_have_value("Shinano, Hida")
    phone.get_by_role("link", name="Take back Hida").tap()
    expect(route).to_have_value("Shinano")
    phone.get_by_role("button", name="Enter the order").tap()
    told(phone, "is to march Shinano.")
    expect(phone.get_by_role("region", name="Orders in")).to_contain_text("1 of 2 in")
    expect(phone.get_by_role("list", name="Orders missing")).to_contain_text("Uesugi Kenshin")
    expect(phone.get_by_label("Code of the next card")).to_be_focused()


def test_an_order_entered_before_the_longer_way_is_drawn_is_the_longer_way(server, open_window):
    two_armies(server)
    phone = open_window("Map Control", **PHONE)
    held = []
    phone.route("**/order?route=*", lambda asked: held.append(asked))  # what a tap asks for is not answered
    phone.goto(f"/c/{order_card(server, 1)}")
    phone.get_by_label("Go on to").get_by_role("link", name="Shinano").tap()
    phone.get_by_role("button", name="Enter the order").tap()
    told(phone, "is to march Shinano.")
    assert held


def test_the_buttons_of_a_card_are_for_a_thumb(server, open_window):
    two_armies(server)
    phone = open_window("Map Control", at=f"/c/{order_card(server, 2)}", **PHONE)
    enter = phone.get_by_role("button", name="Enter the order")
    expect(enter).to_be_in_viewport()  # however long the list of neighbours
    for button in (*phone.get_by_label("Go on to").get_by_role("link").all(), enter):
        assert button.bounding_box()["height"] >= 56
    expect(phone.get_by_label("Go on to").get_by_role("link", name="Sado")).to_contain_text("by sea −1")


def test_a_late_card_shouts_and_asks_why(server, open_window, watch):
    watch.forgive(REFUSED)
    two_armies(server)
    server.do("orders.lock")
    phone = open_window("Map Control", at=f"/c/{order_card(server, 2)}", **PHONE)
    expect(phone.get_by_text("Late", exact=True)).to_be_in_viewport()
    phone.get_by_label("Go on to").get_by_role("link", name="Shinano").tap()
    enter = phone.get_by_role("button", name="Enter the order")
    enter.tap()
    at_field(phone.get_by_label("Reason for a late order"), "Orders are locked. Give a reason")
    phone.get_by_label("Reason for a late order").fill("the runner fell")
    enter.tap()
    told(phone, "is to march Shinano. Late by less than a minute, before phase 1: the runner fell.")


def tap_leg(phone: Page, name: str, route: str) -> None:
    """Tap a province to go on to, and wait until the longer way is drawn."""
    phone.get_by_label("Go on to").get_by_role("link", name=name).tap()
    expect(phone.locator("#route-so-far li").last).to_have_text(name)
    expect(phone.get_by_role("textbox", name="Route")).to_have_value(route)


def test_legs_tapped_after_the_reason_are_one_draft_with_it_that_outlives_a_reload(server, open_window):
    two_armies(server)
    server.do("orders.lock")
    phone = open_window("Map Control", at=f"/c/{order_card(server, 2)}", **PHONE)
    late, route, draft = (
        phone.get_by_label("Reason for a late order"),
        phone.get_by_role("textbox", name="Route"),
        phone.locator(".draft-line"),
    )
    late.fill("the runner fell")
    route.press_sequentially("Shi")
    phone.wait_for_timeout(500)  # a draft is kept once nobody types on
    tap_leg(phone, "Shinano", "Shinano")
    expect(draft).to_have_count(0)
    tap_leg(phone, "Hida", "Shinano, Hida")
    expect(draft).to_have_count(0)
    fits(phone)
    phone.reload()
    expect(late).to_have_value("the runner fell")
    expect(route).to_have_value("Shinano, Hida")
    expect(phone.locator("#route-so-far li").last).to_have_text("Hida")
    expect(draft).to_contain_text("yours, not sent.")
    expect(draft).not_to_contain_text("changed since")
    fits(phone)
    phone.get_by_role("button", name="Enter the order").tap()
    told(phone, "is to march Shinano – Hida. Late by less than a minute, before phase 1: the runner fell.")


def test_legs_that_were_tapped_are_there_after_a_reload_back_and_from_the_map_again(server, open_window, watch):
    two_armies(server)
    phone = open_window("Map Control", at="/armies/1/order", **PHONE)
    route, draft = phone.get_by_role("textbox", name="Route"), phone.locator(".draft-line")
    tap_leg(phone, "Shinano", "Shinano")
    tap_leg(phone, "Hida", "Shinano, Hida")
    for come_back in (phone.reload, lambda: (phone.goto("/orders/list"), phone.go_back())):
        come_back()
        expect(route).to_have_value("Shinano, Hida")
        expect(phone.locator("#route-so-far li").last).to_have_text("Hida")
        expect(draft).to_have_count(0)
        fits(phone)
    phone.goto("/armies/1/order")  # by another way, which does not say how far he was
    expect(route).to_have_value("Shinano, Hida")
    expect(draft).to_contain_text("yours, not sent.")
    draft.get_by_role("button", name="Discard").tap()
    expect(route).to_have_value("")
    phone.reload()
    expect(route).to_have_value("")
    expect(draft).to_have_count(0)
    tap_leg(phone, "Shinano", "Shinano")
    phone.get_by_role("link", name="Take back Shinano").tap()
    expect(route).to_have_value("")
    phone.reload()
    expect(draft).to_have_count(0)


def test_the_map_and_the_legs_go_on_from_a_draft_that_was_taken_up_and_back_when_it_is_thrown_away(server, open_window):
    two_armies(server)
    phone = open_window("Map Control", at="/armies/1/order", **PHONE)
    draft = phone.locator(".draft-line")
    tap_leg(phone, "Shinano", "Shinano")
    phone.goto("/armies/1/order")  # by another way, which does not say how far he was
    expect(draft).to_contain_text("yours, not sent.")
    expect(phone.locator("#route-so-far li").last).to_have_text("Shinano")
    expect(phone.locator("#map .route-head")).not_to_have_count(0)
    expect(draft).to_be_visible()
    fits(phone)
    draft.get_by_role("button", name="Discard").tap()
    expect(phone.locator("#route-so-far li").last).to_have_text("Kai")
    expect(phone.locator("#map .route-head")).to_have_count(0)
    phone.goto("/armies/1/order")
    tap_leg(phone, "Shinano", "Shinano")
    phone.goto("/armies/1/order")
    expect(phone.locator("#route-so-far li").last).to_have_text("Shinano")
    tap_leg(phone, "Hida", "Shinano, Hida")
    phone.get_by_role("button", name="Enter the order").tap()
    told(phone, "is to march Shinano – Hida.")


def test_a_late_row_takes_no_room_and_no_ear_until_there_is_something_to_ask(server, open_window):
    two_armies(server)
    server.do("army.order_march", army=1, route=["shinano"])
    server.do("orders.lock")
    page = open_window("Map Control", at="/orders/")
    rows = page.get_by_role("table").get_by_role("row")
    expect(rows).to_have_count(3)  # the head, and one for each army
    page.locator("#army-2").get_by_role("textbox").first.focus()
    expect(rows).to_have_count(4)
    expect(page.get_by_label("Why the order of Uesugi Kenshin is late")).to_be_visible()


def test_nothing_scrolls_sideways_on_a_phone(server, open_window):
    battle_of_kawanakajima(server)
    server.do("battle.fight_round", battle=1, round=1, attacker_tactic="subterfuge", defender_tactic="outflank", die=6)
    for desk, addresses in {
        None: ("/sign-in", "/display/"),
        "Map Control": (
            "/map/",
            "/map/forces",
            "/map/raise",
            "/map/encounters/1",
            "/battles/1",
            "/armies/1",
            "/armies/1/order",
            "/journal/",
            "/orders/",
            "/orders/next",
            "/orders/list",
        ),
        "Game Control": ("/game/",),
    }.items():
        phone = open_window(desk, **PHONE)
        for address in addresses:
            phone.goto(address)
            fits(phone)


def test_the_second_umpire_on_an_order_sees_the_conflict_and_keeps_his_typing(server, open_window, watch):
    watch.forgive(REFUSED)
    two_armies(server)
    first, second = open_window("Map Control", "Hanako"), open_window("Map Control", "Tarō")
    for page in (first, second):
        page.goto("/armies/1/order")
    first.get_by_role("textbox", name="Route").fill("Shinano, Hida")
    send(first, "Enter the order", "is to march Shinano – Hida.")

    route = second.get_by_role("textbox", name="Route")
    route.fill("Suruga")
    second.get_by_role("button", name="Enter the order").click()
    at_field(route, "The order of this army was changed at another desk")
    expect(route).to_have_value("Suruga")
    expect(second.get_by_role("main")).to_contain_text("Shinano – Hida")  # both versions are before him
    assert server.ask("/api/state/orders", "Map Control")[1][0]["route"] == ["shinano", "hida"]

    second.get_by_role("button", name="Enter the order").click()  # he has seen it, and decides
    told(second, "is to march Suruga.")


def test_a_tap_on_the_next_leg_keeps_what_a_colleague_entered_meanwhile_in_sight(server, open_window, watch):
    watch.forgive(REFUSED)
    two_armies(server)
    page = open_window("Map Control", at="/armies/1/order", **PHONE)
    news = page.locator("#order .news")
    tap_leg(page, "Shinano", "Shinano")
    server.do("army.order_march", army=1, route=["suruga"])
    expect(news).to_contain_text("This was changed at another desk")
    tap_leg(page, "Hida", "Shinano, Hida")
    expect(news).to_contain_text("This was changed at another desk")
    server.do("army.order_march", army=1, route=["musashi"])
    expect(news).to_contain_text("This was changed at another desk")
    page.get_by_role("button", name="Enter the order").click()
    at_field(page.get_by_role("textbox", name="Route"), "The order of this army was changed at another desk")
    assert server.ask("/api/state/orders", "Map Control")[1][0]["route"] == ["musashi"]


def test_a_route_that_cannot_be_walked_is_answered_at_the_field(server, open_window, watch):
    watch.forgive(REFUSED)
    two_armies(server)
    page = open_window("Map Control", at="/armies/1/order")
    box = page.get_by_role("textbox", name="Route")
    for route, sentence in (
        ("Shinanno", 'There is no province "Shinanno". Did you mean "Shinano"?'),
        ("Shinano, Satsuma", "No border or crossing leads from Shinano to Satsuma. From Shinano: "),
        ("Shinano, Hida, Mino, Ōmi, Ise", "No army goes more than 4 provinces in a season"),
    ):
        box.fill(route)
        page.get_by_role("button", name="Enter the order").click()
        at_field(box, sentence)
        expect(box).to_have_value(route)
    assert server.ask("/api/state/orders", "Map Control")[1] == []


def test_bad_figures_are_answered_at_their_fields_and_stay_there(server, open_window, watch):
    watch.forgive(REFUSED)
    two_armies(server)
    page = open_window("Map Control")
    raising, forming = (form_headed(page, heading) for heading in ("Raise a garrison", "Form an army"))
    for troops, sentence in (
        ("ten", 'A number of counters (1,000 men each) is a whole number from 1 to 10,000, not "ten".'),
        ("-1", "is from 1 to 10,000, not −1."),
        ("1000000000", "is from 1 to 10,000, not 1,000,000,000."),
        ("2", "Kai cannot raise 2 this year: its value is 5, and 5 are raised already (R23)."),
    ):
        raise_garrison(page, "Kai", troops)
        at_field(raising.get_by_label("Counters"), sentence)
        expect(raising.get_by_label("Counters")).to_have_value(troops)
        expect(raising.get_by_label("Province")).to_have_value("Kai")

    raise_garrison(page, "Kay", "1")
    at_field(raising.get_by_label("Province"), 'There is no province "Kay". Did you mean "Kai"?')
    form_army(page, "Takeda Harunobu", "Kai", "5")
    at_field(forming.get_by_label("General"), "Takeda Harunobu leads army A1-")
    correct(page, 1, "experience", "9", "a slip")
    correcting = opened(page, "Correct a figure")
    at_field(correcting.get_by_label("Right value"), "Experience is from 1 to 4, not 9.")
    expect(correcting.get_by_label("Reason")).to_have_value("a slip")

    server.correct("character", "kakizaki-kageie", "alive", False)
    form_army(page, "Kakizaki Kageie", "Echigo", "1")
    at_field(forming.get_by_label("General"), "Kakizaki Kageie is dead. Choose a living general.")


def test_a_wrong_desk_code_is_answered_at_the_door(open_window, watch):
    watch.forgive(REFUSED)
    page = open_window(at="/map/")
    page.get_by_label("Desk code").fill("nobody")
    page.get_by_role("button", name="Sign in").click()
    at_field(page.get_by_label("Desk code"), "No desk has this code.")


def test_the_map_desk_needs_no_mouse(server, open_window):
    two_armies(server)
    page = open_window(at="/map/")
    expect(page.get_by_label("Desk code")).to_be_focused()  # the door waits for the code
    page.keyboard.type(server.codes["Map Control"])
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Map Control")).to_be_attached()
    expect(page.locator("#live")).to_have_text("Live")  # the page's script is there, and listens to keys

    page.keyboard.press("/")
    page.keyboard.type(order_card(server, 1))
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Takeda Harunobu")).to_be_visible()
    tab_to(page, page.get_by_label("Go on to").get_by_role("link", name="Shinano"))
    page.keyboard.press("Enter")
    expect(page.get_by_role("list", name="The route")).to_contain_text("Shinano")
    tab_to(page, page.get_by_role("button", name="Enter the order"))
    page.keyboard.press("Space")
    told(page, "is to march Shinano.")

    tab_to(page, page.get_by_role("link", name="To the map"))
    page.keyboard.press("Enter")
    for phase, key in ((1, "Enter"), (2, "Space")):
        tab_to(page, page.get_by_role("link", name=f"Phase {phase}…"))
        page.keyboard.press("Enter")
        expect(page.get_by_role("button", name=f"Run phase {phase}")).to_be_focused()
        page.keyboard.press(key)
        told(page, f"Phase {phase}: ")
    told(page, "Phase 2: 1 army moved")


def tab_to(page: Page, wanted: Locator) -> None:
    """Press Tab until it has the focus, at most once round the page."""
    expect(wanted).to_be_visible()
    for _ in range(80):
        page.keyboard.press("Tab")
        if wanted.evaluate("element => element === document.activeElement"):
            return
    raise AssertionError(f"Tab never reaches {wanted}.")
