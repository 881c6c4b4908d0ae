"""Undo of a fought battle: Game Control takes back its end and its round, and everything stands as it stood."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.umpire import battle_of_kawanakajima, boxes, flag, row_of, told

pytestmark = pytest.mark.browser

REFUSED = r"status of 4\d\d"
BACK = ("armies", "garrisons", "characters", "recoveries", "battles", "battle_sides", "battle_forces", "battle_rounds",
        "encounters", "risk_draws", "provinces")  # fmt: skip
"""What a battle changes, and what must come back."""


def test_on_a_phone_a_line_of_the_journal_has_the_whole_line_and_undo_stands_below_it(server, open_window):
    battle_of_kawanakajima(server)
    phone = open_window("Game Control", at="/journal/", viewport={"width": 375, "height": 800}, has_touch=True)
    line = phone.locator(".journal li").filter(has=phone.get_by_role("button", name="Undo")).first
    whole, sentence, undo = boxes(line, line.locator("p").first, line.get_by_role("button"))
    assert sentence["width"] > 0.8 * whole["width"]
    assert undo["y"] >= sentence["y"] + sentence["height"]
    assert undo["x"] + undo["width"] <= whole["x"] + whole["width"] + 1


def test_losses_experience_and_draws_come_back_and_the_display_follows(server, open_window, watch):
    watch.forgive(REFUSED)
    battle_of_kawanakajima(server)
    start = figures(server)
    fought = server.do(
        "battle.fight_round", battle=1, round=1, die=6, attacker_tactic="subterfuge", defender_tactic="outflank"
    )
    after_the_round = figures(server)
    ended = server.do("battle.end", battle=1, then="attacker_withdraws", retreat_to="echigo")
    at_the_end = figures(server)
    changed = {part for part in BACK if at_the_end[part] != after_the_round[part]}
    assert changed >= {"armies", "characters", "recoveries", "risk_draws", "battles"}
    game, page, public = open_window("Game Control"), open_window("Map Control", "Hanako"), open_window()
    for window, address in ((game, "/game/"), (page, "/map/"), (public, "/display/")):
        window.goto(address)
    standing(public, uesugi="echigo", takeda="shinano")
    expect(row_of(page, "Uesugi Kenshin")).to_contain_text("Echigo")
    page.goto("/people/")
    due = page.get_by_role("region", name="Cards to draw").get_by_role("listitem")
    expect(due).to_have_count(6)  # two generals, and four who are old in the first season too

    expect(entry(game, fought)).to_contain_text(f"No undo: Take back entry {ended['number']} first")
    expect(entry(game, fought).get_by_role("button")).to_have_count(0)
    undo(game, ended)
    told(game, f"Taken back: entry {ended['number']}, “Battle 1 in Shinano is over: Takeda Harunobu won")
    standing(public, uesugi="shinano", takeda="shinano")
    expect(due).to_have_count(4)
    assert figures(server) == after_the_round

    undo(game, fought)
    stands = f"A die or card was drawn (6), so entry {fought['number']} stands."
    alert(game, f"{stands} Game Control may re-open it, with a reason.")
    give_reason(game, fought)
    told(game, f"Taken back: entry {fought['number']}, “Battle 1, round 1: Uesugi Kenshin attacked Takeda Harunobu")
    expect(entry(game, fought)).to_contain_text("undone")
    expect(entry(game, fought).get_by_role("button")).to_have_count(0)
    assert figures(server) == start
    page.goto("/battles/1")
    expect(page.get_by_role("button", name="Fight round 1")).to_be_visible()
    expect(page.locator("section.side.attacker")).to_contain_text(re.compile(r"18\s*strength\s*18 counters"))
    page.goto("/map/")
    expect(row_of(page, "Uesugi Kenshin")).to_contain_text("Shinano")
    standing(public, uesugi="shinano", takeda="shinano")


# ---- hands


def figures(server) -> dict[str, list[dict]]:
    """All that a battle changes, without the versions, which only ever go up."""
    state = server.ask("/api/state", "Game Control")[1]
    return {
        part: [{name: value for name, value in row.items() if name != "version"} for row in state[part]]
        for part in BACK
    }


def standing(public: Page, **clans: str) -> None:
    """The public display shows both flags, each in its province and nowhere else."""
    for clan, province in clans.items():
        expect(flag(public, clan[:3].upper(), province)).to_be_visible()
        expect(public.get_by_role("region", name="Map").locator(f'[data-clan="{clan[:3].upper()}"]')).to_have_count(1)


def entry(game: Page, done: dict) -> Locator:
    """An entry in Game Control's journal."""
    number = game.locator(".entry-number", has_text=re.compile(rf"^{done['number']}$"))
    return game.get_by_role("region", name="Journal").get_by_role("listitem").filter(has=number)


def undo(game: Page, done: dict) -> None:
    """Press Undo beside an entry in the journal."""
    entry(game, done).get_by_role("button", name="Undo").click()


def give_reason(game: Page, done: dict) -> None:
    """Re-open what a die has decided."""
    game.get_by_label(f"Reason to re-open entry {done['number']}").fill("the die fell off the table")
    game.get_by_label(f"Reason to re-open entry {done['number']}").press("Enter")


def alert(game: Page, sentence: str) -> None:
    """It was refused in these words."""
    expect(game.get_by_role("alert")).to_have_text(sentence)
