"""What lies where on the sheet: quick answers to "does this box fit inside that province?".

Each province is kept as horizontal strips, a few units high, with the stretches of land in them. Placing labels
asks a hundred thousand times, and a strip answers with two comparisons.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import hypot, inf

from control.kernel.drawing.shapes import Box, Outline, Point, Ring

STRIP = 2.0  # units: the height of a strip

Stretches = list[tuple[float, float]]


class Ground:
    """One area, or several taken together, as strips of land."""

    def __init__(self, rings: Iterable[Ring]) -> None:
        self.rings = tuple(rings)
        self.box = Box.around([point for ring in self.rings for point in ring])
        self._strips: dict[int, Stretches] = {}
        crossings: dict[int, list[float]] = {}
        for ring in self.rings:
            _note_crossings(ring, crossings)
        for strip, xs in crossings.items():
            xs.sort()
            self._strips[strip] = list(zip(xs[::2], xs[1::2], strict=True))

    def share(self, box: Box) -> float:
        """How much of the box is land, from 0 to 1."""
        if not box.overlaps(self.box):
            return 0.0
        first, last = int(box.y // STRIP), int(box.bottom // STRIP)
        left, right = box.x, box.right
        land = 0.0
        for strip in range(first, last + 1):
            for start, end in self._strips.get(strip, ()):
                if end > left and start < right:
                    land += min(end, right) - max(start, left)
        return land / ((last - first + 1) * box.width)

    def holds_all(self, box: Box) -> bool:
        """Whether the whole box is on this land."""
        left, right = box.x, box.right
        for strip in range(int(box.y // STRIP), int(box.bottom // STRIP) + 1):
            for start, end in self._strips.get(strip, ()):
                if start <= left and right <= end:
                    break
            else:
                return False
        return True

    def holds(self, point: Point) -> bool:
        """Whether the point is on this land."""
        return any(start <= point[0] <= end for start, end in self._strips.get(int(point[1] // STRIP), ()))

    def spots(self, step: float) -> Iterable[Point]:
        """Points on the land, on a square grid ``step`` units wide."""
        y = self.box.y + step / 2
        while y < self.box.bottom:
            x = self.box.x + step / 2
            while x < self.box.right:
                if self.holds((x, y)):
                    yield x, y
                x += step
            y += step

    def pole(self, step: float = 4.0) -> Point:
        """The pole of inaccessibility: the spot on the land that is farthest from its edge, to one unit."""
        best, away = self._farthest(self.spots(step))
        if away == -inf:
            return self.box.middle
        steps = [index * step / 3 for index in (-2, -1, 0, 1, 2)]
        near = [(best[0] + dx, best[1] + dy) for dx in steps for dy in steps]
        return self._farthest(point for point in near if self.holds(point))[0]

    def _farthest(self, points: Iterable[Point]) -> tuple[Point, float]:
        best, away = (0.0, 0.0), -inf
        for point in points:
            distance = self.from_edge(point, enough=away)
            if distance > away:
                best, away = point, distance
        return best, away

    def farthest(self, points: Iterable[Point]) -> Point | None:
        """The one of these points that is farthest from the edge; None if there are none."""
        best, away = self._farthest(points)
        return None if away == -inf else best

    def from_edge(self, point: Point, enough: float = -inf) -> float:
        """How far the point is from the nearest edge; stops early once it is nearer than ``enough``."""
        nearest = inf
        for ring in self.rings:
            a = ring[-1]
            for b in ring:
                nearest = min(nearest, from_segment(point, a, b))
                if nearest <= enough:
                    return nearest
                a = b
        return nearest


def grounds(outlines: Mapping[str, Outline]) -> dict[str, Ground]:
    """The land of each province."""
    return {key: Ground(outline.rings) for key, outline in outlines.items()}


def _note_crossings(ring: Ring, crossings: dict[int, list[float]]) -> None:
    """Where the middle lines of the strips cross the ring."""
    ax, ay = ring[-1]
    for bx, by in ring:
        low, high = (ay, by) if ay < by else (by, ay)
        strip = int(low // STRIP) - 1
        while (middle := (strip + 0.5) * STRIP) < high:
            if middle >= low:
                crossings.setdefault(strip, []).append(ax + (middle - ay) * (bx - ax) / (by - ay))
            strip += 1
        ax, ay = bx, by


def from_segment(point: Point, a: Point, b: Point) -> float:
    """The distance from a point to the line from a to b."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    along = ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / square if square else 0.0
    along = min(1.0, max(0.0, along))
    return hypot(point[0] - a[0] - along * dx, point[1] - a[1] - along * dy)
