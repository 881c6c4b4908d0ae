"""The keys of scripts: what is sent under one is done once, whatever else is sent under it and whatever became of it,
after a restart, and by two processes of one game at the same moment."""

from __future__ import annotations

import json
from functools import partial

import pytest

from control.kernel.actions.world import Room
from control.kernel.application import application_of
from control.kernel.database.store import open_store
from control.kernel.open_room import OpenRoom
from control.kernel.proof.verify import verify
from control.sengoku.game import SENGOKU
from control.sengoku.rows import Province
from tests.conftest import sign_in
from tests.games import CODES, Hall, close
from tests.kernel.actions.test_doubles import at_once

KAI = {"province": "kai", "troops": 1, "reason": "a gift"}
OTHER = "This form was sent already, with another order (entry 1). Open the page again."


def sent(app, order, name="garrison.raise", desk="map", key="once"):
    """What a script is answered that sends an order under a key."""
    headers = {"Authorization": f"Bearer {CODES[desk]}", "Idempotency-Key": key}
    answer = app.test_client().post(f"/api/actions/{name}", data=json.dumps(order), headers=headers)
    return answer.status_code, answer.get_json()


@pytest.fixture(params=["a file", "PostgreSQL"])
def two(request, shipped, app_of):
    """Two processes' rooms of one game; of a file, which one process serves, the same one twice."""
    if request.param == "a file":
        app = app_of(request.getfixturevalue("hall"))
        yield app, app
        return
    halls = request.getfixturevalue("halls_there")
    first, store = app_of(Hall(halls.at("start"))), open_store(halls.url)
    yield first, OpenRoom(first.application, Room(store, shipped))
    store.close()


@pytest.mark.parametrize(
    ("name", "order"),
    [
        ("garrison.raise", {**KAI, "troops": 2}),
        ("garrison.raise", {**KAI, "province": "shinano"}),
        ("garrison.raise", {**KAI, "twice": True}),
        ("movement.run_phase", {"phase": 1}),
        ("journal.undo", {"entry": 1}),
    ],
)
def test_a_key_under_which_something_else_was_done_does_nothing_and_says_so(two, name, order):
    one, other = two
    assert sent(one, KAI)[0] == 200
    hall = Hall(other.room)
    with hall.untouched():
        status, answer = sent(other, order, name)
    assert (status, answer["error"], answer["field"]) == (422, OTHER, "key")


def test_a_key_of_another_desk_is_another_key(two):
    one, other = two
    assert [sent(one, KAI)[0], sent(other, {**KAI, "twice": True}, desk="game")[0]] == [200, 200]
    assert Hall(one.room).get(Province, "kai").raised == 2


PHASES = {"phase": 1, "to": 2}  # several orders of one form, each with its key and its place among them


@pytest.mark.parametrize(
    ("path", "form", "made_up", "key"),
    [
        ("/map/raise/garrison.raise", KAI, "game/once", "once"),
        ("/map/raise/garrison.raise", KAI, "game//once", "once"),
        ("/map/phase", PHASES, "game", "0"),
    ],
)
def test_a_key_that_somebody_makes_up_for_a_form_is_none_of_a_script(hall, app_of, path, form, made_up, key):
    app = app_of(hall)
    assert sign_in(app, "map").post(path, data={**form, "key": made_up}).status_code == 303
    assert sent(app, {**KAI, "twice": True}, desk="game", key=key)[0] == 200


@pytest.mark.parametrize("how", ["undone", "rewound", "undone and done again", "a season later"])
def test_whatever_became_of_it_a_key_is_answered_as_at_first_and_nothing_is_done_again(two, how):
    one, other = two
    first, hall = sent(one, KAI), Hall(one.room)
    match how:
        case "undone":
            hall.undo(1)
        case "rewound":
            hall.do("journal.rewind", "game", entry=1, goes=[])
        case "undone and done again":
            hall.undo(hall.undo(1).number)
        case _:
            hall.next_season()
    raised = hall.get(Province, "kai").raised
    with hall.untouched():
        assert sent(other, KAI) == first
    assert hall.get(Province, "kai").raised == raised


def test_a_restart_forgets_no_key(hall, app_of):
    first = sent(app_of(hall), KAI)
    close(hall.room)
    again = Room(open_store(hall.room.store.file), hall.room.scenario)
    assert sent(OpenRoom(application_of(SENGOKU), again), KAI) == first
    close(again)


def test_two_processes_that_are_sent_one_key_at_the_same_moment_do_it_once(two):
    answers = at_once([lambda app=app: sent(app, KAI) for app in two * 4])
    assert {status for status, _ in answers} == {200}
    assert {answer["number"] for _, answer in answers} == {1}
    assert Hall(two[0].room).get(Province, "kai").raised == 1


def test_of_two_orders_under_one_key_at_the_same_moment_one_is_done_and_the_other_told(two):
    one, other = two
    for turn in range(4):
        shinano, key = {**KAI, "province": "shinano"}, f"turn {turn}"
        answers = at_once([partial(sent, one, KAI, key=key), partial(sent, other, shinano, key=key)])
        assert sorted(status for status, _ in answers) == [200, 422]
    assert verify(one.room).same
