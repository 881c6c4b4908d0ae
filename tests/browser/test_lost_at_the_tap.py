"""The network goes at the very tap of what nobody wants twice: the undo, the rewind, the next phase, the roll. What was
sent is done once, and the page says so when the network is back; by then a colleague may have taken it back."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.serving import Served
from tests.browser.test_no_tap_is_lost import CUT, unsent
from tests.browser.umpire import PHONE, battle_of_kawanakajima, choose, come, told, two_armies

pytestmark = pytest.mark.browser


def journal(server: Served) -> list[tuple[str, str]]:
    """The actions of all entries, with their sentences."""
    _, found = server.ask("/api/state/journal", "Game Control")
    return [(one["action"], one["sentence"]) for one in found]


def lose_the_answer(page: Page) -> list[str]:
    """What is sent arrives, and the network is gone before its answer; what was sent, each time."""
    sent: list[str] = []

    def lose(route: Route) -> None:
        if route.request.method != "POST" or "/drafts" in route.request.url:
            route.continue_()
            return
        sent.append(route.request.post_data or "")
        if len(sent) > 1:
            route.continue_()
            return
        route.fetch(max_redirects=0)
        page.context.set_offline(True)
        route.abort()

    page.route(re.compile(r"^(?!.*/static/)"), lose)  # each that is looked at comes back here first, and fonts are many
    return sent


def back(page: Page) -> None:
    """The network is there again, once the page has said that it waits."""
    expect(unsent(page)).to_contain_text("ot sent yet", timeout=20_000)
    page.context.set_offline(False)


def at_the_journal(page: Page, server: Served) -> None:
    """To undo the last entry."""
    page.goto("/journal/")
    page.locator(".journal li").first.get_by_role("button", name="Undo").click()


def at_the_rewind(page: Page, server: Served) -> None:
    """To rewind to the first order."""
    page.goto("/journal/rewind/1")
    page.get_by_label("Reason").fill("the wrong slip")
    page.get_by_role("button", name=re.compile("Take .*back")).click()


def at_the_phase(page: Page, server: Served) -> None:
    """To run the next phase."""
    page.goto("/map/phase")
    page.locator("#run-phase").click()


def at_the_battle(page: Page, server: Served) -> None:
    """To roll for the first round."""
    page.goto("/battles/1")
    for group in page.get_by_role("group", name=re.compile("tactic|chooses", re.IGNORECASE)).all():
        choose(group, "Conventional Battle")
    page.get_by_role("button", name="Fight round 1").click()


@pytest.mark.parametrize(
    ("begun", "tap", "action", "says"),
    [
        (two_armies, at_the_journal, "journal.undo", "Taken back: entry"),
        (two_armies, at_the_rewind, "journal.rewind", "Rewound to before entry 1"),
        (two_armies, at_the_phase, "movement.run_phase", "Phase 1: "),
        (battle_of_kawanakajima, at_the_battle, "battle.fight_round", "Battle 1, round 1"),
    ],
)
def test_what_was_tapped_as_the_network_went_is_done_once_and_said(
    server, open_window, watch, begun, tap, action, says
):
    watch.forgive(*CUT)
    begun(server)
    page = open_window("Game Control", "Anna", **PHONE)
    before = len(journal(server))
    sent = lose_the_answer(page)
    tap(page, server)
    back(page)
    # at the top of the page, or, where it heard of the entry first and showed no form for it any more, in the list
    said = page.get_by_role("main").get_by_role("status").or_(unsent(page).get_by_role("listitem"))
    expect(said.first).to_contain_text(says)
    done = [one for one, _ in journal(server)]
    assert len(done) == before + 1
    assert done.count(action) == 1
    assert len(sent) >= 2
    assert {*sent} == {sent[0]}, "the same form, under its key"
    expect(unsent(page)).not_to_contain_text("ot sent yet")  # a good answer stays in the list for half a minute


def test_what_a_colleague_took_back_before_the_network_was_back_is_said_to_be(server, open_window, watch):
    watch.forgive(*CUT)
    two_armies(server)
    page = open_window("Game Control", "Anna", **PHONE)
    lose_the_answer(page)
    at_the_phase(page, server)
    expect(unsent(page)).to_contain_text("ot sent yet", timeout=20_000)
    number = len(journal(server))
    server.do("journal.undo", "Game Control", entry=number, force="the orders were not in")
    page.context.set_offline(False)
    told(page, "Phase 1: ")
    told(page, "It is taken back already.")
    assert [one for one, _ in journal(server)].count("movement.run_phase") == 1


def test_what_stands_though_its_answer_was_lost_is_not_called_unsent(server, open_window, watch):
    watch.forgive(*CUT, "503")
    page = open_window("Game Control")
    stands = "What you sent was done, and stands. Only what came of it cannot be shown now."
    nothing = "The database server does not answer. Nothing was changed."
    away = [("sent", stands), ("heard", nothing), ("heard", nothing)]

    def gone(route: Route) -> None:
        if route.request.method != "POST" or not away:
            route.continue_()
            return
        heard, said = away.pop(0)
        route.fulfill(status=503, headers={"X-Sending": heard}, body=f'<p class="wrong">{said}</p>')

    page.goto("/announcements/")
    page.route("**/announcements/", gone)
    page.get_by_label("Text").fill("Tea.")
    page.get_by_role("button", name="Announce").click()
    expect(unsent(page)).to_contain_text(f"{stands} Asking again what came of it", timeout=20_000)
    while away:
        page.wait_for_timeout(100)
        assert "ot sent yet" not in unsent(page).inner_text()
    expect(unsent(page)).not_to_contain_text("Asking again", timeout=30_000)


def test_what_stands_though_its_page_failed_is_no_draft_of_something_to_do(server, open_window, watch):
    watch.forgive(*CUT, "500")
    page = open_window("Game Control")
    stands = "This is our fault, not yours. What you sent was done, and stands."

    def failed(route: Route) -> None:
        if route.request.method != "POST":
            route.continue_()
            return
        route.fulfill(status=500, headers={"X-Sending": "sent"}, body=f'<p class="wrong">{stands}</p>')

    page.goto("/announcements/")
    page.route("**/announcements/", failed)
    page.get_by_label("Text").fill("Tea.")
    page.wait_for_timeout(1_000)  # it is noted as a draft meanwhile
    page.get_by_role("button", name="Announce").click()
    expect(unsent(page)).to_contain_text(stands, timeout=20_000)
    assert "Not done" not in unsent(page).inner_text()
    come(page, lambda: page.context.request.get("/drafts/").json() == {}, "the end of the draft")
    page.reload()
    expect(page.get_by_label("Text")).to_have_value("")
    expect(page.locator("body")).not_to_contain_text("not sent")
