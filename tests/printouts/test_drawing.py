"""Drawings on paper: where they lie, what they leave out, and that they take little room."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
from PIL import ImageOps

from control.kernel.drawing.maps.country import Country, lettering, window
from control.kernel.drawing.maps.map import Holder
from control.kernel.drawing.marks.crests import CRESTS, crest
from control.kernel.drawing.marks.signs import Sign
from control.kernel.drawing.shapes import (
    Box,
    Circle,
    Group,
    Ink,
    Outline,
    Path,
    Pattern,
    Text,
    Use,
    line,
    polygon,
    rectangle,
)
from control.kernel.drawing.words.labels import text_width
from printouts.drawing import NAMES, SIGN, draw_country, paint
from printouts.hall.map_poster import ClanLine, MapPoster, map_poster
from printouts.honour.status_board import BoardLine, StatusBoard, status_board
from printouts.paper import POINT, printed
from tests.paper.reading import pages_of, picture, sizes_of

SQUARE = rectangle(Box(0, 0, 100, 100), Ink("#000000"))


def painted(*shapes, box=None, view=None, **more):
    """Shapes painted on a small page, 100 × 100 mm, by default all over it."""

    def draw(paper):
        paint(paper, shapes, box or Box(0, 0, 100, 100), view or Box(0, 0, 100, 100), **more)
        paper.turn_page()

    return printed("a drawing", draw, (100, 100))


def inked(pdf):
    """The box of all that is not white, in millimetres."""
    image = picture(pdf, dots=254)  # ten dots to the millimetre
    return [edge / 10 for edge in ImageOps.invert(image.convert("L")).getbbox()]


def shade(pdf, x, y):
    """How light a spot is, from 0 to 255."""
    return picture(pdf, dots=254).convert("L").getpixel((round(x * 10), round(y * 10)))


def test_a_drawing_fills_its_box_as_far_as_its_shape_allows_and_lies_in_the_middle():
    assert inked(painted(SQUARE, box=Box(10, 20, 60, 30))) == pytest.approx([25, 20, 55, 50], abs=0.2)


def test_only_the_part_that_is_looked_at_is_drawn():
    away = Text(80, 50, "far away", 8), Text(20, 20, "near by", 8)
    pdf = painted(SQUARE, *away, box=Box(10, 10, 40, 40), view=Box(0, 0, 50, 50))
    assert inked(pdf) == pytest.approx([10, 10, 50, 50], abs=0.2)
    assert pages_of(pdf) == ["near by"]


def test_groups_move_scale_and_cut_off():
    group = Group([SQUARE], at=(10, 20), scale=0.5, clip=Box(0, 0, 30, 100))
    assert inked(painted(group)) == pytest.approx([10, 20, 30, 70], abs=0.2)


def test_a_shape_is_used_again_in_the_ink_of_where_it_is_used():
    hidden = Group([polygon([(0, 0), (10, 0), (10, 10), (0, 10)], id="tile")], Ink(fill="none"))
    again = Group([Use("tile")], Ink("#000000"), at=(50, 50))
    assert inked(painted(hidden, again)) == pytest.approx([50, 50, 60, 60], abs=0.2)


def test_a_pattern_fills_its_outline_and_no_more():
    tile = Pattern("weave", 5, (line([(0, 2.5), (5, 2.5)], Ink("none", "#000000", 1)),))
    filled = Path(Outline((((20, 20), (60, 20), (60, 60), (20, 60)),)), Ink("url(#weave)"))
    pdf = painted(tile, filled)
    left, top, right, bottom = inked(pdf)
    assert (left, right) == pytest.approx((20, 60), abs=0.2)
    assert 20 <= top < 25
    assert 55 < bottom <= 60
    assert (shade(pdf, 40, 42.5), shade(pdf, 40, 45)) == (0, 255)
    assert picture(painted(SQUARE)).tobytes() == picture(painted(SQUARE, filled)).tobytes(), (
        "without its tile it is bare"
    )


def test_what_a_page_shows_only_when_asked_stays_off_the_paper():
    layer = Group([SQUARE], tags={"data-layer": "patterns"})
    name = Text(50, 50, "Takeda Harunobu", 8, tags={"class": "person-name"})
    shown = Text(50, 90, "Kai", 8)
    assert pages_of(painted(layer, name, shown)) == ["Kai"]
    assert "Takeda Harunobu" in pages_of(painted(layer, name, shown, hide=()))[0]


def test_nothing_printed_is_transparent_yet_faint_ink_is_paler():
    faint, full = (Circle(50, 50, 40, Ink("#000000", opacity=one)) for one in (0.4, 1))
    pdf = painted(faint)
    assert b"/ca" not in pdf
    assert 100 < shade(pdf, 50, 50) < 200
    assert shade(painted(full), 50, 50) == 0


def test_letters_stand_upright_within_a_rim():
    image = picture(painted(SQUARE, Text(50, 60, "L", 40, Ink("#000000"), halo="#ffffff")), dots=25.4).convert("L")
    # the rim is all there is to see of a black letter on black: the foot of an L is below and to the right
    light = [(x, y) for x in range(100) for y in range(100) if image.getpixel((x, y)) > 150]
    assert max(x for x, y in light if y < 50) < max(x for x, y in light if y > 55)


def test_letters_one_below_another_stand_on_one_line_down():
    left, top, right, bottom = inked(painted(Text(50, 20, "HI", 20, Ink("#000000"), down=30)))
    assert right - left < 20
    assert (top, bottom) == pytest.approx((5, 50), abs=2.5)


@pytest.mark.parametrize("key", list(CRESTS)[:3])
def test_a_crest_fills_the_box_it_is_given(key):
    left, top, right, bottom = inked(painted(Group(crest(key), Ink("#000000")), box=Box(20, 20, 50, 50)))
    assert 20 <= left < right <= 70
    assert 20 <= top < bottom <= 70
    assert max(right - left, bottom - top) > 30


# ---- a clan's country


@pytest.fixture(scope="module")
def countries(shipped):
    """Every clan's country at the start."""
    held = {key: one.ruler for key, one in shipped.provinces.items()}
    held |= {key: one.holder for key, one in shipped.places.items()}
    signs = {key: Holder(clan.code, clan.name, clan.colour, clan.text_colour) for key, clan in shipped.clans.items()}
    holders = tuple((key, signs.get(clan or "")) for key, clan in held.items())
    works = tuple((key, one.castle) for key, one in shipped.provinces.items())
    works += tuple((key, one.fortification) for key, one in shipped.places.items())
    return {clan: Country(tuple(key for key, one in held.items() if one == clan), holders, works) for clan in signs}


def test_every_clan_finds_its_provinces_and_places_named_on_its_map(drawn, shipped, countries):
    def draw(paper):
        for country in countries.values():
            draw_country(paper, drawn, country, Box(10, 10, 118, 90))
            paper.turn_page()

    pages = pages_of(pdf := printed("countries", draw, (148, 210)))
    names = {key: one.name for key, one in (*shipped.provinces.items(), *shipped.places.items())}
    for page, country in zip(pages, countries.values(), strict=True):
        assert [names[key] for key in country.own if names[key] not in page] == []
    assert len(pdf) < 1_500_000  # one ground for all of them


@pytest.mark.parametrize("ratio", [0.5, 1.0, 2.5])
def test_a_country_s_map_shows_all_of_it_and_something_around(drawn, countries, ratio):
    for country in countries.values():
        seen = window(drawn.atlas, country, ratio)
        assert seen.width / seen.height == pytest.approx(ratio)
        for key in country.own:
            land = drawn.atlas.main.view.ground.get(key)
            assert land is None or all(map(seen.holds, land.box.corners))


def test_a_clan_without_land_has_a_map_of_what_it_is_to_see(drawn, countries):
    nobody = Country((), countries["takeda"].holders, (), also=("kai",))

    def draw(country):
        return lambda paper: (draw_country(paper, drawn, country, Box(5, 5, 90, 90)), paper.turn_page())

    (page,) = pages_of(printed("a country", draw(nobody), (100, 100)))
    assert "Kai" in page
    assert "Satsuma" not in page


def test_no_name_of_a_clan_that_holds_everything_stands_upon_another(drawn, shipped, countries):
    everything = replace(countries["takeda"], own=tuple(shipped.provinces))
    seen = window(drawn.atlas, everything, 1.2)
    unit = 120 / seen.width
    *_, names = lettering(drawn.atlas, everything, seen, NAMES * POINT / unit, SIGN / unit)
    boxes = {
        one.text: Box.about((one.x, one.y - one.size * 0.35), text_width(one.text, one.size), one.size * 0.7)
        for one in names.shapes
        if one.text in {province.name for province in shipped.provinces.values()}
    }
    assert len(boxes) > 40
    assert [pair for pair in combinations(boxes, 2) if boxes[pair[0]].overlaps(boxes[pair[1]])] == []


# ---- the poster


@pytest.mark.parametrize("count", [0, 1, 36, 100])
def test_a_poster_holds_however_many_clans_with_whatever_names(drawn, countries, count):
    name, title = "The Exceedingly Long-Named Clan of the Far Northern Marches", "A Game of " * 12
    clans = tuple(
        ClanLine(Sign("", name, "武田信玄" * 3 * (count > 1), f"C{number}", "#b7001b", "#ffffff"), 99, 1234 - number)
        for number in range(count)
    )
    poster = MapPoster(title, "Spring 1550", clans, countries["takeda"].holders, countries["takeda"].works)
    pdf = printed("poster", lambda paper: map_poster(paper, poster, drawn), stock="A3")
    (page,) = pages_of(pdf)
    assert page.count("Exceedingly") == count
    assert count != 1 or page.count("Marches") == 1  # of many, what nobody could read is left out
    assert page.count("A Game of") == 12
    assert ("No clan holds any land" in page) == (count == 0)


def test_the_poster_shows_the_works_and_the_buildings_and_none_of_what_moves(drawn, countries):
    scenes = []

    class Watched:
        viewbox, atlas = drawn.viewbox, drawn.atlas

        @staticmethod
        def shapes(scene):
            scenes.append(scene)
            return drawn.shapes(scene)

    works, buildings = (("kai", "fortress"),), (("omi", ("Pagoda",)),)
    poster = MapPoster("Sengoku", "Spring 1550", (), countries["takeda"].holders, works, buildings)
    printed("poster", lambda paper: map_poster(paper, poster, Watched), stock="A3")
    (scene,) = scenes
    assert (scene.holders, scene.castles, scene.buildings) == tuple(map(dict, (poster.holders, works, buildings)))
    assert {"castles", "buildings", "lords"} <= set(scene.layers)
    assert not {"flags", "strengths", "arrows", "people", "unrest", "encounters"} & set(scene.layers)


# ---- the board


def a_line(rank, **changes):
    """A line of the board, with whatever the test changes."""
    sign = {name: changes.pop(name) for name in ("name", "code", "kanji", "crest") if name in changes}
    takeda = Sign("takeda", "Takeda", "武田", "TKD", "#b7001b", "#ffffff")
    return BoardLine(**{"rank": rank, "shared": False, "clan": replace(takeda, **sign), "up": 0} | changes)


@pytest.mark.parametrize("count", [0, 1, 16, 36, 100])
@pytest.mark.parametrize("stock", ["A4", "Letter"])
def test_a_board_is_one_page_whatever_is_on_it(count, stock):
    name = "The Exceedingly Long-Named Clan of the Far Northern Marches"
    lines = tuple(a_line(rank + 1, name=name, code=f"C{rank}") for rank in range(count))
    board = StatusBoard("A game", "Spring", False, lines)
    pdf = printed("board", lambda paper: status_board(paper, board), stock=stock)
    (page,) = pages_of(pdf)
    assert page.count("Exceedingly") == count
    assert count != 1 or page.count("Marches") == 1  # of many, what nobody could read is left out
    assert len(sizes_of(pdf)) == 1


def test_a_board_says_who_rose_who_fell_and_who_is_new_without_colour():
    lines = a_line(1, up=2), a_line(2, up=-3), a_line(3, up=None), a_line(3, shared=True)
    (page,) = pages_of(
        printed("board", lambda paper: status_board(paper, StatusBoard("A game", "Spring", False, lines)))
    )
    assert "Takeda 武田 2 2 TKD Takeda 武田 3 3 TKD Takeda 武田 new 3= TKD" in page
