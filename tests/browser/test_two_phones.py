"""Secret tactics from two phones, and a battle that one umpire puts aside and another goes on with."""

from __future__ import annotations

import json
from io import BytesIO

import pytest
from playwright.sync_api import Locator, Page, expect
from pypdf import PdfReader
from pypdf.generic import ContentStream

from control.kernel.network import for_phones
from printouts.codes import bars, modules
from tests.browser.umpire import PHONE, choose, fight, fits, form_headed, meeting_in_shinano, send, told, whole

pytestmark = pytest.mark.browser

REFUSED = r"status of 4\d\d"
UESUGI, TAKEDA = "Uesugi Kenshin", "Takeda Harunobu"


def test_two_generals_choose_on_their_phones_and_both_tactics_are_shown_at_once(server, open_window):
    a_battle(server)
    page, game = open_window("Map Control", "Hanako"), open_window("Game Control")
    page.goto("/battles/1")
    send(page, "In secret from two phones", "both generals were asked for their tactics in secret, for round 1.")
    game.goto("/battles/1")
    cards = page.request.get("/print/generals_codes.pdf").body()
    phones = {general: on_his_phone(server, open_window, page, general, cards) for general in (UESUGI, TAKEDA)}
    expect(phones[UESUGI].get_by_role("heading", name=UESUGI)).to_contain_text(f"you attack {TAKEDA}")
    expect(phones[TAKEDA].get_by_role("heading", name=TAKEDA)).to_contain_text(f"you defend against {UESUGI}")

    seal(phones[UESUGI], "Subterfuge")
    expect(says(phones[UESUGI])).to_contain_text("Sealed. Waiting for the other general.")
    for umpire in (page, game):
        expect(shown(umpire)).to_have_text([f"{UESUGI} ✓ has sealed his tactic", f"{TAKEDA} is choosing"])
        sent = umpire.request.get("/battles/1/secret?round=1").text()
        assert "has sealed his tactic" in sent
        assert "ubterfuge" not in sent
    assert "ubterfuge" not in json.dumps(server.ask("/api/state", "Game Control")[1]["sealed_tactics"])
    assert "ubterfuge" not in json.dumps(server.ask("/api/state/journal", "Game Control")[1])

    seal(phones[TAKEDA], "Outflank")
    for umpire in (page, game):
        expect(shown(umpire)).to_have_text([f"{UESUGI} Subterfuge", f"{TAKEDA} Outflank"])
    for general, mine, theirs in ((UESUGI, "Subterfuge", "Outflank"), (TAKEDA, "Outflank", "Subterfuge")):
        expect(says(phones[general]).locator("strong")).to_have_text([mine, theirs])

    expect(page.get_by_label("The odds, step by step")).to_contain_text("Subterfuge against Outflank: +3 columns")
    choose(page.get_by_role("group", name="The die"), "6")
    send(page, "Fight round 1", "at 3-1, die 6: A. Losses 3 and 5.")
    expect(page.get_by_text("Subterfuge against Outflank", exact=True)).to_be_visible()
    for phone in phones.values():
        expect(says(phone)).to_contain_text("The attacker wins the round.")
        fits(phone)


def test_a_wrong_code_opens_no_generals_page_and_seals_nothing(server, open_window, watch):
    watch.forgive(REFUSED)
    a_battle(server)
    server.do("battle.ask_tactics", "Game Control", battle=1, round=1)
    page, phone = open_window("Map Control", "Hanako"), open_window(**PHONE)
    own = address(page, UESUGI)
    phone.goto(own)
    expect(phone.get_by_role("button", name="Seal it")).to_be_visible()
    wrong = own[:-1] + ("A" if own[-1] != "A" else "B")
    assert phone.goto(wrong).status == 404
    expect(phone.get_by_role("main")).to_contain_text("This is no general's page. Scan the code on your paper again")
    expect(phone.get_by_role("button")).to_have_count(0)
    before = server.ask("/api/state", "Game Control")[1]
    answer = phone.request.post(wrong, form={"round": "1", "tactic": "subterfuge", "key": "a key"})
    assert answer.status == 404
    assert server.ask("/api/state", "Game Control")[1] == before


def test_what_waits_for_the_network_takes_no_more_of_a_generals_phone_than_of_an_umpires(server, open_window, watch):
    watch.forgive("INTERNET_DISCONNECTED", "object Event", "htmx:sendError")
    a_battle(server)
    server.do("battle.ask_tactics", "Game Control", battle=1, round=1)
    page, phone = open_window("Map Control", "Hanako"), open_window(**PHONE)
    phone.goto(address(page, UESUGI))
    phone.context.set_offline(True)
    seal(phone, "Outflank")
    again = phone.get_by_role("button", name="Send now")
    expect(again).to_be_visible()
    assert again.bounding_box()["height"] < 60
    phone.context.set_offline(False)
    expect(says(phone)).to_contain_text("Sealed. Waiting for the other general.")


def test_a_page_whose_code_was_withdrawn_says_so_and_asks_no_more(server, open_window):
    a_battle(server)
    server.do("battle.ask_tactics", "Game Control", battle=1, round=1)
    page, phone = open_window("Map Control", "Hanako"), open_window(**PHONE, own=True)
    own = address(page, UESUGI)
    phone.goto(own)
    seal(phone, "Subterfuge")
    expect(says(phone)).to_contain_text("Sealed. Waiting for the other general.")
    server.do("army.new_code", "Game Control", army=int(own.rpartition("/")[2].partition("-")[0]))
    expect(phone.get_by_role("alert")).to_contain_text("This is no general's page. Scan the code on your paper again")
    expect(phone.get_by_text("Waiting")).to_have_count(0)
    asked = []
    phone.on("request", lambda one: asked.append(one.url))
    phone.wait_for_timeout(5000)
    assert [url for url in asked if own in url] == []


def test_a_battle_put_aside_is_taken_over_on_another_device(server, open_window, watch):
    watch.forgive(REFUSED)
    a_battle(server)
    page = open_window("Map Control", "Hanako", at="/battles/1")
    tactics = (UESUGI, "Subterfuge"), (TAKEDA, "Outflank")
    fight(page, 1, *tactics, die=6, odds=["2-3", "1-1", "1-1", "3-1"])
    told(page, "at 3-1, die 6: A. Losses 3 and 5.")
    page.get_by_text("Put aside", exact=True).first.click()
    page.get_by_label("Why it is put aside").fill("the generals have gone to eat")
    send(page, "Put aside", "Hanako put battle 1 aside: the generals have gone to eat.")

    other = open_window("Map Control", "Taro", at="/map/", **PHONE)
    link = other.get_by_role("link", name="Battle Shinano")
    expect(link).to_contain_text("1 of 3 rounds fought · put aside: the generals have gone to eat")
    link.click()
    send(other, "Claim", "Taro claimed battle 1.")
    expect(other.get_by_role("heading", name="Round 1:")).to_contain_text("A")
    fight(other, 2, *tactics, die=2, odds=["2-3", "1-1", "1-1", "3-1"])
    told(other, "Battle 1, round 2:")

    page.goto("/battles/1")
    expect(page.get_by_text("Taro is at work on it")).to_be_visible()
    choose(form_headed(page, "End the battle"), "Both stay")
    page.get_by_role("button", name="End the battle").click()
    expect(page.get_by_role("alert")).to_contain_text("Taro is at work on battle 1. Take it over first")
    whole(page, page.get_by_role("button", name="Take over"))
    told(page, "Hanako took over battle 1 from Taro.")
    expect(page.get_by_role("heading", name="Round 2:")).to_be_visible()


# ---- hands


def a_battle(server) -> None:
    """Uesugi attacks Takeda in Shinano (battle 1); no umpire has it yet."""
    meeting_in_shinano(server)
    server.do(
        "encounter.settle", "Game Control", encounter=1, outcome="battle", attacker="uesugi", settled_by="agreement"
    )


def address(page: Page, general: str) -> str:
    """The address of a general's own page, as the umpire shows it to one who has no card at hand."""
    page.goto("/battles/1")
    page.get_by_text("A side without a phone").click()
    page.get_by_role("link", name=f"Code of {general}’s page").click()
    return page.get_by_role("link", name="Open it here").get_attribute("href") or ""


def on_his_phone(server, open_window, page: Page, general: str, cards: bytes) -> Page:
    """A general's own page on a phone where nobody is signed in; its code stands on his own paper."""
    own = address(page, general)
    page.goto("/battles/1")
    host = server.origin.removeprefix("http://")
    card = f"http://{for_phones(host)}{own}"
    assert is_printed(card, cards)
    assert not is_printed(card[:-1] + ("A" if card[-1] != "A" else "B"), cards)
    return open_window(at=own, **PHONE)


def is_printed(url: str, pdf: bytes) -> bool:
    """Whether the QR code of this address is drawn in a PDF, module for module."""
    reader = PdfReader(BytesIO(pdf))
    drawn = {
        tuple(float(number) for number in operands)
        for sheet in reader.pages
        for operands, operator in ContentStream(sheet.get_contents(), reader).operations
        if operator == b"re"
    }
    return {(column, row, length, 1) for row, column, length in bars(modules(url))} <= drawn


def seal(phone: Page, tactic: str) -> None:
    """A general taps a tactic and seals it."""
    choose(phone.get_by_role("group", name="Your tactic for round 1"), tactic)
    phone.get_by_role("button", name="Seal it").click()


def says(phone: Page) -> Locator:
    """What a general is told once he has chosen."""
    return phone.get_by_role("main").get_by_role("status")


def shown(umpire: Page) -> Locator:
    """What an umpire sees of both choices."""
    return umpire.locator(".sealing")
