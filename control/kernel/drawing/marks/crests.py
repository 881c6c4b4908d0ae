"""Crests of clans: simple geometric mon, drawn by us, each in one ink.

A crest lies in a box of 100 × 100 units and just fills a circle of radius 47 round its middle. Its shapes carry no ink
of their own: the group around them gives it (``roundel`` is such a group), so that the same crest is white on a clan's
colour or black on paper. They are solid figures with holes; a hole runs against the figure it lies in, so that every
rule of filling shows the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import acos, cos, degrees, hypot, pi, radians, sin, sqrt

from control.kernel.drawing.shapes import Circle, Group, Ink, Outline, Path, Point, Ring, Shape

SIDE = 100.0
"""The side of the box that a crest is drawn in."""

REACH = 47.0
"""How far a crest reaches from the middle of its box."""

MIDDLE = (SIDE / 2, SIDE / 2)

Figure = tuple[Ring, ...]  # an outer ring and what is cut out of it, round (0, 0)


@cache
def crest(key: str) -> tuple[Shape, ...]:
    """The crest of that name (one of ``CRESTS``) in a box of 100 × 100 units, without ink; of "", nothing."""
    if not key:
        return ()
    figures = CRESTS[key]
    scale = REACH / max(hypot(*point) for figure in figures for ring in figure for point in ring)
    return tuple(Path(Outline(tuple(_placed(ring, scale) for ring in _wound(figure)))) for figure in figures)


def roundel(key: str, colour: str, letters: str, rim: str = "") -> tuple[Shape, ...]:
    """The crest on a disc of a clan's colour, in the colour of its letters (all ``#rrggbb``); the same box."""
    edge = Ink(colour, rim or letters, 2)
    return Circle(*MIDDLE, 48, edge), Group(crest(key), Ink(letters), at=(10, 10), scale=0.8)


# --- Rings: closed lines round (0, 0), which is moved to the middle of the box at the end -----------------


def _placed(ring: Ring, scale: float) -> Ring:
    return tuple((MIDDLE[0] + x * scale, MIDDLE[1] + y * scale) for x, y in ring)


def _moved(ring: Ring, x: float, y: float) -> Ring:
    return tuple((a + x, b + y) for a, b in ring)


def _turned(ring: Ring, angle: float) -> Ring:
    """Turned clockwise by so many degrees, as the page is seen."""
    along, across = cos(radians(angle)), sin(radians(angle))
    return tuple((x * along - y * across, x * across + y * along) for x, y in ring)


def _wound(figure: Figure) -> Figure:
    """The figure with its outer ring clockwise and its holes against the clock."""
    outer, *holes = figure
    return _clockwise(outer), *(tuple(reversed(_clockwise(hole))) for hole in holes)


def _clockwise(ring: Ring) -> Ring:
    doubled_area = sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in zip(ring, ring[1:] + ring[:1], strict=True))
    return ring if doubled_area > 0 else tuple(reversed(ring))


def _at(radius: float, bearing: float) -> Point:
    """A point so far from the middle; a bearing is in degrees clockwise from the top."""
    return radius * sin(radians(bearing)), -radius * cos(radians(bearing))


def _arc(radius: float, start: float, end: float, x: float = 0, y: float = 0) -> Ring:
    """Points on a circle round (x, y), from one bearing to another."""
    steps = max(2, round(abs(end - start) * sqrt(radius) / 20))
    points = (_at(radius, start + (end - start) * step / steps) for step in range(steps + 1))
    return tuple((x + a, y + b) for a, b in points)


def _disc(radius: float, x: float = 0, y: float = 0) -> Ring:
    return _arc(radius, 0, 360, x, y)[:-1]


def _box(width: float, height: float, x: float = 0, y: float = 0) -> Ring:
    w, h = width / 2, height / 2
    return (x - w, y - h), (x + w, y - h), (x + w, y + h), (x - w, y + h)


def _lozenge(width: float, height: float, x: float = 0, y: float = 0) -> Ring:
    w, h = width / 2, height / 2
    return (x, y - h), (x + w, y), (x, y + h), (x - w, y)


def _regular(corners: int, radius: float, first: float = 0) -> Ring:
    """A polygon with equal sides, its first corner at that bearing."""
    return tuple(_at(radius, first + number * 360 / corners) for number in range(corners))


def _star(points: int, outer: float, inner: float) -> Ring:
    return tuple(_at(inner if number % 2 else outer, number * 180 / points) for number in range(2 * points))


def _leaf(near: float, far: float, width: float) -> Ring:
    """A leaf that points up, pointed at both ends: from so near the middle to so far."""
    steps = 12
    side = [(width / 2 * sin(pi * step / steps), -near - (far - near) * step / steps) for step in range(steps + 1)]
    return (*side, *((-x, y) for x, y in reversed(side[1:-1])))


def _petal(near: float, far: float, radius: float) -> Ring:
    """A petal that points up: a foot at ``near`` that widens into a round head ending at ``far``."""
    return (0, -near), *_arc(radius, -100, 100, 0, radius - far)


def _slice(radius: float, top: float, bottom: float) -> Ring:
    """The part of a disc between two heights."""
    right = _arc(radius, degrees(acos(-top / radius)), degrees(acos(-bottom / radius)))
    return (*right, *((-x, y) for x, y in reversed(right)))


def _sector(inner: float, outer: float, start: float, end: float) -> Ring:
    """The part of a ring between two bearings."""
    return (*_arc(outer, start, end), *reversed(_arc(inner, start, end)))


def _crescent(outer: float, inner: float, depth: float) -> Ring:
    """A moon that opens upwards: a disc without the disc of radius ``inner`` that lies ``depth`` higher."""
    height = (inner**2 - outer**2 - depth**2) / (2 * depth)  # of the horns, downwards
    horn = degrees(acos(-height / outer))
    cut = degrees(acos(-(height + depth) / inner))
    return (*_arc(outer, horn, 360 - horn), *reversed(_arc(inner, cut, 360 - cut, 0, -depth)))


def _comma() -> Ring:
    """One of the whirling commas: a round head at the top, its tail thinning out along the rim."""
    head = _arc(13.5, 180, 360, 0, -27)
    back = [_at(min(46, 40.5 + bearing / 7), bearing) for bearing in range(0, 131, 5)]
    belly = [
        _at(min(13.5 + 29.5 * (bearing / 75) ** 0.7, 43 + (bearing - 75) / 20), bearing) for bearing in range(0, 131, 5)
    ]
    return (*head, *back[1:], *reversed(belly[1:]))


# --- Figures ----------------------------------------------------------------------------------------------


def _each(*rings: Ring) -> list[Figure]:
    """Every ring as a figure without holes."""
    return [(ring,) for ring in rings]


def _round(times: int, *figure: Ring, first: float = 0) -> list[Figure]:
    """The figure so many times round the middle, turned each time; the first at that bearing."""
    turns = [first + number * 360 / times for number in range(times)]
    return [tuple(_turned(ring, turn) for ring in figure) for turn in turns]


def _spots(times: int, distance: float, *figure: Ring, first: float = 0) -> list[Figure]:
    """The figure so many times on a circle round the middle, upright each time."""
    spots = [_at(distance, first + number * 360 / times) for number in range(times)]
    return [tuple(_moved(ring, *spot) for ring in figure) for spot in spots]


def _pair(*figure: Ring) -> list[Figure]:
    """The figure and its mirror image."""
    return [figure, tuple(tuple((-x, y) for x, y in ring) for ring in figure)]


def _shifted(figures: Sequence[Figure], x: float, y: float) -> list[Figure]:
    return [tuple(_moved(ring, x, y) for ring in figure) for figure in figures]


def _chevron(half: float, top: float, depth: float, thick: float) -> Ring:
    """A broad V, so thick where it is measured upright."""
    side = half * thick / depth
    return (-half, top), (0, top + depth), (half, top), (half - side, top), (0, top + depth - thick), (side - half, top)


RIM: list[Figure] = [(_disc(47), _disc(41))]
HEART: Ring = ((0, -7), *_arc(11.5, 110, -50, 10.5, -33), *_arc(11.5, 50, -110, -10.5, -33))
FEATHER: Figure = (
    ((4, 44), (4, -36), (11, -44), (24, -30), (24, 32), (14, 44)),
    ((14, -22), (24, -12), (24, -6), (14, -16)), ((14, 6), (24, 16), (24, 22), (14, 12)),
)  # fmt: skip
ARROW = ((-3, 44), (-3, -26), (-11, -22), (0, -46), (11, -22), (3, -26), (3, 44))
SWORD_LEAF = _leaf(8, 47, 11)

CRESTS: dict[str, Sequence[Figure]] = {
    # Bars, discs, squares and lozenges
    "four-lozenges": _each(*(_lozenge(45, 33, x, y) for x, y in ((0, -17.5), (-24, 0), (24, 0), (0, 17.5)))),
    "three-scales": _each(*(_moved(_regular(3, 22.8), *_at(23.5, bearing)) for bearing in (0, 120, 240))),
    "bar-and-three-discs": _each(_box(62, 13, 0, -28), _disc(14, 0, -4), _disc(14, -18, 25), _disc(14, 18, 25)),
    "ring-and-cross": [(_disc(47), _disc(37)), *_each(_box(80, 11), _box(11, 80))],
    "ring-and-bar": [*RIM, *_each(_slice(41.5, -11, 11))],
    "ring-and-two-bars": [*RIM, *_each(_slice(41.5, -19, -5), _slice(41.5, 5, 19))],
    "ring-and-upright-bars": [
        *RIM,
        *_each(*(_turned(_slice(41.5, at - 5.5, at + 5.5), 90) for at in (-20, 0, 20))),
    ],
    "three-bars": _each(_slice(46, -35, -17), _slice(46, -9, 9), _slice(46, 17, 35)),
    "bars-in-octagon": [
        (_regular(8, 47, 22.5), _regular(8, 40, 22.5)),
        *_each(_box(40, 9, 0, -18), _box(28, 9), _box(48, 9, 0, 18)),
    ],
    "four-squares": _spots(4, 24.5, _box(29, 29), _box(11, 11), first=45),
    "four-squares-on-edge": _spots(4, 24, _lozenge(43, 43), _lozenge(17, 17)),
    "checks": _each(*(_box(21, 21, x, y) for x, y in ((0, 0), (-21, -21), (21, -21), (-21, 21), (21, 21)))),
    "well-frame": _each(_box(12, 84, -16), _box(12, 84, 16), _box(84, 12, 0, -16), _box(84, 12, 0, 16)),
    "stair-lozenges": _each(_lozenge(44, 28, 0, -31), _chevron(33, -12, 21, 13), _chevron(45, 9, 29, 18)),
    "nine-discs": [*_each(_disc(14)), *_each(*(_disc(10, *_at(36, bearing)) for bearing in range(0, 360, 45)))],
    "three-discs": _spots(3, 25, _disc(20.5)),
    "coin": [(_disc(46), _box(32, 32))],
    "six-coins": [(_disc(13.5, x, y), _box(9, 9, x, y)) for y in (-16, 16) for x in (-30, 0, 30)],
    "moon-and-star": _each(_crescent(46, 36, 19), _disc(14, 0, -16)),
    "sun-rays": [*_each(_disc(20)), *_each(*(_sector(25, 47, at - 8, at + 8) for at in range(0, 360, 30)))],
    "linked-rings": [*_spots(3, 22, _disc(24), _disc(18))],
    "tortoise-shell": [(_regular(6, 47), _regular(6, 38)), (_regular(6, 31), _regular(6, 13))],
    "eight-points": [(_star(8, 47, 30), _disc(16))],
    "hourglass": _each(
        _slice(46, -41, -32),
        ((-30, -27), (30, -27), (0, 2)),
        ((-30, 27), (30, 27), (0, -2)),
        _slice(46, 32, 41),
    ),
    # Flowers and leaves
    "melon-flower": [*_spots(5, 28, _disc(18.5), _disc(10.5)), (_disc(12), _disc(5))],
    "three-melons": [
        figure for bearing in (0, 120, 240) for figure in _shifted(_spots(4, 11, _disc(9.5)), *_at(25, bearing))
    ],
    "plum-blossom": [*_spots(5, 30, _disc(16.5)), *_each(_disc(9))],
    "bellflower": _round(5, ((0, -6), (15, -21), (15, -33), (0, -47), (-15, -33), (-15, -21)), _leaf(16, 38, 5)),
    "chrysanthemum": [*_round(16, _petal(12, 47, 7.4)), *_each(_disc(9))],
    "flower-lozenge": [*_round(4, _leaf(10, 47, 30), _leaf(18, 38, 9)), *_each(_disc(7))],
    "sorrel": [*_round(3, HEART), *_each(_disc(6))],
    "sorrel-and-swords": [*_round(3, HEART), *_round(3, SWORD_LEAF, first=60), *_each(_disc(6))],
    "apricot-leaves": [
        *_pair(*(_moved(_turned(leaf, 16), 22, 2) for leaf in (_leaf(-43, 43, 34), _leaf(-28, 28, 7)))),
        *_each(_disc(9, 0, -28)),
    ],
    "bamboo-leaves": _shifted(
        [
            *_each(_turned(_leaf(7, 80, 18), 180), _disc(7)),
            *_pair(_turned(_leaf(7, 66, 18), 144)),
            *_pair(_turned(_leaf(7, 46, 18), 108)),
        ],
        0,
        -36,
    ),
    "paulownia": [
        *_each(*(_disc(5.5, 0, y) for y in (-41, -28, -15))),
        *(figure for y in (-31, -18) for figure in _pair(_disc(5.5, 20, y))),
        *_shifted([*_round(1, _leaf(0, 46, 28), first=180), *_pair(_turned(_leaf(2, 46, 26), 112))], 0, -3),
    ],
    "wisteria": [
        *(
            figure
            for at, radius in ((28, 7), (53, 9.5), (81, 9), (107, 8), (129, 6.5), (148, 5), (163, 3.8))
            for figure in _pair(_disc(radius, *_at(47 - radius, at)))
        ),
        *_each(_leaf(-26, 26, 19)),
    ],
    "lotus": [
        *_shifted(
            [
                *_each(_leaf(0, 66, 25)),
                *_pair(_turned(_leaf(6, 58, 20), 38)),
                *_pair(_turned(_leaf(8, 50, 17), 70)),
            ],
            0,
            24,
        ),
        *_each(_box(56, 7, 0, 34)),
    ],
    "ginkgo": _each(
        _moved(
            (*_arc(66, -36, -11), (0, -22), *_arc(66, 11, 36), (3.5, 0), (3.5, 15), (-3.5, 15), (-3.5, 0)),
            0,
            29,
        )
    ),
    # Things
    "fan": _shifted(
        [
            *_each(*(_sector(32, 78, at - 6, at + 6) for at in (-28, -14, 0, 14, 28))),
            *_each(*(_turned(_box(3, 34, 0, -17), at) for at in (-28, -14, 0, 14, 28))),
            *_each(_disc(6)),
        ],
        0,
        37,
    ),
    "two-feathers": _pair(*FEATHER),
    "comb": _shifted(
        _each(
            (*_arc(42, -78, 78, 0, 14), (41, 10), (-41, 10)),
            *(_box(6, 34, x, 22) for x in range(-36, 37, 12)),
        ),
        0,
        -16,
    ),
    "gourd": _each(_disc(25.5, 0, 20.5), _disc(16.5, 0, -14), _box(10, 16, 0, -34), _box(20, 6, 0, -43)),
    "wheel": [(_disc(47), _disc(38)), *_round(8, _box(6, 30, 0, -26)), (_disc(14), _disc(6))],
    "three-commas": _round(3, _comma()),
    "waves": [
        figure
        for x, y in ((0, -12), (-22, 10), (22, 10), (0, 32))
        for figure in _shifted(_each(_sector(15, 21, -90, 90), _sector(0.1, 9, -90, 90)), x, y)
    ],
    "shrine-gate": _shifted(
        _each(
            ((-46, -38), (-30, -34), (30, -34), (46, -38), (43, -24), (30, -22), (-30, -22), (-43, -24)),
            _box(70, 8, 0, -7),
            ((-27, -24), (-16, -24), (-19, 42), (-31, 42)),
            ((27, -24), (16, -24), (19, 42), (31, 42)),
            _box(8, 18, 0, -15),
        ),
        0,
        5,
    ),
    "crossed-arrows": [*_each(_turned(ARROW, 35), _turned(ARROW, -35))],
    "mountain": [(((0, -51), (46, 23), (-46, 23)), ((0, -35), (9, -21), (4, -25), (0, -17), (-4, -25), (-9, -21)))],
    "snow": _round(6, _box(6, 46, 0, -23), first=0),
    "ladder": _each(_box(9, 88, -20), _box(9, 88, 20), *(_box(44, 8, 0, y) for y in (-27, -9, 9, 27))),
}
"""The figures of every crest by its name, which a scenario gives in the column ``crest`` of its clans."""
