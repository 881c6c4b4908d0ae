"""The main job, end to end and by hand: from the empty map to the losses at Kawanakajima and the next season."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Response, expect

from control.kernel.codes import Code
from tests.browser.umpire import (
    choose,
    correct,
    fight,
    flag,
    form_army,
    form_headed,
    printed,
    raise_garrison,
    row_of,
    run_phase,
    send,
    told,
)
from tests.paper.reading import pages_of

pytestmark = pytest.mark.browser

CARDS = [str(Code(kind, army)) for kind in "AM" for army in (1, 2)]
SECRET = re.compile("|".join(["Harunobu", "Kenshin", r"\bcounters?\b", "experience", *CARDS]), re.IGNORECASE)
"""What the public must never read: generals, sizes, codes of cards."""


def test_a_season_is_umpired_from_the_first_garrison_to_the_next_season(server, open_window):
    page = open_window()
    sign_in(page, server.codes["Map Control"], "Hanako")
    raise_and_form(page)

    public = open_window(own=True)
    heard: list[Response] = []
    public.on("response", lambda answer: heard.append(answer))
    public.goto("/display/")
    expect(flag(public, "TAK", "kai")).to_be_visible()
    before = display(public)
    set_figures_right(page)
    assert display(public) == before, "The display changed with the sizes, so it shows them in some form."

    enter_orders(page)
    run_phase(page, 1, "0 armies moved; no encounter")
    run_phase(page, 2, "2 armies moved; encounters in Shinano")
    for clan in ("TAK", "UES"):  # by itself: nobody touches the projector
        expect(flag(public, clan, "shinano")).to_be_visible()
    expect(public.get_by_role("main").get_by_text("Phase 2 of 4 is done")).to_be_visible()

    open_the_battle(page)
    grant_the_home_province(page)
    fight_two_rounds(page)
    end_the_battle(page)

    page.get_by_role("link", name="Back to the map").click()
    expect(row_of(page, "Uesugi Kenshin")).to_contain_text("Echigo")
    expect(row_of(page, "Uesugi Kenshin").get_by_role("cell", name="9", exact=True)).to_be_visible()
    expect(row_of(page, "Takeda Harunobu")).to_contain_text("Shinano")
    expect(row_of(page, "Takeda Harunobu").get_by_role("cell", name="18", exact=True)).to_be_visible()
    expect(flag(page, "TAK", "shinano")).to_be_visible()

    expect(flag(public, "UES", "echigo")).to_be_visible()
    expect(flag(public, "UES", "shinano")).to_have_count(0)
    download_the_order_cards(page)

    run_phase(page, 3, "0 armies moved; no encounter")
    run_phase(page, 4, "0 armies moved; no encounter")
    expect(page.get_by_role("main").get_by_text("Game Control closes the season")).to_be_visible()
    end_the_season(server, open_window)
    expect(public.get_by_role("main").get_by_text("Summer 1550")).to_be_visible()
    expect(public.get_by_role("main").get_by_text("Orders are open")).to_be_visible()
    page.goto("/map/")
    expect(row_of(page, "Uesugi Kenshin").get_by_role("cell", name="14", exact=True)).to_be_visible()
    expect(row_of(page, "Takeda Harunobu").get_by_role("cell", name="20", exact=True)).to_be_visible()

    nothing_secret_was_sent(heard)
    assert server.ask("/api/state/flags")[1] == [
        {"clan": "uesugi", "province": "echigo"},
        {"clan": "takeda", "province": "shinano"},
    ]


def sign_in(page: Page, code: str, name: str) -> None:
    """At the door, as everybody comes in."""
    page.goto("/")
    page.get_by_label("Desk code").fill(code)
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", name="Map Control")).to_be_attached()
    expect(page.get_by_role("banner")).to_contain_text(name)


def display(public: Page) -> str:
    """The public display as it is sent now, but for the time and the journal's number, which everybody may know."""
    told = public.request.get("/display/").text()
    return re.sub(r'data-journal="\d+"|(?:journal|now)&#34;: \d+|\d\d:\d\d:\d\d|[\d:T.+-]{19,}', "", told)


def raise_and_form(page: Page) -> None:
    """What the scenario lets each raise, as armies."""
    raise_garrison(page, "Kai", "5")
    told(page, "Takeda raised 5 counters in Kai.")
    raise_garrison(page, "echigo", "9")
    told(page, "Uesugi raised 9 counters in Echigo.")
    form_army(page, "Takeda Harunobu", "Kai", "5")
    told(page, "Takeda Harunobu formed army A1-")
    form_army(page, "Uesugi Kenshin", "Echigo", "9")
    told(page, "Uesugi Kenshin formed army A2-")


def set_figures_right(page: Page) -> None:
    """To the strengths of the worked example, which go beyond what the scenario gives."""
    correct(page, 1, "troops", "20", "as in the handbook's example")
    told(page, "from 5 to 20. Reason: as in the handbook's example.")
    correct(page, 1, "experience", "2", "as in the handbook's example")
    told(page, "Corrected: experience of character Takeda Harunobu from 1 to 2.")
    correct(page, 2, "troops", "18", "as in the handbook's example")
    told(page, "from 9 to 18.")
    correct(page, 2, "experience", "3", "as in the handbook's example")
    told(page, "Corrected: experience of character Uesugi Kenshin from 1 to 3.")


def enter_orders(page: Page) -> None:
    """One typed from the card, one tapped."""
    page.goto("/map/")
    expect(page.get_by_role("link", name="2 armies without an order")).to_be_visible()
    row_of(page, "Takeda Harunobu").get_by_role("link", name="no order").click()
    page.get_by_label("Go on to").get_by_role("link", name="Shinano").click()
    expect(page.get_by_label("Route", exact=False).and_(page.get_by_role("textbox"))).to_have_value("Shinano")
    send(page, "Enter the order", "is to march Shinano.")

    row_of(page, "Uesugi Kenshin").get_by_role("link", name="no order").click()
    page.get_by_role("textbox", name="Route").fill("shinano")
    send(page, "Enter the order", "Uesugi Kenshin, army A2-")


def open_the_battle(page: Page) -> None:
    """The generals agree that Uesugi attacks."""
    meeting = page.get_by_role("article", name="Shinano")
    expect(meeting).to_contain_text("mountains")
    expect(meeting).to_contain_text("castle")
    expect(page.get_by_text("1 thing to settle; then phase 3")).to_be_visible()
    meeting.get_by_role("link", name="Battle").click()
    choose(page.get_by_role("group", name="Who attacks?"), "Uesugi")
    choose(page.get_by_role("group", name="How was that settled?"), "They agreed")
    send(page, "To the battle", "Uesugi Kenshin attacks Takeda Harunobu in Shinano (battle 1; attacker by agreement).")


def grant_the_home_province(page: Page) -> None:
    """The scenario's home province of Takeda is Kai; the example gives him the column in Shinano (R31)."""
    page.get_by_text("Grant a column by hand").click()
    form = page.locator("form").filter(has=page.get_by_role("button", name="Grant"))
    form.locator("label").filter(has_text="Takeda Harunobu").click()
    form.get_by_label("Columns in his favour").fill("1")
    form.get_by_label("Reason").fill("home province in the example")
    send(form, "Grant", "the umpire granted Takeda Harunobu +1 columns: home province in the example.")


def fight_two_rounds(page: Page) -> None:
    """18 against 25, a six; then 15 against 20, a two (R3)."""
    uesugi, takeda = "Uesugi Kenshin", "Takeda Harunobu"
    by_steps = ["2-3", "1-2", "2-3", "1-1"]  # the strengths, the grant, the better general, the mountains
    fight(page, 1, (uesugi, "Subterfuge"), (takeda, "Outflank"), die=6, odds=[*by_steps, "3-1"])
    told(page, "at 3-1, die 6: A. Losses 3 and 5.")
    fight(page, 2, (uesugi, "Conventional battle"), (takeda, "Outflank"), die=2, odds=[*by_steps, "1-2"])
    told(page, "at 1-2, die 2: D. Losses 6 and 2.")
    expect(page.get_by_role("heading", name="Round 1: A")).to_be_visible()
    expect(page.get_by_role("heading", name="Round 2: D")).to_be_visible()


def end_the_battle(page: Page) -> None:
    """Uesugi breaks off."""
    form = form_headed(page, "End the battle")
    form.locator("label").filter(has_text="Uesugi Kenshin withdraws").click()
    send(form, "End the battle", "Takeda Harunobu won (attacker withdraws). Army A2-")
    expect(page.get_by_role("heading", name="Takeda Harunobu won")).to_be_visible()


def download_the_order_cards(page: Page) -> None:
    """A real PDF, printed from the map page: the card of the winner, and that the loser has none this season."""
    text = "\n".join(pages_of(printed(page, "Order cards")))
    for words in ("Takeda Harunobu", "Spring 1550", str(Code("M", 1)), "Uesugi Kenshin", "It has fought this season"):
        assert words in text


def end_the_season(server, open_window) -> None:
    """Game Control, in a third window, ends the season; the losses partly recover."""
    game = open_window()
    sign_in_as_game_control(game, server.codes["Game Control"])
    game.get_by_role("link", name="Close Spring 1550").click()
    game.get_by_label("Reason to go over what is open").fill("time is up")
    send(game, "Close Spring 1550", "Spring 1550 ended; summer 1550 begins. 2 forces recovered men (R8).")


def sign_in_as_game_control(page: Page, code: str) -> None:
    """At the door, without a name."""
    page.goto("/game/")
    page.get_by_label("Desk code").fill(code)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", name="What now")).to_be_attached()


def nothing_secret_was_sent(heard: list[Response]) -> None:
    """No answer to the public window had a general, a size or a code in it; it did get maps and seasons."""
    pages = [answer for answer in heard if "text/html" in answer.headers.get("content-type", "")]
    assert any("/display/drawing" in answer.url for answer in pages)
    assert any("/display/season" in answer.url for answer in pages)
    for answer in pages:
        found = SECRET.search(answer.text())
        assert found is None, f"{answer.url} tells {found[0]!r}"
