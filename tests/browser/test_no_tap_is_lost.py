"""A form sent while the server or the air is away is neither lost nor done twice: it waits, and goes by itself."""

from __future__ import annotations

import re
import sqlite3
import time
from contextlib import closing

import pytest
from playwright.sync_api import Locator, Page, Response, Route, expect

from tests.browser.serving import Served
from tests.browser.umpire import (
    PHONE,
    boxes,
    come,
    fits,
    form_headed,
    lettered,
    meeting_in_shinano,
    send,
    told,
    two_armies,
    until,
)
from tests.cut_network import Tally, beside, let_go, try_desk

pytestmark = pytest.mark.browser

CUT = ("ERR_INTERNET_", "ERR_CONNECTION_", "ERR_FAILED", "ERR_EMPTY", "ERR_INCOMPLETE_", "object Event", "htmx:")
"""What a browser says of an answer that did not come, or not to its end."""


def unsent(page: Page) -> Locator:
    """The list of what waits."""
    return page.locator(".unsent")


def acted(server: Served, action: str = "garrison.raise") -> list[str]:
    """The sentences of an action's entries."""
    with closing(sqlite3.connect(server.game)) as game:
        found = game.execute("select sentence from journal where action = ? order by number", (action,))
        return [sentence for (sentence,) in found]


def test_a_form_sent_while_the_air_is_away_waits_and_goes_by_itself(server, open_window, watch):
    watch.forgive(*CUT)
    page = open_window("Map Control", "Anna", at="/map/raise", **PHONE)
    page.context.set_offline(True)
    form = form_headed(page, "Raise a garrison")
    form.get_by_label("Province").fill("Kai")
    form.get_by_label("Counters").fill("2")
    page.keyboard.press("Enter")
    expect(unsent(page)).to_contain_text("1 form is not sent yet, trying again since")
    expect(unsent(page)).to_contain_text("Raise · Raise a garrison: Kai, 2")
    expect(form).to_contain_text("Not sent yet, trying again, since")
    page.context.set_offline(False)
    told(page, "Kai")
    assert len(acted(server)) == 1
    expect(unsent(page)).to_be_hidden()


MARKED = """() => {
    document.body.dataset.demo = "Demo";
    document.body.insertAdjacentHTML("afterbegin", '<p class="demo-mark">Demo</p>');
}"""
COVERED = """(mark) => [...document.querySelectorAll(".unsent button")].map((one) => one.getBoundingClientRect())
    .some((one) => one.left < mark.x + mark.width && one.bottom > mark.y)"""


def test_the_mark_of_a_demo_lies_over_no_button_of_what_waits(server, open_window, watch):
    watch.forgive(*CUT)
    page = open_window("Map Control", "Anna", at="/map/raise", **PHONE)
    page.evaluate(MARKED)
    page.context.set_offline(True)
    form = form_headed(page, "Raise a garrison")
    form.get_by_label("Province").fill("Kai")
    form.get_by_label("Counters").fill("2")
    page.keyboard.press("Enter")
    expect(unsent(page).get_by_role("button", name="Send now")).to_be_visible()
    assert not page.evaluate(COVERED, page.locator(".demo-mark").bounding_box())
    page.context.set_offline(False)
    told(page, "Kai")


def test_the_mark_of_a_demo_lies_over_no_tool_of_the_clock_in_full(server, open_window):
    page = open_window("Game Control", "Anna")
    page.goto("/clock/full")
    page.evaluate(MARKED)
    mark = page.locator(".demo-mark").bounding_box()
    for tool in page.locator(".clock-tools").locator("a, button").locator("visible=true").all():
        box = tool.bounding_box()
        assert box["y"] + box["height"] <= mark["y"] or box["x"] >= mark["x"] + mark["width"], tool.inner_text()


def test_a_tick_of_a_phone_that_slept_over_the_end_of_its_season_ticks_off_no_other(server, open_window, watch):
    watch.forgive(*CUT, "409")
    page = open_window("Team Control", "Chiyo", at="/season/", **PHONE)
    phone = page.context.new_cdp_session(page)
    lettered(page)
    page.context.set_offline(True)
    phone.send("Page.setWebLifecycleState", {"state": "frozen"})
    server.do("season.advance", "Game Control", season="spring", year=1550, force="the hall is late")
    phone.send("Page.setWebLifecycleState", {"state": "active"})
    page.locator("#tick-takeda").tap()
    expect(unsent(page)).to_contain_text("Takeda: done · Spring 1550")
    page.route("**/live?*", lambda route: None)  # the page hears of the season after the answer to its tick
    page.context.set_offline(False)
    said = "This form was opened in spring 1550, and it is summer 1550 now. Nothing was done."
    expect(page.locator("main > .wrong")).to_contain_text(said)
    assert acted(server, "season.tick") == []
    error, heading = boxes(page.locator("main > .wrong"), page.locator("main h1"))
    assert heading["y"] - error["y"] - error["height"] >= 8, "they do not touch"


def fill(page: Page, troops: int) -> Locator:
    """The form that raises a garrison in Kai, filled in."""
    form = form_headed(page, "Raise a garrison")
    form.get_by_label("Province").fill("Kai")
    form.get_by_label("Counters").fill(str(troops))
    return form.get_by_role("button", name="Raise")


@pytest.mark.program
def test_what_waits_outlives_its_tab_and_the_server_and_goes_in_order_and_once(server, open_window, watch):
    watch.forgive(*CUT)
    first = open_window("Map Control", "Anna")
    second = first.context.new_page()
    for page in (first, second):
        page.goto("/map/raise")
    server.stop()
    fill(first, 1).click()
    expect(unsent(first)).to_contain_text("1 form is not sent yet")
    fill(second, 2).click()
    expect(unsent(second)).to_contain_text("2 forms are not sent yet")
    first.close(run_before_unload=False)
    second.close(run_before_unload=False)
    server.start()
    again = open_tab(page)
    again.goto("/map/")
    expect(unsent(again)).to_contain_text("All is sent.")
    expect(unsent(again).get_by_role("listitem")).to_have_count(2)
    assert ["1 counter" in said for said in acted(server)] == [True, False]


def open_tab(page: Page) -> Page:
    """Another tab of the same window."""
    return page.context.new_page()


def test_what_waits_to_be_printed_says_what_it_is(server, open_window, watch):
    watch.forgive(*CUT)
    page = open_window("Map Control", "Anna", at="/print/", **PHONE)
    page.context.set_offline(True)
    page.get_by_role("listitem").filter(has_text="Army cards").get_by_role("button", name="Print").tap()
    expect(unsent(page).locator(".what")).to_have_text(re.compile(r"^Print · Army cards"))


@pytest.mark.program
def test_what_is_printed_while_nobody_answers_waits_and_opens_no_empty_window(server, open_window, watch):
    watch.forgive(*CUT)
    page = open_window("Game Control", "Anna", at="/safety/")
    until(page, "contact.live()")
    server.stop()
    until(page, "contact.broken() > 0")  # the device is on its network: the stream alone says that nobody is there
    page.get_by_role("button", name="Print the fallback pack now").click()
    expect(unsent(page)).to_contain_text("1 form is not sent yet")
    assert page.context.pages == [page]


def test_a_refusal_after_waiting_stands_at_its_field(server, open_window, watch):
    watch.forgive(*CUT, "status of 422")
    page = open_window("Map Control", "Anna", at="/map/raise")
    page.context.set_offline(True)
    fill(page, 90).click()
    expect(unsent(page)).to_contain_text("Not sent yet")
    page.context.set_offline(False)
    expect(page.locator(".wrong")).to_be_visible()
    expect(form_headed(page, "Raise a garrison").get_by_label("Counters")).to_have_value("90")
    expect(unsent(page)).to_be_hidden()
    assert acted(server) == []


@pytest.mark.parametrize(
    ("at", "button", "words"),
    [("/map/encounters/1", "Claim", ".claim > p"), ("/journal/", "Undo", ".journal li .hint")],
)
def test_a_button_that_waits_leaves_the_words_beside_it_their_room(server, open_window, watch, at, button, words):
    watch.forgive(*CUT)
    meeting_in_shinano(server)
    page = open_window("Map Control", at=at, **PHONE)
    lettered(page)
    page.context.set_offline(True)
    page.get_by_role("button", name=button).first.tap()
    expect(page.locator("main .sending-line")).to_be_visible()
    beside, line = (page.locator(one).first.bounding_box() for one in (words, "main .sending-line"))
    assert min(beside["width"], line["width"]) > 110, (beside, line)
    assert line["height"] < 90
    fits(page)


def test_a_tick_that_waits_says_so_in_the_panel_of_what_is_told(server, open_window, watch):
    watch.forgive(*CUT)
    meeting_in_shinano(server)
    page = open_window("Game Control", at="/tell/", **PHONE)
    lettered(page)
    tick = page.locator(".hearers .tick").first
    height = tick.bounding_box()["height"]
    page.context.set_offline(True)
    tick.tap()
    expect(page.locator(".hearers .sending-line")).to_be_visible()
    line, panel = (page.locator(one).first.bounding_box() for one in (".hearers .sending-line", ".notice"))
    assert line["y"] + line["height"] <= panel["y"] + panel["height"]
    assert tick.bounding_box()["height"] == height


def test_whoever_comes_back_to_a_refusal_finds_the_form_and_what_he_typed(server, open_window, watch):
    page = open_window("Map Control", at="/map/raise", own=True, **PHONE)
    watch.forgive("status of 4")
    page.get_by_label("Province, city or temple").fill("Nowhere")
    page.get_by_label("Counters").first.fill("2")
    page.get_by_role("button", name="Raise").tap()
    expect(page.locator(".wrong")).to_be_visible()
    page.goto("/tell/")
    page.go_back()
    expect(page.get_by_label("Province, city or temple")).to_have_value("Nowhere")
    page.reload()
    expect(page.get_by_label("Province, city or temple")).to_have_value("Nowhere")
    page.get_by_label("Province, city or temple").fill("Kai")
    page.get_by_role("button", name="Raise").tap()
    expect(page.get_by_text("Undo").first).to_be_visible()
    assert len(acted(server)) == 1


def test_what_was_sent_at_once_and_refused_late_is_there_for_whoever_comes_back(server, open_window, watch):
    page = open_window("Map Control", at="/map/raise", **PHONE)
    watch.forgive("status of 4")
    page.route("**/map/raise/*", lambda route: (time.sleep(1), route.continue_()))
    fill(page, 90).tap()
    expect(page.locator(".wrong")).to_be_visible()
    page.goto("/tell/")
    page.go_back()
    expect(form_headed(page, "Raise a garrison").get_by_label("Counters")).to_have_value("90")


def test_what_was_done_leaves_no_draft_though_it_was_sent_at_once(server, open_window):
    page = open_window("Map Control", at="/map/raise", **PHONE)
    page.route("**/map/raise/*", lambda route: (time.sleep(1), route.continue_()))
    fill(page, 2).tap()
    told(page, "Kai")
    assert page.evaluate("Object.keys(localStorage)") == []


def test_whoever_comes_back_to_a_draft_finds_all_of_it_where_the_browser_kept_a_part(server, open_window):
    page = open_window("Intelligence Control", at="/shadows/", own=True, **PHONE)
    page.get_by_role("radio", name="Bribe").check()
    with page.expect_response("**/drafts/"):
        page.get_by_label("Who pays").fill("Oda")
    page.goto("/find")
    page.go_back()
    expect(page.locator(".draft-line")).to_contain_text("Draft of")
    expect(page.get_by_label("Who pays")).to_have_value("Oda")
    expect(page.locator(".draft-line")).not_to_contain_text("changed since")


def test_what_waited_over_the_end_of_the_season_is_asked_for_once_more(server, open_window, watch):
    watch.forgive(*CUT, "status of 409")
    page = open_window("Map Control", "Anna", at="/map/raise", **PHONE)
    page.context.set_offline(True)
    fill(page, 2).click()
    expect(unsent(page)).to_contain_text("Not sent yet")
    server.do("season.advance", "Game Control", season="spring", year=1550, force="time is up")
    page.context.set_offline(False)
    expect(page.locator("main")).to_contain_text("opened in spring 1550, and it is summer 1550 now")
    expect(form_headed(page, "Raise a garrison").get_by_label("Counters")).to_have_value("2")
    assert acted(server) == []
    send(form_headed(page, "Raise a garrison"), "Raise", "Kai")
    assert len(acted(server)) == 1


def test_an_answer_that_was_lost_on_its_way_is_asked_for_again_and_nothing_is_done_twice(server, open_window, watch):
    watch.forgive(*CUT)
    page = open_window("Map Control", "Anna", at="/map/raise")
    lost = []

    def lose(route):
        route.fetch() if not lost else None
        lost.append(route.request.post_data)
        route.abort() if len(lost) < 2 else route.continue_()

    page.route("**/map/raise/garrison.raise", lose)
    fill(page, 2).dblclick()
    told(page, "Kai")
    assert len(lost) == 2
    assert lost[0] == lost[1]
    assert len(acted(server)) == 1


def test_a_form_that_waits_behind_one_without_an_answer_says_so_too(server, open_window, watch):
    watch.forgive(*CUT, "status of 400")
    page = open_window("Map Control", "Anna", at="/map/raise")
    held: list[Route] = []
    page.route("**/*", lambda route: held.append(route) if route.request.method == "POST" else route.continue_())
    fill(page, 1).click()
    form = form_headed(page, "Form an army")
    form.evaluate("form => { form.noValidate = true; form.requestSubmit(); }")
    expect(unsent(page)).to_contain_text("2 forms are not sent yet", timeout=30_000)
    assert len({route.request.post_data for route in held}) == 1, "one after the other"
    held[-1].abort()  # one that waited for too long was given up, and sent once more
    page.unroute_all()
    expect(unsent(page)).not_to_contain_text("not sent yet")


def test_what_is_sent_after_the_sign_in_has_gone_waits_for_the_same_desk(server, open_window, watch):
    watch.forgive(*CUT, "status of 401")
    page = open_window("Map Control", "Anna", at="/map/raise")
    page.context.clear_cookies()
    fill(page, 2).click()
    expect(unsent(page)).to_contain_text("You are signed out. Sign in at Map Control: then it is sent.")
    assert acted(server) == []
    unsent(page).get_by_role("button", name="Sign in").click()
    expect(unsent(page)).to_contain_text("1 form waits to be sent. Sign in at Map Control")
    expect(unsent(page)).not_to_contain_text("Kai")
    for code, name, count in (("Team Control", "Anna", 0), ("Map Control", "Anna", 1)):
        page.context.clear_cookies()
        page.goto("/sign-in")
        page.get_by_label("Desk code").fill(server.codes[code])
        page.get_by_label("Your name").fill(name)
        page.get_by_role("button", name="Sign in").click()
        page.wait_for_url("**/map/" if count else "**/now/")
        if count:
            expect(unsent(page)).to_contain_text("Sent at")
        assert len(acted(server)) == count


def test_what_waits_on_a_page_goes_by_itself_for_who_filled_it_in_and_for_another_by_his_tap(
    server, open_window, watch
):
    watch.forgive(*CUT, "status of 401")
    page = open_window("Map Control", "Anna", at="/map/raise")
    until(page, "contact.live()")
    kept = page.context.cookies()

    def waits(troops: int) -> None:
        page.route("**/map/raise/*", lambda route: route.abort())
        fill(page, troops).click()
        expect(unsent(page)).to_contain_text("1 form is not sent yet")

    waits(2)
    page.context.clear_cookies()
    page.unroute("**/map/raise/*")
    expect(unsent(page)).to_contain_text("You are signed out.")
    page.context.add_cookies(kept)  # signed in again, in another tab
    told(page, "Kai")
    page.goto("/map/raise")
    until(page, "contact.live()")
    waits(1)
    page.context.clear_cookies()
    ben = {"code": server.codes["Map Control"], "name": "Ben"}
    assert page.context.request.post("/sign-in", form=ben, max_redirects=0).status == 303
    page.unroute("**/map/raise/*")
    expect(unsent(page)).to_contain_text("Anna filled it in, and Ben is signed in here.")
    assert len(acted(server)) == 1
    unsent(page).get_by_role("button", name="Send now").click()
    come(page, lambda: len(acted(server)) == 2, "what Ben tapped")


def test_a_file_that_waits_goes_by_itself_for_who_chose_it_and_for_another_by_his_tap(server, open_window, watch):
    watch.forgive(*CUT, "status of 401")
    page = open_window("Map Control", "Anna", at="/orders/list")
    until(page, "contact.live()")
    given = {"name": "orders.csv", "mimeType": "text/csv", "buffer": b"army,route\n"}
    sent = []
    page.route("**/orders/list*", lambda route: (sent.append(route.request.method), route.continue_()))

    def waits() -> None:
        page.route("**/standing*", lambda route: route.abort())
        page.locator("#file").set_input_files(given)
        page.locator("form:has(#file)").evaluate("form => form.requestSubmit()")
        expect(unsent(page)).to_contain_text("1 form is not sent yet")

    waits()
    page.context.clear_cookies()
    ben = {"code": server.codes["Map Control"], "name": "Ben"}
    assert page.context.request.post("/sign-in", form=ben, max_redirects=0).status == 303
    page.unroute("**/standing*")
    expect(unsent(page)).to_contain_text("The room is back: tap to send it.")
    assert "POST" not in sent


def test_signing_out_drops_what_waits_and_says_so(server, open_window, watch):
    watch.forgive(*CUT)
    page = open_window("Map Control", "Anna", at="/map/raise", own=True)
    page.route("**/map/raise/garrison.raise", lambda route: route.abort())
    fill(page, 2).click()
    expect(unsent(page)).to_contain_text("Not sent yet")
    asked = []
    page.on("dialog", lambda dialog: (asked.append(dialog.message), dialog.accept()))
    page.get_by_text("More", exact=True).click()
    page.get_by_role("button", name="Sign out").click()
    page.wait_for_url("**/sign-in")
    assert "1 form is not sent yet. Sign out and drop it?" in asked[0]
    assert page.evaluate("Object.keys(localStorage).filter((name) => /^(waiting|draft) /.test(name))") == []


def test_an_answer_of_somebody_else_on_the_way_is_no_answer(server, open_window, watch):
    watch.forgive(*CUT)
    page = open_window("Map Control", "Anna", at="/map/raise")
    page.route("**/map/raise/garrison.raise", lambda route: route.fulfill(body="<p>Welcome to the hall's wifi"))
    fill(page, 2).click()
    expect(unsent(page)).to_contain_text("Not sent yet, trying again")
    page.unroute("**/map/raise/garrison.raise")
    told(page, "Kai")
    assert len(acted(server)) == 1


WRITTEN = "JSON.stringify(localStorage).includes('%s')"


def written(page: Page) -> str:
    """All that lies on the device, once all has been written that will be."""
    page.wait_for_timeout(600)  # a draft is written when the keys have been still for a moment
    return str(page.evaluate("JSON.stringify(localStorage)"))


def test_a_draft_outlives_reload_tab_and_server_and_goes_with_its_sign_in(server, open_window, watch):
    watch.forgive(*CUT)
    page = open_window("Map Control", "Anna", at="/map/raise")
    fill(page, 4)
    until(page, WRITTEN % "Kai")
    page.close()
    server.stop()
    server.start()
    page = page.context.new_page()
    page.goto("/map/raise")
    form = form_headed(page, "Raise a garrison")
    expect(form.get_by_label("Counters")).to_have_value("4")
    expect(form).to_contain_text("yours, not sent.")
    expect(form).not_to_contain_text("gone on since")
    server.do("garrison.raise", province="echigo", troops=1)
    page.reload()
    expect(form.locator(".draft-line")).to_contain_text("The game has gone on since: look whether it is still right.")
    form.get_by_role("button", name="Discard").click()
    expect(form.get_by_label("Counters")).to_have_value("")
    page.reload()
    expect(form).not_to_contain_text("yours, not sent.")
    fill(page, 5)
    until(page, WRITTEN % "Kai")
    page.get_by_text("More", exact=True).click()
    page.get_by_role("button", name="Sign out").click()
    page.wait_for_url("**/sign-in")
    assert "Kai" not in written(page)


def test_what_was_looked_at_is_no_draft_on_the_page_that_answers(server, open_window):
    page = open_window("Game Control", "Anna", at="/scenario/file?path=tables/economy.toml")
    text = page.get_by_label("The file as it is to be")
    text.fill(text.input_value().replace("castle = 15", "castle = 18"))
    until(page, WRITTEN % "castle = 18")
    page.get_by_role("button", name="Look what it would have altered").click()
    expect(page.get_by_label("Reason")).to_be_visible()
    expect(page.locator(".draft-line")).to_have_count(0)
    page.get_by_label("Reason").fill("we vote")
    until(page, WRITTEN % "we vote")
    page.goto("/scenario/file?path=tables/economy.toml")
    expect(page.locator(".draft-line")).to_contain_text("yours, not sent.")


@pytest.mark.program
def test_what_is_typed_on_a_secret_page_is_kept_by_the_server_and_never_on_the_device(server, open_window, watch):
    watch.forgive(*CUT)
    page = open_window("Game Control", "Anna", at="/letters/")
    text = page.get_by_label("What it says")
    text.fill("Let us hunt at dawn.")
    assert "hunt" not in written(page)
    server.stop()
    server.start()
    page.reload()
    expect(text).to_have_value("Let us hunt at dawn.")
    expect(page.locator(".draft-line")).to_contain_text("yours, not sent.")
    page.route("**/letters/", lambda route: route.abort() if route.request.method == "POST" else route.continue_())
    page.locator("form").filter(has=text).evaluate("form => { form.noValidate = true; form.requestSubmit(); }")
    expect(unsent(page)).to_contain_text("Keep this page open.")
    assert "hunt" not in written(page)


def test_a_draft_that_the_server_does_not_take_is_sent_again_by_the_next_key_or_once_the_screen_is_open(
    server, open_window, watch
):
    watch.forgive("status of 40[13]", "object Event")
    page = open_window("Game Control", "Anna", at="/letters/")
    until(page, "contact.live()")
    text = page.get_by_label("What it says")
    asked: list[Route] = []
    page.route("**/drafts/", lambda route: (asked.append(route), route.continue_()))
    kept = page.context.cookies()
    page.context.clear_cookies()
    with page.expect_response("**/drafts/"):
        text.fill("Let us hunt.")
    until(page, "contact.shut() === 'door'")  # the page has read the answer, and asked why
    for _ in range(3):
        page.evaluate("contact.wake()")
        page.wait_for_timeout(100)
    assert len(asked) == 1
    with page.expect_response("**/drafts/"):
        text.fill("Let us hunt at dawn.")
    assert len(asked) == 2
    with page.expect_response(taken):
        page.context.add_cookies(kept)
        page.evaluate("document.dispatchEvent(new Event('hiding:open'))")


def test_what_is_typed_on_while_a_draft_is_on_its_way_is_not_overtaken_by_it(server, open_window):
    page = open_window("Game Control", "Anna", at="/letters/")
    text = page.get_by_label("What it says")
    held: list[Route] = []
    page.route(
        "**/drafts/", lambda route: route.continue_() if held or route.request.method == "GET" else held.append(route)
    )
    text.fill("Let us hunt.")
    come(page, lambda: bool(held), "the draft")
    text.fill("Let us hunt at dawn.")
    page.wait_for_timeout(1_000)  # so long it would have been sent beside the first
    with page.expect_event("requestfinished", lambda request: request == held[0].request):
        held[0].continue_()
    come(page, lambda: "dawn" in page.context.request.get("/drafts/").text(), "what was typed last")


PUT_AWAY = """() => {
    Object.defineProperty(document, "hidden", { get: () => true });
    document.dispatchEvent(new Event("visibilitychange"));
}"""


def test_a_phone_that_is_put_away_while_a_draft_is_on_its_way_sends_what_was_typed_last(server, open_window):
    page = open_window("Game Control", "Anna", at="/letters/", own=True)
    text = page.get_by_label("What it says")
    held: list[Route] = []

    def hold(route: Route) -> None:
        route.continue_() if len(held) == 2 or route.request.method == "GET" else held.append(route)

    page.route("**/drafts/", hold)
    text.fill("Let us hunt.")
    come(page, lambda: bool(held), "the draft")
    text.fill("Let us hunt at dawn.")
    page.wait_for_timeout(1_000)  # it waits for the first
    page.evaluate(PUT_AWAY)
    come(page, lambda: len(held) == 2, "what was typed last")
    for late in reversed(held):  # and the first arrives after it
        with page.expect_event("requestfinished", lambda request, late=late: request == late.request):
            late.continue_()
    come(page, lambda: "dawn" in page.context.request.get("/drafts/").text(), "what was typed last, once more")


BACK = """() => ["pagehide", "pageshow"].forEach(
    (kind) => dispatchEvent(new PageTransitionEvent(kind, { persisted: true }))
)"""


def test_on_a_page_that_was_left_and_came_back_one_draft_waits_for_the_other_again(server, open_window):
    page = open_window("Game Control", "Anna", at="/letters/")
    text = page.get_by_label("What it says")
    held: list[Route] = []
    page.route("**/drafts/", lambda route: route.continue_() if route.request.method == "GET" else held.append(route))
    page.evaluate(BACK)
    text.fill("Let us hunt.")
    come(page, lambda: bool(held), "the draft")
    text.fill("Let us hunt at dawn.")
    page.wait_for_timeout(1_000)  # so long it would have been sent beside the first
    assert len(held) == 1
    held[0].continue_()
    come(page, lambda: len(held) == 2, "what was typed last")
    with page.expect_response(taken):
        held[1].continue_()


def test_a_whole_position_that_is_typed_in_is_a_draft_as_any_letter_is(server, open_window):
    page = open_window("Game Control", "Anna", at="/safety/midway/")
    position = "takeda-harunobu,kai,20,“Ōmi”\n" * 3000
    text = page.get_by_label("Typed, the first line naming the columns")
    page.get_by_text("One list, as a CSV file or typed").click()
    with page.expect_response(taken):  # as it is pasted: a browser that types so much by itself takes a minute
        text.evaluate(
            "(text, pasted) => { text.value = pasted; text.dispatchEvent(new Event('input', { bubbles: true })); }",
            position,
        )
    page.reload()
    expect(text).to_have_value(position)


def taken(answer: Response) -> bool:
    """Whether the server has taken a draft."""
    return answer.url.endswith("/drafts/") and answer.request.method == "POST" and answer.ok


def test_a_draft_that_was_typed_while_signed_out_is_kept_once_somebody_has_signed_in_again_in_another_tab(
    server, open_window, watch
):
    watch.forgive("status of 40[13]", "object Event")
    page = open_window("Game Control", "Anna", at="/letters/")
    until(page, "contact.live()")
    text = page.get_by_label("What it says")
    page.context.clear_cookies()
    text.fill("Let us hunt at dawn.")
    until(page, "contact.shut() === 'door'")  # it was told so when the draft was not taken
    other = page.context.new_page()
    other.goto("/sign-in")
    other.get_by_label("Desk code").fill(server.codes["Game Control"])
    other.get_by_label("Your name").fill("Anna")
    with page.expect_response(taken):
        other.get_by_role("button", name="Sign in").click()
        other.wait_for_url("**/game/")
        page.bring_to_front()
    other.goto("/letters/")
    expect(other.get_by_label("What it says")).to_have_value("Let us hunt at dawn.")

    # One that was thrown away while nobody was signed in is gone as well.
    kept = page.context.cookies()
    page.context.clear_cookies()
    with other.expect_response("**/drafts/"):
        other.locator(".draft-line").get_by_role("button", name="Discard").click()
    until(other, "contact.shut() === 'door'")
    with other.expect_response(taken):
        page.context.add_cookies(kept)
    assert page.context.request.get("/drafts/").json() == {}


def test_a_row_of_the_grid_and_a_tick_on_a_phone_wait_like_any_form(server, open_window, watch):
    watch.forgive(*CUT)
    two_armies(server)
    page = open_window("Map Control", "Anna", at="/orders/")
    leg = page.get_by_label("Leg 1, Takeda Harunobu")
    leg.fill("Shinano")
    page.context.set_offline(True)
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(unsent(page)).to_contain_text("Order of Takeda Harunobu: Shinano")
    page.context.set_offline(False)
    expect(unsent(page)).to_contain_text("All is sent.")
    assert len(acted(server, "army.order_march")) == 1
    door = open_window("Team Control", "Ben", **PHONE)
    server.do("player.add", "Game Control", name="Dora Lund")
    door.goto("/casting/door/")
    door.context.set_offline(True)
    door.get_by_role("button", name="Dora Lund").first.click()
    expect(unsent(door)).to_contain_text("1 form is not sent yet")
    door.context.set_offline(False)
    expect(unsent(door)).not_to_contain_text("not sent yet")  # hidden at once, or after half a minute of "All is sent."
    expect(door.locator("#door")).to_contain_text("Dora Lund")
    assert len(acted(server, "player.check_in")) == 1


def test_a_row_of_the_grid_and_a_tick_are_not_done_by_another_desk_that_signed_in_beside(server, open_window, watch):
    watch.forgive("status of 401", "Status Error Code 401")
    two_armies(server)
    server.do("player.add", "Game Control", name="Dora Lund")
    door = open_window("Team Control", "Ben", at="/casting/door/")
    grid = door.context.new_page()
    ours = {"Origin": server.origin}
    for desk in ("Map Control", "Game Control"):
        signing_in = {"code": server.codes[desk], "name": desk}
        assert grid.context.request.post("/sign-in", form=signing_in, headers=ours, max_redirects=0).status == 303
        if desk == "Map Control":
            grid.goto("/orders/")
    door.get_by_role("button", name="Dora Lund").first.click()
    expect(unsent(door)).to_contain_text("Sign in at Team Control: then it is sent.")
    grid.get_by_label("Leg 1, Takeda Harunobu").fill("Shinano")
    grid.keyboard.press("Enter")
    grid.keyboard.press("Enter")
    expect(unsent(grid)).to_contain_text("Sign in at Map Control: then it is sent.")
    assert acted(server, "player.check_in") == acted(server, "army.order_march") == []

    # Each goes by itself once its umpire is back.
    back = {"code": server.codes["Map Control"], "name": "Map Control"}
    assert grid.context.request.post("/sign-in", form=back, headers=ours, max_redirects=0).status == 303
    come(grid, lambda: len(acted(server, "army.order_march")) == 1, "the row of the grid")
    assert acted(server, "player.check_in") == []
    expect(unsent(grid)).to_contain_text("All is sent.")


ON_TOP = """one => {
    const {x, y, width, height} = one.getBoundingClientRect();
    return one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}"""
"""Whether nothing stands over the middle of it."""


def test_the_card_of_a_province_hides_on_a_phone_neither_what_waits_nor_what_is_answered(server, open_window, watch):
    watch.forgive(*CUT)
    page = open_window("Map Control", "Anna", at="/map/?province=kai", **PHONE)
    lettered(page)
    page.context.set_offline(True)
    page.get_by_role("button", name="Mark unrest").tap()
    head = page.locator(".unsent-head")
    expect(head).to_contain_text("1 form is not sent yet")
    assert head.evaluate(ON_TOP)
    page.locator("#province-card").evaluate("one => one.scrollTo(0, one.scrollHeight)")
    last, list_of_unsent = boxes(page.locator("#province-card > :last-child"), unsent(page))
    assert last["bottom"] <= list_of_unsent["y"], "the end of the card can be scrolled to"
    page.evaluate("scrollTo(0, 200)")
    # News of the act may come before its answer, and the card anew with another form: then the list says it instead.
    page.route("**/map/provinces/*", lambda route: route.abort())
    page.context.set_offline(False)
    answer = page.locator(".told")
    expect(answer).to_contain_text("unrest of province Kai")
    expect(answer.get_by_role("button", name="Undo")).to_be_in_viewport(ratio=1)
    assert answer.evaluate(ON_TOP)


def test_those_whom_honour_may_be_for_hide_on_a_phone_neither_what_waits_nor_what_all_desks_are_told(
    server, open_window, watch
):
    watch.forgive(*CUT)
    page = open_window("Team Control", "Hana", at="/honour/book?clan=takeda", **PHONE)
    page.get_by_role("radio", name="Battle won").tap()
    lettered(page)
    page.context.set_offline(True)
    page.get_by_role("button", name="Takeda Nobushige").tap()
    head = page.locator(".unsent-head")
    expect(head).to_contain_text("1 form is not sent yet")
    assert head.evaluate(ON_TOP)
    people = page.locator(".pad-whom")
    people.evaluate("one => one.scrollTo(0, one.scrollHeight)")
    last, list_of_unsent = boxes(people.get_by_role("button").last, unsent(page))
    assert last["bottom"] <= list_of_unsent["y"], "the last of them can be tapped"
    page.context.set_offline(False)
    expect(page.locator(".told")).to_contain_text("Takeda Nobushige")


def test_what_waits_is_called_by_what_was_chosen_less_what_explains_it(server, open_window, watch):
    watch.forgive(*CUT)
    page = open_window("Team Control", "Hana", at="/treaties/?clan=takeda", **PHONE)
    page.context.set_offline(True)
    page.get_by_role("radio", name="Alliance").check()
    page.get_by_role("combobox", name="With").fill("UES")
    page.get_by_role("button", name="Record", exact=True).tap()
    expect(unsent(page).locator(".what")).to_have_text("Record · Record a treaty: Alliance, Takeda, UES")


def test_what_waits_is_called_by_its_button_and_heading_less_what_explains_them(server, open_window, watch):
    watch.forgive(*CUT)
    page = open_window("Game Control", "Hana", at="/clock/", **PHONE)
    page.context.set_offline(True)
    page.get_by_role("button", name="Start").first.tap()
    expect(unsent(page).locator(".what")).to_have_text("Start · Clock")
    team = open_window("Team Control", "Ana", at="/team/takeda/troops", **PHONE)
    expect(team.get_by_role("heading", level=1)).to_contain_text(re.compile(r"R\d+"))
    team.context.set_offline(True)
    team.get_by_role("button", name="Announce").tap()
    expect(unsent(team).locator(".what")).to_contain_text(re.compile(r"^Announce · Troops for \w+ \d+:"))


def test_an_undo_that_waits_is_called_by_what_it_takes_back(server, open_window, watch):
    watch.forgive(*CUT)
    server.do("garrison.raise", province="kai", troops=2)
    page = open_window("Game Control", "Hana", at="/journal/", **PHONE)
    page.context.set_offline(True)
    page.get_by_role("button", name="Undo entry 1", exact=True).tap()
    what = "Undo entry 1 · Takeda raised 2 counters in Kai. Reason: a test needs them."
    expect(unsent(page).locator(".what")).to_have_text(what)


def test_an_undo_of_what_not_everybody_may_read_is_called_by_no_sentence_and_leaves_none_behind(
    server, open_window, watch
):
    watch.forgive(*CUT)
    server.do("covert.commission", clan="takeda", kind="spy", target="uesugi", points=1, desk="Intelligence Control")
    page = open_window("Intelligence Control", "Hana", at="/journal/apart", **PHONE)
    page.context.set_offline(True)
    page.get_by_role("button", name=re.compile(r"^Undo entry")).first.tap()
    expect(unsent(page).locator(".what")).to_have_text(re.compile(r"^Undo entry \S+ · Journal apart$"))
    assert "Uesugi" not in page.evaluate("JSON.stringify(localStorage)")


def test_that_all_is_sent_takes_one_line_of_a_phone_and_goes_soon_after_it_could_be_seen(server, open_window, watch):
    watch.forgive(*CUT)
    page = open_window("Map Control", "Anna", at="/map/raise", **PHONE)
    lettered(page)
    page.context.set_offline(True)
    fill(page, 2).tap()
    expect(unsent(page)).to_contain_text("1 form is not sent yet")
    form_headed(page, "Form an army").get_by_label("General").fill("Takeda")  # no answer takes him elsewhere
    page.context.set_offline(False)
    expect(page.get_by_role("status").filter(has_text="All is sent.")).to_be_visible()
    expect(unsent(page).get_by_role("button", name="Open")).to_be_visible()
    for width, height in ((375, 667), (667, 375)):
        page.set_viewport_size({"width": width, "height": height})
        line = unsent(page).bounding_box()["height"]
        assert line < 70, (width, height)
        room = page.evaluate("parseFloat(getComputedStyle(document.body).paddingBottom)")
        assert line <= room < line + 40, "what lies under it can be moved above it, and no further"
    page.evaluate(SEEN_BEFORE)
    expect(unsent(page)).to_be_hidden(timeout=8000)


SEEN_BEFORE = """() => {
    for (const name of Object.keys(localStorage).filter((one) => one.startsWith("waiting "))) {
        const item = JSON.parse(localStorage[name]);
        localStorage[name] = JSON.stringify({ ...item, seen: item.seen - 11000 });
    }
}"""
"""What was done came into sight eleven seconds earlier."""


def test_a_file_that_was_saved_a_moment_ago_hides_no_answer(server, open_window):
    page = open_window("Game Control", "Anna")
    server.served.copies.make("asked")  # the first one by itself may be a moment away
    page.goto("/safety/")
    with page.expect_download():
        page.get_by_role("link", name="Download").first.click()
    send(page, "Make a copy now", "A copy was made and checked")


def test_the_network_is_cut_at_some_forms_of_a_desk_and_none_is_lost_or_doubled(browser, server):
    """The whole of it is `python -m tests.cut_network`."""
    tally = Tally()
    app = beside(server.game)
    try_desk(browser, server, app, "map", tally, set(), most=5, code=server.codes["Map Control"], pages=40)
    let_go(app)
    assert tally.tried >= 2, tally
    assert (tally.silent, tally.lost, tally.doubled) == ([], [], []), tally
