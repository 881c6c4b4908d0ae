"""The board of a scenario, drawn once: its ground, where everything stands, and over it a position."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Protocol

from control.kernel.drawing import svg
from control.kernel.drawing.shapes import Box, Group, Point, Shape, Text
from control.kernel.drawing.words.labels import text_width
from control.sekigahara.drawing.ground import ground, land_of, mountains
from control.sekigahara.drawing.layout import HEIGHT, WIDTH, Geography, Somewhere, drawn, projection
from control.sekigahara.drawing.pieces import (
    PANELS,
    Position,
    Spot,
    Written,
    fixed,
    frame,
    known_rooms,
    layers,
    lettered,
    rooms,
)
from control.sekigahara.drawing.provinces import provinces
from control.sekigahara.drawing.ways import RoadLike, lines


class Drawn(Protocol):
    """The part of a scenario that is drawn."""

    @property
    def locations(self) -> Mapping[str, Somewhere]: ...
    @property
    def roads(self) -> Sequence[RoadLike]: ...
    @property
    def geography(self) -> Geography: ...


class BoardDrawing:
    """A board: ``spots`` are where its places are drawn, ``ground`` is what never changes."""

    def __init__(self, scenario: Drawn, printed: Sequence[Spot]) -> None:
        self.spots = drawn(scenario.locations, scenario.geography.moved)
        self.roads = lines(scenario.roads, self.spots)
        self.names = lettered(printed, self.spots, self.roads)
        words = [name.box(one.name) for one in printed for name in (self.names[one.key],)]
        project, where = projection(scenario.locations), [*self.spots.values()]
        land, lies = land_of(scenario.geography, project), scenario.geography
        peaks = mountains(lies.peaks, project, self.roads, where, words)
        self.ground = ground(lies, land, project, self.roads, peaks)
        self.fixed = fixed(self.roads, words, self.spots)
        taken = [*words, *PANELS, *(box for one in printed for box in rooms(one, self.spots[one.key]))]
        taken += [Box(one.x - 48, one.y - 14, 96, 18) for one in great_names(self.fixed)]
        self.lands = provinces(land.outlines, lies.names, self.roads, taken, [one.at for one in peaks])
        great, pale = (tuple(map(room_of, of)) for of in (great_names(self.fixed), texts(self.lands)))
        ways = (point for one in self.roads for point in one.points)
        self.written = Written((*words, *great), pale, (*ways, *round_about(where)))
        self.ground_svg = document(self.ground, "The country")
        self.fixed_svg = "".join(map(svg.write, self.fixed))

    def shapes(self, position: Position) -> list[Shape]:
        """The whole board, for paper."""
        under = self.under_known(position)
        lands = Group([one for one in self.lands.shapes if one not in under], tags=self.lands.tags)
        return [*self.ground, *self.fixed, lands, *frame(position), *self.layers(position)]

    def layers(self, position: Position) -> list[Group]:
        """What stands on the board."""
        return layers(position, self.spots, self.names, self.roads, self.written)

    def under_known(self, position: Position) -> list[Text]:
        """The names of the provinces on which the known blocks of a stack are named."""
        known = [*known_rooms(position, self.spots, self.written)]
        return [one for one in texts(self.lands) if any(map(room_of(one).overlaps, known))]

    def over_svg(self, position: Position, label: str) -> str:
        """What lies over the ground, for a page, which names known blocks only to who looks closely."""
        under = self.under_known(position)
        names = [replace(one, tags={"class": "under-known"}) if one in under else one for one in texts(self.lands)]
        above = [*map(svg.once, frame(position)), *map(svg.layer, self.layers(position))]
        body = "".join([self.fixed_svg, svg.write(Group(names, tags=self.lands.tags)), *above])
        return svg.document(body, width=WIDTH, height=HEIGHT, label=label)


def round_about(places: Sequence[Point]) -> list[Point]:
    """Points on the signs of places."""
    return [(x + dx, y + dy) for x, y in places for dx in (-8, 0, 8) for dy in (-8, 0, 8)]


def great_names(shapes: Sequence[Shape]) -> list[Text]:
    """The names of seas and highways among what is fixed."""
    groups = [one for one in shapes if isinstance(one, Group) and one.tags.get("data-layer") == "names"]
    return [one for group in groups for one in texts(group)]


def texts(group: Group) -> list[Text]:
    """The lettering of a group."""
    return [one for one in group.shapes if isinstance(one, Text)]


def room_of(name: Text) -> Box:
    """The room of a name that is laid wide about its middle."""
    wide = text_width(name.text, name.size) + (len(name.text) - 1) * name.spacing
    return Box(name.x - wide / 2, name.y - name.size * 0.84, wide, name.size)


def document(shapes: Sequence[Shape], label: str) -> str:
    """Shapes as a drawing of their own, as large as the board."""
    return svg.document("".join(map(svg.write, shapes)), width=WIDTH, height=HEIGHT, label=label)
