"""A list of more people than come at once: by scrolling, over a cut network, by keyboard, on paper, and back again."""

from __future__ import annotations

import io
import re
from contextlib import suppress

import pypdfium2
import pytest
from playwright.sync_api import Error, expect

from tests.browser.umpire import PHONE, fits, lettered
from tests.games import Hall

pytestmark = pytest.mark.browser

PART = 30


def test_a_long_list_is_brought_as_it_is_read_and_whole_to_paper(server, open_window, watch, monkeypatch):
    monkeypatch.setattr("control.kernel.pages.lists.PART", PART)
    page = open_window("Map Control", at="/people/list", **PHONE)
    people = page.locator("#everybody li")
    shown = people.count()
    assert PART <= shown < 2 * PART
    fits(page)

    # The network is cut as he comes to the end: he is told, and presses the button once it is back.
    watch.forgive("people/list", "htmx:(sendError|afterRequest)", "ERR_FAILED")
    page.route("**/people/list?*", lambda route: route.abort())
    page.get_by_role("link", name="The next 30 people").scroll_into_view_if_needed()
    expect(page.get_by_text("did not come")).to_be_visible()
    page.unroute("**/people/list?*")
    page.get_by_role("link", name="The next 30 people").press("Enter")
    expect(people.nth(shown)).to_be_attached()
    expect(page.get_by_text("did not come")).to_be_hidden()
    expect(people.nth(shown).get_by_role("link").first).to_be_focused()

    # News fetches what he has, and no less; whoever goes on and comes back finds his place.
    now = people.count()
    server.do("person.visit", character="obu-toramasa", province="sagami")
    expect(page.get_by_text("visiting in Sagami")).to_have_count(1)
    assert people.count() >= now
    last = people.nth(shown).get_by_role("link").first
    last.click()
    page.wait_for_url(lambda at: "/list" not in at)
    page.go_back()
    expect(last).to_be_in_viewport()

    page.goto("/people/list")
    expect(page.get_by_role("link", name="The next")).to_have_count(1)
    words = "".join(on_paper(page))
    everybody = [one["name"] for one in server.ask("/api/state/characters", "Map Control")[1]]
    expect(people).to_have_count(len(everybody))
    assert [name for name in everybody if "".join(name.split()) not in words] == []


def test_of_two_searches_the_last_is_shown_though_the_first_is_answered_later(server, open_window):
    page = open_window("Map Control", at="/people/list")
    slow = []
    page.route(re.compile(r"[?&]q=Ken&"), lambda route: slow.append(route))
    with page.expect_request(re.compile(r"[?&]q=Ken&")) as first:
        page.get_by_role("searchbox", name="Name").press_sequentially("Ken")
    page.get_by_role("searchbox", name="Name").evaluate("box => box.value = ''")  # no key, so that only the clan asks
    page.get_by_role("combobox", name="Clan").select_option(label="Hōjō")
    expect(page.locator("#everybody")).to_contain_text("Hōjō Ujiyasu")
    with suppress(Error):  # it was called back
        slow[0].continue_()
    first.value.response()
    page.evaluate("() => new Promise((ready) => setTimeout(ready, 100))")  # time to show what should not be shown
    expect(page.locator("#everybody")).to_contain_text("Hōjō Ujiyasu")
    expect(page.locator("#everybody")).not_to_contain_text("Uesugi Kenshin")


def on_paper(page, height=297):
    """The words on each sheet of a page as the browser prints it, without blanks; sheets of so many millimetres."""
    with pypdfium2.PdfDocument(io.BytesIO(page.pdf(width="210mm", height=f"{height}mm"))) as paper:
        return ["".join(sheet.get_textpage().get_text_bounded().split()) for sheet in paper]


def test_a_long_journal_is_printed_without_a_white_sheet_and_without_buttons(server, open_window):
    for number in range(32):
        server.do(
            "announcement.post", "Game Control", text=f"Word {number} of the day. " + "Everybody to the map. " * 14
        )
    page = open_window("Game Control", at="/journal/")
    expect(page.get_by_role("button", name="Hide")).to_be_visible()
    sheets = on_paper(page)
    assert len(sheets) > 1
    assert "Word31" in sheets[0], "the first sheet is white"
    assert all("Word" in sheet for sheet in sheets)
    assert re.search(r"Olderentries,before\d+,arenotonthispaper", sheets[-1])
    assert "".join(sheets).count("Olderentries") == 1
    assert [word for word in ("Hide", "Undo") if any(word in sheet for sheet in sheets)] == []


@pytest.mark.parametrize("at", ["/season/", "/titles/", "/honour/"])
def test_a_page_on_paper_on_which_all_but_fits_ends_with_no_white_sheet(server, open_window, at):
    server.do("honour.log", "Game Control", clan="oda", points=4, note="a feast")
    page = open_window("Game Control", at=at)
    lettered(page)
    too_short, enough = 60, 600  # millimetres; between them lies the shortest paper that takes all on one sheet
    while enough - too_short > 1:
        height = (too_short + enough) // 2
        if len(on_paper(page, height)) > 1:
            too_short = height
        else:
            enough = height
    assert on_paper(page, too_short)[-1]


@pytest.mark.parametrize(
    ("at", "what", "name", "value"),
    [
        ("/casting/", ".team", "display", "none"),
        ("/casting/", "main ~ .unseen", "display", "none"),
        ("/game/", ".of-desk > summary", "min-height", "0px"),
    ],
)
def test_what_is_not_printed_takes_no_room_at_the_end_of_a_sheet(open_window, at, what, name, value):
    page = open_window("Game Control", at=at, own=True)
    page.emulate_media(media="print")
    expect(page.locator(what).last).to_have_css(name, value)


def test_the_printed_gate_has_what_is_folded_on_the_screen(open_window):
    page = open_window("Game Control", at="/season/")
    folded = page.locator("#gate-now details:not([open])").first
    expect(folded).to_be_attached()
    printed = "".join(on_paper(page))
    for part in (folded.locator("summary"), folded.locator("li").first):
        assert "".join(part.text_content().split()) in printed


def test_the_printed_titles_are_all_there_though_the_clans_are_folded(open_window):
    page = open_window("Game Control", at="/titles/")
    expect(page.locator(".of-clan:not([open])").first).to_be_attached()
    printed = "".join(on_paper(page))
    for title in page.locator(".of-clan strong").all_text_contents():
        assert "".join(title.split()) in printed


def test_no_encounter_and_no_battle_is_cut_by_the_end_of_a_sheet(server, open_window):
    hall = Hall(server.served.room)
    hall.kawanakajima()
    hall.phases(1, 2)
    page = open_window("Map Control", at="/map/", own=True)
    page.emulate_media(media="print")
    expect(page.locator("[aria-labelledby=encounter-1]")).to_have_css("break-inside", "avoid")
    hall.settle()
    page.reload()
    expect(page.locator("#to-battle-1")).to_have_css("break-inside", "avoid")


def test_the_printed_gate_says_which_clans_are_done(open_window):
    page = open_window("Game Control", at="/season/")
    printed = "".join(on_paper(page))
    for clan in page.locator(".tick strong").all_text_contents():
        assert f"{clan}notdoneyet" in printed


def test_the_printed_first_page_of_a_desk_says_what_waits_for_others(open_window):
    page = open_window("Game Control", at="/game/")
    waiting = page.locator(".of-desk > summary")
    expect(waiting.first).to_be_attached()
    printed = "".join(on_paper(page))
    assert [words for words in waiting.all_text_contents() if "".join(words.split()) not in printed] == []


def test_each_sheet_of_a_demo_says_that_it_is_one_below_its_last_line(open_window):
    page = open_window("Map Control", at="/walk-round/")
    page.evaluate("document.body.dataset.demo = 'Demo'")
    sheets = on_paper(page)
    assert len(sheets) > 2
    assert [sheet.count("DEMO") for sheet in sheets] == [1] * len(sheets)


def test_paper_has_no_room_below_the_last_line_that_would_take_a_white_sheet(server, open_window):
    server.do("announcement.post", "Game Control", text="Everybody to the map.")
    page = open_window("Game Control", at="/journal/", own=True)
    page.emulate_media(media="print")
    end = "(all) => Math.round(all.at(-1).getBoundingClientRect().bottom)"
    assert page.locator("body").evaluate_all(end) - page.locator("#journal li p").evaluate_all(end) <= 2
