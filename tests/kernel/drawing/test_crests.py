"""Crests: each clan its own, told apart at the size of a counter, the same by every rule of filling."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest
from PIL import ImageChops

from control.kernel.drawing.marks.crests import CRESTS, REACH, crest, roundel
from control.kernel.drawing.shapes import Box, Path
from control.kernel.drawing.svg import write
from control.sengoku.scenario import model
from control.sengoku.scenario.load import load
from printouts.drawing import paint
from tests.paper.reading import picture
from tests.printouts.pdfs import pdf_of
from tests.scenario.workbench import Workbench

COUNTER = 8  # millimetres: about the crest on a counter of 1,000 men


def area(ring):
    """Twice the area within a ring, negative if it runs against the clock."""
    return sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairwise([*ring, ring[0]]))


def test_the_scenario_may_name_what_is_drawn_and_nothing_else():
    assert tuple(CRESTS) == model.CRESTS
    assert len(CRESTS) >= 40


@pytest.mark.parametrize("key", CRESTS)
def test_a_crest_fills_its_circle_and_its_holes_run_against_it(key):
    shapes = crest(key)
    assert all(isinstance(shape, Path) and shape.outline.closed for shape in shapes)
    rings = [ring for shape in shapes for ring in shape.outline.rings]
    reach = max(((x - 50) ** 2 + (y - 50) ** 2) ** 0.5 for ring in rings for x, y in ring)
    assert reach == pytest.approx(REACH)
    for shape in shapes:
        outer, *holes = shape.outline.rings
        assert area(outer) > 0
        assert all(area(hole) < 0 for hole in holes)


def test_no_crest_is_taken_for_another_on_a_counter():
    def sheet(paper):
        for key in CRESTS:
            paint(paper, crest(key), Box(10, 10, COUNTER, COUNTER))
            paper.turn_page()

    pdf = pdf_of(sheet)
    dots = round(COUNTER / 25.4 * 100)
    start = round(10 / 25.4 * 100)
    seen = {
        key: picture(pdf, number, 100).convert("L").crop((start, start, start + dots, start + dots))
        for number, key in enumerate(CRESTS)
    }

    def differ(one, other):
        """The share of the square in which two of them differ."""
        return sum(ImageChops.difference(seen[one], seen[other]).tobytes()) / 255 / dots**2

    close = {pair: differ(*pair) for pair in combinations(CRESTS, 2) if differ(*pair) < 0.08}
    assert close == {}


def test_every_clan_of_the_scenario_bears_its_own(shipped):
    borne = [clan.crest for clan in shipped.clans.values()]
    assert len(set(borne)) == len(borne)
    assert crest(shipped.clans["takeda"].crest) == crest("four-lozenges")


def test_a_clan_that_names_no_crest_gets_one_that_is_free(tmp_path):
    bench = Workbench(tmp_path / "mine")
    bench.replace("clans.csv", "four-lozenges", "")
    bench.replace("clans.csv", "three-scales", "")
    clans = load(bench.folder).clans
    borne = [clan.crest for clan in clans.values()]
    assert all(borne)
    assert len(set(borne)) == len(borne)


def test_a_roundel_is_in_the_clans_colours_and_no_crest_is_nothing():
    drawn = "".join(map(write, roundel("three-scales", "#0f6d76", "#ffffff")))
    assert 'fill="#0f6d76"' in drawn
    assert 'fill="#ffffff"' in drawn
    assert crest("") == ()
