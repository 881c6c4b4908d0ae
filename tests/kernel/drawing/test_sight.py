"""How far apart colours are: the published pairs, and what somebody without one kind of cones sees."""

from __future__ import annotations

import pytest

from control.kernel.drawing.marks.sight import SIGHTS, apart, difference, seen

PUBLISHED = [  # Sharma, Wu and Dalal, "The CIEDE2000 color-difference formula", 2005, table 1
    ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
    ((50, 3.1571, -77.2803), (50, 0, -82.7485), 2.8615),
    ((50, 2.8361, -74.0200), (50, 0, -82.7485), 3.4412),
    ((50, -1.3802, -84.2814), (50, 0, -82.7485), 1.0000),
    ((50, -0.9009, -85.5211), (50, 0, -82.7485), 1.0000),
    ((50, 0, 0), (50, -1, 2), 2.3669),
    ((50, -1, 2), (50, 0, 0), 2.3669),
    ((50, 2.4900, -0.0010), (50, -2.4900, 0.0009), 7.1792),
    ((50, 2.4900, -0.0010), (50, -2.4900, 0.0011), 7.2195),
    ((50, -0.0010, 2.4900), (50, 0.0009, -2.4900), 4.8045),
    ((50, -0.0010, 2.4900), (50, 0.0011, -2.4900), 4.7461),
    ((50, 2.5, 0), (50, 0, -2.5), 4.3065),
    ((50, 2.5, 0), (73, 25, -18), 27.1492),
    ((50, 2.5, 0), (61, -5, 29), 22.8977),
    ((50, 2.5, 0), (56, -27, -3), 31.9030),
    ((50, 2.5, 0), (58, 24, 15), 19.4535),
    ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
    ((63.0109, -31.0961, -5.8663), (62.8187, -29.7946, -4.0864), 1.2630),
    ((61.2901, 3.7196, -5.3901), (61.4292, 2.2480, -4.9620), 1.8731),
    ((35.0831, -44.1164, 3.7933), (35.0232, -40.0716, 1.5901), 1.8645),
    ((22.7233, 20.0904, -46.6940), (23.0331, 14.9730, -42.5619), 2.0373),
    ((36.4612, 47.8580, 18.3852), (36.2715, 50.5065, 21.2231), 1.4146),
    ((90.8027, -2.0831, 1.4410), (91.1528, -1.6435, 0.0447), 1.4441),
    ((90.9257, -0.5406, -0.9208), (88.6381, -0.8985, -0.7239), 1.5381),
    ((6.7747, -0.2908, -2.4247), (5.8714, -0.0985, -2.2286), 0.6377),
    ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
]


@pytest.mark.parametrize(("one", "other", "far"), PUBLISHED)
def test_the_published_pairs_come_out(one, other, far):
    assert difference(one, other) == pytest.approx(far, abs=1e-4)


def test_a_colour_is_reckoned_from_its_red_green_and_blue():
    assert seen("#ff0000", "normal") == pytest.approx((53.24, 80.09, 67.20), abs=0.01)
    assert seen("#0000ff", "normal") == pytest.approx((32.30, 79.19, -107.86), abs=0.01)


def test_red_and_green_are_far_apart_but_not_to_those_who_lack_one_of_them():
    red, green = "#b02a2a", "#5c6a1e"
    assert apart(red, green) > 35
    assert apart(red, green, "deutan") < 20
    blue, grey = "#2a5fb0", "#5c6a1e"
    assert min(apart(blue, grey, sight) for sight in ("protan", "deutan")) > 30


@pytest.mark.parametrize("sight", SIGHTS)
def test_greys_look_as_they_are_to_everybody(sight):
    assert apart("#000000", "#ffffff", sight) == pytest.approx(100, abs=0.5)
    assert apart("#808080", "#808080", sight) == 0
