"""The pages are pages: with JavaScript switched off, an old tablet still umpires a battle."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.umpire import choose, form_headed, row_of, run_phase, send, two_armies

pytestmark = pytest.mark.browser


def test_orders_phases_and_a_battle_work_without_javascript(server, open_window):
    two_armies(server)
    page = open_window("Map Control", java_script_enabled=False)
    for army in (1, 2):
        page.goto(f"/armies/{army}/order")
        page.get_by_label("Go on to").get_by_role("link", name="Shinano").click()
        expect(page.get_by_role("textbox", name="Route")).to_have_value("Shinano")
        send(page, "Enter the order", "is to march Shinano.")
    page.goto("/map/")
    for phase in (1, 2):
        run_phase(page, phase)

    page.get_by_role("article", name="Shinano").get_by_role("link", name="Battle").click()
    choose(page.get_by_role("group", name="Who attacks?"), "Uesugi")
    choose(page.get_by_role("group", name="How was that settled?"), "They agreed")
    page.get_by_role("button", name="To the battle").click()
    choose(page.get_by_role("group", name="Uesugi Kenshin chooses"), "Outflank")
    choose(page.get_by_role("group", name="Takeda Harunobu chooses"), "Fortify")
    choose(page.get_by_role("group", name="The die"), "4")
    send(page, "Fight round 1", "Battle 1, round 1: Uesugi Kenshin attacked Takeda Harunobu at ")
    expect(page.get_by_role("heading", name="Round 1: ")).to_be_visible()

    form = form_headed(page, "End the battle")
    form.locator("label").filter(has_text="Both stay").click()
    send(form, "End the battle", "nobody won (both stay)")
    page.get_by_role("link", name="Back to the map").click()
    expect(row_of(page, "Uesugi Kenshin")).to_contain_text("Shinano")
