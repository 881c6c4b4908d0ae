"""Sent twice, two desks at once, and many at once: nothing is done twice, nothing is lost, nobody overwrites."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest

from control.kernel.actions.registry import perform, perform_all
from control.kernel.actions.world import Umpire
from control.kernel.errors import ChangedElsewhere, OrderError, OrderNotAllowed
from control.kernel.journal.journal_questions import made_by_form
from control.kernel.proof.verify import verify
from control.sengoku.rows import Garrison, MarchOrder, Province


def at_once(jobs: list[Callable[[], Any]]) -> list[Any]:
    """Do all jobs at the same moment, each in a thread; what each gave, or raised."""
    gate = threading.Barrier(len(jobs))
    results: list[Any] = [None] * len(jobs)

    def run(spot: int) -> None:
        gate.wait()
        try:
            results[spot] = jobs[spot]()
        except Exception as error:
            results[spot] = error

    threads = [threading.Thread(target=run, args=(spot,)) for spot in range(len(jobs))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    return results


def test_the_same_form_sent_twice_acts_once_and_answers_the_same(hall):
    first = hall.do("garrison.raise", province="kai", troops=2, key="form-1")
    again = hall.do("garrison.raise", province="kai", troops=2, key="form-1")
    assert again.as_dict() == first.as_dict()
    assert len(hall.entries()) == 1
    assert hall.get(Province, "kai").raised == 2


def test_a_form_sent_twice_acts_once_also_after_others_have_acted(hall):
    army = hall.an_army("takeda", "kai")
    first = hall.march(army, "shinano", key="form-1")
    hall.march(army, "suruga")
    assert hall.march(army, "shinano", key="form-1").number == first.number
    assert hall.get(MarchOrder, army).route == ["suruga"]


@pytest.mark.parametrize(
    ("name", "desk", "arguments"),
    [
        ("garrison.raise", "map", {"province": "kai", "troops": 3}),
        ("garrison.raise", "game", {"province": "kai", "troops": 2}),
        ("movement.run_phase", "map", {"phase": 1}),
    ],
)
def test_a_used_key_with_another_order_is_refused_not_taken_for_done(hall, name, desk, arguments):
    hall.do("garrison.raise", province="kai", troops=2, key="form-1")
    error = hall.refuse(OrderNotAllowed, name, desk, key="form-1", **arguments)
    assert (error.field, error.sentence) == (
        "key",
        "This form was sent already, with another order (entry 1). Open the page again.",
    )


def test_a_refused_form_may_be_sent_again_with_its_key(hall):
    hall.refuse(OrderNotAllowed, "garrison.raise", province="kai", troops=6, key="form-1")
    assert hall.do("garrison.raise", province="kai", troops=5, key="form-1").number == 1


@pytest.mark.parametrize(
    ("key", "umpire", "desk", "made"),
    [
        ("form-1", "Hana", "map", 1),
        ("form-2", "Hana", "map", 3),
        ("form-2", "Jun", "map", None),
        ("form-2", "Hana", "game", None),
        ("form_2", "Hana", "map", None),
        ("form", "Hana", "map", None),
    ],
    ids=["of one", "of two the last", "anothers", "at another desk", "no pattern", "a part of a key"],
)
def test_a_form_finds_the_last_entry_that_it_made_itself(hall, key, umpire, desk, made):
    """A tab from before another signed in at this browser has the key of whoever sat there."""
    hana = Umpire("Hana", "map")
    raised = [{"province": province, "troops": 1, "reason": "a gift"} for province in ("kai", "shinano")]
    perform(hall.room, hana, "garrison.raise", raised[0], key="form-1")
    perform_all(hall.room, hana, "garrison.raise", raised, key="form-2")
    with hall.room.store.read() as session:
        found = made_by_form(session, key, umpire, desk)
        assert (found and found.number) == made


def test_attempts_without_a_key_are_each_their_own(hall):
    numbers = [hall.do("garrison.raise", province="kai", troops=1).number for _ in range(2)]
    assert numbers == [1, 2]


def test_the_second_of_two_desks_that_opened_the_same_order_is_told_what_it_is_now(hall):
    army = hall.an_army("takeda", "kai")
    hall.march(army, "suruga", version=0)
    error = hall.refuse(ChangedElsewhere, "army.order_march", army=army, route=["shinano"], version=0)
    assert error.sentence.endswith("since you opened it: it is now Suruga. Decide again.")
    hall.march(army, "shinano", version=hall.get(MarchOrder, army).version)
    assert hall.get(MarchOrder, army).route == ["shinano"]


def test_an_old_screen_cannot_overwrite_a_corrected_figure(hall):
    army = hall.an_army("takeda", "kai", troops=5)
    shown = hall.army(army).version
    hall.correct("army", army, "troops", 9)
    fix = {"kind": "army", "id": army, "field": "troops", "value": 7, "reason": "miscounted"}
    assert hall.refuse(ChangedElsewhere, "figure.correct", **fix, version=shown).field == "id"
    hall.do("figure.correct", **fix, version=hall.army(army).version)
    assert hall.troops(army) == 7


def test_of_two_desks_that_run_the_same_phase_one_wins_and_one_hears_of_it(hall):
    hall.kawanakajima()
    before = len(hall.entries())
    results = at_once([lambda: hall.phases(1), lambda: hall.do("movement.run_phase", "game", phase=1)])
    conflicts = [result for result in results if isinstance(result, ChangedElsewhere)]
    assert [conflict.sentence for conflict in conflicts] == ["Phase 1 has been run already."]
    assert len(hall.entries()) == before + 1


def test_of_two_desks_that_fight_the_same_round_one_wins(hall_at):
    hall = hall_at("battle")
    results = at_once([lambda: hall.fight(6), lambda: hall.fight(1)])
    assert [type(result).__name__ for result in results].count("ChangedElsewhere") == 1
    assert verify(hall.room).same


def test_the_same_form_sent_by_two_threads_at_once_acts_once(hall):
    jobs = [lambda: hall.do("garrison.raise", province="kai", troops=2, key="form-1") for _ in range(4)]
    assert {result.number for result in at_once(jobs)} == {1}
    assert hall.get(Province, "kai").raised == 2


def test_many_writers_at_once_lose_nothing(hall):
    def writer(province: str) -> Callable[[], list[int]]:
        return lambda: [hall.do("garrison.raise", province=province, troops=1).number for _ in range(5)]

    provinces = ["kai", "shinano", "echigo", "musashi", "owari", "kaga"]
    results = at_once([writer(province) for province in provinces])
    numbers = sorted(number for result in results for number in result)
    assert numbers == list(range(1, 31))
    assert [entry.number for entry in hall.entries()] == numbers
    assert [hall.get(Province, province).raised for province in provinces] == [5] * 6
    assert verify(hall.room).same


def test_readers_are_not_held_up_by_a_writer_and_see_one_moment(hall):
    with hall.room.store.write() as writing:
        writing.get_one(Province, "kai").raised = 3
        writing.flush()
        assert hall.get(Province, "kai").raised == 0
    assert hall.get(Province, "kai").raised == 3


def test_an_action_that_breaks_down_half_way_leaves_nothing(hall, monkeypatch):
    from control.sengoku.world.forces import forces_actions as forces

    before = hall.everything()
    monkeypatch.setattr(forces, "counters", lambda troops: 1 / 0)  # the last line of the action
    with pytest.raises(ZeroDivisionError):
        hall.do("garrison.raise", province="kai", troops=1)
    assert hall.everything() == before


def test_numbers_are_never_given_twice_not_even_after_an_undo(hall):
    first = hall.an_army("takeda", "kai")
    hall.undo(hall.entries()[-1].number)
    second = hall.an_army("takeda", "kai")
    assert second == first + 1


def test_refusals_give_no_numbers_away(hall):
    hall.do("garrison.raise", province="kai", troops=1)
    with pytest.raises(OrderError):
        hall.do("army.form", general="takeda-harunobu", province="kai", troops=2)
    assert hall.get(Garrison, 1).troops == 1
    assert hall.do("army.form", general="takeda-harunobu", province="kai", troops=1).changes[-1]["key"] == [1]
