"""The numbers of forces on the umpires' map: on their plaques, off the flags, and nowhere unless they are given."""

from __future__ import annotations

import pytest

from control.kernel.drawing.maps.map import Scene, Strength
from control.kernel.errors import OrderNotUnderstood
from tests.kernel.drawing.test_drawn_map import SVG, layer, parsed


def plaques(text):
    """The numbers on the map, each with its class and title."""
    return {
        (group.get("data-province"), group.findtext(f"{SVG}text")): (group.get("class"), group.findtext(f"{SVG}title"))
        for group in parsed(text).iter(f"{SVG}g")
        if "strength" in group.get("class", "").split()
    }


def test_an_army_has_its_number_and_whether_it_may_move_above_its_flag(base, holders, a_flag):
    text = base.svg(
        Scene(
            holders,
            [a_flag("kai", "1"), a_flag("shinano", "2")],
            strengths=[
                Strength("kai", 7, "Takeda: 7 counters, may still move", "1", "ready"),
                Strength("shinano", 12, "Takeda: 12 counters, held by a battle", "2", "held"),
            ],
        )
    )
    assert plaques(text) == {
        ("kai", "7"): ("strength ready", "Takeda: 7 counters, may still move"),
        ("shinano", "12"): ("strength held", "Takeda: 12 counters, held by a battle"),
    }


def test_garrisons_stand_beside_one_another_at_a_castle_and_at_towns(base, holders):
    given = [
        Strength("yamashiro", 3, "Miyoshi: 3 counters, garrison", place="kyoto"),
        Strength("kai", 4, "Takeda: 4 counters, garrison", colour="#be210d", text_colour="#ffffff"),
        Strength("kai", 5, "Uesugi: 5 counters, garrison"),
    ]
    text = base.svg(Scene(holders, strengths=given))
    assert {number for _, number in plaques(text)} == {"3", "4", "5"}
    places = [group[0].get("transform") for group in layer(text, "strengths") for group in group]
    assert len(places) == len(set(places))


def test_the_number_of_an_army_without_a_flag_is_not_shown(base, holders):
    assert plaques(base.svg(Scene(holders, strengths=[Strength("kai", 7, "", "1", "ready")]))) == {}


def test_a_map_that_is_given_none_has_none_and_a_layer_can_be_left_out(base, holders, a_flag):
    given = [Strength("kai", 7, "", "1", "ready")]
    flags = [a_flag("kai", "1")]
    assert layer(base.svg(Scene(holders, flags)), "strengths") == []
    assert plaques(base.svg(Scene(holders, flags, strengths=given, layers=("flags",)))) == {}


def test_the_strength_of_an_unknown_province_is_refused(base):
    with pytest.raises(OrderNotUnderstood) as caught:
        base.svg(Scene({}, strengths=[Strength("shinno", 7, "")]))
    assert caught.value.field == "strengths.0.province"
