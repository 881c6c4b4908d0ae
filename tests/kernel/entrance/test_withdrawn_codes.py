"""Codes that were withdrawn open nothing, do not come back by an undo, and stand in no journal entry."""

from __future__ import annotations

import json

from control.kernel.codes import DESK_CODE, DESK_LETTERS
from control.kernel.errors import OrderNotAllowed
from control.kernel.proof.verify import verify
from control.kernel.rows import Desk, Game
from control.sengoku.rules.people.generals_codes import general_code
from control.sengoku.world.people.generals_questions import code_of_army
from tests.conftest import sign_in
from tests.games import CODES


def test_a_new_code_of_a_desk_opens_it_and_the_old_one_nothing(app, hall):
    old = CODES["map"]
    entry = hall.do("desk.new_code", "game", desk="map")
    new = hall.get(Desk, "map").code
    assert len(new) == DESK_CODE
    assert set(new) <= set(DESK_LETTERS)
    assert app.test_client().post("/sign-in", data={"code": old}).status_code == 422
    assert app.test_client().post("/sign-in", data={"code": f"{new[:4]}-{new[4:]}".upper()}).status_code == 303
    assert new not in json.dumps([one.as_dict() for one in hall.entries()]), "a copy of the journal lets nobody in"
    assert "since" not in json.dumps(entry.changes)
    again = hall.do("desk.new_code", "game", desk="map")
    assert hall.get(Desk, "map").code not in (old, new)
    assert again.number == 2
    assert verify(hall.room).same


def test_signing_out_ends_the_sessions_of_that_desk_and_of_no_other(app, hall):
    mine, other = sign_in(app, "map"), sign_in(app, "team")
    hall.do("desk.new_code", "game", desk="map")
    assert mine.get("/map/").status_code == 200, "only the code was withdrawn"
    hall.do("desk.new_code", "game", desk="map", sign_out=True)
    assert mine.get("/map/").location.startswith("/sign-in")
    assert mine.post("/map/raise/garrison.raise", data={"province": "kai", "troops": "1"}).status_code == 303
    assert len(hall.entries()) == 2, "nothing was done"
    assert "given your desk a new code" in mine.get("/sign-in").text
    assert other.get("/team/").status_code == 200
    assert mine.post("/sign-in", data={"code": hall.get(Desk, "map").code}).status_code == 303
    assert mine.get("/map/").status_code == 200
    hall.do("desk.new_code", "game", desk="map")
    assert mine.get("/map/").status_code == 200


def test_game_control_withdraws_its_own_code_and_stays(app, hall):
    mine, colleague = sign_in(app, "game"), sign_in(app, "game")
    mine.post("/game/new-code", data={"desk": "game", "sign_out": "true"}, answers=303)
    code = hall.get(Desk, "game").code
    assert f"{code[:4]}-{code[4:]}" in mine.get("/game/").text
    assert colleague.get("/game/").location.startswith("/sign-in")


def test_no_undo_brings_a_withdrawn_code_back(hall_at):
    hall = hall_at("orders")
    for name, order in (("desk.new_code", {"desk": "map"}), ("army.new_code", {"army": 2})):
        entry = hall.do(name, "game", **order)
        error = hall.refuse(OrderNotAllowed, "journal.undo", "game", entry=entry.number, force="a slip")
        assert "stays done" in error.sentence


def test_a_generals_code_is_his_as_long_as_he_leads_that_army(hall_at):
    hall = hall_at("orders")
    first = hall.ask(code_of_army, 2)
    assert first == general_code(hall.get(Game, 1).secret, 2, "takeda-harunobu", 0)
    hall.do("army.new_code", army=2)
    second = hall.ask(code_of_army, 2)
    entry = hall.correct("army", 2, "general", "obu-toramasa")
    third = hall.ask(code_of_army, 2)
    assert len({first, second, third}) == 3
    hall.undo(entry.number)
    assert hall.ask(code_of_army, 2) not in (first, third)
    assert verify(hall.room).same


def test_what_no_card_of_his_army_says_ends_no_code_of_a_general(hall_at):
    hall = hall_at("orders")
    code = hall.ask(code_of_army, 2)
    hall.correct("character", "takeda-harunobu", "ancestor", "Minamoto no Yoshimitsu", desk="game")
    assert hall.ask(code_of_army, 2) == code
    assert [row["paper"] for row in hall.rows("reprint") if row["army"] == 2] == []


def test_an_army_that_is_gone_needs_no_code(hall_at):
    hall = hall_at("orders")
    hall.do("army.disband", army=2)
    assert "no longer on the map" in hall.refuse(OrderNotAllowed, "army.new_code", army=2).sentence


def test_an_army_may_be_taken_back_although_its_general_got_a_new_code(hall_at):
    hall = hall_at("orders")
    formed = hall.do("army.form", general="obu-toramasa", province="hida", troops=1)
    first = hall.ask(code_of_army, 3)
    hall.do("army.new_code", army=3)
    undone = hall.undo(formed.number)
    hall.undo(undone.number)
    assert hall.ask(code_of_army, 3) != first, "the old paper opens nothing, also when the army is there again"


def test_whoever_no_longer_plays_the_general_knows_no_code_of_his(hall_at):
    hall = hall_at("casting")
    first = hall.ask(code_of_army, 1)
    hall.do("part.swap", "game", one="takeda-harunobu", other="obu-toramasa")
    assert hall.ask(code_of_army, 1) != first


def test_the_door_of_the_generals_takes_a_code_however_it_is_typed(app_of, hall_at):
    hall = hall_at("orders")
    phone = app_of(hall).test_client()
    code = hall.ask(code_of_army, 2)
    for typed in (code, f" {code.lower()} ", code.replace("-", " - "), code.replace("-", " "), code.replace("-", "")):
        opened = phone.get("/tactic/", query_string={"code": typed})
        assert opened.status_code == 303, typed
        assert "Takeda Harunobu" in phone.get(opened.location).text
    wrong = phone.get("/tactic/", query_string={"code": "2-AAAA-AAAA"})
    assert (wrong.status_code, "No general has this code" in wrong.text) == (400, True)


def test_a_new_code_for_a_desk_stands_in_the_way_of_no_undo(hall_at):
    hall = hall_at("orders")
    ended = hall.next_season()
    hall.do("desk.new_code", "game", desk="team")
    issue = hall.get(Desk, "team").issue
    hall.undo(ended.number)
    assert hall.state()[("game", 1)]["season"] == "spring"
    assert hall.get(Desk, "team").issue == issue
