"""Layers that can be switched, arrows of marches, counters of persons, unrest, and patterns beside the colours."""

from __future__ import annotations

import re
from itertools import combinations
from math import dist, hypot

import pytest

from control.kernel.drawing.maps.arrows import outline
from control.kernel.drawing.maps.map import LAYERS, Arrow, Holder, Mark, PersonMark, Scene, Strength
from control.kernel.drawing.marks import patterns, symbols
from control.kernel.drawing.marks.crests import CRESTS
from control.kernel.drawing.shapes import Box
from control.kernel.errors import OrderNotUnderstood
from tests.kernel.drawing.test_drawn_map import SVG, layer, parsed


@pytest.fixture
def crowded(base, holders, a_flag):
    """A map with something in every layer."""
    return base.svg(
        Scene(
            {**holders, "kyoto": holders["kai"]},
            [a_flag("kai", "7"), a_flag("kai", "8"), a_flag("yamato", "9")],
            marks=[Mark("kai", "battle", 3)],
            unrest=["omi", "yamato"],
            buildings={"kai": ("Great Bridge", "Hall of Erin-ji"), "yamato": ("Pagoda",)},
            arrows=[Arrow("7", "shinano", "kai", "moved", "#d02f14", "A7-3, Takeda Harunobu")],
            people=[
                PersonMark("kai", "Takeda Harunobu", "#d02f14", "#ffffff", "7", chief=True),
                PersonMark("kai", "Yamamoto Kansuke", "#d02f14", "#ffffff"),
            ],
            fresh=["kai", "yamato"],
            strengths=[Strength("kai", 7, "Takeda: 7 counters, may still move", "7", "ready")],
        )
    )


def arrows_in(text, sheet=None):
    """The arrows of the main map (0) or the inset (1), or all."""
    groups = layer(text, "arrows")
    chosen = groups if sheet is None else groups[sheet : sheet + 1]
    return [path for group in chosen for path in group.iter(f"{SVG}path")]


def ways(paths):
    return [(path.attrib["data-from"], path.attrib["data-to"]) for path in paths]


def points(path):
    """The corners of a path of relative lines, by their steps."""
    numbers = [float(one) for one in re.findall(r"-?\d*\.?\d+", path.attrib["d"])]
    (x, y), steps = numbers[:2], numbers[2:]
    found = [(x, y)]
    for dx, dy in zip(steps[::2], steps[1::2], strict=True):
        x, y = x + dx, y + dy
        found.append((x, y))
    return found


# ---- layers


def test_every_layer_is_a_group_of_its_own_that_a_page_can_switch(crowded):
    assert {group.get("data-layer") for group in parsed(crowded).iter() if group.get("data-layer")} == set(LAYERS)
    for name in LAYERS:
        assert any(len(group) for group in layer(crowded, name)), name
    for name in ("patterns", "lords", "roads", "fresh"):
        assert len(layer(crowded, name)) == 2, f"{name} lie on the country and once more in its inset"


def test_a_layer_that_is_not_wanted_is_not_drawn(base, holders, a_flag):
    given = {"flags": [a_flag()], "arrows": [Arrow("1", "kai", "shinano")], "unrest": ["kai"]}
    for name in set(LAYERS) - {"holders"}:
        rest = base.svg(Scene(holders, **given, layers=[one for one in LAYERS if one != name]))
        assert layer(rest, name) == [], name
    paper = base.svg(Scene(holders, layers=["labels"]))
    assert "data-holder" not in paper
    assert 'data-province="kai"' in paper


def test_a_map_without_armies_speaks_of_none(base, holders):
    """What the public gets: holders, and flags without an army."""
    text = base.svg(Scene(holders))
    for name in ("flags", "strengths", "arrows", "people", "unrest", "encounters"):
        assert layer(text, name) == []
    assert "data-army" not in text


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"arrows": [Arrow("1", "kai", "shinno")]}, "arrows.0.end"),
        ({"arrows": [Arrow("1", "shinno", "kai")]}, "arrows.0.start"),
        ({"people": [PersonMark("shinno", "Somebody", "#000000", "#ffffff")]}, "people.0.province"),
        ({"unrest": ["shinno"]}, "unrest"),
        ({"buildings": {"shinno": ("Pagoda",)}}, "buildings.shinno"),
    ],
)
def test_an_unknown_province_is_named_wherever_it_stands(base, given, field):
    with pytest.raises(OrderNotUnderstood, match=r'no province "shinno"\. Did you mean "shinano"') as caught:
        base.svg(Scene({}, **given))
    assert caught.value.field == field


def test_an_unknown_layer_or_kind_of_arrow_is_named(base):
    with pytest.raises(OrderNotUnderstood, match=r'no layer "armies"'):
        base.svg(Scene({}, layers=["armies"]))
    with pytest.raises(OrderNotUnderstood, match=r'"moved" or is "planned", not "dreamt"'):
        base.svg(Scene({}, arrows=[Arrow("1", "kai", "shinano", "dreamt")]))


def test_every_province_knows_its_neighbours(base, scenario):
    for path in parsed(base.svg(Scene({}))).iter(f"{SVG}path"):
        if path.get("class") == "province":
            key = path.attrib["data-province"]
            assert set(path.attrib["data-next"].split()) == set(scenario.geography.neighbours(key))


# ---- arrows


def test_an_arrow_leads_from_one_province_into_the_other(base, atlas):
    (path,) = arrows_in(base.svg(Scene({}, arrows=[Arrow("7", "kai", "shinano", "moved", "#d02f14", "A7-3, Takeda")])))
    ground = atlas.main.view.ground
    corners = points(path)
    assert ground["kai"].holds(corners[0])
    assert ground["shinano"].holds(corners[len(corners) // 2])  # its point
    assert path.attrib["data-army"] == "7"
    assert path.findtext(f"{SVG}title") == "A7-3, Takeda: Kai to Shinano"


def test_what_moved_and_what_is_planned_look_different(base):
    text = base.svg(
        Scene(
            {},
            arrows=[
                Arrow("1", "kai", "shinano", "moved", "#d02f14"),
                Arrow("2", "kai", "suruga", "planned", "#d02f14"),
            ],
        )
    )
    moved, planned = (
        next(group for group in parsed(text).iter(f"{SVG}g") if group.get("class") == kind)
        for kind in ("moved", "planned")
    )
    assert "stroke-dasharray" in planned.attrib
    assert "stroke-dasharray" not in moved.attrib
    assert moved.attrib["fill"] != planned.attrib["fill"]


def test_arrows_between_the_same_provinces_are_fanned_out(base):
    many = [Arrow(str(number), "kai", "shinano") for number in range(5)] + [Arrow("9", "shinano", "kai")]
    tips = [points(path)[len(points(path)) // 2] for path in arrows_in(base.svg(Scene({}, arrows=many)))]
    shafts = [points(path)[4] for path in arrows_in(base.svg(Scene({}, arrows=many)))]
    for some in (tips, shafts):
        assert all(hypot(one[0] - other[0], one[1] - other[1]) > 2 for one, other in combinations(some, 2))


def test_an_arrow_between_home_provinces_is_in_the_inset_alone(base, atlas):
    text = base.svg(Scene({}, arrows=[Arrow("1", "yamashiro", "yamato"), Arrow("2", "kai", "shinano")]))
    assert ways(arrows_in(text, 0)) == [("kai", "shinano")]
    assert ways(arrows_in(text, 1)) == [("yamashiro", "yamato")]
    assert atlas.inset.frame.holds(points(arrows_in(text, 1)[0])[0])


@pytest.mark.parametrize(("start", "end"), [("omi", "yamashiro"), ("yamato", "kii"), ("awaji", "settsu")])
def test_an_arrow_into_or_out_of_the_home_provinces_is_on_both_sheets(base, atlas, start, end):
    text = base.svg(Scene({}, arrows=[Arrow("1", start, end)]))
    assert ways(arrows_in(text, 0)) == ways(arrows_in(text, 1)) == [(start, end)]
    for path in arrows_in(text, 1):
        corners = points(path)
        for at in (corners[0], corners[len(corners) // 2]):
            assert atlas.inset.frame.holds(at)
    corners = points(arrows_in(text, 0)[0])
    home = start if start in atlas.inset.view.labels else end
    at = corners[0] if home == start else corners[len(corners) // 2]
    assert atlas.main.view.ground[home].holds(at)


def test_every_march_that_can_be_ordered_can_be_drawn_and_stays_on_the_sheet(base, atlas, scenario):
    marches = [
        Arrow(None, key, other) for key in scenario.provinces for other in sorted(scenario.geography.neighbours(key))
    ]
    text = base.svg(Scene({}, arrows=marches))
    assert set(ways(arrows_in(text))) == {(march.start, march.end) for march in marches}
    for sheet, frame in enumerate((atlas.main.frame, atlas.inset.frame)):
        for path in arrows_in(text, sheet):
            assert all(frame.grown(8).holds(at) for at in points(path)), ways([path])


def test_the_shaft_of_an_arrow_widens_from_its_tail_to_its_head():
    ring = outline((0, 0), (90, 40))
    widths = [dist(left, right) for left, right in zip(ring[:9], ring[:9:-1], strict=True)]
    assert widths == sorted(widths)
    assert (widths[0], widths[-2], widths[-1]) == pytest.approx((1.4, 5, 10.8)), "tail, neck, barbs"


def test_an_arrow_without_length_is_drawn_all_the_same():
    assert len(outline((5, 5), (5, 5))) == 19


def test_arrows_begin_off_names_and_flags_where_there_is_room(atlas):
    view = atlas.main.view
    hidden = [
        key
        for key in view.labels
        if view.labels[key].box.holds(atlas.main.anchors[key]) or view.banners[key].holds(atlas.main.anchors[key])
    ]
    assert len(hidden) < len(view.labels) / 4, hidden


# ---- people and unrest


def test_a_generals_counter_stands_with_his_flag_and_a_visitors_beside_the_name(crowded):
    names = [text.text for text in parsed(crowded).iter(f"{SVG}text") if text.get("class") == "person-name"]
    assert sorted(names) == ["Takeda Harunobu", "Yamamoto Kansuke"]
    assert len([one for one in parsed(crowded).iter(f"{SVG}g") if one.get("class") == "visitors"]) == 1
    persons = [PersonMark("kai", name, "#d02f14", "#ffffff") for name in ("one", "other")]
    two = symbols.visitors(persons, Box(0, 0, 9, 22))
    (high, low), (upper, lower) = [one.shapes[0].y for one in two.shapes[::2]], [one.y for one in two.shapes[1::2]]
    assert low - high == lower - upper > 9, "neither their counters nor their names are upon each other"


def test_an_army_that_is_not_there_leaves_its_general_among_the_visitors(base, a_flag):
    person = PersonMark("kai", "Takeda Harunobu", "#d02f14", "#ffffff", "7")
    text = base.svg(Scene({}, [a_flag("shinano", "7")], people=[person]))
    assert 'class="visitors"' in text
    assert 'class="visitors"' not in base.svg(Scene({}, [a_flag("kai", "7")], people=[person]))


def test_a_host_of_generals_is_not_written_out_in_full(base, a_flag):
    people = [PersonMark("kai", f"General {number}", "#d02f14", "#ffffff", str(number)) for number in range(9)]
    text = base.svg(Scene({}, [a_flag("kai", str(number)) for number in range(9)], people=people))
    names = [one.text for one in parsed(text).iter(f"{SVG}text") if one.get("class") == "person-name"]
    assert names == ["General 0", "General 1", "General 2", "General 3", "and 5 more"]
    assert len([one for one in parsed(text).iter(f"{SVG}g") if one.get("class") == "person"]) == 9


@pytest.mark.parametrize("number", [0, 2])
def test_unrest_and_battle_in_one_province_are_both_to_be_seen(atlas, number):
    for sheet in atlas.sheets:
        for key in sheet.view.labels:
            flags = sheet.view.flags(key, number) if number else None
            (x, y), (across, down) = sheet.view.seal(key, flags), sheet.view.ember(key, flags)
            assert not Box(x - 8, y - 8, 16, 16).overlaps(Box(across - 6, down - 7, 12, 14)), key


# ---- patterns


def test_every_holder_has_a_pattern_of_his_own(base, scenario):
    clans = {
        key: Holder(one.code, one.name, one.colour, one.text_colour, number)
        for number, (key, one) in enumerate(scenario.clans.items())
    }
    text = base.svg(Scene({key: clans.get(one.ruler or "") for key, one in scenario.provinces.items()}))
    filled = {}
    for group in layer(text, "patterns")[0].iter(f"{SVG}g"):
        if group.get("fill", "").startswith("url(#"):
            for one in group:
                filled[one.attrib["href"].removeprefix("#p-")] = group.attrib["fill"]
    by_clan = {}
    for key, province in scenario.provinces.items():
        if province.ruler:
            by_clan.setdefault(province.ruler, set()).add(filled[key])
    assert all(len(one) == 1 for one in by_clan.values())
    assert len(set.union(*by_clan.values())) == len(by_clan)


def test_there_are_patterns_enough_and_no_two_are_alike(scenario):
    assert len(scenario.clans) <= patterns.NUMBER
    tiles = [patterns.pattern(number) for number in range(patterns.NUMBER)]
    looks = {(tile.size, tile.shapes[0].outline.rings) for tile in tiles}
    assert len(looks) == patterns.NUMBER


def test_patterns_are_hidden_until_they_are_asked_for(base, holders):
    style = parsed(base.svg(Scene(holders))).findtext(f"{SVG}style")
    assert "[data-layer=patterns]{display:none}" in style
    assert ".with-patterns [data-layer=patterns]{display:inline}" in style


# ---- roads


def test_the_great_roads_differ_and_are_named(base):
    text = base.svg(Scene({}))
    names = [one.text for one in parsed(text).iter(f"{SVG}text") if one.get("class", "").startswith("road-name")]
    assert sorted(names) == ["Nakasendō", "Tōkaidō"]
    cores = {one.attrib["href"]: one.get("stroke-dasharray") for one in layer(text, "roads")[0].iter(f"{SVG}use")}
    assert cores["#road-tokaido"] is None
    assert cores["#road-nakasendo"]


def test_the_names_of_roads_hide_no_province(atlas):
    for road in atlas.roads:
        x, y = road.name_at
        around = Box(x - 20, y - 8, 40, 10)
        assert not any(label.box.overlaps(around) for label in atlas.main.view.labels.values()), road.name


# ---- size


def test_a_map_of_thirty_armies_on_the_march_stays_small(base, scenario, holders, a_flag):
    keys = sorted(scenario.provinces)[:30]
    flags = [
        a_flag(key, str(number), crest=crest) for number, (key, crest) in enumerate(zip(keys, CRESTS, strict=False))
    ]
    people = [PersonMark(key, "Takeda Harunobu", "#d02f14", "#ffffff", str(n)) for n, key in enumerate(keys)]
    arrows = [
        Arrow(str(number), key, sorted(scenario.geography.neighbours(key))[0], "moved", "#d02f14", "A7-3, Takeda")
        for number, key in enumerate(keys * 2)
    ]
    assert len(base.svg(Scene(holders, flags, arrows=arrows, people=people)).encode()) < 250_000


# ---- public buildings


def gates(text):
    return [group for part in layer(text, "buildings") for group in part.iter(f"{SVG}g") if group.get("data-at")]


def test_public_buildings_are_one_gate_in_a_province_with_their_names_and_number(base, holders):
    text = base.svg(Scene(holders, buildings={"kai": ("Great Bridge", "Hall of Erin-ji"), "yamato": ("Pagoda",)}))
    found = {group.get("data-at"): group for group in gates(text)}
    assert set(found) == {"kai", "yamato"}
    said = {key: group.find(f"{SVG}title").text for key, group in found.items()}
    assert said == {"kai": "Great Bridge, Hall of Erin-ji in Kai", "yamato": "Pagoda in Yamato"}
    assert [one.text for one in found["kai"].iter(f"{SVG}text")] == ["2"]
    assert list(found["yamato"].iter(f"{SVG}text")) == []


def test_a_gate_stands_in_its_province_off_the_works_and_stays_when_armies_come(atlas):
    for sheet in atlas.sheets:
        for key in sheet.view.labels:
            x, y = sheet.view.gate(key)
            assert sheet.view.ground[key].holds((x, y)) or sheet.view.ground[key].pole() == (x, y), key
            before = x, y
            sheet.view.flags(key, 9)
            assert sheet.view.gate(key) == before


def test_without_buildings_nothing_is_drawn_for_them(base, holders):
    assert layer(base.svg(Scene(holders)), "buildings") == []
