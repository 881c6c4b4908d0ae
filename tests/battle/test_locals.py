"""The people of a non-aligned province: four answers to whoever wants to pass (R16)."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from control.kernel.actions.registry import perform
from control.kernel.actions.world import Umpire
from control.kernel.errors import ChangedElsewhere, OrderNotAllowed
from control.kernel.proof.verify import verify
from control.sengoku.battle.encounters import encounters_questions as queries
from control.sengoku.rows import Army, Character, Encounter, EncounterForce, Garrison, Passage, Province, Treaty
from tests.battle.test_battles import side
from tests.conftest import sign_in


def answer(hall, what, desk="npd", **more):
    """Answer for the people of Etchū."""
    return hall.do("locals.answer", desk, encounter=1, answer=what, **more)


def test_free_passage_lets_the_army_go_on_this_season_and_come_back(hall_at):
    hall = hall_at("question")
    hall.do("claim.take", kind="encounter", number=1)
    answer(hall, "passage")
    assert (hall.get(Encounter, 1).outcome, hall.get(Encounter, 1).answer) == ("pass", "passage")
    assert not hall.rows("claim"), "there is nothing left to work on"
    assert (hall.get(Passage, 1).clan, hall.get(Passage, 1).province, hall.get(Passage, 1).season) == (
        "uesugi",
        "etchu",
        0,
    )
    hall.march(1, "echigo", "etchu", late="he turns round")
    hall.phases(3, 4)
    assert hall.army(1).province == "etchu"
    assert {key for key in hall.state() if key[0] == "encounter"} == {("encounter", 1)}


def test_a_passage_is_for_one_season(hall_at):
    hall = hall_at("question")
    answer(hall, "passage")
    hall.march(1, "echigo", late="home")
    hall.phases(3, 4)
    hall.next_season()
    hall.march(1, "etchu")
    hall.phases(1, 2)
    assert hall.get(Encounter, 2).kind == "closed_province"


def test_who_joins_becomes_an_ally_with_an_army_of_his_own_beside_the_other(hall_at):
    hall = hall_at("question")
    brother = {"clan": "yuki", "name": "Yūki Tomo", "relation": "sibling", "age": 40}
    hall.do("person.add", "npd", **brother)
    hall.correct("character", "yuki-tomo", "experience", 4)
    hall.do("claim.take", kind="encounter", number=1)
    entry = answer(hall, "joins", troops=2)
    assert not hall.rows("claim"), "there is nothing left to work on"
    assert entry.sentence == "The people of Etchū let Uesugi pass, and Yūki joins them. With 2 counters."
    treaty = hall.get(Treaty, 2)
    assert (treaty.kind, treaty.one, treaty.other) == ("alliance", "uesugi", "yuki")
    army = hall.get(Army, 2)
    assert (army.clan, army.province, army.troops, army.standing) == ("yuki", "etchu", 2, True)
    assert army.general == "yuki-masakatsu", "the Daimyo himself, though an abler man is there"
    assert hall.get(Province, "etchu").raised == 2
    assert hall.get(Encounter, 1).outcome == "pass"
    hall.march(2, "echigo", late="they march together")
    hall.march(1, "echigo", late="they march together")
    hall.phases(3, 4)
    assert [hall.army(number).province for number in (1, 2)] == ["echigo", "echigo"], "both of them march"
    assert {key for key in hall.state() if key[0] == "encounter"} == {("encounter", 1)}


def test_who_fights_defends_the_intrinsic_value_and_lets_nobody_pass(hall_at):
    hall = hall_at("question")
    answer(hall, "fights")
    assert (hall.get(Encounter, 1).outcome, hall.get(Encounter, 1).answer) == ("", "fights")
    error = hall.refuse(OrderNotAllowed, "encounter.settle", encounter=1, outcome="pass")
    assert (error.field, error.ruling) == ("outcome", "R16")
    hall.settle()
    defence = side(hall, "defender")
    assert (defence.clan, defence.intrinsic) == ("yuki", hall.get(Province, "etchu").rice_value)


def test_a_quarrel_that_is_left_keeps_the_answer_of_the_people(hall_at):
    hall = hall_at("question")
    third = [hall.an_army(clan, "etchu") for clan in ("takeda", "hojo")]
    answer(hall, "fights")
    with hall.room.store.write() as session:
        for number in third:
            session.add(EncounterForce(id=90 + number, encounter=1, army=number))
    hall.do("encounter.settle", encounter=1, outcome="withdraw", who="uesugi", retreat_to="echigo")
    again = hall.get(Encounter, 2)
    assert (again.outcome, again.answer, again.province) == ("", "fights", "etchu")


@pytest.mark.parametrize(("said", "troops"), [("fights", {}), ("raises", {"troops": 2})])
def test_a_battle_called_off_lets_nobody_pass_whom_the_people_let_not(hall_at, said, troops):
    hall = hall_at("question")
    hall.march(1, "echigo", late="he may go back")
    answer(hall, said, **troops)
    hall.settle()
    entry = hall.end()
    assert entry.sentence.endswith(
        "called off before the first round. Its people let nobody pass yet: encounter 2 (R16)."
    )
    again = hall.get(Encounter, 2)
    assert (again.kind, again.province, again.outcome, again.answer) == ("closed_province", "etchu", "", said)
    assert hall.army(1).halted
    error = hall.refuse(OrderNotAllowed, "encounter.settle", encounter=2, outcome="pass")
    assert (error.field, error.ruling) == ("outcome", "R16")
    hall.settle(2)
    assert side(hall, "defender", 2).clan == "yuki"
    assert verify(hall.room).same


def test_an_army_that_keeps_aside_is_not_let_pass_by_who_lets_nobody_pass(hall):
    for general in ("uesugi-kenshin", "nagao-masakage"):
        hall.march(hall.an_army("uesugi", "echigo", 4, experience=4, general=general), "etchu", "hida")
    hall.phases(1)
    answer(hall, "fights")
    entry = hall.settle(aside=["A2"])
    assert entry.sentence.endswith("Its people let nobody pass yet: encounter 2 (R16).")
    again = hall.get(Encounter, 2)
    assert (again.kind, again.province, again.outcome, again.answer) == ("closed_province", "etchu", "", "fights")
    assert hall.refuse(OrderNotAllowed, "encounter.settle", encounter=2, outcome="pass").ruling == "R16"
    assert "encounter 3" in hall.end().sentence, "who fought meets them by himself"
    assert [row["army"] for row in hall.rows("encounter_force")] == [1, 2, 2, 1]
    assert verify(hall.room).same


@pytest.mark.parametrize("raised", [True, False])
def test_a_garrison_lets_nobody_pass_either_when_the_army_that_it_beat_goes_home(hall, raised):
    for general in ("uesugi-kenshin", "nagao-masakage"):
        hall.march(hall.an_army("uesugi", "echigo", 4, experience=4, general=general), "etchu", "hida")
    if not raised:
        hall.do("garrison.raise", "npd", province="etchu", troops=2, reason="they keep watch")
    hall.phases(1)
    answer(hall, "raises" if raised else "fights", **({"troops": 2} if raised else {}))
    hall.settle(aside=["A2"])
    assert hall.get(Encounter, 2).answer
    hall.fight(1)
    hall.end(then="attacker_withdraws")
    assert hall.get(Encounter, 2).outcome == "", "the garrison stands there yet"
    assert hall.refuse(OrderNotAllowed, "encounter.settle", encounter=2, outcome="pass").ruling == "R16"
    hall.settle(2)
    assert (side(hall, "defender", 2).clan, side(hall, "defender", 2).intrinsic) == ("yuki", 0)
    assert verify(hall.room).same


def test_people_who_were_beaten_stop_nobody_though_another_umpire_has_it_in_hand(hall):
    for general in ("uesugi-kenshin", "nagao-masakage"):
        hall.march(hall.an_army("uesugi", "echigo", 12, experience=4, general=general), "etchu", "hida")
    hall.phases(1)
    answer(hall, "fights")
    hall.settle(aside=["A2"])
    perform(hall.room, Umpire("Ana", "map"), "claim.take", {"kind": "encounter", "number": 2})
    hall.fight(6)
    hall.end()
    assert hall.get(Encounter, 2).outcome == ""
    order = {"encounter": 2, "outcome": "pass"}
    entry = perform(hall.room, Umpire("Ana", "map"), "encounter.settle", order)
    assert hall.get(Encounter, 2).outcome == "pass", entry.sentence
    assert verify(hall.room).same


def test_pass_is_on_the_card_once_the_people_who_stop_it_were_beaten(hall, client):
    for general in ("uesugi-kenshin", "nagao-masakage"):
        hall.march(hall.an_army("uesugi", "echigo", 12, experience=4, general=general), "etchu", "hida")
    hall.phases(1)
    answer(hall, "fights")
    hall.settle(aside=["A2"])
    perform(hall.room, Umpire("Ana", "map"), "claim.take", {"kind": "encounter", "number": 2})
    assert "pass" not in hall.ask(queries.encounter, 2, "map").outcomes
    hall.fight(6)
    hall.end()
    assert "pass" in hall.ask(queries.encounter, 2, "map").outcomes
    assert 'id="pass-2"' in client("game").get("/map/encounters/2").text


def test_game_control_lets_through_by_form_whom_the_people_let_not(hall_at, app_of):
    hall = hall_at("question")
    answer(hall, "fights")
    app = app_of(hall)
    assert 'id="pass"' not in sign_in(app, "map").get("/map/encounters/1").text
    desk = sign_in(app, "game")
    page = desk.get("/map/encounters/1").text
    assert 'id="pass-force"' in page
    form = {"outcome": "pass", "at": "encounter", "version": str(hall.get(Encounter, 1).version)}
    wrong = desk.post("/map/encounters/1/settle", data={**form, "key": "a"}, answers=422)
    assert "let nobody pass" in wrong.text
    desk.post("/map/encounters/1/settle", data={**form, "force": "a bribe", "key": "b"}, answers=303)
    assert hall.get(Encounter, 1).outcome == "pass"


def test_troops_raised_count_instead_of_the_intrinsic_value(hall_at):
    hall = hall_at("question")
    answer(hall, "raises", troops=2)
    garrison = hall.get(Garrison, 2)
    assert (garrison.clan, garrison.province, garrison.troops) == ("yuki", "etchu", 2)
    assert hall.get(Encounter, 1).outcome == ""
    assert hall.refuse(OrderNotAllowed, "encounter.settle", encounter=1, outcome="pass").ruling == "R16"
    hall.settle()
    assert (side(hall, "defender").intrinsic, side(hall, "defender").troops) == (0, 2)


def test_who_was_refused_may_go_back_the_way_he_came(hall_at):
    hall = hall_at("question")
    answer(hall, "raises", troops=1)
    entry = hall.do("encounter.settle", encounter=1, outcome="withdraw", who="uesugi")
    assert (hall.army(1).province, hall.army(1).halted) == ("echigo", "withdrew")
    assert entry.sentence == "In Etchū, Uesugi withdrew. Army A1-3 went to Echigo."


def test_map_control_that_lets_them_pass_has_noted_a_passage(hall_at):
    hall = hall_at("question")
    hall.settle(outcome="pass")
    assert [row["clan"] for row in hall.rows("passage")] == ["uesugi"], "whose land it is needs none"
    assert hall.get(Encounter, 1).answer == "passage"


def test_a_garrison_that_stands_there_is_asked_as_well(hall):
    hall.do("garrison.raise", province="etchu", troops=1)
    hall.comes("uesugi", "echigo", "etchu", 5)
    assert hall.get(Encounter, 1).kind == "meeting"
    answer(hall, "passage")
    assert hall.get(Encounter, 1).outcome == "pass"
    hall.march(1, "echigo", "etchu", late="he turns round")
    hall.phases(2, 3)
    assert ("encounter", 2) not in hall.state()


def test_the_second_answer_is_refused(hall_at):
    hall = hall_at("question")
    answer(hall, "fights")
    error = hall.refuse(ChangedElsewhere, "locals.answer", encounter=1, answer="passage")
    assert error.sentence == "The people of Etchū have answered already: fights."


def test_the_locals_raise_no_more_than_their_province_is_worth_unless_forced(hall_at):
    hall = hall_at("question")
    value = hall.get(Province, "etchu").rice_value
    for what in ("joins", "raises"):
        error = hall.refuse(OrderNotAllowed, "locals.answer", "npd", encounter=1, answer=what, troops=value + 1)
        assert (error.field, error.ruling) == ("troops", "R23")
    answer(hall, "raises", "game", troops=value + 1, force="they are desperate")


def test_those_who_play_answer_for_themselves(hall_at):
    hall = hall_at("encounter")
    assert hall.refuse(OrderNotAllowed, "locals.answer", "npd", encounter=1, answer="passage").ruling == "R16"


@pytest.mark.parametrize(
    ("what", "more"),
    [
        ("passage", {}),
        ("joins", {"troops": 2}),
        ("fights", {}),
        ("raises", {"troops": 2}),
    ],
)
def test_every_answer_is_taken_back_whole(hall_at, what, more):
    hall = hall_at("question")
    before = hall.state()
    entry = answer(hall, what, **more)
    after = hall.state()
    undo = hall.undo(entry.number)
    assert hall.state() == before
    hall.undo(undo.number)
    assert hall.state() == after
    assert verify(hall.room).same


def test_the_question_tells_nothing_of_who_comes_or_how_many(hall_at):
    hall = hall_at("question")
    hall.correct("army", 1, "troops", 7777)
    [found] = hall.ask(queries.questions, "npd")
    assert (found.asker.name, found.holder.name, found.province_name) == ("Uesugi", "Yūki", "Etchū")
    assert "7777" not in repr(found)
    assert "Kenshin" not in repr(found)


def test_nobody_joins_where_nobody_is_left_to_lead(hall_at):
    hall = hall_at("question")
    people = hall.every(select(Character.id).where(Character.clan == "yuki"))
    for person in people:
        hall.correct("character", person, "alive", False)
    error = hall.refuse(OrderNotAllowed, "locals.answer", "npd", encounter=1, answer="joins", troops=1)
    assert (error.field, error.ruling) == ("answer", "R16")
    assert error.sentence == "Yūki has nobody left to lead an army. They may let Uesugi pass instead."
