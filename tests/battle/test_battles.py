"""Battles in the game: their losses on the armies, who leads, who leaves, what comes back (R4 to R11, R15 to R17)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select, update

from control.kernel.actions.registry import perform
from control.kernel.actions.world import Umpire
from control.kernel.errors import OrderNotAllowed, OrderNotUnderstood
from control.kernel.proof.verify import verify
from control.kernel.rows import JournalEntry
from control.sengoku.battle.encounters.encounters_questions import encounter
from control.sengoku.battle.losses.losses_actions import further_losses
from control.sengoku.battle.rounds.battles_questions import battle, siege
from control.sengoku.battle.slips_questions import slip
from control.sengoku.rows import (
    Army,
    Battle,
    BattleRound,
    BattleSide,
    Character,
    Claim,
    Encounter,
    Garrison,
    MarchOrder,
    Place,
    Province,
)
from control.sengoku.rules.battle.battle import shared_out
from control.sengoku.rules.battle.sides import Ground, Side
from control.sengoku.world.forces.levies_questions import is_beaten, may_be_taken
from control.sengoku.world.land.land_questions import land
from tests.games import said_before

SUBTERFUGE = {"attacker_tactic": "subterfuge", "defender_tactic": "outflank"}
PLAIN = {"attacker_tactic": "conventional_battle", "defender_tactic": "outflank"}


def side(hall, role, battle=1):
    """A side of a battle as it was set up."""
    return hall.get(BattleSide, (battle, role))


def report(hall, number=1, battle=1):
    """The report of a round."""
    return hall.get(BattleRound, (battle, number)).report


def recovers(hall):
    """What will come back, by army."""
    return {row["army"]: row["counters"] for row in hall.rows("recovery")}


# ---- Kawanakajima


def test_kawanakajima_comes_out_on_the_armies_as_in_the_handbook(hall_at):
    hall = hall_at("battle")
    hall.do("battle.grant_columns", battle=1, side="defender", columns=1, reason="home, as in the example (D18)")
    hall.fight(6, **SUBTERFUGE)
    first = report(hall)
    assert (first["attacker_strength"], first["defender_strength"], first["base_odds"]) == (18, 25, "2-3")
    assert [(shift["reason"], shift["columns"], shift["odds"]) for shift in first["shifts"]] == [
        ("umpire", -1, "1-2"),
        ("superior_general", 1, "2-3"),
        ("mountainous", 1, "1-1"),
        ("tactics", 3, "3-1"),
    ]
    assert (first["odds"], first["result"], first["attacker_losses"], first["defender_losses"]) == ("3-1", "A", 3, 5)
    assert (hall.troops(1), hall.troops(2)) == (15, 20)  # the castle's notional men took Takeda's five
    hall.fight(2, 2, **PLAIN)
    second = report(hall, 2)
    assert (second["odds"], second["result"]) == ("1-2", "D")
    assert (second["attacker_losses"], second["defender_losses"]) == (6, 2)
    assert (hall.troops(1), hall.troops(2)) == (9, 18)
    entry = hall.end(then="attacker_withdraws")
    assert entry.sentence == (
        "Battle 1 in Shinano is over: Takeda Harunobu won (attacker withdraws). Army A1-3 withdrew to Echigo."
    )
    assert recovers(hall) == {1: 5, 2: 2}  # half of 9, three quarters of 2, by the reckoner (R8)
    assert (hall.get(Character, "uesugi-kenshin").experience, hall.get(Character, "takeda-harunobu").experience) == (
        3,
        3,
    )
    hall.next_season()
    assert (hall.troops(1), hall.troops(2)) == (14, 20)
    assert (hall.army(1).province, hall.army(2).province) == ("echigo", "shinano")


# ---- how a battle is set up


def test_the_castle_counts_for_the_side_that_holds_it_whichever_role_it_has(hall_at):
    hall = hall_at("encounter")
    hall.settle(attacker="takeda")
    assert (side(hall, "attacker").fortification, side(hall, "defender").fortification) == ("castle", "none")


def test_nobody_has_the_castle_of_a_third_clan(hall_at):
    hall = hall_at("encounter")
    hall.correct("province", "shinano", "holder", "hojo")
    hall.settle()
    assert {side(hall, role).fortification for role in ("attacker", "defender")} == {"none"}


def test_the_home_province_counts_only_at_home(hall):
    hall.an_army("takeda", "kai")
    hall.comes("uesugi", "shinano", "kai")
    hall.settle()
    assert (side(hall, "attacker").home_province, side(hall, "defender").home_province) == (False, True)


def inside(hall, army, place):
    """An army goes into a place of its province."""
    with hall.room.store.write() as session:
        session.get_one(Army, army).place = place


def besieged(hall, place, *inside_it, clans=("uesugi",), attackers=5):
    """Uesugi's army 1 stands in Settsu and attacks a place that these are in (clan and counters of each); the battle
    is open."""
    hall.an_army("uesugi", "settsu", attackers, experience=4)
    for clan, troops in inside_it:
        inside(hall, hall.an_army(clan, "settsu", troops), place)
    hall.do("encounter.call", place=place, clans=list(clans), reason="they shout BANZAI")
    hall.settle()


@pytest.mark.parametrize(("place", "double"), [("ishiyama-hongan-ji", True), ("osaka", False)])
def test_monks_count_double_only_inside_their_home_temple(hall, place, double):
    besieged(hall, place, ("hongan-ji", 4))
    assert side(hall, "defender").monks_at_home_temple is double


def test_monks_in_the_province_around_their_temple_do_not_count_double_and_have_no_walls(hall):
    hall.an_army("hongan-ji", "settsu", 4)
    hall.comes("uesugi", "tamba", "settsu", 5)
    met = next(key[1] for key, row in hall.state().items() if key[0] == "encounter" and row["kind"] == "meeting")
    error = hall.refuse(OrderNotAllowed, hall.settle, encounter=met, place="ishiyama-hongan-ji")
    assert (error.field, error.ruling) == ("place", "R41")
    hall.settle(met)
    assert (side(hall, "defender").monks_at_home_temple, side(hall, "defender").fortification) == (False, "none")


def test_monks_who_storm_their_own_temple_from_outside_do_not_count_double(hall):
    hall.correct("place", "ishiyama-hongan-ji", "holder", "uesugi")
    inside(hall, hall.an_army("uesugi", "settsu", 5), "ishiyama-hongan-ji")
    hall.an_army("hongan-ji", "settsu", 4)
    hall.do("encounter.call", place="ishiyama-hongan-ji", clans=["hongan-ji"], reason="they want it back")
    hall.settle(attacker="hongan-ji", defender="uesugi")
    assert side(hall, "attacker").monks_at_home_temple is False


@pytest.mark.parametrize(("third", "levy"), [("yuki", 9), ("uesugi", 0)])
def test_the_people_stand_beside_their_lords_friends_unless_he_has_friends_on_both_sides(hall, third, levy):
    for friend in ("hojo", third):
        hall.do("treaty.record", "game", kind="alliance", one="takeda", other=friend)
    hall.an_army("hojo", "shinano", 4)
    hall.an_army("uesugi", "shinano", 9, 4)
    hall.do("encounter.call", province="shinano", clans=["hojo", "uesugi"], reason="they fall out")
    hall.settle(attacker="uesugi", defender="hojo")
    assert (side(hall, "attacker").intrinsic, side(hall, "defender").intrinsic) == (0, levy)


def test_r4_a_levy_makes_up_what_too_few_counters_lack_where_the_option_says_so(hall):
    option = {"option": "intrinsic", "now": "unless_garrisoned", "value": "at_least", "reason": "we vote"}
    hall.do("ruling.change_option", "game", **option)
    hall.an_army("takeda", "kai", 2)
    hall.an_army("uesugi", "kai", 9)
    hall.do("encounter.call", province="kai", clans=["takeda", "uesugi"], reason="they fall out")
    hall.settle(1)
    assert side(hall, "defender").intrinsic == hall.get(Province, "kai").rice_value - 2


def test_a_temple_fought_for_lends_its_own_works_to_its_sect(hall):
    besieged(hall, "ishiyama-hongan-ji", ("hongan-ji", 4))
    assert side(hall, "defender").fortification == "fortress"


def test_the_most_experienced_general_leads_his_side(hall):
    hall.an_army("uesugi", "shinano", 4, experience=1)
    hall.an_army("uesugi", "shinano", 4, experience=4)
    hall.march(hall.an_army("takeda", "kai", 5, experience=3), "shinano")
    hall.phases(1, 2)
    hall.settle()
    attacker = side(hall, "attacker")
    assert (attacker.experience, attacker.troops) == (4, 8)
    assert attacker.general == hall.army(2).general


def test_a_wound_counts_against_the_general_in_battle(hall_at):
    hall = hall_at("encounter")
    hall.correct("character", "uesugi-kenshin", "wounded", True)
    hall.settle()
    assert side(hall, "attacker").experience == 2


def test_a_general_in_person_is_worth_one(hall_at):
    hall = hall_at("encounter")
    hall.settle(attacker_in_person=True)
    hall.fight(3)
    assert report(hall)["attacker_strength"] == 19


def test_nobody_leads_a_garrison_in_person(hall):
    hall.do("garrison.raise", province="hida", troops=2)
    hall.comes("uesugi", "echizen", "hida")
    error = hall.refuse(OrderNotAllowed, hall.settle, defender_in_person=True)
    assert error.field == "defender_in_person"
    error = hall.refuse(OrderNotUnderstood, hall.settle, aside=["A9"])
    assert error.sentence.endswith(": A1 (Army A1-3), G1 (The garrison of Hida).")


def test_equals_have_no_better_general_to_choose(hall_at):
    hall = hall_at("encounter")
    hall.correct("character", "takeda-harunobu", "experience", 3)
    error = hall.refuse(OrderNotAllowed, hall.settle, settled_by="better_general")
    assert (error.field, error.ruling) == ("settled_by", "R11")


def test_of_three_clans_the_two_that_fight_are_named(hall):
    hall.an_army("takeda", "shinano", 5)
    hall.an_army("imagawa", "shinano", 5)
    hall.comes("uesugi", "echigo", "shinano", 5)
    asked = {"encounter": 1, "outcome": "battle", "attacker": "uesugi", "settled_by": "banzai"}
    assert hall.refuse(OrderNotUnderstood, "encounter.settle", **asked).field == "defender"
    hall.do("encounter.settle", **asked, defender="imagawa")
    assert side(hall, "defender").clan == "imagawa"


def test_figures_set_right_before_the_first_round_count_in_it(hall_at):
    hall = hall_at("battle")
    hall.correct("army", 1, "troops", 25)
    hall.fight(3)
    assert report(hall)["attacker_strength"] == 25


# ---- several forces on a side


def test_a_garrison_and_an_army_on_one_side_share_its_losses_by_size(hall):
    hall.do("garrison.raise", province="shinano", troops=5)
    hall.an_army("takeda", "shinano", 10, general="obu-toramasa")
    hall.comes("uesugi", "echigo", "shinano", 40)
    hall.settle(defender_general="obu-toramasa")
    assert side(hall, "defender").troops == 15
    hall.fight(3)
    lost = report(hall)["defender_losses"] - 5  # the castle's five go first
    assert lost == 3
    assert (hall.get(Garrison, 1).troops, hall.troops(1)) == (4, 8)  # 3 over 5 and 10: 1 and 2
    hall.fight(6, 2)
    real = side(hall, "defender").lost - 5
    assert 15 - real == hall.get(Garrison, 1).troops + hall.troops(1)


def test_recovery_is_shared_out_and_sums_to_what_the_side_recovers(hall):
    hall.do("garrison.raise", province="shinano", troops=5)
    hall.an_army("takeda", "shinano", 10)
    hall.an_army("takeda", "shinano", 7)
    hall.comes("uesugi", "echigo", "shinano", 40)
    hall.one_round("both_stay", 5)
    lost = side(hall, "defender").lost - 5
    defenders = [row for row in hall.rows("recovery") if row["army"] != 3]
    assert sum(row["counters"] for row in defenders) == (lost + 1) // 2
    forces = [row for row in hall.rows("battle_force") if row["role"] == "defender"]
    assert sum(force["lost"] for force in forces) == lost


@given(st.integers(0, 500), st.lists(st.integers(0, 200), max_size=6))
def test_what_is_shared_out_adds_up_and_nobody_gives_more_than_he_has(total, sizes):
    total = min(total, sum(sizes))
    shares = shared_out(total, sizes)
    assert len(shares) == len(sizes)
    assert sum(shares) == total
    assert all(0 <= share <= size for share, size in zip(shares, sizes, strict=True))


@given(st.lists(st.integers(0, 100), min_size=2, max_size=5), st.data())
def test_the_larger_force_never_bears_the_smaller_share(sizes, data):
    total = data.draw(st.integers(0, sum(sizes)))
    shares = shared_out(total, sizes)
    for one, mine in zip(sizes, shares, strict=True):
        for other, theirs in zip(sizes, shares, strict=True):
            assert one <= other or mine >= theirs


@given(st.lists(st.integers(0, 100), max_size=5), st.lists(st.integers(0, 100), max_size=3))
def test_no_round_gives_a_force_counters_back(sizes, rounds):
    lost, total = [0] * len(sizes), 0
    for losses in rounds:
        total = min(total + losses, sum(sizes))
        more = further_losses(total, sizes, lost)
        assert all(share >= 0 for share in more)
        lost = [before + share for before, share in zip(lost, more, strict=True)]
        assert sum(lost) == total
        assert all(gone <= size for gone, size in zip(lost, sizes, strict=True))


def test_a_force_that_is_still_in_a_battle_opens_no_other(hall):
    hall.march(hall.an_army("uesugi", "echigo", 9, experience=2), "shinano")
    hall.march(hall.an_army("takeda", "shinano", 9, experience=2), "echigo")
    hall.march(hall.an_army("takeda", "shinano", 9, experience=2), "echigo")
    hall.phases(1, 2)
    assert len(hall.rows("encounter")) == 2
    hall.settle(1)
    error = hall.refuse(OrderNotAllowed, hall.settle, encounter=2)
    assert (error.field, error.sentence) == ("attacker", "Army A1-3 is still in battle 1. End that first.")


# ---- rounds and roles


def test_the_roles_change_when_they_are_settled_anew(hall_at):
    hall = hall_at("round")
    was = side(hall, "attacker"), side(hall, "defender")
    hall.fight(3, 2, swap_roles=True)
    assert (side(hall, "attacker").name, side(hall, "defender").name) == (was[1].name, was[0].name)
    assert (side(hall, "attacker").fortification, side(hall, "defender").fortification) == ("castle", "none")
    second = report(hall, 2)
    assert (second["attacker_strength"], second["defender_strength"]) == (25 - was[1].lost, 18 - was[0].lost)
    assert hall.troops(1) == 18 - side(hall, "defender").lost
    assert hall.troops(2) == 20 - max(0, side(hall, "attacker").lost - 5)
    hall.end(then="attacker_withdraws")
    assert hall.get(Battle, 1).winner == "defender"
    assert hall.army(2).province == "kai"


@pytest.mark.parametrize(("how", "told"), [
    ("agreement", "so both sides agreed"), ("better_general", "the better general chose so"),
    ("banzai", "he was the first to shout BANZAI"), ("umpire", "the umpire decided so"),
])  # fmt: skip
def test_r11_it_is_kept_of_each_round_how_it_was_settled_that_the_roles_change(hall_at, how, told):
    hall = hall_at("round")
    hall.fight(3, 2, swap_roles=True, settled_by=how)
    first, second = report(hall, 1)["steps"], report(hall, 2)["steps"]
    assert second[0] == {"text": f"Takeda Harunobu attacks from this round on: {told}.", "ruling": "R11"}
    hall.fight(3, 3)
    assert "R11" not in [step["ruling"] for step in (*first, *second[1:], *report(hall, 3)["steps"])]
    assert verify(hall.room).same


def test_r11_roles_change_in_one_of_the_four_ways_and_how_is_said_of_a_change_alone(hall_at):
    hall = hall_at("round")
    error = hall.refuse(OrderNotUnderstood, hall.fight, number=2, swap_roles=True, settled_by=None)
    assert error.field == "settled_by"
    error = hall.refuse(OrderNotAllowed, hall.fight, number=2, settled_by="banzai")
    assert (error.field, error.ruling) == ("settled_by", "R6")


def test_r11_no_general_as_good_as_the_other_chooses_to_attack_in_a_later_round(hall_at):
    hall = hall_at("encounter")
    hall.correct("character", "uesugi-kenshin", "experience", 2)
    hall.settle()
    hall.fight()
    error = hall.refuse(OrderNotAllowed, hall.fight, number=2, swap_roles=True, settled_by="better_general")
    assert (error.field, error.ruling) == ("settled_by", "R11")


def test_a_change_of_roles_of_which_nobody_was_asked_how_is_played_again_as_it_was(hall_at):
    hall = hall_at("round")
    entry = hall.fight(3, 2, swap_roles=True)
    then = {**report(hall, 2), "steps": report(hall, 2)["steps"][1:]}
    changes = [{**one, "after": {**one["after"], "report": then}} if one["table"] == "battle_round" else one
               for one in entry.changes]  # fmt: skip
    given = {key: value for key, value in entry.arguments.items() if key != "settled_by"}
    with hall.room.store.write() as session:
        session.execute(update(JournalEntry).filter_by(number=entry.number).values(arguments=given, changes=changes))
        session.execute(update(BattleRound).filter_by(battle=1, number=2).values(report=then))
    assert verify(hall.room).differences == ()


@pytest.mark.parametrize("kept", [True, False], ids=["kept", "of a report from before"])
def test_a_side_without_a_general_is_told_by_the_role_it_had_in_the_round(hall, kept):
    hall.do("garrison.raise", "game", province="hida", troops=9, force="the test wants them")
    hall.comes("uesugi", "etchu", "hida", 9)
    hall.settle()
    hall.fight(3, **PLAIN)
    guard, general = side(hall, "defender").name, side(hall, "attacker").name
    assert guard == "the garrison of Hida"
    hall.fight(3, 2, swap_roles=True)
    if not kept:
        with hall.room.store.write() as session:
            for one in session.scalars(select(BattleRound)):
                one.report = {key: told for key, told in one.report.items() if key not in ("attacker", "defender")}
    told = [(general, guard), (guard, general)]
    assert [(one.attacker, one.defender) for one in hall.ask(slip, hall.room.scenario, 1).rounds] == told
    assert [(one.attacker, one.defender) for one in hall.ask(battle, hall.room.scenario, 1).rounds] == told


def test_a_fourth_round_is_refused(hall_at):
    hall = hall_at("round")
    hall.fight(3, 2)
    hall.fight(3, 3)
    error = hall.refuse(OrderNotAllowed, hall.fight, attacker_tactic="outflank", defender_tactic="outflank", number=4)
    assert error.ruling == "R6"
    assert "at most 3 rounds" in error.sentence


def test_an_outright_victory_needs_no_word_of_the_generals(hall_at):
    hall = hall_at("decision")
    entry = hall.end()
    assert "Uesugi Kenshin won (outright victory). Army A2-5 withdrew to Kai." in entry.sentence
    assert hall.get(Character, "uesugi-kenshin").experience == 4


def test_experience_stops_at_four(hall_at):
    hall = hall_at("decision")
    hall.correct("character", "uesugi-kenshin", "experience", 4)
    hall.end()
    assert hall.get(Character, "uesugi-kenshin").experience == 4


def test_before_the_first_round_both_may_call_it_off_and_nothing_is_lost(hall_at):
    hall = hall_at("battle")
    assert hall.end().sentence == "Battle 1 in Shinano was called off before the first round."
    assert (hall.troops(1), hall.troops(2), recovers(hall)) == (18, 20, {})
    generals = [hall.get(Character, key) for key in ("uesugi-kenshin", "takeda-harunobu")]
    assert [general.battles for general in generals] == [0, 0], "it was no battle, so it is none of a season's (R9)"


def test_a_battle_called_off_was_not_fought_for_the_map(hall_at):
    hall = hall_at("battle")
    hall.end()
    assert hall.ask(land, "public").fought == ()
    hall.do("encounter.call", province="shinano", clans=["uesugi", "takeda"], reason="once more")
    hall.settle(2)
    hall.fight(3, battle=2)
    hall.end(2, then="both_stay")
    assert hall.ask(land, "public").fought == ("shinano",)


def test_the_loser_moves_no_more_this_season(hall_at):
    hall = hall_at("peace")
    hall.march(1, "kozuke", late="after the battle")
    hall.phases(3, 4)
    assert (hall.army(1).province, hall.army(1).halted) == ("echigo", "battle")


def test_after_a_clear_end_the_side_that_stays_may_go_on(hall_at):
    hall = hall_at("peace")
    assert hall.army(2).halted is None
    hall.march(2, "kai", late="after the battle")
    hall.phases(3, 4)
    assert hall.army(2).province == "kai"


def test_while_they_fight_nobody_moves(hall_at):
    hall = hall_at("battle")
    assert {hall.army(1).halted, hall.army(2).halted} == {"battle"}


# ---- leaving


def test_the_loser_goes_where_he_is_told_next_to_the_battle(hall_at):
    hall = hall_at("round")
    hall.end(then="attacker_withdraws", retreat_to="Kōzuke")
    assert (hall.army(1).province, hall.army(1).came_from) == ("kozuke", "shinano")


def test_a_loser_who_came_from_nowhere_must_be_told_where_to_go(hall):
    hall.an_army("takeda", "shinano", 4)
    hall.comes("uesugi", "echigo", "shinano", 9)
    hall.settle()
    hall.fight(3)
    error = hall.refuse(OrderNotAllowed, hall.end, then="defender_withdraws")
    assert (error.field, error.ruling) == ("retreat_to", "R6")
    assert error.sentence.startswith("Say where the loser goes from Shinano: ")
    hall.end(then="defender_withdraws", retreat_to="KAI")
    assert hall.army(1).province == "kai"


def test_when_both_stay_nobody_moves_and_nobody_wins(hall_at):
    hall = hall_at("round")
    hall.end(then="both_stay")
    assert hall.get(Battle, 1).winner is None
    assert {hall.army(1).province, hall.army(2).province} == {"shinano"}


def test_a_garrison_that_loses_disperses(hall):
    hall.do("garrison.raise", province="hida", troops=2)
    hall.comes("uesugi", "echizen", "hida", 20)
    hall.settle()
    hall.fight(3)
    assert "The garrison of Hida dispersed." in hall.end(then="defender_withdraws").sentence
    assert (hall.get(Garrison, 1).troops, hall.get(Garrison, 1).standing) == (0, False)


def test_the_loser_of_an_exchange_in_which_both_stayed_is_still_at_home(hall):
    hall.march(hall.an_army("uesugi", "echigo", 9, experience=2), "shinano")
    hall.march(hall.an_army("takeda", "shinano", 4, experience=2), "echigo")
    hall.phases(1, 2)
    assert hall.get(Encounter, 1).kind == "exchange"
    hall.one_round("defender_withdraws")
    assert (hall.army(1).province, hall.army(2).province) == ("echigo", "shinano")


def test_an_army_that_was_sent_away_fights_no_second_battle_there(hall):
    hall.an_army("takeda", "shinano", 5)
    hall.an_army("imagawa", "shinano", 5)
    hall.comes("uesugi", "echigo", "shinano", 5)
    hall.one_round("attacker_withdraws", defender="imagawa")
    assert hall.army(3).province == "echigo"
    error = hall.refuse(OrderNotUnderstood, hall.settle, encounter=2)
    assert (error.field, "has no force in this encounter" in error.sentence) == ("attacker", True)
    hall.settle(2, outcome="pass")


# ---- encounters that end without a battle


def test_armies_that_pass_go_on_in_the_next_phase(hall):
    hall.an_army("takeda", "shinano", 5)
    army = hall.an_army("uesugi", "echigo", 5, experience=4)
    hall.march(army, "shinano", "hida")
    hall.phases(1)
    hall.settle(outcome="pass")
    hall.phases(2)
    assert hall.army(army).province == "hida"


def test_armies_that_parley_stay_for_the_season(hall):
    hall.an_army("takeda", "shinano", 5)
    army = hall.an_army("uesugi", "echigo", 5, experience=4)
    hall.march(army, "shinano", "hida")
    hall.phases(1)
    hall.settle(outcome="parley")
    hall.phases(2, 3, 4)
    assert (hall.army(army).province, hall.army(army).halted) == ("shinano", "parley")


def test_equals_that_pass_each_other_take_the_leg_they_were_stopped_on(hall):
    one = hall.an_army("uesugi", "echigo", 5, experience=2)
    other = hall.an_army("takeda", "shinano", 5, experience=2)
    hall.march(one, "shinano")
    hall.march(other, "echigo")
    hall.phases(1, 2)
    assert (hall.army(one).province, hall.army(other).province) == ("echigo", "shinano")
    hall.settle(outcome="pass")
    assert (hall.army(one).province, hall.army(other).province) == ("shinano", "echigo")
    assert (hall.army(one).walked, hall.army(other).walked) == (1, 1)


def test_who_beat_one_of_two_that_came_the_other_way_takes_the_leg_by_passing_the_second(hall):
    hall.march(hall.an_army("takeda", "shinano", 200, experience=2), "echigo")
    for _ in range(2):
        hall.march(hall.an_army("uesugi", "echigo", 5, experience=2), "shinano")
    hall.phases(1, 2)
    hall.settle(1, attacker="takeda", province="shinano")
    hall.fight(6, attacker_tactic="outflank")
    hall.end()
    assert hall.army(1).halted == "battle"
    hall.settle(2, outcome="pass")
    assert (where(hall, 1, 3), hall.army(1).halted) == (["echigo", "shinano"], None)


def test_who_entered_since_the_other_is_wounded_gets_no_second_leg_by_passing(hall):
    better = hall.an_army("uesugi", "echigo", 5, experience=3)
    wounded = hall.an_army("takeda", "kai", 5, experience=3)
    hall.correct("character", hall.army(wounded).general, "wounded", True)
    hall.march(wounded, "shinano", "echigo")
    hall.phases(1, 2)
    hall.march(better, "shinano", "kai", late="he waited for him")
    hall.phases(3)
    assert (hall.army(better).province, hall.army(wounded).province) == ("shinano", "shinano")
    hall.settle(outcome="pass")
    assert (hall.army(better).province, hall.army(better).walked) == ("shinano", 1)


def gives_way(hall, clan):
    """An army of Oda's that left Yamashiro gives way, and finds one of this clan there; its own and theirs."""
    army = hall.an_army("oda", "yamashiro", 5, experience=4)
    hall.an_army("takeda", "settsu", 5)
    hall.march(army, "settsu")
    hall.phases(1)
    return army, hall.an_army(clan, "yamashiro", 3)


def found_there(hall, army):
    """Whom the army of Oda's that gives way finds in Yamashiro."""
    hall.settle(1, outcome="withdraw", who="oda")
    assert hall.army(army).province == "yamashiro"
    rows = [row for key, row in sorted(hall.state().items(), key=str) if key[0] == "encounter"]
    return [row["kind"] for row in rows if row["province"] == "yamashiro"]


def test_who_gives_way_meets_nobody_who_is_in_a_city_where_he_comes(hall):
    army, other = gives_way(hall, "uesugi")
    inside(hall, other, "kyoto")
    assert "meeting" not in found_there(hall, army)


def test_where_a_friend_of_its_lord_meets_whoever_comes_its_people_need_not(hall):
    army, _ = gives_way(hall, "uesugi")
    hall.do("treaty.record", kind="alliance", one="uesugi", other="miyoshi")
    assert found_there(hall, army) == ["meeting"]


def test_a_clan_that_attacks_a_city_is_not_defended_against_by_its_own_who_are_in_it(hall):
    inside(hall, hall.an_army("uesugi", "settsu", 3), "sakai")
    outside = hall.an_army("uesugi", "settsu", 5)
    hall.do("encounter.call", place="sakai", clans=["uesugi"], reason="they shout BANZAI")
    assert [row["army"] for row in hall.rows("encounter_force")] == [outside]


def test_the_people_of_a_place_yield_only_where_none_of_its_lords_men_are_in_it(hall):
    hall.an_army("uesugi", "settsu", 5, experience=4)
    inside(hall, hall.an_army("hongan-ji", "settsu", 4), "ishiyama-hongan-ji")
    hall.do("encounter.call", place="ishiyama-hongan-ji", clans=["uesugi"], reason="they shout BANZAI")
    refused = hall.refuse(OrderNotAllowed, "encounter.settle", encounter=1, outcome="yield")
    assert (refused.field, refused.ruling) == ("outcome", "R4")


def test_the_better_general_who_already_entered_gets_no_second_leg_by_passing(hall):
    better = hall.an_army("uesugi", "echigo", 5, experience=4)
    worse = hall.an_army("takeda", "kai", 5, experience=3)
    hall.march(better, "shinano", "kai")
    hall.march(worse, "shinano", "echigo")
    hall.correct("army", better, "province", "kozuke")
    hall.march(better, "shinano", "kai")
    hall.phases(1)
    assert hall.army(better).province == "shinano"
    hall.settle(1, outcome="pass")  # nobody guards Shinano but its people
    hall.correct("army", better, "province", "echigo")
    hall.march(better, "shinano", "kai", late="set back by hand")
    hall.phases(2)  # Takeda comes to Shinano, Uesugi too
    hall.settle(2, outcome="pass")
    hall.correct("army", better, "province", "echigo")
    hall.march(better, "shinano", "kai", late="set back by hand again")
    hall.phases(3)
    met = hall.get(Encounter, 3)
    assert (met.kind, met.province) == ("exchange", "shinano")
    hall.settle(3, outcome="pass")
    assert hall.army(better).province == "shinano"  # not Kai, where Takeda came from
    assert hall.army(worse).province == "echigo"


def test_whoever_is_let_through_meets_those_who_stand_there(hall):
    hall.march(hall.an_army("uesugi", "echigo", 5, experience=2), "shinano")
    hall.march(hall.an_army("takeda", "shinano", 5, experience=2), "echigo")
    stranger = hall.an_army("oda", "shinano", 3)
    hall.phases(1, 2)
    assert hall.get(Encounter, 1).kind == "exchange"
    entry = hall.settle(1, outcome="pass")
    assert hall.get(Encounter, 2).kind == "undefended"  # nobody guards Echigo but its people
    met = hall.get(Encounter, 3)
    assert (met.kind, met.province, met.outcome) == ("meeting", "shinano", "")
    assert "In Shinano they meet others." in entry.sentence
    links = [change["after"] for change in entry.changes if change["table"] == "encounter_force"]
    assert [link["army"] for link in links if link["encounter"] == 3] == [1, stranger]
    assert verify(hall.room).same


# ---- sea


def crossing(hall):
    """Sue and Mori use the crossing between Chikuzen and Iki against each other."""
    hall.march(hall.an_army("sue", "chikuzen", 9, experience=3), "iki")
    hall.march(hall.an_army("mori", "iki", 8, experience=3), "chikuzen")
    hall.phases(1, 2)


def test_an_opposed_crossing_is_a_sea_battle_with_double_losses_and_no_works(hall):
    crossing(hall)
    assert hall.get(Encounter, 1).kind == "opposed_crossing"
    entry = hall.settle(attacker="mori")
    assert "at sea off" in entry.sentence
    assert hall.get(Battle, 1).sea is True
    error = hall.refuse(OrderNotAllowed, hall.fight, attacker_tactic="outflank", defender_tactic="fortify")
    assert (error.field, error.ruling) == ("defender_tactic", "R10")
    hall.fight(3)
    fought = report(hall)
    assert (fought["attacker_strength"], fought["defender_strength"]) == (8, 9)  # no castle, no home
    assert fought["attacker_losses"] % 2 == fought["defender_losses"] % 2 == 0
    assert fought["defender_losses"] > 0


def test_the_loser_of_a_sea_battle_stays_in_his_own_province(hall):
    crossing(hall)
    hall.settle(attacker="mori")
    hall.fight()
    error = hall.refuse(OrderNotAllowed, hall.end, then="attacker_withdraws", retreat_to="buzen")
    assert "who met at sea is in his own already (R17)" in error.sentence
    hall.end(then="attacker_withdraws")
    assert (hall.army(1).province, hall.army(2).province) == ("chikuzen", "iki")


def test_fleets_that_pass_each_other_land(hall):
    crossing(hall)
    hall.settle(outcome="pass")
    assert (hall.army(1).province, hall.army(2).province) == ("iki", "chikuzen")


def strait(hall):
    """Ōtomo's army 1 goes from Buzen over to Nagato and on to Suō, Mōri's 2 and 3 come the other way: encounters 1 and
    2, between him and each of them."""
    hall.march(hall.an_army("otomo", "buzen", 9, 4), "nagato", "suo")
    for _ in range(2):
        hall.march(hall.an_army("mori", "nagato", 5, 4), "buzen")
    hall.phases(1, 2)


def where(hall, *armies):
    """The provinces of these armies."""
    return [hall.army(number).province for number in armies]


def test_r17_who_passes_two_fleets_at_a_crossing_goes_one_leg_and_meets_neither(hall):
    strait(hall)
    hall.settle(1, outcome="pass")
    assert where(hall, 1, 2, 3) == ["nagato", "buzen", "nagato"]
    hall.settle(2, outcome="pass")
    assert where(hall, 1, 2, 3) == ["nagato", "buzen", "buzen"]
    assert "meeting" not in {row["kind"] for row in hall.rows("encounter")}
    hall.do("encounter.pass_all")
    hall.phases(3)
    assert where(hall, 1) == ["suo"]
    assert verify(hall.room).same


def test_r17_who_has_ended_his_march_at_a_crossing_is_not_taken_over_by_passing_another(hall):
    strait(hall)
    hall.settle(1, outcome="parley")
    hall.settle(2, outcome="pass")
    assert where(hall, 1, 2, 3) == ["buzen", "nagato", "buzen"]


def test_r17_fleets_of_one_way_that_pass_each_other_both_cross(hall):
    for clan in ("otomo", "mori"):
        hall.march(hall.an_army(clan, "buzen", 5, 4), "nagato", "suo")
    hall.phases(1, 2)
    assert hall.get(Encounter, 1).kind == "opposed_crossing"
    hall.settle(outcome="pass")
    assert where(hall, 1, 2) == ["nagato", "nagato"]


def test_r17_of_two_fleets_against_two_of_one_way_each_goes_one_leg(hall):
    for clan in ("otomo", "otomo", "mori", "mori"):
        hall.march(hall.an_army(clan, "buzen", 5, 4), "nagato", "suo")
    hall.phases(1, 2)
    for number in (1, 2, 3, 4):
        hall.settle(number, outcome="pass")
    assert where(hall, 1, 2, 3, 4) == ["nagato"] * 4


@pytest.mark.parametrize(("clans", "alone"), [(("otomo", "mori", "mori"), 1), (("otomo", "otomo", "mori"), 3)])
def test_r17_who_passes_two_fleets_that_came_from_where_he_goes_takes_one_leg(hall, clans, alone):
    ways = {"otomo": ("bungo", "buzen", "nagato", "suo"), "mori": ("suo", "nagato", "buzen", "bungo")}
    for clan in clans:
        start, *way = ways[clan]
        hall.march(hall.an_army(clan, start, 5, 4), *way)
    hall.phases(1, 2, 3)
    for number in (1, 2):
        assert hall.get(Encounter, number).kind == "opposed_crossing"
        hall.settle(number, outcome="pass")
    assert hall.army(alone).walked == 2


# ---- closed provinces (R16)


def closed(hall, troops=9):
    """Uesugi enter Etchū, which is Yūki's, whom nobody plays."""
    return hall.comes("uesugi", "echigo", "etchu", troops)


def test_a_closed_province_fights_its_intrinsic_value(hall):
    closed(hall)
    assert hall.get(Encounter, 1).kind == "closed_province"
    hall.settle()
    defender = side(hall, "defender")
    assert (defender.clan, defender.general, defender.troops, defender.intrinsic) == ("yuki", None, 0, 2)
    hall.fight(3)
    assert report(hall)["defender_strength"] == 2


def test_where_a_garrison_is_raised_it_fights_instead_of_the_intrinsic_value(hall):
    hall.do("garrison.raise", province="etchu", troops=1)
    closed(hall)
    assert hall.get(Encounter, 1).kind == "meeting"
    hall.settle()
    assert (side(hall, "defender").troops, side(hall, "defender").intrinsic) == (1, 0)
    hall.fight(6, attacker_tactic="outflank")
    assert hall.get(Garrison, 1).troops == 1 - min(1, side(hall, "defender").lost)


def test_only_its_people_guard_an_empty_province_of_a_played_clan_and_they_are_no_enemies_of_allies(hall):
    hall.do("treaty.record", "map", kind="alliance", one="takeda", other="imagawa", terms="")
    hall.march(hall.an_army("imagawa", "suruga", experience=4), "kai")
    hall.comes("uesugi", "echigo", "shinano")
    assert [(row["kind"], row["province"]) for row in hall.rows("encounter")] == [("undefended", "shinano")]


# ---- R9


def test_a_general_fights_no_more_battles_than_his_experience(hall):
    army = hall.an_army("uesugi", "echigo", 9, experience=1)
    hall.an_army("takeda", "shinano", 9)
    hall.march(army, "shinano")
    hall.phases(1, 2, 3)
    hall.one_round("both_stay")
    hall.next_season()
    hall.correct("army", army, "province", "echigo")
    hall.march(army, "shinano")
    hall.phases(1, 2, 3)
    hall.settle(2)
    hall.fight(battle=2)
    hall.end(2, then="both_stay")
    hall.correct("army", army, "province", "echigo")
    hall.an_army("hojo", "echigo", 4)
    hall.march(hall.an_army("imagawa", "shinano", 4, experience=4), "echigo", late="for the test")
    hall.phases(4)
    asked = {"outcome": "battle", "attacker": "imagawa", "defender": "uesugi", "settled_by": "umpire"}
    error = hall.refuse(OrderNotAllowed, "encounter.settle", "map", encounter=3, **asked)
    assert (error.field, error.ruling) == ("defender", "R9")
    assert "has fought 1 battle this season" in error.sentence
    entry = hall.do("encounter.settle", "game", encounter=3, **asked, force="both generals insist")
    assert entry.sentence.endswith("Forced: both generals insist.")


@pytest.mark.parametrize("rounds", [1, 3])
def test_a_battle_of_many_rounds_is_one(hall_at, rounds):
    hall = hall_at("round")
    for number in range(2, rounds + 1):
        hall.fight(3, number)
    hall.end(then="both_stay")
    assert hall.get(Character, "uesugi-kenshin").battles == 1


def test_no_army_is_made_or_lost_by_a_battle(hall_at):
    hall = hall_at("peace")
    assert [hall.get(Army, number).standing for number in (1, 2)] == [True, True]


# ---- several clans on a side (R2, R4, R31), and who commands it


def test_forces_of_several_clans_add_up_and_the_castle_helps_whose_holder_is_among_them(hall_at):
    hall = hall_at("sides")
    attacker, defender = side(hall, "attacker"), side(hall, "defender")
    assert (attacker.troops, defender.troops) == (18 + 7 + 6, 20 + 9 + 4)
    assert (attacker.fortification, defender.fortification) == ("none", "castle")
    assert (attacker.clan, defender.clan) == ("uesugi", "takeda")
    hall.correct("province", "shinano", "holder", "imagawa")
    hall.fight(3)
    assert (report(hall)["attacker_strength"], report(hall)["defender_strength"]) == (31 + 5, 33)


def test_home_is_where_the_clan_of_the_general_in_command_has_it(hall):
    hall.an_army("takeda", "kai", 5, 2, "takeda-harunobu")
    hall.an_army("hojo", "kai", 5, 4)
    hall.comes("uesugi", "shinano", "kai")
    hall.settle(defender="takeda", defender_allies=["hojo"])
    assert (side(hall, "defender").clan, side(hall, "defender").home_province) == ("hojo", False)
    hall.do("battle.set_commander", battle=1, side="defender", general="takeda-harunobu")
    assert (side(hall, "defender").clan, side(hall, "defender").home_province) == ("takeda", True)


def test_of_a_side_at_the_temple_only_its_own_monks_count_double(hall):
    hall.an_army("uesugi", "settsu", 30, experience=4)
    for clan, troops in (("hongan-ji", 4), ("oda", 6)):
        inside(hall, hall.an_army(clan, "settsu", troops), "ishiyama-hongan-ji")
    hall.do("encounter.call", place="ishiyama-hongan-ji", clans=["uesugi"], reason="they shout BANZAI")
    hall.settle(defender="hongan-ji", defender_allies=["oda"])
    assert (side(hall, "defender").troops, side(hall, "defender").monks_at_home_temple) == (10, True)
    hall.fight(3)
    assert report(hall)["defender_strength"] == 4 + 6 + 4 + 10  # the monks once more, and the temple's works
    hall.fight(3, 2)
    lost = report(hall)["defender_losses"]
    assert report(hall, 2)["defender_strength"] == 24 - lost, "what is lost makes no monk count less"


def test_the_umpire_chooses_the_commander_before_the_first_round_and_battles_are_counted_for_him(hall_at):
    hall = hall_at("sides")
    other = hall.army(3).general
    entry = hall.do("battle.set_commander", battle=1, side="attacker", general=other, in_person=True)
    now = side(hall, "attacker")
    assert (now.general, now.clan, now.experience, now.in_person) == (other, "imagawa", 2, True)
    assert (hall.get(Character, other).battles, hall.get(Character, "uesugi-kenshin").battles) == (1, 0)
    assert entry.sentence == f"Battle 1: {hall.get(Character, other).name} commands the attacker, in person."
    assert verify(hall.room).same
    before = hall.state()
    again = hall.do("battle.set_commander", battle=1, side="attacker", general="uesugi-kenshin", in_person=False)
    hall.undo(again.number)
    assert hall.state() == before


def test_a_new_commander_has_sealed_nothing(hall_at):
    hall = hall_at("sides")
    hall.do("battle.ask_tactics", battle=1, round=1)
    hall.seal("attacker", "outflank")
    hall.do("battle.set_commander", battle=1, side="attacker", general=hall.army(2).general)
    assert hall.get(Battle, 1).asked == 0
    assert not hall.rows("sealed_tactic")


@pytest.mark.parametrize("general", ["takeda-harunobu", "nobody", "hojo-ujiyasu"])
def test_only_a_general_of_that_side_can_command_it(hall_at, general):
    hall = hall_at("sides")
    error = hall.refuse(OrderNotUnderstood, "battle.set_commander", battle=1, side="attacker", general=general)
    assert (error.field, "Uesugi Kenshin" in error.sentence) == ("general", True)


def test_after_the_first_round_the_commander_stays(hall_at):
    hall = hall_at("round")
    error = hall.refuse(OrderNotAllowed, "battle.set_commander", battle=1, side="attacker", general="uesugi-kenshin")
    assert "before the first round" in error.sentence


def test_a_commander_who_has_fought_enough_is_refused_unless_forced(hall_at):
    hall = hall_at("sides")
    other = hall.army(2).general
    with hall.room.store.write() as session:
        session.get_one(Character, other).battles = 2
    order = {"battle": 1, "side": "attacker", "general": other}
    error = hall.refuse(OrderNotAllowed, "battle.set_commander", **order)
    assert (error.field, error.ruling) == ("general", "R9")
    assert "Forced: he insists." in hall.do("battle.set_commander", "game", **order, force="he insists").sentence


# ---- what follows from the end


def test_without_a_clear_victory_every_army_may_only_stay_or_go_back(hall_at):
    hall = hall_at("round")
    hall.end(then="both_stay")
    held = [(hall.army(number).held_by, hall.army(number).way_back, hall.army(number).halted) for number in (1, 2)]
    assert held == [(1, "echigo", "battle"), (1, "kai", "battle")]


def test_a_battle_called_off_holds_nobody_and_nobody_draws(hall_at):
    hall = hall_at("battle")
    hall.end()
    assert [(hall.army(number).held_by, hall.army(number).halted) for number in (1, 2)] == [(None, None)] * 2
    assert not hall.rows("risk_draw")
    assert "called off before it began" in notices(hall)[-1]


def test_the_winner_goes_on_but_not_while_he_has_other_business(hall):
    hall.an_army("takeda", "shinano", 5)
    hall.an_army("imagawa", "shinano", 5)
    hall.comes("uesugi", "echigo", "shinano", 30)
    hall.settle(1, defender="imagawa")
    hall.fight(6, attacker_tactic="outflank")
    hall.end(then="defender_withdraws", retreat_to="kozuke")
    assert hall.army(3).halted == "battle", "Takeda is there yet, and that encounter is open"
    hall.settle(2, defender="takeda")
    hall.fight(6, battle=2, attacker_tactic="outflank")
    hall.end(2, then="defender_withdraws", retreat_to="kai")
    assert (hall.army(3).halted, hall.army(1).halted) == (None, "battle")


def held_up(hall, troops=5):
    """Uesugi's army 2 of 30 has entered Takeda's Shinano, where Imagawa's army 1 stands, and they fight (battle 1);
    encounter 2 is that with the people."""
    hall.an_army("imagawa", "shinano", troops)
    hall.march(hall.an_army("uesugi", "echigo", 30, 4), "shinano", "hida")
    hall.phases(1)
    assert [row["kind"] for row in hall.rows("encounter")] == ["meeting", "undefended"]
    hall.settle(1)


@pytest.mark.parametrize("how", [{}, {"encounter": 2, "outcome": "pass"}, {"encounter": 2, "outcome": "yield"}])
def test_the_winner_goes_on_once_his_other_business_is_passed(hall, how):
    held_up(hall)
    hall.fight(6, attacker_tactic="outflank")
    hall.end(then="defender_withdraws", retreat_to="kai")
    assert hall.army(2).halted == "battle"
    hall.do("encounter.settle" if how else "encounter.pass_all", **how)
    assert (hall.army(2).halted, hall.army(1).halted) == (None, "battle")


def test_who_won_goes_on_when_death_closes_his_other_encounter(hall):
    hall.an_army("imagawa", "shinano", 5)
    hall.an_army("hojo", "shinano", 5)
    hall.march(hall.an_army("uesugi", "echigo", 200, 4), "shinano", "hida")
    hall.phases(1)
    hall.settle(1, defender="imagawa")
    hall.fight(6, attacker_tactic="outflank")
    hall.end(retreat_to="kai")
    for met in [row["id"] for row in hall.rows("encounter") if not row["outcome"] and row["kind"] == "undefended"]:
        hall.settle(met, outcome="pass")
    assert hall.army(3).halted == "battle"
    general = hall.army(2).general
    hall.correct("character", general, "age", 60)
    hall.do("risk.call", character=general, cause="age")
    hall.do("risk.draw", draw=hall.numbers("risk_draw")[-1], card="ace of spades")
    assert hall.army(3).halted is None


def test_who_did_not_win_goes_no_further_though_his_other_business_is_passed(hall):
    held_up(hall, troops=30)
    hall.fight(3)
    hall.end(then="both_stay")
    hall.do("encounter.pass_all")
    assert hall.army(2).halted == "battle"


def test_who_has_other_business_than_a_battle_called_off_goes_on_after_that(hall):
    held_up(hall)
    hall.end()
    assert (hall.army(2).halted, hall.army(1).halted) == ("battle", None)
    hall.do("encounter.pass_all")
    assert hall.army(2).halted is None


def once_more(hall):
    """Both stayed after battle 1, and meet again in the same season: battle 2."""
    hall.end(then="both_stay")
    hall.do("encounter.call", province="shinano", clans=["uesugi", "takeda"], reason="once more")
    hall.settle(2)


def test_who_wins_after_an_undecided_battle_is_held_by_it_no_longer(hall_at):
    once_more(hall := hall_at("round"))
    hall.correct("army", 1, "troops", 200)
    hall.fight(6, battle=2, attacker_tactic="outflank")
    hall.end(2)
    one = hall.army(1)
    assert (one.halted, one.held_by, one.way_back) == (None, None, None)
    hall.march(1, "hida", late="he has won")
    assert hall.army(1).halted is None


def test_a_battle_called_off_frees_nobody_whom_an_earlier_one_holds(hall_at):
    once_more(hall := hall_at("round"))
    hall.end(2)
    assert [hall.army(number).halted for number in (1, 2)] == ["battle", "battle"]
    assert hall.get(Character, "uesugi-kenshin").battles == 1, "the one that was fought counts (R9)"


def test_a_battle_called_off_frees_nobody_who_has_parleyed(hall):
    hall.an_army("takeda", "shinano", 5)
    hall.march(hall.an_army("uesugi", "echigo", 5, experience=4), "shinano", "hida")
    hall.phases(1)
    hall.settle(outcome="parley")
    once_more_called_off(hall, "shinano", ["uesugi", "takeda"])
    hall.phases(2)
    assert (hall.army(2).halted, hall.army(2).province) == ("parley", "shinano")


def test_a_battle_called_off_frees_nobody_who_was_formed_on_the_way(hall):
    hall.an_army("uesugi", "kai", 5)
    hall.do("garrison.raise", province="kai", troops=4)
    hall.phases(1)
    hall.do("army.form", general="takeda-harunobu", province="kai", troops=4)
    once_more_called_off(hall, "kai", ["uesugi", "takeda"], encounter=1)
    assert hall.army(2).halted == "formed on the way"


def once_more_called_off(hall, province, clans, encounter=2, battle=1):
    """They are called together, and call their battle off."""
    hall.do("encounter.call", province=province, clans=clans, reason="they shout BANZAI")
    hall.settle(encounter)
    hall.end(battle)


def test_who_withdrew_goes_no_further_by_a_battle_called_off_where_he_came(hall):
    hall.an_army("uesugi", "shinano", 5)
    hall.an_army("hojo", "kai", 5)
    hall.march(hall.an_army("takeda", "kai", 5, experience=4), "shinano", "hida")
    hall.phases(1)
    hall.settle(1, outcome="withdraw", who="takeda")
    hall.settle(2, attacker="hojo")
    hall.end()
    hall.phases(2)
    assert (hall.army(3).halted, hall.army(3).province) == ("withdrew", "kai")
    assert hall.get(MarchOrder, 3).route == ["shinano"]


def test_who_parleyed_and_then_fights_undecided_may_go_back(hall):
    hall.an_army("takeda", "shinano", 5)
    hall.march(hall.an_army("uesugi", "echigo", 5, experience=4), "shinano", "hida")
    hall.phases(1)
    hall.settle(outcome="parley")
    hall.do("encounter.call", province="shinano", clans=["uesugi", "takeda"], reason="they shout BANZAI")
    hall.settle(2)
    hall.fight(3)
    hall.end(then="both_stay")
    hall.march(2, "echigo", late="he thought again")
    hall.phases(2)
    assert hall.army(2).province == "echigo"


def test_a_loser_who_wins_where_he_came_to_goes_not_on_from_where_he_lost(hall):
    hall.an_army("takeda", "shinano", 30)
    hall.an_army("imagawa", "echigo", 1)
    hall.march(hall.an_army("uesugi", "echigo", 5, experience=4), "shinano", "hida")
    hall.phases(1)
    hall.one_round("attacker_withdraws")
    hall.correct("army", 3, "troops", 200)
    hall.settle(2)
    hall.fight(6, battle=2, attacker_tactic="outflank")
    hall.end(2, retreat_to="kozuke")
    assert (hall.army(3).halted, hall.army(3).province) == (None, "echigo")
    for open_ in [row["id"] for row in hall.rows("encounter") if not row["outcome"]]:
        hall.settle(open_, outcome="pass")
    hall.phases(2)
    assert hall.army(3).province == "echigo"


def test_a_battle_called_off_frees_whom_a_battle_of_the_season_before_holds_no_longer(hall_at):
    hall = hall_at("round")
    hall.end(then="both_stay")
    hall.correct("army", 2, "province", "kai")
    hall.next_season()
    hall.an_army("imagawa", "shinano", 5)
    once_more_called_off(hall, "shinano", ["uesugi", "imagawa"], battle=2)
    assert (hall.army(1).held_by, hall.army(1).halted) == (1, None)


def test_everybody_who_led_or_went_along_is_called_to_draw_once(hall_at):
    hall = hall_at("sides")
    hall.fight(3)
    hall.fight(3, 2)
    hall.end(then="attacker_withdraws")
    draws = hall.rows("risk_draw")
    assert sorted(row["character"] for row in draws) == sorted(hall.army(number).general for number in range(1, 6))
    assert {row["battle"] for row in draws} == {1}


def notices(hall):
    """What is to be told, in the order it came."""
    return [row["sentence"] for key, row in sorted(hall.state().items(), key=str) if key[0] == "notice"]


def test_who_must_hear_hears_who_won_and_no_size_and_no_general(hall_at):
    hall = hall_at("sides")
    hall.fight(3)
    hall.end(then="attacker_withdraws")
    told = [sentence for sentence in notices(hall) if sentence.startswith("Battle")]
    assert told == [
        "Battle in Shinano, Uesugi and Imagawa against Takeda and Hōjō: Takeda and Hōjō won, and Uesugi and Imagawa "
        "gave way."
    ]
    heard = {row["clan"] for row in hall.rows("notice_to")}
    assert {"imagawa", "uesugi", "hojo", "takeda"} <= heard


def test_undo_of_a_battle_gives_back_losses_experience_and_draws(hall_at):
    hall = hall_at("sides")
    before = hall.state()
    fought = hall.fight(6, attacker_tactic="outflank")
    ended = hall.end(then="defender_withdraws", retreat_to="kai")
    hall.undo(ended.number)
    hall.undo(fought.number)
    assert hall.state() == before
    assert verify(hall.room).same


def test_a_battle_is_minded_by_one_umpire_until_another_takes_it_over(hall_at):
    hall = hall_at("battle")
    before = hall.everything()
    order = {"battle": 1, "round": 1, "die": 3, "attacker_tactic": "outflank", "defender_tactic": "outflank"}
    for name, arguments in (
        ("battle.fight_round", order),
        ("battle.end", {"battle": 1}),
        ("battle.ask_tactics", {"battle": 1, "round": 1}),
        ("battle.set_commander", {"battle": 1, "side": "attacker", "general": "uesugi-kenshin"}),
        ("battle.grant_columns", {"battle": 1, "side": "attacker", "columns": 1, "reason": "his home"}),
    ):
        with pytest.raises(OrderNotAllowed, match="Map Control is at work on battle 1"):
            perform(hall.room, Umpire("Ana", "map"), name, arguments)
    assert hall.everything() == before
    perform(hall.room, Umpire("Ana", "map"), "claim.take", {"kind": "battle", "number": 1, "over": True})
    perform(hall.room, Umpire("Ana", "map"), "battle.fight_round", order)
    assert hall.get(Claim, ("battle", 1)).umpire == "Ana"
    assert verify(hall.room).same


def test_a_column_granted_stays_with_the_side_it_was_granted_to_when_the_roles_change(hall_at):
    """The umpire grants it to Takeda, not to the defender (R31, R6)."""
    hall = hall_at("battle")
    hall.do("battle.grant_columns", battle=1, side="defender", columns=2, reason="this is his home")
    hall.fight(3)
    first = hall.get(BattleRound, (1, 1)).report["shifts"]
    hall.fight(3, 2, swap_roles=True)
    second = hall.get(BattleRound, (1, 2)).report["shifts"]
    told = [
        next((one["side"], one["columns"]) for one in shifts if one["reason"] == "umpire") for shifts in (first, second)
    ]
    assert told == [("defender", -2), ("attacker", 2)]
    sides = {role: hall.get(BattleSide, (1, role)) for role in ("attacker", "defender")}
    assert {role: (side.clan, side.columns, side.columns_reason) for role, side in sides.items()} == {
        "attacker": ("takeda", 2, "this is his home"),
        "defender": ("uesugi", 0, ""),
    }


# ---- R4: levies, and generals in person


def test_every_general_of_a_side_may_fight_in_person(hall_at):
    hall = hall_at("sides")
    others = [hall.army(number).general for number in (2, 3)]
    order = {"battle": 1, "side": "attacker", "general": "uesugi-kenshin", "others_in_person": others}
    hall.correct("character", others[1], "wounded", True)
    error = hall.refuse(OrderNotAllowed, "battle.set_commander", **order)
    assert (error.field, error.ruling) == ("others_in_person", "R19")
    hall.correct("character", others[1], "wounded", False)
    hall.do("battle.set_commander", **order, in_person=True)
    hall.fight(3)
    assert report(hall)["attacker_strength"] == 18 + 7 + 6 + 3


def test_who_fights_in_person_keeps_to_it_when_another_commands(hall_at):
    hall = hall_at("sides")
    hall.do("battle.set_commander", battle=1, side="attacker", general="uesugi-kenshin", in_person=True)
    hall.do("battle.set_commander", battle=1, side="attacker", general=hall.army(3).general)
    assert not side(hall, "attacker").in_person
    hall.fight(3)
    assert report(hall)["attacker_strength"] == 18 + 7 + 6 + 1


@pytest.mark.parametrize(
    ("in_person", "others", "words"),
    [(True, 0, "general in person"), (False, 1, "general in person"), (True, 2, "3 generals in person")],
)
def test_generals_in_person_are_counted_only_where_there_are_more_than_one(tables, in_person, others, words):
    side = Side("Takeda", 9, 2, in_person=in_person, others_in_person=others)
    assert side.notional_men(Ground(), tables) == {words: int(in_person) + others}


def levy_battle(hall, troops, province="kai", clan="uesugi"):
    """An army that attacks the levy of an empty province; the number of its battle."""
    hall.an_army(clan, province, troops, experience=2)
    hall.do("encounter.call", province=province, clans=[clan], reason="it is empty")
    met = max(hall.numbers("encounter"))
    assert hall.get(Encounter, met).kind == "undefended"
    hall.settle(met, attacker=clan)
    return max(hall.numbers("battle"))


def test_an_empty_home_castle_fights_with_its_value_and_its_walls_and_has_no_general(hall):
    levy_battle(hall, 20)
    defender, value = side(hall, "defender"), hall.room.scenario.provinces["kai"].rice_value
    assert (defender.name, defender.troops, defender.intrinsic) == ("the levy of Kai", 0, value)
    assert (defender.home_province, defender.fortification) == (False, hall.room.scenario.provinces["kai"].castle)
    hall.fight(3)
    assert [shift["reason"] for shift in report(hall)["shifts"]].count("superior_general") == 1


@pytest.mark.parametrize(
    ("troops", "die", "then", "beaten"),
    [
        (60, 6, None, True),
        (20, 6, "both_stay", True),
        (8, 6, "both_stay", True),  # nobody has won it
        (20, 6, "attacker_withdraws", True),
        (4, 3, "both_stay", False),
    ],
)
def test_a_levy_is_beaten_by_the_last_round_and_not_before(hall, troops, die, then, beaten):
    number = levy_battle(hall, troops)
    hall.fight(die, battle=number)
    hall.end(number, **({"then": then} if then else {}))
    with hall.room.store.read() as session:
        assert is_beaten(session, "kai") is beaten
        assert may_be_taken(session, "kai", None, "uesugi") is beaten
    assert hall.get(Character, hall.army(1).general).experience == 2, "a levy alone teaches nothing"


def test_an_undecided_fight_against_a_bare_levy_holds_the_army(hall):
    number = levy_battle(hall, 4)
    hall.fight(3, battle=number)
    hall.end(number, then="both_stay")
    hall.next_season()
    error = hall.refuse(OrderNotAllowed, "army.order_march", army=1, route=["sagami"])
    assert (error.ruling, "the levy of Kai" in error.sentence) == ("R15", True)


def test_a_levy_meets_one_enemy_after_the_other_and_none_once_it_is_beaten(hall):
    number = levy_battle(hall, 60)
    hall.an_army("hojo", "kai", 8)
    hall.do("encounter.call", province="kai", clans=["hojo"], reason="he too")
    met = max(hall.numbers("encounter"))
    order = {"encounter": met, "outcome": "battle", "attacker": "hojo", "settled_by": "umpire"}
    assert "one enemy after the other" in hall.refuse(OrderNotAllowed, "encounter.settle", **order).sentence
    hall.fight(6, battle=number)
    hall.end(number)
    assert hall.get(Encounter, met).outcome == "pass"
    again = hall.refuse(OrderNotAllowed, "encounter.call", province="kai", clans=["hojo"], reason="he too")
    assert again.ruling == "R4"


def test_allies_of_the_holder_fight_beside_his_levy_and_his_walls(hall):
    hall.do("treaty.record", kind="alliance", one="takeda", other="hojo")
    hall.an_army("hojo", "kai", 6)
    hall.an_army("uesugi", "kai", 20, experience=4)
    hall.do("encounter.call", province="kai", clans=["hojo", "uesugi"], reason="they meet")
    hall.settle()
    scenario = hall.room.scenario.provinces["kai"]
    assert (side(hall, "defender").intrinsic, side(hall, "defender").fortification) == (
        scenario.rice_value,
        scenario.castle,
    )
    assert side(hall, "attacker").fortification == "none"


def test_whoever_beats_the_holders_counters_has_beaten_the_levy_too(hall_at):
    hall = hall_at("decision")
    hall.end(retreat_to="kai")
    assert hall.ask(may_be_taken, "shinano", None, "uesugi")


# ---- R7: an outright victory is one


def test_an_outright_victory_stands_though_the_season_closes_over_it(hall_at):
    hall = hall_at("decision")
    hall.next_season()
    battle = hall.get(Battle, 1)
    assert (battle.winner, battle.ended_by) == ("attacker", "outright_victory")
    assert hall.get(Character, "uesugi-kenshin").experience == 4
    assert hall.army(2).province == "kai"  # the way it came, though nobody was asked
    assert not hall.rows("claim"), "nobody is at work on it any more"


def test_a_force_without_a_counter_left_is_not_asked_where_it_goes(hall):
    hall.an_army("takeda", "kai", 1)
    hall.an_army("uesugi", "kai", 200, experience=4)
    hall.do("encounter.call", province="kai", clans=["takeda", "uesugi"], reason="they meet")
    hall.settle()
    hall.fight(6, attacker_tactic="outflank")
    hall.end()
    assert hall.get(Battle, 1).winner == "attacker"


def test_who_gives_way_as_the_season_closes_over_it_meets_nobody(hall_at):
    hall = hall_at("decision")
    hall.an_army("hojo", "kai", 3)
    hall.next_season()
    assert where(hall, 2) == ["kai"]
    assert [row["outcome"] for row in hall.rows("encounter")] == ["battle"]


# ---- R41: places


def two_besiegers(hall, place):
    """Uesugi's army 1 and Takeda's army 2 besiege a place together: encounter 1."""
    for clan, troops in (("uesugi", 5), ("takeda", 6)):
        hall.an_army(clan, "settsu", troops, 4)
    hall.do("encounter.call", place=place, clans=["uesugi", "takeda"], reason="they shout BANZAI")


@pytest.mark.parametrize(
    ("place", "form", "lord", "troops"),
    [
        ("sakai", {"side-uesugi": "attacker", "side-takeda": "attacker"}, None, 11),
        ("sakai", {"side-uesugi": "attacker", "side-takeda": "aside"}, None, 5),
        ("osaka", {"side-uesugi": "attacker", "side-takeda": "aside", "side-arima": "defender"}, "arima", 5),
        ("osaka", {"side-uesugi": "attacker", "side-takeda": "attacker", "side-arima": "defender"}, "arima", 11),
    ],
)
def test_r41_besiegers_of_a_place_attack_together_or_stand_aside(hall, client, place, form, lord, troops):
    two_besiegers(hall, place)
    desk = client("map")
    page = desk.get("/map/encounters/1").text
    assert all(f'name="{name}"' in page for name in form)
    desk.post("/map/encounters/1/claim", data={"do": "take", "key": "a"})
    desk.post("/map/encounters/1/battle", data={**form, "settled_by": "umpire", "key": "b"}, answers=303)
    assert side(hall, "attacker").troops == troops
    assert (side(hall, "defender").clan, side(hall, "defender").troops) == (lord, 0)
    assert side(hall, "defender").intrinsic


def test_r41_a_lord_without_a_force_there_defends_his_place_by_name(hall):
    two_besiegers(hall, "osaka")
    hall.settle(attacker="uesugi", defender="arima")
    assert (side(hall, "defender").clan, side(hall, "defender").troops) == ("arima", 0)


def test_r4_the_people_of_a_place_do_not_yield_while_friends_of_their_lord_are_in_it(hall):
    hall.do("treaty.record", kind="alliance", one="takeda", other="hongan-ji")
    hall.an_army("uesugi", "settsu", 5, 4)
    inside(hall, hall.an_army("takeda", "settsu", 4), "ishiyama-hongan-ji")
    hall.do("encounter.call", place="ishiyama-hongan-ji", clans=["uesugi"], reason="they shout BANZAI")
    assert "yield" not in hall.ask(encounter, 1, "map").outcomes
    refused = hall.refuse(OrderNotAllowed, "encounter.settle", encounter=1, outcome="yield")
    assert (refused.field, refused.ruling) == ("outcome", "R4")
    assert "Army A2-5 stands inside." in refused.sentence


def test_where_to_is_not_passed_over_where_who_withdraws_stays_where_he_is(hall):
    crossing(hall)
    refused = hall.refuse(
        OrderNotAllowed, "encounter.settle", encounter=1, outcome="withdraw", who="sue", retreat_to="buzen"
    )
    assert (refused.field, refused.ruling) == ("retreat_to", "R15")


def test_r41_a_garrison_around_a_place_takes_no_part_in_its_siege(hall):
    for ground in ({"place": "osaka"}, {"province": "settsu"}):
        hall.do("garrison.raise", **ground, troops=1)
    besieged(hall, "osaka", attackers=9)
    inside_it = hall.every(select(Garrison.id).filter_by(place="osaka"))
    assert [row["garrison"] for row in hall.rows("encounter_force")] == [None, *inside_it]
    assert side(hall, "defender").troops == 1


def test_who_attacks_a_place_and_breaks_off_stays_in_the_province_around_it(hall):
    besieged(hall, "ishiyama-hongan-ji", ("hongan-ji", 4))
    hall.fight(3)
    entry = hall.end(then="attacker_withdraws")
    assert "at Ishiyama Hongan-ji in Settsu" in entry.sentence
    assert (hall.army(1).province, hall.army(1).held_by, hall.army(2).place) == ("settsu", None, "ishiyama-hongan-ji")
    hall.next_season()
    hall.do("encounter.call", place="ishiyama-hongan-ji", clans=["uesugi"], reason="the siege goes on")


def test_where_to_is_not_passed_over_where_nobody_leaves(hall_at):
    both = hall_at("round").refuse(OrderNotAllowed, "battle.end", battle=1, then="both_stay", retreat_to="kai")
    assert (both.field, both.sentence) == ("retreat_to", "No army leaves Shinano: both stay. Leave out where to.")
    hall = hall_at("start")
    besieged(hall, "ishiyama-hongan-ji", ("hongan-ji", 4))
    hall.fight(3)
    error = hall.refuse(OrderNotAllowed, hall.end, then="attacker_withdraws", retreat_to="tamba")
    assert error.sentence == "No army leaves Settsu: who attacks a place stays around it (R41). Leave out where to."


def test_the_end_of_a_siege_asks_where_those_go_who_leave_the_place_and_nobody_else(hall, client):
    besieged(hall, "ishiyama-hongan-ji", ("hongan-ji", 4))
    hall.fight(3)
    page = client("map").get("/battles/1").text
    assert "Who leaves Ishiyama Hongan-ji goes to" in page
    assert "Who attacks it and breaks off stays in Settsu around it" in page


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ("osaka", "Arima and Uesugi do not fight for Osaka."),
        ("sakai", "Uesugi does not fight for Sakai."),
    ],
)
def test_a_siege_without_a_fight_says_so_and_a_journal_of_before_replays(hall, place, said):
    hall.an_army("uesugi", "settsu", 5, experience=4)
    hall.do("encounter.call", place=place, clans=["uesugi"], reason="they look at the walls")
    entry = hall.settle(outcome="pass")
    assert entry.sentence == f"In Settsu, {said}"
    hall.undo(entry.number)
    head, _, tail = said.partition(" do")
    said_before(hall.room, (f" do{tail}", " pass each other by."))
    assert hall.entries()[-1].sentence == f"Taken back: entry {entry.number}, “In Settsu, {head} pass each other by.”"
    assert verify(hall.room).differences == ()


def test_who_comes_to_relieve_a_place_is_told_what_its_besieger_is_in(hall):
    besieged(hall, "ishiyama-hongan-ji", ("hongan-ji", 4))
    hall.an_army("takeda", "settsu", 6)
    relief = {"province": "settsu", "clans": ["takeda", "uesugi"], "reason": "he relieves the temple"}
    error = hall.refuse(OrderNotAllowed, "encounter.call", **relief)
    assert (error.field, error.ruling) == ("clans.1", "R14")
    assert error.sentence == "Uesugi is in battle 1 in Settsu. Settle that first."
    hall.fight(3)
    hall.end(then="both_stay")
    assert "between Takeda and Uesugi" in hall.do("encounter.call", **relief).sentence


def test_an_army_goes_into_no_place_that_is_being_attacked_for_it_would_not_fight_there(hall):
    besieged(hall, "ishiyama-hongan-ji", ("hongan-ji", 4))
    relief = {"army": hall.an_army("hongan-ji", "settsu", 6), "place": "ishiyama-hongan-ji"}
    error = hall.refuse(OrderNotAllowed, "army.shift", **relief)
    assert (error.field, error.ruling) == ("place", "R41")
    assert error.sentence.startswith("Ishiyama Hongan-ji is attacked in battle 1, and who goes in now has no part in")
    hall.fight(3)
    hall.end(then="both_stay")
    hall.do("army.shift", **relief)


def test_a_third_clan_is_let_into_a_siege_before_its_first_round_and_no_later(hall, client):
    besieged(hall, "ishiyama-hongan-ji", ("hongan-ji", 4))
    hall.an_army("takeda", "settsu", 6)
    desk = client("map")
    assert "A third clan helps the besiegers" in desk.get("/battles/1").text
    form = {"clans": "takeda", "key": "form-1"}
    assert "Map Control is at work on battle 1." in desk.post("/battles/1/let-in", data=form).text
    desk.post("/battles/1/claim", data={"how": "over"})
    answer = desk.post("/battles/1/let-in", data=form, answers=303)
    assert answer.headers["Location"] == "/map/encounters/2"
    assert desk.post("/battles/1/let-in", data=form).status_code == 303  # sent twice
    off, called = hall.entries()[-2:]
    assert off.sentence == "Battle 1 at Ishiyama Hongan-ji in Settsu was called off before the first round."
    assert called.sentence.startswith("Encounter 2: Uesugi and Takeda attack Ishiyama Hongan-ji in Settsu")
    assert not [told for told in notices(hall) if "called off" in told], "it goes on"
    hall.settle(2, attacker="uesugi", attacker_allies=["takeda"], place="ishiyama-hongan-ji")
    assert (hall.get(Battle, 2).place, side(hall, "attacker", 2).troops) == ("ishiyama-hongan-ji", 11)
    hall.an_army("oda", "settsu", 3)
    hall.fight(3, battle=2)
    assert "A third clan helps the besiegers" not in desk.get("/battles/2").text
    desk.post("/battles/2/claim", data={"how": "over"})
    before = hall.everything()
    assert desk.post("/battles/2/let-in", data={"clans": "oda"}).status_code == 409
    assert hall.everything() == before


def test_a_battle_under_way_is_not_called_anew(hall_at):
    hall = hall_at("round")
    error = hall.refuse(OrderNotAllowed, hall.end, then="both_stay", anew=True)
    assert (error.field, error.ruling) == ("anew", "R6")


def test_whoever_is_not_there_is_not_let_into_a_siege_and_the_battle_stands(hall, client):
    besieged(hall, "ishiyama-hongan-ji", ("hongan-ji", 4))
    desk, before = client("map"), hall.everything()
    assert "A third clan helps the besiegers" not in desk.get("/battles/1").text
    answer = desk.post("/battles/1/let-in", data={"clans": "oda"})
    assert answer.status_code in (400, 422)
    assert hall.everything() == before
    assert desk.post("/battles/9/let-in", data={"clans": "oda"}).status_code == 400


def test_nobody_helps_besiegers_who_is_busy_or_lord_of_the_place(hall):
    besieged(hall, "ishiyama-hongan-ji")
    for clan in ("hongan-ji", "takeda"):
        hall.an_army(clan, "settsu", 4)
    hall.an_army("oda", "settsu", 4)

    def near():
        return [sign.id for sign in hall.ask(siege, 1).near]

    assert near() == ["oda", "takeda"]
    own = {"place": "ishiyama-hongan-ji", "clans": ["oda", "hongan-ji"], "reason": "his own walls"}
    error = hall.refuse(OrderNotAllowed, "encounter.call", **own)
    assert (error.field, error.sentence) == ("clans", "Hongan-ji holds Ishiyama Hongan-ji and cannot attack it.")
    hall.do("encounter.call", province="settsu", clans=["oda", "hongan-ji"], reason="he turns on them")
    assert near() == ["takeda"], "who is in an encounter has his hands full"


def test_why_a_clan_is_not_let_into_a_siege_is_said_where_it_was_chosen(hall, client):
    besieged(hall, "ishiyama-hongan-ji", ("hongan-ji", 4))
    hall.an_army("takeda", "settsu", 6)
    desk = client("map")
    desk.post("/battles/1/claim", data={"how": "over"})
    shown = desk.post("/battles/1/let-in", data={"clans": "oda"}).text
    assert '<select id="third-clans" name="clans" required aria-invalid="true"' in shown
    assert shown.count("Oda has no force in this encounter") == 1


def test_a_place_without_a_lord_defends_itself(hall):
    besieged(hall, "sakai", attackers=40)
    defender = side(hall, "defender")
    assert (defender.name, defender.clan, defender.intrinsic) == (
        "the levy of Sakai",
        None,
        hall.room.scenario.places["sakai"].value,
    )
    hall.fight(6)
    hall.end()
    assert hall.ask(may_be_taken, "settsu", "sakai", "uesugi")
    assert (
        "Nobody defends Sakai"
        in hall.refuse(OrderNotAllowed, "encounter.call", place="sakai", clans=["uesugi"], reason="once more").sentence
    )


def test_a_place_that_nobody_attacks_is_not_besieged(hall):
    error = hall.refuse(OrderNotAllowed, "encounter.call", place="sakai", clans=["uesugi"], reason="a siege")
    assert (error.field, "Nobody attacks Sakai" in error.sentence) == ("clans", True)


def test_those_inside_a_lost_place_leave_and_the_garrison_disperses(hall):
    besieged(hall, "osaka", ("hongan-ji", 2), attackers=60)
    hall.fight(6)
    hall.end(retreat_to="tamba")
    assert (hall.army(2).province, hall.army(2).place) == ("tamba", None)


def test_nobody_attacks_a_place_whose_defender_is_busy_and_somebody_has_to_attack_it(hall):
    besieged(hall, "ishiyama-hongan-ji", ("hongan-ji", 4))
    hall.an_army("takeda", "settsu", 6)
    siege_of = {"place": "ishiyama-hongan-ji", "reason": "he shouts too"}
    error = hall.refuse(OrderNotAllowed, "encounter.call", clans=["takeda"], **siege_of)
    assert (error.field, error.ruling) == ("place", "R14")
    assert error.sentence.endswith("is in battle 1. Settle that first.")
    error = hall.refuse(OrderNotAllowed, "encounter.call", clans=[], **siege_of)
    assert (error.field, error.sentence) == ("clans", "Say who attacks Ishiyama Hongan-ji: Takeda.")


def test_the_people_of_a_place_that_were_beaten_by_one_besieger_fight_no_second(hall):
    hall.an_army("uesugi", "settsu", 60, experience=4)
    hall.an_army("takeda", "settsu", 6)
    for clan in ("uesugi", "takeda"):
        hall.do("encounter.call", place="sakai", clans=[clan], reason="it is rich")
    hall.one_round("defender_withdraws", 6)
    error = hall.refuse(OrderNotAllowed, hall.settle, encounter=2, attacker="takeda")
    assert (error.field, error.ruling) == ("outcome", "R4")
    assert (
        error.sentence == "The levy of Sakai was beaten this season and has dispersed: nobody is there to fight (R4)."
    )


def test_only_who_leads_an_army_there_fights_in_person(hall_at):
    hall = hall_at("encounter")
    error = hall.refuse(OrderNotUnderstood, hall.settle, in_person=["uesugi-kenshin", "hojo-ujiyasu"])
    assert (error.field, error.sentence) == ("in_person.1", "Hōjō Ujiyasu leads no army in this battle.")


def test_whoever_is_named_fights_in_person_at_the_head_of_his_side_or_beside_it(hall_at):
    hall = hall_at("sides")
    hall.undo(hall.entries()[-1].number)
    clans = {"attacker": "uesugi", "defender": "takeda", "attacker_allies": ["imagawa"], "defender_allies": ["hojo"]}
    hall.settle(**clans, in_person=["uesugi-kenshin", hall.army(3).general, hall.army(5).general])
    assert [side(hall, role, 2).in_person for role in ("attacker", "defender")] == [True, False]
    hall.fight(3, battle=2)
    assert report(hall, battle=2)["attacker_strength"] == 18 + 7 + 6 + 2


def test_at_sea_they_fight_for_no_place(hall):
    crossing(hall)
    with hall.room.store.write() as session:
        session.get_one(Place, "sakai").province = hall.get(Encounter, 1).province
    error = hall.refuse(OrderNotAllowed, hall.settle, attacker="mori", place="sakai")
    assert (error.field, error.ruling) == ("place", "R10")
    assert error.sentence == "At sea they fight for no place (R10)."


def test_who_is_driven_out_leaves_no_encounter_behind_that_nobody_is_in(hall):
    for clan, start, troops in (("uesugi", "echigo", 9), ("hongan-ji", "kaga", 23)):
        hall.march(hall.an_army(clan, start, troops, 2), "etchu")
    hall.phases(1, 2)
    kinds = [row["kind"] for row in hall.rows("encounter")]
    assert kinds == ["closed_province", "closed_province", "meeting"], "each with its people, and both with each other"
    hall.do("claim.take", kind="encounter", number=1)
    hall.settle(3, attacker="hongan-ji")
    hall.fight(6, attacker_tactic="surprise_assault", defender_tactic="subterfuge")
    before = hall.state()
    said = hall.end()
    assert said.sentence.endswith("Army A1-3 withdrew to Echigo. Encounter 1 is over: nobody is left in it.")
    assert [row["outcome"] for row in hall.rows("encounter")] == ["withdraw", "", "battle"]
    assert not hall.rows("claim")
    assert verify(hall.room).same
    hall.undo(said.number)
    assert hall.state() == before


def test_a_meeting_that_leaves_one_clan_alone_in_it_is_over(hall):
    hall.kawanakajima()
    hall.do("treaty.record", kind="alliance", one="uesugi", other="hojo", terms="against Takeda", strength=1)
    hall.march(hall.an_army("hojo", "kozuke", 5, 2), "shinano")
    hall.phases(1, 2)
    assert hall.settle(defender="takeda").sentence.endswith(" Hōjō has a quarrel left: encounter 2.")
    hall.fight(6, attacker_tactic="subterfuge", defender_tactic="outflank")
    said = hall.end(then="defender_withdraws", retreat_to="kai")
    assert " Encounter 2 is over: Hōjō alone is left in it." in said.sentence
    assert hall.get(Encounter, 2).outcome == "withdraw"
    assert verify(hall.room).same


def test_an_army_that_is_put_elsewhere_by_hand_leaves_no_encounter_behind_that_nobody_is_in(hall):
    hall.march(hall.an_army("uesugi", "echigo", 9, 2), "etchu")
    hall.phases(1, 2)
    assert [row["kind"] for row in hall.rows("encounter")] == ["closed_province"]
    said = hall.correct("army", 1, "province", "echigo").sentence
    assert said.endswith("Encounter 1 is over: nobody is left in it.")
    assert verify(hall.room).same


@pytest.mark.parametrize(("field", "value"), [("province", "kai"), ("general", "nagao-masakage")])
def test_an_army_in_battle_is_put_nowhere_else_and_under_nobody_else_by_hand(hall_at, field, value):
    hall = hall_at("battle")
    order = {"kind": "army", "id": 1, "field": field, "value": value, "reason": "it stands there"}
    refused = hall.refuse(OrderNotAllowed, "figure.correct", **order)
    assert (refused.field, refused.sentence) == (
        "value",
        "Army A1-3 is in battle 1. End that first, then set it right.",
    )
    hall.do("figure.correct", "game", **order, force="the table has it so")
    assert getattr(hall.army(1), field) == value


def test_a_journal_in_which_an_army_in_battle_was_put_elsewhere_before_that_was_refused_is_replayed(
    hall_at, monkeypatch
):
    hall = hall_at("battle")
    with monkeypatch.context() as before:
        before.setattr("control.sengoku.people.corrections_actions.battle_of", lambda *_given: None)
        hall.correct("army", 1, "province", "kai")
    assert verify(hall.room).differences == ()


def test_a_garrison_in_battle_is_put_nowhere_else_by_hand(hall):
    hall.an_army("uesugi", "musashi", 18)
    hall.do("garrison.raise", "game", province="musashi", troops=4, force="the test wants it")
    (number,) = (row["id"] for row in hall.rows("garrison") if row["province"] == "musashi")
    hall.do("encounter.call", province="musashi", clans=["uesugi", "hojo"], reason="the test")
    hall.settle(attacker="uesugi", defender="hojo")
    order = {"kind": "garrison", "id": number, "field": "place", "value": "edo", "reason": "it stands there"}
    refused = hall.refuse(OrderNotAllowed, "figure.correct", **order)
    assert (refused.field, refused.sentence) == (
        "value",
        f"Garrison {number} is in battle 1. End that first, then set it right.",
    )
    hall.correct("garrison", number, "troops", 5)
    hall.do("figure.correct", "game", **order, force="the table has it so")
    assert hall.get(Garrison, number).place == "edo"
    assert verify(hall.room).same
