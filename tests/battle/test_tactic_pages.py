"""A general's own page: what it shows in each state, who may open it, and that nothing of a choice gets out."""

from __future__ import annotations

import html
import io
import json
import re
import zipfile
from pathlib import Path

import pytest

from control.sengoku.rows import SealedTactic
from control.sengoku.rules.desks import DESKS
from control.sengoku.rules.generals_codes import general_code
from tests.conftest import sign_in
from tests.games import CHANCE, Hall, close
from tests.secrecy.test_routes import PAGES
from tests.test_pages import read

GENERALS = {1: "uesugi-kenshin", 2: "takeda-harunobu"}


def own(army, hall=None):
    """The address of the page of an army's general, as most stages have them, or as it is in a hall."""
    general = hall.army(army).general if hall else GENERALS.get(army, "nobody")
    return f"/tactic/{general_code(CHANCE.cookies, army, general, 0)}"


@pytest.fixture
def phone_at(hall_at, app_of):
    """A phone that nobody is signed in on, at a stage; the hall hangs on it."""

    def open_one(stage):
        hall = hall_at(stage)
        phone = app_of(hall).test_client()
        phone.hall = hall
        return phone

    return open_one


def words(answer):
    """What a page says in its main part, without tags."""
    text = re.sub(r"(?s).*<main[^>]*>|</main>.*", "", answer.get_data(as_text=True))
    return html.unescape(" ".join(re.sub(r"<[^>]+>", " ", text).split()))


def choose(phone, army, tactic, round_="1", key=""):
    """Seal a tactic on a general's phone."""
    return phone.post(own(army, getattr(phone, "hall", None)), data={"round": round_, "tactic": tactic, "key": key})


def test_from_nothing_asked_to_both_names_to_the_result(phone_at):
    phone = phone_at("battle")
    hall = phone.hall
    nothing = "Uesugi Kenshin No tactic is asked of you now. This page changes by itself."
    assert words(phone.get(own(1))) == nothing
    hall.do("battle.ask_tactics", battle=1, round=1)
    page = phone.get(own(1))
    assert "you attack Takeda Harunobu Your tactic for round 1" in words(page)
    assert "you defend against Uesugi Kenshin" in words(phone.get(own(2)))
    assert len(read(page).boxes("tactic")) == 6
    assert choose(phone, 1, "subterfuge").location == own(1)
    assert words(phone.get(own(1))).endswith("Sealed. Waiting for the other general.")
    assert choose(phone, 2, "outflank").status_code == 303
    for army in (1, 2):
        text = words(phone.get(own(army)))
        assert "Subterfuge" in text
        assert "Outflank" in text
        assert "both are in" in text
    hall.fight(3, attacker_tactic="subterfuge", defender_tactic="outflank")
    text = words(phone.get(own(2)))
    assert "you defended against Uesugi Kenshin" in text
    assert "Odds 3-1 Die 3 Result A" in text
    assert "Uesugi Kenshin 3 , Takeda Harunobu 5 ." in text
    hall.end(then="attacker_withdraws")
    assert "The battle is over" in words(phone.get(own(1)))
    hall.next_season()
    assert words(phone.get(own(1))) == nothing


def test_a_rehearsal_with_cookies_of_its_own_seals_as_the_game_does(hall_at, app_of):
    hall = hall_at("secret")
    app = app_of(hall)
    app.key = f"{app.key} of a rehearsal"
    phone = app.test_client()
    phone.hall = hall
    assert choose(phone, 1, "subterfuge").status_code == 303


def test_no_size_is_shown_before_the_round(phone_at):
    phone = phone_at("secret")
    for army in (1, 2):
        page = phone.get(own(army)).get_data(as_text=True)
        assert not re.search(r"(?<![\d.#])(18|20|25)(?![\d.]|px|rem)", re.sub(r"<[^>]+>", " ", page))


def test_a_general_who_fights_under_another_is_told_so_and_chooses_nothing(phone_at):
    phone = phone_at("sides")
    phone.hall.do("battle.ask_tactics", battle=1, round=1)
    assert "General Uesugi Kenshin commands." in words(phone.get(own(2, phone.hall)))
    before = phone.hall.everything()
    assert choose(phone, 2, "outflank").status_code == 409
    assert phone.hall.everything() == before
    assert choose(phone, 1, "outflank").status_code == 303


def test_a_page_without_an_army_in_battle_asks_nothing(phone_at):
    phone = phone_at("people")
    assert "No tactic is asked of you now." in words(phone.get(own(1, phone.hall)))
    assert choose(phone, 1, "outflank").status_code == 409


@pytest.mark.parametrize("tactic", ["", "charge", "Outflank"])
def test_what_cannot_be_chosen_is_told_and_the_tiles_stay(phone_at, tactic):
    phone = phone_at("secret")
    before = phone.hall.everything()
    answer = choose(phone, 1, tactic)
    assert answer.status_code == 400
    assert len(read(answer).alerts) == 1
    assert len(read(answer).boxes("tactic")) == 6
    assert phone.hall.everything() == before


def test_a_form_sent_twice_seals_once_and_another_choice_after_it_is_refused(phone_at):
    phone = phone_at("secret")
    assert choose(phone, 1, "outflank", key="form").status_code == 303
    entries = len(phone.hall.entries())
    assert choose(phone, 1, "outflank", key="form").status_code == 303
    assert len(phone.hall.entries()) == entries
    assert choose(phone, 1, "fortify", key="other").status_code == 422
    assert "sealed already" in words(choose(phone, 1, "fortify", key="another"))


def test_a_form_from_an_earlier_round_is_refused(phone_at):
    phone = phone_at("round")
    phone.hall.do("battle.ask_tactics", battle=1, round=2)
    answer = choose(phone, 1, "outflank", "1")
    assert answer.status_code == 409
    assert "any more" in words(answer)


def test_the_part_comes_only_when_it_is_no_longer_what_the_page_shows(phone_at):
    phone = phone_at("secret")
    shown = read(phone.get(own(1))).boxes("shown")[0]["value"]
    assert phone.get(f"{own(1)}/now?shown={shown}").status_code == 204
    phone.hall.seal("defender", "outflank")
    assert phone.get(f"{own(1)}/now?shown={shown}").status_code == 204, "the other general's seal changes nothing here"
    phone.hall.seal("attacker", "fortify")
    part = phone.get(f"{own(1)}/now?shown={shown}")
    assert part.status_code == 200
    assert "<html" not in part.get_data(as_text=True)


@pytest.mark.parametrize("token", ["1", "1-", "1-AAAAAAAAAA", "2-ZZZZZZZZZZ", "outflank", "²-AAAAAAAAAA", "9" * 300])
def test_a_wrong_token_gets_a_sentence_and_nothing_else(phone_at, token):
    phone = phone_at("secret")
    for method, address in (("GET", ""), ("GET", "/now"), ("POST", "")):
        answer = phone.open(f"/tactic/{token}{address}", method=method, data={"round": "1", "tactic": "outflank"})
        assert answer.status_code == 404
        assert "no general" in answer.get_data(as_text=True)
        assert "Kenshin" not in answer.get_data(as_text=True)


def test_the_token_of_an_army_that_never_was_opens_nothing(phone_at):
    assert phone_at("secret").get(own(99)).status_code == 404


def test_a_page_tells_its_general_nothing_of_another_army(phone_at):
    phone = phone_at("sides")
    assert "Kakizaki" not in phone.get(own(1)).get_data(as_text=True)


CHANGING = re.compile(
    r"[0-9a-f]{16,24}|\d{4}-\d\d-\d\dT[\d:+.]+|\d\d:\d\d(?::\d\d)?|by [\w ]{1,12} minutes?"
    r"|\b\d{13}(?:\.\d+)?\b|\d+ (?:h|min|s)\b"
)
"""What differs between any two pages: the keys of forms and entries, the time, how late an order is."""


def unpacked(told: bytes) -> str:
    """An answer as text; of a spreadsheet what is in its cells, since the file itself says when it was made."""
    if not told.startswith(b"PK"):
        return told.decode("latin-1")
    with zipfile.ZipFile(io.BytesIO(told)) as book:
        return "".join(book.read(name).decode() for name in book.namelist() if name.startswith("xl/"))


def everything_shown(app, hall: Hall) -> dict[str, str]:
    """What every role is answered at every address that is read, and what lies in the journal and the state."""
    with hall.room.store.read() as session:
        seals = [row.sealed for row in session.query(SealedTactic)]
    shown = {"tables": json.dumps(hall.everything(), default=str)}
    for role in (None, *DESKS):
        browser = sign_in(app, role)
        for route, (_who, address, _statuses) in PAGES.items():
            if route.startswith("GET") and address not in ("/live",) and not address.startswith("/print/"):
                answer = browser.get(address)
                shown[f"{role} {route}"] = f"{answer.status_code} {unpacked(answer.get_data())}"
                answer.close()
        for address in (own(2), f"{own(2)}/now", "/battles/1/secret?round=1", "/battles/1/slip", "/api/state/journal",
                        "/api/state/sealed_tactics", "/journal/?all=1"):  # fmt: skip
            shown[f"{role} {address}"] = browser.get(address).get_data(as_text=True)
    for seal in seals:
        shown = {where: text.replace(seal, "SEAL") for where, text in shown.items()}
    file = Path(hall.room.store.engine.url.database).name
    return {where: CHANGING.sub("", text.replace(file, "")) for where, text in shown.items()}


def test_whatever_one_general_sealed_every_page_and_table_is_the_same_for_every_role(open_stage, app_of, tmp_path):
    seen = []
    for tactic in ("subterfuge", "fighting_withdrawal"):
        hall = Hall(open_stage("secret", tmp_path / f"{tactic}.db"))
        app = app_of(hall)
        phone = app.test_client()
        assert choose(phone, 1, tactic, key="f" * 16).status_code == 303
        seen.append(everything_shown(app, hall))
        close(hall.room)
    assert seen[0].keys() == seen[1].keys()
    for where, text in seen[0].items():
        assert text == seen[1][where], where
    assert "SEAL" in seen[0]["map GET /api/state"]
