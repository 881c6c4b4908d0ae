"""Forms that the page sends by itself, and drafts of secret pages: what the server answers, and what it keeps."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import quote

from control.kernel.pages.drafts import LARGEST, MOST, Drafts
from control.sengoku.game import SENGOKU
from tests.conftest import sign_in
from tests.games import CODES, STAGES

RAISE = {"province": "kai", "troops": "2", "reason": "for the test", "key": "form-1"}


def test_a_form_sent_by_its_page_is_told_where_to_go_and_the_notice_stays_for_that_page(client):
    anna = client("map")
    answer = anna.post("/map/raise/garrison.raise", data=RAISE, headers={"X-Sending": "map"})
    assert (answer.status_code, answer.headers["X-Sending"]) == (200, "done")
    again = anna.post("/map/raise/garrison.raise", data=RAISE, headers={"X-Sending": "map"})
    assert again.json == answer.json
    assert "Kai" in answer.json["said"]
    page = anna.get(answer.json["to"]).text
    assert page.count('class="told"') == 1


def test_a_refusal_comes_as_its_page_and_says_that_we_gave_it(client):
    form = {**RAISE, "troops": "90"}
    answer = client("map").post("/map/raise/garrison.raise", data=form, headers={"X-Sending": "map"})
    assert (answer.status_code, answer.headers["X-Sending"]) == (422, "heard")
    assert 'data-answered="form-1"' in answer.text


def test_a_form_of_another_desk_or_of_nobody_waits_for_its_own(client, hall):
    for desk in (None, "team", "game"):
        answer = client(desk).post("/map/raise/garrison.raise", data=RAISE, headers={"X-Sending": "map"})
        assert (answer.status_code, answer.headers["X-Sending"]) == (401, "heard"), desk
    assert hall.entries() == []


def test_a_form_that_waited_goes_by_itself_for_nobody_but_who_filled_it_in(client, hall):
    anna = client("map")  # whose name is as conftest.sign_in writes it
    for name, status in (("Ben", 401), (quote("Ōta"), 200)):
        headers = {"X-Sending": "map", "X-Filled-In-By": name}
        answer = anna.post("/map/raise/garrison.raise", data=RAISE, headers=headers)
        assert answer.status_code == status, name
        assert len(hall.entries()) == (status == 200)
        assert answer.json.get("here", "Ōta") == "Ōta"


def test_what_a_page_sends_in_other_ways_does_nothing_under_another_sign_in(client, hall):
    for header, status in (({}, 303), ({"X-Desk": "game"}, 303), ({"X-Desk": "map"}, 401)):
        form = {**RAISE, "key": f"of {status} {header}"}
        assert client("game").post("/map/raise/garrison.raise", data=form, headers=header).status_code == status
    assert len(hall.entries()) == 2


def test_without_the_script_a_form_is_answered_as_ever(client):
    answer = client("map").post("/map/raise/garrison.raise", data=RAISE)
    assert (answer.status_code, answer.headers.get("X-Sending")) == (303, None)


def test_pages_say_whether_their_forms_may_lie_on_the_device(client):
    for desk, address, secret in (
        ("team", "/letters/", True),
        ("team", "/honour/", True),
        ("team", "/team/takeda", True),
        ("npd", "/books/", True),
        ("team", "/treaties/", True),
        ("map", "/treaties/hostages", True),
        ("game", "/season/", True),
        ("map", "/map/raise", False),
        ("map", "/orders/", False),
    ):
        page = client(desk).get(address, follow_redirects=True).text
        assert ("data-secret" in page.partition("hx-ext")[0]) is secret, address


def test_a_secret_form_of_an_open_page_says_so_by_itself(client, hall):
    STAGES["secret"](hall)
    for desk, address, action in (
        ("map", "/battles/1", "/battles/1/seal"),
        ("game", "/game/", "/game/correct"),
        ("game", "/announcements/", "/announcements/"),
        ("game", "/news-desk/", "/news-desk/choose"),
        ("game", "/journal/rewind/1", "/journal/rewind/1"),
    ):
        page = client(desk).get(address, follow_redirects=True).text
        forms = [one for one in re.findall(r"<form[^>]*>", page) if f'action="{action}' in one and "post" in one]
        forms = [one for one in forms if "stack" in one]  # what is typed into, not a button for a line of a list
        assert forms, (address, re.findall(r'action="([^"]*)"', page))
        assert all("data-secret" in one for one in forms), address


def test_drafts_of_secret_pages_lie_beside_the_game_and_go_with_their_sign_in(app, hall):
    before = hall.everything()
    anna, ben = sign_in(app, "team"), sign_in(app, "team")
    assert anna.post("/drafts/", data={"form": "/letters/", "draft": '{"is": "Let us hunt"}'}).status_code == 204
    assert anna.get("/drafts/").json == {"/letters/": '{"is": "Let us hunt"}'}
    assert ben.get("/drafts/").json == {}
    assert anna.get("/drafts/").headers["Cache-Control"] == "no-store"
    his = {"form": "/letters/", "draft": '{"is": "Not I"}', "name": "Ben"}  # from a page that is still open
    assert anna.post("/drafts/", data=his).status_code == 401
    assert anna.get("/drafts/").json == {"/letters/": '{"is": "Let us hunt"}'}
    assert hall.everything() == before
    file = Path(f"{hall.room.store.engine.url.database}-drafts")
    assert Drafts(file).of(ben.get("/drafts/").json or "nobody") == {}
    assert b"Let us hunt" in file.read_bytes()
    anna.post("/sign-out")
    assert b"Let us hunt" not in file.read_bytes()
    ben.post("/drafts/", data={"form": "/letters/", "draft": '{"is": "Burn this"}'})
    ben.post("/sign-in", data={"code": CODES["map"], "name": "Eva"}, answers=303)
    assert b"Burn this" not in file.read_bytes(), "who signs in at another desk leaves the one before"
    assert "draft" not in SENGOKU.tables


def test_drafts_outlive_the_server_and_are_few_and_small(tmp_path, app):
    file = tmp_path / "game.db-drafts"
    assert Drafts(file).of("anna") == {}
    assert not file.exists()
    for number in range(MOST + 5):
        Drafts(file).keep("anna", f"form {number}", "words")
    assert len(Drafts(file).of("anna")) == MOST
    assert "form 0" not in Drafts(file).of("anna")
    Drafts(file).keep("anna", "form 44", "")
    assert "form 44" not in Drafts(file).of("anna")
    Drafts(file).wipe("anna")
    assert Drafts(file).of("anna") == {}
    anna = sign_in(app, "team")
    anna.post("/drafts/", data={"form": "/letters/", "draft": "x" * (LARGEST + 1)})
    assert anna.get("/drafts/").json == {}


def test_a_form_that_is_answered_again_says_that_what_it_did_is_taken_back(client, hall):
    """Its answer was lost on the way; a colleague has undone it before it is asked for again."""
    browser, form = client("map"), {"province": "kai", "troops": "1", "reason": "a gift", "key": "lost"}
    for sending in ({"X-Sending": "map"}, {}):
        browser.post("/map/raise/garrison.raise", data={**form, "key": f"lost{sending}"}, headers=sending)
        hall.undo(hall.entries()[-1].number)
        again = browser.post("/map/raise/garrison.raise", data={**form, "key": f"lost{sending}"}, headers=sending)
        told = again.get_json()["said"] if sending else browser.get("/map/").text
        assert "It is taken back already." in told
    assert [one.action for one in hall.entries()] == ["garrison.raise", "journal.undo"] * 2


def test_what_stands_apart_says_so_too(client, hall):
    browser, headers = client("intelligence"), {"X-Sending": "intelligence"}
    form = {"kind": "spy", "clan": "Takeda", "target": "Uesugi", "points": "3", "question": "Wealth?", "key": "lost"}
    browser.post("/shadows/", data=form, headers=headers)
    hall.undo(hall.entries()[-1].number, "intelligence")
    assert "It is taken back already." in browser.post("/shadows/", data=form, headers=headers).get_json()["said"]
