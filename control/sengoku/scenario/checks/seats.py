"""Whether each castle and each place lies in its own province, as the map draws it.

Elsewhere it would be drawn, and looked for, on another ground. It is no fault all the same: on a small island that the
outlines leave out it lies in the sea, and rightly.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from control.kernel.scenarios.outlines import Polygon, Position
from control.sengoku.scenario.model import Scenario


def notes(scenario: Scenario) -> Iterator[str]:
    """What is to be said of those that lie elsewhere, each with where that is."""
    for one in scenario.provinces.values():
        if not lies_in((one.lon, one.lat), scenario.geometry.provinces[one.id]):
            yield f"provinces.csv: the castle of {one.name} lies {where(scenario, (one.lon, one.lat))}."
    for place in scenario.places.values():
        if not lies_in((place.lon, place.lat), scenario.geometry.provinces[place.province]):
            home = scenario.provinces[place.province].name
            yield f"places.csv: {place.name} of {home} lies {where(scenario, (place.lon, place.lat))}."


def where(scenario: Scenario, at: Position) -> str:
    """In which other province a position lies, in words."""
    outlines = scenario.geometry.provinces
    return next((f"in {scenario.provinces[one].name}" for one in outlines if lies_in(at, outlines[one])), "in none")


def lies_in(at: Position, polygons: Sequence[Polygon]) -> bool:
    """Whether a position lies in an outline: on its way east from there one crosses its lines an odd number of times,
    those of what is cut out of it too."""
    lon, lat = at
    crossed = 0
    for polygon in polygons:
        for ring in polygon:
            for (lon1, lat1), (lon2, lat2) in pairwise(ring):
                if (lat1 > lat) != (lat2 > lat):
                    crossed += lon < lon1 + (lon2 - lon1) * (lat - lat1) / (lat2 - lat1)
    return crossed % 2 == 1
