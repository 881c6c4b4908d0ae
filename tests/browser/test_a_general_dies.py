"""What a battle costs in people: cards from a real pack, a general dead and his army dissolved, an heir, a wound."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.umpire import PHONE, battle_of_kawanakajima, choose, fits, flag, row_of, send, told

pytestmark = pytest.mark.browser

UESUGI, TAKEDA = "Uesugi Kenshin", "Takeda Harunobu"


def test_a_general_dies_his_army_is_dissolved_and_team_control_names_the_heir(server, open_window):
    fought_out(server)
    page, public = open_window("Map Control", "Hanako"), open_window()
    team = open_window("Team Control", "Aoi", **PHONE)
    public.goto("/display/")
    expect(flag(public, "TAK", "shinano")).to_be_visible()
    team.goto("/tell/")
    expect(team.get_by_role("heading", name="Who follows?")).to_have_count(0)

    page.goto("/people/")
    expect(due(page)).to_contain_text(["Takeda Harunobu", "Uesugi Kenshin"])
    page.get_by_role("link", name=f"A real card for {TAKEDA}").click()
    page.get_by_label("Or type it").fill("ace of spades")
    send(page, "Take this card", "Takeda Harunobu drew the ace of spades after battle 1 and is dead (R19).")
    told(page, "is dissolved: its men have gone from the map and cannot form again this year, and nothing it lost is")
    expect(page.get_by_role("img", name="ace of spades")).to_be_visible()
    expect(flag(public, "TAK", "shinano")).to_have_count(0)  # by itself
    page.goto("/map/")
    expect(row_of(page, UESUGI)).to_be_visible()
    expect(row_of(page, TAKEDA)).to_have_count(0)

    team.goto("/tell/")
    expect(heard_by(team, "Takeda Harunobu is dead, and his army is dissolved.")).to_contain_text(
        ["Takeda", "Hōjō", "Imagawa", "Uesugi"]
    )
    team.get_by_label("His heir").select_option(label="Takeda Nobushige, Taisho, 25")
    send(team, "Name the heir", "Takeda Nobushige follows Takeda Harunobu as Daimyo of Takeda.")
    expect(team.get_by_role("heading", name="Who follows?")).to_have_count(0)
    hearer = heard_by(team, "Takeda Nobushige follows Takeda Harunobu as Daimyo of Takeda.")
    expect(hearer).to_have_attribute("aria-pressed", "false")
    hearer.click()
    expect(hearer).to_have_count(0)
    fits(team)


def test_a_wounded_general_goes_one_province_less_far_in_the_next_season(server, open_window):
    fought_out(server)
    page = open_window("Map Control", "Hanako", at="/people/")
    page.get_by_role("link", name=f"A real card for {UESUGI}").click()
    choose(page.get_by_role("group", name="Suit"), "Spades")
    choose(page.get_by_role("group", name="Rank"), "Queen")
    send(
        page,
        "Take this card",
        "Uesugi Kenshin drew the queen of spades after battle 1 and is wounded (R19). Until the end of summer 1550 his",
    )
    expect(page.get_by_role("img", name="queen of spades")).to_be_visible()
    expect(page.get_by_text("Wounded until the end of summer 1550")).to_be_visible()
    expect(page.get_by_text("Experience 3 counts as 2 until then.")).to_be_visible()

    server.phases(3, 4)
    server.do("season.advance", "Game Control", season="spring", year=1550, force="time is up")
    page.goto("/orders/")
    reasons = page.locator("tbody.army").filter(has_text=UESUGI).get_by_role("listitem")
    expect(reasons).to_have_text(["experience +3 R12", "wounded −1 R19"])
    expect(page.locator("tbody.army").filter(has_text=UESUGI)).to_contain_text("2 provinces")
    expect(page.locator("tbody.army").filter(has_text=TAKEDA)).to_contain_text("2 provinces")


def fought_out(server) -> None:
    """The battle is over, both armies stay in Shinano, and the cards are due."""
    battle_of_kawanakajima(server)
    server.do("battle.fight_round", battle=1, round=1, die=6, attacker_tactic="subterfuge", defender_tactic="outflank")
    server.do("battle.end", battle=1, then="both_stay")


def due(page: Page) -> Locator:
    """Those who have a card to draw."""
    return page.get_by_role("region", name="Cards to draw").get_by_role("listitem")


def heard_by(page: Page, sentence: str) -> Locator:
    """Who must hear this: what is ticked when he was told."""
    return page.get_by_role("article").filter(has_text=sentence).locator("button.tick")
