"""Four ways to enter an order, all ending in the same action: the grid by keyboard, a card, the map, a list."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from control.kernel.codes import Code
from tests.browser.umpire import PHONE, at_field, come, send, told, two_armies, whole

pytestmark = pytest.mark.browser

REFUSED = r"status of 4\d\d"


def orders(server) -> dict[int, list[str]]:
    """Every order that is in, by army."""
    return {one["army"]: one["route"] for one in server.ask("/api/state/orders", "Map Control")[1]}


def entered(server, **wanted: list[str]) -> None:
    """These orders are in (``a1`` is army 1), each by the one action that enters orders."""
    assert orders(server) == {int(army[1:]): route for army, route in wanted.items()}
    journal = server.ask("/api/state/journal", "Map Control")[1]
    done = [entry for entry in journal if entry["changes"] and entry["changes"][0]["table"] == "march_order"]
    assert done
    assert {entry["action"] for entry in done} == {"army.order_march"}


class Keyboard:
    """Hands on a keyboard: counts what is pressed."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.pressed = 0

    def __call__(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)
            self.pressed += 1


def leg(page: Page, number: int, general: str):
    """A leg in the grid."""
    return page.get_by_role("table").get_by_label(f"Leg {number}, {general}")


def state(page: Page, general: str):
    """A general's row in the grid."""
    return page.locator("tbody.army").filter(has_text=general)


# ---- (a) the grid


@pytest.fixture
def page(server, open_window) -> Page:
    """Map Control at the grid; two armies are on the map."""
    two_armies(server)
    return open_window("Map Control", at="/orders/")


def test_the_grid_needs_a_letter_and_enter_for_each_leg_and_enter_for_the_row(server, page):
    hands = Keyboard(page)
    leg(page, 1, "Takeda Harunobu").focus()
    hands("s", "h")
    expect(page.get_by_role("listbox").get_by_role("option")).to_have_text(["Shinano"])
    hands("Enter", "h", "Enter")
    expect(leg(page, 1, "Takeda Harunobu")).to_have_value("Shinano")
    expect(leg(page, 2, "Takeda Harunobu")).to_have_value("Hida")
    expect(state(page, "Takeda Harunobu")).to_contain_text("2 provinces · phases 2 3")
    hands("Enter")
    expect(leg(page, 1, "Uesugi Kenshin")).to_be_focused()
    hands(".")  # the army stays
    expect(page.get_by_role("region", name="Orders in")).to_contain_text("2 of 2 in · all of them")
    expect(state(page, "Takeda Harunobu").get_by_text("✓")).to_be_visible()
    assert hands.pressed == 7
    entered(server, a1=["shinano", "hida"], a2=[])


def test_an_enter_after_the_full_stop_passes_over_no_other_army(server, page):
    leg(page, 1, "Takeda Harunobu").focus()
    page.keyboard.type(".")
    page.keyboard.press("Enter")
    expect(leg(page, 1, "Uesugi Kenshin")).to_be_focused()
    page.keyboard.type(".")
    page.keyboard.press("Enter")
    expect(page.get_by_role("region", name="Orders in")).to_contain_text("2 of 2 in")
    entered(server, a1=[], a2=[])


def test_whoever_types_faster_than_the_server_answers_loses_nothing(server, page):
    held = []
    page.route("**/orders/*", lambda route: held.append(route) if route.request.method == "POST" else route.continue_())
    leg(page, 1, "Takeda Harunobu").focus()
    Keyboard(page)("s", "h", "Enter", "h", "Enter", "Enter", "s", "h", "i", "n", "Enter")
    expect(page.locator("tbody.sending")).to_have_count(1)
    for route in held:
        route.continue_()
    page.unroute_all()
    expect(page.locator("tbody.sending")).to_have_count(0)
    expect(leg(page, 1, "Uesugi Kenshin")).to_have_value("Shinano")
    Keyboard(page)("Enter")
    expect(page.get_by_role("region", name="Orders in")).to_contain_text("2 of 2 in")
    entered(server, a1=["shinano", "hida"], a2=["shinano"])


def test_what_no_neighbour_begins_with_is_refused_at_the_leg(server, page):
    hands = Keyboard(page)
    first = leg(page, 1, "Takeda Harunobu")
    first.focus()
    hands("z", "Enter")
    at_field(first, "“z” is no province next to Kai. From Kai: Musashi, Sagami, Shinano, Suruga.")
    expect(first).to_be_focused()
    hands("Backspace", "s", "ArrowDown", "ArrowDown", "Enter")  # the third that begins with S
    expect(first).to_have_value("Suruga")
    expect(leg(page, 2, "Takeda Harunobu")).to_be_focused()
    hands("Backspace")  # nothing there to take away: back
    expect(first).to_be_focused()
    hands("m", "Enter", "Enter")
    expect(leg(page, 1, "Uesugi Kenshin")).to_be_focused()
    expect(page.get_by_role("region", name="Orders in")).to_contain_text("1 of 2 in")
    hands("Enter")  # once too often: nothing was said of this army
    expect(page.get_by_label("Find an army")).to_be_focused()
    expect(page.locator("tbody.sending")).to_have_count(0)
    entered(server, a1=["musashi"])
    leg(page, 1, "Uesugi Kenshin").focus()
    hands(*"stay", "Enter")
    expect(page.get_by_role("region", name="Orders in")).to_contain_text("2 of 2 in")
    entered(server, a1=["musashi"], a2=[])


def test_a_row_that_is_on_its_way_calls_nobody_back(page):
    on_its_way = []
    page.route("**/*", lambda route: on_its_way.append(route) if route.request.method == "POST" else route.continue_())
    leg(page, 1, "Takeda Harunobu").focus()
    hands = Keyboard(page)
    hands("m", "Enter", "Enter")
    expect(page.locator("tbody.sending")).to_have_count(1)
    hands("Enter")
    expect(page.get_by_label("Find an army")).to_be_focused()
    on_its_way.pop().continue_()
    expect(page.get_by_role("region", name="Orders in")).to_contain_text("1 of 2 in")


def test_the_card_on_top_of_the_pile_is_found_by_its_code(server, page):
    hands = Keyboard(page)
    hands("/", *str(Code("M", 2)).lower(), "Enter")
    expect(leg(page, 1, "Uesugi Kenshin")).to_be_focused()
    expect(state(page, "Takeda Harunobu")).to_be_hidden()
    hands("s", "h", "i", "n", "Enter", "Enter")
    expect(page.get_by_label("Find an army")).to_be_focused()  # the next card, please
    expect(page.get_by_role("region", name="Orders in")).to_contain_text("1 of 2 in")
    entered(server, a2=["shinano"])


def test_a_row_that_another_desk_changed_shows_both_versions_and_lets_one_choose(server, page, watch):
    watch.forgive(REFUSED)
    first = leg(page, 1, "Takeda Harunobu")
    first.focus()
    hands = Keyboard(page)
    hands("s", "h")
    server.do("army.order_march", army=1, route=["suruga"])
    expect(page.locator("tbody.elsewhere")).to_have_count(1)  # said, and nothing taken from under the fingers
    expect(first).to_have_value("sh")
    server.do("army.order_march", army=2, route=["shinano"])
    expect(leg(page, 1, "Uesugi Kenshin")).to_have_value("Shinano")  # nobody is at this one: it shows the news
    hands("Enter", "Enter")
    conflict = page.get_by_role("alert").filter(has_text="You typed")
    expect(conflict).to_contain_text("You typed Shinano. It is now Suruga.")
    assert orders(server)[1] == ["suruga"]
    conflict.get_by_role("button", name="Enter what I typed").click()
    expect(conflict).to_have_count(0)
    entered(server, a1=["shinano"], a2=["shinano"])


def test_the_other_version_of_a_row_can_be_left_as_it_is(server, page, watch):
    watch.forgive(REFUSED)
    leg(page, 1, "Takeda Harunobu").focus()
    hands = Keyboard(page)
    hands("s", "h")
    page.reload()  # what was typed is noted as a draft
    expect(page.get_by_text("yours, not sent")).to_be_visible()
    leg(page, 1, "Takeda Harunobu").focus()
    server.do("army.order_march", army=1, route=["suruga"])
    expect(page.locator("tbody.elsewhere")).to_have_count(1)
    hands("Enter", "Enter")
    page.get_by_role("link", name="Leave it as it is").click()
    expect(leg(page, 1, "Takeda Harunobu")).to_have_value("Suruga")
    page.reload()
    expect(page.get_by_text("yours, not sent")).to_have_count(0)
    entered(server, a1=["suruga"])


def test_a_row_that_is_late_asks_why_before_it_goes_on(server, page):
    whole(page, page.get_by_role("button", name="Lock orders"))
    told(page, "The orders of spring 1550 are locked.")
    leg(page, 1, "Takeda Harunobu").focus()
    hands = Keyboard(page)
    hands("s", "h", "Enter", "Enter")
    expect(page.get_by_label("Why the order of Takeda Harunobu is late")).to_be_focused()
    hands(*"ink", "Enter")
    expect(page.get_by_role("region", name="Orders in")).to_contain_text("1 of 2 in")
    assert server.ask("/api/state/orders", "Map Control")[1][0]["late"] == "ink"


def test_without_javascript_a_row_is_a_form(server, open_window, watch):
    watch.forgive(REFUSED)
    two_armies(server)
    page = open_window("Map Control", at="/orders/", java_script_enabled=False)
    leg(page, 1, "Takeda Harunobu").fill("s")
    page.get_by_role("button", name="Save the order of Takeda Harunobu").click()
    at_field(leg(page, 1, "Takeda Harunobu"), "“s” could be Sagami, Shinano or Suruga.")
    leg(page, 1, "Takeda Harunobu").fill("shi")
    leg(page, 2, "Takeda Harunobu").fill("hi")
    send(page, "Save the order of Takeda Harunobu", "is to march Shinano – Hida.")
    entered(server, a1=["shinano", "hida"])


# ---- (b) a card


def test_a_card_is_scanned_and_the_route_tapped_until_all_are_in(server, open_window):
    two_armies(server)
    phone = open_window("Map Control", **PHONE)
    for army, general in ((1, "Takeda Harunobu"), (2, "Uesugi Kenshin")):
        phone.goto(f"/c/{Code('M', army)}")  # what the QR code on the card holds
        expect(phone.get_by_role("heading", name=general)).to_be_visible()
        phone.get_by_label("Go on to").get_by_role("link", name="Shinano").tap()
        expect(phone.get_by_role("list", name="The route")).to_contain_text("Shinano")
        phone.get_by_role("button", name="Enter the order").tap()
        told(phone, f"{general}, army A{army}-")
    expect(phone.get_by_role("heading", name="All orders are in")).to_be_visible()
    entered(server, a1=["shinano"], a2=["shinano"])


# ---- (c) the map


def test_the_route_is_clicked_on_the_map(server, open_window):
    two_armies(server)
    page = open_window("Map Control", at="/armies/1/order")
    route = page.get_by_role("list", name="The route").get_by_role("listitem")

    def tap(province: str) -> None:
        page.locator(f'path.province[data-province="{province}"]').first.evaluate(
            "shape => shape.closest('.drawing').dispatchEvent("
            "new CustomEvent('province', {bubbles: true, detail: {id: shape.dataset.province}}))"
        )

    tap("shinano")
    expect(route).to_have_text(["Kai", "Shinano"])
    tap("hida")
    expect(route).to_have_text(["Kai", "Shinano", "Hida"])
    tap("satsuma")
    expect(page.locator("#map-says")).to_contain_text("No border or crossing leads from Hida to Satsuma. From Hida: ")
    tap("hida")  # the last one: taken back
    expect(route).to_have_text(["Kai", "Shinano"])
    send(page, "Enter the order", "is to march Shinano.")
    entered(server, a1=["shinano"])


def test_news_that_comes_while_a_leg_is_on_its_way_takes_it_from_nobody(server, open_window):
    two_armies(server)
    page = open_window("Map Control", at="/armies/1/order")
    held = []
    page.route(re.compile(r"[?&]route=shinano"), lambda route: held.append(route))
    with page.expect_request(re.compile(r"[?&]route=shinano")):
        page.locator('#order [data-leg="shinano"]').click()
    with page.expect_response(re.compile("/news/")):
        server.do("announcement.post", "Game Control", text="Tea is served.")
    held[0].continue_()
    expect(page.get_by_role("list", name="The route").get_by_role("listitem")).to_have_text(["Kai", "Shinano"])


def test_a_click_on_the_drawn_province_itself_adds_the_leg(server, open_window):
    two_armies(server)
    page = open_window("Map Control", at="/armies/2/order")
    find = """shape => {
        const box = shape.getBoundingClientRect();
        for (let tries = 0; tries < 400; tries++) {
            const at = [box.x + box.width * ((tries * 7) % 20) / 20, box.y + box.height * Math.floor(tries / 20) / 20];
            const hit = document.elementFromPoint(...at)?.closest("[data-province]");
            if (hit === shape) return at;
        }
    }"""
    dewa = page.locator('path.province[data-province="dewa"]').first
    spots = [None]

    def stands() -> bool:
        """Whether it is where it was: the map is being fitted to the page."""
        page.wait_for_timeout(100)
        spots.append(dewa.evaluate(find))
        return spots[-1] is not None and spots[-1] == spots[-2]

    come(page, stands, "a map that stands still")
    page.mouse.click(*spots[-1])
    expect(page.get_by_role("textbox", name="Route")).to_have_value("Dewa")


def test_from_the_map_desk_to_the_order_of_an_army_and_back(server, open_window):
    two_armies(server)
    page = open_window("Map Control", at="/map/")
    page.get_by_role("row").filter(has_text="Takeda Harunobu").get_by_role("link", name="no order").click()
    page.get_by_label("Go on to").get_by_role("link", name="Suruga").click()
    expect(page.get_by_role("textbox", name="Route")).to_have_value("Suruga")
    send(page, "Enter the order", "is to march Suruga.")
    expect(page).to_have_url("/map/")


# ---- (d) a list


def test_a_pasted_list_is_read_back_with_its_faults_then_entered_whole(server, open_window, watch):
    watch.forgive(REFUSED)
    two_armies(server)
    page = open_window("Map Control", at="/orders/list")
    box = page.get_by_label("The list")
    box.fill(f"army;route\n{Code('M', 1)};Shinano – Hida\nUesugi Kenshin;Satsuma\n9;stay\n")
    page.get_by_role("button", name="Read it").click()
    expect(page.get_by_role("heading", name="2 faults: nothing is entered")).to_be_visible()
    expect(page.get_by_role("alert")).to_contain_text(
        [
            "Line 3, column route: No border or crossing leads from Echigo to Satsuma.",
            "Line 4, column army: There is no army 9 on the map.",
        ]
    )
    expect(box).to_have_value(f"army;route\n{Code('M', 1)};Shinano – Hida\nUesugi Kenshin;Satsuma\n9;stay\n")
    assert orders(server) == {}
    box.fill(f"army;route\n{Code('M', 1)};Shinano – Hida\nUesugi Kenshin;Shinano\n")
    page.get_by_role("button", name="Read it").click()
    send(page, "Enter 2 orders", "Uesugi Kenshin")
    expect(page.get_by_text("2 orders of the list entered")).to_be_visible()
    entered(server, a1=["shinano", "hida"], a2=["shinano"])


def test_the_file_of_the_orders_is_filled_in_and_sent_back(server, open_window, tmp_path):
    two_armies(server)
    page = open_window("Map Control", at="/orders/list")
    with page.expect_download() as saving:
        page.get_by_role("link", name="Orders as CSV").click()
    file = tmp_path / "orders.csv"
    saving.value.save_as(file)
    text = file.read_text(encoding="utf-8-sig").replace("Kai,,", "Kai,Shinano,").replace("Echigo,,", "Echigo,stay,")
    file.write_text(text, encoding="cp1252", errors="replace")
    page.get_by_label("Or a file").set_input_files(file)
    page.get_by_role("button", name="Read it").click()
    send(page, "Enter 2 orders", "Uesugi Kenshin")
    expect(page.get_by_text("2 orders of the list entered")).to_be_visible()
    entered(server, a1=["shinano"], a2=[])
