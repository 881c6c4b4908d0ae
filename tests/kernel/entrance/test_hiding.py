"""A hidden screen shows what everybody in the hall sees, and no more, until the name or the code opens it again."""

from __future__ import annotations

import re

import pytest

from control.kernel.entrance.cookies import mark_of
from control.sengoku.rules.desks import DESKS
from tests.conftest import sign_in
from tests.games import CODES

NAME = "Ōta"  # as conftest.sign_in writes it
PART = {"HX-Request": "true"}


@pytest.fixture
def hidden(app):
    """A browser of Team Control whose screen is hidden."""
    client = sign_in(app, "team")
    assert "Oda Nobunaga" in client.get("/honour/book?clan=oda").text
    assert client.post("/hide").status_code == 204
    return client


def test_a_reload_and_another_window_show_the_way_back_and_nothing_else(hidden):
    for address in ("/honour/book?clan=oda", "/team/oda", "/journal/", "/no such page"):
        answer = hidden.get(address)
        assert (answer.status_code, "Open again" in answer.text) == (403, True), address
        assert "Oda Nobunaga" not in answer.text
    for address in ("/display/", "/display/drawing", "/static/room.css", "/clock/now"):
        with hidden.get(address) as answer:
            assert answer.status_code == 200, address


@pytest.mark.parametrize("desk", DESKS)
def test_a_hidden_screen_says_nowhere_the_name_that_opens_it_nor_what_waits_for_its_desk(app, hall, desk):
    hall.do("announcement.post", "game", text="The celadon bowl is broken.", desks=[*DESKS])
    client = sign_in(app, desk)
    pages = ("/now/", "/sign-in", "/display/", "/clock/full", "/display/hall", "/no such page", "/over", "/hide")
    shown = client.get("/now/").text
    assert NAME in shown
    assert "celadon" in shown
    client.post("/hide")
    answers = [client.get(one) for one in pages]
    refused = client.post("/open-again", data={"who": "Hanako"}, answers=400)
    wrong = client.post("/sign-in", data={"code": "nothing"}, answers=422)
    waited = client.post("/sign-out", headers={"X-Sending": desk, "X-Filled-In-By": "Hanako"}, answers=401)
    for answer in (*answers, refused, wrong, waited):
        assert NAME not in answer.get_data(as_text=True), answer.request.path
        assert "celadon" not in answer.text, answer.request.path
        assert "to-tell" not in answer.text, answer.request.path


def test_what_came_of_a_form_is_told_once_the_screen_is_open_again(app):
    client = sign_in(app, "team")
    client.post("/honour/book", data={"clan": "oda", "points": "2", "note": "a celadon bowl", "key": "k"})
    client.post("/hide")
    assert "celadon" not in client.get("/sign-in").text
    client.post("/open-again", data={"who": NAME})
    assert "celadon" in client.get("/now/").text.partition('class="told"')[2][:400]


def test_parts_scripts_and_forms_get_nothing_and_lose_nothing(hidden, hall):
    part = hidden.get("/honour/latest/oda", headers={"HX-Request": "true"})
    assert (part.status_code, part.data) == (204, b"")
    way = hidden.get(
        "/over/way"
    )  # a page asks again and again; the ticket that signs in at the spare is not for whoever stands there
    assert (way.status_code, way.data) == (204, b"")
    assert hidden.get("/api/state").status_code == 403
    order = {"clan": "oda", "reason": "event", "key": "k"}
    assert hidden.post("/honour/book", data=order, headers={"X-Sending": "team"}).status_code == 401  # it waits
    assert hidden.post("/honour/book", data=order).status_code == 403
    assert hidden.post("/api/actions/honour.log", json=order).status_code == 403
    assert ("honour", 1) not in hall.state()


@pytest.mark.parametrize("who", [NAME, " ōta ", CODES["team"], CODES["team"].upper()])
def test_the_name_or_the_code_opens_it_where_it_was(hidden, who):
    answer = hidden.post("/open-again", data={"who": who, "next": "/honour/book?clan=oda"})
    assert (answer.status_code, answer.location) == (303, "/honour/book?clan=oda")
    assert hidden.get("/honour/book").status_code == 200


@pytest.mark.parametrize("who", ["", "Hanako", *(CODES[desk] for desk in DESKS if desk != "team")])
def test_nobody_else_opens_it(hidden, who):
    answer = hidden.post("/open-again", data={"who": who, "next": "/honour/book"}, answers=400)
    assert "neither the name" in answer.text
    assert hidden.get("/honour/book").status_code == 403


def test_a_page_that_is_left_standing_is_told_in_json_and_opened_without_another(hidden):
    part = {"HX-Request": "true"}
    answer = hidden.post("/open-again", data={"who": "Hanako"}, headers=part)
    assert (answer.status_code, "neither the name" in answer.get_json()["error"]) == (400, True)
    assert hidden.get("/honour/book").status_code == 403
    answer = hidden.post("/open-again", data={"who": NAME}, headers=part)
    assert (answer.status_code, answer.data) == (204, b"")
    assert hidden.get("/honour/book").status_code == 200


def test_the_answer_to_a_form_under_way_when_it_was_hidden_does_not_open_it(app):
    client, name = sign_in(app, "team"), f"session_{mark_of(app.key)}"
    before = client.get_cookie(name).value
    client.post("/hide")
    for _ in range(2):
        client.set_cookie(name, before)
        assert client.get("/honour/book?clan=oda").status_code == 403
    client.delete_cookie(f"hidden_{mark_of(app.key)}")
    assert client.get("/honour/book?clan=oda").status_code == 403
    client.post("/open-again", data={"who": NAME})
    assert client.get("/honour/book?clan=oda").status_code == 200


def test_a_hidden_screen_hears_what_everybody_does_and_no_number_of_the_journal(app, hall, monkeypatch):
    """Whoever stands there could count what is entered, and note when."""
    monkeypatch.setattr("control.kernel.pages.live.TOGETHER", 0)
    client, public = sign_in(app, "team"), sign_in(app, None)
    client.post("/hide")
    said = []
    for reason in ("event", "event"):
        hall.do("honour.log", "team", clan="oda", reason=reason, twice=True)
        app.live._tell()
        for one in (client, public):
            stream = one.get("/live?desk=team" if one is client else "/live")
            found = [next(iter(stream.response))]
            stream.close()
            found.append(one.get("/clock/now").get_json()["journal"])
            found.append(re.findall(r"&#34;journal&#34;: ?(\d+)", one.get("/standing", headers=PART).text))
            found.append(re.findall(r'data-journal="(\d+)"', one.get("/clock/full").text))
            said.append(found)
    assert said == [said[0]] * 4
    assert all(said[0])
    client.post("/open-again", data={"who": NAME})
    assert client.get("/clock/now").get_json()["journal"] == 2


def test_it_leads_to_no_other_site_and_whoever_is_not_signed_in_hides_nothing(hidden, app):
    assert hidden.post("/open-again", data={"who": NAME, "next": "//elsewhere.example"}).location == "/"
    assert sign_in(app, None).post("/hide").location.startswith("/sign-in")


def test_a_page_that_back_brings_is_told_whose_it_is_now_and_whether_it_is_hidden(hidden):
    asked = hidden.get("/hide", headers=PART)
    assert (asked.get_json()["hidden"], NAME in asked.get_json().values()) == (True, False)  # the name would open it
    hidden.post("/open-again", data={"who": NAME})
    signed_in = re.search(r'data-sign-in="([^"]+)"', hidden.get("/journal/").text)
    assert signed_in
    his = {"signIn": signed_in[1], "name": NAME, "desk": "team", "hidden": False}
    assert hidden.get("/hide", headers=PART).get_json() == his
    hidden.post("/sign-out")
    assert hidden.get("/hide", headers=PART).get_json() == {"signIn": "", "hidden": False}


def test_a_script_with_the_code_of_a_desk_is_not_stopped(hidden):
    hidden.get("/api/state/honour", headers={"Authorization": f"Bearer {CODES['team']}"}, answers=200)


@pytest.mark.parametrize("sent", ["Basic eDp4", "Bearer", "Bearer nothing", f"Bearer {CODES['game']}"])
def test_whoever_stands_at_the_screen_is_let_in_by_no_other_authorization(hidden, sent):
    for address in ("/api/state/honour", "/honour/book?clan=oda"):
        answer = hidden.get(address, headers={"Authorization": sent})
        assert answer.status_code == 403, address
        assert "Oda Nobunaga" not in answer.text


def test_the_scenario_says_after_how_many_minutes_a_secret_page_hides_itself(app):
    client = sign_in(app, "team")
    assert 'data-minutes="10"' in client.get("/honour/book").text
    assert "data-minutes" not in client.get("/rules/").text


def test_a_page_that_shows_secrets_hides_itself_too_though_its_forms_have_none(app):
    for desk, address, locks in (
        ("intelligence", "/journal/apart", True),
        ("game", "/journal/", True),
        ("team", "/tell/", True),
        ("game", "/confirmations/", True),
        ("map", "/map/", False),
        ("map", "/orders/", False),
    ):
        page = sign_in(app, desk).get(address, answers=200).text
        assert ("data-minutes" in page) is locks, address
        assert "data-secret" not in page.partition("hx-ext")[0], address
