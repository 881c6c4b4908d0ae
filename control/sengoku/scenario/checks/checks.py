"""What must hold across the rows and files of a scenario. Cells were checked one by one before."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from control.kernel.scenarios.faults import Findings
from control.kernel.scenarios.folder import Line, check_unique
from control.sengoku.scenario.model import (
    Character,
    Clan,
    Courtier,
    Income,
    Link,
    Place,
    Province,
    RoadLeg,
    RoadPoint,
    Title,
)

ROAD_POINTS = "geometry/road_points.csv"
CODE = re.compile(r"[A-Z]{2,4}")


def check_pairs(findings: Findings, file: str, lines: Sequence[Line[Link]]) -> None:
    """Borders and crossings join two different provinces, and are listed once, in either direction."""
    first: dict[frozenset[str], int] = {}
    for line in lines:
        ends = line.row.ends
        if len(ends) == 1:
            findings.add(file, line.number, "to", f'"{line.row.start}" cannot be its own neighbour.')
        elif ends in first:
            findings.add(
                file,
                line.number,
                "to",
                f'"{line.row.start}" and "{line.row.end}" are paired on line {first[ends]} already.',
            )
        first.setdefault(ends, line.number)


def check_connected(findings: Findings, provinces: Sequence[Line[Province]], links: Sequence[Line[Link]]) -> None:
    """Every province can be reached from some other."""
    joined = {end for line in links if len(line.row.ends) == 2 for end in line.row.ends}
    for line in provinces:
        if line.row.id not in joined:
            findings.add(
                "provinces.csv",
                line.number,
                "id",
                f'province "{line.row.id}" has no neighbour in adjacency.csv or sea_crossings.csv.',
            )


def check_roads(
    findings: Findings,
    legs: Sequence[Line[RoadLeg]],
    points: Sequence[Line[RoadPoint]],
    links: Sequence[Line[Link]],
    provinces: Collection[str],
    drawn_all: bool,
) -> None:
    """A road steps over borders or crossings only, and each order number is used once on its branch; each road has its
    stations, if they could all be read."""
    edges = {line.row.ends for line in links}
    for line in legs:
        if line.row.ends <= set(provinces) and line.row.ends not in edges:
            findings.add(
                "roads.csv", line.number, "to", f'no border or crossing joins "{line.row.start}" and "{line.row.end}".'
            )
    check_unique(findings, "roads.csv", "order", legs, lambda row: (row.road, row.branch, row.order))
    check_unique(findings, ROAD_POINTS, "order", points, lambda row: (row.road, row.branch, row.order))
    drawn = {line.row.road for line in points}
    for road, number in {line.row.road: line.number for line in reversed(legs)}.items():
        if drawn_all and road not in drawn:
            findings.add("roads.csv", number, "road", f'"{road}" has no stations in {ROAD_POINTS}.')


def check_clans(
    findings: Findings, clans: Sequence[Line[Clan]], characters: Sequence[Line[Character]], begins: bool
) -> None:
    """A clan has names of its own, a leader from its own ranks and, if it is a Daimyo's, a home province."""
    check_unique(findings, "clans.csv", "code", clans, lambda row: row.code)
    check_unique(findings, "clans.csv", "name", clans, lambda row: row.name)
    check_unique(findings, "clans.csv", "crest", clans, lambda row: row.crest or row.id)
    if begins:
        for line in clans:
            if not CODE.fullmatch(line.row.code):
                wrong = f'a code is two to four plain capital letters ("TAK"), not "{line.row.code}".'
                findings.add("clans.csv", line.number, "code", wrong)
    clan_of = {line.row.id: line.row.clan for line in characters}
    for line in clans:
        clan = line.row
        for column in ("id", "code"):
            if getattr(clan, column) in ("rebels", "REB"):
                findings.add("clans.csv", line.number, column, "this is kept for rebels, who have no lord (R42).")
        theirs = clan_of.get(clan.leader, clan.id)
        if theirs != clan.id:
            findings.add(
                "clans.csv",
                line.number,
                "leader",
                f'"{clan.leader}" is of clan "{theirs}" in characters.csv, not of this one.',
            )
        if clan.kind == "clan" and not clan.home_province:
            findings.add("clans.csv", line.number, "home_province", "a Daimyo's clan needs its home province (R31).")


def check_shogun(findings: Findings, characters: Sequence[Line[Character]]) -> None:
    """There is one Shogun at most, in whatever clan (R43): while two live, nobody can be made or die."""
    shoguns = [line for line in characters if line.row.role == "shogun"]
    for line in shoguns[1:]:
        wrong = f'"{shoguns[0].row.id}" is shogun already, on line {shoguns[0].number}; there is one at most (R43).'
        findings.add("characters.csv", line.number, "role", wrong)


def check_experience(findings: Findings, characters: Sequence[Line[Character]], most: int) -> None:
    """Nobody begins with more experience than a victory could bring him to (R7)."""
    for line in characters:
        if line.row.experience > most:
            wrong = f"experience is {most} at most, by tables/forces.toml, not {line.row.experience} (R7)."
            findings.add("characters.csv", line.number, "experience", wrong)


def check_places(findings: Findings, places: Sequence[Line[Place]], provinces: Collection[str]) -> None:
    """No place has the id of a province: map and papers ask for either by it."""
    for line in places:
        if line.row.id in provinces:
            wrong = f'the id "{line.row.id}" is that of a province already, in provinces.csv. Give the place another.'
            findings.add("places.csv", line.number, "id", wrong)


def check_incomes(findings: Findings, incomes: Sequence[Line[Income]]) -> None:
    """An income goes with a province or with a clan, not with both."""
    for line in incomes:
        if (line.row.province is None) == (line.row.clan is None):
            findings.add(
                "incomes.csv",
                line.number,
                "clan",
                f'"{line.row.id}" goes with a province or with a clan: fill in one of the two.',
            )


def check_titles(findings: Findings, titles: Sequence[Line[Title]]) -> None:
    """A governor or constable has a province, and no colleague there; a court rank has its number, and a person has
    one (R30)."""
    for line in titles:
        column = "rank" if line.row.kind == "court_rank" else "province"
        if getattr(line.row, column) is None:
            findings.add("titles.csv", line.number, column, f"a {line.row.kind} needs its {column} (R30).")
    offices = [line for line in titles if line.row.province]
    check_unique(findings, "titles.csv", "province", offices, lambda row: (row.kind, row.province))
    ranks = [line for line in titles if line.row.kind == "court_rank"]
    check_unique(findings, "titles.csv", "character", ranks, lambda row: row.character)


def check_court(findings: Findings, court: Sequence[Line[Courtier]], people: Collection[str]) -> None:
    """There is one Emperor at most, every noble has his rank, and nobody is of the court and of a clan (R29)."""
    check_unique(
        findings, "court.csv", "role", [one for one in court if one.row.role == "emperor"], lambda row: row.role
    )
    for line in court:
        if (line.row.role == "noble") is (line.row.rank is None):
            sentence = "a noble needs his court rank, 1 to 10; the Emperor stands above all ranks (R29)."
            findings.add("court.csv", line.number, "rank", sentence)
        if line.row.id in people:
            findings.add("court.csv", line.number, "id", f'"{line.row.id}" is of a clan already, in characters.csv.')
