"""Non-Player Daimyo Control: one page, four answers, no sizes and no generals."""

from __future__ import annotations

import re

import pytest

from control.sengoku.rows import Encounter
from tests.conftest import sign_in
from tests.tags import shown


def test_the_question_says_who_asks_whom_and_what_the_province_is_worth(asked):
    _, npd = asked
    for address in ("/npd/", "/npd/questions", "/npd/1/joins", "/npd/1/raises"):
        page = shown(npd.get(address))
        assert "<strong>Uesugi</strong> wants to pass through <strong>Etchū</strong>" in page
        assert "Yūki" in page
        for secret in ("7,?777", "Kenshin", "A1-3"):
            assert not re.search(rf"\b{secret}\b", page), secret


@pytest.mark.parametrize(("answer", "outcome"), [("passage", "pass"), ("fights", "")])
def test_passage_and_fight_are_one_tap(asked, answer, outcome):
    hall, npd = asked
    form = {"answer": answer, "key": "a"}
    for _ in range(2):
        assert npd.post("/npd/1", data=form).status_code == 303
    assert (hall.get(Encounter, 1).answer, hall.get(Encounter, 1).outcome) == (answer, outcome)
    page = shown(npd.get("/npd/"))
    assert "Answered this season" in page
    assert "Kenshin" not in page
    assert not re.search(r"\b7,?777\b", page)
    with hall.room.store.write() as session:
        session.get_one(Encounter, 1).year -= 1
    assert "Answered this season" not in shown(npd.get("/npd/"))


def test_how_many_join_is_asked_with_errors_at_the_field(asked):
    hall, npd = asked
    before = hall.everything()
    for troops, words in (
        ("", "how many counters"),
        ("0", "from 1"),
        ("99", "cannot raise 99"),
        ("many", "whole number"),
    ):
        answer = npd.post("/npd/1", data={"answer": "joins", "troops": troops, "note": "a note"})
        assert answer.status_code in (400, 422)
        assert 'id="wrong-troops"' in shown(answer)
        assert words in shown(answer)
        assert 'value="a note"' in shown(answer)
    assert hall.everything() == before
    assert npd.post("/npd/1", data={"answer": "joins", "troops": "2", "key": "a"}).status_code == 303
    assert hall.army(2).troops == 2


def test_the_second_answer_says_that_there_is_one(asked):
    hall, npd = asked
    hall.do("locals.answer", encounter=1, answer="fights")
    answer = npd.post("/npd/1", data={"answer": "passage", "key": "late"}, answers=409)
    assert "have answered already: fights" in shown(answer)


def test_what_is_no_question_has_no_page(asked):
    _, npd = asked
    for address in ("/npd/99/joins", "/npd/1/flees"):
        assert npd.get(address).status_code == 400


def test_with_nobody_asking_the_page_says_so(hall, app_of):
    assert "Nobody asks to pass" in shown(sign_in(app_of(hall), "npd").get("/npd/"))


@pytest.mark.parametrize("desk", ["team", "bakufu", "intelligence"])
def test_other_desks_have_no_answers_to_give(asked, app_of, desk):
    hall, _ = asked
    client = sign_in(app_of(hall), desk)
    assert client.get("/npd/").status_code == 403
    assert client.post("/npd/1", data={"answer": "passage"}).status_code == 403
    assert hall.get(Encounter, 1).outcome == ""


def test_r23_npd_control_puts_counters_down_at_once_and_is_told_at_the_field(hall_at, app_of):
    hall = hall_at("start")
    npd = sign_in(app_of(hall), "npd")
    assert "Put down at once" in shown(npd.get("/team/arima/troops"))
    form = {"ground": "place.osaka", "troops": "2", "reason": "they rose against an enemy"}
    answer = npd.post("/team/arima/raise", data=form, answers=422)
    assert re.search(r'id="wrong-troops"[^>]*>(?:<span>)?Osaka cannot raise 2 this year: its value is 1', shown(answer))
    assert npd.post("/team/arima/raise", data={**form, "troops": "1"}).status_code == 303
    assert hall.entries()[-1].sentence == "Arima raised 1 counter in Osaka. Reason: they rose against an enemy."
    assert "Put down at once" not in shown(sign_in(app_of(hall), "team").get("/team/takeda/troops"))
