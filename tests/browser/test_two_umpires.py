"""A season of thirty armies and ten battles, umpired by two people at two browsers at the same time."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from control.kernel.actions.world import Room
from control.kernel.database.store import open_store
from control.kernel.proof.verify import verify
from control.sengoku.scenario.load import load
from tests.browser.serving import Served
from tests.browser.umpire import choose, form_headed, send, told, whole
from tests.thirty import ARMIES, BATTLES, orders, setting_up

pytestmark = pytest.mark.browser

ATTACKS = {"Chikuzen": "Mōri", "Higo": "Shimazu", "Iwami": "Amako", "Izu": "Imagawa"}
"""Who attacks where, in the battles of the two at their pages. In Chikuzen Ōtomo attacks along with Mōri."""
BY_SCRIPT = {
    "kaga": "takeda",
    "kozuke": "uesugi",
    "owari": "imagawa",
    "shinano": "uesugi",
    "suo": "sue",
    "suruga": "takeda",
}
"""Who attacks where, in the six that a script settles: at the pages they are gone through as the four are."""
REFUSED = r"status of 4\d\d"


def test_two_umpires_settle_ten_battles_and_neither_overwrites_the_other(server, open_window, watch):
    watch.forgive(REFUSED)
    to_ten_encounters(server)
    ana, ben = (open_window("Map Control", name=name) for name in ("Ana", "Ben"))
    for page in (ana, ben):
        page.goto("/map/")
        expect(page.get_by_role("article")).to_have_count(len(BATTLES))

    claimed_under_his_eyes(ana, ben)
    for place in ATTACKS:  # by turns, and each leaves his battle open while the other begins
        umpire, other = (ana, ben) if list(ATTACKS).index(place) % 2 == 0 else (ben, ana)
        begin(umpire, place)
        fight(umpire)
        if place == "Iwami":
            taken_over(umpire, other)
        end(umpire)

    for page in (ana, ben):
        page.goto("about:blank")
    the_others(server)
    for page in (ana, ben):
        page.goto("/map/")
        expect(page.get_by_role("article")).to_have_count(0)
        expect(page.get_by_role("link", name="Phase 3…")).to_be_visible()
    _, journal = server.ask("/api/state/journal", "Map Control")
    by = {name: {entry["action"] for entry in journal if entry["umpire"] == name} for name in ("Ana", "Ben")}
    assert by["Ana"] >= {"claim.take", "encounter.settle", "battle.fight_round", "battle.end"} <= by["Ben"]
    _, battles = server.ask("/api/state/battles", "Map Control")
    assert len(battles) == len(BATTLES)
    assert {battle["province"] for battle in battles} == BATTLES
    assert all(battle["over"] and battle["rounds"] == 1 for battle in battles)
    assert verify(Room(open_store(server.game), load("sengoku_1550"))).differences == ()


def to_ten_encounters(server: Served) -> None:
    """Thirty armies are on the map, their orders are in, and phase 2 has brought ten encounters."""
    for action, arguments in setting_up():
        server.do(action, "Game Control", **arguments)
    for action, arguments in orders():
        server.do(action, **arguments)
    server.phases(1, 2)
    _, armies = server.ask("/api/state/armies", "Map Control")
    assert len(armies) == len(ARMIES)


def the_others(server: Served) -> None:
    """The battles of a script: a round each, both by the book, a three, and both stay."""
    for encounter in server.ask("/api/state/encounters", "Map Control")[1]:
        if not encounter["outcome"]:
            attacker = BY_SCRIPT[encounter["province"]]
            number = encounter["id"]
            server.do("encounter.settle", encounter=number, outcome="battle", attacker=attacker, settled_by="agreement")
    plain = {"attacker_tactic": "conventional_battle", "defender_tactic": "conventional_battle"}
    for battle in server.ask("/api/state/battles", "Map Control")[1]:
        if not battle["over"]:
            server.do("battle.fight_round", battle=battle["id"], round=1, die=3, **plain)
            server.do("battle.end", battle=battle["id"], then="both_stay")


def claimed_under_his_eyes(ana: Page, ben: Page) -> None:
    """Ben reads an encounter; Ana claims it meanwhile. He is told, and what he sends all the same changes nothing."""
    card(ben, "Higo").get_by_role("link", name="Battle…").click()
    expect(ben.get_by_role("heading", name="Higo")).to_be_visible()
    send(card(ana, "Higo"), "Claim", "Ana claimed encounter 2.")
    expect(ben.get_by_text("This was changed at another desk.")).to_be_visible()
    choose(ben.get_by_role("group", name="Who attacks?"), "Shimazu")
    choose(ben.get_by_role("group", name="How was that settled?"), "They agreed")
    ben.get_by_role("button", name="To the battle").click()
    expect(ben.get_by_role("alert").first).to_contain_text("Ana")
    ben.goto("/map/")
    expect(card(ben, "Higo")).to_contain_text("Ana is at work on it")
    expect(card(ben, "Higo").get_by_role("link", name="Battle…")).to_have_count(0)
    send(card(ana, "Higo"), "Release", "Ana released encounter 2.")
    expect(card(ben, "Higo")).to_contain_text("Nobody’s yet")  # by itself: the queue is live


def begin(page: Page, place: str) -> None:
    """From the queue to the battle."""
    page.goto("/map/")
    card(page, place).get_by_role("button", name="Claim").click()
    card(page, place).get_by_role("link", name="Battle…").click()
    if place == "Chikuzen":
        for clan, does in (("Mōri", "attacks"), ("Ōtomo", "attacks"), ("Sue", "defends")):
            choose(page.get_by_role("group", name=clan), does)
    else:
        choose(page.get_by_role("group", name="Who attacks?"), ATTACKS[place])
    choose(page.get_by_role("group", name="How was that settled?"), "They agreed")
    page.get_by_role("button", name="To the battle").click()
    page.wait_for_url("**/battles/*")
    expect(page.get_by_text("Yours", exact=True)).to_be_visible()


def fight(page: Page) -> None:
    """One round, both by the book, a three on the table."""
    for group in page.get_by_role("group", name="chooses").all():
        choose(group, "Conventional battle")
    choose(page.get_by_role("group", name="The die"), "3")
    page.get_by_role("button", name="Fight round 1").click()
    expect(page.get_by_role("heading", name="Round 1: ")).to_be_visible()


def end(page: Page) -> None:
    """Both stay where they are, unless the die decided otherwise."""
    form = form_headed(page, "End the battle")
    expect(form.get_by_role("button", name="End the battle")).to_be_visible()  # all of the form before it has come
    if form.get_by_text("Both stay").count():
        form.locator("label").filter(has_text="Both stay").click()
    form.get_by_role("button", name="End the battle").click()
    expect(page.get_by_role("link", name="Back to the map")).to_be_visible()


def taken_over(umpire: Page, other: Page) -> None:
    """The other umpire looks in: he may not end a battle that is not his. He takes it over, and gives it back."""
    address = umpire.url
    other.goto(address)
    expect(other.get_by_text("is at work on it")).to_be_visible()
    form = form_headed(other, "End the battle")
    form.locator("label").filter(has_text="Both stay").click()
    form.get_by_role("button", name="End the battle").click()
    expect(other.get_by_role("alert").first).to_be_visible()
    whole(other, other.get_by_role("button", name="Take over"))
    told(other, "took over battle")
    expect(other.get_by_text("Yours", exact=True)).to_be_visible()
    umpire.goto(address)
    whole(umpire, umpire.get_by_role("button", name="Take over"))
    expect(umpire.get_by_text("Yours", exact=True)).to_be_visible()


def card(page: Page, place: str):
    """The card of an encounter in the queue."""
    return page.get_by_role("article", name=place)
