"""Treaties: recorded, ended, and what they mean to armies on the march (R14, R16)."""

from __future__ import annotations

import pytest

from control.kernel.errors import OrderNotAllowed
from control.kernel.verify import verify
from control.sengoku.rows import Treaty
from control.sengoku.world import treaties_questions as queries


def encounters(hall):
    """Kind and province of every encounter."""
    rows = sorted(hall.state().items(), key=str)
    return [(row["kind"], row["province"]) for key, row in rows if key[0] == "encounter"]


def treaty(hall, kind, one, other, **more):
    """Record a treaty."""
    return hall.do("treaty.record", "team", kind=kind, one=one, other=other, **more)


def meeting(hall):
    """Uesugi's army enters Shinano, where Takeda's stands."""
    hall.an_army("takeda", "shinano", 5)
    hall.march(hall.an_army("uesugi", "echigo", 5, experience=4), "shinano")


@pytest.mark.parametrize(
    ("kind", "met"),
    [
        ("alliance", []),
        ("vassalage", []),
        ("passage", []),
        ("peace", [("meeting", "shinano")]),
    ],
)
def test_what_a_treaty_means_to_armies_that_meet_on_the_land_of_one_of_them(hall, kind, met):
    treaty(hall, kind, "takeda", "uesugi")
    meeting(hall)
    hall.phases(1)
    assert encounters(hall) == met


def test_leave_to_pass_is_for_the_land_of_him_who_gave_it_and_nowhere_else(hall):
    treaty(hall, "passage", "takeda", "uesugi")
    hall.correct("province", "shinano", "holder", "hojo", "game")
    hall.an_army("takeda", "shinano", 5)
    hall.march(hall.an_army("uesugi", "echigo", 5, experience=4), "shinano")
    hall.phases(1)
    assert encounters(hall) == [("meeting", "shinano"), ("undefended", "shinano")]  # of Takeda there, and of Hōjō


def test_a_treaty_that_has_ended_keeps_nobody_apart(hall):
    treaty(hall, "alliance", "takeda", "uesugi")
    hall.do("treaty.end", treaty=1, reason="broken by night")
    meeting(hall)
    hall.phases(1)
    assert encounters(hall) == [("meeting", "shinano")]


def test_allies_exchange_provinces_without_a_stop(hall):
    treaty(hall, "alliance", "takeda", "uesugi")
    hall.march(hall.an_army("uesugi", "echigo", 5, experience=4), "shinano")
    hall.march(hall.an_army("takeda", "shinano", 5, experience=4), "echigo")
    hall.phases(1)
    assert encounters(hall) == []
    assert (hall.army(1).province, hall.army(2).province) == ("shinano", "echigo")


@pytest.mark.parametrize("kind", queries.KINDS)
def test_a_treaty_with_those_nobody_plays_opens_their_province(hall, kind):
    treaty(hall, kind, "uesugi", "yuki")
    hall.march(hall.an_army("uesugi", "echigo", 5, experience=4), "etchu")
    hall.phases(1)
    assert encounters(hall) == []


def test_only_the_clan_with_the_treaty_is_let_through(hall):
    treaty(hall, "passage", "takeda", "yuki")
    hall.march(hall.an_army("uesugi", "echigo", 5, experience=4), "etchu")
    hall.phases(1)
    assert encounters(hall) == [("closed_province", "etchu")]


def test_the_same_treaty_is_not_made_twice_whoever_is_named_first_but_another_kind_is(hall):
    treaty(hall, "peace", "takeda", "uesugi")
    error = hall.refuse(OrderNotAllowed, "treaty.record", "npd", kind="peace", one="uesugi", other="takeda")
    assert error.field == "kind"
    treaty(hall, "passage", "uesugi", "takeda")
    hall.do("treaty.end", treaty=1, reason="it ran out")
    treaty(hall, "peace", "uesugi", "takeda")
    assert hall.get(Treaty, 3).ended is False
    hall.refuse(OrderNotAllowed, "treaty.end", treaty=1, reason="once more")


def test_a_treaty_cannot_be_taken_back_once_a_phase_was_run_on_it(hall):
    made = treaty(hall, "alliance", "takeda", "uesugi")
    meeting(hall)
    hall.phases(1)
    assert "Phase 1" in hall.refuse(OrderNotAllowed, "journal.undo", "game", entry=made.number).sentence
    hall.undo(hall.entries()[-1].number)
    hall.undo(made.number)
    assert hall.state().get(("treaty", 1)) is None
    assert verify(hall.room).same


@pytest.mark.parametrize(
    ("desk", "sees"),
    [
        ("map", 1),
        ("game", 1),
        ("team", 1),
        ("npd", 1),
        ("bakufu", 0),
        ("intelligence", 0),
        ("public", 0),
    ],
)
def test_treaties_are_shown_to_the_desks_that_make_them(hall, desk, sees):
    treaty(hall, "peace", "takeda", "uesugi")
    with hall.room.store.read() as session:
        assert len(queries.treaties(session, desk)) == sees


# ---- quarrels that no march has brought about


def test_allies_who_fall_out_are_put_into_the_queue_by_hand(hall_at):
    hall = hall_at("guests")
    treaty(hall, "alliance", "takeda", "hojo")
    hall.do("encounter.call", province="shinano", clans=["takeda", "hojo"], reason="a quarrel over wine")
    hall.refuse(OrderNotAllowed, "movement.run_phase", phase=1)
    hall.settle(attacker="hojo", defender="takeda")
    assert encounters(hall) == [("meeting", "shinano")]


def test_an_army_that_was_let_through_may_turn_on_its_hosts(hall_at):
    hall = hall_at("question")
    hall.do("locals.answer", "npd", encounter=1, answer="passage")
    hall.do("encounter.call", province="etchu", clans=["uesugi"], reason="he covets it")
    hall.settle(2)
    assert encounters(hall) == [("closed_province", "etchu")] * 2
    assert verify(hall.room).same


def test_who_is_in_an_encounter_is_not_called_into_another(hall_at):
    hall = hall_at("encounter")
    order = {"province": "shinano", "clans": ["takeda", "uesugi"], "reason": "once more"}
    assert hall.refuse(OrderNotAllowed, "encounter.call", **order).field == "clans"
