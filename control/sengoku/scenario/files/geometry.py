"""The map's outlines, from GeoJSON: a FeatureCollection of Polygons and MultiPolygons.

Positions are longitude and latitude in degrees, as GeoJSON has them.
"""

from __future__ import annotations

from collections.abc import Collection

from control.kernel.errors import did_you_mean
from control.kernel.scenarios.folder import Folder
from control.kernel.scenarios.outlines import Polygon, feature_id, read_features, read_outline

PROVINCES = "geometry/provinces.geojson"
LAKES = "geometry/lakes.geojson"


def read_provinces(folder: Folder, known: Collection[str] | None) -> dict[str, tuple[Polygon, ...]]:
    """The polygons of each province. ``known`` are the ids it may have; None if they could not be read."""
    shapes: dict[str, tuple[Polygon, ...]] = {}
    seen = set()
    features = read_features(folder, PROVINCES)
    if features is None:
        return shapes
    for line, feature in features:
        province = feature_id(feature)
        if not province:
            folder.findings.add(PROVINCES, line, "id", 'this feature has no "id" in its properties.')
            continue
        if province in seen:
            folder.findings.add(PROVINCES, line, "id", f'province "{province}" is drawn twice.')
        elif known is not None and province not in known:
            near = did_you_mean(province, known)
            folder.findings.add(PROVINCES, line, "id", f'no province "{province}".{near}')
        seen.add(province)
        shapes[province] = read_outline(folder.findings, PROVINCES, line, feature)
    for province in sorted(set(known or ()) - seen):
        folder.findings.add(PROVINCES, None, "", f'province "{province}" has no polygon.')
    return shapes


def read_lakes(folder: Folder) -> tuple[Polygon, ...]:
    """The polygons of the lakes, which are drawn over the provinces."""
    features = read_features(folder, LAKES) or []
    return tuple(
        polygon for line, feature in features for polygon in read_outline(folder.findings, LAKES, line, feature)
    )
