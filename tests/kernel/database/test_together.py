"""Several orders entered together: an entry for each of them, and all are kept or none."""

from __future__ import annotations

import pytest

from control.kernel.actions.registry import perform_all
from control.kernel.actions.world import Umpire
from control.kernel.errors import OrderError, OrderNotAllowed, OrderNotUnderstood
from control.kernel.proof.verify import verify

OTA = Umpire("Ōta", "map")


@pytest.fixture
def raising(hall):
    """Raises counters in several provinces at once: ``raising({"kai": 2, "hida": 1})``."""

    def raise_in(troops, umpire=OTA, **more):
        orders = [{"province": province, "troops": number, "reason": "a gift"} for province, number in troops.items()]
        return perform_all(hall.room, umpire, "garrison.raise", orders, **more)

    return raise_in


def test_each_has_its_own_entry_and_the_replay_agrees(hall, raising):
    entries = raising({"kai": 2, "hida": 1})
    assert [entry.number for entry in entries] == [1, 2]
    assert [entry.sentence for entry in hall.entries()] == [entry.sentence for entry in entries]
    assert verify(hall.room).same


def test_one_that_is_refused_keeps_the_others_out_and_all_faults_are_told(hall, raising):
    before = hall.everything()
    with pytest.raises(OrderError) as caught:
        raising({"kai": 2, "nowhere": 1, "hida": 3})
    assert hall.everything() == before
    told = [caught.value, *caught.value.more]
    assert [(type(one), one.field) for one in told] == [
        (OrderNotUnderstood, "1.province"),
        (OrderNotAllowed, "2.troops"),
    ]


def test_sent_twice_they_act_once(hall, raising):
    first = raising({"kai": 2, "hida": 1}, key="a form")
    again = raising({"kai": 2, "hida": 1}, key="a form")
    assert [one.number for one in again] == [one.number for one in first] == [1, 2]
    assert len(hall.entries()) == 2


def test_each_is_taken_back_by_itself(hall, raising):
    raising({"kai": 2, "hida": 1})
    hall.undo(1)
    garrisons = {row["province"]: row["troops"] for row in hall.rows("garrison")}
    assert garrisons == {"hida": 1}


def test_none_at_all_is_nothing(hall, raising):
    assert raising({}) == []
    assert hall.entries() == []


def test_a_desk_that_may_not_is_told_for_each(hall, raising):
    with pytest.raises(OrderError, match="not here"):
        raising({"kai": 2}, umpire=Umpire("Spy", "intelligence"))
    assert hall.entries() == []
