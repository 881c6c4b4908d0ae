"""The drill: the fallback pack is printed, the laptop dies with its database, the state is typed back in from the paper
on a new one, and the next season is played, as it would have been played in the game that was lost."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from control.kernel.database.store import open_store
from control.kernel.opening import open_room
from control.sengoku.paper.fallback.state_lists_questions import SHEETS, StateSheet, present
from tests.browser.serving import Served
from tests.browser.umpire import printed, send, whole
from tests.games import Hall, close
from tests.paper.sheets import lists_on

pytestmark = pytest.mark.browser

WHY = "the drill"


def play_half_a_season(server: Served) -> None:
    """Two armies meet in Shinano and fight, and what else may stand on paper happens somewhere."""
    do = server.do
    for province, general in (("echigo", "uesugi-kenshin"), ("kai", "takeda-harunobu"), ("sagami", "hojo-ujiyasu")):
        do("garrison.raise", "Game Control", province=province, troops=7, force=WHY)
        do("army.form", general=general, province=province, troops=6)
    for general, experience in (("uesugi-kenshin", 3), ("takeda-harunobu", 2)):
        do("figure.correct", kind="character", id=general, field="experience", value=experience, reason=WHY)
    do("army.order_march", army=1, route=["shinano"])
    do("army.order_march", army=2, route=["shinano"])
    do("movement.run_phase", phase=1)
    do("movement.run_phase", phase=2)
    do("encounter.settle", encounter=1, outcome="battle", attacker="uesugi", settled_by="umpire")
    tactics = {"attacker_tactic": "outflank", "defender_tactic": "conventional_battle"}
    do("battle.fight_round", battle=1, round=1, die=3, **tactics)
    do("battle.end", battle=1, then="attacker_withdraws")
    do("treaty.record", kind="alliance", one="takeda", other="hojo")
    do("hostage.hand_over", "Team Control", character="oda-nobuyuki", to="imagawa")
    do("person.visit", character="imagawa-yoshimoto", province="owari")
    do("honour.log", "Game Control", clan="oda", points=4, note="a feast")
    do("account.spend", "Game Control", clan="oda", kind="event", points=1, note="a feast")
    do("troops.announce", "Team Control", clan="shimazu", province="satsuma", counters=2, uniforms=False)
    do("figure.correct", kind="province", id="suruga", field="holder", value="hojo", reason=WHY)
    do("figure.correct", kind="province", id="owari", field="unrest", value=True, reason=WHY)
    change = {"option": "spend_first", "value": "cash", "now": "rice", "reason": WHY}
    do("ruling.change_option", "Game Control", **change)


def play_on(hall: Hall) -> None:
    """The other half of the season, and its end."""
    hall.march(3, "musashi", late=WHY)
    hall.phases(3, 4)
    hall.next_season(WHY)


def type_in(page: Page, sheet: StateSheet, paper: dict[str, list[dict[str, str]]]) -> None:
    """Type a sheet in as somebody does who has it before him: what is otherwise on the page, line by line."""
    page.goto("/safety/midway/")
    whole(page, page.locator(".sheets").get_by_role("link", name=sheet.title).first)
    for one in sheet.lists:
        last = page.locator(f'[name^="{one.key}."]').last.get_attribute("name")
        while paper[one.key] and int(last.split(".")[1]) < len(paper[one.key]) - 1:
            whole(page, page.locator(f'button[name="more"][value="{one.key}"]'))
            last = page.locator(f'[name^="{one.key}."]').last.get_attribute("name")
    shown = page.evaluate(
        "Object.fromEntries([...document.querySelectorAll('.typed input')].map(box => [box.name, box.value]))"
    )
    for one in sheet.lists:
        for number, line in enumerate(paper[one.key]):
            for key, cell in line.items():
                name = f"{one.key}.{number}.{key}"
                if shown.get(name, cell) != cell:
                    page.locator(f'[name="{name}"]').fill(cell or "–")
    page.locator("#look-over").click()
    send(page, "Take this sheet in", "The day goes on in spring 1550, from what was typed in")


@pytest.mark.program
def test_the_hall_goes_on_from_paper_and_the_paper_goes_back_in(server: Served, open_window, tmp_path: Path):
    play_half_a_season(server)
    page = open_window("Game Control", "Hanako", at="/safety/")
    paper = lists_on(printed(page, "Print the fallback pack now", patience=90_000))
    page.goto("/safety/")
    expect(page.locator(".packs")).to_contain_text("Spring 1550, from entry")
    page.goto("about:blank")

    # The laptop dies
    server.stop()
    for file in [file for file in tmp_path.glob("game.db*") if file.is_file()]:
        file.rename(tmp_path / file.name.replace("game", "lost"))
    server.start()

    # Sheet by sheet
    page = open_window("Game Control", "Hanako")
    for sheet in SHEETS:
        type_in(page, sheet, paper)
    page.goto("/safety/midway/")
    expect(page.get_by_text("✓ taken in")).to_have_count(len(SHEETS))
    page.get_by_role("link", name="Go on with the day").click()
    expect(page.locator("#standing")).to_contain_text("Map Control is at phase 3 of 4")
    page.goto("/c/A2-5")
    expect(page.locator("main")).to_contain_text("Takeda Harunobu")  # the card on the table opens him still
    page.goto("about:blank")
    server.stop()

    # The next season, in the game from paper and in the one that was lost
    games = [Hall(open_room(open_store(file))) for file in (server.game, tmp_path / "lost.db")]
    states = []
    for hall in games:
        play_on(hall)
        states.append(hall.ask(present, hall.room.scenario))
        close(hall.room)
    from_paper, lost = states
    assert from_paper == lost
    assert lost["game"][0]["season"] == "summer"
    assert {"clan": "shimazu", "province": "satsuma", "place": None, "troops": 2} in lost["garrisons"]
