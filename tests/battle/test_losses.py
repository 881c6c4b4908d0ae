"""Losses of a side of several units: shared out by the reckoner, set right by the umpire, the sum kept (R5, R8)."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from control.kernel.actions.registry import perform
from control.kernel.actions.world import Umpire
from control.kernel.errors import OrderNotAllowed, OrderNotUnderstood
from control.kernel.proof.verify import verify
from control.sengoku.rows import BattleForce, Garrison

ATTACK = {"attacker_tactic": "subterfuge", "defender_tactic": "outflank"}  # 3-1: with a 3, losses 4 and 9


def lost(hall, role, battle=1):
    """The real counters each unit of a side has lost, in the order of its units."""
    return hall.every(select(BattleForce.lost).filter_by(battle=battle, role=role).order_by(BattleForce.id))


def left(hall):
    """What the five armies and the garrison have left."""
    return [hall.troops(number) for number in range(1, 6)] + [hall.get(Garrison, 3).troops]


@pytest.fixture
def fought(hall_at):
    """A round fought by three units on each side: 4 and 9 lost, 5 of the 9 by the castle's notional men."""
    return hall_at("shares")


def test_a_rounds_losses_come_off_the_units_by_their_size_and_the_notional_men_go_first(fought):
    assert (lost(fought, "attacker"), lost(fought, "defender")) == ([2, 1, 1], [2, 1, 1])
    assert left(fought) == [16, 6, 5, 18, 8, 3]
    report = fought.entries()[-1].changes
    steps = next(change["after"]["report"]["steps"] for change in report if change["table"] == "battle_round")
    assert "Of these, 5 notional (castle) and 4 real." in [step["text"] for step in steps]


def test_the_umpire_shares_them_out_otherwise(fought):
    entry = fought.do("battle.share_losses", battle=1, side="attacker", shares={"A1": 0, "A2": 1, "A3": 3})
    assert lost(fought, "attacker") == [0, 1, 3]
    assert left(fought) == [18, 6, 3, 18, 8, 3]
    assert entry.sentence == (
        "Battle 1: the losses of Uesugi Kenshin's side were shared out: army A1-3 0, army A2-5 1, army A3-7 3."
    )
    assert verify(fought.room).same


def test_units_left_out_have_lost_none(fought):
    fought.do("battle.share_losses", battle=1, side="defender", shares={"G3": 4})
    assert left(fought)[3:] == [20, 9, 0]


def test_a_later_round_shares_out_only_what_is_new(fought):
    fought.do("battle.share_losses", battle=1, side="attacker", shares={"A3": 4})
    fought.fight(3, 2, **ATTACK)
    after = lost(fought, "attacker")
    assert after[2] >= 4
    assert all(now >= before for now, before in zip(after, [0, 0, 4], strict=True))
    assert sum(after) == 31 - sum(left(fought)[:3])


def test_what_comes_back_follows_the_losses_each_unit_had(fought):
    fought.do("battle.share_losses", battle=1, side="attacker", shares={"A2": 4})
    fought.end(then="attacker_withdraws")
    back = {row["army"]: row["counters"] for row in fought.rows("recovery")}
    assert back[2] == 2  # half of 4, all of them its own
    assert not {1, 3} & back.keys()


@pytest.mark.parametrize(
    ("shares", "kind", "field", "said"),
    [
        ({"A1": 3}, OrderNotAllowed, "shares", "These add up to 3, but the side has lost 4 real counters."),
        ({"A1": 5}, OrderNotAllowed, "shares", "These add up to 5, but the side has lost 4 real counters."),
        ({"A3": 7}, OrderNotAllowed, "shares.A3", "It had 6 when the battle began, so it cannot have lost 7."),
        ({"A4": 4}, OrderNotUnderstood, "shares", '"A4" does not fight on Uesugi Kenshin\'s side'),
        ({"A1": -1, "A2": 5}, OrderNotUnderstood, "shares.A1", "from 0 to"),
    ],
)
def test_a_sum_that_is_wrong_or_a_unit_that_cannot_bear_it_is_refused(fought, shares, kind, field, said):
    error = fought.refuse(kind, "battle.share_losses", battle=1, side="attacker", shares=shares)
    assert error.field == field
    assert said in error.sentence


def test_a_unit_cannot_give_what_was_taken_from_it_meanwhile(fought):
    fought.correct("army", 3, "troops", 1)
    error = fought.refuse(OrderNotAllowed, "battle.share_losses", battle=1, side="attacker", shares={"A3": 4})
    assert (error.field, error.sentence) == ("shares.A3", "It had 2 when the battle began, so it cannot have lost 4.")


def test_after_the_end_nothing_is_shared_out_any_more(fought):
    fought.end(then="both_stay")
    error = fought.refuse(OrderNotAllowed, "battle.share_losses", battle=1, side="attacker", shares={"A1": 4})
    assert "is over" in error.sentence


def test_another_umpires_battle_is_left_alone(fought):
    before = fought.everything()
    order = {"battle": 1, "side": "attacker", "shares": {"A1": 4}}
    with pytest.raises(OrderNotAllowed, match="Map Control is at work on battle 1"):
        perform(fought.room, Umpire("Ana", "map"), "battle.share_losses", order)
    assert fought.everything() == before
    fought.do("battle.share_losses", "game", **order)
    assert lost(fought, "attacker") == [4, 0, 0]


def test_undo_gives_back_the_shares_as_they_were(fought):
    before = fought.state()
    entry = fought.do("battle.share_losses", battle=1, side="attacker", shares={"A1": 4})
    fought.undo(entry.number)
    after = fought.state()
    assert after == before
    assert verify(fought.room).same


def test_losses_shared_out_anew_stand_once_the_battle_is_over(hall):
    for holder in ("imagawa", "takeda"):  # two garrisons without a general, so that no army's row says who lost what
        hall.correct("province", "shinano", "holder", holder)
        hall.do("garrison.raise", "game", province="shinano", troops=10, force="a test needs them")
    hall.an_army("uesugi", "echigo", 30, 3, "uesugi-kenshin")
    hall.march(1, "shinano")
    hall.phases(1, 2)
    hall.settle(defender="takeda", defender_allies=["imagawa"])
    hall.fight(6)
    before = {key: row for key, row in hall.state().items() if key[0] == "battle_force"}
    lost = {row["garrison"]: row["lost"] for row in before.values() if row["role"] == "defender"}
    one, other = sorted(lost)
    shares = {f"G{one}": lost[one] - 1, f"G{other}": lost[other] + 1}
    shared = hall.do("battle.share_losses", battle=1, side="defender", shares=shares)
    end = hall.end(then="both_stay")
    error = hall.refuse(OrderNotAllowed, "journal.undo", "game", entry=shared.number, force="a test")
    assert "Take its end back first" in error.sentence
    hall.undo(end.number)
    hall.undo(shared.number)
    assert {key: row for key, row in hall.state().items() if key[0] == "battle_force"} == before
