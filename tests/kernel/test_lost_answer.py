"""What was kept stands, whatever becomes of its answer; and nobody is told that nothing was changed."""

from __future__ import annotations

import ast
import contextlib
import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import event
from sqlalchemy.exc import OperationalError

import control
from control.kernel.database.store import BUSY, IN_DOUBT
from control.kernel.errors import NotKept
from control.kernel.pages import doing
from control.sengoku.battle.losses import draws_questions
from tests.conftest import sign_in
from tests.games import CODES, Hall

AWAY = "server closed the connection unexpectedly"
STANDS = "What you sent was done, and stands. Only what came of it cannot be shown now."
TEA = {"text": "Tea."}


@pytest.fixture
def goes_away(hall):
    """The database goes away as soon as something was kept; what brings it back."""
    store, gone = hall.room.store, []

    def asked(_connection, _cursor, statement, *_more):
        if gone:
            raise OperationalError(statement, {}, sqlite3.OperationalError(AWAY))

    store.listeners.append(lambda: gone.append(True))
    event.listen(store.engine, "before_cursor_execute", asked)
    yield gone.clear
    store.listeners.pop()
    event.remove(store.engine, "before_cursor_execute", asked)


@pytest.fixture
def undo(hall, app):
    """An undo, whose answer names other entries and so asks for their numbers."""
    hall.do("announcement.post", "game", **TEA)
    return lambda **headers: app.test_client().post(
        "/api/actions/journal.undo",
        json={"entry": 1},
        headers={"Authorization": f"Bearer {CODES['game']}", "Idempotency-Key": "once", **headers},
    )


def test_a_script_is_told_that_it_stands_and_its_key_finds_it_again(hall, undo, request):
    back = request.getfixturevalue("goes_away")
    answer = undo()
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
    assert answer.get_json()["error"] == f"{STANDS} The database server does not answer."
    back()
    assert len(hall.entries()) == 2
    again = undo()
    assert (again.status_code, again.get_json()["number"]) == (200, 2)
    back()
    assert len(hall.entries()) == 2


def test_whoever_sent_a_form_reads_that_it_stands_and_finds_its_notice_when_the_database_is_back(app, hall, goes_away):
    client = sign_in(app, "game")
    goes_away()
    to = client.post("/announcements/", data={**TEA, "key": "one"}, answers=303).headers["Location"]
    answer = client.get(to)
    assert answer.status_code == 503
    assert f"{STANDS} The database server does not answer." in answer.text
    assert "<h1>It was done</h1>" in answer.text
    assert "Nothing was changed" not in answer.text
    goes_away()
    assert hall.entries()[0].sentence in client.get(to).text
    assert len(hall.entries()) == 1


def test_a_form_that_a_page_sends_by_itself_is_done_though_nothing_can_be_said_of_it(app, hall, goes_away):
    client = sign_in(app, "game")
    goes_away()
    answer = client.post("/announcements/", data=TEA, headers={"X-Sending": "game"}, answers=200)
    assert (answer.headers["X-Sending"], answer.get_json()["said"]) == ("done", "")


def test_a_page_that_fails_by_our_fault_after_it_was_done_says_that_it_stands(app, hall, monkeypatch):
    def broken(*_given, **_more):
        raise ZeroDivisionError

    monkeypatch.setattr("control.kernel.pages.doing.own_number", broken)
    monkeypatch.setattr("control.kernel.pages.doing.told_when_made", lambda *_given: None)
    answer = sign_in(app, "game").post("/announcements/", data=TEA, headers={"X-Sending": "game"}, answers=500)
    assert answer.headers["X-Sending"] == "sent"
    assert f"This is our fault, not yours. {STANDS} Reference " in answer.text
    assert len(hall.entries()) == 1


@pytest.mark.parametrize("trouble", [NotKept(BUSY), ZeroDivisionError()])
def test_a_form_that_does_one_thing_after_the_other_says_that_some_of_it_was_done(
    hall_at, app_of, monkeypatch, trouble
):
    hall = hall_at("winter")
    client = sign_in(app_of(hall), "map")
    due = [key[1] for key, row in hall.state().items() if key[0] == "risk_draw" and not row["card"]]
    one_each, perform_all, turns = draws_questions.one_each, doing.perform_all, []

    def fails_at_the_second(*given, **more):
        turns.append(1)
        if len(turns) == 2:
            raise trouble
        return perform_all(*given, **more)

    monkeypatch.setattr(draws_questions, "one_each", lambda *given: one_each(*given)[:1])
    monkeypatch.setattr(doing, "perform_all", fails_at_the_second)
    before = len(hall.entries())
    form = {"key": "one", "draws": " ".join(map(str, due))}
    answer = client.post("/people/draws", data=form, answers=503 if isinstance(trouble, NotKept) else 500)
    assert len(hall.entries()) == before + 1
    assert "Some of what you sent was done, and stands. Look again at what is left." in answer.text
    assert "Nothing was changed" not in answer.text
    client.post("/people/draws", data=form, answers=303)  # sent again, what is left is done


def test_every_page_of_a_game_knows_that_what_it_did_stands():
    """Whatever goes wrong after it is said of the answer alone: what a page performs, it performs within `doing`."""
    past = []
    for game in ("sengoku", "sekigahara"):
        for file in (Path(control.__file__).parent / game).rglob("*_pages.py"):
            tree = ast.parse(file.read_text(encoding="utf-8"))
            within = {
                id(call)
                for block in ast.walk(tree)
                if isinstance(block, ast.With) and ast.unparse(block.items[0]) == "doing()"
                for call in ast.walk(block)
            }
            past += [
                f"{file.name}:{call.lineno}"
                for call in ast.walk(tree)
                if isinstance(call, ast.Call)
                and ast.unparse(call.func) in ("perform", "perform_all", "perform_together")
                and id(call) not in within
            ]
    assert past == []


def test_of_what_was_being_kept_when_the_server_went_away_nobody_says_that_it_was_not_done(app_of, halls_there):
    hall = Hall(halls_there.at("start"))
    client = sign_in(app_of(hall), "game")

    def kept(_connection, _cursor, statement, *_more):
        if statement.endswith("COMMIT"):
            raise OperationalError(statement, {}, sqlite3.OperationalError(AWAY))

    with contextlib.ExitStack() as heard:
        engine = hall.room.store.engine
        event.listen(engine, "after_cursor_execute", kept)
        heard.callback(event.remove, engine, "after_cursor_execute", kept)
        answer = client.post("/announcements/", data={**TEA, "key": "one"}, answers=503)
    assert IN_DOUBT in answer.text
    assert "<h1>Perhaps it was done</h1>" in answer.text
    assert "Nothing was changed" not in answer.text
    assert client.post("/announcements/", data={**TEA, "key": "one"}, answers=303)
    assert len(hall.entries()) == 1


def test_where_nothing_was_done_that_is_said(app, hall, goes_away):
    client = sign_in(app, "game")
    hall.room.store.listeners[-1]()
    answer = client.post("/announcements/", data=TEA, headers={"X-Sending": "game"}, answers=503)
    assert answer.headers["X-Sending"] == "heard"
    assert "The database server does not answer. Nothing was changed." in answer.text
    assert "<h1>Nothing was changed</h1>" in answer.text
    goes_away()
    assert hall.entries() == []
