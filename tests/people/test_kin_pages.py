"""The pages on people made in play, clans that have nobody left, and the titles of the dead (R39, R40)."""

from __future__ import annotations

import pytest

from control.sengoku.people.kin_pages import FIELDS
from control.sengoku.rows import Character
from tests.battle.test_risk import rows
from tests.test_pages import read

SPOTS = ("heir", "taisho", "wife", "child")


def sent(page, **changed):
    """What the form of the proposed sends: all that stands in it, some of it changed."""
    names = [f"{field}-{spot}" for field in ("take", *FIELDS) for spot in SPOTS]
    form = {box["name"]: box.get("value", "") for name in names for box in page.boxes(name)}
    return {"clan": "yuki", "key": "one", **form, **changed}


def test_a_clan_handed_to_players_is_proposed_a_family_and_a_taisho_made_in_one_tap(desk_at):
    browser = desk_at("start", "game")
    given = {"to": "players", "reason": "the abbot's team", "key": "h"}
    taken = browser.post("/casting/clans/yuki/hand-over", data=given)
    assert (taken.status_code, taken.location) == (303, "/people/new?clan=yuki")
    form = sent(read(browser.get(taken.location)))
    wrong = browser.post("/people/new/several", data={**form, "age-taisho": "300"}, answers=400)
    assert "from 0 to 120" in wrong.text
    assert 'id="wrong-age-taisho"' in wrong.text, "It is told at the field."
    assert rows(browser.hall, Character, made=True) == []
    for _ in range(2):
        browser.post("/people/new/several", data={**form, "name-heir": "Yūki Akitoki", "key": "two"}, answers=303)
    assert len(rows(browser.hall, Character, made=True)) == 4, "Sent twice, made once."
    assert rows(browser.hall, Character, name="Yūki Akitoki")[0].role == "heir"
    page = browser.get("/people/new?clan=yuki").text
    assert "Proposed for" not in page
    assert "Yūki Akitoki" in page


def test_a_person_is_made_by_hand_and_a_mistake_is_told_at_its_field(desk_at):
    browser = desk_at("start", "npd")
    form = {"clan": "yuki", "name": "Wada Kagetada", "role": "taisho", "age": "30", "key": "a"}
    assert 'id="wrong-age"' in browser.post("/people/new", data={**form, "age": "300"}).text
    for clan in ("yuky", "takeda"):  # one that does not exist, one that is not this desk's
        assert 'id="wrong-clan"' in browser.post("/people/new", data={**form, "clan": clan}).text
    assert browser.post("/people/new", data=form).status_code == 303
    assert rows(browser.hall, Character, made=True)[0].experience == 2


def test_nobody_is_offered_to_be_made_shogun(desk_at):
    page = desk_at("start", "npd").get("/people/new?clan=yuki").text
    assert [f'value="{role}"' in page for role in ("taisho", "shogun")] == [True, False]


@pytest.mark.parametrize("desk", ["team", "map"])
def test_a_clan_that_has_nobody_left_makes_an_heir_and_names_him_or_nobody_follows(desk_at, desk):
    browser = desk_at("start", desk)
    browser.hall.correct("character", "yuki-masakatsu", "alive", False)
    browser.hall.correct("character", "saito-toshimasa", "alive", False)
    page = browser.get("/people/successions").text
    assert page.count("Make him and name him") == 2
    refused = browser.post("/people/successions/1/make", data={"name": "Yūki Akitoki", "age": "300", "key": "m"})
    assert 'id="wrong-age"' in refused.text
    for _tap in range(2):
        form = {"name": "Yūki Akitoki", "age": "20", "key": "n"}
        assert browser.post("/people/successions/1/make", data=form).status_code == 303
    (head,) = rows(browser.hall, Character, name="Yūki Akitoki")
    assert (head.role, head.title) == ("daimyo", "Daimyo")
    late = browser.post("/people/successions/1/make", data={**form, "key": "late"}, answers=409)
    assert "Yūki Akitoki follows Yūki Masakatsu already." in late.text
    assert 'id="wrong-reason"' in browser.post("/people/successions/2/close", data={"reason": "", "key": "o"}).text
    assert browser.post("/people/successions/2/close", data={"reason": "died out", "key": "p"}).status_code == 303
    assert "Nobody waits for an heir" in browser.get("/people/successions").text


def test_the_bakufu_finds_the_titles_of_the_dead_on_its_list_and_answers(desk_at):
    browser = desk_at("titles", "bakufu")
    for address in ("/tell/", "/titles/"):
        page = browser.get(address).text
        assert "<strong>Governor of Kai</strong> is vacant: Takeda Harunobu is dead." in page
        assert "Takeda Yoshinobu claims it as his heir" in page
        assert "<strong>Constable of Kai</strong> is vacant" not in page
    taken = {"authority": "shogun", "reason": "he is dead", "key": "r"}
    refused = browser.post("/titles/governor-takeda-harunobu-kai/revoke", data=taken, answers=422)
    assert "is dead. Confirm it to his heir, or let it fall back." in refused.text
    address = "/titles/governor-takeda-harunobu-kai/confirm"
    wrong = browser.post(address, data={"character": "takeda-harunobu", "key": "a"}, answers=422)
    assert 'id="wrong-character"' in wrong.text
    assert browser.post(address, data={"character": "takeda-yoshinobu", "key": "b"}).status_code == 303
    assert "No title is vacant" in browser.get("/titles/").text
    browser.post("/titles/governor-takeda-harunobu-kai/fall-back", data={"key": "c"}, answers=409)


def test_another_is_put_at_the_head_of_a_clan_from_its_page_and_the_umpire_told_what_is_missing(desk_at):
    browser = desk_at("start", "team")
    page = browser.get("/people/new?clan=takeda").text
    assert "Instead of Takeda Harunobu" in page
    sent = {"clan": "takeda", "heir": "takeda-yoshinobu", "reason": "", "key": "one"}
    again = browser.post("/people/new/head", data=sent, answers=400).text
    assert "“Why” is missing" in again
    assert '<option value="takeda-yoshinobu" selected>' in again, "What was chosen stays."
    sent["reason"] = "his council will not bear him"
    browser.post("/people/new/head", data={**sent, "key": "two"}, answers=303)
    assert len(browser.hall.rows("confirmation")) == 1


def test_somebody_is_put_at_the_head_of_a_clan_whose_succession_was_closed(desk_at):
    browser = desk_at("start", "team")
    browser.hall.correct("character", "takeda-harunobu", "alive", False)
    assert "/people/new/head" not in browser.get("/people/new?clan=takeda").text, "It is still asked who follows."
    browser.hall.do("succession.close", "team", succession=1, reason="they quarrel")
    page = browser.get("/people/new?clan=takeda").text
    assert "Takeda Harunobu is dead, and nobody followed him" in page
    assert "After Takeda Harunobu" in page
    assert 'name="take-daimyo"' not in page, "He has a son."
    sent = {"clan": "takeda", "heir": "takeda-yoshinobu", "reason": "they agree at last", "key": "one"}
    browser.post("/people/new/head", data=sent, answers=303)
    assert len(browser.hall.rows("confirmation")) == 1


def test_what_was_typed_for_one_of_the_proposed_stays_with_him_when_a_colleague_has_made_another(desk_at):
    browser = desk_at("start", "game")
    form = sent(read(browser.get("/people/new?clan=yuki")))
    browser.hall.do("person.add", "npd", clan="yuki", name="Yūki Akitoki", relation="heir", age=4)
    typed = {"name-wife": "Yūki Matsu", "age-wife": "300", "take-taisho": ""}
    again = read(browser.post("/people/new/several", data={**form, **typed}, answers=400))
    assert [box["value"] for box in again.boxes("name-wife")] == ["Yūki Matsu"]
    assert again.boxes("name-heir") == []
    boxes = {spot: "checked" in again.boxes(f"take-{spot}")[0] for spot in SPOTS[1:]}
    assert boxes == {"taisho": False, "wife": True, "child": True}
    typed = {"name-heir": "Yūki Akitoki", "take-taisho": "", "key": "two"}
    assert "somebody called Yūki Akitoki already" in browser.post("/people/new/several", data={**form, **typed}).text
