"""The words of the map are large enough where they are seen, have room, and give way to what stands there."""

from __future__ import annotations

from itertools import combinations

import pytest

from control.kernel.drawing.maps.map import Scene
from control.kernel.drawing.words.lettering import STEPS, WALL_CODE, WALL_NAME, size_at
from tests.kernel.drawing.test_drawn_map import SVG, parsed
from tests.kernel.drawing.test_turned_map import WALL, scale

DESK = 0.68  # pixels to a unit of the desk's map in a window of 1280 by 800, at the least


@pytest.fixture(params=["base", "wide"])
def either(request):
    """Both drawings."""
    return request.getfixturevalue(request.param)


def shown(written, step):
    """The words of a step, each with its room."""
    return {word: word.box(size_at(word.kind, step)) for word, first in written.first.items() if first <= step}


def test_no_word_is_smaller_than_eleven_pixels_at_any_scale(either):
    for written in either.atlas.lettering.values():
        for step, least in enumerate(STEPS):
            assert all(size_at(word.kind, step) * least >= 10.9 for word in shown(written, step))


def test_on_a_projector_no_word_of_the_hall_is_smaller_than_twenty_pixels(wide):
    assert min(WALL_CODE, WALL_NAME) * scale(wide, WALL) >= 20


def test_no_word_is_upon_another_or_upon_a_castle(either):
    atlas = either.atlas
    for sheet, written in atlas.lettering.items():
        castles = [box for key in sheet.centres if atlas.works[key] != "none" for box in sheet.view.marks[key][:1]]
        rooms = [list(shown(written, step).values()) for step in range(len(STEPS))]
        rooms.append([word.box(*look) for word, look in written.wall.items()])
        for boxes in rooms:
            assert not [pair for pair in combinations(boxes, 2) if pair[0].overlaps(pair[1])]
            assert not [box for box in boxes for castle in castles if box.overlaps(castle)]


def test_there_is_more_to_read_when_one_looks_closer(either):
    counts = [
        sum(len(shown(written, step)) for written in either.atlas.lettering.values()) for step in range(len(STEPS))
    ]
    assert counts == sorted(counts)
    assert counts[-1] > 3 * counts[0]
    every = sum(len(written.words) for written in either.atlas.lettering.values())
    assert counts[-1] >= every - 4, "near enough, all but a few can be read"


def test_in_the_hall_every_clan_that_holds_a_province_is_written_on_its_land(wide, scenario):
    said = {word.key for written in wide.atlas.lettering.values() for word in written.wall if word.kind == "code"}
    rulers = {key: scenario.provinces[key].ruler for key in scenario.provinces}
    unsaid = {ruler for ruler in rulers.values() if ruler} - {rulers[key] for key in said}
    assert len(unsaid) <= 3, sorted(unsaid)


def test_a_word_waits_until_it_is_clear_of_the_flags_that_stand_there(either, holders, a_flag):
    sheet = either.atlas.sheet_of("kai")
    written, room = either.atlas.lettering[sheet], sheet.view.flags("kai", 1)
    texts = [
        text
        for text in parsed(either.svg(Scene(holders, [a_flag("kai")]))).iter(f"{SVG}text")
        if text.get("class", "").split()[:1] in (["name"], ["code"]) and text.get("data-province") in sheet.view.labels
    ]
    assert len(texts) > 80
    for text in texts:
        kind, first, *wall = text.get("class").split()
        word = written.known[kind, text.get("data-province")]
        for step in range(int(first[1:]), len(STEPS)):
            assert not word.box(size_at(kind, step)).overlaps(room)
        if wall and wall[0] in ("w", "w2"):
            assert not word.box(WALL_CODE if wall[0] == "w" else WALL_NAME, "up" in wall).overlaps(room)


def test_a_page_is_told_the_scales_and_every_step_has_its_rules(either, holders):
    text = either.svg(Scene(holders))
    assert parsed(text).get("data-steps") == " ".join(map(str, STEPS))
    assert all(f".s{step} .f{step + 1}" in text for step in range(len(STEPS)))
    assert min(STEPS) < 0.35 < DESK


def test_the_name_of_a_town_waits_until_it_is_clear_of_the_flags(wide, scenario, holders, a_flag):
    def towns(flags):
        names = parsed(wide.svg(Scene(holders, flags))).iter(f"{SVG}text")
        words = {one.text: one.get("class").split() for one in names if one.get("class", "").startswith("town")}
        return {name: int(step[1:]) for name, (_, step, *_) in words.items()}

    bare, crowded = towns([]), towns([a_flag(key, number) for key in scenario.provinces for number in "12"])
    later = {name for name in bare if crowded[name] > bare[name]}
    assert later
    assert not any(crowded[name] < bare[name] for name in bare)
