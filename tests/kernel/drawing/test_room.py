"""Names and flags have room: inside their province or tied to it, and never upon each other."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pytest

from control.kernel.drawing.land.ground import Ground
from control.kernel.drawing.maps.layers import flags
from control.kernel.drawing.marks.symbols import MARK
from control.kernel.drawing.shapes import Box, Outline
from control.kernel.drawing.words.labels import View, narrowed, on_a_wall, with_head
from tests.thirty import ARMIES

SQUARE = ((0.0, 0.0), (40.0, 0.0), (40.0, 40.0), (0.0, 40.0))


def test_every_label_is_in_its_province_or_leads_to_it(atlas):
    for sheet in atlas.sheets:
        for key, label in sheet.view.labels.items():
            ground = sheet.view.ground[key]
            assert ground.holds(label.leader or label.box.middle), key


def test_no_two_names_overlap(atlas):
    for sheet in atlas.sheets:
        for (one, first), (other, second) in combinations(sheet.view.labels.items(), 2):
            assert not first.box.overlaps(second.box), (one, other)


def test_no_name_covers_a_castle_or_where_one_may_be_built(atlas):
    for sheet in atlas.sheets:
        castles = {key: Box(x - MARK, y - MARK, 2 * MARK, 2 * MARK) for key, (x, y) in sheet.centres.items()}
        castles |= {town.key: town.boxes[0] for town in sheet.towns}
        names = {key: label.box for key, label in sheet.view.labels.items()}
        names |= {f"{key} next to it": label.box for key, label in sheet.view.neighbours.items()}
        names |= {f"the name of {town.key}": town.boxes[1] for town in sheet.towns}
        for name, box in names.items():
            hidden = [key for key, castle in castles.items() if castle.overlaps(box) and name != f"the name of {key}"]
            assert hidden == [], name


def test_every_mountainous_province_shows_peaks_wherever_it_can_be_seen(atlas, scenario):
    high = {key for key, province in scenario.provinces.items() if province.mountainous}
    assert len(high) > 15
    for sheet in atlas.sheets:
        seen = high & sheet.anchors.keys()  # of a neighbour in the inset enough for an arrow to end in
        tops = [(peak.x, peak.y) for peak in sheet.peaks]
        assert {key for key in seen if any(map(sheet.view.ground[key].holds, tops))} == seen
    assert {"kii", "tamba", "iga", "yamato"} <= high & atlas.inset.anchors.keys()


def test_peaks_lie_on_no_name_and_no_castle(atlas):
    for sheet in atlas.sheets:
        written = [label.box for label in sheet.view.labels.values()]
        written += [box for boxes in sheet.view.marks.values() for box in boxes]
        for peak in sheet.peaks:
            assert not any(peak.box.grown(-1).overlaps(box) for box in written), peak


def test_mountains_are_higher_inland_and_are_not_heaped_upon_each_other(atlas):
    for sheet in atlas.sheets:
        assert len({peak.size for peak in sheet.peaks}) > 2
        tops = [Box(x - 2 * size, y - 4 * size, 4 * size, 7 * size) for x, y, size in sheet.peaks]
        assert not any(one.overlaps(other) for one, other in combinations(tops, 2))
    high = [peak for peak in atlas.main.peaks if peak.size > 1.5]
    low = [peak for peak in atlas.main.peaks if peak.size < 1]
    away = [min(land.from_edge((peak.x, peak.y)) for land in atlas.main.view.ground.values()) for peak in (*high, *low)]
    assert min(away[: len(high)]) > 9
    assert sum(away[: len(high)]) / len(high) > 1.4 * sum(away[len(high) :]) / len(low)


@pytest.fixture(params=["upright", "wide"])
def sheets(request):
    """The sheets of the country as it is drawn upright, or turned."""
    return request.getfixturevalue("atlas" if request.param == "upright" else "wide_atlas").sheets


@pytest.fixture(scope="session")
def wide_atlas(wide):
    return wide.atlas


def covered(view, numbers):
    """The pairs of provinces whose flags would cover each other, even as large as a wall has them."""
    rooms = view.standing(numbers)
    drawn = {key: on_a_wall(narrowed(rooms[key], number)) for key, number in numbers.items()}
    return [pair for pair in combinations(sorted(drawn), 2) if drawn[pair[0]].overlaps(drawn[pair[1]])]


def test_flags_cover_no_others_though_one_or_two_fly_in_every_province(sheets):
    for sheet in sheets:
        for number in (1, 2):
            assert covered(sheet.view, dict.fromkeys(sheet.view.labels, number)) == []


def test_flags_of_a_crowded_season_cover_no_others_wherever_they_stand(sheets):
    """Before they march, at their goals, and thirty armies scattered at random, ten times."""
    goals = [army.route[-1] if army.route else army.province for army in ARMIES]
    scatter = random.Random(13)
    for view in (sheet.view for sheet in sheets):
        everywhere = sorted(view.labels)
        crowds = [[army.province for army in ARMIES], goals]
        if len(everywhere) > 10:
            crowds += [scatter.choices(everywhere, k=30) for _ in range(10)]
        for crowd in crowds:
            assert covered(view, Counter(key for key in crowd if key in view.labels)) == []


def test_flags_stand_where_they_always_do_unless_they_would_cover_others(sheets):
    for view in (sheet.view for sheet in sheets):
        two = dict.fromkeys(view.labels, 2)
        always = {key: view.flags(key, 2) for key in two}
        walls = {key: on_a_wall(room) for key, room in always.items()}
        hit = {key for pair in combinations(walls, 2) if walls[pair[0]].overlaps(walls[pair[1]]) for key in pair}
        rooms = view.standing(two)
        assert {key for key in two if rooms[key] != always[key]} <= hit < set(two)


def test_flags_drawn_larger_on_a_wall_do_not_reach_into_the_inset(wide):
    sheet, inset = wide.atlas.main, wide.atlas.inset
    flying = {key: with_head(sheet.view.flags(key, 1)) for key in sheet.view.labels}
    assert [key for key, room in flying.items() if room.overlaps(inset.frame)] == []


@pytest.mark.parametrize("number", [1, 2, 3, 5, 8])
def test_flags_hide_no_name(atlas, number):
    for sheet in atlas.sheets:
        for key in sheet.view.labels:
            room = sheet.view.flags(key, number)
            hidden = [other for other, label in sheet.view.labels.items() if room.overlaps(label.box)]
            assert hidden == [], key


def test_a_host_of_flags_stays_on_the_sheet(atlas):
    for sheet in atlas.sheets:
        for key in ("yamashiro", "shinano", "sado"):
            if key in sheet.view.labels:
                room = sheet.view.flags(key, 30)
                assert all(sheet.frame.holds(corner) for corner in room.corners), key


def test_two_flags_in_every_province_do_not_cover_each_other(atlas):
    for sheet in atlas.sheets:
        for (one, first), (other, second) in combinations(sheet.view.banners.items(), 2):
            assert not first.overlaps(second), (one, other)


def test_flags_outside_their_province_are_tied_to_it(atlas, a_flag):
    for sheet in atlas.sheets:
        for key in sheet.view.labels:
            room = sheet.view.flags(key, 2)
            foot = room.middle[0], room.bottom
            ashore = sheet.view.ashore(key, foot)
            assert sheet.view.ground[key].holds(ashore or (foot[0], foot[1] - 2)), key
            drawn = flags(atlas, sheet, key, (a_flag(key),), room)
            ties = [] if drawn.tags else [drawn.shapes[0].shapes[0].outline.rings]
            assert ties == ([((foot, ashore),)] if ashore else []), key


@pytest.mark.parametrize("number", [1, 5])
def test_the_sign_of_a_battle_hides_neither_names_nor_the_armies_that_fight_it(atlas, number):
    for sheet in atlas.sheets:
        for key in sheet.view.labels:
            x, y = sheet.view.seal(key, sheet.view.flags(key, number))
            seal = Box(x - 8, y - 8, 16, 16)
            assert not seal.overlaps(sheet.view.flags(key, number)), key
            assert not any(seal.overlaps(label.box) for label in sheet.view.labels.values()), key
            assert all(map(sheet.frame.holds, seal.corners)), key


def test_everything_stays_on_the_sheet(atlas):
    for sheet in atlas.sheets:
        boxes = [label.box for label in sheet.view.labels.values()] + list(sheet.view.banners.values())
        assert all(sheet.frame.holds(corner) for box in boxes for corner in box.corners)


def test_the_inset_hides_no_land_and_no_name(atlas):
    frame = atlas.inset.frame
    rings = [ring for outline in atlas.outlines.values() for ring in outline.rings]
    assert not any(frame.holds(point) for ring in rings for point in ring)
    assert not any(label.box.overlaps(frame) for label in atlas.main.view.labels.values())


def test_centres_lie_in_their_provinces(atlas, base, scenario):
    for key in scenario.provinces:
        assert Ground(atlas.outlines[key].rings).holds(base.atlas.pole(key)), key


def test_the_great_lake_is_no_place_to_write(atlas):
    lake = Box.around(atlas.lakes.rings[0]).middle
    assert not atlas.main.view.ground["omi"].holds(lake)


def test_names_without_any_room_stay_on_the_sheet_and_off_each_other():
    sheet, land = Box(0, 0, 100, 100), {key: Ground((SQUARE,)) for key in ("aki", "iga")}
    view = View(sheet, land, dict.fromkeys(land, "W" * 60), {})
    one, other = (view.labels[key].box for key in land)
    assert all(map(sheet.grown(0.01).holds, (*one.corners, *other.corners)))
    assert not one.overlaps(other)


def test_ground_knows_how_much_of_a_box_it_holds():
    ground = Ground((SQUARE,))
    assert ground.share(Box(10, 10, 8, 8)) == pytest.approx(1)
    assert ground.share(Box(-10, 10, 20, 8)) == pytest.approx(0.5)
    assert ground.share(Box(50, 10, 8, 8)) == 0
    assert ground.holds_all(Box(1, 1, 38, 37))
    assert not ground.holds_all(Box(1, 1, 40, 10))


def test_the_pole_of_a_square_is_its_middle():
    x, y = Ground(Outline((SQUARE,)).rings).pole()
    assert (x, y) == pytest.approx((20, 20), abs=1.5)


def test_a_ring_within_a_ring_is_a_hole():
    hole = ((10.0, 10.0), (30.0, 10.0), (30.0, 30.0), (10.0, 30.0))
    ground = Ground((SQUARE, hole))
    assert ground.holds((5, 20))
    assert not ground.holds((20, 20))
