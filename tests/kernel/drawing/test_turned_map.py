"""The drawing for wide screens: the country is turned, what stands upon it is not."""

from __future__ import annotations

from math import atan2, degrees

import pytest

from control.kernel.drawing.land.projection import Projection
from control.kernel.drawing.maps.atlas import Atlas
from control.kernel.drawing.maps.map import Scene
from tests.kernel.drawing.test_drawn_map import SVG, parsed, province_paths
from tests.scenario.cut import AROUND_THE_CAPITAL, cut_to

WALL = 1920, 1080 - 119 - 37  # a projector's picture below the band with the clock, above the foot
BESIDE = 66 / 100 * 1920, 1080 - 37  # what the same wall had when the map stood upright beside a list


def scale(drawing, room):
    """Pixels to a unit; a unit is as far on the ground in both drawings."""
    return min(room[0] / drawing.viewbox.width, room[1] / drawing.viewbox.height)


def test_turned_it_is_half_as_large_again_on_a_projector(base, wide):
    assert scale(wide, WALL) >= 1.49 * scale(base, BESIDE)


def test_north_is_turned_clockwise_and_distances_stay(scenario):
    places = [(131.0, 33.0), (141.0, 41.0)]
    upright, turned = (Projection.fit(places, width=1000, margin=20, turned=by) for by in (0, 25))
    assert turned.scale == upright.scale

    def north(project):
        (x, y), (nx, ny) = project(136.0, 35.0), project(136.0, 36.0)
        return degrees(atan2(nx - x, y - ny))

    assert north(upright) == pytest.approx(0, abs=0.01)
    assert north(turned) == pytest.approx(25, abs=0.01)


def test_every_province_is_on_it_and_every_word_upright(wide, scenario, holders, a_flag):
    text = wide.svg(Scene(holders, [a_flag()]))
    assert set(province_paths(text)) == set(scenario.provinces)
    assert "rotate" not in text
    assert parsed(text).get("data-lies") == "wide"
    assert "<title>North</title>" in text


def test_the_upright_map_has_no_arrow_for_north(base, holders):
    assert "<title>North</title>" not in base.svg(Scene(holders))


def test_the_home_provinces_are_enlarged_on_free_sea(wide):
    inset, land = wide.atlas.inset, wide.atlas.main.view.ground.values()
    assert inset.zoom >= 1.6
    assert not any(one.share(inset.frame) for one in land)
    names = [
        one for one in parsed(wide.svg(Scene({}))).iter(f"{SVG}text") if one.get("data-province") in inset.view.labels
    ]
    assert all(inset.frame.holds((float(one.get("x")), float(one.get("y")))) for one in names)


def test_it_stays_as_small_as_the_upright_one(wide, scenario, holders, a_flag):
    armies = [a_flag(province, f"A{number}") for number, province in enumerate([*scenario.provinces] * 2)]
    assert len(wide.svg(Scene(holders, armies)).encode()) < 250_000


@pytest.fixture(scope="module")
def the_west(scenario):
    """A scenario of the provinces from the capital to the west."""
    return cut_to(scenario, [key for key, one in scenario.provinces.items() if one.lon < 136.9])


def test_an_inset_is_smaller_where_the_sea_leaves_less_room(the_west):
    atlas = Atlas(the_west)
    assert 1.4 <= atlas.inset.zoom < 2.5
    assert not any(land.share(atlas.inset.frame) for land in atlas.main.view.ground.values())


@pytest.mark.parametrize("turned", [0, 25])
def test_there_is_no_inset_where_there_is_no_room_or_no_need(scenario, the_west, turned):
    atlas = Atlas(the_west if turned else cut_to(scenario, AROUND_THE_CAPITAL), turned=turned)
    assert atlas.inset is None
    assert atlas.sheets == [atlas.main]
    assert atlas.main.view.labels.keys() == atlas.outlines.keys()
