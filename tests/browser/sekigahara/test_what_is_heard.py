"""The pages of a campaign by the rules of accessibility, as those of the other game (`test_axe`)."""

from __future__ import annotations

import pytest

from tests.browser.conftest import undrawn
from tests.browser.test_axe import FEW, faults, sideways
from tests.browser.umpire import PHONE
from tests.sekigahara.games import play, standing_in
from tests.sekigahara.test_desks import fought

STAGES = {
    "bid": lambda room: None,
    "move": lambda room: play(room, until="move", seed=4, by_umpire=0),
    "fight": lambda room: fought(room, 4, "deploy"),
    "over": play,
}
OF_A_SIDE = ("/table/", "/battle/", "/journal/")
PAGES = {
    "umpire": (*OF_A_SIDE, "/table/?forcing=1", "/at-the-table/", "/print/"),
    "side": OF_A_SIDE,
    None: ("/board/",),
}
AT_ANY_STAGE = {
    "umpire": ("/board/about", "/safety/", "/safety/midway/", "/rulings/"),
    None: ("/sign-in", "/display/hall"),
}
"""What says the same however far a campaign is."""


@pytest.mark.parametrize("stage", STAGES)
def test_no_page_of_a_campaign_breaks_a_rule_of_accessibility(open_window, server, axe, watch, stage):
    watch.forgive("status of 404")  # a display that nobody has made says so
    STAGES[stage](server.room)
    side = standing_in(server.room)[1].active or "east"
    found = {}
    for number, (who, addresses) in enumerate(PAGES.items()):
        page = open_window(side if who == "side" else who, "Aki", own=True, **(PHONE if number % 2 else {}))
        page.add_init_script("document.adoptedStyleSheets = [];")  # what is never drawn has no contrast
        page.add_init_script(undrawn("svg"))
        page.add_init_script(axe)
        frames = []
        for address in (*addresses, *(AT_ANY_STAGE.get(who, ()) if stage == "fight" else ())):
            page.goto(address)
            assert page.evaluate("getComputedStyle(document.documentElement).opacity") == "1"
            if wrong := faults(page, frames) + sideways(page):
                found[f"{address}, {who or 'everybody'}"] = wrong[:FEW]
    assert found == {}


def test_a_fold_is_called_by_its_words_and_not_by_the_sign_before_them(open_window):
    page = open_window("umpire", "Aki", at="/table/")
    nodes = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")["nodes"]
    folds = [one["name"]["value"] for one in nodes if one.get("role", {}).get("value") == "DisclosureTriangle"]
    assert {"On the board, place by place", "Beside the board", "More"} <= set(folds)
