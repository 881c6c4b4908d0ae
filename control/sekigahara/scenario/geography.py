"""What the board is drawn from: the outlines of land and lakes, peaks, and which places are drawn elsewhere."""

from __future__ import annotations

from collections.abc import Mapping

from control.kernel.scenarios.folder import Folder, Line
from control.kernel.scenarios.outlines import Polygon, feature_id, read_features, read_outline
from control.sekigahara.drawing.layout import NEAREST, Geography, Peak, drawn, too_near
from control.sekigahara.scenario.model import DrawnRow, Location, PeakRow

COAST, PEAKS, DRAWN = "geometry/coast.geojson", "geometry/peaks.csv", "geometry/drawn.csv"
KINDS = ("land", "lake")


def read_geography(folder: Folder, peaks: list[Line[PeakRow]], moved: list[Line[DrawnRow]]) -> Geography:
    """The geography, with what is wrong noted."""
    land: dict[str, tuple[Polygon, ...]] = {}
    names: dict[str, str] = {}
    lakes: list[Polygon] = []
    for line, feature in read_features(folder, COAST) or ():
        properties = feature.get("properties") if isinstance(feature, dict) else None
        told = properties if isinstance(properties, dict) else {}
        kind, key = told.get("kind"), feature_id(feature)
        if kind not in KINDS or not key or key in land:
            folder.findings.add(
                COAST, line, "kind", f"a feature has an id of its own, and its kind is {' or '.join(KINDS)}."
            )
            continue
        outline = read_outline(folder.findings, COAST, line, feature)
        if kind == "lake":
            lakes += outline
        else:
            land[key], names[key] = outline, str(told.get("name") or key)
    found = tuple(Peak(line.row.name, line.row.lon, line.row.lat, line.row.metres) for line in peaks)
    shifts = {line.row.location: (line.row.east_km, line.row.north_km) for line in moved}
    return Geography(land, names, tuple(lakes), found, shifts)


def check_drawn(folder: Folder, locations: Mapping[str, Location], geography: Geography) -> None:
    """No place is drawn too near another, none is moved twice."""
    for one, other, apart in too_near(drawn(locations, geography.moved)):
        folder.findings.add(
            DRAWN,
            None,
            "",
            f"{one} and {other} are drawn {apart:.0f} units apart, and must be {NEAREST:.0f}: move one of them.",
        )
    if not geography.land:
        folder.findings.add(COAST, None, "", "there is no land.")
