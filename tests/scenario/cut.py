"""The shipped scenario cut down to some of its provinces, as an author makes a smaller one of it."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Collection

from control.sengoku.scenario.load import load_files
from control.sengoku.scenario.model import Scenario

AROUND_THE_CAPITAL = (
    "yamashiro",
    "yamato",
    "kawachi",
    "izumi",
    "settsu",
    "iga",
    "omi",
    "ise",
    "kii",
    "tamba",
    "harima",
)

Rows = list[dict[str, str]]


def cut_to(shipped: Scenario, here: Collection[str]) -> Scenario:
    """The scenario with these provinces, the clans that hold something in them, and what is theirs; a clan whose home
    is elsewhere is at home in the first province that it holds."""
    files = {name: text for name, text in shipped.files.items() if not name.startswith(("briefings/", "locals"))}
    was = {name: list(csv.DictReader(text.splitlines())) for name, text in files.items() if name.endswith(".csv")}
    now: dict[str, Rows] = {
        "provinces.csv": [row for row in was["provinces.csv"] if row["id"] in here],
        "places.csv": [row for row in was["places.csv"] if row["province"] in here],
    }
    grounds = [(row["ruler"], row["id"]) for row in now["provinces.csv"]]
    grounds += [(row["holder"], row["province"]) for row in now["places.csv"]]
    homes = dict(reversed([(clan, ground) for clan, ground in grounds if clan]))
    now["clans.csv"] = [
        row | {"home_province": row["home_province"] if row["home_province"] in here else homes[row["id"]]}
        for row in was["clans.csv"]
        if row["id"] in homes
    ]
    now["characters.csv"] = [row for row in was["characters.csv"] if row["clan"] in homes]
    people = {row["id"] for row in now["characters.csv"]}
    known = {*here, ""}
    now["titles.csv"] = [row for row in was["titles.csv"] if row["character"] in people and row["province"] in known]
    now["incomes.csv"] = [row for row in was["incomes.csv"] if row["province"] in known and row["clan"] in {*homes, ""}]
    now["geometry/road_points.csv"] = [row for row in was["geometry/road_points.csv"] if row["province"] in here]
    for links in ("adjacency.csv", "sea_crossings.csv", "roads.csv"):
        now[links] = [row for row in was[links] if row["from"] in here and row["to"] in here]
    for file, rows in now.items():
        table = csv.DictWriter(written := io.StringIO(), was[file][0])
        table.writeheader()
        table.writerows(rows)
        files[file] = written.getvalue()
    outlines = json.loads(files["geometry/provinces.geojson"])
    outlines["features"] = [one for one in outlines["features"] if one["properties"]["id"] in here]
    files["geometry/provinces.geojson"] = json.dumps(outlines)
    return load_files("cut", files)
