"""The map as pages get it: complete, safe, stable, and without anything the public may not know."""

from __future__ import annotations

import re
from dataclasses import fields
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from control.kernel.drawing.colours import INK, PAPER, contrast, softened
from control.kernel.drawing.maps.layers import SHALLOWS
from control.kernel.drawing.maps.map import Flag, Holder, MapDrawing, Mark, Scene
from control.kernel.drawing.shapes import Group, Path, Pattern, Text
from control.kernel.errors import OrderNotUnderstood

SVG = "{http://www.w3.org/2000/svg}"


def parsed(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text)


def province_paths(text: str) -> dict[str, ElementTree.Element]:
    paths = [path for path in parsed(text).iter(f"{SVG}path") if "province" in path.get("class", "").split()]
    found = {path.attrib["data-province"]: path for path in paths}
    assert len(found) == len(paths)
    return found


def holdings(text: str) -> dict[str, str]:
    """The colour of the holding each province belongs to, on the main map."""
    return {
        path.attrib["data-province"]: group.attrib["fill"]
        for group in parsed(text).iter(f"{SVG}g") if group.get("class") == "holding"
        for path in group.iter(f"{SVG}path")
    }  # fmt: skip


def layer(text: str, name: str) -> list[ElementTree.Element]:
    """All groups of a layer."""
    return [group for group in parsed(text).iter(f"{SVG}g") if group.get("data-layer") == name]


def flags_in(text: str) -> list[ElementTree.Element]:
    return [group for group in parsed(text).iter(f"{SVG}g") if group.get("class") == "flag"]


def test_every_province_is_drawn_exactly_once(base, scenario, holders):
    paths = province_paths(base.svg(Scene(holders)))
    assert set(paths) == set(scenario.provinces)
    assert {path.attrib["id"] for path in paths.values()} == {f"p-{key}" for key in scenario.provinces}


def test_every_id_is_used_once_and_every_reference_leads_somewhere(base, holders):
    text = base.svg(Scene(holders, selected="yamato"))
    ids = re.findall(r' id="([^"]*)"', text)
    assert len(ids) == len(set(ids))
    references = set(re.findall(r'href="#([^"]*)"', text)) | set(re.findall(r"url\(#([^)]*)\)", text))
    assert references <= set(ids)


def test_nothing_is_loaded_from_elsewhere(base, holders):
    text = base.svg(Scene(holders)).replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert "http" not in text
    assert "@import" not in text
    assert all(link.startswith("#") for link in re.findall(r'href="([^"]*)"', text))


def test_every_province_says_its_name_and_holder(base, holders):
    paths = province_paths(base.svg(Scene({**holders, "echizen": None})))
    assert paths["kai"].findtext(f"{SVG}title") == "Kai: Takeda"
    assert paths["echizen"].findtext(f"{SVG}title") == "Echizen: no holder"
    assert holdings(base.svg(Scene({**holders, "echizen": None})))["echizen"] == PAPER


def test_every_province_has_its_name_on_the_map_once(base, scenario, holders):
    texts = [
        text for text in parsed(base.svg(Scene(holders))).iter(f"{SVG}text") if "name" in text.get("class", "").split()
    ]
    assert {text.attrib["data-province"]: text.text for text in texts} == {
        key: province.name for key, province in scenario.provinces.items()
    }
    assert len(texts) == len(scenario.provinces)


def test_a_province_takes_the_softened_colour_of_its_holder(base):
    oda = Holder("ODA", "Oda", "#eac932", "#000000")
    fills = holdings(base.svg(Scene({"owari": oda})))
    assert fills["owari"] == softened("#eac932")
    assert fills["mino"] != fills["owari"]


def test_ink_can_be_read_on_every_clans_colour(scenario):
    for clan in scenario.clans.values():
        assert contrast(softened(clan.colour), INK) >= 4.5, clan.name


def test_a_colour_that_is_none_gives_plain_paper():
    assert softened("red; }") == softened("")


def test_the_same_input_gives_the_same_map(base, scenario, holders, a_flag):
    flags = [a_flag("shinano", f"A{number}") for number in range(5)]
    first = base.svg(Scene(holders, flags, selected="kai"))
    assert base.svg(Scene(holders, flags, selected="kai")) == first
    assert MapDrawing(scenario).svg(Scene(holders, flags, selected="kai")) == first


def test_an_army_that_moves_takes_no_other_flag_with_it(base, holders, a_flag):
    def places(text):
        return {
            group.attrib["data-army"]: outer.attrib["transform"]
            for outer in parsed(text).iter(f"{SVG}g")
            if outer.get("class") == "flags"
            for group in outer.iter(f"{SVG}g")
            if group.get("class") == "flag"
        }

    before = places(base.svg(Scene(holders, [a_flag("kai", "A1"), a_flag("mino", "A2")])))
    after = places(base.svg(Scene(holders, [a_flag("shinano", "A1"), a_flag("mino", "A2")])))
    assert before["A2"] == after["A2"]
    assert before["A1"] != after["A1"]


def test_a_map_that_changed_is_written_anew(base, holders, a_flag):
    assert "A77" in base.svg(Scene(holders, [a_flag(army="A77")]))
    assert "A77" not in base.svg(Scene(holders, []))


def test_every_army_flies_one_flag_with_its_code(base, scenario, holders, a_flag):
    flags = [a_flag(province, f"{province}-{number}") for province in scenario.provinces for number in range(2)]
    flags += [a_flag("shinano", f"more-{number}") for number in range(11)]
    found = flags_in(base.svg(Scene(holders, flags)))
    assert sorted(flag.attrib["data-army"] for flag in found) == sorted(flag.army for flag in flags)
    assert all(flag.findtext(f"{SVG}text") == "TAK" for flag in found)


def test_a_flag_in_a_city_or_temple_bears_battlements(base, holders, a_flag):
    outside, inside = (
        flags_in(base.svg(Scene(holders, [a_flag("musashi", "A1", walled=walled)]))) for walled in (False, True)
    )
    assert [len(flag.findall(f"{SVG}path")) for flag in (*outside, *inside)] == [1, 2]


def test_a_flag_flies_the_crest_of_its_clan_which_is_drawn_once(base, holders, a_flag):
    flags = [a_flag("kai", "1", crest="four-lozenges"), a_flag("mino", "2", crest="four-lozenges"), a_flag("iki", "3")]
    drawn = parsed(base.svg(Scene(holders, flags)))
    (crest,) = [group for group in drawn.iter(f"{SVG}g") if group.get("id", "").startswith("crest-")]
    assert len(list(crest)) == 4, "four lozenges"
    shown = [use.get("href") for flag in flags_in(base.svg(Scene(holders, flags))) for use in flag.iter(f"{SVG}use")]
    assert shown == ["#crest-four-lozenges"] * 2
    assert not any(
        "crest-" in str(use.get("href")) for use in parsed(base.svg(Scene(holders, flags[2:]))).iter(f"{SVG}use")
    )


def test_water_lines_are_closer_and_darker_the_nearer_the_coast():
    lines = [(colour, width) for (colour, width), (_, within) in pairwise(SHALLOWS) if width - within < 2]
    assert len(lines) == 4
    assert [width for _, width in lines] == sorted((width for _, width in lines), reverse=True)
    gaps = [one - other for (_, one), (_, other) in pairwise(lines)]
    assert gaps == sorted(gaps, reverse=True)
    dark = [contrast(colour, "#ffffff") for colour, _ in lines]
    assert dark == sorted(dark)


def test_a_flag_has_no_size_to_give_away():
    assert [field.name for field in fields(Flag)] == [
        "army", "province", "code", "clan", "colour", "text_colour", "label", "walled", "crest",
    ]  # fmt: skip


def test_an_army_without_an_id_leaves_none_on_the_map(base, holders, a_flag):
    (flag,) = flags_in(base.svg(Scene(holders, [a_flag(army=None)])))
    assert "data-army" not in flag.attrib
    assert flag.findtext(f"{SVG}title") == "Takeda in Kai"


def test_names_are_escaped(base, a_flag):
    evil = '<script>alert("1")</script> & \x00co'
    holder = Holder(evil, evil, '"/><script>', evil)
    flag = a_flag(army=evil, code="<&>", clan=evil, label=evil, colour=evil, text_colour='" onload="x')
    text = base.svg(Scene({"kai": holder}, [flag]), label=evil)
    root = parsed(text)
    assert "<script" not in text
    assert not [element for element in root.iter() if "onload" in element.attrib]
    assert flags_in(text)[0].findtext(f"{SVG}text") == "<&>"


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"flags": [Flag("A1", "shinno", "TAK", "Takeda", "#d02f14", "#ffffff")]}, "flags.0.province"),
        ({"marks": [Mark("kai"), Mark("shinno")]}, "marks.1.province"),
        ({"castles": {"shinno": "castle"}}, "castles.shinno"),
        ({"selected": "shinno"}, "selected"),
        ({"holders": {"shinno": None}}, "holders.shinno"),
    ],
)
def test_an_unknown_province_is_named_with_what_was_meant(base, given, field):
    with pytest.raises(OrderNotUnderstood, match=r'no province "shinno"\. Did you mean "shinano"') as caught:
        base.svg(Scene(**({"holders": {}} | given)))
    assert caught.value.field == field


def test_an_unknown_work_is_named(base):
    with pytest.raises(OrderNotUnderstood, match='not "tower"'):
        base.svg(Scene({}, castles={"kai": "tower"}))


def works_at(text: str, key: str) -> list[str]:
    return [group.attrib["class"] for group in parsed(text).iter(f"{SVG}g") if group.get("data-at") == key]


def test_works_are_the_scenarios_until_the_game_says_otherwise(base):
    assert works_at(base.svg(Scene({})), "owari") == ["work castle"]
    assert works_at(base.svg(Scene({})), "kai") == []
    later = base.svg(Scene({}, castles={"owari": "none", "kai": "fortress", "kyoto": "castle"}))
    assert works_at(later, "owari") == []
    assert works_at(later, "kai") == ["work fortress"]
    assert works_at(later, "kyoto") == ["work castle"]


def test_the_chosen_province_is_marked(base):
    def chosen(text):
        groups = [group for group in parsed(text).iter(f"{SVG}g") if group.get("class") == "selection"]
        return [{line.attrib["href"] for line in group} for group in groups]

    assert chosen(base.svg(Scene({}, selected="kai"))) == [{"#p-kai"}, set()]
    assert chosen(base.svg(Scene({}, selected="yamato"))) == [{"#p-yamato"}, {"#p-yamato"}]
    assert chosen(base.svg(Scene({}))) == [set(), set()]


def test_battles_and_encounters_look_different(base):
    text = base.svg(Scene({}, marks=[Mark("kai", "battle"), Mark("yamato", "opposed_crossing")]))
    assert "<title>Battle in Kai</title>" in text
    assert "<title>Opposed crossing in Yamato</title>" in text
    assert text.count('class="clash battle"') == text.count('class="clash encounter"') == 1


def test_sea_crossings_can_be_left_out(base, scenario):
    def ways(text):
        return [path for path in parsed(text).iter(f"{SVG}path") if path.get("class") == "crossing"]

    assert len(ways(base.svg(Scene({})))) == len(scenario.crossings)
    assert ways(base.svg(Scene({}, links=False))) == []


def test_the_document_stays_small(base, scenario, holders, a_flag):
    assert len(base.svg(Scene(holders)).encode()) < 195_000
    armies = [a_flag(province, f"A{number}") for number, province in enumerate([*scenario.provinces] * 2)]
    assert len(base.svg(Scene(holders, armies[:40])).encode()) < 220_000
    assert len(base.svg(Scene(holders, armies)).encode()) < 250_000


def test_the_shapes_for_paper_are_the_shapes_of_the_page(base, holders, a_flag):
    def inside(shapes):
        for shape in shapes:
            yield shape
            if isinstance(shape, (Group, Pattern)):
                yield from inside(shape.shapes)

    shapes = list(inside(base.shapes(Scene(holders, [a_flag()]))))
    text = base.svg(Scene(holders, [a_flag()]))
    assert sum(isinstance(shape, Path) for shape in shapes) == text.count("<path ")
    assert sum(isinstance(shape, Text) for shape in shapes) == text.count("<text ")


def test_without_its_home_provinces_the_map_has_no_inset(scenario, holders):
    plain = MapDrawing(scenario, home=())
    text = plain.svg(Scene(holders))
    assert "inset" not in text
    assert len(province_paths(text)) == len(scenario.provinces)
