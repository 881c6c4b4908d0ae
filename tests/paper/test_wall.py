"""The wall: what hangs there says what the game says, and nothing that is not for everybody."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from PIL import ImageChops

from control.kernel.drawing.maps.map import MapDrawing
from control.kernel.errors import OrderNotAllowed
from control.sengoku.honour.status_questions import board
from control.sengoku.world.land.land_questions import land
from printouts.hall.map_poster import BELOW, MAP, SIGNS, room_for, signs_of
from printouts.poster import SHEETS
from printouts.tiles import LEFT, STEP, STRIP, TOP
from tests.paper.reading import pages_of, pdf_of, picture, print_of, said, sizes_of

NOTED = {"A3": (297.0, 420.0), "A2": (420.0, 594.0), "A1": (594.0, 840.0), "A0": (840.0, 1188.0)}


def held(hall):
    """What each clan holds, by its letters: how many provinces and places, worth how much."""
    scenario = hall.room.scenario
    worth = {key: one.rice_value for key, one in scenario.provinces.items()}
    worth |= {key: one.value for key, one in scenario.places.items()}
    found = {}
    with hall.room.store.read() as session:
        for key, sign in land(session, "public").holders.items():
            if sign:
                number, value = found.get(sign.code, (0, 0))
                found[sign.code] = number + 1, value + worth[key]
    return found


def legend(words):
    """The same, as the poster's legend says."""
    lines = re.findall(r"\b([A-Z]{3}) \S+(?: \S+)? (\d+) held (\d+)", words.partition("The clans and what")[2])
    return {code: (int(number), int(value)) for code, number, value in lines}


def test_the_poster_says_who_holds_how_much(hall):
    words = said(hall, "map_poster", stock="A3")
    assert legend(words) == held(hall)
    assert all(province.name in words for province in hall.room.scenario.provinces.values())
    hall.correct("province", "shinano", "holder", "uesugi")
    assert legend(said(hall, "map_poster", stock="A3")) == held(hall)
    assert held(hall)["UES"][0] == 4


def test_the_map_shows_a_conquest_in_the_conqueror_s_letters(hall):
    before = said(hall, "map_poster", stock="A3")
    hall.correct("province", "kai", "holder", "uesugi")
    after = said(hall, "map_poster", stock="A3")
    assert ("Kai TAK" in before, "Kai UES" in before) == (True, False)
    assert ("Kai TAK" in after, "Kai UES" in after) == (False, True)


def test_a_march_changes_no_poster_and_a_conquest_does(hall_at):
    hall = hall_at("orders")
    hall.do("print.record", "game", **print_of(hall, "map_poster").manifest())
    hall.phases(1, 2)
    hall.next_season()
    with pytest.raises(OrderNotAllowed, match="Nothing"):
        print_of(hall, "map_poster", changed=True)
    hall.correct("province", "kai", "holder", "uesugi")
    assert "map_poster" in print_of(hall, "map_poster", changed=True).files


def test_the_poster_has_no_army_on_it(hall_at):
    words = said(hall_at("orders"), "map_poster", stock="A3")
    assert "Kenshin" not in words
    assert "T A K" not in words  # the letters on a flag stand one below another


@pytest.mark.parametrize("stock", SHEETS)
def test_a_poster_is_one_sheet_of_its_size(hall, stock):
    (size,) = sizes_of(pdf_of(hall, "map_poster", stock=stock))
    assert size == pytest.approx(NOTED[stock], abs=0.2)


@pytest.mark.parametrize(("stock", "sheet"), [("A4 tiles", (210.0, 297.0)), ("Letter tiles", (215.9, 279.4))])
def test_tiles_come_on_the_printer_s_paper_each_with_its_place(hall, stock, sheet):
    pdf = pdf_of(hall, "map_poster", stock=stock)
    overview, *tiles = pages_of(pdf)
    names = [f"{row}{column}" for row in "ABC" for column in (1, 2, 3)]
    assert set(sizes_of(pdf)) == {sheet}
    assert all(name in overview for name in names)
    assert ["".join(*re.findall(r"row (\w) of 3, column (\d)", words)) for words in tiles] == names
    assert all(re.search(rf"(^| ){name}( |$)", words) for name, words in zip(names, tiles, strict=True))
    assert "Glue here: A2" in tiles[0]
    assert "Glue here: B1" in tiles[0]
    assert "Glue" not in tiles[-1]
    assert "glue it on C2 and B3" in tiles[-1]


def test_a_tile_begins_with_what_the_one_before_ends_with(hall):
    pdf, dots = pdf_of(hall, "map_poster", stock="A4 tiles"), 127  # 5 dots to the millimetre
    first, second, below = (picture(pdf, page, dots) for page in (1, 2, 4))

    def part(image, x, y, wide, high):
        return image.crop(tuple(round(5 * edge) for edge in (x, y, x + wide, y + high)))

    # between the words on the strips, and off the broken line
    strip = part(first, LEFT + STEP[0] + 1, TOP + 240, STRIP - 2, 20), part(second, LEFT + 1, TOP + 240, STRIP - 2, 20)
    foot = part(first, LEFT + 80, TOP + STEP[1] + 1, 40, STRIP - 2), part(below, LEFT + 80, TOP + 1, 40, STRIP - 2)
    for one, other in (strip, foot):
        assert max(high for _, high in ImageChops.difference(one, other).getextrema()) < 100  # edges of a dot apart


def test_the_board_hangs_as_it_was_released_and_never_with_a_point(hall):
    with pytest.raises(OrderNotAllowed, match="has not been released yet"):
        print_of(hall, "status_board")
    hall.do("honour.log", "game", clan="oda", points=83, note="for the test")
    hall.do("board.release", "game")
    words = said(hall, "status_board")
    found = hall.ask(board)
    assert found.when in words
    assert re.findall(r"\b(\d+)=? ([A-Z]{3})\b", words) == [(str(line.rank), line.clan.code) for line in found.lines]
    assert "first order that was released" in words
    assert "83" not in words


def test_clans_of_one_rank_stand_by_name_with_a_macron_or_without(hall):
    hall.do("board.release", "game")
    codes = re.findall(r"\b([A-Z]{3})\b", said(hall, "status_board"))
    assert codes[codes.index("ODA") :][:3] == ["ODA", "OTO", "SMZ"]
    signs = [code for page in pages_of(pdf_of(hall, "table_signs")) for code in re.findall(r"\b([A-Z]{3})\b", page)[:1]]
    assert signs == codes


def test_a_released_board_stays_until_the_next_is_released(hall):
    hall.do("board.release", "game")
    before = said(hall, "status_board")
    hall.do("honour.log", "game", clan="oda", points=99, note="for the test")
    assert said(hall, "status_board") == before


def test_the_poster_explains_what_its_land_has_and_nothing_else(hall):
    shipped = hall.room.scenario
    assert len(signs_of(MapDrawing(shipped).atlas)) == len(SIGNS)
    roads = {"nakasendo": shipped.geometry.road_lines["nakasendo"]}
    flat = {key: one.model_copy(update={"mountainous": False}) for key, one in shipped.provinces.items()}
    fewer = replace(
        shipped, crossings=(), places={}, provinces=flat, geometry=replace(shipped.geometry, road_lines=roads)
    )
    gone = {words for words, _, _ in SIGNS} - {words for words, _ in signs_of(MapDrawing(fewer).atlas)}
    assert gone == {"City or temple, in the colour of its holder", "Mountainous province", "Tōkaidō", "Sea crossing"}


def test_the_heading_of_the_poster_stands_on_no_land(hall):
    shipped = hall.room.scenario
    assert room_for(MapDrawing(shipped)) == MAP
    corner = ((128.9, 41.0), (131.0, 41.0), (131.0, 43.5), (128.9, 43.5), (128.9, 41.0))
    geometry = replace(shipped.geometry, provinces={**shipped.geometry.provinces, "oki": ((corner,),)})
    assert room_for(MapDrawing(replace(shipped, geometry=geometry))) == BELOW
