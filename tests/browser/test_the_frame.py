"""What every page has: what is behind More, and flags beside the names of clans."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.umpire import PHONE, battle_of_kawanakajima, fits, lettered, meeting_in_shinano

pytestmark = pytest.mark.browser

WIDTHS = (375, 700, 820, 1024, 1280, 1920)


def test_nothing_that_is_behind_more_is_cut(server, open_window):
    for desk in ("Game Control", "Map Control", "Non-Player Daimyo Control", "Intelligence Control"):
        page = open_window(desk, at="/rulings/")
        page.get_by_text("More", exact=True).click()
        lettered(page)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            box = page.locator(".menu > div").bounding_box()
            assert 0 <= box["x"] <= width - box["width"], f"{desk}, {width}: {box}"
            assert page.locator(".menu > div").evaluate("(menu) => menu.scrollWidth <= menu.clientWidth"), (desk, width)


def test_the_pages_of_locals_stand_in_one_row_of_a_phone(server, open_window):
    page = open_window("Non-Player Daimyo Control", at="/npd/clans", **PHONE)
    lettered(page)
    tabs = page.get_by_role("navigation", name="Locals")
    assert tabs.bounding_box()["height"] < 60
    assert tabs.evaluate("(tabs) => tabs.scrollWidth <= tabs.clientWidth")


def test_more_stands_in_the_row_of_the_other_pages_on_the_narrowest_phone(server, open_window):
    for desk in ("Game Control", "Map Control", "Team Control", "Non-Player Daimyo Control", "Bakufu"):
        page = open_window(desk, at="/rulings/")
        lettered(page)
        for width in (320, 360, 375):
            page.set_viewport_size({"width": width, "height": 640})
            row = page.locator(".desks > :is(a, details):visible")
            tops = row.evaluate_all("(all) => all.map((one) => one.getBoundingClientRect().top)")  # at one moment
            assert len(tops) > 3
            assert len(set(tops)) == 1, (desk, width, tops)
            fits(page)


def test_what_prints_stands_off_the_last_panel(server, open_window):
    """The form of such a button has no room of its own: a row has."""
    for at in ("/npd/touched", "/npd/clans", "/npd/clans/asakura"):
        page = open_window("Non-Player Daimyo Control", at=at)
        button = page.locator("main form.print button").last
        above = page.locator("main > div").filter(has=page.locator(":is(.panel, p)")).locator(":is(.panel, p)").last
        ends = above.evaluate("(one) => one.getBoundingClientRect().bottom")
        assert 8 <= button.evaluate("(one) => one.getBoundingClientRect().top") - ends < 40, at


REACHED = """() => [...document.querySelectorAll(
    ":is(body > *) :is(a[href], button, summary, select, textarea, input:not([type=hidden]))"
)].filter((one) => {
    if (one.matches("svg *, .to-book, :disabled") || !one.checkVisibility({ visibilityProperty: true })) return false;
    const seen = one.matches("[type=radio], [type=checkbox]") ? one.closest("label") ?? one : one;
    seen.scrollIntoView({ block: "center", behavior: "instant" });
    const { x, y, width, height } = seen.getClientRects()[0];
    return !seen.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}).map((one) => one.outerHTML)"""
"""What cannot be tapped wherever the page is moved to, since something lies over it."""


@pytest.mark.parametrize("wide", [375, 667])
def test_a_phone_however_it_lies_hides_nothing_behind_what_waits_and_is_announced(server, open_window, watch, wide):
    watch.forgive("ERR_INTERNET_", "object Event", "htmx:")
    battle_of_kawanakajima(server)
    server.do("announcement.post", "Game Control", text="Doors close at nine.")
    page = open_window("Map Control", **PHONE)
    page.set_viewport_size({"width": wide, "height": 667 + 375 - wide})
    for at in ("/map/", "/orders/", "/battles/1"):
        page.goto(at)
        lettered(page)
        assert page.locator(".announcement").bounding_box()["height"] < 72
        assert page.evaluate(REACHED) == [], at
    page.context.set_offline(True)
    page.get_by_role("button", name="Take over").tap()
    expect(page.locator(".unsent")).to_contain_text("1 form is not sent yet")
    assert page.evaluate(REACHED) == []


GAP = """(words) => {
    const name = document.createRange();
    name.setStart(words.querySelector(".flag").nextSibling, 0);
    name.setEnd(words.querySelector(".flag").nextSibling, 2);
    return name.getBoundingClientRect().right - words.querySelector(".flag").getBoundingClientRect().right;
}"""
"""How far the first letter ends behind a flag that stands in a sentence."""


def test_a_flag_in_a_sentence_stands_off_the_name_of_its_clan(server, open_window):
    server.do("treaty.record", kind="alliance", one="oda", other="saito")
    page = open_window("Game Control", at="/treaties/")
    lettered(page)
    assert page.locator(".treaties .words").first.evaluate(GAP) > 14  # a blank of four, an O of eleven


WIDTHS_OF = """async (letters) => {
    await document.fonts.load('700 100px "Source Serif Pro"');
    const on = document.createElement("canvas").getContext("2d");
    on.font = '700 100px "Source Serif Pro"';
    return letters.map((one) => Math.round(on.measureText(one).width));
}"""


def test_a_letter_that_is_made_of_others_takes_its_own_room(server, open_window):
    """Of a font that says otherwise: quotation marks lay over the next letter, an ellipsis was as wide as a stop."""
    page = open_window("Game Control", at="/find")
    quote, ellipsis, stop, *figures = page.evaluate(WIDTHS_OF, [*"“….0123456789"])
    assert (quote, ellipsis, stop) == (43, 90, 30)
    assert len(set(figures)) == 1, "figures stand below one another"


LOW = """(links) => links.map((one) => [one.textContent, one.getBoundingClientRect().height])
    .filter(([_, height]) => height < 44)"""


def test_what_leads_on_from_help_and_rules_is_as_high_as_a_thumb_on_a_phone(server, open_window):
    page = open_window("Team Control", **PHONE)
    for address, links in (("/help/", ".desks-list a"), ("/rules/", ".where")):
        page.goto(address)
        assert page.locator(links).count() > 4
        assert page.locator(links).evaluate_all(LOW) == [], address
        fits(page)


def test_a_commission_is_taken_without_a_look_below_the_fold_of_a_laptop(server, open_window):
    page = open_window("Intelligence Control", at="/shadows/", viewport={"width": 1280, "height": 800})
    button = page.get_by_role("button", name="Take it").bounding_box()
    assert button["y"] + button["height"] <= 800


def test_what_only_looks_can_be_sent_again_where_no_page_came_of_it(server, open_window):
    page = open_window("Map Control", "Ana", at="/map/raise")
    page.route("**/*q=Kai*", lambda route: route.fulfill(status=204))
    page.get_by_label("Find", exact=True).fill("Kai")
    with page.expect_request("**/*q=Kai"):
        page.get_by_role("button", name="Open", exact=True).click()
    page.unroute_all()
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.get_by_role("region", name="Map")).to_be_visible()


def test_no_word_on_a_button_is_cut_beside_long_words_on_a_phone(server, open_window):
    meeting_in_shinano(server)
    page = open_window("Non-Player Daimyo Control", at="/npd/touched", **PHONE)
    lettered(page)
    page.locator(".lines li > span").evaluate_all("(all) => all.forEach((one) => one.append(' and beside it'))")
    buttons = page.locator(".lines .button")
    assert buttons.count() > 1
    for one in buttons.all():
        assert one.bounding_box()["height"] < 50, one.text_content()


BROKEN = """(those) => those.flatMap((one) => [...one.textContent.matchAll(/\\S+/g)].filter((word) => {
    const text = document.createTreeWalker(one, NodeFilter.SHOW_TEXT).nextNode(), range = document.createRange();
    range.setStart(text, word.index);
    range.setEnd(text, word.index + word[0].length);
    return range.getClientRects().length > 1;
}).map((word) => word[0]))"""


def test_no_word_on_a_tile_is_broken_on_the_narrowest_phone(server, open_window):
    page = open_window("Bakufu", at="/bakufu/calls")
    page.set_viewport_size({"width": 320, "height": 640})
    lettered(page)
    tiles = page.locator(".tile > span > span, .tile > span:not(:has(span))")
    assert tiles.count() >= 3
    assert tiles.evaluate_all(BROKEN) == []
