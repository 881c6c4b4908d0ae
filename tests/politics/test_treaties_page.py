"""The page of treaties: recorded and ended by names as people type them; shown to those who make them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from control.sengoku.rows import Treaty
from tests.conftest import sign_in
from tests.tags import shown

ALLIANCE = {"kind": "alliance", "one": "Hojo", "other": "TAKEDA", "terms": "a marriage", "key": "a"}


def test_a_treaty_is_recorded_by_names_however_they_are_typed(client, hall):
    team = client("team")
    for _ in range(2):
        assert team.post("/treaties/", data=ALLIANCE).status_code == 303
    assert (hall.get(Treaty, 1).one, hall.get(Treaty, 1).other) == ("hojo", "takeda")
    page = shown(team.get("/treaties/"))
    assert "a marriage" in page
    assert "allied with" in page


@pytest.mark.parametrize(
    ("field", "typed", "words"),
    [
        ("one", "Hobo", "There is no clan"),
        ("other", "hojo", "no treaty with itself"),
        ("kind", "", "missing"),
    ],
)
def test_what_is_wrong_is_said_at_the_field_and_what_was_typed_is_kept(client, hall, field, typed, words):
    before = hall.everything()
    answer = client("map").post("/treaties/", data={**ALLIANCE, field: typed})
    assert answer.status_code in (400, 422)
    assert f'id="wrong-{field}"' in shown(answer)
    assert words in shown(answer)
    assert 'value="a marriage"' in shown(answer)
    assert hall.everything() == before


def test_a_clan_may_be_typed_by_the_letters_of_its_flag(client, hall):
    team = client("team")
    assert team.post("/treaties/", data={**ALLIANCE, "one": "hoj", "other": "TAK"}).status_code == 303
    assert (hall.get(Treaty, 1).one, hall.get(Treaty, 1).other) == ("hojo", "takeda")


def test_whoever_comes_from_his_clan_finds_it_filled_in_and_goes_on_with_it(client, hall):
    team = client("team")
    assert 'href="/treaties/?clan=hojo"' in shown(team.get("/team/hojo"))
    page = shown(team.get("/treaties/?clan=hojo"))
    assert re.search(r'<input id="one" [^>]*value="Hōjō"', page)
    to = re.search(r'action="(/treaties/[^"]*clan=hojo)"', page)[1]
    refused = shown(team.post(to, data={**ALLIANCE, "other": "Hobo"}))
    assert '<option value="hojo" selected>' in refused
    assert re.search(r'<input id="other" [^>]*value="Hobo"', refused)
    assert team.post(to, data=ALLIANCE).location == "/treaties/?clan=hojo"


def test_a_treaty_is_ended_with_a_reason(client, hall):
    team = client("team")
    team.post("/treaties/", data=ALLIANCE)
    answer = team.post("/treaties/1/end", data={"reason": "x", "key": "b"}, answers=400)
    assert 'id="wrong-reason"' in shown(answer)
    assert team.post("/treaties/1/end", data={"reason": "broken by night", "key": "c"}).status_code == 303
    assert hall.get(Treaty, 1).ended is True
    assert "No treaty stands" in shown(team.get("/treaties/"))


@pytest.mark.parametrize("desk", ["bakufu", "intelligence"])
def test_other_desks_read_the_register_and_write_nothing_into_it(client, hall, desk):
    client("team").post("/treaties/", data=ALLIANCE)
    other = client(desk)
    page = shown(other.get("/treaties/"))
    assert "a marriage" in page
    assert "Record a treaty" not in page
    assert other.post("/treaties/1/end", data={"reason": "broken"}).status_code == 403
    assert client(None).get("/treaties/").status_code == 303


def test_the_parts_of_a_bond_are_typed_by_names_and_a_secret_one_stays_with_those_who_know(client, hall):
    team = client("team")
    parts = {"hostages": "Takeda Yoshinobu", "until": "1551-summer", "strength": "3", "audience": "some"}
    form = {**ALLIANCE, **parts, "against": "Uesugi, oda", "known_to": ["npd"]}
    assert team.post("/treaties/", data=form).status_code == 303
    for desk in ("team", "npd", "game"):
        page = shown(client(desk).get("/treaties/?clan=hojo"))
        for words in ("against Uesugi and Oda", "until summer 1551", "Takeda Yoshinobu at Hōjō’s table", "Known to"):
            assert words in page
        assert "No treaty stands" in shown(client(desk).get("/treaties/?clan=oda"))
    for desk in ("map", "bakufu", "intelligence"):
        assert "No treaty stands" in shown(client(desk).get("/treaties/"))


def test_passages_of_the_season_are_listed(hall_at, app_of):
    hall = hall_at("question")
    hall.do("locals.answer", "npd", encounter=1, answer="passage", note="for a gift of silk")
    page = shown(sign_in(app_of(hall), "team").get("/treaties/"))
    assert "Uesugi through Etchū" in page
    assert "for a gift of silk" in page


def which_are_sent(page, to):
    """What every form to an address says hidden of itself, and those of them that lie open."""
    forms = re.findall(
        rf'(<details[^>]*>)<summary>[^<]*(?:<span[^>]*>[^<]*</span>)?</summary>\s*<form [^>]*action="{to}".*?</form>',
        page,
        re.S,
    )
    whole = re.findall(rf'<form [^>]*action="{to}"[^>]*>(.*?)</form>', page, re.S)
    hidden = [tuple(re.findall(r'type="hidden" name="(?!key)(\w+)" value="([^"]*)"', one)) for one in whole]
    return hidden, sum(" open" in one for one in forms)


def test_after_a_refusal_every_form_of_one_address_is_of_another_hostage_still(client, hall):
    of = {"takeda-yoshinobu": "takeda", "nagao-masakage": "uesugi"}
    for number, (one, clan) in enumerate(of.items(), 1):
        hall.do("treaty.record", "team", kind="peace", one=clan, other="imagawa", hostages=[one])
        order = {"treaty": number, "by": clan, "what": "it attacked", "force": "all saw it"}
        hall.do("treaty.breach", "game", **order)
    team = client("team")
    sent = {"character": "takeda-yoshinobu", "reason": "x", "key": "k"}
    hidden, opened = which_are_sent(
        shown(team.post("/treaties/hostages/kill", data=sent, answers=400)), "/treaties/hostages/kill"
    )
    assert sorted(dict(one)["character"] for one in hidden) == sorted(of)
    assert opened == 1
    page = shown(team.post("/treaties/hostages/kill", data={**sent, "character": "hojo-ujimasa"}, answers=400))
    assert which_are_sent(page, "/treaties/hostages/kill")[1] == 0
    assert page.count('class="wrong"') == 1


def test_what_is_wrong_with_a_button_of_the_hostages_is_said_on_their_page(client, hall):
    page = shown(client("team").post("/treaties/hostages/release", data={"character": "oda-nobunaga"}, answers=422))
    assert "nobody&#39;s hostage" in page


def test_a_form_that_stands_for_each_of_several_says_which_it_is():
    """Where a form stands in a loop and sends to an address that names nothing of it."""
    templates = Path(__file__).parents[2] / "templates"
    found = []
    for at in sorted(templates.rglob("*.html")):
        loops = []
        for tag in re.findall(
            r"{%-? for .*?%}|{%-? endfor|m\.form\(.*?\) [%}]}|m\.form\(.*?\)}}", at.read_text(), re.S
        ):
            if tag.startswith("m.form"):
                to = re.search(r"url_for\([^)]*\)|\bto\([^)]*\)", tag)
                named = not loops or any(re.search(rf"\b{name}\b", to[0] if to else tag) for name in loops[-1])
                if not named and "which=" not in tag and "here=" not in tag:
                    found.append(f"{at.relative_to(templates)}: {tag[:80]}")
            elif "endfor" in tag:
                loops.pop()
            else:
                loops.append(re.findall(r"\w+", re.search(r"for (.*?) in ", tag)[1]))
    assert found == []


def test_a_letter_home_that_is_refused_stands_where_it_was_written(client, hall):
    hall.do("hostage.hand_over", character="takeda-yoshinobu", to="imagawa")
    hall.do("hostage.hand_over", character="oda-nobunaga", to="imagawa")
    sent = {"sender": "imagawa", "recipient": "takeda", "hostage": "takeda-yoshinobu", "post": "yes"}
    answer = client("team").post(
        "/treaties/hostages/letter", data={**sent, "text": "x" * 2001, "key": "k"}, answers=400
    )
    page = shown(answer)
    assert "<h1>Hostages</h1>" in page
    assert page.count("x" * 2001) == 1
    hidden, opened = which_are_sent(page, "/treaties/hostages/letter")
    assert sorted(dict(one)["hostage"] for one in hidden) == ["oda-nobunaga", "takeda-yoshinobu"]
    assert opened == 1


@pytest.mark.parametrize("deed", ["kill", "release", "escape", "keep"])
def test_an_old_page_does_nothing_to_a_hostage_whom_a_colleague_has_moved(client, hall, deed):
    hall.do("hostage.hand_over", character="takeda-yoshinobu", to="imagawa")
    team = client("team")
    page = shown(team.get("/treaties/hostages"))
    assert 'name="shown" value="takeda-yoshinobu:imagawa"' in page
    hall.do("hostage.hand_over", character="takeda-yoshinobu", to="oda")
    sent = {"character": "takeda-yoshinobu", "shown": "takeda-yoshinobu:imagawa"}
    sent |= {"reason": "they broke their word"} if deed == "kill" else {}
    assert "a hostage of Oda since you opened this" in shown(
        team.post(f"/treaties/hostages/{deed}", data=sent, answers=409)
    )


def test_an_old_page_of_a_person_says_that_he_is_nobodys_hostage_any_more(client, hall):
    hall.do("hostage.hand_over", character="takeda-yoshinobu", to="imagawa")
    desk = client("map")
    page = shown(desk.get("/people/takeda-yoshinobu"))
    assert page.count('name="shown" value="takeda-yoshinobu:imagawa"') == 3
    hall.do("hostage.release", character="takeda-yoshinobu")
    sent = {"shown": "takeda-yoshinobu:imagawa", "reason": "they broke their word"}
    page = shown(desk.post("/people/takeda-yoshinobu/kill", data=sent, answers=409))
    assert page.count("nobody&#39;s hostage since you opened this") == 1
