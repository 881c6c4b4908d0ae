"""A phone or a tablet as it is held: it is turned, its page comes anew in the middle of a march, and it looks where it
did. And the umpire's forms, which follow two tablets as long as nobody has begun with one."""

from __future__ import annotations

import re
from contextlib import suppress

import pytest
from playwright.sync_api import Error, expect

from control.sekigahara.rules.board import march
from control.sekigahara.rules.sides import CALLED, OTHER
from tests.browser.sekigahara.test_two_tablets import on_board, whose
from tests.browser.test_no_tap_is_lost import unsent, written
from tests.browser.test_own_colours import TWICE, WIDE
from tests.browser.umpire import PHONE, boxes, come, lettered, touches
from tests.sekigahara.games import play, set_state, standing_in
from tests.sekigahara.scenes import scene
from tests.sekigahara.test_desks import fought, moving

LOOKS = "document.querySelector('[data-board]').board.middle.map((part) => Math.round(part * 100))"
TURNED = {"width": PHONE["viewport"]["height"], "height": PHONE["viewport"]["width"]}


def swiped(page, across):
    """Push the board so far to the left with a finger, and where it looks then."""
    board = boxes(page.locator("[data-board]"))[0]
    x, y, touch = board["x"] + board["width"] / 2, board["y"] + board["height"] / 2, touches(page)
    touch("touchStart", (x, y))
    for part in (0.25, 0.5, 0.75, 1):
        touch("touchMove", (x - across * part, y))
    touch("touchEnd")
    return page.evaluate(LOOKS)


def a_far_stack(room):
    """Who moves, and a stack of several blocks that may."""
    campaign, now = moving(room)
    side = now.active
    return side, next(one for one in campaign.board.places if len(now.at(campaign, side, one)) > 2)


def test_a_phone_looks_where_it_did_when_its_page_comes_anew_and_when_it_was_turned_and_back(open_window, server):
    side, _ = a_far_stack(server.room)
    page = open_window(side, "A thumb", at="/table/", **PHONE)
    at_first = page.evaluate(LOOKS)
    looks = swiped(page, 100)
    assert looks != at_first
    page.reload()
    assert page.evaluate(LOOKS) == looks
    page.set_viewport_size(TURNED)
    page.wait_for_function(f"innerWidth === {TURNED['width']}")
    page.set_viewport_size(PHONE["viewport"])
    page.wait_for_function(f"({LOOKS}).join() === '{','.join(map(str, looks))}'")


def test_the_board_of_a_phone_shows_the_stack_that_was_chosen_from_the_list(open_window, server):
    campaign, now = moving(server.room)
    side = now.active
    spots = {one: place for one, place in campaign.board.places.items() if now.at(campaign, side, one)}
    page = open_window(side, "A thumb", **PHONE)
    for place in spots:
        page.goto(f"/table/?from={place}")
        (x, y), frame = on_board(page, place), boxes(page.locator("[data-board]"))[0]
        assert frame["x"] <= x <= frame["x"] + frame["width"], place
        assert frame["y"] <= y <= frame["y"] + frame["height"], place


def test_the_board_is_looked_around_on_with_the_arrows_once_it_is_close(open_window, server):
    page = open_window("east", "A hand", at="/table/")
    board = page.locator("[data-board]")
    board.press("ArrowRight")
    assert page.evaluate(LOOKS) == [50, 50], "all of it is there"
    for key, ways in (("+", "=="), ("ArrowRight", ">="), ("ArrowDown", "=>"), ("ArrowLeft", "<="), ("ArrowUp", "=<")):
        before = page.evaluate(LOOKS)
        board.press(key)
        for was, now, way in zip(before, page.evaluate(LOOKS), ways, strict=True):
            assert {"=": now == was, ">": now > was, "<": now < was}[way], key
    board.press("0")
    assert page.evaluate(LOOKS) == [50, 50]


@pytest.mark.parametrize("edition", ["kessen"])
def test_the_name_of_a_province_gives_way_to_known_blocks_only_while_they_are_named(open_window, server):
    page = open_window("umpire", "Ume", at="/table/")
    board, name, known = (page.locator(one) for one in ("[data-board]", ".under-known", ".known"))
    expect(name).to_have_text("Ōmi")
    expect(name).to_be_visible()
    expect(known.first).to_be_hidden()
    for _ in range(5):
        board.press("+")
    expect(known.first).to_be_visible()
    expect(name).to_be_hidden()
    board.press("0")
    expect(name).to_be_visible()


def test_a_march_that_is_half_made_is_there_when_the_page_comes_anew(open_window, server):
    side, place = a_far_stack(server.room)
    page = open_window(side, side.capitalize(), at="/table/")
    page.mouse.click(*on_board(page, place))
    form = page.locator("form#move")
    form.locator(".chip input").first.uncheck()
    goal = form.locator("select[name=way] option[data-cards='0']").first.get_attribute("data-to")
    page.mouse.click(*on_board(page, goal))
    expect(form.locator(".costs")).to_contain_text("(7.3.3)")
    expect(form.get_by_role("button", name="Move, 1 stays")).to_be_visible()
    before = form.locator("select[name=way]").input_value()
    page.reload()
    expect(form.locator(".chip input").first).not_to_be_checked()
    expect(form.locator("select[name=way]")).to_have_value(before)
    expect(page.locator(".route")).to_have_count(1)
    form.get_by_role("button", name="Move, 1 stays").click()
    expect(page.locator(".told")).to_contain_text("(7.3.3)")
    assert "from=" not in page.url, "what was done is not half made"
    assert standing_in(server.room)[1].moved


# What is looked at, and quick taps

CUT = "Failed to load resource", "request: net::"
"""What the browser itself says where the network is cut."""


def near(campaign, now, side, place):
    """The places one road from here to which a whole stack may go."""
    many = len(now.at(campaign, side, place))
    return [
        one.way[-1]
        for one in march.reach(campaign.board, now.position(campaign), side, place, many)
        if len(one.way) == 2
    ]


def held_answers(page):
    """What is asked for a place is held until it is let go of, in the order in which it was asked or another."""
    held = []
    page.route(re.compile(r"/table/move/"), lambda route: held.append(route))

    def wait_for(number):
        come(page, lambda: len(held) >= number, f"question {number}")
        return held

    return wait_for


def let_go(page, routes):
    """Answer all that is held, and whatever is asked from now on."""
    page.unroute_all()
    for one in routes:
        with suppress(Error):  # it was called back
            one.continue_()


def test_what_a_side_that_waits_has_open_stays_and_follows_when_the_other_moves(open_window, server):
    campaign, now = moving(server.room)
    side = now.active
    place = next(one for one in campaign.board.places if len(now.at(campaign, side, one)) == 1)
    page = open_window(OTHER[side], "Waits", at="/table/", **PHONE)
    find, looked = page.get_by_label("Find a place"), page.locator("#at-place")
    find.fill(campaign.board.called(place))
    find.press("Tab")
    expect(looked).to_contain_text("1 block")
    for fold in ("place-by-place", "beside-the-board"):
        page.locator(f"#{fold} summary").click()
    lettered(page)
    page.evaluate(
        "scrollTo(0, document.getElementById('place-by-place').offsetTop + 300);"
        " document.querySelector('#beside-the-board .wide').scrollLeft = 30;"
    )
    stands = """[[...document.querySelectorAll('details[open]')].map((one) => one.id),
        Math.round(document.getElementById('place-by-place').getBoundingClientRect().top),
        document.querySelector('#beside-the-board .wide').scrollLeft, document.querySelectorAll('.meant').length,
        document.querySelector('.board-sheet').style.transform]"""
    before = page.evaluate(stands)
    assert before[1:4] == [pytest.approx(-300, abs=2), 30, 1]
    [block] = now.at(campaign, side, place)
    way = [place, near(campaign, now, side, place)[0]]
    server.do("move.stack", side, groups=[{"blocks": [block], "way": way}])
    expect(looked).not_to_contain_text("1 block")
    expect(looked).to_contain_text(campaign.board.called(place))
    assert page.evaluate(stands) == before


def two_stacks(campaign, now):
    """A stack that may go somewhere, and another that the first one cannot reach."""
    side, board, position = now.active, campaign.board, now.position(campaign)
    one, *others = [
        place for place in board.places if now.at(campaign, side, place) and near(campaign, now, side, place)
    ]
    ways = march.reach(board, position, side, one, len(now.at(campaign, side, one)), True)
    return one, next(other for other in others if other not in {way.way[-1] for way in ways})


def test_a_second_tap_before_the_first_is_answered_means_what_the_first_has_asked_for(open_window, server):
    campaign, now = moving(server.room)
    place, _ = two_stacks(campaign, now)
    page = open_window(now.active, "Quick", at="/table/", own=True)
    spots = {one: on_board(page, one) for one in (place, near(campaign, now, now.active, place)[0])}
    asked = held_answers(page)
    for spot in spots.values():
        page.mouse.click(*spot)
    let_go(page, asked(1))
    expect(page.locator("form#move")).to_have_attribute("data-place", place)
    expect(page.locator("form#move select[name=way]")).to_have_value(",".join(spots))
    expect(page.locator("form#move .costs")).to_contain_text("(7.3.3)")


@pytest.mark.parametrize("cut", [False, True])
def test_a_stack_tapped_while_a_way_is_asked_for_is_the_one_that_opens(open_window, server, watch, cut):
    watch.forgive("htmx:(sendAbort|sendError|afterRequest)", *CUT)  # what is asked for the way is let go
    campaign, now = moving(server.room)
    place, other = two_stacks(campaign, now)
    page = open_window(now.active, "Quick", at="/table/", own=True)
    page.mouse.click(*on_board(page, place))
    expect(page.locator("form#move")).to_have_attribute("data-place", place)
    spots = [on_board(page, one) for one in (near(campaign, now, now.active, place)[0], other)]
    if cut:  # then the form is not the first in its panel
        page.context.set_offline(True)
        page.mouse.click(*spots[1])
        expect(page.locator("#at-place").get_by_role("alert")).to_be_visible()
        page.context.set_offline(False)
        spots = [on_board(page, one) for one in (near(campaign, now, now.active, place)[0], other)]
    asked = held_answers(page)
    for number, spot in enumerate(spots, 1):
        page.mouse.click(*spot)
        asked(number)
    way, stack = asked(2)
    stack.continue_()
    expect(page.locator("form#move")).to_have_attribute("data-place", other)
    let_go(page, [way])
    page.wait_for_timeout(300)
    expect(page.locator("form#move")).to_have_attribute("data-place", other)


def test_a_way_that_was_left_does_not_come_back_in_the_place_of_the_one_that_is_chosen(open_window, server, watch):
    watch.forgive("htmx:(sendAbort|afterRequest)")
    campaign, now = moving(server.room)
    side = now.active
    place = next(
        one for one in campaign.board.places if now.at(campaign, side, one) and len(near(campaign, now, side, one)) > 1
    )
    first, second = near(campaign, now, side, place)[:2]
    page = open_window(side, "Slow", at=f"/table/?from={place}", own=True)
    ways = page.locator("form#move select[name=way]")
    ways.select_option(f"{place},{first}")
    expect(page.locator("form#move .costs")).to_contain_text("(7.3.3)")
    asked = held_answers(page)
    ways.select_option(f"{place},{second}")
    asked(1)
    page.wait_for_timeout(600)  # a draft is written when the keys have been still for a moment
    let_go(page, [])
    page.goto(f"/table/?from={place}")
    ways.select_option(f"{place},{first}")
    expect(page.locator("form#move .costs")).to_contain_text("(7.3.3)")
    page.wait_for_timeout(300)
    expect(ways).to_have_value(f"{place},{first}")


def test_who_taps_a_place_while_the_network_is_cut_is_told_so_and_loses_no_march(open_window, server, watch):
    watch.forgive("htmx:(sendError|afterRequest)", *CUT)
    campaign, now = moving(server.room)
    place, other = two_stacks(campaign, now)
    page = open_window(now.active, "Cut", at=f"/table/?from={place}", own=True)
    spot = on_board(page, other)
    page.context.set_offline(True)
    page.mouse.click(*spot)
    expect(page.locator("#at-place").get_by_role("alert")).to_contain_text("the network is cut")
    expect(page.locator("form#move")).to_have_attribute("data-place", place)
    page.context.set_offline(False)
    page.mouse.click(*spot)
    expect(page.locator("form#move")).to_have_attribute("data-place", other)
    expect(page.locator("#at-place").get_by_role("alert")).to_have_count(0)


# The umpire's forms


def test_the_umpires_forms_follow_two_tablets_while_he_has_begun_with_none(open_window, server):
    umpire = open_window("umpire", "Ume", at="/table/")
    bids = umpire.get_by_role("button", name="Bid for the turn order")
    expect(bids).to_have_count(2)
    server.do("week.bid", "west", card=standing_in(server.room)[1].hands["west"][0])
    expect(bids).to_have_count(1)
    expect(umpire.locator(".news")).not_to_contain_text("changed at another desk")
    play(server.room, until="pay")
    expect(umpire.get_by_text("Minimal movement").first).to_be_visible()
    server.do("move.pay", standing_in(server.room)[1].active, degree="minimal", cards=[])
    expect(umpire.locator("a[href*='from=']").first).to_be_visible()
    campaign, now = standing_in(server.room)
    place = next(one for one in campaign.board.places if now.at(campaign, now.active, one))
    umpire.mouse.click(*on_board(umpire, place))
    form = umpire.locator("form#move")
    near = form.locator("select[name=way] option[data-cards='0']").first.get_attribute("value")
    form.locator("select[name=way]").select_option(near)
    expect(form.locator(".costs")).to_contain_text("(7.3.3)")
    umpire.mouse.move(1, 1)
    umpire.evaluate("document.activeElement.blur()")
    server.do("move.end", standing_in(server.room)[1].active)
    expect(umpire.locator(".news")).to_contain_text("changed at another desk")
    expect(form).to_be_visible()


@pytest.mark.parametrize("begun", ["ticked", "under the mouse", "ticked on a phone"])
def test_what_the_umpire_began_with_stays_and_he_is_told(open_window, server, begun):
    umpire = open_window("umpire", "Ume", at="/table/", **PHONE if "phone" in begun else {})
    chip = umpire.locator("form .chip").first
    if begun.startswith("ticked"):
        chip.click()
        umpire.evaluate("document.activeElement.blur()")
        umpire.mouse.move(1, 1)
    elif begun == "under the mouse":
        chip.hover()
    server.do("week.bid", "west", card=standing_in(server.room)[1].hands["west"][0])
    expect(umpire.locator(".news")).to_contain_text("changed at another desk")
    expect(whose(umpire)).to_contain_text("Now: the east bids a card")
    expect(umpire.get_by_role("button", name="Bid for the turn order")).to_have_count(2)


def test_what_the_umpire_begins_with_while_the_page_is_on_its_way_is_not_lost(open_window, server):
    umpire = open_window("umpire", "Ume", at="/table/", own=True)
    held = []
    umpire.route("**/table/", lambda route: held.append(route))
    server.do("week.bid", "west", card=standing_in(server.room)[1].hands["west"][0])
    come(umpire, lambda: len(held) == 2, "whose move it is, and the forms")
    chip = umpire.locator("form .chip").first
    chip.locator("input").press("Space")
    for one in held:
        with suppress(Error):
            one.continue_()
    expect(umpire.locator(".news")).to_contain_text("changed at another desk")
    expect(chip.locator("input")).to_be_checked()


def test_the_umpires_plays_follow_a_battle_and_stay_where_he_forces_a_step(open_window, server):
    side = fought(server.room, 4, "deploy").fight.side
    follows, forces = (open_window("umpire", name) for name in ("Ume", "Uta"))
    follows.goto("/battle/")
    forces.goto("/battle/?forcing=1")
    kept = forces.locator("#plays form").count()
    title = follows.locator("#plays input[name=side]").first
    assert title.input_value() == side
    server.do("combat.pass", side)
    expect(follows.locator(f"#plays input[name=side][value={OTHER[side]}]").first).to_be_attached()
    expect(follows.locator(".news")).not_to_contain_text("changed at another desk")
    expect(forces.locator(".news")).to_contain_text("changed at another desk")
    assert forces.locator("#plays form").count() == kept


@pytest.mark.parametrize(("address", "figures"), [("/battle/", ".side"), ("/table/", ".bid")])
def test_what_is_light_on_dark_is_so_on_paper_too(open_window, server, address, figures):
    fought(server.room, 4, "deploy")
    page = open_window("umpire", "Ume", at=address, own=True)
    page.emulate_media(media="print")
    expect(page.locator(figures).first).to_have_css("print-color-adjust", "exact")


# The forms of a side, and those at the table


def test_the_forms_of_a_side_follow_what_is_done_for_it_until_it_begins_with_one(open_window, server):
    side = open_window("west", "Aki")
    side.goto("/table/")
    bids = side.get_by_role("button", name="Bid for the turn order")
    expect(bids).to_have_count(1)
    server.do("week.bid", "umpire", side="west", card=standing_in(server.room)[1].hands["west"][0])
    expect(bids).to_have_count(0)
    expect(side.get_by_text("changed at another desk")).to_have_count(0)


def test_the_line_of_what_was_done_offers_no_undo_once_the_game_went_on(open_window, server):
    play(server.room, until="pay")
    side = standing_in(server.room)[1].active
    page = open_window(side, "Aki", at="/table/")
    page.locator("summary", has_text="Minimal movement").click()
    page.get_by_role("button", name="Minimal movement").click()
    undo = page.locator(".told").get_by_role("button", name="Undo")
    expect(undo).to_have_count(1)
    server.do("move.end", side)
    expect(page.locator(".told")).to_contain_text("No undo: Take back entry")
    expect(undo).to_have_count(0)


def test_what_a_side_began_with_stays_and_it_is_told(open_window, server):
    side = open_window("west", "Aki")
    side.goto("/table/")
    chip = side.locator("form .chip").first
    chip.locator("input").press("Space")
    server.do("week.bid", "umpire", side="west", card=standing_in(server.room)[1].hands["west"][0])
    expect(side.locator(".news")).to_contain_text("changed at another desk")
    expect(chip.locator("input")).to_be_checked()


@pytest.mark.parametrize("address", ["/table/", "/battle/"])
def test_a_phone_whose_move_it_became_as_it_looked_on_reads_that_it_is_no_longer(open_window, server, address):
    if address == "/table/":
        play(server.room, until="order", by_umpire=0)
        side = standing_in(server.room)[1].waiting[0]
        act, order = "week.order", {"first": OTHER[side]}
    else:
        side, act, order = fought(server.room, 4, "deploy").fight.side, "combat.pass", {}
    phone = open_window(OTHER[side], "Looks on", at=address, **PHONE)
    expect(whose(phone)).to_contain_text("Wait")
    done = server.do(act, side, **order)
    expect(whose(phone)).to_contain_text("Your move")
    server.do("journal.undo", "umpire", entry=done["number"], force="He meant another")
    expect(whose(phone)).to_contain_text("Wait")


def test_the_forms_at_the_table_follow_what_is_done_elsewhere_until_one_is_begun(open_window, server):
    follows, types = (open_window("umpire", name) for name in ("Ume", "Uta"))
    for page in (follows, types):
        page.goto("/at-the-table/")
    before = follows.locator("#desk").inner_text()
    types.locator("#desk form :is(input:not([type=hidden]), select)").first.focus()
    server.do("week.bid", "west", card=standing_in(server.room)[1].hands["west"][0])
    expect(follows.locator("#desk")).not_to_have_text(before)
    expect(follows.locator(".news")).not_to_contain_text("changed at another desk")
    expect(types.locator(".news")).to_contain_text("changed at another desk")
    expect(whose(types)).to_contain_text("Now: the east bids a card")


def test_what_was_unfolded_by_keyboard_stays_so_and_keeps_the_focus_when_the_forms_follow(open_window, server):
    side = open_window("west", "Aki")
    side.goto("/table/")
    places = side.locator("summary", has_text="On the board, place by place")
    places.press("Enter")
    expect(side.get_by_role("table", name="Place by place")).to_be_visible()
    server.do("week.bid", "umpire", side="west", card=standing_in(server.room)[1].hands["west"][0])
    expect(side.get_by_role("button", name="Bid for the turn order")).to_have_count(0)
    expect(side.get_by_role("table", name="Place by place")).to_be_visible()
    expect(places).to_be_focused()


@pytest.mark.parametrize(("address", "wide", "twice"), [("/board/about", 375, True), ("/table/", 320, False)])
def test_a_narrow_phone_shows_all_of_a_page_beside_its_tables(open_window, server, address, wide, twice):
    umpire = open_window("umpire", "Ume", viewport={"width": wide, "height": 800})
    umpire.goto(address)
    umpire.evaluate("document.querySelectorAll('main details').forEach((one) => { one.open = true })")
    if twice:
        umpire.evaluate(TWICE)
    assert umpire.evaluate(WIDE) <= 0


# On a phone, where a finger may be about to tap


def test_what_can_no_longer_be_sent_goes_from_a_phone(open_window, server):
    fight = fought(server.room, 4, "deploy").fight
    looks = open_window(fight.side, "Looks on", at="/battle/", **PHONE)
    expect(looks.locator("#plays form").first).to_be_attached()
    server.do("combat.pass", fight.side)
    expect(looks.locator("#plays form")).to_have_count(0)
    expect(looks.get_by_text("changed at another desk")).to_have_count(0)


TAKES_NONE = """new Promise((seen) => document.body.addEventListener("htmx:afterSettle", ({ target }) => {
  if (target.id !== "desk") return;
  const button = target.querySelector("form button.main");
  button.scrollIntoView({ block: "center" });
  const { x, y, width, height } = button.getBoundingClientRect();
  seen(button.checkVisibility() && !button.contains(document.elementFromPoint(x + width / 2, y + height / 2)));
}))"""
"""Whether a finger that came down on the first button of the forms as they came would have met none."""


def test_the_forms_of_a_phone_follow_and_take_no_tap_until_they_were_seen(open_window, server):
    umpire = open_window("umpire", "Ume", at="/table/", own=True, **PHONE)
    bids = umpire.get_by_role("button", name="Bid for the turn order")
    expect(bids).to_have_count(2)
    umpire.evaluate(f"() => {{ window.met = {TAKES_NONE}; }}")
    server.do("week.bid", "west", card=standing_in(server.room)[1].hands["west"][0])
    expect(bids).to_have_count(1)
    assert umpire.evaluate("window.met"), "he would have tapped what he never saw"
    expect(umpire.get_by_text("changed at another desk")).to_have_count(0)
    umpire.locator("form .chip").first.tap()
    bids.tap()
    expect(umpire.locator(".told")).to_contain_text("puts down a card (6.3)")


def test_an_undo_on_one_screen_of_a_side_brings_its_forms_back_on_a_phone_of_it(open_window, server):
    play(server.room, until="pay")
    side = standing_in(server.room)[1].active
    phone = open_window(side, "Looks on", at="/table/", **PHONE)
    pays = phone.locator("#desk form[action$='/move.pay']")
    expect(pays.first).to_be_attached()
    done = server.do("move.pay", side, degree="minimal", cards=[])
    expect(pays).to_have_count(0)
    server.do("journal.undo", side, entry=done["number"])
    expect(pays.first).to_be_attached()
    expect(phone.get_by_text("changed at another desk")).to_have_count(0)


def test_a_phone_is_not_told_of_what_alters_none_of_its_forms(open_window, server):
    now = standing_in(server.room)[1].copy()
    now.step = "discard"
    set_state(server.room, now)
    phone = open_window("east", "Aki", at="/table/", **PHONE)
    beside = phone.locator("#beside-the-board")
    beside.locator("summary").click()
    server.do("table.look", "umpire", into="bag", side="west")
    server.do("week.discard", "west", cards=now.hands["west"][: len(now.hands["west"]) // 2])
    drawn = len(standing_in(server.room)[1].hands["west"])
    expect(beside.get_by_role("row", name="Cards in hand").locator("td").last).to_have_text(str(drawn))
    expect(phone.get_by_role("button", name="Discard")).to_have_count(1)
    expect(phone.get_by_text("changed at another desk")).to_have_count(0)


def test_a_phone_on_the_table_is_not_told_of_every_play_of_a_battle(open_window, server):
    fight = fought(server.room, 4, "deploy").fight
    phone = open_window("umpire", "Ume", at="/table/", **PHONE)
    expect(whose(phone)).to_contain_text(f"Now: {CALLED[fight.side]} deploys")
    server.do("combat.pass", fight.side)
    expect(whose(phone)).to_contain_text(f"Now: {CALLED[OTHER[fight.side]]} ")
    expect(phone.locator(".news")).to_have_count(0)


def test_a_card_that_waits_to_be_sent_lies_on_no_tablet(open_window, server, watch):
    watch.forgive(*CUT)
    side = open_window("west", "Aki", at="/table/", own=True)
    card = standing_in(server.room)[1].hands["west"][0]
    side.locator(f"form input[value={card}]").press("Space")
    side.context.set_offline(True)
    side.get_by_role("button", name="Bid for the turn order").click()
    expect(unsent(side)).to_contain_text("Keep this page open.")
    assert card not in written(side)
    side.context.set_offline(False)
    expect(whose(side)).to_contain_text("Wait")


def test_a_piece_that_is_half_put_right_lies_on_no_tablet_and_is_there_again_after_a_reload(open_window):
    umpire = open_window("umpire", "Ume", at="/at-the-table/")
    piece = umpire.get_by_label("Piece", exact=False).first
    with umpire.expect_response("**/drafts/"):
        piece.press_sequentially("Ishida, from")
    assert "Ishida" not in written(umpire)
    umpire.reload()
    expect(piece).to_have_value("Ishida, from")
    expect(umpire.locator(".draft-line")).to_contain_text("yours, not sent.")


def test_a_further_group_that_was_half_typed_is_unfolded_again_after_a_reload(open_window, server):
    set_state(server.room, scene(west={"kiso": 4}, active="west").state)
    umpire = open_window("umpire", "Ume", at="/at-the-table/")
    third = umpire.get_by_role("group", name="A third group")
    for group in (umpire.get_by_role("group", name="The west: Move from Kiso"), third):
        if group.get_attribute("open") is None:
            group.locator("summary").first.click()
    with umpire.expect_response("**/drafts/"):
        third.get_by_text("1 block", exact=True).click()
    umpire.reload()
    expect(third.get_by_text("1 block", exact=True)).to_be_visible()
    expect(third.locator('input[name="number-3"][value="1"]')).to_be_checked()
    expect(umpire.get_by_role("group", name="Another group").get_by_text("1 block", exact=True)).to_be_hidden()


def test_a_further_group_that_was_unfolded_stays_so_when_the_journal_goes_on(open_window, server):
    set_state(server.room, scene(west={"kiso": 4}, active="west").state)
    umpire = open_window("umpire", "Ume", at="/at-the-table/")
    another = umpire.get_by_role("group", name="Another group")
    for group in (umpire.get_by_role("group", name="The west: Move from Kiso"), another):
        if group.get_attribute("open") is None:
            group.locator("summary").first.click()
    expect(another.get_by_text("1 block", exact=True)).to_be_visible()
    umpire.mouse.move(0, 0)  # forms under a mouse follow nobody
    desk, shown = umpire.locator("#desk"), umpire.locator("#desk").get_attribute("data-until-begun")
    server.do("table.correct", "umpire", piece="date_normal_1", to="discards", reason="it lies so on the table")
    expect(desk).not_to_have_attribute("data-until-begun", shown)
    expect(another.get_by_text("1 block", exact=True)).to_be_visible()


def test_what_was_looked_into_is_seen_at_once_on_a_phone(open_window):
    """It stands at the foot of a page that comes anew."""
    umpire = open_window("umpire", "Ume", at="/at-the-table/", **PHONE)
    umpire.get_by_role("button", name="Deck of the west").click()
    expect(umpire.get_by_text("The umpire looked into the deck of the west.")).to_be_in_viewport()
