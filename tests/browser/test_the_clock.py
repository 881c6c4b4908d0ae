"""The clock on several screens: the same second on all, whatever their own clocks say; seen, heard, and honest."""

from __future__ import annotations

import re
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing

import pytest
from playwright.sync_api import APIResponse, Page, Route, expect

from control.sengoku.world.standing_questions import Standing
from tests.browser.serving import Served
from tests.browser.umpire import come, fits, until, whole

pytestmark = pytest.mark.browser

SOON = 30_000  # milliseconds; how soon it really is, the benchmarks say
WRONG_BY_HOURS = """
    const here = Date;
    const off = (window.OFF ?? -7) * 3600000 + 123456;
    window.Date = class extends here {
      constructor(...said) { said.length ? super(...said) : super(here.now() + off); }
      static now() { return here.now() + off; }
    };
"""
STRUCK = """
    window.struck = [];
    class Param { setValueAtTime() {} exponentialRampToValueAtTime() {} }
    class Part {
      constructor() { this.frequency = new Param(); this.gain = new Param(); }
      connect(next) { return next; }
      start(at) { window.struck.push([Math.round(this.frequency.value), at]); }
      stop() {}
    }
    window.AudioContext = class {
      constructor() { this.state = "running"; this.currentTime = 0; this.destination = new Part(); }
      createOscillator() { return new Part(); }
      createGain() { return new Part(); }
      resume() { return Promise.resolve(); }
    };
"""
LEAP = """
    const real = performance.now.bind(performance);
    let ahead = 0;
    performance.now = () => real() + ahead;
    window.leap = (ms) => { ahead += ms; };
"""
HEARD = """() => {
    window.heard = [];
    const said = (one) => one.closest?.("[aria-live], [role='status'], [role='alert']");
    new MutationObserver((all) => all.forEach(({ target }) => {
        const part = said(target.nodeType === Node.TEXT_NODE ? target.parentElement : target);
        if (part) heard.push(part.textContent.trim());
    })).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""
"""Writes down whatever a reader of screens says by itself."""
READ = """() => [...document.querySelectorAll('main [data-clock-time]')].map((one) => one.textContent)[0]"""


def seconds(shown: str) -> int:
    """A time on the face, in seconds."""
    minutes, left = shown.split(":")
    return int(minutes) * 60 + int(left)


def face(page: Page):
    """The large face of a page."""
    return page.locator("main [data-clock]")


def full(open_window, script: str = "") -> Page:
    """A window with the clock alone."""
    page = open_window(own=bool(script))
    if script:
        page.add_init_script(script)
    page.goto("/clock/full")
    return page


def same_second(*pages: Page) -> bool:
    """Whether all of them show the same second, or the next one: they are looked at one after the other, and anew where
    that took so long that nothing is told by it."""
    end = time.monotonic() + 30
    while True:
        began = time.monotonic()
        shown = [seconds(page.evaluate(READ)) for page in pages]
        took = time.monotonic() - began
        if took < 0.5 or began > end:
            return max(shown) - min(shown) <= 1 + took


def until_right(page: Page, server: Served, patience: float = 30) -> None:
    """Wait until the page shows the server's second, or the next one: it asks again when it is back."""
    end = time.monotonic() + patience
    while abs(seconds(page.evaluate(READ)) - server.ask("/clock/now")[1]["left"]) > 1:
        assert time.monotonic() < end, "the clock never came right"
        time.sleep(0.1)


def answers_held(page: Page) -> tuple[list[tuple[Route, APIResponse]], Callable[[], None]]:
    """What the server answers to questions of this page from now on, kept back; and what lets it go. A question that
    waits for too long is given up by the page, and asked once more."""
    held: list[tuple[Route, APIResponse]] = []
    gone: list[Route] = []

    def hold(route: Route) -> None:
        if gone:
            route.continue_()
        else:
            held.append((route, route.fetch()))

    def let_go() -> None:
        for route, answer in held:
            gone.append(route)
            route.fulfill(response=answer)

    page.route("**/clock/now", hold)
    return held, let_go


@pytest.mark.program
def test_all_screens_show_the_same_second_whatever_their_own_clocks_say(server, open_window, watch):
    watch.forgive("net::ERR_", r"\[object ", "htmx:sendError", "htmx:afterRequest")
    server.do("clock.start", "Game Control")
    slow, fast, right = (
        full(open_window, WRONG_BY_HOURS),
        full(open_window, f"window.OFF = 5; {WRONG_BY_HOURS}"),
        full(open_window),
    )
    assert abs(slow.evaluate("Date.now()") - right.evaluate("Date.now()")) > 6 * 3_600_000
    desk = open_window("Game Control", at="/clock/")
    for _ in range(3):
        time.sleep(0.7)
        assert same_second(slow, fast, right, desk)
    until_right(right, server)

    whole(desk, desk.get_by_role("button", name="Stop"))  # its page is here, and hears keys
    for page in (slow, fast, right, desk):
        expect(face(page)).to_contain_text("stopped", timeout=SOON)
    assert len({page.evaluate(READ) for page in (slow, fast, right, desk)}) == 1

    stood = slow.evaluate(READ)
    time.sleep(2.5)
    began = time.monotonic()
    desk.keyboard.press("p")
    expect(face(slow)).not_to_contain_text("stopped", timeout=SOON)
    went = seconds(stood) - seconds(slow.evaluate(READ))
    assert went <= 1 + time.monotonic() - began, "it stood still as long as it was stopped"

    server.stop()
    time.sleep(2)
    server.start()
    for page in (slow, fast, right):
        expect(page.locator("#live")).to_have_text("Live", timeout=30_000)
        until_right(page, server)


def test_a_screen_without_the_server_runs_on_and_says_so(server, open_window, watch):
    watch.forgive("net::ERR_", r"\[object ", "htmx:sendError", "htmx:afterRequest")
    server.do("clock.start", "Game Control")
    page = open_window(own=True)
    page.clock.install()
    page.goto("/clock/full")
    until(page, f"({READ})() !== '{page.evaluate(READ)}'")  # it goes: the server has answered once
    expect(face(page)).to_contain_text(re.compile(r"4:\d\d"))
    page.evaluate(HEARD)
    server.stop()
    page.clock.run_for(20_000)
    expect(face(page)).to_contain_text(re.compile(r"No contact for \d+ s; this clock runs on by itself\."))
    left = seconds(page.evaluate(READ))
    page.clock.run_for(2_000)
    assert seconds(page.evaluate(READ)) < left
    said = [one for one in page.evaluate("heard") if re.search(r"No contact|^\d+:\d\d$", one)]
    assert len(said) == 1, "the seconds are never heard"
    server.start()
    expect(face(page)).not_to_contain_text("No contact", timeout=30_000)
    until_right(page, server)


def test_a_clock_that_the_server_never_answered_does_not_say_that_it_runs(server, open_window, watch):
    watch.forgive("net::ERR_", r"\[object ", "htmx:sendError", "htmx:afterRequest")
    server.do("clock.start", "Game Control")
    page = open_window(own=True)
    page.clock.install()
    page.route("**/clock/now", lambda route: route.abort())
    page.goto("/clock/full")
    server.stop()
    page.clock.run_for(20_000)
    expect(face(page)).to_contain_text(
        re.compile(r"No contact for \d+ s; this clock stands until the server answers\.")
    )
    server.start()


def test_a_device_that_slept_asks_again_before_it_is_believed(server, open_window):
    server.do("clock.start", "Game Control")
    page = full(
        open_window,
        """
        const real = performance.now.bind(performance);
        let behind = 0;
        performance.now = () => real() - behind;
        window.sleepFor = (ms) => { behind += ms; };
    """,
    )
    until(page, f"({READ})() !== '{page.evaluate(READ)}'")  # it goes: the server has answered once
    with page.expect_response("**/clock/now"):
        page.evaluate("sleepFor(40000)")
    until_right(page, server, patience=15)  # it would ask by itself after thirty


def test_the_last_two_minutes_are_seen_and_heard_and_so_is_the_end(server, open_window):
    window = open_window("Map Control", own=True)
    window.add_init_script(STRUCK)
    window.goto("/clock/full")
    window.get_by_role("button", name="Sound on").click()
    expect(window.get_by_role("button", name="Sound off")).to_be_visible()
    until(window, "struck.length === 6")  # the gong says that it works
    with window.expect_response("**/clock/now"):  # the page knows the time: what begins now begins for it
        window.goto("/map/")  # and it stays on in every page of this browser
    server.do("clock.start", "Game Control")
    until(window, "struck.length === 6")  # the season begins
    small = window.get_by_role("banner").locator("[data-clock]")
    expect(small).to_contain_text("Orders")
    expect(small).not_to_contain_text("last 2 minutes")

    window.evaluate("struck.length = 0")
    server.do("clock.add_minute", "Game Control", minutes=-3)
    expect(small).to_contain_text("last 2 minutes", timeout=SOON)
    expect(small).to_have_class(re.compile("warning"))
    until(window, "struck.length === 6")
    struck = window.evaluate("struck")
    assert {tone for tone, _ in struck[:3]} == {784, 2164, 4234}, "a bell"
    assert struck[3][1] - struck[0][1] == pytest.approx(0.55), "a double stroke"
    expect(window.get_by_text("Two minutes left: Orders.")).to_be_attached()

    window.evaluate("struck.length = 0")
    server.do("clock.skip", "Game Control", stage=0)
    until(window, "struck.length === 6")
    assert window.evaluate("struck[0][0]") == 92, "a gong"
    expect(small).not_to_contain_text("last 2 minutes")
    assert server.ask("/api/state/game", "Map Control")[1]["phase"] == 0, "the clock fires no rule"


def test_a_stage_that_ends_by_itself_rings_and_the_desk_follows(server, open_window):
    server.do("clock.start", "Game Control")
    server.do("clock.add_minute", "Game Control", minutes=-4)  # a minute is left
    window = open_window("Game Control", own=True)
    window.add_init_script(STRUCK + "localStorage.setItem('clock-sound', 'on');")
    window.goto("/clock/")
    skip = window.get_by_role("button", name="Skip")
    expect(skip).to_contain_text("to Movement and battles")
    expect(face(window)).to_contain_text("last 2 minutes")
    left = server.ask("/clock/now")[1]["left"]
    with closing(sqlite3.connect(server.game)) as game, game:
        game.execute('update clock set "left" = "left" - ?', (left - 6,))  # nobody waits here for most of it
    entry = server.do("clock.add_minute", "Game Control", minutes=1)
    server.do("journal.undo", "Game Control", entry=entry["number"])
    expect(skip).to_contain_text("to Discussion", timeout=20_000)  # it would ask by itself after thirty
    until(window, "struck[0]?.[0] === 92")  # a gong
    skip.click()  # it leaves the stage that came by itself
    expect(window.get_by_role("main")).to_contain_text("Discussion, 10:00 left.")


NEVER_BY_ITSELF = """
    const every = window.setInterval;
    window.setInterval = (run, time) => (time === 30000 ? 0 : every(run, time));
"""
"""The desk does not ask every half minute, as it does whatever its clock says."""


def test_a_desk_whose_clock_is_ahead_of_the_servers_follows_the_stage_all_the_same(server, open_window):
    server.do("clock.start", "Game Control")
    window = open_window("Game Control", own=True)
    window.add_init_script(NEVER_BY_ITSELF)

    def ahead(route: Route) -> None:
        told = route.fetch()
        route.fulfill(response=told, json=told.json() | {"now": told.json()["now"] + 310_000})

    window.route("**/clock/now", ahead)
    with window.expect_response("**/clock/hands"):
        window.goto("/clock/")
    skip = window.get_by_role("button", name="Skip")
    expect(skip).to_contain_text("to Movement and battles")  # as of the stage before
    expect(face(window)).to_contain_text("Movement and battles")
    with closing(sqlite3.connect(server.game)) as game, game:
        game.execute('update clock set "left" = 0')  # the server comes there too, and nobody says so
    expect(skip).to_contain_text("to Discussion", timeout=SOON)
    expect(window.get_by_role("table", name="The day, season by season")).to_be_visible()


def test_a_season_that_began_some_seconds_ago_rings_all_the_same(server, open_window):
    page = full(open_window, f"{STRUCK} localStorage.setItem('clock-sound', 'on');")
    with page.expect_response("**/clock/now"):  # what begins now begins for it
        page.reload()

    def seconds_ago(route: Route) -> None:
        answer = route.fetch()
        told = answer.json()
        if since := told["set"]["since"]:
            told["set"]["since"] = since - 5000
        route.fulfill(response=answer, json=told)

    page.route("**/clock/now", seconds_ago)
    server.do("clock.start", "Game Control")
    until(page, "struck.length === 6")
    assert page.evaluate("struck[0][0]") == 92, "a gong"


def test_an_answer_that_was_overtaken_by_something_newer_is_not_believed(server, open_window):
    page = open_window("Map Control", at="/now/")
    until(page, "contact.live()")
    said = page.get_by_role("banner").locator("[data-clock-said]")
    expect(said).to_have_text("not started")
    held, let_go = answers_held(page)
    page.evaluate("void dispatchEvent(new Event('online'))")  # it asks
    come(page, lambda: bool(held), "its question")
    server.do("clock.start", "Game Control")
    expect(said).not_to_have_text("not started")  # the head of the page carries it along
    let_go()
    page.wait_for_timeout(600)  # so long it would have been drawn
    expect(said).not_to_have_text("not started", timeout=15_000)  # it would ask by itself after thirty


def test_a_page_of_a_desk_that_is_refused_its_parts_rings_all_the_same(server, open_window, watch):
    watch.forgive("status of 403")
    server.do("clock.start", "Game Control")
    window = open_window("Game Control", own=True)
    window.add_init_script(STRUCK + "localStorage.setItem('clock-sound', 'on');")
    window.goto("/clock/")
    asked = []

    def refuse(route: Route) -> None:
        asked.append(route.request.url)
        route.fulfill(status=403, content_type="text/html", body="<p>This is for Game Control.</p>")

    window.route(re.compile("/clock/(hands|day)$"), refuse)  # another desk has signed in, in another tab
    small = window.get_by_role("banner").locator("[data-clock]")
    expect(small).to_contain_text("Orders")
    with window.expect_response("**/clock/hands"):
        server.do("clock.skip", "Game Control", stage=0)
    expect(small).to_contain_text("Movement and battles", timeout=SOON)
    expect(window.get_by_role("main")).to_contain_text("This is for Game Control.")
    server.do("clock.skip", "Game Control", stage=1)
    expect(small).to_contain_text("Discussion", timeout=SOON)
    until(window, "struck.length >= 6")
    asked.clear()
    window.wait_for_timeout(3500)
    assert not asked, "it asks when something has happened, and not by itself"


def test_a_desk_under_its_cover_asks_for_nothing_that_it_would_not_be_told(server, open_window):
    server.do("clock.start", "Game Control")
    window = open_window("Game Control", own=True)
    window.goto("/clock/")
    window.keyboard.press("F2")
    expect(window.locator("#screen-cover")).to_be_visible()
    asked = []
    window.on("request", lambda one: asked.append(one.url) if re.search("/clock/(hands|day)$", one.url) else None)
    server.do("clock.skip", "Game Control", stage=0)
    until(window, "document.querySelector('[data-clock-name]').textContent === 'Movement and battles'")
    window.wait_for_timeout(7000)
    assert len(asked) <= 4, "twice at most for each part, not every three seconds"


def test_a_device_that_was_away_rings_for_nothing_that_others_did_meanwhile(server, open_window, watch):
    watch.forgive("net::ERR_", r"\[object ", "htmx:sendError", "htmx:afterRequest")
    server.do("clock.start", "Game Control")
    script = f"{STRUCK} {LEAP} localStorage.setItem('clock-sound', 'on');"
    page = full(open_window, script)
    until(page, f"({READ})() !== '{page.evaluate(READ)}'")  # it goes: the server has answered once
    page.context.set_offline(True)
    server.do("clock.skip", "Game Control", stage=0)
    page.evaluate("leap(40000)")
    expect(face(page)).to_contain_text("has not answered since")
    page.context.set_offline(False)
    expect(face(page)).to_contain_text("Movement and battles", timeout=SOON)
    until_right(page, server)
    assert page.evaluate("struck") == []
    expect(page.get_by_text("Movement and battles begins.")).to_have_count(0)

    server.do("clock.skip", "Game Control", stage=1)  # from then on it rings as ever
    until(page, "struck.length === 6")


def test_what_was_asked_before_a_device_slept_is_no_word_of_now(server, open_window):
    server.do("clock.start", "Game Control")
    page = full(open_window, f"{STRUCK} {LEAP} localStorage.setItem('clock-sound', 'on');")
    until(page, f"({READ})() !== '{page.evaluate(READ)}'")
    held, let_go = answers_held(page)
    page.evaluate("void dispatchEvent(new Event('online'))")  # it asks
    come(page, lambda: bool(held), "its question")
    server.do("clock.skip", "Game Control", stage=0)
    page.evaluate("leap(40000)")
    expect(face(page)).to_contain_text("has not answered since")  # it has seen that it slept
    let_go()
    expect(face(page)).to_contain_text("Movement and battles", timeout=SOON)
    until_right(page, server)
    assert page.evaluate("struck") == []


def pressed(desk, key):
    """A key, and the page that comes of it: its news alone may be here before it."""
    with desk.expect_navigation():
        desk.keyboard.press(key)


def test_the_desk_works_on_a_phone_and_by_keyboard_and_takes_a_press_back(server, open_window):
    phone = open_window(
        "Game Control", at="/clock/", viewport={"width": 375, "height": 667}, is_mobile=True, has_touch=True
    )
    fits(phone)
    for button in phone.locator(".presses button").all():
        box = button.bounding_box()
        assert box["height"] >= 44
        assert box["width"] >= 44
    phone.get_by_role("button", name="Start Orders").tap()
    expect(phone.locator(".told")).to_contain_text("The clock of spring 1550 runs")
    phone.get_by_role("button", name="Skip").tap()
    expect(phone.locator(".told")).to_contain_text("Skipped")  # its page is here, not only its news
    expect(face(phone)).to_contain_text("Movement and battles")
    phone.get_by_role("button", name="Undo the last press").tap()
    expect(face(phone)).to_contain_text("Orders")
    assert seconds(phone.evaluate(READ)) > 240, "it goes on where it was left"

    desk = open_window("Game Control", at="/clock/")
    pressed(desk, "+")
    expect(face(desk)).to_contain_text(re.compile(r"5:\d\d"))
    pressed(desk, "u")
    expect(face(desk)).to_contain_text(re.compile(r"4:\d\d"))
    pressed(desk, "n")
    expect(face(desk)).to_contain_text("Movement and battles")
    pressed(desk, "b")
    expect(face(desk)).to_contain_text("Orders")


def test_the_face_fills_the_projector_for_a_dark_and_a_light_hall(server, open_window):
    wall = open_window(at="/clock/full", viewport={"width": 1920, "height": 1080})
    digits = wall.locator(".clock-time").bounding_box()
    assert digits["height"] > 1080 / 3, "a third of the screen is read from across a hall"
    light = wall.evaluate("getComputedStyle(document.body).backgroundColor")
    wall.keyboard.press("d")
    until(wall, f"getComputedStyle(document.body).backgroundColor !== '{light}'")
    wall.reload()
    until(wall, f"getComputedStyle(document.body).backgroundColor !== '{light}'")
    wall.keyboard.press("f")
    until(wall, "document.fullscreenElement !== null")
    plain = open_window(at="/clock/full", java_script_enabled=False)
    expect(face(plain)).to_contain_text("5:00")
    expect(face(plain)).to_contain_text("Only players commanding armies at the map")


def test_the_clock_in_full_fills_its_window_and_not_a_point_more(server, open_window):
    page = full(open_window)
    expect(face(page)).to_contain_text("5:00")
    for width, height in ((375, 720), (1280, 720)):
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator("html")).to_have_js_property("scrollHeight", height)


@pytest.mark.parametrize(("width", "tallest"), [(375, 54), (1200, 44), (1280, 44), (1601, 44), (1920, 44)])
def test_the_head_says_the_season_in_two_lines_and_a_phone_in_three_small_ones(server, open_window, width, tallest):
    server.phases(1, 2, 3)
    page = open_window("Game Control", at="/now/", viewport={"width": width, "height": 900})
    expect(page.locator("#standing")).to_contain_text("Map Control is at phase 4 of 4")
    band, words, finds = (page.locator(one).bounding_box() for one in (".band", ".standing-words", "#code-box"))
    assert words["height"] <= tallest
    assert words["y"] - band["y"] >= 4
    assert finds is None or finds["y"] < words["y"] + words["height"], "the band is one row"


def test_whatever_the_head_says_of_the_season_takes_two_lines_and_a_small_third_on_a_phone(server, open_window):
    page = open_window("Game Control", at="/rulings/")
    moments = [("winter", 0, False), ("spring", 0, True), *(("spring", phase, False) for phase in range(5))]
    turns = {Standing("", season, 1551, "", phase, locked).turn for season, phase, locked in moments}
    assert len(turns) == len(moments)
    for width, tallest in ((375, 54), (1280, 44), (1920, 44)):
        page.set_viewport_size({"width": width, "height": 900})
        for turn in turns:
            page.locator("#standing .progress").evaluate("(one, words) => { one.textContent = words }", turn)
            assert page.locator(".standing-words").bounding_box()["height"] <= tallest, (width, turn)


FITS = """(name, words) => {
    name.textContent = words;
    name.nextElementSibling.textContent = "";  // what is urgent takes its place
    return name.scrollWidth <= name.clientWidth && name.clientHeight <= 26;  // two lines on a phone
}"""


@pytest.mark.parametrize("width", [375, 1280, 1920])
def test_the_small_clock_cuts_no_stage_of_a_season_short(server, open_window, shipped, width):
    page = open_window("Map Control", "Hanako", at="/map/", viewport={"width": width, "height": 800})
    name = page.locator(".small-clock [data-clock-name]")
    assert [stage.name for stage in shipped.phases if not name.evaluate(FITS, stage.name)] == []
