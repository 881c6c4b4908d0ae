"""Arrows of marches: from province to province, fanned out where several take the same way.

Like everything on the map an arrow knows no size. It swells from where an army stood to where it went, in the
colour of its flag; what is only planned is as white as paper and has a broken vermilion edge.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import dist, hypot

from control.kernel.drawing.colours import INK
from control.kernel.drawing.maps.atlas import Atlas, Sheet
from control.kernel.drawing.marks.symbols import SEAL, WALL
from control.kernel.drawing.shapes import Box, Group, Ink, Outline, Path, Point, Ring, Shape
from control.kernel.grouping import grouped
from control.kernel.values import dataclass

KINDS = ("moved", "planned")
_STEPS = 7  # pieces of a bent shaft
_HEAD, _BROAD = 9.5, 5.4  # length of the head and half its width
_TAIL, _NECK = 0.7, 2.5  # half the width of the shaft where it begins and where the head sits
_SHORT = 22.0  # an arrow shorter than this is drawn smaller
_CASING = 0.8
_DASH = (3.2, 2.6)


@dataclass(frozen=True)
class Arrow:
    """A march from one province to the next: ``moved`` this season, or ``planned`` for the next phase.

    ``army`` is its id where the audience may know it; ``label`` is what is read out or shown when pointed at.
    """

    army: str | None
    start: str
    end: str
    kind: str = "moved"
    colour: str = INK
    label: str = ""


def arrows(atlas: Atlas, sheet: Sheet, marches: tuple[Arrow, ...]) -> Shape:
    """All arrows of a sheet, those of one colour together."""
    together: dict[tuple[str, str], list[Shape]] = {}
    for march, ring in _placed(atlas, sheet, marches):
        tags = {"class": "arrow", "data-from": march.start, "data-to": march.end}
        if march.army is not None:
            tags["data-army"] = march.army
        way = f"{atlas.names[march.start]} to {atlas.names[march.end]}"
        title = f"{march.label}: {way}" if march.label else way
        colour = march.colour if march.kind == "moved" else WALL
        together.setdefault((march.kind, colour), []).append(Path(Outline((ring,)), tags=tags, title=title))
    groups = [Group(paths, _ink(*look), tags={"class": look[0]}) for look, paths in sorted(together.items())]
    return Group(groups, Ink(stroke=INK, width=_CASING), tags={"class": "arrows"})


def _ink(kind: str, colour: str) -> Ink:
    return Ink(colour) if kind == "moved" else Ink(colour, SEAL, 1.5, _DASH)


def _placed(atlas: Atlas, sheet: Sheet, marches: Sequence[Arrow]) -> Iterable[tuple[Arrow, Ring]]:
    """Each arrow that this sheet shows, with its outline."""
    here = [march for march in marches if _is_shown(sheet, march)]
    alike = grouped(((march.start, march.end), march) for march in here)
    for (start, end), same in alike.items():
        ends = _ends(atlas, sheet, start, end)
        for index, march in enumerate(same):
            yield march, outline(*ends, index, len(same))


def _is_shown(sheet: Sheet, march: Arrow) -> bool:
    """Whether an arrow is on this sheet: on the one where both ends have their names and flags; on both if it leads
    from one to the other."""
    return march.start in sheet.view.labels or march.end in sheet.view.labels


def _ends(atlas: Atlas, sheet: Sheet, start: str, end: str) -> tuple[Point, Point]:
    """Where an arrow begins and ends: at its provinces, or at the sheet's edge on the way to one that is not on it."""
    spots = [sheet.anchors.get(key) for key in (start, end)]
    if spots[0] is None:
        assert spots[1] is not None
        return _at_edge(sheet, spots[1], atlas.pole(start)), spots[1]
    if spots[1] is None:
        return spots[0], _at_edge(sheet, spots[0], atlas.pole(end))
    return spots[0], spots[1]


def _at_edge(sheet: Sheet, inside: Point, outside: Point) -> Point:
    """Where the way to a spot of the main map leaves the sheet."""
    x, y = outside[0] * sheet.zoom + sheet.offset[0], outside[1] * sheet.zoom + sheet.offset[1]
    room: Box = sheet.frame.grown(-4)
    share = 1.0
    for at, to, low, high in (
        (inside[0], x, room.x, room.right), (inside[1], y, room.y, room.bottom),
    ):  # fmt: skip
        if to < low:
            share = min(share, (low - at) / (to - at))
        elif to > high:
            share = min(share, (high - at) / (to - at))
    return inside[0] + (x - inside[0]) * share, inside[1] + (y - inside[1]) * share


def outline(start: Point, end: Point, index: int = 0, number: int = 1) -> Ring:
    """The outline of an arrow, bent to the left of its way, so that two that meet pass each other; the ``index``-th of
    so many between the same provinces lies outside the one before."""
    length = dist(start, end) or 1.0
    ux, uy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    slide = (index - (number - 1) / 2) * min(5.0, 16 / number)
    start, end = _aside(start, ux, uy, slide), _aside(end, ux, uy, slide)
    bend = 0.16 * length + 3 + index * min(9.0, 40 / number)
    over = (start[0] + end[0]) / 2 + uy * bend, (start[1] + end[1]) / 2 - ux * bend
    small = min(1.0, length / _SHORT)
    neck = 1 - _HEAD * small / max(length, _HEAD)
    left: list[Point] = []
    right: list[Point] = []
    for step in range(_STEPS + 1):
        t = neck * step / _STEPS
        (x, y), (dx, dy) = _bent(start, over, end, t)
        half = small * (_TAIL + (_NECK - _TAIL) * step / _STEPS)
        left.append((x + dy * half, y - dx * half))
        right.append((x - dy * half, y + dx * half))
    (x, y), (dx, dy) = _bent(start, over, end, neck)
    wide = small * _BROAD
    return (*left, (x + dy * wide, y - dx * wide), end, (x - dy * wide, y + dx * wide), *reversed(right))


def _aside(at: Point, ux: float, uy: float, by: float) -> Point:
    return at[0] + uy * by, at[1] - ux * by


def _bent(start: Point, over: Point, end: Point, t: float) -> tuple[Point, Point]:
    """A point of the curve, and its direction there."""
    a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
    x, y = (a * p + b * q + c * r for p, q, r in zip(start, over, end, strict=True))
    dx, dy = (2 * (1 - t) * (q - p) + 2 * t * (r - q) for p, q, r in zip(start, over, end, strict=True))
    long = hypot(dx, dy) or 1.0
    return (x, y), (dx / long, dy / long)
