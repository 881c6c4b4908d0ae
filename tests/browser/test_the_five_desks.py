"""A season of politics and secrets at five desks, each at its own window: a sworn alliance is broken, the Bakufu calls
and is answered by two of three, a spy is half right and an assassin talks, three clans that nobody plays answer, a
Daimyo dies, and his heir becomes Shogun. What was entered is verified, taken back, and typed in again from the pack."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from control.kernel.database.store import open_store
from control.kernel.errors import OrderError
from control.kernel.opening import open_room
from control.kernel.proof.verify import verify
from tests.browser.serving import Served
from tests.browser.umpire import fits, send, told, whole
from tests.conftest import sign_in
from tests.games import Hall, close, copy_of, make_game
from tests.paper.sheets import lists_on
from tests.paper.test_fallback import pack, type_in, typed

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 375, "height": 812}}
WHY = "the story needs it"


def test_a_season_of_politics_and_secrets_at_five_desks(server: Served, open_window, app_of, tmp_path: Path):
    team, bakufu = (open_window(desk, "Aoi", **PHONE) for desk in ("Team Control", "Bakufu"))
    shadows, npd = (open_window(desk, "Ken") for desk in ("Intelligence Control", "Non-Player Daimyo Control"))
    game, second, wall = open_window("Game Control", "Hanako"), open_window("Game Control", "Jirō"), open_window()

    for act, at in (
        (the_ally_marches_in, (team, game, second)),
        (the_bakufu_calls, (team, bakufu, wall)),
        (a_spy_and_an_assassin, (shadows,)),
        (the_locals_answer, (npd,)),
        (a_daimyo_dies, (team, bakufu)),
        (his_heir_is_shogun, (bakufu, game)),
    ):
        act(server, *at)
        for page in at:  # what follows is drawn at the desks that it is about
            page.goto("about:blank")
    server.stop()
    what_was_entered_holds(server, app_of, tmp_path)


def the_ally_marches_in(server: Served, team: Page, game: Page, second: Page) -> None:
    """An alliance, sworn with the heir of Hōjō at Takeda's table; Hōjō attacks; it is called a breach."""
    team.goto("/treaties/")
    tile(team, "Alliance")
    team.get_by_label(re.compile("^Clan")).fill("Takeda")
    team.get_by_label(re.compile("^With")).fill("Hōjō")
    tile(team, "Hostages")
    team.get_by_text("Parts, hostages, bride and groom").click()
    team.get_by_label(re.compile("^Hostages")).fill("Hōjō Ujichika")
    fits(team)
    send(team, "Record", "Hōjō", exact=True)
    for province, general, troops in (("kai", "takeda-nobushige", 3), ("sagami", "hojo-tsunanari", 6)):
        server.do("garrison.raise", "Game Control", province=province, troops=troops, force=WHY)
        server.do("army.form", general=general, province=province, troops=troops)
    server.do("army.order_march", army=2, route=["kai"])
    server.phases(1, 2)
    server.do("encounter.call", province="kai", clans=["hojo", "takeda"], reason="he falls upon his ally")
    server.do("encounter.settle", encounter=1, outcome="battle", attacker="hojo", settled_by="umpire")
    tactics = {"attacker_tactic": "conventional_battle", "defender_tactic": "conventional_battle"}
    server.do("battle.fight_round", battle=1, round=1, die=1, **tactics)
    server.do("battle.end", battle=1, then="attacker_withdraws")
    game.goto("/season/")
    game.get_by_role("link", name=re.compile("Hōjō attacked Takeda in Kai")).click()
    expect(game.get_by_role("heading", name="Was that a breach?")).to_be_visible()
    send(game, "It was a breach", "Waits for a second umpire")
    second.goto("/confirmations/")
    send(second, re.compile("^Confirm: "), "Hōjō broke its word")
    team.goto("/treaties/hostages")
    asked = team.get_by_role("region", name=re.compile("Their clan broke its word"))
    expect(asked).to_contain_text("Hōjō Ujichika")
    fits(team)
    send(asked, "Takeda keeps Hōjō Ujichika", "Takeda keeps Hōjō Ujichika, though his clan broke its word.")
    team.goto("/honour/proposed")
    team.get_by_role("button", name=re.compile("^Book for Hōjō")).click()
    expect(team.get_by_role("button", name=re.compile("^Book for Hōjō"))).to_have_count(0)


def the_bakufu_calls(server: Served, team: Page, bakufu: Page, wall: Page) -> None:
    """One obeys, one excuses himself, one is silent and declared a rebel."""
    bakufu.goto("/")
    expect(bakufu).to_have_url(re.compile("/now/$"))
    fits(bakufu)
    bakufu.get_by_role("link", name="Call or levy").click()
    for clan in ("Takeda", "Oda", "Mōri"):
        tile(bakufu, "Troops")
        bakufu.get_by_label("Clan").fill(clan)
        bakufu.get_by_label(re.compile("How much")).fill("2")
        bakufu.get_by_role("button", name="Issue").click()
        expect(bakufu.get_by_role("status").filter(has_text=clan)).to_be_visible()
    fits(bakufu)
    for clan, answer, words in (("takeda", "obeys", ""), ("oda", "excuses itself", "The harvest failed.")):
        team.goto(f"/team/{clan}")
        team.get_by_role("link", name=re.compile("due this season")).click()
        fits(team)
        tile(team, answer)
        team.get_by_label(re.compile("In its own words")).fill(words)
        team.get_by_role("button", name="Write the answer down").click()
        expect(team.get_by_role("status").filter(has_text=answer)).to_be_visible()
    wall.goto("/display/")
    expect(wall.get_by_text("In rebellion")).to_have_count(0)
    now = server.ask("/api/state/game", "Game Control")[1]
    server.do("season.advance", "Game Control", season=now["season"], year=now["year"], force="time is up")
    bakufu.goto("/bakufu/")
    expect(bakufu.locator(".waits .over")).to_contain_text("silent")
    bakufu.get_by_text("Declare a rebellion").click()
    bakufu.get_by_label("Clan").fill("Mōri")
    bakufu.get_by_label("Reason, for everybody to read").fill("no word came")
    send(bakufu, "Declare it a rebel", "Mōri")
    fits(bakufu)
    for page in (wall.get_by_role("main"), team.get_by_role("banner")):
        expect(page.get_by_text("In rebellion: Mōri")).to_be_visible()
    wall.goto("/display/view/edicts")
    expect(wall.get_by_text("Mōri is in rebellion: no word came")).to_be_visible()


def a_spy_and_an_assassin(server: Served, shadows: Page) -> None:
    """A spy brings half the truth; an assassin is caught, and says who sent him."""
    commission(shadows, "Spy", "Oda", "Uesugi", "6")
    roll(shadows, "3", "3")  # with the money 8, of 9
    expect(shadows.locator("main")).to_contain_text("in part")
    shadows.get_by_role("button", name=re.compile("^Take this: .*, rounded$")).first.click()
    shadows.get_by_role("button", name=re.compile("It was taken, sealed, to the Controller of Oda")).click()
    expect(shadows.locator(".slip")).to_be_visible()
    commission(shadows, "Assassin", "Uesugi", "Takeda Harunobu", "3")
    roll(shadows, "1", "1")
    expect(shadows.locator("main")).to_contain_text("caught, and the client is known")
    shadows.get_by_label("What the slip says").fill("Caught in the garden. He named Uesugi.")
    whole(shadows, shadows.get_by_role("button", name="Write it"))
    for desk in ("Team Control", "Map Control"):
        status, state = server.ask("/api/state", desk)
        assert status == 200
        assert "covert" not in state
        assert "assassin" not in str(state).lower()


def the_locals_answer(server: Served, npd: Page) -> None:
    """Three clans that nobody plays are asked for peace, and answer; in Musashi the people rise."""
    for asks, asked, dice in (("Takeda", "Yūki", "66"), ("Oda", "Arima", "11"), ("Mōri", "Yamana", "34")):
        ids = {"Yūki": "yuki", "Mōri": "mori"}
        server.do(
            "treaty.record",
            kind="peace",
            one=ids.get(asks, asks.lower()),
            other=ids.get(asked, asked.lower()),
            terms="?",
        )
        npd.goto("/npd/touched")
        npd.get_by_role("link", name=f"What {asked} answers {asks}").first.click()
        npd.get_by_label("First die").fill(dice[0])
        npd.get_by_label("Second die").fill(dice[1])
        npd.get_by_role("button", name="Roll").first.click()
        npd.get_by_role("button", name="Decide").click()
        expect(npd.get_by_text("Decided:")).to_be_visible()
    npd.goto("/npd/rebels")
    npd.get_by_role("combobox", name="Province").fill("Musashi")
    npd.get_by_label("Reason").fill("taxes")
    npd.get_by_role("button", name="Raise rebels").click()
    expect(npd.get_by_role("region", name=re.compile("Standing"))).to_contain_text("Musashi against Hōjō")


def a_daimyo_dies(server: Served, team: Page, bakufu: Page) -> None:
    """Takeda Harunobu dies: Kai's constable passes to his heir, who petitions for its governor."""
    dies(server, "takeda-harunobu")
    team.goto("/people/successions")
    team.get_by_label(re.compile("His heir")).select_option("takeda-yoshinobu")
    fits(team)
    send(team, "Name the heir", "Takeda Yoshinobu")
    told(team, "Constable of Kai")
    team.goto("/petitions/")
    team.get_by_label("Who asks").fill("Takeda")
    team.get_by_label("About").select_option("title")
    team.get_by_label("What is to be judged").fill("Let the son be governor as the father was.")
    send(team, "File", "Takeda", exact=True)
    bakufu.goto("/petitions/")
    bakufu.get_by_role("link", name=re.compile("Takeda: ")).click()
    send(bakufu, "It was heard", "heard")
    bakufu.get_by_label("Verdict").fill("It is his.")
    fits(bakufu)
    bakufu.get_by_role("button", name="Give judgement").click()
    expect(bakufu.get_by_role("heading", name="Judgement")).to_be_visible()
    expect(bakufu.get_by_text("It is his.").first).to_be_visible()
    bakufu.goto("/titles/")
    send(bakufu, "Confirm", "Governor of Kai")


def his_heir_is_shogun(server: Served, bakufu: Page, game: Page) -> None:
    """No Ashikaga is left; with all five conditions ticked the Minamoto is Shogun, and bows to the Emperor alone."""
    for key in ("ashikaga-kakukei", "ashikaga-yoshiteru"):
        dies(server, key)
    bakufu.goto("/shogun/")
    bakufu.get_by_label("Name").fill("Takeda Yoshinobu")
    bakufu.get_by_role("button", name="Look at the five conditions").click()
    expect(bakufu.get_by_text("He is of the blood of the Minamoto.")).to_be_visible()
    for number in (1, 2, 3, 4):
        bakufu.get_by_role("button", name=f"Condition {number} is met").click()
        expect(bakufu.get_by_role("button", name=f"Condition {number} is met")).to_have_count(0)
    fits(bakufu)
    game.goto("/shogun/takeda-yoshinobu")
    game.get_by_role("button", name="Condition 5 is met").click()
    expect(game.get_by_role("button", name="Condition 5 is met")).to_have_count(0)
    bakufu.reload()
    send(bakufu, "Make him Shogun", "Waits for a second umpire")
    game.goto("/confirmations/")
    send(game, re.compile("^Confirm: "), "Takeda Yoshinobu of Takeda is Shogun")
    bakufu.goto("/bows/?one=Takeda+Yoshinobu&other=The+Emperor")
    expect(bakufu.get_by_text("Takeda Yoshinobu bows to The Emperor, and the deeper.")).to_be_visible()
    fits(bakufu)


def what_was_entered_holds(server: Served, app_of, folder: Path) -> None:
    """Played again it is the same; read off the printed pack and typed in again on its pages, too; and all that bears
    it is taken back, the last first."""
    hall = Hall(open_room(open_store(server.game)))
    assert verify(hall.room).differences == ()
    from_paper = Hall(
        copy_of(make_game(folder / "new.db", hall.room.scenario), folder / "paper.db", hall.room.scenario)
    )
    type_in(sign_in(app_of(from_paper), "game"), lists_on(pack(hall)))
    assert typed(from_paper) == typed(hall)
    stays = []
    for entry in reversed(hall.entries()):
        try:
            hall.undo(entry.number)
        except OrderError:
            stays.append(entry.action)
    assert stays == []
    close(from_paper.room)
    close(hall.room)


def dies(server: Served, key: str) -> None:
    """A person dies, in his bed."""
    server.correct("character", key, "alive", False, "Game Control")


def tile(page: Page, words: str) -> None:
    """Tap a tile by its words."""
    page.locator("label.tile", has_text=re.compile(f"^\\s*{words}", re.IGNORECASE)).first.click()


def commission(page: Page, kind: str, clan: str, target: str, points: str) -> None:
    """Take a commission, and open it."""
    page.goto("/shadows/")
    tile(page, kind)
    page.get_by_label(re.compile("^Who pays")).fill(clan)
    page.get_by_label(re.compile("^Against whom")).fill(target)
    page.get_by_label(re.compile("^Points")).fill(points)
    page.get_by_role("button", name="Take it").click()
    page.get_by_role("link", name=re.compile(f"{kind}: {target}")).click()


def roll(page: Page, one: str, other: str) -> None:
    """Roll with two dice that were thrown."""
    page.get_by_label(re.compile("^First die")).fill(one)
    page.get_by_label("Second die").fill(other)
    page.get_by_role("button", name="Roll").click()
