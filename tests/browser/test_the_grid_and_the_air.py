"""What the order grid keeps of a row that is saved, on a network that loses what is sent, and beside other desks."""

from __future__ import annotations

import pytest
from playwright.sync_api import APIResponse, Locator, Page, Route, expect

from tests.browser.umpire import PHONE, boxes, come, fits, told, two_armies, until

pytestmark = pytest.mark.browser

REFUSED = r"status of 4\d\d"


def leg(page: Page, number: int, general: str) -> Locator:
    """A leg in the grid."""
    return page.get_by_role("table").get_by_label(f"Leg {number}, {general}")


CHOSEN = """shape => shape.dispatchEvent(new MouseEvent("click", {bubbles: true}))"""
"""As by an aid for reading: a click that no pointer made."""
DRAFT = "Object.keys(localStorage).some((name) => name.includes('draft '))"


def test_what_is_saved_is_no_draft_and_what_is_not_lies_over_nothing(server, open_window, watch):
    watch.forgive(REFUSED)
    two_armies(server)
    page = open_window("Map Control", at="/orders/")
    leg(page, 1, "Takeda Harunobu").focus()
    page.keyboard.type("sh")
    until(page, DRAFT)
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator("tbody.in")).to_have_count(1)
    until(page, f"!{DRAFT}")

    # What another desk was before with is refused, and stays what he typed; in the next row he has only begun.
    leg(page, 1, "Takeda Harunobu").fill("mu")
    server.do("army.order_march", army=1, route=["suruga"])
    expect(page.locator("tbody.elsewhere")).to_have_count(1)
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert").filter(has_text="You typed Musashi")).to_be_visible()
    expect(page.get_by_text("yours, not sent")).to_have_count(0)
    leg(page, 1, "Uesugi Kenshin").fill("sh")
    page.reload()
    lines = page.get_by_text("yours, not sent")
    expect(lines).to_have_count(2)
    for width in (1280, 375):
        page.set_viewport_size({"width": width, "height": 900})
        row = page.locator("#army-2")
        line, tick, save = boxes(*(row.locator(one) for one in (".draft-line", ".tick", ".save")))
        assert line["y"] >= max(tick["bottom"], save["bottom"]), width
        fits(page)


def test_nobody_waits_for_a_network_that_swallows_what_is_asked(server, open_window, watch):
    watch.forgive("ERR_")
    two_armies(server)
    page = open_window("Map Control", own=True)
    page.clock.install()
    swallowed: list[Route] = []
    for asked in ("**/map/provinces/kai", "**/orders/1"):
        page.route(asked, lambda route: swallowed.append(route))
    page.goto("/map/")
    page.locator('path.province[data-province="kai"]').first.evaluate(CHOSEN)
    come(page, lambda: bool(swallowed), "what is asked of the card")
    page.clock.run_for(13_000)
    expect(page.get_by_text("The card could not be fetched. Try again.")).to_be_visible()
    page.goto("/orders/")
    leg(page, 1, "Takeda Harunobu").focus()
    page.keyboard.type("sh")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator("tbody.sending")).to_have_count(1)
    page.clock.run_for(13_000)
    expect(page.locator(".unsent")).to_contain_text("Order of Takeda Harunobu: Shinano")
    expect(page.locator("tbody.sending")).to_have_count(0)


def test_what_is_suggested_for_a_leg_lies_over_what_waits_to_be_sent(server, open_window, watch):
    watch.forgive("ERR_FAILED")
    two_armies(server)
    page = open_window("Map Control", at="/orders/", **PHONE)
    page.route("**/orders/2", lambda route: route.abort())
    leg(page, 1, "Uesugi Kenshin").fill("shinano")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    page.locator(".unsent").wait_for()
    begun = leg(page, 1, "Takeda Harunobu")
    for width, height in ((375, 667), (667, 375)):
        page.set_viewport_size({"width": width, "height": height})
        begun.fill("")
        begun.evaluate(JUST_ABOVE)
        begun.press_sequentially("s")
        assert page.locator("#matches li").evaluate_all(ON_TOP), (width, height)


JUST_ABOVE = """(one) => {
    const list = document.querySelector(".unsent").getBoundingClientRect();
    scrollBy(0, one.getBoundingClientRect().bottom - list.top + 4);
}"""
ON_TOP = """(all) => all.length > 0 && all.every((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
})"""


def test_what_another_desk_entered_comes_though_it_was_lost_once_and_over_nothing_begun_meanwhile(
    server, open_window, watch
):
    watch.forgive("ERR_FAILED", "status of 503", "Failed to fetch")
    two_armies(server)
    page = open_window("Map Control", at="/orders/")
    answers, asked = [Route.abort, lambda route: route.fulfill(status=503), Route.continue_], []
    page.route("**/orders/2", lambda route: (asked.append(route), answers[len(asked) - 1](route)))
    server.do("army.order_march", army=2, route=["shinano"])
    for times in (1, 2):
        come(page, lambda times=times: len(asked) >= times, "what is asked of the row")
        until(page, "!document.querySelector('[data-fetching]')")
        page.evaluate("contact.wake()")
    expect(leg(page, 1, "Uesugi Kenshin")).to_have_value("Shinano")

    held: list[Route] = []
    page.route("**/orders/1", lambda route: held.append(route))
    server.do("army.order_march", army=1, route=["suruga"])
    come(page, lambda: bool(held), "what is asked of the row")
    leg(page, 1, "Takeda Harunobu").focus()
    page.keyboard.type("sh")
    held[0].continue_()
    expect(page.locator("tbody.elsewhere")).to_have_count(1)
    expect(leg(page, 1, "Takeda Harunobu")).to_have_value("sh")


def test_whoever_locks_the_orders_is_told_so_though_the_news_of_it_comes_first(server, open_window):
    two_armies(server)
    page = open_window("Map Control", at="/orders/")
    held: list[tuple[Route, APIResponse]] = []
    page.route("**/orders/lock", lambda route: held.append((route, route.fetch(max_redirects=0))))
    page.evaluate("window.same = true")
    page.get_by_role("button", name="Lock orders").click()
    until(page, "document.querySelector('#orders-in [data-closed=yes]')")
    until(page, "document.readyState === 'complete'")
    assert page.evaluate("window.same"), "the page waits for its answer"
    [(route, answer)] = held
    route.fulfill(response=answer)
    told(page, "The orders of spring 1550 are locked.")


def test_whoever_locks_the_orders_and_waits_for_the_air_keeps_his_page(server, open_window, watch):
    watch.forgive("ERR_FAILED")
    two_armies(server)
    page = open_window("Map Control", at="/orders/")
    page.route("**/orders/lock", lambda route: route.abort())
    page.evaluate("window.same = true")
    page.get_by_role("button", name="Lock orders").click()
    expect(page.locator(".unsent")).to_contain_text("1 form is not sent yet")
    server.do("orders.lock")
    until(page, "document.querySelector('#orders-in [data-closed=yes]')")
    page.evaluate("contact.wake()")
    until(page, "document.readyState === 'complete'")
    assert page.evaluate("window.same"), "the page waits for its answer"


def test_what_is_typed_on_in_a_row_that_waits_stays_a_draft_and_is_entered_over_ones_own_order(
    server, open_window, watch
):
    watch.forgive("ERR_FAILED")
    two_armies(server)
    page = open_window("Map Control", at="/orders/")
    lost = ["GET", "POST"]  # the order, once; then its row

    def cut(route: Route) -> None:
        if [route.request.method] != lost[-1:]:
            return route.continue_()
        lost.pop()
        return route.abort()

    page.route("**/orders/1", cut)
    leg(page, 1, "Takeda Harunobu").focus()
    page.keyboard.type("sh")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    page.locator(".unsent").wait_for()
    leg(page, 2, "Takeda Harunobu").focus()
    page.keyboard.type("hi")
    until(page, "document.querySelector('.unsent').textContent.includes('Sent at')")
    come(page, lambda: not lost, "what is asked of the row")
    page.evaluate("contact.wake()")
    expect(page.locator("#army-1[data-order=shinano]")).to_have_count(1)
    until(page, DRAFT)
    page.keyboard.type("d")
    expect(leg(page, 2, "Takeda Harunobu")).to_have_value("hid")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator("#army-1[data-order='shinano,hida']")).to_have_count(1)
    until(page, f"!{DRAFT}")


def test_a_row_that_waited_over_a_reload_is_no_draft_and_nobody_elses(server, open_window, watch):
    watch.forgive("ERR_FAILED")
    two_armies(server)
    page = open_window("Map Control", at="/orders/")
    page.route("**/orders/1", lambda route: route.abort())
    leg(page, 1, "Takeda Harunobu").focus()
    page.keyboard.type("sh")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    page.locator(".unsent").wait_for()
    page.reload()
    expect(leg(page, 1, "Takeda Harunobu")).to_have_value("Shinano")  # the draft
    page.unroute("**/orders/1")
    page.evaluate("contact.wake()")
    expect(page.locator("#army-1.in:not(.elsewhere, .dirty)")).to_have_count(1)
    until(page, f"!{DRAFT}")
