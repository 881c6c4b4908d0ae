"""The board: drawn from longitude and latitude, nothing too near, the same for everybody on the wall, and on paper."""

from __future__ import annotations

import io
import json
import random
import re
import shutil
from dataclasses import replace
from html import unescape
from math import hypot
from types import SimpleNamespace

import pypdfium2
import pytest

from control.cli import main
from control.kernel import settings
from control.kernel.actions.registry import perform
from control.kernel.actions.world import Umpire
from control.kernel.drawing import svg
from control.kernel.drawing.shapes import Box, Circle, Text
from control.kernel.drawing.words.labels import text_width
from control.kernel.scenarios.folder import faults_in
from control.sekigahara.drawing import pieces
from control.sekigahara.drawing.layout import HEIGHT, NEAREST, WIDTH, drawn
from control.sekigahara.play.board.board_questions import (
    about,
    board_of,
    castle_owners,
    drawing_in,
    drawn_of,
    position_of,
)
from control.sekigahara.play.standing_questions import outcome
from control.sekigahara.rules.board import march
from control.sekigahara.rules.campaign.campaign import BOX, LOST, MORI_BOX
from control.sekigahara.rules.campaign.scoring import points
from control.sekigahara.rules.sides import SIDES
from control.sekigahara.rules.sight import seen
from control.sekigahara.scenario.load import of_edition, read_folder
from printouts.campaign.board_poster import board_poster
from printouts.paper import printed
from tests.games import ask
from tests.sekigahara.campaigns import EDITIONS
from tests.sekigahara.games import a_room, next_act, opened, order_of, play, signed_in, standing_in
from tests.sekigahara.scenes import scene


@pytest.fixture
def room(tmp_path):
    made = a_room(tmp_path / "campaign.db")
    play(made, 40)
    yield made
    made.store.close()


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_two_places_are_drawn_too_near_and_all_stand_on_the_sheet(edition):
    scenario = of_edition(edition)
    spots = drawn(scenario.locations, scenario.geography.moved)
    nearest = min(
        hypot(x - a, y - b) for one, (x, y) in spots.items() for other, (a, b) in spots.items() if one < other
    )
    assert nearest >= NEAREST == 60
    assert all(30 < x < WIDTH - 30 and 30 < y < HEIGHT - 30 for x, y in spots.values())
    as_they_lie = drawn(scenario.locations, {})
    away = [hypot(spots[one][0] - x, spots[one][1] - y) for one, (x, y) in as_they_lie.items()]
    assert max(away) < 25, "a map that lies is no map"


@pytest.mark.parametrize(
    ("file", "old", "new", "says"),
    [
        ("geometry/drawn.csv", "shibukawa,0,6", "shibukawa,0,0", "shibukawa and takasaki are drawn"),
        ("geometry/drawn.csv", "shibukawa,0,6", "shibukava,0,6", 'no location "shibukava"'),
        ("geometry/drawn.csv", "shibukawa,0,6", "shibukawa,0,99", "kilometres to the north"),
        ("geometry/coast.geojson", '"kind":"lake"', '"kind":"pond"', "its kind is land or lake"),
        ("geometry/peaks.csv", "3776", "high", "a height in metres"),
        ("clans.csv", "plum-blossom", "plum-blosom", "plum-blossom"),
    ],
)
def test_a_slip_in_the_geography_is_found(file, old, new, says, tmp_path):
    folder = tmp_path / "mine"
    shutil.copytree(settings.folder("scenarios") / "sekigahara_1600_gmt", folder)
    text = (folder / file).read_text(encoding="utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    assert any(says in str(fault) for fault in faults_in(read_folder, folder)), faults_in(read_folder, folder)


def test_a_geography_of_lakes_alone_is_found(tmp_path):
    folder = tmp_path / "mine"
    shutil.copytree(settings.folder("scenarios") / "sekigahara_1600_gmt", folder)
    coast = folder / "geometry" / "coast.geojson"
    coast.write_text(coast.read_text(encoding="utf-8").replace('"kind":"land"', '"kind":"lake"'), encoding="utf-8")
    assert [*map(str, faults_in(read_folder, folder))] == ["geometry/coast.geojson: there is no land."]


def test_a_stack_is_drawn_with_its_number_and_named_as_far_as_the_audience_may_know(room):
    campaign, now = standing_in(room)
    for desk in ("", *SIDES, "umpire"):
        _, position = ask(room, board_of, desk)
        for spot in position.spots:
            for stack in spot.stacks:
                blocks = now.at(campaign, stack.side, spot.key)
                assert stack.number == len(blocks)
                mine = desk in (stack.side, "umpire")
                known = blocks if mine else [one for one in blocks if one in now.known]
                assert stack.named == tuple(sorted(campaign.blocks[one].kind.name for one in known))
        assert {one.key: one.holder for one in position.spots if one.holder} == {
            key: side for key, side in now.resources.items() if side
        }


def test_a_castle_shows_whose_it_is(room):
    campaign, now = standing_in(room)
    with room.store.read():
        owners = castle_owners(campaign, seen(campaign, now))
    where = now.position(campaign)
    assert owners == {
        key: march.owner(campaign.board, where, key) for key, one in campaign.board.places.items() if one.castle
    }


def test_pages_of_the_board_answer_each_as_much_as_it_may_know(room):
    app = opened(room)
    anybody, east = app.test_client(), signed_in(app, "east")
    public = anybody.get("/board/").text
    drawn_parts = [re.search(r"<svg.*</svg>", text, re.S)[0] for text in (public, east.get("/board/over").text)]
    assert drawn_parts[0] == drawn_parts[1], "the board is the same for everybody"
    assert anybody.get("/table/over").status_code == 303
    assert anybody.get("/board/about").status_code == 303
    with room.store.read() as session:
        _, own = board_of(session, "east")
        _, everybodys = board_of(session)
    assert own != everybodys
    assert f"{sum(len(one.stacks) for one in own.spots)}" == str(east.get("/table/over").text.count('class="stack '))
    about = east.get("/board/about").text
    assert "Arato" in about
    assert "11 km to the north-west" in about
    assert "69 of 96 pieces" in about
    ground = anybody.get("/board/ground.svg")
    assert ground.content_type.startswith("image/svg+xml")
    assert "<text" not in ground.text
    assert ground.text.count("Mount Fuji") == 1


@pytest.mark.parametrize(
    ("edition", "says", "not_so"),
    [
        ("gmt", ["2 more for the cavalry", "a capital of one", "one more unit in a castle"], "a disk of one"),
        ("kessen", ["a disk of one", "itself the castle of its place"], "a capital of one"),
    ],
)
def test_the_words_of_the_rules_are_explained_with_the_figures_of_the_edition(tmp_path, edition, says, not_so):
    room = a_room(tmp_path / "campaign.db", edition)
    east = signed_in(opened(room), "east")
    assert 'href="/board/about#words"' in east.get("/table/").text
    words = unescape(east.get("/board/about").text.partition('id="words"')[2].partition("</section>")[0])
    assert all(one in words for one in says)
    assert not_so not in words
    named = {f"<dt>{word}</dt>" for word in ("Block", "Mon", "Muster", "Overrun", "Impact", "Loyalty challenge")}
    assert all(one in words for one in named)
    room.store.close()


def test_everybody_reads_on_the_board_what_it_is_worth_as_it_stands(room):
    app = opened(room)
    over = app.test_client().get("/board/over").text
    score, _ = points(*standing_in(room))
    for side in SIDES:
        assert f"{score[side]} victory points as it stands" in over
    beside = signed_in(app, "west").get("/table/").text.partition("Victory points as it stands (2.2)")[2]
    assert beside.startswith(f"</td><td>{score['east']}</td><td>{score['west']}</td>")


def test_the_board_is_told_in_words_with_each_picture_of_it(room):
    anybody = opened(room).test_client()
    for address in ("/board/", "/board/over"):
        text = anybody.get(address).text
        told = re.search(r'<ul class="unseen" aria-label="The board in words">(.*?)</ul>', text)
        lines = [unescape(line) for line in re.findall("<li>(.*?)</li>", told[1])]
        assert 'class="told' not in text
        assert len(lines) == len(of_edition("gmt").locations)
        [edo] = [line for line in lines if line.startswith("Edo; capital of the east; resource location")]
        assert "the east 6 blocks" in edo


def test_when_the_game_is_over_the_board_and_the_page_of_battles_say_who_has_won(tmp_path):
    room = a_room(tmp_path / "played.db")
    play(room)
    app = opened(room)
    over = ask(room, outcome)
    assert over.removeprefix("The game is over. ") in app.test_client().get("/board/over").text
    page = signed_in(app, "east").get("/battle/").text
    assert over in page
    assert "will stand here" not in page
    assert "Type what was done" not in signed_in(app, "umpire").get("/at-the-table/").text
    room.store.close()


def test_a_screen_on_the_wall_can_show_the_board(room):
    app = opened(room)
    view = app.test_client().get("/display/view/board", answers=200)
    assert 'class="stack ' in view.text


def test_the_roads_are_told_in_words_from_each_place(room, app):
    east, board = signed_in(app, "east"), standing_in(room)[0].board
    assert 'href="/board/about#roads"' in east.get("/table/").text
    told = {place: (highways, others) for place, highways, others in ask(room, about).roads}
    assert told["Gifu"] == ("Iwamura and Sawayama", "Kiyosu")
    assert len(told) == len(board.places)
    assert unescape(east.get("/board/about").text).count("Iwamura and Sawayama") == 1


@pytest.mark.parametrize(("stock", "pages"), [("A3", 1), ("A2", 1)])
def test_the_poster_is_the_same_drawing(room, stock, pages):
    drawing, position = ask(room, board_of)
    made = printed("Board", lambda paper: board_poster(paper, lambda: drawing.shapes(position)), stock=stock)
    document = pypdfium2.PdfDocument(io.BytesIO(made))
    assert len(document) == pages
    wide, high = document[0].get_size()
    assert abs(wide / high - 420 / 297) < 0.01
    words = document[0].get_textpage().get_text_bounded()
    assert all(one.name in words for one in position.spots)


def test_a_highway_on_paper_leads_up_to_its_places(room):
    drawing, position = ask(room, board_of)
    made = printed("Board", lambda paper: board_poster(paper, lambda: drawing.shapes(position)), stock="A3")
    sheet = pypdfium2.PdfDocument(io.BytesIO(made))[0].render(scale=1.5).to_pil().convert("RGB")
    road = next(one for one in drawing.roads if {one.a, one.b} == {"hamamatsu", "sunpu"})
    unit, pixels = min(404 / WIDTH, 281 / HEIGHT), sheet.width / 420
    left, top = 8 + (404 - WIDTH * unit) / 2, 8 + (281 - HEIGHT * unit) / 2
    x, y = next(at for at in road.points if hypot(at[0] - road.points[0][0], at[1] - road.points[0][1]) > 14)
    around = [
        sheet.getpixel((round((left + x * unit) * pixels) + dx, round((top + y * unit) * pixels) + dy))
        for dx in (-1, 0, 1)
        for dy in (-1, 0, 1)
    ]
    assert any(red > green + 60 for red, green, _ in around), around


def test_the_poster_is_printed_from_the_command_line(tmp_path):
    file = str(tmp_path / "1600.db")
    assert main(["new", "sekigahara_1600_kessen", "--game", file]) == 0
    out = tmp_path / "out"
    assert main(["print", "board", "--game", file, "--out", str(out), "--address", "http://x"]) == 0
    assert [one.suffix for one in out.iterdir()] == [".pdf"]


def test_the_drawing_of_a_scenario_is_made_once(room):
    with room.store.read() as session:
        assert drawing_in(session)[1] is drawing_in(session)[1]
    assert json.dumps([*drawing_in.__globals__["DRAWINGS"]])


def test_a_page_has_the_board_as_it_is_though_its_pieces_are_written_once(room):
    """What was kept of another position, desk or edition changes nothing."""
    made_anew = [pieces.sign, pieces.stack, pieces.known_at, pieces.lettering, pieces.met, pieces.was_used,
                 pieces.title, pieces.track, pieces.boxes]  # fmt: skip
    chance = random.Random(6)
    for _ in range(12):
        with room.store.read() as session:
            kept = {desk: drawn_for(session, desk) for desk in ("east", "west", "")}
            for one in (*made_anew, svg.once):
                one.cache_clear()
            assert kept == {desk: drawn_for(session, desk) for desk in kept}
        assert kept["east"] != kept["west"]
        act = next_act(room, chance)
        name, order = order_of(act)
        perform(room, Umpire("Somebody", act.side), name, order)


def drawn_for(session, desk):
    """The board as the page of a desk has it."""
    drawing, position = board_of(session, desk)
    return drawing.over_svg(position, "The board")


@pytest.mark.parametrize("edition", EDITIONS)
def test_names_of_provinces_lie_on_no_name_no_place_and_no_road(edition):
    scenario = of_edition(edition)
    _, drawing = drawn_of(scenario)
    names = drawing.lands
    assert len(names.shapes) > 30
    assert {"Ōmi", "Mino", "Shinano", "Kai"} <= {one.text for one in names.shapes}
    assert "Iwashiro" not in {one.text for one in names.shapes}, "a name of 1868"
    for one in names.shapes:
        wide = text_width(one.text, one.size) + (len(one.text) - 1) * one.spacing
        box = Box(one.x - wide / 2, one.y - one.size * 0.84, wide, one.size)
        assert not [key for key, name in drawing.names.items() if box.overlaps(name.box(scenario.locations[key].name))]
        assert not [key for key, (x, y) in drawing.spots.items() if box.overlaps(Box(x - 12, y - 12, 24, 24))]
        assert not [road for road in drawing.roads if any(map(box.holds, road.points))]


@pytest.mark.parametrize("edition", EDITIONS)
def test_who_is_known_of_a_stack_is_written_on_no_name(edition):
    scenario = of_edition(edition)
    _, drawing = drawn_of(scenario)
    words = ("Fukushima cavalry", "Fukushima leader", "Ii")
    wide, high = text_width(words[0], pieces.SMALL), pieces.LEADING * len(words)
    over = []
    for key, (x, y) in drawing.spots.items():
        for side in SIDES:
            dx, dy = pieces.known_at(side, words, (x, y), drawing.written)
            box = Box(x + dx - (wide if side == "west" else 0), y + dy - pieces.SMALL, wide, high)
            over += [(key, side) for one in drawing.written.boxes if box.overlaps(one)]
    assert over == []
    kyoto = pieces.Spot("kyoto", "Kyoto", stacks=(pieces.Stack("east", 3, words),))
    [_, _, stacks, _] = pieces.places(SimpleNamespace(spots=[kyoto]), drawing.spots, drawing.names, drawing.written)
    known = [(one.x, one.y) for one in stacks.shapes[0].shapes if one.tags.get("class") == "known"]
    assert known[0] == pieces.known_at("east", words, drawing.spots["kyoto"], drawing.written) != (36.0, -25.0)
    assert len(known) == 3


@pytest.mark.parametrize(("side", "says"), [("east", "of the east"), ("west", "of the west")])
def test_a_disk_is_read_aloud_with_its_side(side, says):
    spot = pieces.Spot("kyoto", "Kyoto", disk=("Torii Mototada", side, "coin"))
    assert pieces.spoken(spot) == f"Kyoto; disk of Torii Mototada, {says}"


def test_a_castle_that_was_taken_is_read_aloud_and_drawn_with_a_flag():
    stack, musters = pieces.Stack("west", 3, ("Ii", "Date", "Date")), (("Oda", "west", "plum-blossom"),)
    own = pieces.Spot("gifu", "Gifu", True, "", "west", "west", musters=musters, stacks=(stack,))
    taken = replace(own, castle_of="east", holder="east")
    said = "Gifu; castle of the west{}; resource location, held by {}; mon of Oda; the west 3 blocks ({}, Ii)"
    assert pieces.spoken(own) == said.format("", "nobody", dates := "2\u00a0×\u00a0Date")
    assert pieces.spoken(taken) == said.format(", held by the east", "the east", dates)
    flag = svg.write(pieces.pennant("east"))
    assert [flag in svg.write(pieces.sign(one, (0, 0))) for one in (own, taken)] == [False, True]


def test_of_the_known_blocks_of_a_stack_as_many_are_named_as_have_room():
    names = ["Date", "Date", "Ii", "Ukita", "Mori", "Oda", "Kuki"]
    assert pieces.lines_of(names) == ["2 × Date", "Ii", "Ukita", "Mori", "Oda", "Kuki"]
    assert pieces.lines_of([*names, "So"]) == ["2 × Date", "Ii", "Ukita", "Mori", "Oda", "and 2 more"]


def test_the_track_marks_the_week_and_its_turn_and_the_boxes_name_what_they_count():
    track = pieces.track(((1, 0, 0), (2, 5, 2), (3, 5, 1)), 2, "B").shapes
    signs = [one.ink.fill for one in track if isinstance(one, Circle)]
    red, pale = pieces.SEAL, pieces.SNOW
    assert signs == [signs[0], pale, pale, red, pale, red, pale, pale, pale]
    assert signs[0] not in (red, pale), "that week is over"
    assert [one.text for one in track if isinstance(one, Text)] == ["1", "set-up", "2", "5c 2b", "3", "5c 1b"]
    words = re.findall(r">([^<>]+)</text>", svg.write(pieces.boxes((pieces.Beside("west", 1, 2, 3, 4, 5, 1, 7),))))
    assert words[:2] == ["The west", "1 victory point as it stands"]
    assert " ".join(words[2:]) == "1 Recruits 2 Hand 3 To draw 4 Bag 5 Lost 7 Mōri box"


def test_the_position_that_is_drawn_has_what_the_rules_show():
    west = {"kiso": 1, MORI_BOX: "mori_leader_1_1", LOST: 1}
    game = scene(west=west, east={"osaka": 1, "kiso": 2, "gifu": 1, "edo": 1, BOX: 3}, hands={"east": "date_normal_1"})
    game.state.used = ["kiso-iwamura"]
    drawn_as = position_of(of_edition("gmt"), game.on, seen(game.on, game.state), "now")
    met = {one.key: one.fight for one in drawn_as.spots if one.fight}
    assert met == {"kiso": "encounter", "osaka": "encounter"}, "a disk alone is met as well"
    score = points(game.on, game.state)[0]
    bags, piles = ({side: len(of[side]) for side in SIDES} for of in (game.state.bags, game.state.piles))
    assert drawn_as.beside == (
        pieces.Beside("east", 3, 1, piles["east"], bags["east"], 0, score["east"]),
        pieces.Beside("west", 0, 0, piles["west"], bags["west"], 1, score["west"], 1),
    )
    assert drawn_as.used == (("kiso", "iwamura"),)
    ends = {("iwamura", "kiso"): ((0, 0), (5, 6), (9, 9)), ("kiso", "suwa"): ((1, 1), (2, 2))}
    roads = [SimpleNamespace(a=a, b=b, points=line) for (a, b), line in ends.items()]
    assert [one.at for one in pieces.crossed(drawn_as, roads).shapes] == [(5, 6)]
    assert drawn_as.weeks[:2] == ((1, 0, 0), (2, 5, 2))


@pytest.mark.parametrize("edition", EDITIONS)
def test_who_is_known_of_stacks_near_one_another_is_written_off_the_roads_and_off_the_others(edition):
    scenario = of_edition(edition)
    _, drawing = drawn_of(scenario)
    known = {
        "kiyosu": ("Fukushima cavalry", "Fukushima leader", "Ii"),
        "kyoto": ("Ukita cavalry", "Ishida leader", "Kobayakawa"),
        "sawayama": ("Ishida guns", "Mōri leader", "Shimazu"),
    }
    spots = [
        pieces.Spot(key, scenario.locations[key].name, stacks=tuple(pieces.Stack(side, 3, words) for side in SIDES))
        for key, words in known.items()
    ]
    rooms = []
    for one, held, (_, down) in pieces.stacks(SimpleNamespace(spots=spots), drawing.spots, drawing.written):
        room = pieces.known_room(held.side, known[one.key], drawing.spots[one.key])
        rooms.append(pieces.moved(room, down - pieces.FIRST))
    assert [point for road in drawing.roads for point in road.points for room in rooms if room.holds(point)] == []
    assert not [one for one in rooms for other in rooms if one is not other and one.overlaps(other)]


@pytest.mark.parametrize("edition", EDITIONS)
def test_who_is_known_of_a_stack_is_written_off_the_blocks_of_the_next_place(edition):
    _, drawing = drawn_of(of_edition(edition))
    words = ("Date 2 mon", "Maeda 2 mon", "Maeda leader", "Tokugawa 2 mon")
    stacks = {"kanazawa": pieces.Stack("east", 4, words), "toyama": pieces.Stack("west", 1, ())}
    position = SimpleNamespace(spots=[pieces.Spot(key, key, stacks=(one,)) for key, one in stacks.items()])
    [known] = pieces.known_rooms(position, drawing.spots, drawing.written)
    assert not known.overlaps(pieces.blocks_room("west", drawing.spots["toyama"]))


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_name_of_a_province_gives_way_to_blocks_that_are_named_on_it(edition):
    _, drawing = drawn_of(of_edition(edition))
    known = ("Ishida leader", "Ukita 2 mon", "Ōtani guns", "Ōtani leader")
    paper, page = {}, {}
    for words in ((), known):
        spot = pieces.Spot("sawayama", "Sawayama", stacks=(pieces.Stack("west", 4, words),))
        position = pieces.Position("", "Week 1", 1, "A", ((1, 0, 0),), (spot,), ())
        [names] = [one for one in drawing.shapes(position) if one.tags == drawing.lands.tags]
        paper[words] = {one.text for one in names.shapes}
        page[words] = re.findall("under-known[^>]*>([^<]+)", drawing.over_svg(position, "The board"))
    assert paper[()] - paper[known] == {"Ōmi"}
    assert page == {(): [], known: ["Ōmi"]}, "a page shows the name as long as the blocks are not named there"
