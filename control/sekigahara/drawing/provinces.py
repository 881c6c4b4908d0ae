"""The names of the provinces, laid wide over their land as on old maps: quieter than all else, and where nothing is in
their way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import dist

from control.kernel.drawing.land.ground import Ground
from control.kernel.drawing.shapes import Box, Group, Ink, Outline, Point, Shape, Text
from control.kernel.drawing.words.labels import text_width
from control.sekigahara.drawing.layout import HEIGHT, WIDTH
from control.sekigahara.drawing.ways import Line

QUIET = "#9a8355"
SIZES = (15.0, 13.0, 11.0, 9.5)
WIDE = 0.3
"""The room between letters, in their size."""
LEFT_OUT = ("iwashiro",)
"""A part of Mutsu until 1868, in which the land is drawn."""
STEP = 6.0
SHEET = Box(20, 20, WIDTH - 40, HEIGHT - 40)
PEAK = Box(-22, -22, 44, 24)
"""The room of a mountain round its foot."""


def provinces(
    land: Mapping[str, Outline],
    names: Mapping[str, str],
    roads: Sequence[Line],
    taken: Sequence[Box],
    peaks: Sequence[Point],
) -> Group:
    """Each name on its own land, as large as it fits; none where it would lie on a name, a place or a road."""
    on_roads = [point for road in roads for point in road.points]
    rocks = [Box(x + PEAK.x, y + PEAK.y, PEAK.width, PEAK.height) for x, y in peaks]
    found: list[Shape] = []
    for key, outline in sorted(land.items()):
        if key in LEFT_OUT:
            continue
        name = names[key].partition(" (")[0]
        ground = Ground(outline.rings)
        if not ground.box.overlaps(SHEET):
            continue
        spots = sorted(spots_of(ground))
        near = [box.grown(4) for box in (*taken, *rocks) if box.overlaps(ground.box)]
        crossing = [point for point in on_roads if ground.box.holds(point)]
        for size in SIZES:
            box = best(ground, spots, name, size, crossing, near)
            if box:
                at = box.middle[0], box.y + size * 0.84
                found.append(Text(*at, name, size, Ink(fill=QUIET), 600, spacing=size * WIDE))
                break
    return Group(found, tags={"data-layer": "provinces", "class": "province-names"})


def spots_of(ground: Ground) -> Iterator[tuple[float, Point]]:
    """Spots on what of a land is on the sheet, each with how far it is from the middle of that."""
    spots = [spot for spot in ground.spots(STEP) if SHEET.holds(spot)]
    middle = [sum(part) / len(spots) for part in zip(*spots, strict=True)]
    for spot in spots:
        yield dist(spot, middle), spot


def best(
    ground: Ground,
    spots: Sequence[tuple[float, Point]],
    name: str,
    size: float,
    roads: Sequence[Point],
    taken: Sequence[Box],
) -> Box | None:
    """The room for a name that is nearest to the middle of its land; None if there is none."""
    wide = text_width(name, size) + (len(name) - 1) * size * WIDE
    for _, at in spots:
        box = Box.about(at, wide, size)
        if not SHEET.holds((box.x, box.y)) or not SHEET.holds((box.right, box.bottom)):
            continue
        if any(map(box.overlaps, taken)) or any(map(box.grown(5).holds, roads)):
            continue
        if ground.share(box) > 0.97:
            return box
    return None
