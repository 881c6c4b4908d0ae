"""Risk draws: what a person draws for, who must, and how long a wound is felt (R19, R20)."""

import pytest

from control.kernel.chance.dice import Dice, Drawn
from control.kernel.errors import OrderNotUnderstood
from control.sengoku.rules.battle import risk


def test_a_draw_says_who_drew_what_for_which_reason_and_cites_the_ruling():
    drawn = risk.draw(Dice(thrown=["king of spades"]), "winter_travel", "Takeda Shingen")
    assert (drawn.card, drawn.effect, drawn.ruling) == ("king of spades", "wounded", "R19")
    assert drawn.sentence == ("Takeda Shingen drew the king of spades for travelling in winter and is wounded (R19).")


def test_the_dice_remember_the_card_and_whom_it_was_for():
    dice = Dice(thrown=["ace of spades"])
    risk.draw(dice, "battle", "Oda Nobunaga")
    assert dice.drawn == [Drawn("risk: Oda Nobunaga, battle", "ace of spades", thrown=True)]


def test_one_seed_draws_the_same_card_again():
    assert risk.draw(Dice(seed=7), "age", "Mōri") == risk.draw(Dice(seed=7), "age", "Mōri")


def test_an_unknown_cause_is_refused_before_a_card_is_drawn():
    dice = Dice(thrown=["ace of spades"])
    with pytest.raises(OrderNotUnderstood, match='Did you mean "battle"') as caught:
        risk.draw(dice, "battel", "Oda Nobunaga")
    assert caught.value.field == "cause"
    assert dice.drawn == []


@pytest.mark.parametrize(("age", "draws"), [(59, False), (60, True), (61, True)])
def test_a_person_draws_every_season_from_sixty(age, draws):
    assert risk.needs_draw(age) is draws


def test_a_wound_is_felt_through_the_next_complete_season_and_no_longer():
    felt = [risk.is_wounded(5, season) for season in (4, 5, 6, 7)]
    assert felt == [False, True, True, False]
    assert risk.wounded_until(5) == 6


def test_without_a_wound_nothing_is_felt():
    assert not risk.is_wounded(None, 3)
