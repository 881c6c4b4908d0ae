"""A screen on the wall: pointed from the desk, in turns, cut off and back; and what is announced to the umpires."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.umpire import PHONE, boxes, lettered, send, until

pytestmark = pytest.mark.browser

SOON = 30_000  # milliseconds; how soon it really is, the benchmarks say
CUT_OFF = re.compile(r"^No contact with the control room since \d\d:\d\d; what you see may be out of date\.$")
WALL = {"viewport": {"width": 1920, "height": 1080}}
DREAM = """
    const really = Date.now;
    window.sleep = (hours) => { Date.now = () => really() + hours * 3600000; };
"""
"""Lets the device's clock jump ahead, as it has when a device wakes up."""


def view(page: Page, name: str):
    """One of the views of a screen, by its heading's words."""
    return page.get_by_role("region", name=name)


def own_words(page: Page, text: str) -> None:
    """Put news in one's own words on the list."""
    page.get_by_label("Text").fill(text)
    send(page, "Put it on the list", text)


def test_a_thumb_can_press_full_screen(open_window):
    phone = open_window(at="/display/hall", **PHONE)
    button = phone.get_by_role("button", name="Full screen")
    assert button.bounding_box()["height"] >= 44


def test_the_flag_of_a_rebel_is_read_from_as_far_as_his_name(server, open_window):
    server.do("rebellion.declare", "Game Control", clan="takeda", reason="He burned the temple")
    server.do("display.point", "Game Control", display="hall", shows=["edicts"])
    wall = open_window(at="/display/hall", **WALL)
    line = wall.get_by_role("listitem").filter(has_text="Takeda is in rebellion")
    letters = "(one) => parseFloat(getComputedStyle(one).fontSize)"
    assert line.locator(".flag").evaluate(letters) > 0.6 * line.evaluate(letters)


def test_a_display_is_pointed_from_the_desk_and_takes_its_views_in_turns(server, open_window, watch):
    watch.forgive(r"status of 404")
    wall, game = open_window(**WALL, own=True), open_window("Game Control", "Abe")
    wall.clock.install()
    wall.goto("/display/hall")
    expect(view(wall, "Map")).to_be_visible()
    wall.evaluate("window.mark = 'not loaded again'")

    game.goto("/display/desk/")
    hall = game.get_by_role("group", name="Show on The hall")
    hall.get_by_role("button", name="Clock").click()
    expect(view(wall, "Clock").get_by_role("timer")).to_be_visible(timeout=SOON)
    expect(view(wall, "Map")).to_have_count(0)
    expect(hall.get_by_role("button", name="Clock")).to_have_attribute("aria-pressed", "true")

    game.get_by_role("link", name="In turns, name…").click()
    game.get_by_label("Name").fill("The great hall")
    game.get_by_label("News").check()
    game.get_by_label("Order of the clans").check()
    game.get_by_label("Clock", exact=True).uncheck()
    game.get_by_label("Seconds for each turn").fill("5")
    send(game, "Change", "“The great hall” shows: Order of the clans, News, 5 seconds each.")
    expect(wall.get_by_text("The order of the clans has not been released yet.")).to_be_visible(timeout=SOON)
    wall.clock.run_for(5_000)
    expect(wall.get_by_text("There is no news yet.")).to_be_visible(timeout=SOON)
    expect(wall.get_by_text("The order of the clans")).to_be_hidden()

    game.goto("/news-desk/")
    own_words(game, "A comet was seen over Kyōto.")
    own_words(game, "The harvest is good.")
    expect(wall.get_by_text("comet")).to_have_count(0)
    game.get_by_role("button", name="Up: The harvest is good.").click()
    expect(game.get_by_role("button", name="Down: The harvest is good.")).to_be_visible()  # that list goes out
    game.get_by_role("button", name="Release all 2").click()
    expect(view(wall, "News").get_by_role("listitem")).to_have_text(
        ["The harvest is good.", "A comet was seen over Kyōto."],
        timeout=30_000,
    )
    expect(wall.get_by_text(re.compile(r"^As of \d\d:\d\d:\d\d$"))).to_be_visible()
    assert wall.evaluate("[window.mark, document.documentElement.scrollHeight]") == ["not loaded again", 1080]

    game.goto("/display/desk/")
    game.get_by_role("button", name="Remove").click()
    expect(wall.get_by_role("heading", name="There is no display “hall”")).to_be_visible(timeout=SOON)


def test_a_display_whose_network_is_cut_says_so_in_words_and_comes_back_by_itself(server, open_window, watch):
    watch.forgive("net::ERR_")
    wall = open_window(**WALL, own=True)
    wall.clock.install()
    wall.goto("/display/hall")
    alert = wall.get_by_role("alert")
    expect(view(wall, "Map")).to_be_visible()
    expect(alert).to_be_hidden()

    wall.context.set_offline(True)
    wall.clock.run_for(9_000)
    expect(alert).to_have_text(CUT_OFF, timeout=SOON)
    expect(view(wall, "Map")).to_be_visible()
    server.do("display.point", "Game Control", display="hall", shows=["news"])
    wall.context.set_offline(False)
    expect(wall.get_by_text("There is no news yet.")).to_be_visible(timeout=30_000)
    expect(alert).to_be_hidden()

    server.stop()
    wall.clock.run_for(9_000)
    expect(alert).to_have_text(CUT_OFF, timeout=SOON)
    server.start()
    server.do("news.choose", "Game Control", text="The harvest is good.")
    server.do("news.release", "Game Control")
    wall.clock.run_for(5_000)
    expect(wall.get_by_text("The harvest is good.")).to_be_visible(timeout=30_000)
    expect(alert).to_be_hidden()


def test_a_display_that_slept_a_night_names_the_day_and_is_fetched_anew_when_it_wakes(server, open_window, watch):
    watch.forgive("net::ERR_")
    wall = open_window(**WALL, own=True)
    wall.add_init_script(DREAM)
    wall.goto("/display/hall")
    expect(view(wall, "Map")).to_be_visible()
    as_of = wall.locator("[data-as-of]")
    expect(as_of).not_to_have_text(as_of.inner_text())  # it has heard, and noted it
    wall.evaluate("window.mark = 'of yesterday'")
    wall.context.set_offline(True)
    wall.evaluate("sleep(14)")
    expect(wall.get_by_role("alert")).to_have_text(
        re.compile(r"^No contact with the control room since \w+day \d\d:\d\d; "),
        timeout=SOON,
    )
    wall.context.set_offline(False)
    expect(wall.get_by_role("alert")).to_be_hidden(timeout=30_000)
    until(wall, "window.mark === undefined")


def test_a_display_is_fetched_anew_when_the_program_is_another(server, open_window):
    wall = open_window(at="/display/hall", **WALL)
    newer = {"at": "09:00:00", "day": "Monday", "version": "another", "journal": 0, "display": None}
    with wall.expect_event("load", timeout=30_000):
        wall.route("**/display/hall/now", lambda route: route.fulfill(json=newer), times=1)
    expect(view(wall, "Map")).to_be_visible()


def test_an_announcement_reaches_another_desk_and_its_read_mark_comes_back(server, open_window):
    game, team, other = (
        open_window("Game Control", "Abe"),
        open_window("Team Control", "Mori", **PHONE),
        open_window("Map Control", "Endo"),
    )
    team.goto("/treaties/")
    other.goto("/map/")
    team.get_by_label("Terms").fill("until winter")
    game.goto("/announcements/")
    game.get_by_label("Text").fill("Fetch your letters.")
    game.get_by_label("Team Control").check()
    send(game, "Announce", "Announced to Team Control: Fetch your letters.")
    banner = team.get_by_role("alert").filter(has_text="Fetch your letters.")
    expect(banner).to_be_visible(timeout=SOON)
    taken = team.locator("#announced").bounding_box()
    assert taken is not None
    assert taken["height"] <= PHONE["viewport"]["height"] / 6, "the page below it can still be used"
    expect(other.get_by_text("Fetch your letters.")).to_have_count(0)

    banner.get_by_role("button", name="Read").tap()
    expect(banner).to_have_count(0)
    expect(team.get_by_label("Terms")).to_have_value("until winter")
    expect(game.locator(".done").filter(has_text="Mori")).to_be_visible(timeout=SOON)
    send(game, "End: Fetch your letters.", "No longer announced")


def test_a_window_that_is_higher_than_wide_loads_the_upright_map_and_no_other(open_window):
    for size, view, kind in (((1280, 720), None, "wide"), ((600, 1000), "upright", "upright")):
        page = open_window(viewport={"width": size[0], "height": size[1]}, own=True)
        asked: list[str] = []
        page.on("request", lambda request, asked=asked: asked.append(request.url))
        page.goto("/display/")
        expect(page.locator(".drawing > svg")).to_have_attribute("data-lies", kind)
        assert parse_qs(urlsplit(page.url).query).get("view", [None]) == [view]
        assert not [url for url in asked if "/drawing" in url]


def test_nobody_scrolls_a_wall_to_see_the_south_of_the_map(server, open_window):
    page = open_window(at="/display/")
    for width, height in ((1280, 720), (1366, 768), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        season, drawing = boxes(page.locator("#display-season"), page.locator("#map"))
        assert season["bottom"] <= drawing["y"]
        assert drawing["y"] + drawing["height"] <= height
        assert drawing["width"] > 0.9 * width


WIDTH = """(name) => {
    for (const [key, words] of [["name", name], ["time", "12:00"], ["said", "last 2 minutes"]])
        document.querySelector(`.map-clock [data-clock-${key}]`).textContent = words;
    return document.documentElement.scrollWidth;
}"""
"""How wide the page is with the clock in this stage."""


def test_the_map_for_everybody_is_as_wide_as_a_phone_whatever_its_clock_says(server, open_window, shipped):
    page = open_window(at="/display/", **PHONE)
    assert {stage.name: page.evaluate(WIDTH, stage.name) for stage in shipped.phases} == {
        stage.name: PHONE["viewport"]["width"] for stage in shipped.phases
    }


STANDS = """(said) => {
    document.querySelector(".map-clock [data-clock-said]").textContent = said;
    const { y, height } = document.querySelector("#map, .wall-map").getBoundingClientRect();
    return [y, height];
}"""
"""Where the map stands while this is said of the time."""


def test_the_map_on_a_wall_stays_where_it_is_in_the_last_two_minutes(server, open_window, shipped):
    wall = open_window()
    for address in ("/display/", "/display/hall"):
        wall.goto(address)
        lettered(wall)
        for width, height in ((1280, 720), (1366, 768), (1920, 1080)):
            wall.set_viewport_size({"width": width, "height": height})
            for stage in shipped.phases:
                wall.evaluate(WIDTH, stage.name)
                said, silent = wall.evaluate(STANDS, "last 2 minutes"), wall.evaluate(STANDS, "")
                assert said == silent, (address, stage.name, width)


MOVES = """() => {
    window.heights = new Set();
    const look = () => {
        window.heights.add(document.querySelector("#map, .wall-map")?.getBoundingClientRect().height);
        requestAnimationFrame(look);
    };
    look();
}"""
"""Notes how high the map is whenever the page is drawn."""


@pytest.mark.parametrize("address", ["/display/", "/display/hall"])
def test_the_map_on_a_wall_stays_where_it_is_when_it_changes(server, open_window, address):
    server.do("board.release", "Game Control")
    wall = open_window(at=address)
    wall.set_viewport_size({"width": 1920, "height": 1080})
    until(wall, "document.querySelector('.map-clock [data-clock-time]').textContent")
    lettered(wall)
    wall.evaluate(MOVES)
    wall.evaluate("document.querySelector('.map-clock').dataset.before = ''")
    server.do("province.take_over", province="kai", clan="oda", how="submits")
    until(wall, "!('before' in (document.querySelector('.map-clock')?.dataset ?? { before: '' }))")
    until(wall, "document.querySelector('.map-clock [data-clock-time]').textContent")
    assert wall.evaluate("[...window.heights].length") == 1


def test_a_display_on_a_phone_moves_not_sideways_with_letters_twice_as_large(open_window):
    page = open_window(at="/display/hall", **PHONE)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    lettered(page)
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["viewport"]["width"]


def test_on_a_wall_the_head_of_the_map_cuts_no_stage_short(server, open_window, shipped):
    server.do("board.release", "Game Control")
    wall = open_window(at="/display/hall")
    expect(wall.locator(".map-order li").first).to_be_visible()
    for width, height in ((1024, 768), (1280, 720), (1280, 900), (1920, 1080)):
        wall.set_viewport_size({"width": width, "height": height})
        for stage in shipped.phases:
            wall.evaluate(WIDTH, stage.name)
            clock, drawing = boxes(wall.locator(".map-clock"), wall.locator(".wall-map"))
            assert clock["y"] >= 0, (stage.name, width, height)
            assert clock["y"] + clock["height"] <= drawing["y"], (stage.name, width, height)
            assert drawing["y"] + drawing["height"] <= height, (stage.name, width, height)
