"""A second umpire: what is critical waits until another has said yes, and is done then (R44)."""

from __future__ import annotations

import pytest

from control.kernel.actions.registry import perform
from control.kernel.actions.world import Umpire
from control.kernel.errors import ChangedElsewhere, OrderNotAllowed, OrderNotUnderstood
from control.kernel.hall.confirmations.confirmations_questions import to_confirm
from control.kernel.journal.state_questions import part
from control.kernel.proof.verify import verify
from control.kernel.rows import Confirmation, JournalEntry
from control.sengoku.rows import Honour
from tests.conftest import sign_in

ASKED = 2001
"""The first that Team Control asks for: each desk counts its own."""
MUCH = {"clan": "oda", "reason": "event", "points": 30}


def umpire(hall, name, action, desk="team", **order):
    """An umpire of that name does it."""
    return perform(hall.room, Umpire(name, desk), action, order)


def waits(hall, name, desk):
    """What waits at a desk, and whether it is his own."""
    return [(one.id, one.mine) for one in hall.ask(to_confirm, name, desk)]


def test_nothing_but_the_asking_is_written_down_until_another_umpire_says_yes(hall_at):
    hall = hall_at("waiting")
    assert hall.count(Honour) == 0
    assert waits(hall, "Team Control", "team") == [(ASKED, True)]
    assert waits(hall, "Hanako", "team") == waits(hall, "Game Control", "game") == [(ASKED, False)]
    entry = umpire(hall, "Hanako", "confirmation.give", confirmation=1)
    assert entry.sentence == "Honour: Oda +30: Splendid public event. Confirmed by Hanako."
    assert (entry.umpire, hall.get(Honour, 1).umpire, hall.get(Confirmation, ASKED).answer) == (
        "Hanako",
        "Team Control",
        "given",
    )
    assert "given already" in hall.refuse(ChangedElsewhere, "confirmation.give", "game", confirmation=1).sentence
    assert verify(hall.room).same


@pytest.mark.parametrize("name", ["anna", "Ánna", "An na"])
def test_who_asked_is_no_second_umpire_however_the_name_is_written(hall, name):
    umpire(hall, "Anna", "honour.log", **MUCH)
    assert waits(hall, name, "team") == [(ASKED, True)]
    with pytest.raises(OrderNotAllowed, match="You asked for this yourself"), hall.untouched():
        umpire(hall, name, "confirmation.give", confirmation=1)
    assert waits(hall, name, "game") == [(ASKED, False)]
    umpire(hall, "Änne", "confirmation.give", confirmation=1)


def test_names_of_signs_alone_are_two_umpires(hall):
    umpire(hall, "🐉", "honour.log", **MUCH)
    assert umpire(hall, "🦊", "confirmation.give", confirmation=1).umpire == "🦊"


def test_what_was_confirmed_when_names_were_compared_by_the_letter_is_replayed(hall, monkeypatch):
    umpire(hall, "Anna", "honour.log", **MUCH)
    with monkeypatch.context() as before:
        before.setattr("control.kernel.hall.confirmations.confirmations_actions.asked_himself", lambda *_: False)
        umpire(hall, "anna", "confirmation.give", confirmation=1)
    assert verify(hall.room).same


def test_a_correction_waits_for_as_much_as_it_books(hall):
    hall.do("honour.log", "team", clan="oda", reason="event", points=10)
    asked = hall.do("honour.correct", "team", honour=1, points=-10, reason="the other clan saw it")
    assert "it is −20 of honour at once" in asked.sentence
    assert hall.count(Honour) == 1
    hall.do("honour.correct", "team", honour=1, points=4, reason="a small one")
    assert hall.count(Honour) == 2


def test_what_would_be_refused_does_not_wait(hall):
    error = hall.refuse(OrderNotAllowed, "honour.log", "team", clan="oda", reason="bow", points=30)
    assert error.field == "character"
    assert hall.count(Confirmation) == 0


def test_the_checks_are_made_again_when_it_is_confirmed(hall_at):
    hall = hall_at("waiting")
    hall.do("honour.log", "team", clan="oda", reason="event")
    with hall.untouched():
        assert hall.refuse(ChangedElsewhere, "confirmation.give", "game", confirmation=1).field == "twice"
    hall.do("confirmation.decline", "game", confirmation=1)
    assert waits(hall, "Hanako", "team") == []


def test_game_control_forces_it_at_once_and_another_desk_does_not(hall):
    entry = hall.do("honour.log", "game", **MUCH, force="the Emperor himself saw it")
    assert entry.sentence.endswith("Forced: the Emperor himself saw it.")
    assert hall.count(Confirmation) == 0
    hall.do("honour.log", "team", **MUCH, force="me too", twice=True)
    assert hall.count(Honour) == 1


def test_the_rule_can_be_switched_off(hall):
    hall.do("ruling.change_option", "game", option="second_umpire", now="on", value="off", reason="we are three")
    hall.do("honour.log", "team", **MUCH)
    assert hall.count(Honour) == 1


def test_what_was_confirmed_is_taken_back_as_one_and_can_be_confirmed_again(hall_at):
    hall = hall_at("waiting")
    hall.do("confirmation.give", "game", confirmation=1)
    hall.undo(2, "game", "")
    assert (hall.count(Honour), hall.get(Confirmation, ASKED).answer) == (0, "")
    hall.undo(1, "team", "")
    assert hall.count(Confirmation) == 0


@pytest.mark.parametrize("desk", ["map", "npd", "intelligence", "bakufu"])
def test_a_desk_that_may_not_read_it_is_told_nothing_of_it(hall_at, app_of, desk):
    hall = hall_at("waiting")
    assert hall.ask(part, "confirmations", desk) == []
    client = sign_in(app_of(hall), desk)
    for address in ("/confirmations/", "/announcements/banner", "/api/state/confirmations"):
        sent = client.get(address).text
        assert "Splendid" not in sent, address
        assert "waits for a second umpire" not in sent, address
    client.post("/confirmations/", data={"confirmation": "1", "key": "k"}, answers=400)


def test_before_it_is_done_the_desks_that_will_hear_of_it_hear_nothing(hall):
    asked = hall.do("honour.log", "game", **MUCH)
    assert asked.audience == " game "
    assert hall.ask(part, "confirmations", "team") == []
    done = umpire(hall, "Jirō", "confirmation.give", "game", confirmation=1)
    assert done.audience == " game team "


def test_the_orders_own_words_are_for_the_desk_that_leads(hall_at):
    with hall_at("waiting").room.store.read() as session:
        (theirs,), (ours,) = (part(session, "confirmations", desk) for desk in ("team", "game"))
        assert "arguments" not in theirs
        assert ours["arguments"]["points"] == 30
        assert session.get_one(JournalEntry, 1).audience == " game team "


def test_another_umpire_of_the_desk_is_told_on_every_page_and_confirms_by_one_tap(hall_at, app_of):
    hall = hall_at("waiting")
    client = sign_in(app_of(hall), "team")
    assert "waits for a second umpire" in client.get("/honour/book").text
    assert "Honour: Oda +30" in client.get("/confirmations/").text
    assert client.post("/confirmations/", data={"confirmation": "1", "key": "k"}).status_code == 303
    assert hall.count(Honour) == 1
    client.post("/confirmations/", data={"confirmation": "1", "key": "l"}, answers=409)


def test_a_number_that_waits_nowhere_is_refused_in_a_sentence(hall):
    error = hall.refuse(OrderNotUnderstood, "confirmation.decline", "game", confirmation=7)
    assert error.sentence == "Nothing with the number 7 waits here for a second umpire."
