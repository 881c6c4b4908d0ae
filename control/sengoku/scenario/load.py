"""From a scenario folder to a Scenario, or to every fault that it has, all of them in one run.

`load` is what a game starts from, `check` what ``control-room check`` prints.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, cycle
from pathlib import Path
from typing import Any

from control.kernel.digests import digest_of, hash_of
from control.kernel.grouping import grouped
from control.kernel.scenarios.folder import Folder, Line, R, check_references, check_unique, whole
from control.kernel.scenarios.outlines import Position
from control.kernel.scenarios.scenario_folders import files_of, find
from control.kernel.scenarios.sheets import Note, noting
from control.sengoku.rules.march.geography import Geography
from control.sengoku.rules.tables import FORMS, Options, TableFault, Tables
from control.sengoku.scenario.checks.checks import (
    ROAD_POINTS,
    check_clans,
    check_connected,
    check_court,
    check_experience,
    check_incomes,
    check_pairs,
    check_places,
    check_roads,
    check_shogun,
    check_titles,
)
from control.sengoku.scenario.files.briefings import read_briefings
from control.sengoku.scenario.files.covert import read_covert
from control.sengoku.scenario.files.geometry import read_lakes, read_provinces
from control.sengoku.scenario.files.honour import read_honour
from control.sengoku.scenario.files.locals import read_locals
from control.sengoku.scenario.files.reactions import read_reactions
from control.sengoku.scenario.files.sheet import read_sheet
from control.sengoku.scenario.model import (
    CRESTS,
    MAIN_LINE,
    NAME_KINDS,
    Border,
    Break,
    Character,
    Clan,
    Courtier,
    Crossing,
    Day,
    Era,
    Geometry,
    Income,
    Link,
    Name,
    Place,
    Province,
    RoadLeg,
    RoadPoint,
    Scenario,
    TimetablePhase,
    Title,
)


def load(name_or_folder: str | Path) -> Scenario:
    """Read a scenario: one that comes with the program, by its name, or a folder, by its path.

    Raises OrderNotUnderstood if there is none, ScenarioFaults with everything that is wrong with it.
    """
    path = find(name_or_folder)
    return whole(read_folder, path.name, files_of(path), path)


READ: OrderedDict[tuple[str, str], Scenario] = OrderedDict()
"""The scenarios that were read from their files last, by key and digest: reading one takes a third of a second."""
MOST_READ = 6


def load_files(key: str, files: Mapping[str, str], changed: str = "") -> Scenario:
    """Read a scenario from its files, as a game carries them; a file that is ``changed`` is looked at as a new one.
    Raises ScenarioFaults with everything that is wrong."""
    digest = digest_of({file: hash_of(text) for file, text in files.items()})
    if changed or (key, digest) not in READ:
        READ[(key, digest)] = whole(read_folder, key, files, changed=changed)
        while len(READ) > MOST_READ:
            READ.popitem(last=False)
    return READ[(key, digest)]


def read_folder(folder: Folder, key: str) -> Scenario | None:
    """Read and check what a folder's files hold; None if it has faults, which are in its findings then."""
    findings = folder.findings
    sheet = read_sheet(folder)
    tables = read_tables(folder)
    honour = read_honour(folder)
    covert = read_covert(folder)
    provinces = folder.rows("provinces.csv", Province)
    places = folder.rows("places.csv", Place)
    incomes = folder.rows("incomes.csv", Income)
    clans = folder.rows("clans.csv", Clan)
    characters = folder.rows("characters.csv", Character)
    titles = folder.rows("titles.csv", Title)
    court = folder.rows("court.csv", Courtier) if folder.has("court.csv") else []
    names = folder.rows("names.csv", Name)
    borders = folder.rows("adjacency.csv", Border)
    crossings = folder.rows("sea_crossings.csv", Crossing)
    legs = folder.rows("roads.csv", RoadLeg)
    stations = folder.rows("geometry/road_points.csv", RoadPoint)
    outlines = read_provinces(folder, folder.ids.get("provinces.csv"))
    lakes = read_lakes(folder)
    texts = read_briefings(folder)
    reactions = read_reactions(folder)
    dossiers = read_locals(folder, folder.ids.get("clans.csv", ()))

    check_references(folder)
    check_pairs(findings, "adjacency.csv", borders)
    check_pairs(findings, "sea_crossings.csv", crossings)
    check_clans(findings, clans, characters, folder.begins)
    if folder.begins:
        check_shogun(findings, characters)
        check_places(findings, places, folder.ids.get("provinces.csv", ()))
        if tables:
            check_experience(findings, characters, tables.forces.most_experience)
    check_titles(findings, titles)
    check_court(findings, court, folder.ids.get("characters.csv", ()))
    check_incomes(findings, incomes)
    check_unique(findings, "names.csv", "name", names, lambda row: (row.kind, row.name.casefold()))
    if {"adjacency.csv", "sea_crossings.csv"} <= folder.whole:  # or else every province would seem lonely
        links = [*borders, *crossings]
        check_connected(findings, provinces, links)
        drawn_all = ROAD_POINTS in folder.whole and bool(stations or folder.is_new(ROAD_POINTS))
        check_roads(findings, legs, stations, links, folder.ids.get("provinces.csv", ()), drawn_all)

    if len(findings) or sheet is None or tables is None or honour is None:
        return None
    roads = by_road(rows_of(legs))
    return Scenario(
        key=key,
        title=sheet.title,
        rule_set=sheet.rule_set,
        first_year=sheet.first_year,
        first_season=sheet.first_season,
        era=Era(sheet.era.name, sheet.era.first_year),
        season_minutes=sheet.season.minutes,
        phases=tuple(TimetablePhase(phase.name, phase.minutes, phase.map) for phase in sheet.season.phases),
        day=Day(
            sheet.day.begins, sheet.day.ends, tuple(Break(one.name, one.at, one.minutes) for one in sheet.day.breaks)
        ),
        hide_after=sheet.hide_after,
        turned=sheet.turned,
        honour=honour[0],
        honour_limit=honour[1],
        covert=covert,
        options=Options.from_mapping(sheet.options),
        tables=tables,
        provinces={row.id: row for row in rows_of(provinces)},
        places={row.id: row for row in rows_of(places)},
        incomes={row.id: row for row in rows_of(incomes)},
        clans={row.id: row for row in with_crests(rows_of(clans))},
        characters={row.id: row for row in rows_of(characters)},
        titles=rows_of(titles),
        court=rows_of(court),
        borders=rows_of(borders),
        crossings=rows_of(crossings),
        roads=roads,
        geography=Geography.build(
            pairs(rows_of(borders)),
            pairs(rows_of(crossings)),
            {road: pairs(steps) for road, steps in roads.items()},
        ),
        geometry=Geometry(provinces=outlines, lakes=lakes, road_lines=road_lines(rows_of(stations))),
        texts=texts,
        names={kind: tuple(row.name for row in rows_of(names) if row.kind == kind) for kind in NAME_KINDS},
        locals=dossiers,
        reactions=reactions,
        files=folder.files,
        digest=digest_of({file: hash_of(text) for file, text in folder.files.items()}),
        first_season_draws=sheet.first_season_draws,
    )


def read_tables(folder: Folder) -> Tables | None:
    """The printed tables; None if one of them is missing or cannot be used."""
    documents: dict[str, dict[str, Any]] = {}
    noted: dict[str, Note] = {}
    for stem in FORMS:
        file = f"tables/{stem}.toml"
        if parsed := folder.toml(file):
            documents[stem] = parsed[0]
            noted[f"{stem}.toml"] = noting(folder, file, parsed[1])
    try:
        return Tables.from_documents(documents, [stem for stem in FORMS if folder.is_new(f"tables/{stem}.toml")])
    except TableFault as first:
        for fault in (first, *first.more):
            if note := noted.get(fault.file):  # the others were noted when they were not read
                note(fault.key, fault.sentence)
        return None


def rows_of(lines: Sequence[Line[R]]) -> tuple[R, ...]:
    """The rows without their line numbers."""
    return tuple(line.row for line in lines)


def with_crests(clans: Sequence[Clan]) -> list[Clan]:
    """The clans, each that names no crest with the first that nobody has; if there are none left, any."""
    taken = {clan.crest for clan in clans}
    free = chain((crest for crest in CRESTS if crest not in taken), cycle(CRESTS))
    return [clan if clan.crest else clan.model_copy(update={"crest": next(free)}) for clan in clans]


def pairs(rows: Iterable[Link]) -> list[tuple[str, str]]:
    """The two ends of each row."""
    return [(row.start, row.end) for row in rows]


def by_road(legs: Iterable[RoadLeg]) -> dict[str, tuple[RoadLeg, ...]]:
    """The legs of each road: those of the main line in order, then those of its branches."""
    roads = grouped((leg.road, leg) for leg in sorted(legs, key=place_on_road))
    return {road: tuple(legs) for road, legs in roads.items()}


def road_lines(stations: Iterable[RoadPoint]) -> dict[str, tuple[tuple[Position, ...], ...]]:
    """The way of each road through its stations: the main line, then the branches."""
    lines: dict[str, dict[str, list[Position]]] = {}
    for station in sorted(stations, key=place_on_road):
        lines.setdefault(station.road, {}).setdefault(station.branch, []).append((station.lon, station.lat))
    return {road: tuple(tuple(line) for line in branches.values()) for road, branches in lines.items()}


def place_on_road(row: RoadLeg | RoadPoint) -> tuple[str, bool, str, int]:
    """Sorts by road, the main line before its branches, then by order."""
    return row.road, row.branch != MAIN_LINE, row.branch, row.order
