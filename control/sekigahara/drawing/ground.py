"""The ground of the board, which no game changes: sea, land, mountains, roads. It has no lettering, so that a page can
show it as a picture, while what changes lies over it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from math import hypot

from control.kernel.drawing.colours import mixed
from control.kernel.drawing.land.projection import Projection, rotated
from control.kernel.drawing.land.topology import Topology, rounded, simplify_together, thin_line
from control.kernel.drawing.shapes import Box, Group, Ink, Outline, Path, Pattern, Point, Shape, polygon, rectangle
from control.sekigahara.drawing.layout import HEIGHT, TURNED, WIDTH, Geography, Peak
from control.sekigahara.drawing.ways import Line

DEEP, SHALLOW = "#9dbcc6", "#dfe9e2"
"""The sea: indigo, laid on thinner towards the coast as on a woodblock print."""
LAND, EDGE, BORDER = "#f2e8cf", "#54483a", "#b39f78"
GRASS, ROCK, SNOW, INK = "#c9cba3", "#9ba183", "#fdfaf2", "#4c4a3d"
INDIGO, MIST = "#5d7f95", "#f7f0de"
HIGHWAY, HIGHWAY_EDGE, ROAD = "#c8553d", "#5f2118", "#8a6b45"
SHORES = (58, 44, 31, 20, 11)
"""Widths of the bands along the coast."""
FINE = 0.25
WAVE = 26.0


def land_of(geography: Geography, project: Projection) -> Topology:
    """The land, province by province, as it lies on the sheet."""
    return simplify_together(geography.land, project, FINE)


def ground(
    geography: Geography,
    land: Topology,
    project: Projection,
    roads: Sequence[Line],
    peaks: Sequence[Group],
) -> list[Shape]:
    """All of it from the sea up."""
    sheet = Box(0, 0, WIDTH, HEIGHT)
    whole = Outline(tuple(ring for one in land.outlines.values() for ring in one.rings))
    coast = land.coast
    lakes = Outline(
        tuple(thin_line(rounded([project(*at) for at in ring], 2), FINE) for rings in geography.lakes for ring in rings)
    )
    sea: list[Shape] = [
        Pattern("waves", WAVE, (Path(Outline(waves(), closed=False), Ink("none", mixed(DEEP, "#3d6478", 0.72), 0.7)),)),
        rectangle(sheet, Ink(DEEP, "none")),
        rectangle(sheet, Ink("url(#waves)", "none")),
    ]
    for number, width in enumerate(SHORES):
        shade = mixed(SHALLOW, DEEP, (number + 1) / len(SHORES))
        sea.append(Path(coast, Ink("none", shade, width)))
    borders = Path(whole, Ink("none", BORDER, 0.8, (0.1, 3.2)))
    return [
        Group(sea, tags={"data-layer": "sea"}),
        Group(
            (
                Path(whole, Ink(LAND, LAND, 0.8)),
                borders,
                Path(lakes, Ink(mixed(DEEP, SHALLOW, 0.55), mixed(EDGE, DEEP, 0.6), 0.9)),
                Path(coast, Ink("none", EDGE, 1.1)),
            ),
            tags={"data-layer": "land"},
        ),
        Group(peaks, tags={"data-layer": "mountains"}),
        Group(carriageways(roads), tags={"data-layer": "roads"}),
    ]


def waves() -> tuple[tuple[Point, ...], ...]:
    """A tile of waves: scales of three arcs in each other, set off from row to row."""

    def scale(x: float, y: float) -> list[tuple[Point, ...]]:
        half = WAVE / 2
        steps = [2 * step / 10 - 1 for step in range(11)]
        return [
            tuple((x + size * half * s, y - size * half * (1 - s * s) ** 0.5 * 0.62) for s in steps)
            for size in (1.0, 0.68, 0.36)
        ]

    half, quarter = WAVE / 2, WAVE / 4
    tiles = [(0.0, half), (WAVE, half), (half, WAVE), (0.0, half - quarter * 0), (half, half - half + 0.0)]
    return tuple(arc for x, y in dict.fromkeys(tiles) for arc in scale(x, y))


# Mountains


def mountains(
    peaks: Sequence[Peak], project: Projection, roads: Sequence[Line], clear: Sequence[Point], words: Sequence[Box]
) -> list[Group]:
    """The peaks that stand on no place that is to be ``clear``, no road and no name, the farthest up the sheet
    first."""
    busy = [point for road in roads for point in road.points]
    written = [(box.x + box.width * share, box.bottom) for box in words for share in (0, 0.25, 0.5, 0.75, 1)]
    found = []
    for peak in peaks:
        high = 9 + peak.metres / 3776 * 19
        x, y = nudged(project(peak.lon, peak.lat), [*clear, *busy, *written], high)
        if peak.metres > FUJI:
            found.append((y, fuji(x, y)))
            continue
        own = Box(x - high * 0.9, y - high, high * 1.8, high)
        free = not any(map(own.overlaps, words)) and not any(map(own.grown(-1).holds, busy))
        if free and min(hypot((x - a) * 0.8, y - high * 0.3 - b) for a, b in clear) > 22:
            found.append((y, mountain(x, y, high, peak.metres)))
    return [shape for _, shape in sorted(found, key=lambda one: one[0])]


FUJI = 3700
"""Metres above which there is one mountain only."""
REACH = 75.0
"""Units round a peak in which what stands there matters to it."""


def nudged(at: Point, busy: Sequence[Point], high: float) -> Point:
    """A spot near by, off places and roads: the nearest of a few."""
    x, y = at
    busy = [(a, b) for a, b in busy if abs(a - x) < REACH and abs(b - y) < REACH]

    def trouble(spot: Point) -> float:
        near = sum(max(0.0, high * 0.85 + 6 - hypot((spot[0] - a) * 0.9, spot[1] - high * 0.35 - b)) for a, b in busy)
        return near + 0.25 * hypot(spot[0] - x, spot[1] - y)

    steps = (0, -9, 9, -18, 18, -26, 26)
    return min(((x + dx, y + dy) for dx in steps for dy in steps), key=trouble)


def mountain(x: float, y: float, high: float, metres: int) -> Group:
    """A mountain with two lower ones at its foot, lit from the left, with snow if it is high enough."""
    shapes: list[Shape] = []
    for dx, size, snow in ((-0.62, 0.58, False), (0.66, 0.5, False), (0.0, 1.0, metres >= 2300)):
        shapes += cone(dx * high, high * size, snow=snow)
    return Group(shapes, at=(x, y))


def cone(dx: float, high: float, *, snow: bool) -> list[Shape]:
    """One cone with hollow flanks: its shape, its shadow, its snow, its line."""
    half = high * 0.78
    left = [(dx - half * (1 - t) ** 1.35, -high * t) for t in (0, 0.2, 0.4, 0.6, 0.8, 1)]
    right = [(dx + half * (1 - t) ** 1.35, -high * t) for t in (1, 0.8, 0.6, 0.4, 0.2, 0)]
    ridge = [(dx, -high), (dx + half * 0.16, -high * 0.66), (dx + half * 0.05, -high * 0.4), (dx + half * 0.3, 0)]
    shapes: list[Shape] = [
        polygon([*left, *right[1:]], Ink(GRASS, "none")),
        polygon([*ridge, *reversed(right)], Ink(ROCK, "none")),
    ]
    if snow:
        foot = -high * 0.68
        wide = half * 0.32**1.35 * 1.55
        cap = [(dx - wide, foot + 0.6), (dx - wide * 0.4, foot - 1.4), (dx - wide * 0.1, foot + 1.6)]
        cap += [(dx + wide * 0.35, foot - 1.2), (dx + wide, foot + 0.6), (dx, -high)]
        shapes.append(polygon(cap, Ink(SNOW, "none")))
    line = Outline(((*left, *right[1:]),), closed=False)
    return [*shapes, Path(line, Ink("none", INK, 0.75, opacity=0.8))]


def fuji(x: float, y: float) -> Group:
    """The one that everybody knows: broad, blue, its snow in long tongues, mist at its foot."""
    high, half = 40.0, 46.0
    steps = [step / 12 for step in range(13)]
    left = [(-3.4 - (half - 3.4) * (1 - t) ** 1.75, -high * t) for t in steps]
    right = [(-a, b) for a, b in reversed(left)]
    crater = [(-1.4, -high + 1.3), (0.6, -high + 0.3), (1.9, -high + 1.2)]
    snow = [left[8], (-7.2, -high * 0.58), (-6.0, -high * 0.66), (-3.6, -high * 0.5), (-2.0, -high * 0.62)]
    snow += [(0.4, -high * 0.47), (2.2, -high * 0.62), (4.2, -high * 0.52), (6.2, -high * 0.66), (7.4, -high * 0.58)]
    cap = [*left[8:], *crater, *right[:5], *reversed(snow[1:])]
    shade = [(1.9, -high + 1.2), *right, (14.0, 0.0), (7.5, -high * 0.3), (3.5, -high * 0.62)]
    mist = [
        (-half * 0.86, -2.6),
        (-half * 0.3, -5.0),
        (half * 0.2, -3.4),
        (half * 0.8, -3.8),
        (half * 0.9, 0.6),
        (-half * 0.9, 0.6),
    ]
    outline = Outline(((*left, *crater, *right),), closed=False)
    return Group(
        (
            polygon([*left, *crater, *right], Ink(INDIGO, "none")),
            polygon(shade, Ink(mixed("#2f4a5c", INDIGO, 0.4), "none")),
            polygon(cap, Ink(SNOW, "none")),
            polygon(rounded([*mist, mist[0]], 2), Ink(MIST, "none", opacity=0.92)),
            Path(outline, Ink("none", "#2f3f4a", 0.9)),
        ),
        at=(x, y),
        title="Mount Fuji",
    )


# Roads


def carriageways(roads: Sequence[Line]) -> list[Shape]:
    """The smaller roads first, then the highways over them: a bed with edges, so that they are told apart without
    colour too."""
    smaller = Outline(tuple(road.points for road in roads if not road.highway), closed=False)
    great = Outline(tuple(road.points for road in roads if road.highway), closed=False)
    return [
        Path(smaller, Ink("none", LAND, 6.5, opacity=0.85)),
        Path(smaller, Ink("none", ROAD, 2.6, (7, 4.4))),
        Path(great, Ink("none", LAND, 10.5, opacity=0.85)),
        Path(great, Ink("none", HIGHWAY_EDGE, 6.6)),
        Path(great, Ink("none", HIGHWAY, 4.2)),
        Path(great, Ink("none", mixed(SNOW, HIGHWAY, 0.55), 0.9)),
    ]


def needle(at: Point) -> Group:
    """A compass needle on the turned sheet, without its letter."""
    turn = partial(rotated, degrees=TURNED)
    dark, light = (
        [turn(point) for point in points] for points in ([(0, -30), (-7, 15), (0, 9)], [(0, -30), (7, 15), (0, 9)])
    )
    return Group((polygon(dark, Ink(INK, INK, 0.9)), polygon(light, Ink(SNOW, INK, 0.9))), at=at)
