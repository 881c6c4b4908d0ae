"""Splitting and merging armies, commands that change hands, garrisons taken along and left (handbook 5 and 6)."""

from __future__ import annotations

import pytest

from control.kernel.errors import OrderNotAllowed
from control.kernel.proof.verify import verify
from control.sengoku.march.manoeuvres import manoeuvres_actions
from control.sengoku.march.orders.orders_questions import draft
from control.sengoku.people import corrections_actions
from control.sengoku.rows import Army, Companion, Garrison, MarchOrder, Recovery
from control.sengoku.world.forces.forces_questions import army
from tests.battle.test_risk import ACE, HEART, draw_of, rows


@pytest.fixture
def hojo(hall):
    """Army 1 (Ujiyasu, experience 3, 6 counters) and army 2 (Tsunanari, 2, with 3) in Musashi, 4 in garrison."""
    hall.an_army("hojo", "musashi", 6, 3, "hojo-ujiyasu")
    hall.an_army("hojo", "musashi", 3, 2, "hojo-tsunanari")
    hall.do("garrison.raise", province="musashi", troops=4)
    return hall


def split(hall, general="hojo-genan", troops=2, army=1, **more):
    """Split an army off; its number."""
    entry = hall.do("army.split", army=army, general=general, troops=troops, **more)
    return next(change["key"][0] for change in entry.changes if change["table"] == "army" and not change["before"])


def drawn(hall, card=HEART, general="uesugi-kenshin"):
    """A general draws his card after a battle."""
    hall.do("risk.draw", draw=draw_of(hall, general), card=card)


def counters(hall):
    """All counters on the map."""
    return sum(one.troops for model in (Army, Garrison) for one in rows(hall, model))


def test_before_the_phases_an_army_split_off_is_as_free_as_any(hojo):
    hojo.correct("character", "hojo-genan", "experience", 4)
    hojo.march(1, "sagami")
    number = split(hojo)
    army = hojo.army(number)
    assert (army.province, army.walked, army.allowance, army.halted) == ("musashi", 0, None, None)
    assert ("march_order", number) not in hojo.state()
    hojo.march(number, "kai")
    hojo.phases(1)
    assert (hojo.army(number).province, hojo.troops(1), hojo.troops(number)) == ("kai", 4, 2)


def test_an_army_split_off_on_the_way_has_the_way_behind_it(hojo):
    hojo.correct("character", "hojo-genan", "experience", 3)
    hojo.do("treaty.record", kind="passage", one="hojo", other="imagawa")
    hojo.do("treaty.record", kind="passage", one="hojo", other="takeda")
    hojo.march(1, "sagami", "suruga", "izu")
    hojo.phases(1, 2)
    number = split(hojo)
    army, order = hojo.army(number), hojo.get(MarchOrder, number)
    assert (army.province, army.started, army.came_from, army.walked) == ("suruga", "musashi", "sagami", 2)
    assert (order.route, army.allowance, army.halted) == (["sagami", "suruga"], hojo.army(1).allowance, None)
    hojo.march(number, "kai", late="to watch the pass")
    hojo.phases(3, 4)
    assert hojo.army(number).province == "kai"
    assert hojo.army(number).walked <= hojo.army(number).allowance


def test_under_a_better_general_they_go_no_further_once_the_phases_have_begun(hojo):
    hojo.correct("character", "hojo-genan", "experience", 4)
    hojo.march(1, "sagami")
    hojo.phases(1, 2)
    number = split(hojo)
    assert hojo.army(number).halted == "split off"
    hojo.march(number, "kai", late="a bold stroke")
    hojo.phases(3, 4)
    assert hojo.army(number).province == "sagami"
    hojo.next_season()
    assert hojo.army(number).halted is None


def test_what_halts_and_holds_an_army_halts_and_holds_what_is_split_off_it(hall):
    hall.kawanakajima()
    hall.phases(1, 2)
    hall.one_round("both_stay")
    drawn(hall)
    number = split(hall, "naoe-kagetsuna")
    whole, part = hall.army(1), hall.army(number)
    assert (part.halted, part.held_by, part.way_back) == (whole.halted, whole.held_by, whole.way_back)
    assert part.held_by == 1


def test_who_took_in_beaten_men_is_not_set_free_by_a_victory_of_its_own(hall_at):
    hall = hall_at("decision")
    hall.end(retreat_to="kai")
    hall.an_army("uesugi", "echigo", 3)
    hall.an_army("oda", "echigo", 9)
    hall.do("encounter.call", province="echigo", clans=["uesugi", "oda"], reason="they shout BANZAI")
    hall.settle(2)
    hall.fight(3, battle=2)
    hall.end(2, then="attacker_withdraws", retreat_to="shinano")
    assert (hall.army(1).halted, hall.army(3).halted, hall.army(3).province) == (None, "battle", "shinano")
    drawn(hall, general="kakizaki-kageie")
    hall.do("army.merge", army=3, into=1)
    hall.an_army("imagawa", "shinano", 3)
    hall.do("encounter.call", province="shinano", clans=["uesugi", "imagawa"], reason="they come by")
    hall.settle(3, outcome="pass")
    assert hall.army(1).halted == "took in men who had fought"


def test_counters_are_neither_made_nor_lost(hojo):
    before = counters(hojo)
    number = split(hojo)
    hojo.do("garrison.attach", army=number, troops=4)
    hojo.do("garrison.drop", army=1, troops=3)
    hojo.do("army.merge", army=2, into=number)
    hojo.do("army.merge", army=number, into=1)
    assert counters(hojo) == before
    assert hojo.troops(1) == before - 3
    assert verify(hojo.room).differences == ()


def test_whoever_led_or_was_with_a_merged_army_goes_along_with_the_other(hojo):
    hojo.do("person.accompany", character="hojo-ujichika", army=2)
    hojo.do("army.merge", army=2, into=1)
    assert {one.character: one.army for one in rows(hojo, Companion)} == {"hojo-tsunanari": 1, "hojo-ujichika": 1}
    assert ("march_order", 2) not in hojo.state()


def test_armies_that_merge_have_gone_as_far_as_the_one_that_went_further(hojo):
    for host in ("imagawa", "takeda"):
        hojo.do("treaty.record", kind="passage", one="hojo", other=host)
    hojo.correct("army", 2, "province", "kai")
    hojo.correct("character", "hojo-tsunanari", "experience", 4)
    hojo.march(2, "musashi", "kozuke")
    hojo.march(1, "kai", "suruga")
    hojo.phases(1)
    assert hojo.army(2).province == "musashi"
    hojo.do("army.merge", army=2, into=1)
    into = hojo.army(1)
    assert (into.walked, into.started, into.came_from) == (1, "kai", "kai")
    assert hojo.get(MarchOrder, 1).route == ["musashi", "kai", "suruga"]
    assert into.allowance == 3, "No further than the slower of the two."
    hojo.phases(2, 3, 4)
    assert hojo.army(1).province == "suruga"
    assert verify(hojo.room).same


def test_men_go_no_further_under_a_better_general_whose_army_was_formed_on_the_way(hojo):
    hojo.march(2, "kozuke", "musashi", "kai")
    hojo.phases(1, 2, 3)
    assert (hojo.army(2).province, hojo.army(2).walked, hojo.army(2).allowance) == ("musashi", 2, 3)  # Nakasendō
    hojo.correct("character", "hojo-ujichika", "experience", 4)
    fresh = hojo.an_army("hojo", "musashi", 1, general="hojo-ujichika")
    hojo.do("army.merge", army=2, into=fresh)
    assert hojo.army(fresh).allowance == 3
    hojo.march(fresh, "kai", late="on with them")
    hojo.phases(4)
    assert hojo.army(fresh).province == "musashi"


def test_an_army_that_is_formed_while_others_march_stays_where_it_is(hall):
    hall.do("garrison.raise", province="kai", troops=4)
    hall.phases(1)
    hall.do("army.form", general="takeda-harunobu", province="kai", troops=4)
    assert hall.army(1).halted == "formed on the way"


def test_a_halted_army_halts_the_one_it_joins(hall):
    hall.kawanakajima()
    hall.phases(1, 2)
    hall.settle(outcome="parley")
    hall.an_army("uesugi", "shinano", 2, 2)
    assert hall.army(3).halted is None
    hall.do("army.merge", army=1, into=3)
    assert hall.army(3).halted == "parley"


def test_what_is_due_to_a_merged_army_comes_to_the_other(hall):
    hall.kawanakajima()
    hall.phases(1, 2)
    hall.one_round("both_stay")
    drawn(hall)
    due = rows(hall, Recovery, army=1)[0].counters
    other = split(hall, "naoe-kagetsuna")
    hall.do("army.merge", army=1, into=other)
    assert rows(hall, Recovery, army=other)[0].counters == due
    troops = hall.troops(other)
    hall.next_season()
    assert hall.troops(other) == troops + due


LEAVES_HIM = {
    "split": ("army.split", {"army": 1, "general": "naoe-kagetsuna", "troops": 2}),
    "merge": ("army.merge", {"army": 1, "into": 3}),
    "hand over": ("army.hand_over", {"army": 1, "general": "naoe-kagetsuna"}),
    "drop": ("garrison.drop", {"army": 1, "troops": 2}),
    "disband": ("army.disband", {"army": 1, "as_garrison": True}),
}


@pytest.fixture
def owes(hall):
    """Uesugi has fought in a province of its own; Kenshin, who leads army 1, has not drawn his card yet."""
    hall.kawanakajima()
    hall.phases(1, 2)
    hall.one_round("both_stay")
    hall.correct("province", "shinano", "holder", "uesugi")
    hall.an_army("uesugi", "shinano", 2, 2, "nagao-masakage")
    return hall


@pytest.mark.parametrize("how", LEAVES_HIM)
def test_r8_no_men_leave_a_general_who_has_not_drawn_his_card_after_a_battle(owes, how):
    action, order = LEAVES_HIM[how]
    error = owes.refuse(OrderNotAllowed, action, **order)
    assert error.ruling == "R8"
    assert error.field == ("as_garrison" if how == "disband" else "army")
    assert error.sentence.startswith("Uesugi Kenshin has not drawn his card after battle 1 yet.")
    drawn(owes)
    owes.do(action, **order)
    assert verify(owes.room).same


def test_r8_who_lost_his_general_recovers_nothing_whatever_was_to_be_done_with_his_men(owes):
    owes.refuse(OrderNotAllowed, "army.merge", army=1, into=3)
    drawn(owes, ACE)
    assert [one.counters for one in rows(owes, Recovery, army=1)] == [0]
    troops = owes.troops(3)
    owes.next_season()
    assert owes.troops(3) == troops


def test_r8_others_join_him_who_has_not_drawn_his_men_go_home_and_game_control_may_force_the_rest(owes):
    owes.do("army.merge", army=3, into=1)
    forced = owes.do("army.hand_over", "game", army=1, general="naoe-kagetsuna", force="he lies in his tent")
    assert verify(owes.room).same
    owes.undo(forced.number)
    owes.do("army.disband", army=1)
    drawn(owes, ACE)
    assert verify(owes.room).same


def test_what_was_done_with_an_army_whose_general_had_not_drawn_is_played_again_as_it_was(owes, monkeypatch):
    with monkeypatch.context() as before:
        before.setattr(manoeuvres_actions, "has_drawn", lambda *_: None)
        owes.do("army.merge", army=1, into=3)
    assert verify(owes.room).same


def test_r8_no_correction_takes_the_men_from_a_general_who_has_not_drawn_unless_it_is_forced(owes, monkeypatch):
    right = {"kind": "army", "id": 1, "field": "general", "value": "naoe-kagetsuna", "reason": "it was he all along"}
    error = owes.refuse(OrderNotAllowed, "figure.correct", "game", **right)
    assert (error.field, error.ruling) == ("value", "R8")
    forced = owes.do("figure.correct", "game", **right, force="he lies in his tent")
    owes.undo(forced.number)
    with monkeypatch.context() as before:
        before.setattr(corrections_actions, "has_drawn", lambda *_: None)
        owes.do("figure.correct", "game", **right)
    assert verify(owes.room).same


def test_a_garrison_taken_along_whole_is_no_more_and_what_is_due_to_it_goes_along(hall):
    hall.do("garrison.raise", province="hida", troops=2)
    hall.comes("uesugi", "echizen", "hida", 4)
    hall.one_round("both_stay", 2)
    left = hall.get(Garrison, 1).troops
    due = [one.counters for one in rows(hall, Recovery, garrison=1)]
    army = hall.an_army("takeda", "hida", 3)
    hall.do("garrison.attach", army=army, troops=left)
    assert (hall.get(Garrison, 1).standing, hall.troops(army)) == (False, 3 + left)
    assert [one.counters for one in rows(hall, Recovery, army=army)] == due


def test_what_is_due_goes_along_with_a_garrison_that_takes_the_field_and_comes_home_with_it(hall):
    hall.do("garrison.raise", province="hida", troops=2)
    hall.comes("uesugi", "echizen", "hida", 4)
    hall.one_round("both_stay", 2)
    due = [one.counters for one in rows(hall, Recovery, garrison=1)]
    assert due
    hall.do("army.form", general=hall.idle_general("takeda"), province="hida", troops=hall.get(Garrison, 1).troops)
    assert [one.counters for one in rows(hall, Recovery, army=2)] == due
    hall.do("army.disband", army=2, as_garrison=True)
    assert [one.counters for one in rows(hall, Recovery, garrison=1)] == due
    assert verify(hall.room).same


@pytest.mark.parametrize("how", ["drop", "disband"])
def test_r12_men_who_have_marched_go_no_further_by_way_of_a_garrison(hall, how):
    first, second = hall.an_army("takeda", "kai", 9, 4), hall.an_army("takeda", "shinano", 2, 4)
    hall.do("garrison.raise", province="shinano", troops=3)
    hall.march(first, "shinano")
    hall.phases(1)
    if how == "drop":
        hall.do("garrison.drop", army=first, troops=6)
    else:
        hall.do("army.disband", army=first, as_garrison=True)
    error = hall.refuse(OrderNotAllowed, "garrison.attach", army=second, troops=4)
    assert (error.field, error.ruling) == ("troops", "R12")
    assert "Take up to 3, or ask Game Control to force it." in error.sentence
    hall.do("garrison.attach", army=second, troops=3)
    assert (
        "Take them along next season" in hall.refuse(OrderNotAllowed, "garrison.attach", army=second, troops=1).sentence
    )
    hall.next_season()
    hall.do("garrison.attach", army=second, troops=4)
    assert verify(hall.room).same


@pytest.fixture
def left_there(hall):
    """Before the first phase: six counters of a garrison in Shinano are of an army that goes no further this season,
    three stood there before; army 2 of Takeda is there, too."""
    first, _ = hall.an_army("takeda", "shinano", 9, 4), hall.an_army("takeda", "shinano", 2, 4)
    hall.an_army("oda", "shinano", 5)
    hall.do("garrison.raise", "game", province="shinano", troops=3, force="the test wants them")
    hall.do("encounter.call", province="shinano", clans=["takeda", "oda"], reason="they shout BANZAI")
    hall.settle(outcome="parley")
    assert hall.army(first).halted == "parley"
    hall.do("garrison.drop", army=first, troops=6)
    assert (hall.get(Garrison, 1).troops, hall.get(Garrison, 1).marched) == (9, 6)
    return hall


@pytest.mark.parametrize(("troops", "halted", "marched"), [(4, "formed on the way", 2), (3, None, 6)])
def test_r12_men_who_go_no_further_form_no_army_that_does_and_leave_the_others_free(
    left_there, troops, halted, marched
):
    general = left_there.idle_general("takeda")
    left_there.correct("character", general, "experience", 4)
    left_there.do("army.form", general=general, province="shinano", troops=troops)
    army = left_there.numbers("army")[-1]
    assert (left_there.army(army).halted, left_there.get(Garrison, 1).marched) == (halted, marched)
    left_there.march(army, "hida")
    left_there.phases(1)
    assert (left_there.army(army).province == "hida") is (halted is None)
    left_there.next_season()
    assert (left_there.army(army).halted, left_there.get(Garrison, 1).marched) == (None, 0)
    assert verify(left_there.room).same


@pytest.mark.parametrize(("why", "goes"), [("parley", True), ("battle", False)])
def test_r12_an_army_that_stays_takes_men_along_who_go_no_further_unless_its_halt_may_be_lifted(left_there, why, goes):
    with left_there.room.store.write() as session:
        session.get_one(Army, 2).halted = why
    if goes:
        left_there.do("garrison.attach", army=2, troops=4)
        return
    error = left_there.refuse(OrderNotAllowed, "garrison.attach", army=2, troops=4)
    assert (error.field, error.ruling) == ("troops", "R12")


def test_a_garrison_goes_only_with_its_own_clan(hojo):
    stranger = hojo.an_army("takeda", "musashi", 2)
    error = hojo.refuse(OrderNotAllowed, "garrison.attach", "game", army=stranger, troops=1, force="allies")
    assert error.sentence == "Takeda has no garrison in Musashi."


def test_a_garrison_stays_only_at_home_unless_game_control_forces_it(hojo):
    hojo.correct("army", 1, "province", "kai")
    error = hojo.refuse(OrderNotAllowed, "garrison.drop", army=1, troops=2)
    assert error.sentence.startswith("Hōjō holds neither Kai nor a place in it")
    entry = hojo.do("garrison.drop", "game", army=1, troops=2, force="Takeda has agreed")
    assert entry.sentence == "Army A1-3 left 2 counters behind as a garrison of Kai. Forced: Takeda has agreed."


def test_a_city_of_the_clan_is_home_enough(hall):
    hall.correct("place", "kyoto", "holder", "takeda")
    army = hall.an_army("takeda", "yamashiro", 4)
    hall.do("garrison.drop", army=army, troops=3)
    assert hall.troops(army) == 1


def test_a_command_that_changes_hands_makes_an_army_no_faster(hojo):
    hojo.correct("character", "hojo-genan", "experience", 4)
    hojo.march(2, "sagami")
    hojo.phases(1)
    before = hojo.army(2).allowance
    hojo.do("army.hand_over", army=2, general="hojo-genan")
    assert (hojo.army(2).general, hojo.army(2).allowance) == ("hojo-genan", before)
    assert rows(hojo, Companion)[0].character == "hojo-tsunanari"
    wrong = [row["paper"] for row in hojo.rows("reprint") if (row["army"], row["done"]) == (2, False)]
    assert sorted(wrong) == ["army_card", "generals_code", "order_cards"], "they name the general before"


def test_the_great_road_bears_whoever_takes_over_on_it(hojo):
    hojo.march(2, "sagami")
    hojo.phases(1)
    assert hojo.army(2).allowance == 3, "2, and the Tōkaidō"
    hojo.correct("character", "hojo-genan", "experience", 2)
    hojo.do("army.hand_over", army=2, general="hojo-genan")
    assert hojo.army(2).allowance == 3


def test_an_order_in_the_making_is_reckoned_as_it_will_be_marched(hojo):
    hojo.correct("character", "hojo-tsunanari", "experience", 1)
    hojo.correct("character", "hojo-ujiyasu", "experience", 4)
    hojo.phases(1)
    hojo.do("army.merge", army=2, into=1)
    route = ["kai", "suruga"]

    def drafted(session):
        scenario = hojo.room.scenario
        return draft(session, scenario, army(session, scenario, 1), route)

    shown = hojo.ask(drafted)
    assert (shown.allowance.value, shown.allowance.legs, shown.phases) == (1, 1, (3,))
    assert sum(step.amount for step in shown.allowance.steps) == 1
    hojo.march(1, *route, late="on with them")
    assert hojo.army(1).allowance == 1
    hojo.phases(2, 3)
    assert hojo.army(1).province == "kai"


def test_nobody_takes_over_from_a_dead_general_whose_army_is_dissolved(hojo):
    hojo.do("person.accompany", character="hojo-ujichika", army=2)
    hojo.correct("character", "hojo-tsunanari", "alive", False)
    assert hojo.refuse(OrderNotAllowed, "army.hand_over", army=2, general="hojo-ujichika").field == "army"
    assert rows(hojo, Companion) == []


def test_armies_of_two_clans_join_only_by_force(hojo):
    other = hojo.an_army("takeda", "musashi", 2)
    error = hojo.refuse(OrderNotAllowed, "army.merge", army=other, into=1)
    assert error.field == "into"
    hojo.do("army.merge", "game", army=other, into=1, force="vassals")
    assert hojo.troops(1) == 8


def test_a_clan_has_as_many_armies_as_people_to_command_them(hojo):
    for general in ("hojo-genan", "hojo-ujichika", "toyama-tsunakage"):
        split(hojo, general, 1)
    error = hojo.refuse(OrderNotAllowed, "army.split", army=1, general="hojo-genan", troops=1)
    assert "leads army" in error.sentence
    assert len(rows(hojo, Army, clan="hojo", standing=True)) == 5


def test_men_left_behind_on_the_way_do_not_march_again_under_another_general(hall):
    """Else a fresh general at every halt would carry the same men through all four phases (R12)."""
    first = hall.an_army("takeda", "shinano", 5, 2)
    hall.march(first, "kai")
    hall.phases(1, 2)
    hall.do("army.disband", army=first, as_garrison=True)
    hall.do("army.form", general="takeda-nobushige", province="kai", troops=5)
    second = hall.state()[("army", first + 1)]
    assert (second["province"], second["halted"]) == ("kai", "formed on the way")
    hall.march(first + 1, "shinano", late="the card came late")
    hall.phases(3, 4)
    assert hall.army(first + 1).province == "kai"
    hall.next_season()
    assert hall.army(first + 1).halted is None


def test_no_army_grows_beyond_the_largest_there_can_be(hojo):
    hojo.correct("army", 1, "troops", 9_998)
    error = hojo.refuse(OrderNotAllowed, "army.merge", army=2, into=1)
    assert (error.sentence, error.field) == ("No army is larger than 10,000 counters.", "into")
    error = hojo.refuse(OrderNotAllowed, "garrison.attach", army=1, troops=3)
    assert (error.sentence, error.field) == ("No army is larger than 10,000 counters.", "troops")
    hojo.do("garrison.attach", army=1, troops=2)
    assert hojo.troops(1) == 10_000


def test_a_garrison_that_has_met_somebody_neither_goes_along_nor_grows_before_that_is_settled(hall):
    army = hall.an_army("takeda", "kai", 3)
    hall.do("garrison.raise", province="hida", troops=2)
    hall.comes("uesugi", "echizen", "hida", 4)
    hall.correct("army", army, "province", "hida")
    for action in ("garrison.attach", "garrison.drop"):
        error = hall.refuse(OrderNotAllowed, action, army=army, troops=1)
        assert error.sentence == "The garrison of Hida is in encounter 1. Settle that first."
        assert error.field == "troops"


def test_nothing_but_a_manoeuvre_is_done_on_an_armys_page(desk_at):
    browser = desk_at("people")
    with browser.hall.untouched():
        assert browser.post("/armies/1/retire", data={"key": "a"}).status_code == 404


def test_no_garrison_grows_beyond_the_largest_there_can_be(hojo):
    hojo.correct("garrison", 1, "troops", 10_000)
    error = hojo.refuse(OrderNotAllowed, "garrison.raise", "game", province="musashi", troops=1, force="a test")
    assert (error.sentence, error.field) == ("No garrison is larger than 10,000 counters.", "troops")
