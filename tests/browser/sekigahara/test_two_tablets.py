"""Two tablets and a projector: a week begins, a stack is tapped and moved, a battle is fought from both sides."""

from __future__ import annotations

import re
from contextlib import suppress

import pytest
from playwright.sync_api import Error, expect
from sqlalchemy import select

from control.kernel.rows import JournalEntry
from control.sekigahara.rules.sides import OTHER
from tests.browser.umpire import PHONE, boxes, come, fits, lettered, pinch, touches, until, whole
from tests.sekigahara.games import play, standing_in
from tests.sekigahara.test_desks import fought, moving

STACK = '.stack.{side}[data-place="{place}"]'


def whose(page):
    """The sentence that says whose move it is."""
    return page.get_by_label("Whose move it is")


def on_board(page, place):
    """Where a place is in the window, in pixels: its middle, once the letters are there."""
    lettered(page)
    spot = page.locator(f'.spot[data-place="{place}"] .touch')
    box = spot.bounding_box() or spot.bounding_box()  # the board that it was found on may have gone for a new one
    assert box, place
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.parametrize("width", [1280, 1601, 1920])
def test_the_turn_is_said_in_one_line_where_the_band_has_room(open_window, server, width):
    play(server.room, until="combat")
    page = open_window("umpire", "Ume", at="/rulings/", viewport={"width": width, "height": 900})
    season = page.locator(".standing .season")
    expect(season).to_contain_text("combat of the")
    assert season.evaluate("(one) => one.getClientRects().length") == 1


def test_a_week_begins_on_two_tablets_and_each_learns_by_itself_that_it_is_his_move(open_window, server):
    east, west = (open_window(side, side.capitalize()) for side in ("east", "west"))
    for page in (east, west):
        page.goto("/table/")
        expect(whose(page)).to_contain_text("bids a card for the turn order (6.3)")
        page.locator("form .chip").first.click()
        page.get_by_role("button", name=re.compile("Bid")).click()
        expect(page.locator(".told")).to_contain_text("puts down a card (6.3)")
    winner = standing_in(server.room)[1].waiting[0]
    first, other = (east, west) if winner == "east" else (west, east)
    expect(whose(first)).to_contain_text("Your move")
    expect(whose(other)).to_contain_text("Wait")
    first.goto("/table/")
    first.locator(f'.chip:has-text("{winner}")').first.click()
    first.get_by_role("button", name="Say who moves first").click()
    expect(whose(first)).to_contain_text("says how much it moves (7.1)")
    expect(whose(other)).to_contain_text("says how much it moves (7.1)")


def tab_to(page, what, most=80):
    """Go on by the Tab key until what is focused matches."""
    for _ in range(most):
        page.keyboard.press("Tab")
        if page.evaluate("what => document.activeElement.matches(what)", what):
            return
    raise AssertionError(f"{what} is not reached by Tab")


def test_a_card_is_bid_by_keyboard_alone_and_the_journal_has_the_name_of_who_did_it(open_window, server):
    page = open_window("east", "Aki", at="/table/")
    tab_to(page, "form input[name=card]")
    page.keyboard.press("Space")
    tab_to(page, "form button")
    page.keyboard.press("Enter")
    expect(page.locator(".told")).to_contain_text("puts down a card (6.3)")
    with server.room.store.read() as session:
        [entry] = session.scalars(select(JournalEntry).filter_by(action="week.bid"))
        assert (entry.umpire, entry.desk) == ("Aki", "east")


def test_a_move_is_tapped_on_the_board_and_everybody_sees_it(open_window, server):
    campaign, now = moving(server.room)
    side = now.active
    mine, wall = open_window(side, side.capitalize()), open_window()
    place = next(one for one in campaign.board.places if len(now.at(campaign, side, one)) == 1)
    mine.goto("/table/")
    wall.goto("/board/")
    mine.mouse.click(*on_board(mine, place))
    form = mine.locator("form#move")
    expect(form).to_contain_text(f"Move from {campaign.board.called(place)}")
    goal = form.locator("select[name=way] option[data-cards='0']").first.get_attribute("data-to")
    mine.mouse.click(*on_board(mine, goal))
    expect(form.locator(".costs")).to_contain_text("(7.3.3)")
    expect(mine.locator(".route")).to_have_count(1)
    assert standing_in(server.room)[1] == now
    form.get_by_role("button", name="Move", exact=True).click()
    there = STACK.format(side=side, place=goal)
    for page in (mine, wall):
        expect(page.locator(there)).to_have_count(1)
        expect(page.locator(STACK.format(side=side, place=place))).to_have_count(0)


def test_a_stack_moves_by_keyboard_alone_however_quick_it_is_and_the_next_is_at_hand(open_window, server, watch):
    watch.forgive("htmx:(sendAbort|afterRequest)")  # what is asked for a way that he goes past is let go
    campaign, now = moving(server.room)
    side = now.active
    page = open_window(side, side.capitalize(), at="/table/")
    stack = page.locator("a[href*='from=']").first
    stack.focus()
    page.keyboard.press("Enter")
    form = page.locator("form#move")
    expect(form).to_be_visible()
    tab_to(page, "form#move input", most=1)
    ways = form.locator("select[name=way] option")
    far = next(at for at in range(2, ways.count()) if ways.nth(at).get_attribute("data-cards") == "0")
    wanted = ways.nth(far).get_attribute("value")
    tab_to(page, "form#move select[name=way]")
    for _ in range(far):
        page.keyboard.press("ArrowDown")
    expect(form.locator(".costs")).to_contain_text("(7.3.3)")
    expect(form.locator("select[name=way]")).to_have_value(wanted)
    tab_to(page, "form#move button.main", most=3)
    page.keyboard.press("Enter")
    expect(page.locator(".told")).to_contain_text(f"to {campaign.board.called(wanted.rpartition(',')[2])}")
    expect(page.locator("#desk")).to_be_focused()
    tab_to(page, "a[href*='from=']", most=2)  # past what leads past the stacks


def test_a_refusal_at_no_field_has_the_focus_itself(open_window, server, watch):
    watch.forgive("status of 4..")
    state = fought(server.room, plays=1)
    page = open_window(state.fight.side, "Aki", own=True)
    page.route("**/live?*", lambda route: None)  # not answered yet: else the form would go before it is sent
    page.goto("/battle/")
    play(server.room, 1)  # the other tablet of his side was quicker
    page.locator("#plays form button").first.focus()
    page.keyboard.press("Enter")
    refused = page.locator("main .wrong[role=alert]").first
    expect(refused).to_be_focused()


def test_a_form_that_has_just_come_is_listened_to_at_once(open_window, server):
    side = moving(server.room)[1].active
    page = open_window(side, side.capitalize(), at="/table/")
    whole(page, page.locator("a[href*='from=']").first)
    form = page.locator("form#move")
    ways = form.locator("select[name=way]")
    near = ways.locator("option[data-cards='0']").evaluate_all("ways => ways.map(way => way.value)")[:2]
    page.evaluate(
        """way => document.addEventListener("htmx:afterSwap", () => {
          const select = document.querySelector("#move select[name=way]");
          select.value = way;
          select.dispatchEvent(new Event("change", { bubbles: true }));
        }, { once: true })""",
        near[1],
    )
    with page.expect_response(lambda answer: near[1].replace(",", "%2C") in answer.url):
        ways.select_option(near[0])
    expect(ways).to_have_value(near[1])
    expect(form.locator(".costs")).to_contain_text("(7.3.3)")


def test_a_stack_parts_on_the_page(open_window, server):
    campaign, now = moving(server.room)
    side = now.active
    place = next(one for one in campaign.board.places if len(now.at(campaign, side, one)) > 2)
    page = open_window(side, side.capitalize(), at=f"/table/?from={place}")
    form = page.locator("form#move")
    form.locator(".group").nth(0).locator(".chip").nth(0).click()
    form.get_by_role("button", name="Another group").click()
    second = form.locator(".group").nth(1)
    expect(second.locator("input").first).to_be_focused()
    second.locator(".chip").nth(0).click()
    goals = []
    for group in (form.locator(".group").nth(0), second):
        options = group.locator("select[name^=way] option[data-cards='0']")
        expect(options.first).to_be_attached()
        values = [
            one.get_attribute("value") for one in options.all() if len(one.get_attribute("value").split(",")) == 2
        ]
        value = next(one for one in values if one not in goals)
        goals.append(value)
        group.locator("select[name^=way]").select_option(value)
        expect(group.locator(f'option[value="{value}"][selected]')).to_be_attached()
    form.get_by_role("button", name="Move", exact=True).click()
    expect(page.locator(".told")).to_contain_text("block")
    after = standing_in(server.room)[1]
    assert not after.at(campaign, side, place) or after != now
    assert all(after.at(campaign, side, value.split(",")[-1]) for value in goals)


def test_what_is_tapped_while_an_answer_is_on_its_way_is_not_taken_back_by_it(open_window, server):
    campaign, now = moving(server.room)
    side = now.active
    place = next(one for one in campaign.board.places if len(now.at(campaign, side, one)) > 2)
    page = open_window(side, side.capitalize(), at=f"/table/?from={place}")
    group = page.locator("form#move .group")
    shown = [one.get_attribute("value") for one in group.locator("select[name^=way] option[data-cards='0']").all()]
    held = []
    page.route(re.compile(r"/move/.*[?&]way=(&|$)"), lambda route: held.append(route))
    with page.expect_request(re.compile("/move/")):
        group.locator(".chip").first.click()
    group.locator("select[name^=way]").select_option(shown[0])
    if held:
        with suppress(Error):  # it was called back
            held[0].continue_()
    expect(group.locator(f'option[value="{shown[0]}"][selected]')).to_be_attached()
    expect(group.locator(".chip input").first).not_to_be_checked()


def test_a_battle_is_fought_from_both_sides_and_each_sees_the_other_play(open_window, server):
    side = fought(server.room, 4, "deploy").fight.side
    mine, theirs = (open_window(one, one.capitalize()) for one in (side, OTHER[side]))
    for page in (mine, theirs):
        page.goto("/battle/")
    expect(whose(mine)).to_contain_text("Your move")
    expect(whose(theirs)).to_contain_text("Wait")
    umpire = open_window("umpire", "Ume", at="/battle/")
    panel, record = boxes(umpire.locator(".panel").first, umpire.locator(".links button").first)
    assert record["y"] > panel["y"] + panel["height"] + 5, "the button hangs on no panel"
    rungs = theirs.locator(".ladder li").count()
    button = mine.locator("button.play").first
    total = button.locator("b").inner_text().removeprefix("→ ")
    button.click()
    expect(mine.locator(".side .impact").first).to_have_text(total)
    expect(theirs.locator(".ladder li")).to_have_count(rungs + 1)
    expect(theirs.locator(".side .impact").last).to_have_text(total)


def test_on_a_phone_everything_fits_and_a_place_is_found_by_its_name(open_window, server):
    play(server.room, until="move")
    side = standing_in(server.room)[1].active
    page = open_window(side, "A thumb", **PHONE)
    for address in ("/table/", "/battle/", "/board/", "/board/about"):
        page.goto(address)
        fits(page)
    page.goto("/table/")
    for button in page.locator(".board-tools button, .stacks .button, form button").all():
        if button.is_visible():
            assert button.bounding_box()["height"] >= 44
    find = page.get_by_label("Find a place")
    find.fill("Aizu")
    find.press("Tab")
    expect(page.locator("#at-place")).to_contain_text("Aizu")
    x, y = on_board(page, "aizu")
    frame = page.locator("[data-board]").bounding_box()
    assert frame["x"] <= x <= frame["x"] + frame["width"]
    assert frame["y"] <= y <= frame["y"] + frame["height"]


def test_whose_move_it_is_stands_first_on_a_phone_and_beside_the_board_on_a_laptop(open_window, server):
    side = fought(server.room, 4, "deploy").fight.side
    phone, laptop = open_window(side, "A thumb", **PHONE), open_window(side, "A hand")
    for address, what in (("/table/", ".board-frame"), ("/battle/", ".ladder")):
        phone.goto(address)
        said, shown = boxes(phone.locator(".now"), phone.locator(what))
        assert said["y"] + said["height"] < shown["y"]
        assert said["y"] + said["height"] < PHONE["viewport"]["height"], "it is below the fold"
        laptop.goto(address)
        said, shown = boxes(laptop.locator(".now"), laptop.locator(what))
        assert said["x"] > shown["x"] + shown["width"]


def test_on_a_phone_what_needs_no_look_at_the_board_stands_before_it(open_window, server):
    phone = open_window("east", "A thumb", at="/table/", **PHONE)
    bid, board = boxes(phone.get_by_role("button", name="Bid for the turn order"), phone.locator(".board-frame"))
    assert bid["y"] + bid["height"] < PHONE["viewport"]["height"] + 60, "it is far below the fold"
    assert bid["y"] + bid["height"] < board["y"]
    assert reached_first(phone) == "desk", "the keyboard goes another way than the eye"
    play(server.room, until="move")
    phone.goto("/table/")
    board, hand = boxes(phone.locator(".board-frame"), phone.locator("#hand-east"))
    assert board["y"] + board["height"] < hand["y"], "a stack is tapped on the board"
    assert reached_first(phone) == "board"


def test_on_a_phone_that_waits_the_board_moves_behind_the_cards_when_they_are_wanted(open_window, server):
    phone = open_window("east", "A thumb", **PHONE)
    on, now = standing_in(server.room)
    server.do("week.bid", "east", card=max(now.hands["east"], key=on.bids.get))
    phone.goto("/table/")
    assert reached_first(phone) == "board"
    phone.locator("[data-board]").focus()
    server.do("week.bid", "west", card=min(now.hands["west"], key=on.bids.get))
    expect(phone.get_by_role("button", name="Say who moves first")).to_be_visible()
    expect(phone.locator("#desk.of-cards + .board-side")).to_be_visible()
    choice, board = boxes(phone.get_by_role("button", name="Say who moves first"), phone.locator(".board-frame"))
    assert choice["y"] + choice["height"] < board["y"]
    expect(phone.locator("[data-board]")).to_be_focused()


def test_on_a_phone_the_results_are_printed_before_the_board(open_window, server):
    phone = open_window("umpire", "A thumb", at="/table/", **PHONE)
    play(server.room)
    results = phone.get_by_role("button", name="Print the results")
    expect(results).to_be_visible()
    expect(phone.locator("#desk.of-cards + .board-side")).to_be_visible()
    button, board = boxes(results, phone.locator(".board-frame"))
    assert button["y"] + button["height"] < PHONE["viewport"]["height"], "it is below the fold"
    assert button["y"] + button["height"] < board["y"]


def reached_first(page):
    """Whether the keyboard comes to the board first, or to what may be done."""
    return page.evaluate(
        "(() => { const [board, desk] = ['.board-side', '#desk'].map((one) => document.querySelector(one));"
        " return board.compareDocumentPosition(desk) & Node.DOCUMENT_POSITION_FOLLOWING ? 'board' : 'desk'; })()"
    )


def test_until_the_first_battle_its_page_is_one_column(open_window, server):
    page = open_window("east", "A hand", at="/battle/")
    title, words = boxes(page.locator("#fight"), page.locator("#whose"))
    assert words["x"] == title["x"]
    fought(server.room)
    page.goto("/battle/")
    fight, whose_move = boxes(page.locator("#fought"), page.locator("#whose"))
    assert whose_move["x"] > fight["x"] + fight["width"]


@pytest.mark.parametrize("width", [375, 700, 820, 960, 1280])
def test_what_is_behind_more_hangs_under_its_word(open_window, width):
    page = open_window("umpire", at="/rulings/", viewport={"width": width, "height": 900})
    page.get_by_text("More", exact=True).click()
    more, behind = boxes(page.locator(".menu summary"), page.locator(".menu > div"))
    assert abs(behind["x"] + behind["width"] - more["x"] - more["width"]) < 2
    assert behind["x"] >= 0


def test_the_title_of_a_page_stands_off_its_columns(open_window):
    page = open_window("umpire")
    for address in ("/board/about", "/at-the-table/"):
        page.goto(address)
        title, columns = boxes(page.locator("h1"), page.locator(".columns"))
        assert columns["y"] - title["y"] - title["height"] >= 8, address


def test_a_reader_of_screens_is_told_that_it_is_his_move_and_of_no_column_beside_another(open_window, server):
    side = fought(server.room, 4, "deploy").fight.side
    mine, theirs = (open_window(one, one.capitalize()) for one in (side, OTHER[side]))
    for page in (mine, theirs):
        page.goto("/battle/")
    region = theirs.locator("[aria-live]:has(.whose)")
    expect(region).to_contain_text("Wait")
    region.evaluate("region => window.region = region")
    mine.get_by_role("button", name="Pass", exact=True).click()
    expect(region).not_to_contain_text("Wait")
    assert region.evaluate("region => window.region === region"), "a region that is new is not read out"
    expect(theirs.locator(".ladder li").first).to_be_visible()
    plays = theirs.get_by_role("list", name="Plays")
    read = plays.aria_snapshot() or plays.aria_snapshot()  # the part that it stands in may just be exchanged
    assert re.search(r"(?s)The (east|west):.* Impact: the (east|west) \d+, the (east|west) \d+\.", read), read
    expect(theirs.get_by_role("meter")).to_have_count(0)  # it has no name, and says again what stands beside it
    tops = "['h2', '.impact', 'p.hint'].map((part) => side.querySelector(part).getBoundingClientRect().y)"
    down = f"{tops}.every((y, nth, all) => !nth || all[nth - 1] < y)"
    below = f"[...document.querySelectorAll('.side')].every((side) => {down})"
    until(theirs, below)  # they stood beside each other; the part that they stand in may just be exchanged


@pytest.mark.parametrize(
    ("by", "done", "says"), [(None, "combat.pass", "Your move"), ("umpire", "announcement.post", "Wait")]
)
def test_what_is_done_while_a_part_is_on_its_way_shows_when_it_has_come(open_window, server, by, done, says):
    side = fought(server.room, 4, "deploy").fight.side
    page = open_window(OTHER[side], "Waits", at="/battle/", own=True)
    expect(whose(page)).to_contain_text("Wait")
    held, plays = [], lambda asked: asked.headers.get("hx-target") == "plays"

    def hold_the_first(route):
        if held or not plays(route.request):
            route.fallback()
        else:
            held.extend((route.fetch(), route))

    page.route("**/battle/", hold_the_first)
    with page.expect_request("**/battle/"):
        server.do("announcement.post", "umpire", text="Tea is served.")
    come(page, lambda: bool(held), "the question whose move it is")
    with page.expect_response("**/standing"):  # another part has heard of it
        server.do(done, by or side, **({"text": "And cake."} if by else {}))
    asked = []
    page.on("request", lambda request: asked.append(request.url) if plays(request) else None)
    held[1].fulfill(response=held[0])
    expect(whose(page)).to_contain_text(says)
    page.wait_for_timeout(1000)
    assert len(asked) == 1, "it asks on and on"


def test_the_answer_to_a_tap_shows_though_the_forms_came_anew_while_it_was_on_its_way(open_window, server):
    umpire, held = open_window("umpire", "Ume", at="/table/", own=True), []
    umpire.route("**/table/move/*", lambda route: route.continue_() if held else held.append(route))
    umpire.mouse.click(*on_board(umpire, "edo"))
    come(umpire, lambda: bool(held), "the tap")
    server.do("week.bid", "west", card=standing_in(server.room)[1].hands["west"][0])
    expect(umpire.get_by_role("button", name="Bid for the turn order")).to_have_count(1)
    held[0].continue_()
    expect(umpire.locator("#at-place")).to_contain_text("Edo")


def test_the_umpire_reads_whose_move_it_is_while_his_form_stays(open_window, server):
    umpire = open_window("umpire", "Ume", at="/table/")
    umpire.locator("form .chip input").first.check()
    server.do("week.bid", "west", card=standing_in(server.room)[1].hands["west"][0])
    expect(whose(umpire)).to_contain_text("Now: the east bids a card")
    expect(umpire.locator(".news")).to_contain_text("changed at another desk")
    expect(umpire.locator("form .chip input").first).to_be_checked()


def test_the_umpire_sees_how_a_battle_goes_while_the_forms_under_his_hand_stay(open_window, server):
    side = fought(server.room, 4, "deploy").fight.side
    umpire = open_window("umpire", "Ume", at="/battle/")
    rungs = umpire.locator(".ladder li").count()
    umpire.get_by_text("Force what the rules refuse").evaluate("(link) => { link.kept = true }")
    umpire.get_by_text("Force what the rules refuse").hover()
    server.do("combat.pass", side)
    expect(umpire.locator(".ladder li")).to_have_count(rungs + 1)
    assert umpire.get_by_text("Force what the rules refuse").evaluate("(link) => link.kept")


def test_whose_move_it_is_is_read_out_when_it_changes_and_not_with_every_entry(open_window, server):
    side = fought(server.room, 4, "deploy").fight.side
    for page in (open_window(OTHER[side], "Waits"), open_window("umpire", "Ume")):
        page.goto("/battle/")
        page.evaluate(
            "window.times = 0; new MutationObserver(() => { times += 1 })"
            ".observe(document.getElementById('whose'), { childList: true, subtree: true })"
        )
        with page.expect_response("**/battle/"):
            server.do("announcement.post", "umpire", text="Tea is served.")
        page.wait_for_timeout(300)
        assert page.evaluate("times") == 0


HEARD = """addEventListener("DOMContentLoaded", () => {
    window.heard = [];
    const region = document.querySelector(".told[role=status]");
    if (region) new MutationObserver((all) => heard.push(...all.flatMap((one) => [...one.addedNodes])
        .map((node) => node.textContent))).observe(region, { childList: true, subtree: true });
})"""
"""What comes into the words of what was done once the page is there: a reader of screens says no others."""


def test_a_reader_of_screens_is_told_once_what_was_done(open_window, server):
    page = open_window("east", "Aki", own=True)
    page.add_init_script(HEARD)
    page.goto("/table/")
    page.locator("form .chip").first.click()
    page.get_by_role("button", name=re.compile("Bid")).click()
    told = page.locator(".told > p").first
    expect(told).to_contain_text("puts down a card (6.3)")
    until(page, "window.heard?.length > 0")
    assert page.evaluate("heard") == [told.text_content()]


def test_a_reader_of_screens_hears_who_stands_at_a_place_and_what_a_march_costs(open_window, server):
    side = moving(server.room)[1].active
    page = open_window(side, "Aki", at="/table/")
    says = page.get_by_role("status").and_(page.locator("#at-place-says"))
    find = page.get_by_label("Find a place")
    find.fill("Hamamatsu")
    find.press("Tab")
    expect(says).to_have_text("Hamamatsu. The east: nobody. The west: nobody.")
    whole(page, page.locator("a[href*='from=']").first)
    ways = page.locator("form#move select[name=way]")
    ways.select_option(ways.locator("option[data-cards='0']").first.get_attribute("value"))
    expect(says).to_contain_text("Costs no card. +1 base (7.3.3)")


def test_two_fingers_pinch_the_board_and_it_goes_along_with_them(open_window, server):
    play(server.room, until="move")
    page = open_window("umpire", "Ume", at="/board/", **PHONE)
    x, y = on_board(page, "gifu")
    pinch(touches(page), x, y)
    at = "document.querySelector('.spot[data-place=\"gifu\"] .touch').getBoundingClientRect()"
    until(page, f"((at) => Math.abs(at.x + at.width / 2 - {x + 24}) < 3)({at})")  # the push comes after the pinch
    expect(page.locator(".board-sheet")).not_to_have_class(re.compile("moves"))
    expect(page.locator(".board-sheet")).to_have_attribute("style", re.compile(r"scale\(3\)"))
    assert abs(on_board(page, "gifu")[1] - y) < 3


def test_on_a_phone_a_refusal_far_down_the_page_is_seen_at_once(open_window, watch):
    watch.forgive("400")
    page = open_window("umpire", "Ume", at="/at-the-table/", **PHONE)
    field = page.get_by_label(re.compile("^Piece"))
    field.fill("Tokugava leader")
    page.get_by_role("button", name="Put it right").tap()
    expect(page.get_by_role("alert")).to_contain_text("Did you mean")
    expect(page.get_by_role("alert")).to_be_in_viewport(ratio=1)
    expect(field).to_be_focused()
    expect(field).to_be_in_viewport(ratio=1)
