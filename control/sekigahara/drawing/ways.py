"""Roads as lines that bend: each leaves a place the way that its other end, or the best other road, comes in."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from math import hypot
from typing import Protocol

from control.kernel.drawing.shapes import Point
from control.kernel.values import dataclass

STEPS = 14
"""Pieces that a bend is drawn of."""
BEND = 0.32
"""How strongly it leans towards the road behind it."""


class RoadLike(Protocol):
    """A road from one place to the next."""

    @property
    def a(self) -> str: ...
    @property
    def b(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def road(self) -> str: ...


@dataclass(frozen=True)
class Line:
    """A road on the sheet, from a to b."""

    a: str
    b: str
    highway: bool
    name: str
    points: tuple[Point, ...]


def lines(roads: Sequence[RoadLike], spots: Mapping[str, Point]) -> tuple[Line, ...]:
    """Every road as a line."""
    at: defaultdict[str, list[tuple[str, RoadLike]]] = defaultdict(list)
    for road in roads:
        at[road.a].append((road.b, road))
        at[road.b].append((road.a, road))

    def leaning(here: str, there: str, road: RoadLike) -> Point:
        """The direction in which a road leaves a place, as long as the road is."""
        (x, y), (to_x, to_y) = spots[here], spots[there]
        long = hypot(to_x - x, to_y - y)
        straight = (to_x - x) / long, (to_y - y) / long
        best, how_good = straight, 0.35  # a road that comes from much elsewhere is not leaned upon
        for before, other in at[here]:
            if other is road:
                continue
            away = hypot(x - spots[before][0], y - spots[before][1])
            along = (x - spots[before][0]) / away, (y - spots[before][1]) / away
            good = along[0] * straight[0] + along[1] * straight[1]
            good += 0.6 * (other.road == road.road) + 0.3 * (other.kind == road.kind)
            if good > how_good:
                best, how_good = along, good
        mixed = straight[0] + best[0], straight[1] + best[1]
        size = hypot(*mixed) or 1
        return mixed[0] / size * long, mixed[1] / size * long

    found = []
    for road in roads:
        start, end = spots[road.a], spots[road.b]
        first, last = leaning(road.a, road.b, road), leaning(road.b, road.a, road)
        one = start[0] + first[0] * BEND, start[1] + first[1] * BEND
        other = end[0] + last[0] * BEND, end[1] + last[1] * BEND
        points = tuple(bezier(start, one, other, end, step / STEPS) for step in range(STEPS + 1))
        found.append(Line(road.a, road.b, road.kind == "highway", road.road, points))
    return tuple(found)


def bezier(start: Point, one: Point, other: Point, end: Point, t: float) -> Point:
    """A point of a cubic curve."""
    s = 1 - t
    weights = (s**3, 3 * s * s * t, 3 * s * t * t, t**3)
    x, y = (sum(w * p[axis] for w, p in zip(weights, (start, one, other, end), strict=True)) for axis in (0, 1))
    return x, y
