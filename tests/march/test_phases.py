"""The phases: what the preview shows is what happens; how encounters of many kinds and sides are settled."""

from __future__ import annotations

import pytest

from control.kernel.errors import ChangedElsewhere, OrderNotAllowed, OrderNotUnderstood
from control.kernel.proof.verify import verify
from control.sengoku.battle.encounters import encounters_questions as encounter_queries
from control.sengoku.march import marching_questions as marching
from control.sengoku.rows import Battle, Character, MarchOrder
from tests.battle.test_battles import side
from tests.battle.test_judgement import encounters
from tests.conftest import sign_in
from tests.tags import bare


def preview(hall, phase):
    """What a phase would bring."""
    return hall.ask(marching.preview, hall.room.scenario, phase)


def reasons(hall, phase):
    """Why each army that stays would stay."""
    return {one.army: one.why for one in preview(hall, phase).stays}


def forces(hall, battle, role):
    """The armies on a side."""
    return sorted(
        row["army"]
        for key, row in hall.state().items()
        if key[0] == "battle_force" and (row["battle"], row["role"]) == (battle, role)
    )


# ---- the preview


def test_what_the_preview_shows_is_what_happens(hall_at):
    hall = hall_at("orders")
    hall.phases(1)
    shown = preview(hall, 2)
    assert [(move.army, move.origin, move.to) for move in shown.moves] == [
        (2, "kai", "shinano"),
        (1, "echigo", "shinano"),
    ]
    assert [(met.kind, met.province, len(met.who)) for met in shown.encounters] == [("meeting", "shinano", 2)]
    before = hall.everything()
    preview(hall, 2)
    assert hall.everything() == before
    hall.do("movement.run_phase", phase=2, seen=shown.seen)
    assert encounters(hall) == {1: ("meeting", "shinano", "")}
    assert (hall.army(1).province, hall.army(2).province) == ("shinano", "shinano")
    assert verify(hall.room).same


def test_a_phase_is_not_run_on_a_preview_that_is_no_longer_right(hall_at):
    hall = hall_at("orders")
    hall.phases(1)
    seen = preview(hall, 2).seen
    hall.march(2, "suruga", late="he thought again")
    error = hall.refuse(ChangedElsewhere, "movement.run_phase", phase=2, seen=seen)
    assert (error.field, error.sentence.startswith("Orders have changed since")) == ("seen", True)
    hall.do("movement.run_phase", phase=2, seen=preview(hall, 2).seen)


def test_an_order_that_moves_nobody_in_this_phase_does_not_spoil_its_preview(hall_at):
    hall = hall_at("orders")
    seen = preview(hall, 1).seen
    hall.march(2, "suruga")
    hall.do("movement.run_phase", phase=1, seen=seen)


def test_the_preview_says_why_an_army_stays(hall):
    slow = hall.an_army("takeda", "kai", experience=1)
    idle = hall.an_army("hojo", "sagami", experience=4)
    still = hall.an_army("uesugi", "echigo", experience=4)
    hall.march(slow, "shinano", "hida")
    hall.march(still)
    found = reasons(hall, 1)
    assert found[slow] == "moves in phase 3 (R13)"
    assert (found[idle], found[still]) == ("no order", "ordered to stay")
    assert preview(hall, 1).missing == 1
    hall.phases(1, 2, 3)
    assert reasons(hall, 4)[slow] == "this season’s allowance of 1 is used up (R12)"


def test_those_at_the_end_of_their_allowance_are_named(hall):
    slow = hall.an_army("takeda", "kai", experience=1)
    hall.march(slow, "shinano", "hida")
    hall.phases(1, 2)
    assert [one.army for one in preview(hall, 3).spent] == [slow]


# ---- two that meet on the way


def exchange(hall, uesugi=4, takeda=4):
    """Uesugi (army 1) and Takeda (army 2) set out for each other's province."""
    hall.march(hall.an_army("uesugi", "echigo", 5, uesugi), "shinano")
    hall.march(hall.an_army("takeda", "shinano", 6, takeda), "echigo")
    hall.phases(1)


def test_in_an_exchange_of_equals_who_withdraws_simply_stays_at_home(hall):
    exchange(hall)
    assert encounters(hall)[1][0] == "exchange"
    entry = hall.do("encounter.settle", encounter=1, outcome="withdraw", who="uesugi")
    assert (hall.army(1).province, hall.army(1).halted, hall.army(2).halted) == ("echigo", "withdrew", None)
    assert "Army A1-3 stays in Echigo." in entry.sentence
    hall.phases(2)
    assert encounters(hall)[2] == ("meeting", "echigo", "")


def test_who_had_entered_goes_back_when_he_withdraws(hall):
    hall.an_army("uesugi", "echigo", 5, 4)
    hall.march(hall.an_army("takeda", "shinano", 6, 3), "echigo")
    hall.phases(1)
    hall.march(1, "shinano", late="a rider came late")
    hall.phases(2)
    assert (encounters(hall)[1][0], hall.army(1).province) == ("exchange", "shinano")
    hall.do("encounter.settle", encounter=1, outcome="withdraw", who="uesugi")
    assert (hall.army(1).province, hall.army(2).province) == ("echigo", "shinano")


def test_whose_province_the_better_general_has_entered_leaves_it_when_he_withdraws(hall):
    hall.an_army("uesugi", "echigo", 5, 4)
    hall.march(hall.an_army("takeda", "shinano", 6, 3), "echigo")
    hall.phases(1)
    hall.march(1, "shinano", late="a rider came late")
    hall.phases(2)
    assert (encounters(hall)[1][0], hall.army(1).province, hall.army(2).province) == ("exchange", "shinano", "shinano")
    withdraws = {"encounter": 1, "outcome": "withdraw", "who": "takeda"}
    error = hall.refuse(OrderNotAllowed, "encounter.settle", **withdraws)
    assert error.sentence.startswith("Say where they go from Shinano: ")
    hall.do("encounter.settle", **withdraws, retreat_to="kai")
    assert (hall.army(1).province, hall.army(2).province) == ("shinano", "kai")


def sea(hall):
    """Mōri and Ōtomo take the same crossing against each other in phase 2."""
    hall.march(hall.an_army("mori", "nagato", 7, 4), "buzen")
    hall.march(hall.an_army("otomo", "buzen", 9, 4), "nagato")
    hall.phases(1, 2)


def test_an_opposed_crossing_becomes_a_sea_battle_without_works_home_or_place(hall):
    sea(hall)
    assert encounters(hall)[1][0] == "opposed_crossing"
    fight = {"encounter": 1, "outcome": "battle", "attacker": "mori", "settled_by": "banzai"}
    entry = hall.do("encounter.settle", **fight)
    assert "at sea off" in entry.sentence
    assert hall.get(Battle, 1).sea is True
    error = hall.refuse(OrderNotAllowed, hall.fight, attacker_tactic="fortify", defender_tactic="outflank")
    assert error.ruling == "R10"


def test_of_an_opposed_crossing_who_withdraws_stays_on_his_shore(hall):
    sea(hall)
    hall.do("encounter.settle", encounter=1, outcome="withdraw", who="mori")
    assert (hall.army(1).province, hall.army(2).province) == ("nagato", "buzen")
    assert hall.army(1).halted == "withdrew"
    assert reasons(hall, 3)[1] == "stopped: withdrew"


# ---- withdrawal (R15)


def test_who_withdraws_goes_back_the_way_he_came_or_where_he_is_sent(hall_at):
    hall = hall_at("encounter")
    hall.do("encounter.settle", encounter=1, outcome="withdraw", who="uesugi")
    assert hall.army(1).province == "echigo"
    hall.undo(hall.entries()[-1].number)
    entry = hall.do("encounter.settle", encounter=1, outcome="withdraw", who="uesugi", retreat_to="hida")
    assert (hall.army(1).province, hall.army(1).halted) == ("hida", "withdrew")
    assert "In Hida they meet others." in entry.sentence
    assert encounters(hall)[2] == ("meeting", "hida", "")


def test_nobody_withdraws_over_a_border_that_is_none_or_without_armies(hall_at):
    hall = hall_at("encounter")
    error = hall.refuse(
        OrderNotAllowed, "encounter.settle", encounter=1, outcome="withdraw", who="uesugi", retreat_to="aki"
    )
    assert (error.field, error.ruling) == ("retreat_to", "R15")
    error = hall.refuse(OrderNotUnderstood, "encounter.settle", encounter=1, outcome="withdraw")
    assert error.field == "who"
    error = hall.refuse(OrderNotUnderstood, "encounter.settle", encounter=1, outcome="withdraw", who="hojo")
    assert "no force in this encounter" in error.sentence


def test_a_garrison_does_not_withdraw_and_keeps_its_quarrel(hall):
    hall.do("garrison.raise", "game", province="shinano", troops=3)
    hall.an_army("takeda", "shinano", 6, 2)
    hall.comes("uesugi", "echigo", "shinano", 5)
    entry = hall.do("encounter.settle", encounter=1, outcome="withdraw", who="takeda", retreat_to="kai")
    assert "Takeda and Uesugi have a quarrel left: encounter 2." in entry.sentence
    error = hall.refuse(OrderNotAllowed, "encounter.settle", encounter=2, outcome="withdraw", who="takeda")
    assert (error.field, error.ruling) == ("who", "R15")


@pytest.mark.parametrize(
    ("outcome", "kinds"),
    [
        ({"outcome": "pass"}, ["passage"]),
        ({"outcome": "parley"}, ["parley"]),
        ({"outcome": "withdraw", "who": "uesugi"}, ["withdrawal"]),
    ],
)
def test_a_withdrawal_a_parley_and_a_pass_are_told(hall_at, outcome, kinds):
    hall = hall_at("encounter")
    hall.do("encounter.settle", encounter=1, **outcome)
    state = hall.state()
    told = [row for key, row in state.items() if key[0] == "notice"]
    assert [row["kind"] for row in told] == ["invasion", *kinds]  # that Uesugi came was told before
    assert told[0]["phase"] == state["encounter", 1]["phase"], "of the phase in which he came"


def test_no_passing_through_after_an_undecided_battle(hall_at):
    hall = hall_at("round")
    hall.end(then="both_stay")
    assert (hall.army(1).held_by, hall.army(1).way_back) == (1, "echigo")
    hall.next_season()
    with hall.room.store.write() as session:  # as if it had been taken while nobody stood in the way
        session.merge(MarchOrder(army=1, route=["hida"], late=""))
    hall.phases(1)
    assert "R15" in reasons(hall, 2)[1]
    hall.phases(2, 3, 4)
    assert hall.army(1).province == "shinano"


def test_who_goes_back_the_way_he_came_is_bound_no_longer(hall_at):
    hall = hall_at("round")
    hall.end(then="both_stay")
    hall.next_season()
    hall.march(1, "echigo")
    hall.phases(1, 2)
    assert hall.army(1).province == "echigo"
    assert (hall.army(1).held_by, hall.army(1).way_back) == (None, None)


# ---- three sides


def three(hall, allied=True):
    """Takeda (1) and Hōjō (2) stand in Shinano when Uesugi (3) enters it; allies, or each hostile to all."""
    if allied:
        hall.do("treaty.record", "team", kind="alliance", one="takeda", other="hojo")
    hall.an_army("takeda", "shinano", 5, 2, "takeda-harunobu")
    hall.an_army("hojo", "shinano", 9, 3)
    hall.comes("uesugi", "echigo", "shinano", 12, general="uesugi-kenshin")


AGAINST_BOTH = {"attacker": "uesugi", "defender": "takeda", "defender_allies": ["hojo"], "settled_by": "umpire"}


def test_two_allies_fight_as_one_side_under_the_better_general(hall):
    three(hall)
    entry = hall.settle(**AGAINST_BOTH)
    assert entry.sentence.startswith("Uesugi Kenshin attacks Hōjō Ujiyasu in Shinano")
    assert entry.sentence.endswith("Hōjō fights on the side of Takeda.")
    assert (forces(hall, 1, "attacker"), forces(hall, 1, "defender")) == ([3], [1, 2])
    defence = side(hall, "defender")
    assert (defence.clan, defence.troops, defence.experience) == ("hojo", 14, 3)
    assert set(encounters(hall)) == {1}
    assert hall.get(Character, "hojo-ujiyasu").battles == 1
    assert hall.get(Character, "takeda-harunobu").battles == 0
    assert verify(hall.room).same


def test_the_umpire_may_give_the_command_to_the_other_general(hall):
    three(hall)
    hall.settle(**AGAINST_BOTH, defender_general="takeda-harunobu")
    assert (side(hall, "defender").general, side(hall, "defender").clan) == ("takeda-harunobu", "takeda")
    assert hall.get(Character, "hojo-ujiyasu").battles == 0


def test_a_general_of_another_side_cannot_command(hall):
    three(hall)
    error = hall.refuse(
        OrderNotUnderstood,
        "encounter.settle",
        encounter=1,
        outcome="battle",
        **AGAINST_BOTH,
        defender_general="uesugi-kenshin",
    )
    assert error.field == "defender_general"
    assert "Hōjō Ujiyasu" in error.sentence


def test_the_third_of_three_enemies_keeps_his_quarrel(hall):
    three(hall, allied=False)
    entry = hall.settle(attacker="uesugi", defender="takeda")
    assert "Hōjō has a quarrel left: encounter 2." in entry.sentence
    assert encounters(hall)[2] == ("meeting", "shinano", "")
    assert forces(hall, 1, "defender") == [1]
    hall.undo(entry.number)
    assert encounters(hall) == {1: ("meeting", "shinano", "")}


def test_a_friend_of_one_side_who_stands_aside_keeps_his_quarrel_with_the_other_only(hall):
    three(hall)
    hall.settle(attacker="uesugi", defender="takeda")
    found = hall.ask(encounter_queries.encounter, 2, "map")
    assert {force.clan.id for force in found.forces} == {"hojo", "uesugi"}


def test_nobody_is_on_both_sides(hall):
    three(hall)
    error = hall.refuse(
        OrderNotAllowed, hall.settle, attacker_allies=["hojo"], defender="takeda", defender_allies=["hojo"]
    )
    assert (error.field, "both sides" in error.sentence) == ("defender_allies.0", True)
    error = hall.refuse(OrderNotUnderstood, hall.settle, defender="takeda", defender_allies=["oda"])
    assert error.field == "defender_allies.0"


def test_a_force_that_keeps_aside_is_in_no_battle_and_may_go_on(hall):
    three(hall)
    spare = hall.an_army("takeda", "kai", 3, 2, "takeda-nobushige")
    hall.undo(next(e.number for e in reversed(hall.entries()) if e.action == "movement.run_phase"))
    hall.correct("army", spare, "province", "shinano")
    hall.phases(1)
    number = max(encounters(hall))
    order = {"encounter": number, "outcome": "battle", **AGAINST_BOTH}
    assert hall.refuse(OrderNotUnderstood, "encounter.settle", **order, aside=["A99"]).field == "aside.0"
    hall.do("encounter.settle", **order, aside=[f"A{spare}"])
    [battle] = hall.numbers("battle")
    assert forces(hall, battle, "defender") == [1, 2]
    assert hall.army(spare).halted is None


def test_a_vassal_fights_beside_his_overlord_and_a_temple_is_a_clan_like_others(hall):
    hall.do("treaty.record", "team", kind="vassalage", one="uesugi", other="hongan-ji")
    hall.an_army("hongan-ji", "echigo", 4, 2)
    hall.an_army("takeda", "shinano", 6, 2)
    hall.correct("character", hall.army(1).general, "experience", 4)
    for army in (hall.an_army("uesugi", "echigo", 5, 4), 1):
        hall.march(army, "shinano")
    hall.phases(1)
    hall.settle(attacker="uesugi", attacker_allies=["hongan-ji"], defender="takeda")
    assert forces(hall, 1, "attacker") == [1, 3]
    assert side(hall, "attacker").troops == 9


# ---- battles of a season (R9)


def test_a_general_who_has_fought_his_battles_commands_no_more_unless_forced(hall):
    three(hall)
    hall.correct("character", "hojo-ujiyasu", "experience", 1)
    hall.one_round("both_stay", **AGAINST_BOTH, defender_general="hojo-ujiyasu")
    hall.march(hall.an_army("uesugi", "echigo", 4, 4), "shinano", late="more of them")
    hall.phases(2)
    number = max(encounters(hall))
    order = AGAINST_BOTH | {"encounter": number, "outcome": "battle", "aside": ["A3"]}
    error = hall.refuse(OrderNotAllowed, "encounter.settle", **order, defender_general="hojo-ujiyasu")
    assert (error.field, error.ruling) == ("defender_general", "R9")
    hall.do("encounter.settle", "game", **order, defender_general="hojo-ujiyasu", force="he begs for it")
    hall.undo(hall.entries()[-1].number)
    hall.do("encounter.settle", **order)
    battle = max(hall.numbers("battle"))
    assert side(hall, "defender", battle).general == "takeda-harunobu"


def test_who_has_commanded_his_battles_fights_on_under_another_and_his_cards_say_so(hall, app_of):
    three(hall)
    hall.correct("character", "hojo-ujiyasu", "experience", 1)
    map_desk, pages = sign_in(app_of(hall), "map"), ("/map/", "/armies/2", "/people/hojo-ujiyasu")

    def told():
        shown = [" ".join(bare(map_desk.get(page)).split()) for page in pages]
        return [("more only under another’s command" in one, "fought 1 of 1" in one) for one in shown]

    assert told() == [(False, False)] * 3
    hall.one_round("both_stay", **AGAINST_BOTH, defender_general="hojo-ujiyasu")
    hall.do("encounter.call", province="shinano", clans=["uesugi", "takeda", "hojo"], reason="once more")
    assert told() == [(True, False)] * 3
    hall.do("encounter.settle", encounter=max(encounters(hall)), outcome="battle", **AGAINST_BOTH)
    assert hall.get(Character, "hojo-ujiyasu").battles == 1


def test_the_card_carries_what_an_umpire_needs(hall):
    three(hall)
    hall.correct("province", "shinano", "castle", "fortress")
    with hall.room.store.read() as session:
        [card] = encounter_queries.encounters(session, "map")
        leaders = encounter_queries.commanders(session, card)
    assert (card.mountainous, card.castle, card.holder.id) == (True, "fortress", "takeda")
    assert [(force.key, force.troops, force.experience, force.fought, force.may_fight) for force in card.forces] == [
        ("A1", 5, 2, 0, 2),
        ("A2", 9, 3, 0, 3),
        ("A3", 12, 4, 0, 4),
    ]
    assert card.forces[2].came_from == "Echigo"
    assert {(bond.one.id, bond.other.id): bond.words for bond in card.bonds} == {
        ("hojo", "takeda"): ("Takeda allied with Hōjō",),
        ("hojo", "uesugi"): (),
        ("takeda", "uesugi"): (),
    }
    assert {leave.clan.id: bool(leave.by) for leave in card.leaves} == {"hojo": True, "uesugi": False}
    assert leaders[0].id == "uesugi-kenshin"
    assert sorted(one.place for one in leaders) == [1, 2, 3]


def test_an_army_of_a_closed_province_retreats_into_another_only_with_leave(hall_at):
    hall = hall_at("encounter")
    entry = hall.do("encounter.settle", encounter=1, outcome="withdraw", who="uesugi", retreat_to="mino")
    assert "Mino is closed to them (R16)." in entry.sentence
    assert encounters(hall)[2] == ("closed_province", "mino", "")
