"""Screens that follow the game by themselves, and say so when they cannot."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from control.kernel.pages.live import says_only
from tests.browser.umpire import (
    PHONE,
    boxes,
    come,
    fits,
    flag,
    lettered,
    meeting_in_shinano,
    row_of,
    send,
    told,
    two_armies,
    until,
)
from tests.hall.wire import Wire

pytestmark = pytest.mark.browser

SOON = 30_000  # milliseconds; how soon it really is, the benchmarks say


def pill(page: Page):
    """What the head of the page says about being live."""
    return page.get_by_role("banner").get_by_role("status")


BEHIND = """
    Object.defineProperty(document, "hidden", { get: () => Boolean(window.behind) });
    window.put = (behind) => {
      window.behind = behind;
      document.dispatchEvent(new Event("visibilitychange"));
    };
"""
"""Chromium without a screen never hides a tab; so the tests say themselves which one is in front."""


def tab(context: BrowserContext, address: str, others: list[Page]) -> Page:
    """Another tab of the same browser, put in front of the others."""
    for other in others:
        other.evaluate("put(true)")
    page = context.new_page()
    page.goto(address)
    return page


HEARD = """(within) => {
    window.heard = [];
    new MutationObserver((changes) => changes.forEach(({ addedNodes }) => addedNodes.forEach((one) => {
        if (one.textContent.trim()) heard.push(one.textContent);
    }))).observe(document.querySelector(within), { childList: true });
}"""
"""What a reader of screens would read of a part, each time that it is put in."""


def test_an_announcement_is_read_aloud_once_and_not_with_every_act(server, open_window):
    page = open_window("Map Control", at="/now/")
    expect(pill(page)).to_have_text("Live")
    page.evaluate(HEARD, "#announced")
    server.do("announcement.post", "Game Control", text="Ten minutes of rest.")
    expect(page.get_by_role("alert")).to_contain_text("Ten minutes of rest.", timeout=SOON)
    for troops in (1, 2):
        with page.expect_response("**/announcements/banner", timeout=SOON):
            server.do("garrison.raise", province="kai", troops=troops)
    server.do("announcement.post", "Game Control", text="On we go.")
    expect(page.get_by_role("alert")).to_contain_text("On we go.", timeout=SOON)
    assert [said.count("rest") for said in page.evaluate("heard")] == [1, 0]


def test_that_something_has_changed_is_read_aloud_once(server, open_window):
    two_armies(server)
    page = open_window("Map Control", at="/armies/1")
    expect(pill(page)).to_have_text("Live")
    page.evaluate(HEARD, ".news .words")
    for troops in (21, 22, 23):
        with page.expect_response("**/news/army/1/*", timeout=SOON):
            server.correct("army", 1, "troops", troops)
    expect(page.get_by_text("This was changed at another desk")).to_be_visible()
    with page.expect_response("**/announcements/banner", timeout=SOON):
        server.do("announcement.post", "Game Control", text="On we go.")
    assert len(page.evaluate("heard")) == 1


COVERED = """() => {
    scrollTo(0, document.documentElement.scrollHeight);
    const bar = document.querySelector(".news").getBoundingClientRect();
    return [...document.querySelectorAll("main a, main button, main summary")].filter((one) => {
        const box = one.getBoundingClientRect();
        return one.checkVisibility() && !one.closest(".news") && box.bottom > bar.top && box.top < bar.bottom;
    }).map((one) => one.textContent.trim());
}"""
"""What nobody can reach at the end of a page, for the line that something has changed lies over it."""


@pytest.mark.parametrize("announced", [False, True])
@pytest.mark.parametrize("window", [PHONE, {}], ids=["phone", "wide"])
def test_whoever_goes_on_after_a_change_reaches_the_end_of_the_page(server, open_window, window, announced):
    two_armies(server)
    page = open_window("Map Control", at="/armies/1", **window)
    expect(pill(page)).to_have_text("Live")
    if announced:
        server.do("announcement.post", "Game Control", text="Ten minutes of rest.")
        expect(page.get_by_role("alert")).to_be_visible(timeout=SOON)
    server.correct("army", 1, "troops", 3)
    expect(page.get_by_text("This was changed at another desk")).to_be_visible(timeout=SOON)
    assert page.evaluate(COVERED) == []


def test_what_happens_at_one_desk_shows_at_the_others(server, open_window):
    two_armies(server)
    one, other, game, wall = (
        open_window("Map Control"),
        open_window("Map Control"),
        open_window("Game Control"),
        open_window(),
    )
    other.goto("/map/")
    game.goto("/game/")
    wall.goto("/display/")
    one.goto("/armies/1/order?route=shinano")
    for page in (other, game, wall):
        expect(pill(page)).to_have_text("Live")
    send(one, "Enter the order", "is to march Shinano.")
    expect(row_of(other, "Takeda Harunobu").get_by_role("link", name="Shinano")).to_be_visible(timeout=SOON)
    expect(game.get_by_role("listitem").filter(has_text="is to march Shinano.")).to_be_visible(timeout=SOON)

    server.phases(1, 2)
    for page in (other, wall):
        expect(flag(page, "TAK", "shinano")).to_be_visible(timeout=SOON)
    expect(wall.get_by_role("main").get_by_text("Phase 2 of 4 is done")).to_be_visible(timeout=SOON)
    expect(other.get_by_role("link", name="Phase 3…")).to_be_visible(timeout=SOON)


def test_whoever_writes_a_petition_sees_that_another_has_filed_it(server, open_window):
    one, other = open_window("Team Control", "Chiyo"), open_window("Bakufu", "Fumio")
    for page in (one, other):
        page.goto("/petitions/")
        expect(pill(page)).to_have_text("Live")
        page.locator("input[name=clan]").fill("Takeda")
        page.locator("textarea[name=matter]").fill("Shinano is ours.")
    send(one, "File", "Takeda asks the Bakufu")
    expect(other.locator("#petitions")).to_contain_text("Takeda", timeout=SOON)
    expect(other.locator("input[name=clan]")).to_have_value("Takeda")


def test_news_leaves_a_form_in_use_alone(server, open_window):
    two_armies(server)
    page = open_window("Map Control", at="/armies/1/order")
    route = page.get_by_role("textbox", name="Route")
    route.fill("Shinano, Hi")
    server.do("movement.run_phase", phase=1)
    expect(page.get_by_role("banner")).to_contain_text("Map Control is at phase 2 of 4", timeout=SOON)
    expect(route).to_have_value("Shinano, Hi")
    expect(route).to_be_focused()


SHADED = """(id) => {
    window.shaded = [];
    const part = document.getElementById(id);
    const button = () => part.querySelector("form button");
    new MutationObserver(() => { if (button()) shaded.push(getComputedStyle(button()).pointerEvents); })
        .observe(part, { attributeFilter: ["class"] });
}"""


def test_a_button_that_comes_under_a_finger_in_the_place_of_another_takes_no_tap_until_it_is_seen(server, open_window):
    for province in ("kai", "musashi"):
        server.do("garrison.raise", province=province, troops=1)
    with_a_mouse = open_window("Game Control", "Ben", at="/journal/")
    page = open_window("Game Control", "Anna", at="/journal/", **PHONE)
    for one in (with_a_mouse, page):
        until(one, "contact.live()")
        lettered(one)
        one.evaluate(SHADED, "journal")
    undo = page.locator("#journal").get_by_role("button", name="Undo")
    place = undo.first.bounding_box()
    server.do("garrison.raise", province="echigo", troops=1)
    expect(undo).to_have_count(3)
    assert undo.first.bounding_box() == place, "that of another entry"
    until(page, "shaded.includes('none') && shaded.at(-1) === 'auto'")
    undo.first.tap()
    told(page, "Taken back: entry 3")
    expect(with_a_mouse.locator(".stamp")).to_be_visible()
    assert "none" not in with_a_mouse.evaluate("shaded")


def test_a_press_whose_release_went_to_a_menu_of_the_browser_stops_the_page_no_longer_than_till_the_mouse_moves(
    server, open_window
):
    page = open_window("Game Control", at="/journal/")
    until(page, "contact.live()")
    mouse = page.context.new_cdp_session(page)
    where = {"x": 600, "y": 400}
    mouse.send("Input.dispatchMouseEvent", {"type": "mousePressed", "button": "middle", "clickCount": 1, **where})
    with page.expect_response("**/journal/**", timeout=SOON):
        server.do("garrison.raise", province="kai", troops=1)
    page.wait_for_timeout(400)
    expect(page.locator("#journal")).not_to_contain_text("Kai")
    mouse.send("Input.dispatchMouseEvent", {"type": "mouseMoved", "buttons": 0, **where})
    expect(page.locator("#journal")).to_contain_text("Kai", timeout=SOON)


def test_a_finger_of_which_nothing_more_was_heard_stops_the_page_no_longer_than_till_the_next_tap(server, open_window):
    page = open_window("Game Control", at="/journal/", **PHONE)
    until(page, "contact.live()")
    lost = "new PointerEvent('pointerdown', { pointerId: 77, isPrimary: true, bubbles: true })"
    page.evaluate(f"document.body.dispatchEvent({lost})")
    page.locator("h1").tap()
    server.do("garrison.raise", province="kai", troops=1)
    expect(page.locator("#journal")).to_contain_text("Kai", timeout=SOON)


def test_a_button_that_comes_over_what_stood_there_takes_no_tap_until_it_is_seen(server, open_window):
    page = open_window("Map Control", "Anna", at="/map/raise", **PHONE)
    until(page, "contact.live()")
    lettered(page)
    page.evaluate(SHADED, "announced")
    server.do("announcement.post", "Game Control", text="Ten minutes of rest.")
    read = page.locator("#announced").get_by_role("button", name="Read")
    expect(read).to_be_visible(timeout=SOON)
    until(page, "shaded.includes('none') && shaded.at(-1) === 'auto'")
    read.tap()
    expect(read).to_have_count(0)


@pytest.mark.program
def test_a_screen_says_when_it_is_cut_off_and_comes_back_by_itself(server, open_window, watch):
    # How htmx reports a broken stream, and a part that was just being fetched.
    watch.forgive("net::ERR_", r"\[object Event\]", "htmx:(sendError|afterRequest)")
    two_armies(server)
    wall = open_window(at="/display/")
    expect(pill(wall)).to_have_text("Live")
    server.stop()
    expect(pill(wall)).to_contain_text("Cut off. As of ", timeout=30_000)
    server.start()
    server.do("army.order_march", army=1, route=["shinano"])
    server.phases(1, 2)
    expect(pill(wall)).to_have_text("Live", timeout=30_000)
    expect(flag(wall, "TAK", "shinano")).to_be_visible()


def test_a_stream_that_dies_without_an_end_is_opened_again_within_half_a_minute(server, open_window, watch):
    two_armies(server)
    wire = Wire(server.port)
    # A wire that is cut takes along what was on its way: htmx says so of a part that it had asked for.
    watch.forgive("another host: http://127.0.0.1", "net::ERR_", r"\[object Event\]", "htmx:(sendError|afterRequest)")
    try:
        page, wall = open_window("Map Control", own=True), open_window(own=True)
        for one, path in ((page, "/map/"), (wall, "/display/")):
            one.clock.install()
            one.goto(f"http://127.0.0.1:{wire.port}{path}")
            expect(pill(one)).to_have_text("Live")
        assert wire.mute() == 2
        server.do("army.order_march", army=1, route=["shinano"])
        server.phases(1, 2)
        for one in (page, wall):
            expect(flag(one, "TAK", "shinano")).to_have_count(0)
            one.clock.run_for(27_000)
            expect(flag(one, "TAK", "shinano")).to_be_visible(timeout=SOON)
            expect(pill(one)).to_have_text("Live")
    finally:
        wire.close()


def test_eight_tabs_of_one_browser_all_answer_and_catch_up_when_looked_at(server, open_window):
    two_armies(server)
    window = open_window("Map Control", own=True)
    window.context.add_init_script(BEHIND)
    tabs: list[Page] = []
    for _ in range(8):
        tabs.append(tab(window.context, "/map/", tabs))
        expect(pill(tabs[-1])).to_have_text("Live")

    server.do("army.order_march", army=1, route=["shinano"])
    marching = [row_of(page, "Takeda Harunobu").get_by_role("link", name="Shinano") for page in tabs]
    expect(marching[-1]).to_be_visible(timeout=SOON)
    expect(marching[0]).to_have_count(0)
    for page, link in zip(tabs[:-1], marching[:-1], strict=True):
        tabs[-1].evaluate("put(true)")
        page.evaluate("put(false)")
        expect(link).to_be_visible(timeout=SOON)
        expect(pill(page)).to_have_text("Live")
        page.evaluate("put(true)")
    tabs[0].evaluate("put(false)")
    server.phases(1, 2)  # and it is followed on, not only caught up with
    expect(flag(tabs[0], "TAK", "shinano")).to_be_visible(timeout=SOON)


def test_a_tab_opened_behind_others_is_live_once_it_is_looked_at(server, open_window):
    two_armies(server)
    window = open_window(own=True)
    window.add_init_script("window.behind = true;" + BEHIND)
    window.goto("/display/")
    for army in (1, 2):
        server.do("army.order_march", army=army, route=["shinano"])
    server.phases(1, 2)
    expect(pill(window)).to_have_text("Not live")
    window.evaluate("put(false)")
    expect(pill(window)).to_have_text("Live", timeout=SOON)
    expect(flag(window, "TAK", "shinano")).to_be_visible(timeout=SOON)


def test_a_tab_that_is_looked_at_again_says_that_the_server_is_gone(server, open_window, watch):
    watch.forgive("net::ERR_", r"\[object Event\]")
    window = open_window("Map Control", own=True)
    window.add_init_script(BEHIND)
    window.goto("/map/")
    expect(pill(window)).to_have_text("Live")
    window.evaluate("put(true)")
    server.stop()
    assert window.evaluate("() => { put(false); return contact.live(); }") is False, "nobody has answered yet"
    expect(pill(window)).to_contain_text("Cut off. As of ", timeout=30_000)
    server.start()
    expect(pill(window)).to_have_text("Live", timeout=30_000)


def test_a_page_left_open_when_somebody_signed_out_says_so_and_leads_to_the_door(server, open_window, watch):
    watch.forgive(r"\[object Event\]")  # how htmx reports a stream that ends
    page = open_window("Map Control", "Ōta")
    page.goto("/journal/?desk=map")  # not where this desk begins
    expect(pill(page)).to_have_text("Live")
    other = page.context.new_page()
    other.goto("/now/")
    other.get_by_text("More", exact=True).click()
    other.get_by_role("button", name="Sign out").click()
    expect(other.get_by_role("button", name="Sign in")).to_be_visible()
    server.do("garrison.raise", province="kai", troops=1)
    expect(pill(page)).to_have_text("Signed out. Sign in", timeout=SOON)
    here = page.url
    pill(page).get_by_role("link", name="Sign in").click()
    page.get_by_label("Desk code").fill(server.codes["Map Control"])
    page.get_by_role("button", name="Sign in").click()
    expect(page).to_have_url(here)
    expect(pill(page)).to_have_text("Live")


def test_a_page_that_is_signed_in_again_in_another_tab_is_live_again_by_itself(server, open_window, watch):
    watch.forgive(r"\[object Event\]")
    page = open_window("Map Control", "Ōta", at="/now/")
    expect(pill(page)).to_have_text("Live")
    kept = page.context.cookies()
    page.context.clear_cookies()
    server.do("garrison.raise", province="kai", troops=1)
    expect(pill(page)).to_have_text("Signed out. Sign in", timeout=SOON)
    page.context.add_cookies(kept)
    expect(pill(page)).to_have_text("Live", timeout=SOON)


def test_a_tap_that_nobody_signed_in_makes_tells_the_page_so(server, open_window, watch):
    watch.forgive(r"\[object Event\]", "status of 401", "Status Error Code 401")
    server.do("announcement.post", "Game Control", text="Tea is served.")
    page = open_window("Team Control", "Ōta", at="/journal/")
    expect(pill(page)).to_have_text("Live")
    page.context.clear_cookies()
    page.get_by_role("button", name="Read").focus()
    page.keyboard.press("Enter")  # under a finger its part would be asked for once more, which leads to the door
    expect(pill(page)).to_have_text("Signed out. Sign in", timeout=SOON)


def test_what_could_not_be_fetched_of_an_act_is_asked_for_again_though_nothing_is_new(server, open_window, watch):
    watch.forgive("status of 503", "Status Error Code 503")
    page = open_window("Game Control", at="/journal/")
    until(page, "contact.live()")
    busy = []
    page.route("**/journal/", lambda route: (busy.append(route), route.fulfill(status=503)), times=1)
    server.do("garrison.raise", province="kai", troops=1)
    come(page, lambda: bool(busy), "what is asked of the act")
    expect(page.locator("#journal")).to_contain_text("raised 1 counter in Kai", timeout=SOON)


ONE_OF_MANY = 'document.body.dataset.root = "/hall/g/spring"'
"""What a page says of itself when a hall has several games, and another way leads to it."""


def test_the_page_of_a_game_that_was_taken_away_says_so_and_leads_to_the_others(server, open_window, watch):
    watch.forgive(r"\[object Event\]")
    page = open_window("Map Control", own=True)
    gone = {"content_type": "text/event-stream", "body": says_only("gone")}
    page.route("**/live?*", lambda route: route.fulfill(**gone))
    page.goto("/now/")
    expect(pill(page)).to_have_text("Game gone. All games", timeout=SOON)
    expect(pill(page).get_by_role("link", name="All games")).to_have_attribute("href", "/")
    page.add_init_script(f"addEventListener('DOMContentLoaded', () => {{ {ONE_OF_MANY} }})")
    page.reload()
    expect(pill(page).get_by_role("link", name="All games")).to_have_attribute("href", "/hall/", timeout=SOON)


def test_a_season_cannot_end_while_an_encounter_is_open(server, open_window, watch):
    watch.forgive(r"status of 422")
    meeting_in_shinano(server)
    page = open_window("Game Control", at="/game/")
    page.get_by_role("link", name="Close Spring 1550").click()
    gate = page.get_by_role("link", name=re.compile("encounter 1 in Shinano", re.IGNORECASE)).first
    expect(gate).to_be_visible()
    page.get_by_role("button", name="Close Spring 1550").click()
    expect(page.get_by_role("alert")).to_contain_text("Spring cannot end while these are open: encounter 1 in Shinano")
    assert server.ask("/api/state/game")[1]["season"] == "spring"

    server.do("encounter.settle", encounter=1, outcome="parley")
    expect(gate).to_have_count(0)  # by itself, while the form stays as it is
    page.get_by_label("Reason to go over what is open").fill("time is up")
    send(page, "Close Spring 1550", "Spring 1550 ended; summer 1550 begins.")


@pytest.mark.parametrize("wide", [375, 1280])
def test_a_hundred_things_to_tell_cover_no_neighbour(server, open_window, wide):
    page = open_window("Map Control", "Ana")
    page.set_viewport_size({"width": wide, "height": 700})
    page.goto("/people/")
    lettered(page)
    # All in one look: the row moves as they come.
    badge_ends, following_begins = page.evaluate(
        """() => {
            document.querySelector(".to-tell").innerHTML = '<b class="untold many">135</b>';
            const badge = document.querySelector(".untold");
            let next = badge.closest("a").nextElementSibling;
            while (!next.checkVisibility()) next = next.nextElementSibling;
            return [badge.getBoundingClientRect().right, next.getBoundingClientRect().left];
        }"""
    )
    assert badge_ends <= following_begins


@pytest.mark.parametrize("desk", ["Team Control", "Non-Player Daimyo Control", "Map Control", "Game Control", "Bakufu"])
def test_a_hundred_things_to_tell_leave_the_pages_of_a_desk_in_one_row_of_a_phone(server, open_window, desk):
    page = open_window(desk, "Ana", at="/tell/", **PHONE)
    lettered(page)
    for untold in ("", '<b class="untold many">135</b>'):
        page.evaluate("(untold) => { document.querySelector('.to-tell').innerHTML = untold; }", untold)
        told_at, more = boxes(page.locator(".desks .to-tell"), page.locator(".desks .menu"))
        assert abs(told_at["y"] - more["y"]) < 20, untold


@pytest.mark.parametrize(
    ("desk", "path"), [("Game Control", "/game/"), ("Game Control", "/display/desk/"), ("", "/display/")]
)
def test_that_a_page_is_cut_off_can_be_read_whole(server, open_window, desk, path):
    page = open_window(desk) if desk else open_window()
    page.set_viewport_size({"width": 1280, "height": 700})
    page.goto(path)
    lettered(page)
    sticks_out, height, covered = page.evaluate(
        """() => {
            const live = document.getElementById("live"), words = live.querySelector(".words");
            live.classList.add("cut-off");
            words.textContent = "Cut off. As of 16:58";
            const spare = document.getElementById("spares-now");
            if (spare) spare.innerHTML = '<a class="spare-now" href="#">Spare level</a>';
            const { left, right, bottom } = words.getBoundingClientRect(), around = live.getBoundingClientRect();
            const above = document.elementFromPoint(right - 4, bottom - 4);
            return [right > around.right || live.scrollWidth > live.clientWidth, around.height, !live.contains(above)];
        }"""
    )
    assert (sticks_out, height < 60, covered) == (False, True, False)


SAYS = """([look, words]) => {
    const live = document.getElementById("live");
    live.className = `live ${look}`;
    live.querySelector(".words").innerHTML = words;
    const stands = (one) => one.getBoundingClientRect().toJSON();
    const words_at = live.querySelector(".words");
    return [
        [...document.querySelectorAll(".band > :not(#live), .desks > *, main")].map(stands),
        look === "cut-off" && (words_at.scrollWidth > words_at.clientWidth
            || stands(words_at).bottom > stands(document.querySelector(".band")).bottom),
    ];
}"""
"""Says something in the place of Live: where all else stands then, and whether the words of a cut stick out."""


@pytest.mark.parametrize("wide", [320, 375, 820, 1280, 1920])
def test_whether_a_page_is_live_moves_nothing_that_a_finger_is_about_to_tap(server, open_window, wide):
    for desk in ("Game Control", "Map Control", ""):
        page = open_window(desk or None, at="/rulings/" if desk else "/sign-in")
        page.set_viewport_size({"width": wide, "height": 700})
        lettered(page)
        stands, _ = page.evaluate(SAYS, ["on", "Live"])
        for look, words in (
            ("", "Not live"),
            ("cut-off", "Cut off. As of 16:58"),
            ("cut-off", "Signed out. <a href='/sign-in'>Sign in</a>"),
            ("cut-off", "Game gone. <a href='/'>All games</a>"),
        ):
            assert page.evaluate(SAYS, [look, words]) == [stands, False], (desk, words)
            fits(page)


def test_where_no_script_runs_a_phone_says_in_words_that_the_page_is_not_live(server, open_window):
    page = open_window(at="/sign-in", **PHONE | {"java_script_enabled": False})
    assert page.locator("#live .words").bounding_box()["width"] > 40
