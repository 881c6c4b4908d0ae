"""Simplified borders still fit, and shapes become the SVG they should."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from control.kernel.drawing import svg
from control.kernel.drawing.land.projection import Projection, lambert
from control.kernel.drawing.land.topology import simplify_together, thin_line
from control.kernel.drawing.shapes import Box, Group, Ink, Outline, Path, Text, polygon

# Two squares side by side; the shared border bulges, and needs its middle point at a fine tolerance only.
WEST = (((0.0, 0.0), (10.0, 0.0), (10.4, 5.0), (10.0, 10.0), (0.0, 10.0), (0.0, 0.0)),)
EAST = (((10.0, 0.0), (20.0, 0.0), (20.0, 10.0), (10.0, 10.0), (10.4, 5.0), (10.0, 0.0)),)
ISLAND = (((30.0, 0.0), (34.0, 0.0), (34.0, 4.0), (30.0, 4.0), (30.0, 0.0)),)


def as_given(x: float, y: float) -> tuple[float, float]:
    return x, y


def edges(outline: Outline) -> list[frozenset]:
    return [frozenset(edge) for ring in outline.rings for edge in pairwise((*ring, ring[0]))]


@pytest.mark.parametrize(("tolerance", "keeps_the_bulge"), [(0.1, True), (1.0, False)])
def test_neighbours_simplify_their_border_alike(tolerance, keeps_the_bulge):
    topology = simplify_together({"west": (WEST,), "east": (EAST,)}, as_given, tolerance)
    shared = set(edges(topology.outlines["west"])) & set(edges(topology.outlines["east"]))
    assert len(shared) == (2 if keeps_the_bulge else 1)


def test_the_coast_is_what_only_one_province_has():
    topology = simplify_together({"west": (WEST,), "east": (EAST,), "island": (ISLAND,)}, as_given, 0.1)
    coast = {frozenset(edge) for arc in topology.coast.rings for edge in pairwise(arc)}
    assert frozenset({(10.0, 0.0), (10.4, 5.0)}) not in coast
    assert frozenset({(10.0, 0.0), (20.0, 0.0)}) in coast
    assert set(edges(topology.outlines["island"])) <= coast


def test_the_map_has_no_cracks(atlas):
    """On the finished map every edge is the border of exactly two provinces, or coast."""
    owners = Counter(edge for outline in atlas.outlines.values() for edge in edges(outline))
    coast = {frozenset(edge) for stretch in atlas.coast for arc in stretch.rings for edge in pairwise(arc)}
    assert set(owners.values()) == {1, 2}
    assert {edge for edge, number in owners.items() if number == 1} == coast


def test_thinning_keeps_the_ends_and_the_corner():
    assert thin_line([(0, 0), (5, 0.1), (10, 0), (10, 10)], 0.5) == ((0, 0), (10, 0), (10, 10))


def test_the_projection_is_upright_on_its_meridian_and_conformal():
    assert lambert(136, 35)[0] == pytest.approx(0)
    step = 1e-4
    x, y = lambert(140, 38)
    (east_x, east_y), (north_x, north_y) = lambert(140 + step, 38), lambert(140, 38 + step)
    east, north = (east_x - x, east_y - y), (north_x - x, north_y - y)
    assert east[0] * north[0] + east[1] * north[1] == pytest.approx(0, abs=1e-12)


def test_a_projection_fits_its_sheet():
    project = Projection.fit([(130, 31), (142, 41)], width=1000, margin=20)
    corners = [project(130, 31), project(142, 41)]
    assert Box(19, 19, 962, project.height - 38).grown(1).holds(corners[0])
    assert Box(19, 19, 962, project.height - 38).grown(1).holds(corners[1])
    assert corners[0][0] < corners[1][0]
    assert corners[0][1] > corners[1][1]


@pytest.mark.parametrize(
    ("value", "written"), [(0, "0"), (0.5, ".5"), (-0.5, "-.5"), (12.04, "12"), (-3.25, "-3.2"), (100, "100")]
)
def test_numbers_are_short(value, written):
    assert svg.number(value) == written


def test_an_outline_is_written_in_steps_between_rounded_points():
    triangle = Path(Outline((((0.04, 0), (10.04, 0.04), (5, 5.06)),)))
    assert svg.write(triangle) == '<path d="M0 0l10 0-5 5.1z"/>'


def test_what_an_ink_leaves_open_is_left_to_the_group():
    group = Group((polygon([(0, 0), (1, 0), (1, 1)]),), Ink(fill="#fff", width=0.7), at=(3, 4), scale=2)
    expected = '<g transform="translate(3 4)scale(2)" fill="#fff" stroke-width="0.7"><path d="M0 0l1 0 0 1z"/></g>'
    assert svg.write(group) == expected


def test_letters_can_stand_one_below_another():
    written = svg.write(Text(7, 10, "TAK", 9, down=8.4))
    assert 'x="7 7 7" y="10 18.4 26.8"' in written
    assert ">TAK<" in written


def test_a_clip_is_defined_where_it_is_used():
    written = svg.write(Group((), clip=Box(1, 2, 3, 4)))
    assert '<clipPath id="clip-1-2-3-4"><rect x="1" y="2" width="3" height="4"/></clipPath>' in written
    assert 'clip-path="url(#clip-1-2-3-4)"' in written
