"""Cases in which umpires would look again: deaths, third parties, retreats, corrections in the middle of things."""

from __future__ import annotations

import pytest

from control.kernel.errors import ChangedElsewhere, OrderNotAllowed
from control.kernel.pages.marks import mark_of
from control.sengoku.battle.encounters import encounters_questions as encounter_queries
from control.sengoku.battle.rounds import battles_questions as battle_queries
from control.sengoku.rows import Army, Clan, Encounter
from control.sengoku.world.forces import forces_questions as force_queries
from control.sengoku.world.marks_questions import of_encounter
from tests.battle.test_battles import report, side


def encounters(hall) -> dict[int, tuple[str, str, str]]:
    """Kind, province and outcome of every encounter."""
    return {
        key[1]: (row["kind"], row["province"], row["outcome"])
        for key, row in hall.state().items()
        if key[0] == "encounter"
    }


# ---- third parties (R14)


def test_a_third_clan_keeps_its_quarrel_while_two_fight(hall):
    hall.an_army("takeda", "shinano", 5)
    hall.an_army("hojo", "shinano", 5)
    hall.comes("uesugi", "echigo", "shinano", 5)
    hall.settle(defender="takeda")
    assert encounters(hall)[2] == ("meeting", "shinano", "")
    hall.fight()
    hall.end(then="attacker_withdraws")
    hall.refuse(OrderNotAllowed, "movement.run_phase", phase=2)
    hall.settle(2, attacker="hojo", defender="takeda")
    assert side(hall, "defender", 2).clan == "takeda"


def test_whoever_withdraws_meets_those_who_stand_there(hall_at):
    hall = hall_at("round")
    stranger = hall.an_army("hojo", "kai", 4)
    entry = hall.end(then="defender_withdraws", retreat_to="kai")
    assert encounters(hall)[2] == ("meeting", "kai", "")
    assert "In Kai they meet others." in entry.sentence
    met = [change["after"]["army"] for change in entry.changes if change["table"] == "encounter_force"]
    assert met == [2, stranger]


def test_a_retreat_among_friends_meets_nobody(hall_at):
    hall = hall_at("round")
    hall.an_army("takeda", "kai", 4)
    hall.end(then="defender_withdraws", retreat_to="kai")
    assert set(encounters(hall)) == {1}


# ---- the dead (R8)


def test_no_order_is_taken_for_a_dead_general(hall_at):
    hall = hall_at("orders")
    hall.correct("character", "uesugi-kenshin", "alive", False)
    error = hall.refuse(OrderNotAllowed, "army.order_march", army=1, route=["kai"])
    assert error.field == "army"


def test_an_army_whose_general_died_marches_no_more(hall_at):
    hall = hall_at("orders")
    hall.correct("character", "uesugi-kenshin", "alive", False)
    hall.phases(1, 2, 3, 4)
    assert (hall.army(1).province, hall.army(2).province) == ("echigo", "shinano")


def test_an_army_that_lost_its_general_recovers_nothing(hall_at):
    hall = hall_at("peace")
    hall.correct("character", "uesugi-kenshin", "alive", False)
    death, before = hall.entries()[-1], hall.troops(1)
    assert [change["after"] for change in death.changes if change["table"] == "recovery"] == [
        {"counters": 0, "done": True}
    ]
    assert before == 0
    hall.undo(death.number)
    before = hall.troops(1)
    hall.next_season()
    assert hall.troops(1) > before


# ---- figures set right by hand


@pytest.mark.parametrize(
    ("key", "field", "value", "column", "counted"),
    [
        (("character", "takeda-harunobu"), "experience", 4, "experience", 4),
        (("character", "takeda-harunobu"), "wounded", True, "experience", 1),
        (("province", "shinano"), "castle", "fortress", "fortification", "fortress"),
    ],
)
def test_what_is_set_right_before_the_first_round_counts_in_it(hall_at, key, field, value, column, counted):
    hall = hall_at("battle")
    hall.correct(*key, field, value)
    view = hall.ask(battle_queries.battle, hall.room.scenario, 1)
    if column == "experience":
        assert view.defender.experience == counted
    hall.fight()
    assert getattr(side(hall, "defender"), column) == counted


def test_counters_set_right_between_rounds_count_from_the_next_one(hall_at):
    hall = hall_at("round")
    left = report(hall)["attacker_left"]
    hall.correct("army", 1, "troops", hall.troops(1) + 7)
    hall.fight(number=2)
    assert report(hall, number=2)["attacker_strength"] == left + 7
    links = [row for row in hall.rows("battle_force") if row["army"] == 1]
    assert hall.troops(1) == links[0]["troops"] - links[0]["lost"]


def test_of_two_generals_the_abler_as_he_is_now_leads(hall):
    hall.an_army("takeda", "shinano", 5, experience=3, general="takeda-harunobu")
    hall.an_army("takeda", "shinano", 5, experience=3, general="obu-toramasa")
    hall.correct("character", "takeda-harunobu", "wounded", True)
    hall.comes("uesugi", "echigo", "shinano", 5)
    hall.settle()
    assert (side(hall, "defender").general, side(hall, "defender").experience) == ("obu-toramasa", 3)


def test_a_clan_whose_player_did_not_come_closes_its_provinces(hall):
    hall.correct("clan", "takeda", "played", False, desk="game")
    assert hall.get(Clan, "takeda").played is False
    hall.comes("uesugi", "echigo", "shinano", 5)
    assert encounters(hall)[1] == ("closed_province", "shinano", "")


def test_the_allowance_shown_is_the_one_in_force(hall_at):
    hall = hall_at("encounter")
    hall.correct("character", "takeda-harunobu", "experience", 4)
    shown = hall.ask(force_queries.army, hall.room.scenario, 2)
    assert (shown.allowance, shown.phases) == (hall.army(2).allowance, (2, 3))


# ---- old screens and undo


def test_an_old_screen_cannot_end_a_newer_battle(hall_at):
    hall = hall_at("round")
    hall.fight(number=2)
    error = hall.refuse(ChangedElsewhere, hall.end, then="both_stay", round=1)
    assert error.sentence.startswith("Round 2 was fought since")
    hall.end(then="both_stay", round=2)


def test_the_end_of_a_season_stays_while_something_was_done_in_the_next(hall):
    ended = hall.next_season().number
    hall.do("garrison.raise", province="kai", troops=1)
    error = hall.refuse(OrderNotAllowed, "journal.undo", "game", entry=ended, force="too early")
    assert "Takeda raised 1 counter in Kai." in error.sentence
    hall.undo(ended + 1)
    hall.undo(ended)


# ---- where they meet, and against whom


def test_equals_who_stay_at_home_fight_where_the_umpire_says(hall):
    hall.march(hall.an_army("uesugi", "echigo", 5, experience=2), "shinano")
    hall.march(hall.an_army("takeda", "shinano", 5, experience=2), "echigo")
    hall.phases(1, 2)
    asked = {"encounter": 1, "outcome": "battle", "attacker": "uesugi", "settled_by": "umpire"}
    error = hall.refuse(OrderNotAllowed, "encounter.settle", **asked, province="kai")
    assert (error.field, error.sentence) == ("province", "They can only fight in Echigo, Shinano.")
    hall.settle(province="shinano")
    assert side(hall, "defender").fortification == "castle"
    hall.fight()
    hall.end(then="defender_withdraws", retreat_to="kai")
    assert (hall.army(1).province, hall.army(2).province) == ("echigo", "kai")


def test_armies_of_one_clan_enter_a_closed_province_as_one(hall):
    for _ in range(2):
        hall.march(hall.an_army("uesugi", "echigo", 3, experience=4), "etchu")
    hall.phases(1)
    assert encounters(hall) == {1: ("closed_province", "etchu", "")}
    hall.settle()
    assert side(hall, "attacker").troops == 6


def test_where_the_holder_stands_himself_there_is_no_second_defence(hall):
    hall.do("garrison.raise", province="etchu", troops=1)
    hall.comes("uesugi", "echigo", "etchu", 9)
    assert encounters(hall) == {1: ("meeting", "etchu", "")}


def test_a_force_that_was_moved_by_hand_is_no_longer_on_the_card(hall_at):
    hall = hall_at("encounter")
    hall.do("encounter.settle", encounter=1, outcome="parley")
    hall.an_army("hojo", "shinano", 5)
    hall.do("encounter.call", province="shinano", clans=["uesugi", "takeda", "hojo"], reason="BANZAI")
    hall.correct("army", 1, "province", "kaga")
    card = hall.ask(encounter_queries.encounter, 2, "map")
    assert [force.army for force in card.forces] == [2, 3]
    assert hall.get(Encounter, 2).outcome == ""
    assert hall.get(Army, 1).province == "kaga"
    assert not hall.rows("battle_force")


def test_the_mark_of_an_encounter_changes_with_the_forces_in_it(hall_at):
    hall = hall_at("encounter")

    def marked() -> str:
        return hall.ask(lambda session: mark_of(of_encounter(session, 1)))

    before = marked()
    hall.correct("province", "kai", "raised", 1)
    assert marked() == before
    hall.correct("army", 1, "troops", 99)
    assert marked() != before
