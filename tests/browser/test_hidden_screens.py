"""A tap or a key hides a secret screen at once, with all that was typed under its cover; left alone it hides itself."""

from __future__ import annotations

import pytest
from playwright.sync_api import APIResponse, Page, Route, expect

from tests.browser.test_no_tap_is_lost import acted, fill, unsent
from tests.browser.umpire import PHONE, come, fits, until

pytestmark = pytest.mark.browser

REFUSED = r"status of 40[013]"
CUT = r"ERR_INTERNET_DISCONNECTED|object Event|htmx:(afterRequest|sendError)"


def cover(page: Page):
    """What lies over a hidden page."""
    return page.locator("#screen-cover")


def test_a_tap_hides_a_phone_and_the_name_brings_back_what_was_half_typed(server, open_window, watch):
    watch.forgive(REFUSED, CUT)
    page = open_window("Team Control", "Hanako", at="/honour/book?clan=oda", **PHONE)
    other = page.context.new_page()
    other.goto(page.url)
    page.get_by_text("Another reason, a note, a witness").tap()
    page.get_by_label("Note").fill("He gave his horse away")
    page.get_by_role("button", name="Hide").tap()

    # Neither this page nor the other window shows more than the hall sees.
    for window in (page, other):
        expect(cover(window).get_by_label("Your name, or the code of your desk")).to_be_visible()
        expect(window.get_by_text("A fitting bow").first).to_be_hidden()
        assert window.title() == "Map"
    expect(cover(page).locator(".behind svg")).to_be_visible()
    for _ in range(3):
        page.keyboard.press("Escape")  # to a second one the browser asks nobody
    until(page, "document.querySelector('#screen-cover').matches(':modal')")
    other.reload()
    expect(other.get_by_role("heading", name="Hidden")).to_be_visible()
    assert "Oda Nobunaga" not in other.content()
    fits(page)

    cover(page).get_by_label("Your name").fill("Taro")
    cover(page).get_by_role("button", name="Open again").tap()
    expect(cover(page).get_by_role("alert")).to_contain_text("neither the name")
    cover(page).get_by_label("Your name").fill("hanako")
    page.keyboard.press("Enter")
    expect(cover(page)).to_be_hidden()
    expect(page.get_by_label("Note")).to_have_value("He gave his horse away")
    other.reload()
    expect(other.get_by_role("heading", name="Oda")).to_be_visible()

    # While the air is away, it hides and opens all the same; the server hears of it afterwards.
    page.context.set_offline(True)
    page.keyboard.press("F2")
    expect(cover(page)).to_be_visible()
    cover(page).get_by_label("Your name").fill("Hanako")
    page.keyboard.press("Enter")
    expect(cover(page)).to_be_hidden()
    page.context.set_offline(False)
    page.goto("/honour/book?clan=oda")
    expect(page.get_by_role("heading", name="Oda")).to_be_visible()


def test_a_hidden_screen_hears_only_what_everybody_does_and_its_desk_again_once_it_is_open(open_window, watch):
    watch.forgive(REFUSED)
    page = open_window("Team Control", "Hanako", at="/now/", own=True)
    wall = page.context.new_page()  # a window that is never hidden itself
    wall.goto(page.url.replace("/now/", "/display/"))
    for window in (page, wall):
        window.evaluate(
            "() => { window.heard = []; document.body.addEventListener('htmx:sseMessage',"
            " ({ detail }) => heard.push(Number(detail.data))); }"
        )
    second = "heard.at(-1) > 1e9"  # the public's number is a second
    goes_by_seconds = (
        "JSON.parse(document.querySelector('#standing [data-clock-state]').dataset.clockState).journal > 1e9"
    )
    page.keyboard.press("F2")
    for window in (page, wall):
        until(window, second)
        window.evaluate("dispatchEvent(new Event('online'))")  # so does the clock meanwhile
        until(window, goes_by_seconds)
    # Another part of the page than the one that carries the clock comes first when it is opened.
    part = "{ elt: document.body, target: document.createElement('p'), requestConfig: {} }"
    settled = f"document.body.dispatchEvent(new CustomEvent('htmx:afterSettle', {{ detail: {part} }}))"
    page.evaluate(f"document.addEventListener('hiding:open', () => {settled})")
    cover(page).get_by_label("Your name").fill("Hanako")
    page.keyboard.press("Enter")
    for window in (page, wall):
        until(window, f"!({second})")
    stands = page.locator("[data-clock-time]").first.inner_text()
    runs = f"document.querySelector('[data-clock-time]').innerText !== {stands!r}"
    for press, is_so in (
        ("Start", runs),
        ("Stop", "document.querySelector('[data-clock-said]').innerText === 'stopped'"),
    ):
        open_window("Game Control", "Taro", at="/clock/").get_by_role("button", name=press).first.click()
        for window in (page, wall):  # and stays so once the script has drawn it
            until(window, f"(window.ran = {is_so} ? (window.ran ?? 0) + 1 : 0) > 20")
            window.evaluate("ran = 0")
    for window in (page, wall):
        until(window, f"!({goes_by_seconds})")


def test_a_page_with_secrets_that_is_left_alone_hides_itself(server, open_window, watch):
    page = open_window("Team Control", "Hanako", own=True)
    page.clock.install()
    page.goto("/honour/book?clan=oda")
    page.clock.run_for(9 * 60_000)
    page.keyboard.press("Shift")
    page.clock.run_for(9 * 60_000)
    expect(cover(page)).to_be_hidden()
    page.clock.run_for(62_000)
    expect(cover(page)).to_be_visible()


def opened(page: Page) -> None:
    """Open it again, by the name."""
    cover(page).get_by_label("Your name").fill("Anna")
    page.keyboard.press("Enter")
    expect(cover(page)).to_be_hidden()


def hidden(page: Page) -> None:
    """Hide it, and wait until the server has heard of it."""
    with page.expect_response("**/hide"):
        page.keyboard.press("F2")


def test_an_answer_that_comes_once_the_screen_is_hidden_opens_nothing(server, open_window, watch):
    watch.forgive(REFUSED)
    page = open_window("Map Control", "Anna", at="/map/raise")
    held: list[tuple[Route, APIResponse]] = []
    page.route("**/map/raise/*", lambda route: held.append((route, route.fetch(max_redirects=0))))
    fill(page, 2).click()
    come(page, lambda: bool(held), "the answer")
    hidden(page)
    [(route, answer)] = held
    route.fulfill(response=answer)
    expect(unsent(page).locator("li.done")).to_have_count(1)
    expect(cover(page)).to_be_visible()
    assert page.evaluate("Object.values(localStorage).some((one) => one.includes('seen'))") is False
    page.reload()
    expect(page.get_by_role("heading", name="Hidden")).to_be_visible()


def test_a_late_word_that_the_screen_is_hidden_covers_no_window_that_is_open_again(server, open_window, watch):
    watch.forgive(REFUSED)
    page = open_window("Map Control", "Anna", at="/map/raise", own=True)
    other = page.context.new_page()
    other.goto(page.url)
    held: list[tuple[Route, APIResponse]] = []

    def hold(route: Route) -> None:
        if route.request.method == "POST" and not held:
            held.append((route, route.fetch()))
        else:
            route.fallback()

    page.route("**/hide", hold)
    page.keyboard.press("F2")
    come(page, lambda: bool(held), "the answer")
    expect(cover(other)).to_be_visible()
    opened(page)
    expect(cover(other)).to_be_hidden()
    [(route, answer)] = held
    with page.expect_event("requestfinished", lambda request: request == route.request):
        route.fulfill(response=answer)
    page.wait_for_timeout(300)
    assert page.evaluate("localStorage.cover").startswith("open"), "the last word to the other windows"
    expect(cover(other)).to_be_hidden()


def test_a_form_that_was_refused_behind_a_cover_goes_once_it_is_open(server, open_window, watch):
    watch.forgive(REFUSED, "ERR_FAILED")
    page = open_window("Map Control", "Anna", at="/map/raise")
    page.route("**/map/raise/*", lambda route: route.abort())
    fill(page, 2).click()
    expect(unsent(page)).to_contain_text("1 form is not sent yet")
    hidden(page)
    page.unroute("**/map/raise/*")
    page.evaluate("contact.wake()")
    expect(unsent(page).locator("li.door")).to_have_count(1)
    opened(page)
    expect(page.get_by_text("Kai").first).to_be_visible()
    expect(unsent(page).locator("li.door")).to_have_count(0)
    assert len(acted(server)) == 1


def test_a_server_that_could_not_hide_it_is_told_again(server, open_window, watch):
    watch.forgive(REFUSED, "status of 503")
    page = open_window("Map Control", "Anna", at="/map/raise")
    until(page, "contact.live()")  # or this is told at the moment when it comes
    page.route("**/hide", lambda route: route.fulfill(status=503))
    hidden(page)
    page.unroute("**/hide")
    with page.expect_response("**/hide"):
        page.evaluate("contact.wake()")
    page.reload()
    expect(page.get_by_role("heading", name="Hidden")).to_be_visible()


def test_a_screen_that_was_opened_beside_is_not_hidden_by_what_the_server_had_not_heard(server, open_window, watch):
    watch.forgive("status of 503")
    page = open_window("Map Control", "Anna", at="/map/raise", own=True)
    beside = page.context.new_page()
    beside.goto("/map/raise")
    page.route(
        "**/hide", lambda route: route.fulfill(status=503) if route.request.method == "POST" else route.continue_()
    )
    hidden(page)
    opened(beside)
    expect(page.locator("#screen-cover")).to_have_count(0)
    asked = []
    page.on("request", lambda request: asked.append((request.method, request.url)))
    page.evaluate("contact.wake()")
    page.reload()
    expect(page.get_by_role("button", name="Raise")).to_be_visible()
    assert not [url for method, url in asked if method == "POST" and url.endswith("/hide")]


def test_a_covered_page_opens_for_nobody_who_has_signed_in_since_in_another_tab(server, open_window, watch):
    watch.forgive(REFUSED)
    page = open_window("Game Control", "Anna", at="/letters/", own=True)
    beside = page.context.new_page()
    beside.goto("/letters/")
    seen = []  # what stands there without a cover
    for window in (page, beside):
        window.expose_function("uncovered", lambda: seen.append("uncovered"))
        window.get_by_label("What it says").fill("Let us hunt at dawn.")
        window.evaluate("""new MutationObserver(() => {
            if (!document.documentElement.classList.contains("covered")) uncovered();
        }).observe(document.documentElement, {attributeFilter: ["class"]})""")
    hidden(page)
    expect(cover(beside)).to_be_visible()
    seen.clear()  # to be covered is a change too
    third = page.context.new_page()
    third.goto("/sign-in")
    third.get_by_label("Desk code").fill(server.codes["Map Control"])
    third.get_by_label("Your name").fill("Ben")
    third.get_by_role("button", name="Sign in").click()
    third.wait_for_url("**/map/")
    cover(page).get_by_label("Your name").fill("Ben")
    page.keyboard.press("Enter")
    for window in (page, beside):
        expect(window.get_by_role("heading", name="Nothing was changed")).to_be_visible()
        expect(window.get_by_label("What it says")).to_have_count(0)
    assert not seen


BROUGHT_BACK = """() => {
    dispatchEvent(new PageTransitionEvent("pageshow", {persisted: true}));
    return document.querySelector("#screen-cover")?.matches(":modal") ?? false;
}"""
"""As Safari brings a page that was left, just as it was; whether it is covered at once."""


def test_back_to_a_page_that_was_left_shows_it_only_to_whoever_may_see_it_now(server, open_window, watch):
    watch.forgive(REFUSED, "object Event")
    page = open_window("Team Control", "Anna", at="/honour/book?clan=oda")
    page.evaluate("fetch('/hide', {method: 'POST'}).then(() => {})")  # in another window, once this page was left
    assert page.evaluate(BROUGHT_BACK)
    expect(page.get_by_role("heading", name="Hidden")).to_be_visible()

    # A slip of the hand there is asked of the server once: it counts wrong codes.
    tried = []
    page.route("**/open-again", lambda route: (tried.append(route), route.continue_()))
    page.get_by_label("Your name").fill("ana")
    page.get_by_role("button", name="Open again").click()
    expect(page.get_by_role("alert")).to_contain_text("neither the name")
    assert len(tried) == 1
    page.get_by_label("Your name").fill("anna")
    page.get_by_role("button", name="Open again").click()
    expect(page.get_by_role("heading", name="Oda")).to_be_visible()
    expect(page.get_by_role("button", name="Hide", exact=True)).to_be_visible()  # its script is there
    page.context.clear_cookies()
    assert page.evaluate(BROUGHT_BACK)
    expect(page.get_by_label("Desk code")).to_be_visible()


def test_back_to_a_page_while_the_air_is_away_leaves_it_under_its_cover_until_it_is_back(server, open_window, watch):
    watch.forgive(REFUSED, CUT)
    page = open_window("Team Control", "Anna", at="/honour/book?clan=oda")
    page.evaluate("window.same = true")
    page.context.set_offline(True)
    assert page.evaluate(BROUGHT_BACK)
    opened(page)  # by its name, for nobody else is there to ask
    page.get_by_text("Another reason, a note, a witness").click()
    page.get_by_label("Note").fill("He gave his horse away")
    assert page.evaluate(BROUGHT_BACK)
    page.context.set_offline(False)
    expect(cover(page)).to_be_hidden()
    expect(page.get_by_label("Note")).to_have_value("He gave his horse away")

    # Opened by its name though it is nobody's any more: the server is asked all the same.
    page.context.set_offline(True)
    assert page.evaluate(BROUGHT_BACK)
    opened(page)
    assert page.evaluate("window.same")
    page.context.clear_cookies()
    page.context.set_offline(False)
    expect(page.get_by_label("Desk code")).to_be_visible()


def test_a_page_that_was_opened_without_the_air_is_asked_whose_it_is_once_that_is_back(server, open_window, watch):
    watch.forgive(REFUSED, CUT)
    page = open_window("Team Control", "Anna", at="/honour/book?clan=oda")
    hidden(page)
    page.context.set_offline(True)
    opened(page)  # by its name, which is on the page
    page.context.clear_cookies()  # somebody signed out meanwhile, in another tab
    page.context.set_offline(False)
    expect(page.get_by_label("Desk code")).to_be_visible()


@pytest.mark.parametrize("by", ["this window", "another window"])
def test_an_answer_from_before_the_screen_was_hidden_opens_nothing(server, open_window, watch, by):
    watch.forgive(REFUSED, "object Event")
    page = open_window("Team Control", "Anna", at="/honour/book?clan=oda", own=True)
    beside = page.context.new_page()
    beside.goto(page.url)
    held: list[tuple[Route, APIResponse]] = []

    def hold(route: Route) -> None:
        held.append((route, route.fetch())) if route.request.method == "GET" else route.continue_()

    page.route("**/hide", hold)
    assert page.evaluate(BROUGHT_BACK)
    come(page, lambda: bool(held), "the answer")
    hidden(page if by == "this window" else beside)
    expect(cover(beside)).to_be_visible()
    for route, answer in held:  # asked once more with each sign of life
        route.fulfill(response=answer)
    page.evaluate("new Promise((then) => setTimeout(then, 300))")  # so long it would have been read
    expect(cover(page)).to_be_visible()


def test_back_to_a_secret_page_leaves_what_waits_in_it_alone(server, open_window, watch):
    watch.forgive(REFUSED, "ERR_FAILED", "object Event")
    page = open_window("Game Control", "Anna", at="/letters/")
    text = page.get_by_label("What it says")
    text.fill("Let us hunt at dawn.")
    page.route("**/letters/", lambda route: route.abort() if route.request.method == "POST" else route.continue_())
    page.locator("form").filter(has=text).evaluate("form => { form.noValidate = true; form.requestSubmit(); }")
    expect(unsent(page)).to_contain_text("Keep this page open.")
    page.evaluate("window.same = true")
    assert page.evaluate(BROUGHT_BACK)
    expect(cover(page)).to_be_hidden()
    expect(unsent(page)).to_contain_text("Keep this page open.")
    kept = page.context.cookies()
    page.context.clear_cookies()
    with page.expect_response("**/hide"):
        assert page.evaluate(BROUGHT_BACK)
    expect(cover(page)).to_be_visible()
    page.context.add_cookies(kept)  # signed in again, in another tab
    page.evaluate("contact.wake()")
    expect(cover(page)).to_be_hidden()
    assert page.evaluate("window.same && sending.unkept()"), "the page is still there, and what waits in it"


def test_back_to_the_page_of_whoever_sat_here_before_opens_for_him_alone_while_a_form_waits_in_it(
    server, open_window, watch
):
    watch.forgive(REFUSED, "ERR_FAILED", "object Event")
    page = open_window("Game Control", "Anna", at="/letters/")
    text = page.get_by_label("What it says")
    text.fill("Let us hunt at dawn.")
    page.route("**/letters/", lambda route: route.abort() if route.request.method == "POST" else route.continue_())
    page.locator("form").filter(has=text).evaluate("form => { form.noValidate = true; form.requestSubmit(); }")
    expect(unsent(page)).to_contain_text("Keep this page open.")

    def signed_in(name: str) -> None:
        code = {"code": server.codes["Game Control"], "name": name}
        page.context.clear_cookies()
        assert page.context.request.post("/sign-in", form=code, max_redirects=0).status == 303

    signed_in("Ben")
    assert page.evaluate(BROUGHT_BACK)
    for _ in range(2):
        cover(page).get_by_label("Your name").fill("Ben")
        with page.expect_response(lambda answer: answer.url.endswith("/hide") and answer.request.method == "GET"):
            page.keyboard.press("Enter")
        expect(cover(page).get_by_role("alert")).to_contain_text("This page opens for nobody else.")
        expect(cover(page)).to_be_visible()
    signed_in("Anna")
    page.evaluate("contact.wake()")
    expect(cover(page)).to_be_hidden()
    expect(text).to_have_value("Let us hunt at dawn.")


def test_back_to_a_page_that_answered_a_form_sends_nothing_once_more(server, open_window, watch):
    watch.forgive(REFUSED, "status of 4", "object Event")
    page = open_window("Map Control", "Anna", at="/map/raise")
    fill(page, 99).click()
    until(page, "'answered' in (document.body?.dataset ?? {})")
    page.evaluate("window.same = true")
    assert page.evaluate(BROUGHT_BACK)
    expect(cover(page)).to_be_hidden()
    assert page.evaluate("window.same")
    sent = []
    page.route("**/map/raise/*", lambda route: (sent.append(route), route.continue_()))
    page.context.clear_cookies()
    assert page.evaluate(BROUGHT_BACK)
    expect(page.get_by_label("Desk code")).to_be_visible()
    assert page.url.endswith("?next=/map/raise"), "whoever signs in again goes on where the form stood"
    assert not sent


def test_the_room_of_hide_is_kept_until_its_script_is_there(server, open_window):
    """On a slow phone it pushed the words beside it into another line when it came, and the page down."""
    page = open_window("Map Control")
    page.route("**/hiding.js*", lambda route: route.fulfill(body="", content_type="text/javascript"))
    page.goto("/rulings/")
    expect(page.locator("#hide")).to_be_hidden()
    assert page.locator("#hide").evaluate("(one) => one.offsetWidth") >= 44
