"""Back from paper on a phone: what was typed, or sent as a file, is shown as it was understood, and done at the second
press."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.sekigahara.test_two_tablets import whose
from tests.browser.umpire import PHONE, at_field, fits
from tests.sekigahara.campaigns import played
from tests.sekigahara.games import a_room, opened, set_state, signed_in, standing_in
from tests.sekigahara.test_from_paper import as_text, is_told_of, lines_in, told


@pytest.fixture
def old(tmp_path):
    """The campaign that was lost: in its third week, at the beginning of a movement."""
    room, found = a_room(tmp_path / "old.db", seed="old"), []
    for seed in range(100):
        played("gmt", seed, watch=lambda before, *_: found.append(before) if is_told_of(before) else None)
        if found:
            break
    set_state(room, found[0])
    yield room
    room.store.close()


def looked_over(page):
    """What stands there before anything is done."""
    return page.get_by_role("region", name="It would be week")


def test_lines_that_are_typed_are_shown_as_understood_and_done_at_the_second_press(open_window, server, old, watch):
    watch.forgive("status of 400")
    umpire, east = open_window("umpire", "Ume", at="/safety/", **PHONE), open_window("east", "Aki", at="/table/")
    before, (on, lost) = standing_in(server.room)[1], standing_in(old)
    umpire.get_by_role("link", name="Go on from paper").click()
    typed = umpire.get_by_label("The lines, typed")
    look = umpire.get_by_role("button", name="Look it over")
    typed.fill(as_text(lines_in(old)) + "Edo;;;Ii\nKyoto;;;Date\n")
    look.click()
    expect(umpire.get_by_role("alert")).to_contain_text(re.compile("More cells.*More cells"))
    at_field(typed, "More cells")
    fits(umpire)
    typed.fill(as_text([*lines_in(old)[:-1], ("Edoo", "", ""), ("Now", "waits", "")]))
    look.click()
    expect(umpire.get_by_role("alert")).to_contain_text(re.compile("Edoo.*A game goes on where"))
    expect(looked_over(umpire)).to_have_count(0)
    typed.fill(as_text(lines_in(old)))
    look.click()
    expect(looked_over(umpire)).to_contain_text(f"It would be week {lost.week}")
    expect(looked_over(umpire).get_by_role("row").filter(has_text="Hand")).to_be_visible()
    fits(umpire)
    assert standing_in(server.room)[1] == before, "nothing is done yet"
    umpire.get_by_role("button", name="Go on from here").click()
    expect(umpire.locator(".told")).to_contain_text(f"The campaign goes on from paper, in week {lost.week}")
    assert told(on, standing_in(server.room)[1]) == told(on, lost)
    expect(whose(east)).to_contain_text("says how much it moves (7.1)")


def test_a_file_is_shown_in_the_same_way_and_what_has_begun_is_gone_on_with_for_a_reason(
    open_window, server, old, watch
):
    watch.forgive("status of 422")
    file = signed_in(opened(old), "umpire").get("/safety/midway/position.csv").data
    server.do("week.bid", "east", card=standing_in(server.room)[1].hands["east"][0])
    umpire = open_window("umpire", "Ume", at="/safety/midway/", **PHONE)
    umpire.get_by_label("A file with the lines").set_input_files(
        {"name": "position.csv", "mimeType": "text/csv", "buffer": file}
    )
    umpire.get_by_role("button", name="Look it over").click()
    expect(looked_over(umpire)).to_contain_text("This game has begun")
    umpire.get_by_role("button", name="Go on from here").click()
    why = umpire.get_by_label("Reason to force it")
    at_field(why, "This game has begun")
    fits(umpire)
    why.fill("The laptop went dark")
    umpire.get_by_role("button", name="Go on from here").click()
    expect(umpire.locator(".told")).to_contain_text("The laptop went dark")
    on, lost = standing_in(old)
    assert told(on, standing_in(server.room)[1]) == told(on, lost)
