"""Who serves whom is on the map: a vassal's land carries his lord's letters, for those who may know the bond (R35)."""

from __future__ import annotations

import re

import pytest

from control.kernel.drawing.marks.lords import LETTERS, letters
from control.sengoku.scenario.load import load
from tests.conftest import sign_in


def woven(app, desk, address):
    """Whose letters a drawing shows, and over which provinces of the main map."""
    text = sign_in(app, desk).get(address).text
    layer = text.partition('data-layer="lords"')[2].partition("data-layer=")[0]
    return {
        code: sorted(re.findall(r'#p-([\w-]+)"', uses))
        for code, uses in re.findall(r'<g fill="url\(#serves-(\w+)\)">(.*?)</g>', layer)
    }


@pytest.mark.parametrize(("audience", "hall_sees"), [("public", True), ("some", False)])
def test_a_vassals_land_carries_his_lords_letters_for_those_who_may_know(hall, app_of, audience, hall_sees):
    known = {"audience": audience} | ({"known_to": ["map"]} if audience == "some" else {})
    hall.do("treaty.record", "team", kind="vassalage", one="takeda", other="uesugi", **known)
    app = app_of(hall)
    code = load("sengoku_1550").clans["takeda"].code
    on_the_desk = woven(app, "map", "/map/drawing")
    assert "echigo" in on_the_desk[code]
    assert woven(app, None, "/display/drawing") == (on_the_desk if hall_sees else {})
    assert ("serves Takeda" in sign_in(app, None).get("/display/").text) is hall_sees
    hall.do("treaty.end", "game", treaty=hall.numbers("treaty")[0], reason="it rebelled")
    assert woven(app, "map", "/map/drawing") == {}


def legend(app, desk):
    """The words of who serves whom, beside the drawing."""
    page = sign_in(app, desk).get("/map/").text
    found = re.search(r'<div class="panel serving">.*?</div>', page, re.DOTALL)
    return " ".join(re.sub(r"<[^>]+>", " ", found[0]).split()) if found else ""


def test_beside_the_drawing_stands_who_serves_whom_for_those_who_may_know(hall, app_of):
    app = app_of(hall)
    assert legend(app, "map") == ""
    hall.do("treaty.record", "team", kind="vassalage", one="takeda", other="uesugi")
    hall.do("treaty.record", "team", kind="vassalage", one="hojo", other="imagawa", audience="secret")
    assert "UES Uesugi serves TAK Takeda" in legend(app, "map")
    assert "Imagawa" not in legend(app, "map")
    assert "IMA Imagawa serves HOJ Hōjō" in legend(app, "game")
    part = sign_in(app, "map").get("/map/forces", headers={"HX-Request": "true"})
    assert "Uesugi serves" in part.text, "it follows the map"


def test_a_hidden_bond_is_on_no_map_but_game_controls(hall, app_of):
    hall.do("treaty.record", "team", kind="vassalage", one="takeda", other="uesugi", audience="secret")
    assert woven(app_of(hall), "map", "/map/drawing") == {}
    assert woven(app_of(hall), "game", "/map/drawing") != {}


def test_every_clans_letters_can_be_drawn_and_no_two_letters_are_alike():
    codes = {one.code for one in load("sengoku_1550").clans.values()}
    assert {letter for code in codes for letter in code.upper()} <= set(LETTERS)
    assert len({letters(letter, 0, 0) for letter in LETTERS}) == len(LETTERS) == 26
