"""Simpler outlines whose shared borders still fit exactly.

Provinces share their borders vertex by vertex. Simplified ring by ring, neighbours would lose different vertices
and the map would crack. So rings are cut into arcs at the points where three or more lines meet; each arc is
simplified once, in one fixed direction, and both neighbours use the result.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import hypot

from control.kernel.drawing.shapes import Outline, Point, Ring
from control.kernel.values import dataclass

Polygons = Sequence[Sequence[Sequence[Point]]]  # polygons of rings of (longitude, latitude)


@dataclass(frozen=True)
class Topology:
    """``outlines`` are the provinces' rings, ``coast`` the arcs that only one province has."""

    outlines: Mapping[str, Outline]
    coast: Outline


def simplify_together(
    polygons: Mapping[str, Polygons], project: Callable[[float, float], Point], tolerance: float
) -> Topology:
    """Project and simplify all outlines, none moved by more than ``tolerance`` units."""
    rings = {key: [_open(ring) for polygon in parts for ring in polygon] for key, parts in polygons.items()}
    edges = Counter(frozenset(edge) for own in rings.values() for ring in own for edge in pairwise((*ring, ring[0])))
    junctions = _junctions(edges)
    kept: dict[Ring, Ring] = {}  # an arc in its fixed direction, and what is left of it
    coast: list[Ring] = []

    def simplified(arc: Ring) -> Ring:
        forward = arc <= arc[::-1]
        fixed = arc if forward else arc[::-1]
        if fixed not in kept:
            kept[fixed] = tuple(_thin([project(*point) for point in fixed], tolerance))
            if edges[frozenset(fixed[:2])] == 1:
                coast.append(kept[fixed])
        return kept[fixed] if forward else kept[fixed][::-1]

    outlines = {}
    for key, own in rings.items():
        joined = (tuple(point for arc in _arcs(ring, junctions) for point in simplified(arc)[:-1]) for ring in own)
        outlines[key] = Outline(tuple(joined))
    return Topology(outlines, Outline(tuple(coast), closed=False))


def _open(ring: Sequence[Point]) -> Ring:
    """The ring without the closing repetition of its first point."""
    points = tuple((x, y) for x, y in ring)
    return points[:-1] if points[0] == points[-1] else points


def _junctions(edges: Counter[frozenset[Point]]) -> set[Point]:
    """Points where three or more lines meet."""
    neighbours: defaultdict[Point, int] = defaultdict(int)
    for edge in edges:
        for point in edge:
            neighbours[point] += 1
    return {point for point, number in neighbours.items() if number != 2}


def _arcs(ring: Ring, junctions: set[Point]) -> Iterator[Ring]:
    """The ring from junction to junction. A ring without one is cut at its smallest point and the one
    farthest from it, which are the same for whoever shares it."""
    cuts = {point for point in ring if point in junctions}
    if len(cuts) < 2:
        anchor = min(cuts or ring)
        cuts = {anchor, max(ring, key=lambda point: (_distance(point, anchor), point))}
    start = next(index for index, point in enumerate(ring) if point in cuts)
    turned = (*ring[start:], *ring[: start + 1])
    arc = [turned[0]]
    for point in turned[1:]:
        arc.append(point)
        if point in cuts:
            yield tuple(arc)
            arc = [point]


def thin_line(points: Sequence[Point], tolerance: float) -> Ring:
    """An open line without the points that matter less than ``tolerance`` units."""
    return tuple(_thin(list(points), tolerance))


def rounded(points: Sequence[Point], times: int = 3) -> list[Point]:
    """A line with its corners cut again and again (Chaikin's way), for lines known by a few points only."""
    line = list(points)
    for _ in range(times):
        cut = [line[0]]
        for (ax, ay), (bx, by) in pairwise(line):
            cut.append((0.75 * ax + 0.25 * bx, 0.75 * ay + 0.25 * by))
            cut.append((0.25 * ax + 0.75 * bx, 0.25 * ay + 0.75 * by))
        line = [*cut, line[-1]]
    return line


def _thin(points: list[Point], tolerance: float) -> list[Point]:
    """Douglas and Peucker's way: keep the point farthest from the chord, and look at both halves."""
    keep = {0, len(points) - 1}
    spans = [(0, len(points) - 1)]
    while spans:
        first, last = spans.pop()
        far, distance = 0, tolerance
        for index in range(first + 1, last):
            away = _from_chord(points[index], points[first], points[last])
            if away > distance:
                far, distance = index, away
        if far:
            keep.add(far)
            spans += [(first, far), (far, last)]
    return [points[index] for index in sorted(keep)]


def _from_chord(point: Point, start: Point, end: Point) -> float:
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = hypot(dx, dy)
    if not length:
        return _distance(point, start)
    along = ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / (length * length)
    along = min(1.0, max(0.0, along))
    return hypot(point[0] - start[0] - along * dx, point[1] - start[1] - along * dy)


def _distance(a: Point, b: Point) -> float:
    return hypot(a[0] - b[0], a[1] - b[1])
