"""Outlines from GeoJSON: a FeatureCollection of Polygons and MultiPolygons.

Positions are longitude and latitude in degrees, as GeoJSON has them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from control.kernel.scenarios.faults import Findings
from control.kernel.scenarios.folder import Folder

Position = tuple[float, float]
"""Longitude and latitude in degrees."""
Ring = tuple[Position, ...]
"""A closed line: the last position repeats the first."""
Polygon = tuple[Ring, ...]
"""An outline, and what is cut out of it."""
FEATURES = re.compile(r'"features"\s*:\s*\[')
BETWEEN = re.compile(r"[\s,]*")
DECODER = json.JSONDecoder()


class BadOutline(Exception):
    """An outline that cannot be drawn; the message is a sentence."""


def read_features(folder: Folder, file: str) -> list[tuple[int, Any]] | None:
    """The features of a file, each with the line it starts on; None if the file is no such collection."""
    text = folder.text(file)
    if text is None:
        return None
    try:
        document = json.loads(text)
    except json.JSONDecodeError as error:
        folder.findings.add(file, error.lineno, "", f"this is not JSON: {error.msg} (column {error.colno}).")
        return None
    except RecursionError:
        folder.findings.add(file, None, "", "this is not a map: brackets within brackets without end.")
        return None
    if not isinstance(document, dict) or not isinstance(document.get("features"), list):
        folder.findings.add(file, 1, "features", 'this is no GeoJSON FeatureCollection with its "features".')
        return None
    lines = feature_lines(text)
    return [(next(lines, 1), feature) for feature in document["features"]]


def feature_lines(text: str) -> Iterator[int]:
    """The line on which each feature starts, in order. The text is known to be JSON."""
    start = FEATURES.search(text)
    position = start.end() if start else len(text)
    line, counted = 1, 0
    while (position := BETWEEN.match(text, position).end()) < len(text) and text[position] != "]":  # type: ignore[union-attr]
        line, counted = line + text.count("\n", counted, position), position
        yield line
        position = DECODER.raw_decode(text, position)[1]


def feature_id(feature: Any) -> str:
    """The ``id`` among a feature's properties, or of the feature itself; empty if there is none."""
    if not isinstance(feature, dict):
        return ""
    properties = feature.get("properties")
    found = (properties.get("id") if isinstance(properties, dict) else None) or feature.get("id")
    return found if isinstance(found, str) else ""


def read_outline(findings: Findings, file: str, line: int, feature: Any) -> tuple[Polygon, ...]:
    """The polygons of a feature; none, and a fault, if they cannot be drawn."""
    try:
        return outline(feature)
    except BadOutline as bad:
        name = feature_id(feature)
        findings.add(file, line, "geometry", f'outline of "{name}": {bad}' if name else str(bad))
        return ()


def outline(feature: Any) -> tuple[Polygon, ...]:
    """The polygons of a feature. Raises BadOutline for the first thing that is wrong with them."""
    geometry = feature.get("geometry") if isinstance(feature, dict) else None
    if not isinstance(geometry, dict):
        raise BadOutline("there is no geometry.")
    kind = geometry.get("type")
    if kind not in ("Polygon", "MultiPolygon"):
        raise BadOutline(f'the geometry is a Polygon or a MultiPolygon, not "{kind}".')
    coordinates = geometry.get("coordinates")
    polygons = [coordinates] if kind == "Polygon" else coordinates
    return tuple(
        tuple(ring(points) for points in list_in(rings, "a polygon is a list of rings"))
        for rings in list_in(polygons, "a MultiPolygon is a list of polygons")
    )


def ring(points: Any) -> Ring:
    """A closed ring of four positions or more. Raises BadOutline."""
    positions = tuple(position(point) for point in list_in(points, "a ring is a list of positions"))
    if len(positions) < 4:
        raise BadOutline(f"a ring has {len(positions)} positions; it takes 4, the last repeating the first.")
    if positions[0] != positions[-1]:
        start, end = list(positions[0]), list(positions[-1])
        raise BadOutline(f"a ring is not closed: it starts at {start} and ends at {end}.")
    return positions


def position(point: Any) -> Position:
    """Longitude and latitude. Raises BadOutline. There are thousands, and nearly all are two decimals."""
    if type(point) is list and len(point) == 2:
        lon, lat = point
        if type(lon) is type(lat) is float and -180 <= lon <= 180 and -90 <= lat <= 90:
            return lon, lat
    numbers = [part for part in point[:2] if type(part) in (int, float)] if isinstance(point, list) else []
    if len(numbers) == 2 and -180 <= numbers[0] <= 180 and -90 <= numbers[1] <= 90:
        return float(numbers[0]), float(numbers[1])
    shown = json.dumps(point)[:60]
    raise BadOutline(f"a position is a list of longitude and latitude in degrees, not {shown}.")


def list_in(value: Any, what: str) -> list[Any]:
    """A list that holds something. Raises BadOutline."""
    if not isinstance(value, list) or not value:
        raise BadOutline(f"{what}, and not empty.")
    return value
