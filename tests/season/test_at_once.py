"""The end of a season and what others do in the same instant: one is first, the other is told, and the journal proves
it."""

from __future__ import annotations

import pytest

from control.kernel.errors import ChangedElsewhere, OrderError
from control.kernel.proof.verify import verify
from control.sengoku.rows import Battle, Encounter, Game
from tests.games import FORCED
from tests.kernel.actions.test_doubles import at_once

SPRING = {"season": "spring", "year": 1550, "force": FORCED}


def told(done):
    """What came of two jobs: how many were done, and what the others were told."""
    assert all(isinstance(one, OrderError) for one in done if isinstance(one, Exception)), done
    return sum(not isinstance(one, Exception) for one in done), [one for one in done if isinstance(one, Exception)]


def test_of_two_who_close_a_season_at_once_one_does_and_the_other_is_told(hall):
    count, (refused,) = told(at_once([lambda: hall.do("season.advance", "game", **SPRING)] * 2))
    assert (count, type(refused)) == (1, ChangedElsewhere)
    assert refused.sentence == "Spring 1550 has ended already: it is summer 1550."
    assert hall.get(Game, 1).seasons == 1


@pytest.mark.parametrize("turn", range(3))
def test_a_phase_that_is_run_and_a_battle_that_is_settled_at_once(hall_at, turn):
    hall = hall_at("round")
    phase = hall.get(Game, 1).phase + 1
    count, refused = told(at_once([lambda: hall.phases(phase), hall_ends(hall)]))
    assert hall.get(Battle, 1).over
    assert count == 2 - len(refused)
    if refused:  # the phase came first, and the battle stood in its way: nothing was run
        assert "battle 1 in Shinano" in refused[0].sentence
        assert hall.get(Game, 1).phase == phase - 1
        hall.phases(phase)
    assert hall.get(Game, 1).phase == phase
    assert verify(hall.room).same


def test_the_last_phase_run_by_two_at_once_is_run_once(hall_at):
    hall = hall_at("orders")
    hall.phases(1)
    for phase in (2, 3, 4):
        for encounter in [key[1] for key, row in hall.state().items() if key[0] == "encounter" and not row["outcome"]]:
            hall.settle(encounter, "parley")
        count, (refused,) = told(at_once([lambda phase=phase: hall.phases(phase)] * 2))
        assert (count, refused.sentence) == (1, f"Phase {phase} has been run already.")
    assert hall.count(Encounter) == 1


@pytest.mark.parametrize("turn", range(3))
def test_a_season_closed_while_a_battle_is_settled(hall_at, turn):
    hall = hall_at("round")
    count, refused = told(at_once([lambda: hall.do("season.advance", "game", **SPRING), hall_ends(hall)]))
    assert hall.get(Game, 1).season == "summer"
    assert hall.get(Battle, 1).over
    assert count == 2 - len(refused)
    assert verify(hall.room).same


def hall_ends(hall):
    """Ends the battle of a hall."""
    return lambda: hall.end(then="defender_withdraws")


def test_a_season_closed_while_its_clock_is_pressed_leaves_a_clock_that_waits(hall):
    hall.do("clock.start", "game")
    for _ in range(3):
        now = hall.get(Game, 1)
        close = {"season": now.season, "year": now.year, "force": FORCED}
        told(at_once([
            lambda close=close: hall.do("season.advance", "game", **close),
            lambda now=now: hall.do("clock.skip", "game", stage=0, season=now.seasons),
        ]))  # fmt: skip
        assert hall.get(Game, 1).seasons == now.seasons + 1
        assert {one["stage"] for one in hall.rows("clock")} == {0}
    assert verify(hall.room).same
