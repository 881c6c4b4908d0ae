"""Any action at any time: a year of plausible orders from all desks makes and loses no point, breaks nothing, can be
replayed, and taken back to the start."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from sqlalchemy import select

from control.kernel.proof.verify import verify
from control.sengoku.game import SENGOKU
from control.sengoku.rows import Game, Muster, Place, Province, Transfer
from control.sengoku.world.ledger.ledger_questions import world_sum
from tests.actions.plausible import Plausible
from tests.actions.rehearsal import Rehearsal
from tests.actions.test_rehearsal import take_everything_back, what_undo_gives_back

NOT_AT_RANDOM = {
    "battle.choose_tactic",
    "journal.undo",
    "journal.rewind",
    "season.advance",
    "game.begin_midway",
    "game.restored",
    "journal.look",
}
"""What is done by a player's phone, or at its own time below."""


@pytest.mark.parametrize("seed", [3, 71])
def test_a_year_of_any_orders_makes_no_point_and_can_be_replayed_and_taken_back(hall, seed):
    start = what_undo_gives_back(hall)
    rehearsal = Rehearsal(hall, seed, careful=0.02)
    plausible = Plausible(hall, random.Random(seed))
    names = sorted(set(SENGOKU.actions) - NOT_AT_RANDOM)
    for _season in range(5):  # a whole year, and the spring after it
        for name in plausible.chance.choices(names, k=120):
            before = given(hall)
            order = plausible.order(name)
            if rehearsal.do(name, plausible.desk(name), **order):
                forced = " Forced: " in hall.entries()[-1].sentence
                assert given(hall) == before or name in GIVES or forced, (name, order)
                assert adds_up(hall), (name, order)
                assert paid_for(hall), (name, order)
        now = {"season": plausible.now("season"), "year": plausible.now("year"), "force": "it goes on"}
        assert rehearsal.do("season.advance", "game", **now), rehearsal.refused[-1]
        assert adds_up(hall)
    rehearsal.whole()
    assert len(set(rehearsal.done)) > 35, Counter(rehearsal.done)
    assert [sentence for sentence in rehearsal.refused if not sentence.endswith((".", "?", "”"))] == []
    assert verify(hall.room).differences == ()
    take_everything_back(hall)
    assert what_undo_gives_back(hall) == start


GIVES = {"account.receive", "account.correct", "account.import"}
"""The actions by which points come into the world in the middle of a year; winter gives the rest, and a granted
shortfall where Game Control forces something."""


def given(hall):
    """All points that the world has given to clans so far."""
    return hall.ask(world_sum).given


def paid_for(hall):
    """Whether every counter raised or announced this year was paid for, a point for each (R23)."""
    with hall.room.store.read() as session:
        year = Game.only(session).year
        raised = sum(session.scalars(select(Province.raised))) + sum(session.scalars(select(Place.raised)))
        raised += sum(
            session.scalars(  # what was announced in land that changed hands is gone, and was paid for
                select(Muster.counters)
                .join(Transfer, Transfer.entry == Muster.entry)
                .where(Muster.outcome == "lost", Transfer.kind == "troops", Transfer.year == year)
            )
        )
        raised += sum(session.scalars(select(Muster.counters).filter_by(outcome="")))
        paid = sum(row.points for row in session.scalars(select(Transfer).filter_by(kind="troops", year=year)))
        return raised == paid


def adds_up(hall):
    """Whether every point is with somebody or was used, and nobody has less than nothing."""
    return hall.ask(world_sum).right
