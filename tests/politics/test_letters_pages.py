"""Winter letters and winter travel at the desks."""

from __future__ import annotations

import pytest

from control.sengoku.rows import Character, Letter
from tests.conftest import sign_in
from tests.games import LETTERS
from tests.tags import shown

PEACE = {"sender": "takeda", "recipient": "Yūki", "text": "Shall we talk?", "post": "yes", "die": "5", "key": "one"}


def test_one_tap_writes_and_posts_however_often_it_is_sent(at):
    team, hall = at("winter")
    for _ in range(2):
        answer = team.post("/letters/", data=PEACE)
        assert (answer.status_code, answer.location) == (303, "/letters/?clan=takeda")
    assert (hall.get(Letter, LETTERS[0]).recipient, hall.get(Letter, LETTERS[0]).fate) == ("yuki", "on_time")
    assert sum(entry.action == "letter.write" for entry in hall.entries()) == 1
    page = shown(team.get("/letters/?clan=takeda"))
    assert "arrives this winter" in page
    assert "Shall we talk?" in page


@pytest.mark.parametrize(("field", "typed", "words"), [
    ("recipient", "Yuku", "no clan"), ("recipient", "takeda", "need not write to itself"),
    ("sender", "", "“From” is missing"), ("die", "9", "from 1 to 6"),
])  # fmt: skip
def test_what_is_wrong_is_said_at_the_field_and_the_letter_kept(at, field, typed, words):
    team, hall = at("winter")
    before = hall.everything()
    answer = team.post("/letters/", data={**PEACE, field: typed})
    assert answer.status_code in (400, 422)
    assert f'id="wrong-{field}"' in shown(answer)
    assert words in shown(answer)
    assert "Shall we talk?" in shown(answer)
    assert hall.everything() == before


def test_a_letter_is_handed_over_with_one_tap(at):
    team, hall = at("works")
    assert 'To hand over now <span class="count">1</span>' in shown(team.get("/letters/list"))
    assert team.post(f"/letters/{LETTERS[0]}/deliver", data={"key": "d"}).status_code == 303
    assert hall.get(Letter, LETTERS[0]).delivered == "Ōta"
    assert "No letter waits." in shown(team.get("/letters/list"))


def test_who_hands_over_the_letters_of_all_clans_sees_them_all_again(at):
    team, _hall = at("works")
    team.get("/team/hojo")
    assert "L207512-K" in shown(team.get("/letters/?clan="))
    answer = team.post(f"/letters/{LETTERS[0]}/deliver", data={"key": "d", "clan": ""})
    assert (answer.status_code, answer.location) == (303, "/letters/?clan=")
    again = shown(team.post(f"/letters/{LETTERS[0]}/deliver", data={"key": "e", "clan": ""}))
    assert "Choose a clan above" in again, "refused, and still all clans"


def test_a_letter_that_was_only_written_is_posted_later(at):
    team, hall = at("works")
    assert "Post L917796-N" in shown(team.get("/letters/?clan=takeda"))
    answer = team.post(f"/letters/{LETTERS[3]}/post", data={"key": "p", "clan": "takeda"})
    assert (answer.status_code, answer.location) == (303, "/letters/?clan=takeda")
    assert hall.get(Letter, LETTERS[3]).fate


def test_a_letter_opens_by_its_code_and_a_lost_one_is_unknown_to_the_recipients_desk(hall_at, app_of):
    hall = hall_at("winter")
    for die in (1, 5):
        hall.do("letter.write", "team", sender="takeda", recipient="yuki", text="Secret", post=True, die=die)
    app = app_of(hall)
    assert sign_in(app, "team").get("/c/L207512-K").location == "/letters/L207512-K"
    assert "lost on the way" in shown(sign_in(app, "team").get("/letters/l207512 k"))
    npd = sign_in(app, "npd")
    lost, none = npd.get("/letters/L207512-K"), npd.get("/letters/L840723-Z")
    assert (lost.status_code, none.status_code) == (400, 400)
    assert shown(lost).replace("L207512-K", "") == shown(none).replace("L840723-Z", "")
    assert "Handed over" in shown(npd.get("/letters/L328730-P"))
    assert "Takeda" in shown(npd.get("/letters/"))
    assert "L207512-K" not in shown(npd.get("/letters/"))
    assert sign_in(app, "map").get("/letters/L328730-P").status_code == 403


@pytest.mark.parametrize("address", ["/letters/L1-8", "/letters/nonsense", "/letters/A1-3"])
def test_a_wrong_code_is_answered_with_a_sentence(at, address):
    team, _hall = at("works")
    answer = team.get(address, answers=400)
    assert "Traceback" not in shown(answer)


def test_team_control_sees_what_a_clan_wrote_only_when_it_asks_for_that_clan(at):
    team, _hall = at("works")
    page = shown(team.get("/letters/"))
    assert "Choose a clan above" in page
    assert "lost on the way" not in page.split("<option")[0]
    assert "L840723-Z" not in page
    assert "L840723-Z" in shown(team.get("/letters/?clan=takeda"))
    assert "L840723-Z" not in shown(team.get("/letters/?clan=hojo"))
    assert "L840723-Z" not in shown(team.get("/letters/?clan=yuki"))  # minded elsewhere: as if none were chosen


def test_outside_winter_the_page_says_what_to_do_instead(at):
    team, _hall = at("start")
    page = shown(team.get("/letters/"))
    assert "Letters are for the winter" in page
    assert "Write and post" not in page
    assert "No letter waits." in page


def test_a_person_travels_in_winter_and_has_a_card_to_draw(at):
    team, hall = at("winter")
    form = {"character": "obu-toramasa", "province": "Ōmi", "clan": "takeda", "key": "t"}
    answer = team.post("/letters/travel", data=form)
    assert (answer.status_code, answer.location) == (303, "/letters/?clan=takeda")
    assert hall.get(Character, "obu-toramasa").province == "omi"
    page = shown(team.get("/letters/?clan=takeda"))
    assert "card not drawn yet" in page
    assert "Obu Toramasa" not in shown(team.get("/letters/list?clan=oda"))


@pytest.mark.parametrize(
    ("field", "typed", "words"),
    [
        ("province", "Omo", "no province"),
        ("character", "", "needed"),
        ("character", "nobody", "no character"),
    ],
)
def test_a_journey_that_cannot_be_is_refused_at_the_field(at, field, typed, words):
    team, hall = at("winter")
    before = hall.everything()
    form = {"character": "obu-toramasa", "province": "omi", "key": "t"}
    answer = team.post("/letters/travel", data={**form, field: typed})
    assert answer.status_code in (400, 422)
    assert f'id="wrong-{field}"' in shown(answer)
    assert words in shown(answer) or "missing" in shown(answer)
    assert hall.everything() == before
