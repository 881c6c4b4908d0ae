"""Rulings made in play: options that change, decisions in words, and past results that would have been different."""

from __future__ import annotations

from control.kernel.errors import ChangedElsewhere
from control.kernel.hall.rulings.rulings_questions import rulings
from control.kernel.proof.verify import verify
from control.kernel.rows import Announcement, Ruling
from control.sengoku.hall.book.rulings_questions import AGAIN, altered
from control.sengoku.rows import Game
from control.sengoku.rules.rulings import OPTIONS


def looked_at(hall, option, value, desk="game"):
    """What another value would have altered."""
    return hall.ask(altered, hall.room.scenario, option, value, desk)


def test_a_changed_option_holds_from_now_on_and_every_desk_is_told(hall_at):
    hall = hall_at("orders")
    hall.do("ruling.change_option", "game", option="odds_rounding", now="defender", value="nearest", reason="we vote")
    assert hall.get(Game, 1).options["odds_rounding"] == "nearest"
    told = hall.get(Announcement, 1)
    assert told.desks == []
    assert "to the nearest column" in told.text
    row = hall.get(Ruling, 1)
    assert (row.ruling, row.before, row.after, row.text) == ("R1", "defender", "nearest", "we vote")
    assert verify(hall.room).same
    hall.undo(hall.entries()[-1].number)
    assert hall.get(Game, 1).options["odds_rounding"] == "defender"


def test_two_umpires_who_change_the_same_option_change_it_once(hall):
    order = {"option": "odds_rounding", "now": "defender", "value": "nearest", "reason": "we vote"}
    hall.do("ruling.change_option", "game", **order)
    assert "already" in hall.refuse(ChangedElsewhere, "ruling.change_option", "game", **order).sentence


def test_another_rounding_would_have_altered_the_round_it_would_have_altered(hall_at):
    hall = hall_at("battle")
    hall.correct("army", 1, "troops", 36)  # against 20 and a castle: 1-1 for the defender, 3-2 is nearest
    hall.fight(5)
    (found,) = looked_at(hall, "odds_rounding", "nearest")
    assert found.battle == 1
    assert found.where == "Battle 1, round 1 (Spring 1550)"
    hall.undo(hall.entries()[-1].number)
    hall.do("ruling.change_option", "game", option="odds_rounding", now="defender", value="nearest", reason="a test")
    again = hall.fight(5)
    odds, result = again.sentence.split(" at ")[1].split(",")[0], again.sentence.split("die 5: ")[1][:1]
    assert found.would.startswith(f"{odds}, {result}")


def test_where_nothing_would_be_different_nothing_is_listed(hall_at):
    hall = hall_at("round")
    assert looked_at(hall, "odds_rounding", "defender") == []
    assert looked_at(hall, "wound_penalty", "3") == []
    assert looked_at(hall, "road_bonus_needs", "any_leg") == []


def test_counters_that_would_have_been_lost_had_the_castle_not_taken_them(hall_at):
    hall = hall_at("shares")
    found = looked_at(hall, "losses_fall_on", "troops_first")
    assert [(one.battle, one.was, one.would) for one in found] == [(1, "4 counters lost", "9 counters lost")]


def test_a_march_that_would_have_gone_further_with_another_road_rule(hall):
    army = hall.an_army("imagawa", "suruga", 3, 1)
    hall.march(army, "totomi", "shinano")
    hall.phases(1)
    (found,) = looked_at(hall, "road_bonus_needs", "any_leg")
    assert (found.was, found.would) == ("could enter 1", "could enter 2")
    hall.phases(2, 3, 4)
    hall.next_season()
    assert looked_at(hall, "road_bonus_needs", "any_leg") == [found]


def test_a_worse_wound_would_have_given_the_other_general_a_column(hall_at):
    hall = hall_at("orders")
    hall.correct("character", "takeda-harunobu", "experience", 4)
    hall.correct("character", "takeda-harunobu", "age", 60)
    hall.correct("army", 1, "troops", 15)  # 15 against 25 is 1-2, and the mountain's column leaves room for another
    hall.do("risk.call", character="takeda-harunobu", cause="age")
    hall.do("risk.draw", draw=1, card="queen of spades")
    hall.phases(1, 2)
    hall.settle()
    hall.fight(2)
    (found,) = looked_at(hall, "wound_penalty", "2")  # 2 against 3, where his wound had made them equal
    assert found.where == "Battle 1, round 1 (Spring 1550)"
    assert found.was != found.would
    assert looked_at(hall, "wound_penalty", "1") == []
    assert looked_at(hall, "wound_penalty", "0") == []  # 4 against 3, but who is wounded is nobody's superior


def test_every_option_can_be_asked_what_it_would_have_altered(hall):
    assert set(AGAIN) == set(OPTIONS)
    for option, one in OPTIONS.items():
        for value in one.values:
            assert looked_at(hall, option, value) == []


def test_r4_a_levy_that_would_have_stood_beside_too_few_counters(hall):
    hall.an_army("takeda", "kai", 2)
    hall.an_army("uesugi", "kai", 9)
    hall.do("encounter.call", province="kai", clans=["takeda", "uesugi"], reason="they fall out")
    hall.settle(1)
    hall.fight(3)
    (found,) = looked_at(hall, "intrinsic", "at_least")
    assert (found.where, found.would, found.battle) == ("Battle 1 (Kai)", "with a levy of 3", 1)
    assert looked_at(hall, "intrinsic", "unless_garrisoned") == []


def test_r7_a_general_who_would_have_learnt_from_a_levy(hall):
    hall.an_army("uesugi", "kai", 9, 2)
    hall.do("encounter.call", province="kai", clans=["uesugi"], reason="they attack the people")
    hall.one_round("defender_withdraws", 6)
    (found,) = looked_at(hall, "levy_gives_experience", "yes")
    assert (found.was.endswith("no experience"), found.would) == (True, "1 experience more")
    assert looked_at(hall, "levy_gives_experience", "no") == []


def test_payments_in_the_other_coin(hall):
    hall.do("garrison.raise", province="kai", troops=3)
    (found,) = looked_at(hall, "spend_first", "cash")
    assert (found.where, found.was, found.would) == ("Takeda, troops (Spring 1550)", "3 rice", "3 cash")
    assert looked_at(hall, "spend_first", "rice") == []
    assert looked_at(hall, "spend_first", "cash", "map") is None


def test_a_secret_ruling_is_for_team_and_game_control(hall):
    hall.do("ruling.record", "game", text="Guests bow first", ruling="H4")
    assert [one.text for one in hall.ask(rulings, "map")] == ["Guests bow first"]


def test_a_season_whose_undo_was_undone_counts_among_the_marches(hall):
    army = hall.an_army("imagawa", "suruga", 3, 1)
    hall.march(army, "totomi", "shinano")
    hall.phases(1, 2, 3, 4)
    ended = hall.next_season()
    found = looked_at(hall, "road_bonus_needs", "any_leg")
    undo = hall.undo(ended.number)
    hall.undo(undo.number)
    assert looked_at(hall, "road_bonus_needs", "any_leg") == found != []
