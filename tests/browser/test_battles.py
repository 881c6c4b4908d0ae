"""Battles of more than two armies, at sea and for a castle, as the umpire at the map goes through them."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.umpire import (
    battle_of_kawanakajima,
    boxes,
    choose,
    fielded,
    fight,
    flag,
    form_headed,
    row_of,
    send,
    told,
    whole,
)
from tests.thirty import Marching

pytestmark = pytest.mark.browser

REFUSED = r"status of 4\d\d"
IN_CHIKUZEN = (
    Marching("sue", "naito-okimori", "chikuzen", 12, 2),
    Marching("mori", "kikkawa-motoharu", "iki", 6, 3, ("chikuzen",)),
    Marching("otomo", "otomo-yoshishige", "chikugo", 7, 2, ("chikuzen",)),
)
"""Sue's army 1 at home; Mōri's (2) and Ōtomo's (3) march in."""


# ---- three clans


def test_allies_attack_together_and_share_out_what_they_lose(server, open_window, watch):
    watch.forgive(REFUSED)
    server.do("treaty.record", kind="alliance", one="mori", other="otomo")
    met(server, *IN_CHIKUZEN)
    page = open_window("Map Control", "Hanako", at="/map/encounters/1")
    expect(page.get_by_role("region", name="Who meets whom").get_by_text("allied")).to_be_visible()
    take_sides(page, mori="attacks", otomo="attacks", sue="defends")
    page.get_by_label("The attack", exact=True).select_option("otomo-yoshishige")
    send(page, "To the battle", "Ōtomo Yoshishige attacks Naitō Okimori in Chikuzen (battle 1; attacker by umpire).")
    told(page, "Mōri fights on the side of Ōtomo.")

    better = commander(page, "Kikkawa Motoharu")
    expect(better).to_contain_text("experience 3 · better")
    expect(commander(page, "Ōtomo Yoshishige")).to_contain_text("senior")
    better.click()
    send(page, "He commands", "Kikkawa Motoharu commands the attacker.")
    units(side(page, "Kikkawa Motoharu"), "Kikkawa Motoharu commands A2-5 6", "Ōtomo Yoshishige A3-7 7")
    expect(side(page, "Naitō Okimori")).to_contain_text("12 counters")

    plain = "Conventional Battle"
    fight(page, 1, ("Kikkawa Motoharu", plain), ("Naitō Okimori", plain), die=1, odds=["1-1", "3-2", "3-2"])
    told(page, "at 3-2, die 1: D. Losses 4 and 1.")
    units(side(page, "Kikkawa Motoharu"), "Kikkawa Motoharu commands A2-5 4 2 lost", "Ōtomo Yoshishige A3-7 5 2 lost")

    before = server.ask("/api/state", "Map Control")[1]
    share = shares(page, "Kikkawa Motoharu")
    share.get_by_label("Ōtomo Yoshishige").fill("3")
    expect(share.get_by_text("Together 5 of 4 lost")).to_be_visible()
    share.get_by_role("button", name="Share them out so").click()
    expect(share.get_by_role("alert")).to_have_text("These add up to 5, but the side has lost 4 real counters.")
    expect(share.get_by_label("Ōtomo Yoshishige")).to_have_value("3")
    assert server.ask("/api/state", "Map Control")[1] == before
    share.get_by_label("Kikkawa Motoharu").fill("1")
    send(share, "Share them out so", "army A2-5 1, army A3-7 3.")
    units(side(page, "Kikkawa Motoharu"), "Kikkawa Motoharu commands A2-5 5 1 lost", "Ōtomo Yoshishige A3-7 4 3 lost")

    end(page, "Kikkawa Motoharu withdraws")
    told(page, "Naitō Okimori won (attacker withdraws). Army A2-5 withdrew to Iki. Army A3-7 withdrew to Chikugo.")


BEFORE_ANY_SCRIPT = """document.addEventListener("readystatechange", () => {
    if (document.readyState !== "interactive") return;
    for (const one of document.querySelectorAll("[name$=er_tactic][value=outflank]")) one.click();
})"""


def test_tactics_chosen_before_all_of_the_page_had_come_are_reckoned(server, open_window):
    battle_of_kawanakajima(server)
    page = open_window("Map Control", own=True)
    page.add_init_script(BEFORE_ANY_SCRIPT)
    page.goto("/battles/1")
    expect(page.locator("#odds")).to_be_visible()
    expect(page.locator("#odds")).not_to_contain_text("Choose both tactics")


def test_of_three_enemies_two_fight_and_the_quarrel_of_the_third_stays_open(server, open_window, watch):
    watch.forgive(REFUSED)
    met(server, *IN_CHIKUZEN)
    page = open_window("Map Control", "Hanako", at="/map/encounters/1")
    expect(page.get_by_text("Mōri and Ōtomo: no treaty")).to_be_visible()
    take_sides(page, mori="attacks", sue="defends", otomo="stands aside")
    send(page, "To the battle", "Kikkawa Motoharu attacks Naitō Okimori in Chikuzen")
    told(page, "Ōtomo has a quarrel left: encounter 2.")

    page.goto("/map/encounters/2")
    take_sides(page, otomo="attacks", sue="defends", mori="stands aside")
    page.get_by_role("button", name="To the battle").click()
    expect(page.get_by_role("alert")).to_contain_text("Army A1-3 is still in battle 1. End that first.")

    page.goto("/battles/1")
    fight(page, 1, ("Kikkawa Motoharu", "Subterfuge"), ("Naitō Okimori", "Outflank"), die=5, odds=["1-2", "2-3", "2-1"])
    end(page, "Naitō Okimori withdraws", to="Hizen")
    told(page, "Kikkawa Motoharu won (defender withdraws). Army A1-3 withdrew to Hizen.")
    page.goto("/map/")
    left = page.get_by_role("article", name="Chikuzen")
    expect(left.locator(".force")).to_contain_text(["Kikkawa Motoharu", "Ōtomo Yoshishige"])
    expect(page.get_by_text("to settle; then phase 3")).to_be_visible()


# ---- at sea


def test_at_sea_nobody_fortifies_and_losses_are_doubled(server, open_window):
    met(
        server,
        Marching("sue", "sue-harukata", "suo", 10, 3, ("buzen",)),
        Marching("otomo", "bekki-akitsura", "buzen", 9, 3, ("suo",)),
    )
    page = open_window("Map Control", "Hanako", at="/map/encounters/1")
    expect(page.get_by_role("heading", name="Opposed crossing Suō")).to_be_visible()
    choose(page.get_by_role("group", name="Who attacks?"), "Sue")
    choose(page.get_by_role("group", name="How was that settled?"), "First to shout banzai")
    send(page, "To the battle", "Sue Harukata attacks Bekki Akitsura at sea off Suō")

    expect(page.get_by_role("heading", name="Battle 1 at sea off Suō")).to_be_visible()
    page.set_viewport_size({"width": 1920, "height": 1080})
    card = page.locator("main > .fight").bounding_box()
    assert card
    assert card["width"] < 0.8 * 1920, "on a wide screen a battle is as wide as it is read"
    for general in ("Sue Harukata", "Bekki Akitsura"):
        tactics = page.get_by_role("group", name=f"{general} chooses")
        expect(tactics.get_by_role("radio", name="Fortify in Field Defences")).to_be_disabled()
        expect(tactics.get_by_role("radio", name="Outflank")).to_be_enabled()
    fight(page, 1, ("Sue Harukata", "Subterfuge"), ("Bekki Akitsura", "Outflank"), die=3, odds=["1-1", "3-1"])
    told(page, "at 3-1, die 3: A. Losses 2 and 6.")
    expect(page.get_by_text("Bekki Akitsura loses 30% of 10: 3, doubled at sea: 6.")).to_be_visible()
    expect(page.get_by_label("Whoever leaves goes to")).to_have_count(0)
    end(page, "Bekki Akitsura withdraws")
    told(page, "Battle 1 at sea off Suō is over: Sue Harukata won (defender withdraws).")
    page.goto("/map/")
    expect(row_of(page, "Sue Harukata")).to_contain_text("Suō")
    expect(row_of(page, "Bekki Akitsura")).to_contain_text("Buzen")


# ---- for a castle


def test_the_castle_falls_by_an_outright_victory_and_its_defenders_leave_for_where_they_choose(server, open_window):
    uesugi, takeda = "Uesugi Kenshin", "Takeda Harunobu"
    server.do("garrison.raise", "Game Control", province="shinano", troops=3, force="the story needs them")
    met(
        server,
        Marching("takeda", "takeda-harunobu", "kai", 8, 2, ("shinano",)),
        Marching("takeda", "takeda-nobushige", "kai", 5, 2, ("shinano",)),
        Marching("uesugi", "uesugi-kenshin", "echigo", 18, 3, ("shinano",)),
    )
    server.do("encounter.settle", "Game Control", encounter=1, outcome="battle", attacker="uesugi", settled_by="banzai")
    server.do("battle.grant_columns", "Game Control", battle=1, side="attacker", columns=2, reason="a gate was opened")
    page = open_window("Map Control", "Hanako", at="/battles/1")
    defence = side(page, takeda)
    expect(defence).to_contain_text(re.compile(r"21\s*strength\s*16 counters\s*\+5 castle"))
    units(defence, "Takeda Harunobu commands A1-3 8", "Takeda Nobushige A2-5 5", "Garrison of Shinano 3")

    tactics = (uesugi, "Subterfuge"), (takeda, "Outflank")
    fight(page, 1, *tactics, die=6, odds=["2-3", "3-2", "2-1", "3-2", "4-1"])
    told(page, "at 4-1, die 6: A. Losses 2 and 5.")
    expect(defence).to_contain_text("5 of the castle lost, 0 real")
    units(defence, "Takeda Harunobu commands A1-3 8", "Takeda Nobushige A2-5 5", "Garrison of Shinano 3")

    fight(page, 2, *tactics, die=6, odds=["1-1", "2-1", "3-1", "2-1", "5-1"])
    told(page, "at 5-1, die 6: AV. Losses 2 and 8.")
    expect(defence).to_contain_text("5 of the castle lost, 8 real")
    units(
        defence,
        "Takeda Harunobu commands A1-3 4 4 lost",
        "Takeda Nobushige A2-5 2 3 lost",
        "Garrison of Shinano 2 1 lost",
    )
    expect(page.get_by_role("button", name="Fight round 3")).to_have_count(0)
    form = form_headed(page, "End the battle")
    expect(form).to_contain_text("The battle is decided: outright victory.")
    form.get_by_label("Whoever leaves goes to").select_option("Hida")
    send(
        form,
        "End the battle",
        "Uesugi Kenshin won (outright victory). Army A1-3 withdrew to Hida. Army A2-5 withdrew to Hida. "
        "The garrison of Shinano dispersed.",
    )
    expect(page.get_by_role("heading", name="Uesugi Kenshin won")).to_be_visible()
    page.get_by_role("link", name="Back to the map").click()
    for clan, province in (("UES", "shinano"), ("TAK", "hida")):
        expect(flag(page, clan, province).first).to_be_visible()
    expect(flag(page, "TAK", "shinano")).to_have_count(0)


# ---- hands


def met(server, *armies: Marching) -> None:
    """These armies have met in phase 2."""
    fielded(server, *armies)
    server.phases(1, 2)


def take_sides(page: Page, **sides: str) -> None:
    """Of several clans, each is put on a side."""
    names = {"mori": "Mōri", "otomo": "Ōtomo", "sue": "Sue"}
    for clan, words in sides.items():
        choose(page.get_by_role("group", name=names[clan]), words)
    choose(page.get_by_role("group", name="How was that settled?"), "The umpire decided")


def side(page: Page, general: str) -> Locator:
    """The panel of a side."""
    return page.locator("section.side").filter(has=page.get_by_role("heading", name=general))


def units(panel: Locator, *lines: str) -> None:
    """The units of a side with their counters, a line for each (without the signs of their clans)."""
    shown = panel.locator("ul.units").get_by_role("listitem")
    expect(shown).to_have_text([re.compile(rf"^\s*[A-Z]{{3}}\s+{re.escape(line)}\s*$") for line in lines])


def commander(page: Page, general: str) -> Locator:
    """The tile of a general who may command the attack."""
    choice = page.locator("section.side.attacker details.command")
    if choice.get_attribute("open") is None:
        choice.locator("summary").click()
    return choice.locator("label.tile").filter(has_text=re.compile(rf"^\s*{general}"))


def shares(page: Page, general: str) -> Locator:
    """The form that shares out the losses of a side, opened."""
    panel = page.locator("details.sharing").filter(has_text=f"Losses of {general}’s side")
    panel.locator("summary").click()
    return panel


def end(page: Page, words: str, to: str = "") -> None:
    """One side breaks off, and goes back the way it came unless a province is chosen."""
    form = form_headed(page, "End the battle")
    choose(form, words)
    if to:
        form.get_by_label("Whoever leaves goes to").select_option(to)
    form.get_by_role("button", name="End the battle").click()


# ---- on a phone


def test_on_a_phone_a_result_stands_beside_its_die_and_odds_are_never_cut(server, open_window):
    battle_of_kawanakajima(server)
    phone = open_window("Map Control", at="/battles/1", viewport={"width": 375, "height": 720}, has_touch=True)
    whole(phone, phone.get_by_role("button", name="Take over"))
    tactics = (("Uesugi Kenshin", "Subterfuge"), ("Takeda Harunobu", "Outflank"))
    fight(phone, 1, *tactics, 5, ["2-3", "1-1", "1-1", "3-1"])
    told(phone, "die 5: A.")
    latest = phone.locator("#latest")
    die, result = boxes(latest.locator("h2 .pips"), latest.locator("h2 .result"))
    assert die["y"] <= result["y"] + result["height"] / 2 <= die["y"] + die["height"]
    sentence, why = boxes(*phone.locator(".told p").all())
    assert why["y"] >= sentence["y"] + sentence["height"]
    odds = phone.get_by_label("The odds, step by step").locator(".uncut")  # those of the last round are folded
    expect(odds.first).to_be_visible()
    assert odds.evaluate_all("(those) => those.every((one) => one.getClientRects().length <= 1)")


def test_a_ruling_is_read_where_what_was_done_is_told(server, open_window):
    battle_of_kawanakajima(server)
    page = open_window("Map Control")
    server.do("battle.fight_round", battle=1, round=1, attacker_tactic="subterfuge", defender_tactic="outflank", die=6)
    page.goto("/battles/1")
    whole(page, page.get_by_role("button", name="Take over"))
    page.get_by_label("Takeda Harunobu withdraws").check()
    page.get_by_label("Whoever leaves goes to").select_option("etchu")
    send(page, "End the battle", "Battle 1 in Shinano is over")
    colours = "(p) => [p, p.querySelector('.to-book')].map((one) => getComputedStyle(one).color)"
    around, ruling = page.locator(".told p").first.evaluate(colours)  # at once: the words are put in anew, to be heard
    assert ruling == around
