"""Land that defends itself: whose levy stands, what it is worth, who has beaten it (R4, R41)."""

from __future__ import annotations

from control.models import BeatenLevy
from control.queries.levies import is_beaten, levies, levy_of, may_be_taken


def seen(hall, province, place=None, clan="uesugi"):
    """What the levy of a ground counts as, whether it was beaten, and whether a clan may take it."""
    with hall.room.store.read() as session:
        assert levies(session).of(province, place) == levy_of(session, province, place)
        return (
            levy_of(session, province, place), is_beaten(session, province, place),
            may_be_taken(session, province, place, clan),
        )


def test_a_levy_stands_where_its_holder_has_no_counters(hall):
    hall.do("garrison.raise", province="hida", troops=2)
    hall.an_army("uesugi", "kai", 3)
    scenario = hall.room.scenario
    assert seen(hall, "hida") == (0, False, False)
    assert seen(hall, "kai") == (scenario.provinces["kai"].rice_value, False, False)
    assert seen(hall, "settsu", "sakai") == (scenario.places["sakai"].value, False, False)  # it has no holder


def test_a_beaten_levy_is_back_the_following_season(hall):
    with hall.room.store.write() as session:
        session.add(BeatenLevy(id=1, province="kai", place=None, season=0, clan="uesugi", battle=None))
    assert seen(hall, "kai") == (0, True, True)
    assert seen(hall, "kai", clan="hojo") == (0, True, False)
    hall.next_season()
    assert seen(hall, "kai")[0] > 0
    assert seen(hall, "kai")[1:] == (False, False)
