"""A general's own page: what it shows in each state, who may open it, and that nothing of a choice gets out."""

from __future__ import annotations

import html
import json
import re

import pytest

from control.sengoku.rows import SealedTactic
from control.sengoku.rules.people.generals_codes import general_code
from tests.games import CHANCE, Hall, close
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
    text = re.sub(r"(?s).*<main[^>]*>|</main>.*", "", answer.text)
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
        page = phone.get(own(army)).text
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


def test_a_form_of_another_battle_or_of_the_other_side_is_refused(phone_at):
    phone = phone_at("secret")
    page = read(phone.get(own(1)))
    asked = {name: page.boxes(name)[0]["value"] for name in ("battle", "role", "round")}
    assert asked == {"battle": "1", "role": "attacker", "round": "1"}
    for other in ({"battle": "3"}, {"role": "defender"}):
        answer = phone.post(own(1), data={**asked, "tactic": "outflank", "key": "a", **other})
        assert answer.status_code == 409
        assert "What you chose was for another battle, or for the other side. Choose for this one." in words(answer)
    assert phone.hall.count(SealedTactic) == 0
    phone.post(own(1), data={**asked, "tactic": "outflank", "key": "b"}, answers=303)


def test_a_page_whose_code_was_withdrawn_says_so_and_asks_no_more(phone_at):
    phone = phone_at("secret")
    phone.hall.do("army.new_code", army=1)
    answer = phone.get(f"{own(1)}/now?shown=x", headers={"HX-Request": "true"}, answers=200)
    assert answer.headers["HX-Reswap"] == "outerHTML"
    assert "This is no general's page." in html.unescape(answer.text)
    assert "hx-" not in answer.text


def test_the_part_comes_only_when_it_is_no_longer_what_the_page_shows(phone_at):
    phone = phone_at("secret")
    shown = read(phone.get(own(1))).boxes("shown")[0]["value"]
    assert phone.get(f"{own(1)}/now?shown={shown}").status_code == 204
    phone.hall.seal("defender", "outflank")
    assert phone.get(f"{own(1)}/now?shown={shown}").status_code == 204, "the other general's seal changes nothing here"
    phone.hall.seal("attacker", "fortify")
    part = phone.get(f"{own(1)}/now?shown={shown}", answers=200)
    assert "<html" not in part.text


@pytest.mark.parametrize("token", ["1", "1-", "1-AAAAAAAAAA", "2-ZZZZZZZZZZ", "outflank", "²-AAAAAAAAAA", "9" * 300])
def test_a_wrong_token_gets_a_sentence_and_nothing_else(phone_at, token):
    phone = phone_at("secret")
    for method, address in (("GET", ""), ("GET", "/now"), ("POST", "")):
        answer = phone.open(f"/tactic/{token}{address}", method=method, data={"round": "1", "tactic": "outflank"})
        assert answer.status_code == 404
        assert "no general" in answer.text
        assert "Kenshin" not in answer.text


def test_the_token_of_an_army_that_never_was_opens_nothing(phone_at):
    assert phone_at("secret").get(own(99)).status_code == 404


def test_a_page_tells_its_general_nothing_of_another_army(phone_at):
    phone = phone_at("sides")
    assert "Kakizaki" not in phone.get(own(1)).text


CHANGING = re.compile(r"[0-9a-f]{16,24}|\d{4}-\d\d-\d\dT[\d:+.]+")
"""What differs between any two games: the keys of entries, and when they were made."""


def test_whatever_one_general_sealed_every_table_is_the_same(open_stage, app_of, tmp_path):
    """What every role is answered at every address is in tests/secrecy/test_two_days_of_everything.py."""
    kept = []
    for tactic in ("subterfuge", "fighting_withdrawal"):
        hall = Hall(open_stage("secret", tmp_path / f"{tactic}.db"))
        assert choose(app_of(hall).test_client(), 1, tactic, key="f" * 16).status_code == 303
        tables = json.dumps(hall.everything(), default=str)
        with hall.room.store.read() as session:
            (sealed,) = (row.sealed for row in session.query(SealedTactic))
        assert sealed in tables
        kept.append(CHANGING.sub("", tables.replace(sealed, "SEAL")))
        close(hall.room)
    assert kept[0] == kept[1]
