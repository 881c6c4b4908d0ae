"""A year in which a temple falls, at the pages of three desks: monks announced in the first winter, a march past land
that only its people guard, a siege over two seasons, the abbot in exile, his team at another clan's table with a family
made in one tap, and the year closed at the gate."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from control.kernel.proof.verify import verify
from control.sengoku.scenario.load import load
from tests.browser.serving import Served
from tests.browser.umpire import PHONE, choose, fight, fits, form_army, form_headed, row_of, run_phase, send, told
from tests.games import close as let_go
from tests.games import copy_of

pytestmark = pytest.mark.browser

PLAIN = "Conventional battle"
ODA = "Oda Nobumitsu"
TEMPLE = "Enryaku-ji"


@pytest.fixture
def begin() -> str:
    """The game begins with the winter in which everybody plans."""
    return "winter"


def test_a_temple_is_besieged_over_two_seasons_and_falls(server, open_window, tmp_path):
    page, game = open_window("Map Control", "Hanako"), open_window("Game Control", "Jirō")
    phone = open_window("Team Control", "Aoi", **PHONE)

    server.do("player.add", "Game Control", name="Anna Meier", clan="enryaku-ji", arrived=True)
    server.do("part.cast", "Game Control", character="sonchin", player=1)

    # Winter: what stands in spring is announced
    announce(phone, "enryaku-ji", TEMPLE, 2)
    announce(phone, "oda", "Owari", 13)
    for friend in ("saito", "rokkaku"):
        server.do("treaty.record", kind="passage", one="oda", other=friend)
    close(server, game, "Winter 1550", "spring 1550")

    # Spring: the monks take the field within their walls, Oda marches to the lake
    form_army(page, "Gōsei", TEMPLE, "2")
    told(page, "Gōsei formed army")
    form_army(page, ODA, "Owari", "13")
    told(page, f"{ODA} formed army")
    march(page, "Mino", "Ōmi")
    run_phase(page, 1)
    run_phase(page, 2)
    close(server, game, "Spring 1550", "summer 1550")

    # Summer: into Yamashiro, which only its people guard; then before the temple, which holds
    march(page, "Yamashiro")
    run_phase(page, 1)
    run_phase(page, 2, "1 army moved; encounters in Yamashiro")
    met = page.get_by_role("article", name="Yamashiro")
    expect(met).to_contain_text("Undefended")
    expect(met).to_contain_text("Its people fight with 2")
    met.get_by_role("link", name="Battle").click()
    to_battle(page, alone=True)
    fought(page, 1, "the levy of Yamashiro", 6, "6-1")
    end(page)
    told(page, "The levy of Yamashiro has dispersed until the next season (R4).")
    call(page)
    page.get_by_role("article", name=TEMPLE).get_by_role("link", name="Battle").click()
    to_battle(page)
    fought(page, 1, "Gōsei", 3, "2-3", "1-2")
    end(page, "Both stay")
    close(server, game, "Summer 1550", "autumn 1550")

    # Autumn: the siege is called again, and the temple falls
    call(page)
    page.get_by_role("article", name=TEMPLE).get_by_role("link", name="Battle").click()
    to_battle(page)
    for number, die in enumerate((5, 6, 6), start=1):
        fought(page, number, "Gōsei", die)
    end(page, "Gōsei withdraws", to="Ōmi")

    page.get_by_role("link", name="What becomes of Enryaku-ji?").click()
    for what in (TEMPLE, "Oda"):  # both are chosen, from the battle
        expect(page.get_by_role("radio", name=what)).to_be_checked()
    page.get_by_text("Hostages of Enryaku-ji").click()
    page.get_by_label("Zensō").check()
    send(page, "Exile", "Waits for a second umpire (a clan is exiled): Oda took Enryaku-ji")
    game.goto("/game/")
    game.get_by_role("link", name="Look", exact=True).click()
    send(game, "Confirm", "Oda took Enryaku-ji from Enryaku-ji by force. It pays half this winter (R21).")
    told(game, "Confirmed by Jirō.")
    told(game, "Enryaku-ji holds no land any more: Game Control offers its team a clan that nobody plays (R33).")

    # The abbot's team sits down at another table, and has a family there
    game.goto("/casting/")
    game.get_by_role("link", name="give its team a clan that nobody plays").click()
    form = form_headed(game, "The team plays another clan")
    form.get_by_label("A clan that nobody plays").select_option("Yūki")
    form.get_by_role("button", name="Play it").click()
    expect(game.get_by_role("heading", name="Proposed for Yūki")).to_be_visible()
    send(game, "Make all who are ticked", "joined the people of Yūki")
    expect(game.get_by_role("heading", name="Yūki has 5")).to_be_visible()
    game.goto("/casting/?clan=yuki")
    game.get_by_label("Yūki Masakatsu is played by").fill("Anna Meier")
    game.keyboard.press("Enter")
    told(game, "Anna Meier plays Yūki Masakatsu")

    # The monks may pass the land they fled to; the year is closed, and Oda has half of the temple's income
    page.goto("/map/")
    send(page.get_by_role("article", name="Ōmi"), "Pass", "pass")
    close(server, game, "Autumn 1550", "winter 1551")
    game.goto("/season/")
    expect(game.get_by_text("The books add up")).to_be_visible()
    game.goto("/season/winter/oda")
    expect(game.locator(".statement")).to_contain_text("Rice income Owari")
    booked = server.ask("/api/state/transfers", "Game Control")[1]
    of_the_temple = [one for one in booked if one["year"] == 1551 and "Enryaku-ji" in one["note"]]
    assert [(one["payee"], one["rice"], one["cash"]) for one in of_the_temple] == [("oda", 0, 1)]  # half of 2
    for window in (page, game, phone):
        window.close()
    server.stop()
    room = copy_of(server.game, tmp_path / "copy.db", load("sengoku_1550"))
    assert verify(room).differences == ()
    let_go(room)


def announce(phone: Page, clan: str, ground: str, counters: int) -> None:
    """Announce troops at the clan’s page, on the phone; nothing is wider than that."""
    phone.goto(f"/team/{clan}")
    phone.get_by_role("link", name="Troops").click()
    phone.get_by_role("textbox", name=ground).fill(str(counters))
    phone.get_by_role("button", name="Announce").tap()
    told(phone, "announced")
    fits(phone)


def close(server: Served, game: Page, season: str, then: str) -> None:
    """Close the season at the gate, where nothing is open: cards drawn and clans ticked off by a script, while the
    desks look away, for each of its hundreds of entries would be drawn on every screen; whatever is done next begins
    with its page."""
    for context in game.context.browser.contexts:
        for window in context.pages:
            window.goto("about:blank")
    now = server.ask("/api/state/game", "Game Control")[1]
    for phase in range(now["phase"] + 1, 5 if now["season"] != "winter" else 0):
        server.do("movement.run_phase", phase=phase)
    for draw in server.ask("/api/state/risk_draws", "Map Control")[1]:
        if not draw["card"]:
            server.do("risk.draw", draw=draw["id"], card="2 of hearts")
    untold = {one["notice"] for one in server.ask("/api/state/notice_recipients", "Game Control")[1] if not one["told"]}
    for notice in sorted(untold):
        server.do("notice.tell_all", "Game Control", notice=notice, last=10**9)
    for clan in server.ask("/api/state/clans", "Game Control")[1]:
        if clan["played"] and clan["id"] != "bakufu":
            server.do("season.tick", "Game Control", clan=clan["id"], season=now["season"], year=now["year"])
    game.goto("/season/")
    send(game, f"Close {season}", f"{season} ended; {then} begins.")


def march(page: Page, *route: str) -> None:
    """Oda’s order, tapped leg by leg."""
    page.goto("/map/")
    row_of(page, ODA).get_by_role("link", name="no order").click()
    for leg in route:
        page.get_by_label("Go on to").get_by_role("link", name=leg).click()
    send(page, "Enter the order", "is to march")


def call(page: Page) -> None:
    """Call the siege from the card of the province."""
    page.goto("/map/provinces/yamashiro")
    page.get_by_role("link", name="Attack Enryaku-ji").click()
    page.get_by_label("Reason").fill("the siege")
    page.get_by_role("button", name="Call the encounter").click()
    expect(page.get_by_role("article", name=TEMPLE)).to_be_visible()


def to_battle(page: Page, alone: bool = False) -> None:
    """Oda attacks, which the page knows already; how that was settled it asks unless he is ``alone`` there."""
    if alone:
        expect(page.get_by_text("Oda attacks: no other clan has a force in it.")).to_be_visible()
    else:
        expect(page.get_by_role("group", name="Who attacks?").get_by_role("radio", name="Oda")).to_be_checked()
        choose(page.get_by_role("group", name="How was that settled?"), "The umpire decided")
    send(page, "To the battle", f"{ODA} attacks")


def fought(page: Page, number: int, defender: str, die: int, *odds: str) -> None:
    """A round of plain battle, with the die that was thrown."""
    fight(page, number, (ODA, PLAIN), (defender, PLAIN), die, list(odds))
    told(page, f"round {number}: {ODA} attacked {defender}")


def end(page: Page, words: str = "", to: str = "") -> None:
    """End the battle: one of them leaves, both stay, or it is decided anyway."""
    form = form_headed(page, "End the battle")
    if words:
        choose(form, words)
    if to:
        form.get_by_label(re.compile("^Who(ever)? leaves .*goes to")).select_option(to)
    send(form, "End the battle", "is over")
