"""Rulings made in play: options that change, decisions in words, and past results that would have been different."""

from __future__ import annotations

import pytest

from control.kernel.actions.world import Umpire
from control.kernel.errors import ChangedElsewhere, OrderNotAllowed
from control.kernel.hall.rulings.rulings_questions import rulings
from control.kernel.proof.verify import verify
from control.kernel.rows import Announcement, Ruling
from control.kernel.undo.rewind import ahead
from control.sengoku.battle.slips_questions import slip
from control.sengoku.hall.book.rulings_questions import AGAIN, altered, coins, outcome
from control.sengoku.rows import Character, Game
from control.sengoku.rules.rulings import OPTIONS
from control.sengoku.world.options_questions import options_in


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


def test_a_ruling_in_words_stands_in_no_ones_way_and_stays_where_its_season_is_taken_back(hall):
    ended = hall.next_season()
    ruled = hall.do("ruling.record", "game", text="Whoever sleeps is woken.", ruling="R14")
    shown = hall.ask(ahead, ended.number, Umpire("Hana", "game"))
    assert (shown.goes, shown.stays) == ((), (("Game Control", 1),))
    hall.undo(ended.number)
    assert hall.get(Ruling, 1).text == "Whoever sleeps is woken."
    assert verify(hall.room).same
    hall.undo(ruled.number)
    assert hall.rows("ruling") == []
    assert verify(hall.room).same


def test_a_changed_option_rests_on_the_season_in_which_it_was_changed(hall):
    ended = hall.next_season()
    hall.do("ruling.change_option", "game", option="odds_rounding", now="defender", value="nearest", reason="we vote")
    assert "depends on it" in hall.refuse(OrderNotAllowed, hall.undo, entry=ended.number).sentence


def test_two_umpires_who_change_the_same_option_change_it_once(hall):
    order = {"option": "odds_rounding", "now": "defender", "value": "nearest", "reason": "we vote"}
    hall.do("ruling.change_option", "game", **order)
    assert "already" in hall.refuse(ChangedElsewhere, "ruling.change_option", "game", **order).sentence


def to_odds(hall):
    hall.correct("army", 1, "troops", 36)  # against 20 and a castle: 1-1 for the defender, 3-2 is nearest


def to_a_wound(hall):
    hall.correct("character", "takeda-harunobu", "experience", 4)
    hall.correct("character", "takeda-harunobu", "age", 60)
    hall.correct("army", 1, "troops", 15)  # 15 against 25 is 1-2, and the mountain's column leaves room for another
    hall.do("risk.call", character="takeda-harunobu", cause="age")
    hall.do("risk.draw", draw=1, card="queen of spades")
    hall.phases(1, 2)


def to_few_counters(hall):
    hall.an_army("takeda", "kai", 2)
    hall.an_army("uesugi", "kai", 9)
    hall.do("encounter.call", province="kai", clans=["takeda", "uesugi"], reason="they fall out")


def to_the_people(hall):
    hall.an_army("uesugi", "kai", 9, 2)
    hall.do("encounter.call", province="kai", clans=["uesugi"], reason="they attack the people")


def to_a_road(hall):
    hall.march(hall.an_army("imagawa", "suruga", 3, 1), "totomi", "shinano")


def settled_and_fought(hall, die, **settled):
    hall.settle(**settled)
    hall.fight(die, battle=last(hall, "battle"))


def last(hall, table):
    """The number of what was made last: each is given once."""
    return hall.numbers(table)[-1]


def the_round(hall):
    """Its odds, its result and its losses."""
    fought = hall.rows("battle_round")[-1]["report"]
    return outcome(*(fought[name] for name in ("odds", "result", "attacker_losses", "defender_losses")))


def counters_lost(hall):
    gone = sum(one["lost"] for one in hall.rows("battle_force") if one["role"] == "defender")
    return f"{gone} counters lost"


def legs_of_the_march(hall):
    return f"could enter {('suruga', 'totomi', 'shinano').index(hall.army(1).province)}"


def levy_beside_takeda(hall):
    (side,) = (one for one in hall.rows("battle_side") if one["clan"] == "takeda")
    return f"with a levy of {side['intrinsic']}"


def learnt(hall):
    return {2: "no experience", 3: "1 experience more"}[hall.get(Character, hall.army(1).general).experience]


def paid(hall):
    booked = max(hall.rows("transfer"), key=lambda one: one["line"])
    return coins(booked["rice"], booked["cash"])


SHARED = {"attacker_tactic": "subterfuge", "defender_tactic": "outflank"}
# option, another value of it, stage, what came before, what is done by the option, where it is seen
AS_IT_WOULD = [
    ("odds_rounding", "nearest", "battle", to_odds, lambda hall: hall.fight(5), the_round),
    ("losses_fall_on", "troops_first", "sides", None,
     lambda hall: (hall.fight(3, **SHARED), hall.end(then="attacker_withdraws")), counters_lost),
    ("road_bonus_needs", "any_leg", "start", to_a_road, lambda hall: hall.phases(1, 2, 3), legs_of_the_march),
    ("wound_penalty", "2", "orders", to_a_wound, lambda hall: settled_and_fought(hall, 2), the_round),
    ("intrinsic", "at_least", "start", to_few_counters, lambda hall: settled_and_fought(hall, 3), levy_beside_takeda),
    ("levy_gives_experience", "yes", "start", to_the_people,
     lambda hall: (settled_and_fought(hall, 6), hall.end(last(hall, "battle"), then="defender_withdraws")), learnt),
    ("spend_first", "cash", "start", None, lambda hall: hall.do("garrison.raise", province="kai", troops=3), paid),
]  # fmt: skip
DECIDES_NOTHING = {"second_umpire": "it decides who is asked, and nothing of the game that was"}


@pytest.mark.parametrize("case", AS_IT_WOULD, ids=lambda case: case[0])
def test_what_another_value_would_have_altered_comes_about_when_it_is_done_again_with_it(hall_at, case):
    option, value, stage, before, act, seen = case
    hall = hall_at(stage)
    if before:
        before(hall)
    stood, done = hall.state(), len(hall.entries())
    act(hall)
    (found,) = looked_at(hall, option, value)
    then = seen(hall)
    assert found.was.endswith(then)
    for entry in reversed(hall.entries()[done:]):
        hall.undo(entry.number)
    assert hall.state() == stood
    now = str(getattr(hall.ask(options_in), option))
    hall.do("ruling.change_option", "game", option=option, now=now, value=value, reason="a test")
    assert looked_at(hall, option, now) == []
    act(hall)
    assert seen(hall) == found.would
    (back,) = looked_at(hall, option, now)
    assert (back.was, back.would) == (found.was.removesuffix(then) + found.would, then)


def test_every_option_is_tried_so():
    assert {case[0] for case in AS_IT_WOULD} | {*DECIDES_NOTHING} == {*OPTIONS}


def test_what_was_fought_is_told_by_the_options_of_then(hall_at):
    hall = hall_at("start")
    to_the_people(hall)
    settled_and_fought(hall, 6)
    hall.end(last(hall, "battle"), then="defender_withdraws")
    before = hall.ask(slip, hall.room.scenario, 1)
    assert before.attacker.experience_after == before.attacker.experience == 2
    for now, value in (("no", "yes"), ("yes", "no"), ("no", "yes")):
        order = {"option": "levy_gives_experience", "now": now, "value": value, "reason": f"we vote {value}"}
        hall.do("ruling.change_option", "game", **order)
        assert hall.ask(slip, hall.room.scenario, 1) == before
    (found,) = looked_at(hall, "levy_gives_experience", "yes")
    assert (found.was, found.would) == ("Uesugi Kenshin: no experience", "1 experience more")


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
    to_a_wound(hall)
    settled_and_fought(hall, 2)
    (found,) = looked_at(hall, "wound_penalty", "2")  # 2 against 3, where his wound had made them equal
    assert found.where == "Battle 1, round 1 (Spring 1550)"
    assert looked_at(hall, "wound_penalty", "1") == []
    assert looked_at(hall, "wound_penalty", "0") == []  # 4 against 3, but who is wounded is nobody's superior


def test_every_option_can_be_asked_what_it_would_have_altered_and_as_it_is_altered_nothing(hall_at):
    assert set(AGAIN) == set(OPTIONS)
    hall = hall_at("shares")
    hall.end(then="attacker_withdraws")
    hall.next_season()
    for option, one in OPTIONS.items():
        now = str(getattr(hall.ask(options_in), option))
        found = {value: looked_at(hall, option, value) for value in one.values}
        assert found[now] == []
        assert all(past.was != past.would for pasts in found.values() for past in pasts)


def test_r4_a_levy_that_would_have_stood_beside_too_few_counters(hall):
    to_few_counters(hall)
    settled_and_fought(hall, 3)
    (found,) = looked_at(hall, "intrinsic", "at_least")
    assert (found.where, found.would, found.battle) == ("Battle 1 (Kai)", "with a levy of 3", 1)
    assert looked_at(hall, "intrinsic", "unless_garrisoned") == []


def test_r7_a_general_who_would_have_learnt_from_a_levy(hall):
    to_the_people(hall)
    hall.one_round("defender_withdraws", 6)
    (found,) = looked_at(hall, "levy_gives_experience", "yes")
    assert found.where == "Battle 1 (Kai)"
    assert looked_at(hall, "levy_gives_experience", "no") == []


def test_r7_who_knew_all_before_would_have_learnt_nothing_from_a_levy(hall):
    to_the_people(hall)
    hall.correct("character", hall.army(1).general, "experience", 4)
    hall.one_round("defender_withdraws", 6)
    assert looked_at(hall, "levy_gives_experience", "yes") == []


def test_payments_in_the_other_coin(hall):
    hall.do("garrison.raise", province="kai", troops=3)
    (found,) = looked_at(hall, "spend_first", "cash")
    assert (found.where, found.was, found.would) == ("Takeda, troops (Spring 1550)", "3 rice", "3 cash")
    assert looked_at(hall, "spend_first", "rice") == []
    assert looked_at(hall, "spend_first", "cash", "map") is None


def test_a_treasury_set_right_at_the_beginning_was_paid_in_no_coin(hall):
    hall.do("account.correct", "game", clan="takeda", rice=3, cash=102, reason="what he began with")
    assert looked_at(hall, "spend_first", "cash") == []


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
