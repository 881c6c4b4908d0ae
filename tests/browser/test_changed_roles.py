"""A battle in which the general who was attacked goes over to the attack."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.umpire import battle_of_kawanakajima, choose, fight, send, told, whole

pytestmark = pytest.mark.browser


def test_the_odds_follow_the_change_of_roles_and_each_general_keeps_his_tactic(server, open_window):
    battle_of_kawanakajima(server)
    page = open_window("Map Control", at="/battles/1")
    whole(page, page.get_by_role("button", name="Take over"))  # from the script that opened it
    expect(page.get_by_text("Yours", exact=True)).to_be_visible()
    uesugi, takeda = "Uesugi Kenshin", "Takeda Harunobu"
    fight(page, 1, (uesugi, "Conventional battle"), (takeda, "Conventional battle"), die=3, odds=[])
    told(page, "Battle 1, round 1: Uesugi Kenshin attacked Takeda Harunobu")

    expect(page.get_by_role("group", name="How was that settled?")).to_be_hidden()
    choose(page.get_by_role("group", name=f"{uesugi} chooses"), "Fortify")
    choose(page.get_by_role("group", name=f"{takeda} chooses"), "Outflank")
    ladder = page.get_by_role("group", name="The odds, step by step")
    expect(ladder).to_contain_text("Uesugi Kenshin attacks Takeda Harunobu")
    page.get_by_label("The roles change: Takeda Harunobu attacks").check()
    choose(page.get_by_role("group", name="How was that settled?"), "The umpire decided")
    expect(ladder).to_contain_text("Takeda Harunobu attacks Uesugi Kenshin")
    odds = ladder.locator(".faces strong").inner_text()
    choose(page.get_by_role("group", name="The die"), "3")
    send(page, "Fight round 2", f"Battle 1, round 2: Takeda Harunobu attacked Uesugi Kenshin at {odds}, die 3")
    fought = page.locator("section.round").filter(has=page.get_by_role("heading", name="Round 2"))
    expect(fought).to_contain_text("Outflank against Fortify")
    expect(fought).to_contain_text("Takeda Harunobu attacks from this round on: the umpire decided so.")
