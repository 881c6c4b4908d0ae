"""Rulings on combat that a scenario may decide otherwise (S40, S41)."""

from dataclasses import replace

import pytest

from control.kernel.errors import OrderError
from control.sekigahara.rules.combat.plays import play
from control.sekigahara.rules.combat.state import Combat
from control.sekigahara.scenario.load import of_edition
from control.sekigahara.scripting.combat import as_play, forces_of, read_order
from tests.sekigahara.combats import a_combat, open_to


def played(plays, **options):
    """A combat after some plays, under these options."""
    order = read_order(
        a_combat(
            west=["ukita 3", "ukita 2"],
            west_cards=["ukita", "ukita", "mori"],
            east_cards=["loyalty", "loyalty"],
            plays=plays,
        )
    )
    forces = forces_of(order, of_edition("gmt"))
    combat = Combat(replace(forces, options=replace(forces.options, **options)))
    for one in order.plays:
        combat = play(combat, as_play(one))
    return combat


def test_s40_whoever_can_refute_may_be_made_to():
    assert played(["w1 c1", "k1!", "west shows nothing"]).total["east"] == 3
    with pytest.raises(OrderError, match=r"show c2 \(8\.6\.1, S40\)"):
        played(["w1 c1", "k1!", "west shows nothing"], refute="must")
    assert played(["w1 c1", "k1!", "west shows c2"], refute="must").total["west"] == 3


def test_s40_who_cannot_refute_shows_nothing_even_then():
    last = played(["w1 c1", "east passes", "w2 c2", "k1!", "west shows nothing"], refute="must")
    assert last.total == {"west": 3, "east": 3}


def test_s41_a_second_challenge_may_be_allowed():
    again = ["w1 c1", "k1!", "west shows c2", "k2!"]
    with pytest.raises(OrderError, match="one challenge for each card"):
        played(again)
    assert played([*again, "west shows nothing"], challenges="any").total["east"] == 3


def test_what_a_side_may_do_is_its_own_turn_and_its_challenges():
    combat = played(["w1 c1"])
    assert [one.play.card for one in open_to(combat, "east") if hasattr(one.play, "card")] == [None, "k1", "k2"]
    assert open_to(combat, "west") == []
    challenged = played(["w1 c1", "k1!"])
    assert open_to(challenged, "east") == []
    assert [one.play.card for one in open_to(challenged, "west")] == [None, "c2"]
