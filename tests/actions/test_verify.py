"""What verify can tell beyond the replay: rolled dice come from the game's seed."""

from __future__ import annotations

from sqlalchemy import text

from control.actions.verify import verify

OUTFLANK = {"attacker_tactic": "outflank", "defender_tactic": "outflank"}


def with_another_seed(hall):
    with hall.room.store.write() as session:
        session.execute(text("update game set seed = 'another seed'"))


def test_a_rolled_die_is_checked_against_the_seed(hall_at):
    hall = hall_at("battle")
    entry = hall.do("battle.fight_round", battle=1, round=1, **OUTFLANK)
    assert [drawn["thrown"] for drawn in entry.dice] == [False]
    assert verify(hall.room).same
    faces = set()
    for seed in range(20):  # one of so many other seeds rolls another face
        with hall.room.store.write() as session:
            session.execute(text(f"update game set seed = 'another seed {seed}'"))
        faces.add(verify(hall.room).same)
    assert False in faces


def test_a_thrown_die_owes_the_seed_nothing(hall_at):
    hall = hall_at("battle")
    hall.do("battle.fight_round", battle=1, round=1, die=6, **OUTFLANK)
    with_another_seed(hall)
    assert verify(hall.room).same
