"""The cloth map compared with the program: noted for the season, settled with a reason, never unseen."""

from __future__ import annotations

from itertools import pairwise

import pytest

from control.kernel.errors import ChangedElsewhere, NotThisDesk, OrderNotUnderstood
from control.kernel.proof.verify import verify
from control.sengoku.march.cloth_map.walk_round_questions import stop, walk_round, walking_order
from control.sengoku.rows import TableCheck


def seen(hall, province):
    """What the list says of a province now, in short."""
    return hall.ask(stop, hall.room.scenario, province).seen


def the_round(hall, **view):
    """The way round as it is now."""
    return hall.ask(walk_round, hall.room.scenario, **view)


def test_a_province_that_agrees_is_noted_for_the_season(hall_at):
    hall = hall_at("encounter")
    entry = hall.do("table.check", province="kai", result="agrees", seen=seen(hall, "kai"))
    assert entry.sentence == "Kai: the cloth map agrees with the program."
    row = hall.get(TableCheck, ("kai", 0))
    assert (row.result, row.note, row.umpire, row.phase) == ("agrees", "", "Map Control", 2)
    assert the_round(hall).done == 1
    assert verify(hall.room).same
    hall.undo(entry.number)
    assert the_round(hall).done == 0


@pytest.mark.parametrize("result", ["program_mended", "table_mended"])
def test_a_difference_is_settled_with_a_reason(hall, result):
    error = hall.refuse(OrderNotUnderstood, "table.check", province="kai", result=result)
    assert error.field == "note"
    hall.refuse(OrderNotUnderstood, "table.check", province="kai", result=result, note="x")
    entry = hall.do("table.check", province="kai", result=result, note="a counter had slipped")
    assert entry.sentence.endswith("a counter had slipped.")
    assert hall.get(TableCheck, ("kai", 0)).result == result


def test_nobody_agrees_to_what_was_changed_since_he_saw_it(hall):
    hall.an_army("takeda", "kai", 5)
    was = seen(hall, "kai")
    hall.correct("army", 1, "troops", 6)
    error = hall.refuse(ChangedElsewhere, "table.check", province="kai", result="agrees", seen=was)
    assert "Kai was changed at another desk" in error.sentence
    hall.do("table.check", province="kai", result="agrees", seen=seen(hall, "kai"))


@pytest.mark.parametrize(
    ("kind", "key", "field", "value"),
    [("province", "yamashiro", "holder", "oda"), ("province", "yamashiro", "unrest", True),
     ("place", "kyoto", "holder", "oda"), ("army", 1, "province", "omi"), ("garrison", 2, "troops", 9)],
)  # fmt: skip
def test_whatever_changes_in_a_province_changes_what_is_seen_there_and_nowhere_else(hall, kind, key, field, value):
    hall.an_army("miyoshi", "yamashiro", 5)
    hall.do("garrison.raise", "game", province="yamashiro", troops=2, force="a test")
    hall.do("garrison.raise", "game", province="settsu", troops=2, force="a test")
    hall.do("garrison.raise", "game", province="kai", troops=2, force="a test")
    key = {("garrison", 2): 1}.get((kind, key), key)
    before, elsewhere = seen(hall, "yamashiro"), seen(hall, "kai")
    hall.correct(kind, key, field, value)
    assert seen(hall, "yamashiro") != before
    assert seen(hall, "kai") == elsewhere


def test_unreadable_checks_are_refused(hall):
    hall.refuse(OrderNotUnderstood, "table.check", province="kay", result="agrees")
    hall.refuse(OrderNotUnderstood, "table.check", province="kai", result="maybe")
    hall.refuse(NotThisDesk, "table.check", "team", province="kai", result="agrees")


def test_a_check_is_good_for_what_was_seen_and_no_longer(hall_at):
    hall = hall_at("orders")
    hall.do("table.check", province="kai", result="agrees")
    hall.do("table.check", province="mino", result="agrees")
    hall.correct("army", 2, "troops", 19)
    found = the_round(hall)
    assert [one.id for one in found.stops if one.compared] == ["mino"]
    assert "kai" in [one.id for one in the_round(hall, todo=True).shown]
    order = walking_order(hall.room.scenario)
    assert found.after(order[order.index("kai") - 1]).id == "kai"
    hall.do("table.check", province="kai", result="agrees", seen=seen(hall, "kai"))
    assert the_round(hall).done == 2
    hall.correct("army", 2, "troops", 20)
    assert the_round(hall).done == 1
    assert verify(hall.room).same


def test_what_does_not_lie_on_the_cloth_map_leaves_a_check_as_it_is(hall_at):
    hall = hall_at("start")
    hall.do("table.check", province="kai", result="agrees")
    hall.correct("province", "kai", "rice_value", 3)
    assert the_round(hall).done == 1


def test_a_new_season_begins_the_round_anew(hall_at):
    hall = hall_at("start")
    hall.do("table.check", province="kai", result="agrees")
    assert the_round(hall).done == 1
    hall.next_season()
    assert the_round(hall).done == 0
    assert the_round(hall).next.id == walking_order(hall.room.scenario)[0]


def test_the_way_round_visits_every_province_once_region_by_region(hall):
    order = walking_order(hall.room.scenario)
    provinces = hall.room.scenario.provinces
    assert sorted(order) == sorted(provinces)
    regions = [provinces[key].region for key in order]
    changes = sum(1 for here, there in pairwise(regions) if here != there)
    assert changes == len(set(regions)) - 1
    assert provinces[order[0]].lon < provinces[order[-1]].lon


def test_the_search_finds_provinces_clans_generals_and_armies(hall):
    hall.an_army("takeda", "kai", 5, general="takeda-harunobu")
    for words in ("kai", "harunobu", "A1", "TAKEDA harunobu"):
        assert "kai" in [one.id for one in the_round(hall, words=words).shown], words
    assert [one.id for one in the_round(hall, words="omi").shown][0:1] != []
    assert the_round(hall, words="nobody of that name").shown == ()
    hall.do("table.check", province="kai", result="agrees")
    assert "kai" not in [one.id for one in the_round(hall, todo=True).shown]


def test_counters_in_a_city_are_told_as_in_it(hall):
    hall.an_army("miyoshi", "yamashiro", 5)
    hall.correct("army", 1, "place", "kyoto")
    hall.do("garrison.raise", "game", province="", place="kyoto", troops=2, force="a test")
    here = hall.ask(stop, hall.room.scenario, "yamashiro")
    assert [one.inside for one in (*here.armies, *here.garrisons)] == ["Kyoto", "Kyoto"]


def test_after_the_last_province_the_next_is_the_first_that_is_left(hall):
    order = walking_order(hall.room.scenario)
    assert the_round(hall).after(order[0]).id == order[1]
    assert the_round(hall).after(order[-1]).id == order[0]
    hall.do("table.check", province=order[1], result="agrees")
    assert the_round(hall).after(order[0]).id == order[2]
