"""The map under the hand: wheel, drag, pinch, keys, the card of a province, layers, and news that changes nothing."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import APIResponse, Page, Route, expect

from tests.browser.conftest import OUR_SIZE
from tests.browser.umpire import (
    PHONE,
    battle_of_kawanakajima,
    come,
    fits,
    flag,
    lettered,
    meeting_in_shinano,
    pinch,
    send,
    touches,
    two_armies,
    until,
)

pytestmark = pytest.mark.browser

SOON = 30_000  # milliseconds; how soon it really is, the benchmarks say


def drawing(page: Page):
    """The map's drawing."""
    return page.get_by_role("group", name="Map: arrow keys")


def box(page: Page, province: str) -> dict[str, float]:
    """Where a province is on the screen, on the main map: found and measured in one go, for the drawing may be swapped
    for a newer one at any moment."""
    found: dict[str, float] = page.evaluate(
        """province => {
            const { x, y, width, height } = document.getElementById(`p-${province}`).getBoundingClientRect();
            return { x, y, width, height };
        }""",
        province,
    )
    return found


WATCH = """() => {
    window.gone = 0;
    const look = () => { if (!document.getElementById("p-kai")) window.gone += 1; };
    const frame = () => { look(); window.requestAnimationFrame(frame); };
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
    frame();
}"""
"""Counts every frame, and every moment after a change of the page, in which the map is not there."""


WITH_AND_WITHOUT_THE_TOUR = """() => [false, true].map((ended) => {
    document.getElementById("tour").hidden = ended;
    const svg = document.querySelector("svg.map");
    return { tall: svg.parentNode.clientHeight, told: getComputedStyle(svg).getPropertyValue("--tall") };
})"""
"""How tall the map is then, and what it is told of it."""


def middle(page: Page, province: str) -> tuple[float, float]:
    """The middle of its name, which lies in it."""
    x, y = page.evaluate(
        """province => {
            const found = document.querySelector(`.name[data-province="${province}"]`).getBoundingClientRect();
            return [found.x + found.width / 2, found.y + found.height / 2];
        }""",
        province,
    )
    return x, y


def press(page: Page, province: str) -> None:
    """Click on it; once more where the machine held the button for so long that it was no tap."""

    def meant() -> bool:
        page.mouse.click(*middle(page, province))
        return drawing(page).get_attribute("data-selected") == province

    come(page, meant, f"a tap on {province}")


def still(page: Page) -> None:
    """Wait until the map has come closer and to rest."""
    expect(page.locator(".drawing")).to_have_class(re.compile("zoomed"))
    expect(page.locator(".drawing > svg")).not_to_have_class(re.compile("moves"))


def whole(page: Page) -> None:
    """Go back to the whole map."""
    page.get_by_role("button", name="Whole map").click()
    expect(page.locator(".drawing")).not_to_have_class(re.compile("zoomed"))
    expect(page.locator(".drawing > svg")).not_to_have_class(re.compile("moves"))


CHOSEN = """shape => shape.dispatchEvent(new MouseEvent("click", {bubbles: true}))"""
"""As by an aid for reading: a click that no pointer made."""


def card(page: Page):
    """The panel with a province's card."""
    return page.get_by_role("complementary", name="Province")


def test_the_wheel_comes_closer_where_the_mouse_is_and_news_leaves_the_view_alone(server, open_window):
    two_armies(server)
    page = open_window("Map Control", at="/map/")
    before = box(page, "kai")
    page.mouse.move(before["x"] + before["width"] / 2, before["y"] + before["height"] / 2)
    for _ in range(3):
        page.mouse.wheel(0, -240)
    still(page)
    after = box(page, "kai")
    assert after["width"] > 2 * before["width"]
    assert abs(after["x"] + after["width"] / 2 - before["x"] - before["width"] / 2) < 6

    x, y = middle(page, "kai")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 60, y + 40, steps=4)
    page.mouse.up()
    still(page)
    moved = box(page, "kai")
    assert abs(after["x"] - 60 - moved["x"]) < 2
    assert abs(after["y"] + 40 - moved["y"]) < 2
    expect(card(page)).to_be_hidden()  # it was dragged, not tapped

    press(page, "kai")
    expect(card(page).get_by_role("heading", name="Kai")).to_be_visible()
    still(page)
    kept = box(page, "kai")
    page.evaluate(WATCH)
    server.do("army.order_march", army=1, route=["shinano"])
    server.phases(1, 2)
    expect(flag(page, "TAK", "shinano")).to_be_visible(timeout=SOON)
    assert box(page, "kai") == kept
    expect(drawing(page)).to_have_attribute("data-selected", "kai")
    outline = drawing(page).locator('.selection use[href="#p-kai"]')
    expect(outline).to_have_count(2)
    strokes = outline.evaluate_all("lines => lines.map((line) => getComputedStyle(line).stroke)")
    assert strokes == ["rgb(251, 248, 240)", "rgb(35, 31, 28)"], "a light line under a dark one"
    expect(card(page).get_by_text("left Kai")).to_have_count(0)
    expect(card(page).get_by_text("Phase 2: 1 army moved")).to_be_visible(timeout=SOON)  # the card follows the game too
    assert page.evaluate("window.gone") == 0, "the newer map stands where the older one stood, with none in between"

    whole(page)
    assert abs(box(page, "kai")["width"] - before["width"]) < 1


def test_the_map_is_dragged_no_longer_than_the_mouse_is_pressed(server, open_window):
    page = open_window("Map Control", at="/map/")
    x, y = middle(page, "kai")
    page.mouse.move(x, y)
    page.mouse.wheel(0, -600)
    still(page)
    before = box(page, "kai")
    mouse = page.context.new_cdp_session(page)
    pressed = {"type": "mousePressed", "button": "left", "clickCount": 1, "x": x, "y": y}
    mouse.send("Input.dispatchMouseEvent", pressed)  # and released over a menu of the browser
    for step in (30, 60):
        mouse.send("Input.dispatchMouseEvent", {"type": "mouseMoved", "buttons": 0, "x": x + step, "y": y})
    still(page)
    assert box(page, "kai") == before


REFUSED = """() => {
    window.drawn = document.querySelector('.drawing .flag[data-army="1"]');
    [window.kept, window.fingers] = [0, []];
    document.addEventListener("pointerdown", (event) => window.fingers.push(event.pointerId));
    document.body.addEventListener("htmx:beforeSwap", (event) => {
        if (event.detail.elt.matches(".drawing") && !event.detail.shouldSwap) window.kept += 1;
    });
}"""
"""Remembers a flag that is on the page, and counts the newer drawings that came and were not put in its place."""


LIFTED = """() => document.dispatchEvent(
    new PointerEvent("pointerup", { pointerId: window.fingers.at(-1), bubbles: true }))"""
"""The last finger is lifted, said by the page itself: Chromium's driver lifts all or none."""


def test_the_map_is_not_swapped_under_a_second_finger(server, open_window):
    two_armies(server)
    phone = open_window("Map Control", at="/map/", **PHONE)
    drawing(phone).scroll_into_view_if_needed()
    touch, (x, y) = touches(phone), middle(phone, "kai")
    phone.evaluate(REFUSED)
    touch("touchStart", (x, y), (x + 40, y))
    phone.evaluate(LIFTED)
    phone.wait_for_timeout(400)  # for longer than a lifted finger is waited for
    server.do("army.order_march", army=1, route=["shinano"])
    server.phases(1, 2)
    until(phone, "window.kept || !window.drawn.isConnected")
    assert phone.evaluate("window.drawn.isConnected"), "nothing moves under the finger that is still there"
    touch("touchEnd")
    expect(flag(phone, "TAK", "shinano")).to_be_visible()
    assert not phone.evaluate("window.drawn.isConnected")


def test_two_fingers_pinch_and_one_drags_once_it_is_near(server, open_window):
    two_armies(server)
    phone = open_window("Map Control", at="/map/", **PHONE)
    drawing(phone).scroll_into_view_if_needed()
    touch = touches(phone)
    before = box(phone, "kai")
    x, y = before["x"] + before["width"] / 2, before["y"] + before["height"] / 2
    pinch(touch, x, y)
    still(phone)
    near = box(phone, "kai")
    assert near["width"] == pytest.approx(3 * before["width"], rel=0.15)
    assert abs(near["x"] + near["width"] / 2 - x - 24) < 15, "it goes along with both fingers"
    expect(drawing(phone).locator("svg.near")).to_have_count(1)

    touch("touchStart", (x, y))
    for far in (10, 25, 40):
        touch("touchMove", (x - far, y))
    touch("touchEnd")
    still(phone)
    assert abs(near["x"] - 40 - box(phone, "kai")["x"]) < 3
    expect(card(phone)).to_be_hidden()


def test_the_card_is_a_sheet_at_the_foot_of_a_phone(server, open_window):
    battle_of_kawanakajima(server)
    phone = open_window("Map Control", at="/map/", **PHONE)
    drawing(phone).scroll_into_view_if_needed()
    phone.touchscreen.tap(*middle(phone, "shinano"))
    panel = card(phone)
    expect(panel.get_by_role("heading", name="Shinano")).to_be_visible()
    found = panel.bounding_box()
    assert found
    assert found["x"] == 0
    assert found["width"] == PHONE["viewport"]["width"]
    assert found["y"] + found["height"] == pytest.approx(PHONE["viewport"]["height"], abs=1)
    assert found["height"] < 0.55 * PHONE["viewport"]["height"]
    fits(phone)
    small = panel.locator("a.button, button").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect()).filter(one => one.height < 43.5 || one.width < 43.5).length"
    )
    assert small == 0
    panel.get_by_role("link", name="To the battle").tap()
    expect(phone.get_by_role("button", name="Fight round 1")).to_be_visible()


def test_the_map_is_walked_by_keys(server, open_window):
    meeting_in_shinano(server)
    page = open_window("Map Control", at="/map/?province=kai")
    expect(drawing(page)).to_have_attribute("data-selected", "kai")
    shown, ended = page.evaluate(WITH_AND_WITHOUT_THE_TOUR)
    assert shown["tall"] + 10 < ended["tall"] < OUR_SIZE["height"], "the map makes room for the words above it"
    assert shown["told"] == ended["told"] == "", "and its thousand shapes are not styled anew for it"
    drawing(page).focus()
    page.keyboard.press("ArrowUp")
    expect(drawing(page)).to_have_attribute("data-selected", "shinano")
    expect(card(page).get_by_role("heading", name="Shinano")).to_be_visible()
    page.keyboard.press("Escape")
    expect(card(page)).to_be_hidden()
    page.keyboard.press("Enter")
    expect(card(page).get_by_role("heading", name="Shinano")).to_be_visible()
    expect(card(page)).to_be_focused()
    page.keyboard.press("Escape")
    expect(drawing(page)).to_be_focused()

    page.keyboard.press("Tab")  # to a flag of the chosen province
    expect(flag(page, "TAK", "shinano").or_(flag(page, "UES", "shinano")).first).to_be_visible()
    focused = page.evaluate("document.activeElement.dataset.army + document.activeElement.getAttribute('aria-label')")
    assert focused[0] in "12"
    assert "in Shinano" in focused
    page.keyboard.press("Enter")
    page.wait_for_url("**/armies/*")
    page.go_back()

    expect(drawing(page)).to_have_attribute("aria-label", "Map: arrow keys go to the next province")
    page.keyboard.press("b")
    page.wait_for_url("**/map/encounters/1")
    page.goto("/map/?province=shinano")
    page.keyboard.press("u")  # nothing was done on this page: the journal shows what can be undone
    page.wait_for_url("**/journal/")


def test_o_leads_to_the_order_of_the_army_in_the_chosen_province_and_u_to_undo(server, open_window):
    two_armies(server)
    page = open_window("Map Control", at="/map/?province=kai")
    page.keyboard.press("o")
    page.wait_for_url("**/armies/1/order")
    page.goto("/map/?province=kai")
    send(page, "Mark unrest", "Corrected: unrest of province Kai from no to yes.")
    expect(drawing(page).locator('.unrest[data-province="kai"]')).to_be_visible()
    page.keyboard.press("u")
    expect(page.get_by_role("button", name="Undo")).to_be_focused()


def test_the_slash_finds_a_province_by_its_first_letters(server, open_window, watch):
    watch.forgive(r"status of 400")
    two_armies(server)
    page = open_window("Map Control", at="/people/")
    page.keyboard.press("/")
    page.keyboard.type("shina")
    page.keyboard.press("Enter")
    expect(card(page).get_by_role("heading", name="Shinano")).to_be_visible()
    expect(card(page)).to_be_focused()
    page.keyboard.press("Tab")
    expect(card(page).get_by_role("link", name="Close the card")).to_be_focused()
    still(page)
    x, y = middle(page, "shinano")
    around = drawing(page).bounding_box()
    assert around
    assert around["x"] < x < around["x"] + around["width"]
    assert around["y"] < y < around["y"] + around["height"]
    near = box(page, "shinano")["width"]
    whole(page)
    assert near > 1.9 * box(page, "shinano")["width"]

    page.keyboard.press("/")
    page.keyboard.type("nowhere")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("No province, clan or living person is called “nowhere”")


def test_a_layer_that_was_hidden_stays_hidden(server, open_window):
    two_armies(server)
    page = open_window("Map Control", at="/map/")
    expect(flag(page, "TAK", "kai")).to_be_visible()
    page.get_by_text("Layers", exact=True).click()
    page.get_by_role("checkbox", name="Armies").uncheck()
    page.get_by_role("checkbox", name="Holders’ patterns").check()
    expect(flag(page, "TAK", "kai")).to_be_hidden()
    expect(drawing(page).locator('> svg > [data-layer="patterns"]')).to_be_visible()
    server.do("army.order_march", army=1, route=["shinano"])
    expect(page.get_by_role("row").filter(has_text="Takeda Harunobu")).to_contain_text("Shinano", timeout=SOON)
    expect(flag(page, "TAK", "kai")).to_be_hidden()
    page.reload()
    expect(drawing(page)).to_be_visible()
    expect(flag(page, "TAK", "kai")).to_be_hidden()
    page.get_by_text("Layers", exact=True).click()
    page.get_by_role("checkbox", name="Armies").check()
    expect(flag(page, "TAK", "kai")).to_be_visible()


def test_a_flag_opens_its_army_and_a_seal_its_encounter(server, open_window):
    meeting_in_shinano(server)
    page = open_window("Map Control", at="/map/")
    flag(page, "TAK", "shinano").click()
    expect(page.get_by_role("heading", name="Takeda Harunobu")).to_be_visible()
    page.goto("/map/")
    drawing(page).locator(".clash").click()
    page.wait_for_url("**/map/encounters/1")


def test_a_card_leads_to_the_next_one_and_closes(server, open_window):
    two_armies(server)
    page = open_window("Map Control", at="/map/?province=kai")
    card(page).get_by_role("link", name="Shinano").click()
    expect(card(page).get_by_role("heading", name="Shinano")).to_be_visible()
    expect(page).to_have_url(f"{server.origin}/map/?province=shinano")
    card(page).get_by_role("link", name="Close the card").click()
    expect(card(page)).to_be_hidden()
    expect(page).to_have_url(f"{server.origin}/map/")


def test_a_card_that_was_overtaken_by_an_act_is_asked_for_again(server, open_window):
    page = open_window("Map Control", at="/map/", own=True)
    until(page, "contact.live()")
    stood = page.evaluate("contact.journal()")
    held: list[tuple[Route, APIResponse]] = []
    page.route("**/map/provinces/kai", lambda route: held.append((route, route.fetch())), times=1)
    page.locator('path.province[data-province="kai"]').first.evaluate(CHOSEN)
    come(page, lambda: bool(held), "what is asked of the card")
    server.do("garrison.raise", province="kai", troops=3)
    until(page, f"contact.journal() !== '{stood}'")
    [(route, answer)] = held
    route.fulfill(response=answer)
    expect(card(page)).to_contain_text("raised 3 counters in Kai", timeout=SOON)


def test_the_display_can_be_zoomed_but_says_nothing(server, open_window):
    two_armies(server)
    wall = open_window(at="/display/")
    before = box(wall, "kai")["width"]
    wall.get_by_role("button", name="Closer").click()
    still(wall)
    assert box(wall, "kai")["width"] == pytest.approx(1.6 * before, rel=0.02)
    wall.mouse.click(*middle(wall, "kai"))
    expect(wall.get_by_role("complementary")).to_have_count(0)
    expect(wall).to_have_url(f"{server.origin}/display/")
    wall.get_by_text("Layers", exact=True).click()
    expect(wall.get_by_role("checkbox", name="People")).to_have_count(0)


def test_the_question_mark_shows_the_keys_of_the_page_one_is_on(open_window):
    page = open_window("Map Control")
    for address, words in (("/map/", "to the next province that way"), ("/orders/", "ends the row and saves it")):
        page.goto(address)
        expect(page.locator("#live")).to_have_text("Live")
        page.evaluate("document.activeElement.blur()")  # in a field a question mark is only typed
        page.keyboard.press("?")
        keys = page.get_by_role("dialog", name="Keys")
        expect(keys).to_be_visible()
        expect(keys).to_contain_text(words)
        page.keyboard.press("Escape")
        expect(keys).to_be_hidden()


SLOW_NETWORK = {"offline": False, "latency": 50, "downloadThroughput": 400_000, "uploadThroughput": 90_000}
TOPS = """window.tops = new Set();
const look = () => {
    const map = document.getElementById("map")?.getBoundingClientRect();
    if (map?.height) tops.add(Math.round(map.top + scrollY - document.querySelector(".band").offsetHeight));
    requestAnimationFrame(look);
};
requestAnimationFrame(look);"""


@pytest.mark.parametrize("wide", [320, 375, 1280])
def test_on_a_slow_network_the_map_stands_where_it_is_drawn_first(server, open_window, wide):
    """What stands above it is there before: what an umpire is about to tap does not slip away below his finger."""
    two_armies(server)
    page = open_window("Map Control", "Hana", own=True, viewport={"width": wide, "height": 800})
    page.add_init_script(TOPS)
    page.context.new_cdp_session(page).send("Network.emulateNetworkConditions", SLOW_NETWORK)
    for address in ("/map/", "/map/phase"):
        for _ in range(3):  # what slips does so each time; letters that come late on a busy machine do not
            page.goto(address)
            expect(page.locator("#map svg").first).to_be_visible()
            expect(page.get_by_role("button", name="No, thanks")).to_be_visible(visible=address == "/map/")
            until(page, "tops.size > 0")
            if len(tops := page.evaluate("[...tops]")) == 1:
                break
        assert len(tops) == 1, (address, tops)


STOOD = """window.stood = new Map();
const look = () => {
    const seen = [];
    for (const one of document.querySelectorAll(":is(.band, main) :is(a, button, input, select, summary):not(svg *)")) {
        const { top, height } = one.getBoundingClientRect();
        if (height && one.checkVisibility({ visibilityProperty: true })) seen.push([one, top + scrollY]);
    }
    // a frame in letters that stand in for ours tells nothing
    if (document.fonts.status !== "loaded") seen.length = 0;
    for (const [one, top] of seen) stood.set(one, [...(stood.get(one) ?? []), top]);
    requestAnimationFrame(look);
};
requestAnimationFrame(look);"""
SLIPPED = """[...stood].filter(([, tops]) => Math.max(...tops) - Math.min(...tops) > 2)
    .map(([one, tops]) => `${one.outerHTML.slice(0, 90)}: ${Math.min(...tops)} to ${Math.max(...tops)}`)"""


@pytest.mark.parametrize("wide", [320, 375])
def test_nothing_that_can_be_tapped_slips_while_a_page_still_comes(server, open_window, wide):
    two_armies(server)
    page = open_window("Map Control", "Hana", own=True, viewport={"width": wide, "height": 800})
    page.goto("/orders/")  # whoever works here has the letters already
    lettered(page)
    page.add_init_script(STOOD)
    page.context.new_cdp_session(page).send("Network.emulateNetworkConditions", SLOW_NETWORK)
    for address in ("/map/", "/map/phase", "/orders/", "/now/"):
        for _ in range(3):  # what slips does so each time; letters that come late on a busy machine do not
            page.goto(address)
            expect(page.locator("#live")).to_have_text("Live")
            until(page, "stood.size > 2")
            if not (slipped := page.evaluate(SLIPPED)):
                break
        assert slipped == [], address


def test_where_no_army_moves_the_phase_page_shows_the_map_on_a_phone(server, open_window):
    page = open_window("Map Control", **PHONE)
    server.phases(1, 2, 3, 4)
    page.goto("/map/phase")
    expect(page.locator("#map svg").first).to_be_visible()
