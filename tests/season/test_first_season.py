"""A game may begin in winter, with a whole gate to plan in, or at once in spring (handbook 2; R19 to R24)."""

from __future__ import annotations

import pytest

from control.kernel.database.store import open_store
from control.kernel.errors import OrderNotAllowed
from control.kernel.opening import open_room
from control.kernel.proof.verify import verify
from control.sengoku.books.upkeep_questions import upkeep
from control.sengoku.rows import Character, Game, Garrison, RiskDraw, Work
from control.sengoku.season.gate_questions import still_open
from control.sengoku.season.start import new_game
from control.sengoku.world.ledger.ledger_questions import balances, world_sum
from control.sengoku.world.standing_questions import standing
from tests.games import CHANCE, Hall, close


@pytest.fixture
def winter(shipped, tmp_path):
    """A game begun in winter."""
    hall = Hall(new_game(open_store(tmp_path / "winter.db"), shipped, CHANCE, "winter"))
    yield hall
    close(hall.room)


def ages(hall):
    with hall.room.store.read() as session:
        return {one.id: one.age for one in session.query(Character)}


def test_a_first_winter_ages_nobody_takes_no_upkeep_and_pays_the_opening_sums_alone(winter, hall):
    with winter.room.store.read() as session, hall.room.store.read() as in_spring:
        assert standing(session, winter.room.scenario).when == "Winter 1550"
        assert upkeep(session, winter.room.scenario) == []
        assert balances(session) == balances(in_spring)
        assert world_sum(session).right
    assert ages(winter) == ages(hall)


def test_a_first_winter_is_planned_closed_verified_and_undone(winter):
    before, young = winter.state(), ages(winter)
    winter.do("work.order", "team", clan="takeda", kind="building", province="kai", name="Erin-ji", points=6)
    winter.do("troops.announce", "team", province="kai", clan="takeda", counters=3)
    winter.do("letter.write", "team", sender="takeda", recipient="hojo", text="Let us plan together.")
    winter.next_season()
    game = winter.get(Game, 1)
    assert (game.season, game.year, game.seasons) == ("spring", 1550, 1)
    assert ages(winter) == young
    with winter.room.store.read() as session:
        assert [(one.province, one.troops) for one in session.query(Garrison)] == [("kai", 3)]
        assert [(one.state, one.ordered) for one in session.query(Work)] == [("ordered", 1550)]
        assert {one.cause for one in session.query(RiskDraw)} == {"age"}, "the old draw for spring (R19)"
        assert not any(one.kind == "upkeep" for one in still_open(session))
    assert verify(winter.room).same
    for entry in reversed(winter.entries()):
        winter.undo(entry.number)
    assert winter.state() == before


def test_the_winter_after_it_is_a_winter_like_any_other(winter):
    for _season in range(4):
        winter.next_season()
    game = winter.get(Game, 1)
    assert (game.season, game.year, game.seasons) == ("winter", 1551, 4)
    assert winter.ask(upkeep, winter.room.scenario)
    assert verify(winter.room).same


def test_a_game_goes_on_as_it_began_and_is_not_begun_anew(winter, shipped):
    with pytest.raises(OrderNotAllowed) as refused:
        open_room(winter.room.store, None, "spring")
    assert "began in winter" in refused.value.sentence
    asked = []
    assert open_room(winter.room.store, None, "", lambda scenario: asked.append(scenario) or "spring")
    assert asked == [], "nobody is asked where a game is there"
