"""The pages of the edicts: issued and withdrawn at the Bakufu, read by everybody who has the code."""

from __future__ import annotations

import re

import pytest

from control.sengoku.rows import Edict
from tests.conftest import room_behind, sign_in
from tests.tags import Html
from tests.test_pages import read

PEACE = {
    "authority": "emperor",
    "title": "On peace",
    "text": "Let swords be sheathed.\r\n\r\nLet the roads be open.\r\n",
}


def test_an_edict_is_issued_read_printed_and_withdrawn(desk_at):
    browser = desk_at("start", "bakufu")
    assert "No edict has been issued." in browser.get("/edicts/").text
    assert browser.post("/edicts/", data={**PEACE, "key": "a"}).status_code == 303
    page = browser.get("/edicts/")
    assert "<p>Let swords be sheathed.</p><p>Let the roads be open.</p>" in re.sub(r">\s+<", "><", page.text)
    assert read(page).prints() == {"/print/edicts.pdf?only=1"}
    assert "in the name of the Emperor" in browser.get("/c/E1-C", follow_redirects=True).text
    assert browser.post("/edicts/1/withdraw", data={"reason": "it was forged", "key": "b"}).status_code == 303
    page = browser.get("/edicts/")
    assert "No edict has been issued that still holds." in page.text
    assert "On peace" in page.text
    assert read(page).prints() == set()
    assert "It was withdrawn" in browser.get("/edicts/E1-C").text


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({"authority": "khan"}, "is one of shogun, emperor, bakufu"),
        ({"title": "x"}, "A title is needed, in 3 letters or more."),
        ({"text": " "}, "needed"),
        ({"text": "x" * 2001}, "2001 letters; 2000 fit"),
    ],
)
def test_what_is_wrong_stands_at_its_field_and_the_typing_is_kept(desk_at, form, sentence):
    browser = desk_at("start", "bakufu")
    answer = browser.post("/edicts/", data=PEACE | form, answers=400)
    (field,) = form
    assert any(sentence in alert for alert in read(answer).alerts) or "missing" in read(answer).alerts[0]
    assert f'id="wrong-{field}"' in answer.text
    kept = "On peace" if field != "title" else "Let swords be sheathed."
    assert kept in answer.text
    assert browser.hall.count(Edict) == 0


def test_a_reason_is_asked_for_at_the_edict_that_is_withdrawn(desk_at):
    browser = desk_at("edict", "bakufu")
    answer = browser.post("/edicts/1/withdraw", data={"reason": "x"}, answers=400)
    assert 'id="wrong-reason"' in answer.text
    assert "Who refuses is in rebellion." in answer.text
    assert browser.post("/edicts/9/withdraw", data={"reason": "gone"}).status_code == 400
    for status, said in ((303, ""), (409, "Edict E1-C was withdrawn already.")):  # two umpires, one after the other
        answer = browser.post("/edicts/1/withdraw", data={"reason": "it was forged"})
        assert answer.status_code == status
        assert said in "".join(read(answer).alerts)


def test_the_list_follows_while_one_is_written_and_holds_no_field_that_would_be_lost(desk_at):
    browser = desk_at("edict", "bakufu")
    page = browser.get("/edicts/").text
    assert 'id="edicts" hx-get="/edicts/"' in page
    part = browser.get("/edicts/", headers={"HX-Request": "true"}).text
    assert 'id="edict-1"' in part
    assert 'href="/edicts/E1-C#withdraw"' in part
    assert {tag.about.get("type") for tag in Html(part).all("input")} <= {"hidden"}
    assert Html(part).all("textarea") == []


def test_every_desk_may_read_an_edict_and_only_two_may_issue_one(desk_at, app_of):
    app = room_behind(desk_at("edict", "bakufu"))
    for desk in ("game", "map", "team", "npd", "intelligence"):
        browser = sign_in(app, desk)
        page = browser.get("/edicts/E1-C")
        assert "Who refuses is in rebellion." in page.text, desk
        assert ('class="print"' in page.text) is (desk == "game")
        assert browser.get("/edicts/").status_code == (200 if desk == "game" else 403)


def test_an_edict_in_the_name_of_a_shogun_who_is_not_there_waits_for_game_control(desk_at):
    sent = {**PEACE, "authority": "shogun", "key": "a"}
    bakufu = desk_at("shogunless", "bakufu")
    assert "The Shogun" not in bakufu.get("/edicts/").text
    assert 'id="wrong-authority"' in bakufu.post("/edicts/", data=sent, answers=422).text
    browser = desk_at("shogunless", "game")
    page = browser.get("/edicts/").text
    assert "The Shogun; there is none now" in page
    assert "Reason to force it" in page
    browser.post("/edicts/", data={**sent, "force": "he had sealed it before he died"}, answers=303)
    assert browser.hall.count(Edict) == 1
