"""Where things are on the board: a sheet of 1,414 by 1,000 units, the proportion of A paper, turned so that the country
lies along its width. Places may be moved a little, by a table of the scenario, so that none stand too near."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from math import atan2, cos, degrees, dist, hypot, radians
from typing import Protocol

from control.kernel.drawing.land.projection import Projection, lambert, rotated
from control.kernel.drawing.shapes import Box, Point
from control.kernel.scenarios.outlines import Polygon
from control.kernel.values import dataclass

WIDTH, HEIGHT = 1414.0, 1000.0
NEAREST = 60.0
"""No two places are nearer than this (the issue's figure, on a board 1,000 high)."""
TURNED = 12.0
"""Degrees clockwise: the country is drawn larger so, and the sea leaves room for tracks at two corners."""
LEFT, RIGHT, TOP, FOOT = 92.0, 113.0, 84.0, 86.0
"""Units between the outermost places and the edges."""
KILOMETRES = 111.2
"""Of a degree of latitude."""
WINDS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")


class Somewhere(Protocol):
    """What has longitude and latitude, in degrees."""

    @property
    def lon(self) -> float: ...
    @property
    def lat(self) -> float: ...


@dataclass(frozen=True)
class Peak:
    """A mountain, and how high it is."""

    name: str
    lon: float
    lat: float
    metres: int


@dataclass(frozen=True)
class Geography:
    """What the ground is drawn from: outlines of the ``land`` by province with their ``names``, lakes, peaks, and the
    kilometres to the east and north by which places are drawn away from where they lie (``moved``)."""

    land: Mapping[str, tuple[Polygon, ...]]
    names: Mapping[str, str]
    lakes: tuple[Polygon, ...]
    peaks: tuple[Peak, ...]
    moved: Mapping[str, tuple[int, int]]


def projection(places: Mapping[str, Somewhere]) -> Projection:
    """The projection that puts these places on the sheet, as large as they fit."""
    around = Box.around([rotated(lambert(one.lon, one.lat), TURNED) for one in places.values()])
    scale = min((WIDTH - LEFT - RIGHT) / around.width, (HEIGHT - TOP - FOOT) / around.height)
    return Projection(WIDTH, HEIGHT, scale, (LEFT - around.x * scale, TOP - around.y * scale), TURNED)


def drawn(places: Mapping[str, Somewhere], moved: Mapping[str, tuple[int, int]]) -> dict[str, Point]:
    """Where each place is drawn."""
    project, found = projection(places), {}
    for key, one in places.items():
        east, north = moved.get(key, (0, 0))
        found[key] = project(one.lon + east / (KILOMETRES * cos(radians(one.lat))), one.lat + north / KILOMETRES)
    return found


def too_near(spots: Mapping[str, Point]) -> Iterator[tuple[str, str, float]]:
    """Pairs of places that are drawn too near each other, and how near."""
    for one, other in combinations(spots, 2):
        apart = dist(spots[one], spots[other])
        if apart < NEAREST:
            yield one, other, apart


def in_words(east: int, north: int) -> str:
    """How far something was moved, and whither: "8 km to the south-east"."""
    wind = WINDS[round(degrees(atan2(east, north)) / 45) % 8]
    return f"{round(hypot(east, north))} km to the {wind}"
