"""Seeded worlds to measure: the same armies, routes and battles in every run."""

from __future__ import annotations

import csv
import io
import random
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from control.kernel.actions.registry import perform
from control.kernel.actions.world import Room, Umpire
from control.kernel.chance.chance import Secrets
from control.kernel.database.store import open_store
from control.sengoku.rules.battle.battle import THEN
from control.sengoku.rules.march.movement import Army
from control.sengoku.scenario.load import load, load_files
from control.sengoku.scenario.model import HEADS, Scenario
from control.sengoku.season.start import new_game

SEED = "benchmarks"
ARMIES = 120
GAME_CONTROL = Umpire("the benchmark", "game")
MAP_CONTROL = Umpire("the benchmark", "map")
DESK_CODES = {
    "game": "gamega",
    "map": "mapmap",
    "team": "teamte",
    "npd": "npdnpd",
    "intelligence": "intell",
    "bakufu": "bakufu",
}


@cache
def scenario() -> Scenario:
    """The Sengoku game as it is shipped."""
    return load("sengoku_1550")


@cache
def crowded() -> Scenario:
    """The same with a second general for everybody, so that 120 armies find one each; a game carries it."""
    files = scenario().files
    people = list(csv.DictReader(files["characters.csv"].splitlines()))
    younger = [
        one
        | {
            "id": f"{one['id']}-the-younger",
            "name": f"{one['name']} the Younger",
            "role": "taisho" if one["role"] in (*HEADS, "heir") else one["role"],  # a clan has one head, and one heir
        }
        for one in people
    ]
    written = io.StringIO()
    table = csv.DictWriter(written, people[0])
    table.writeheader()
    table.writerows([*people, *younger])
    return load_files(scenario().key, {**files, "characters.csv": written.getvalue()})


def march(dice: random.Random, start: str, legs: int) -> list[str]:
    """A route of so many legs that can be walked."""
    route: list[str] = []
    for _ in range(legs):
        route.append(dice.choice(sorted(scenario().geography.neighbours(route[-1] if route else start))))
    return route


def armies(count: int) -> list[Army]:
    """Armies of the played clans anywhere on the map, each with a route of one to four provinces."""
    dice = random.Random(f"{SEED}/{count}")
    provinces, sides = sorted(scenario().provinces), played()
    found = []
    for number in range(1, count + 1):
        start = dice.choice(provinces)
        route = tuple(march(dice, start, dice.randint(1, 4)))
        found.append(Army(f"A{number:05d}", dice.choice(sides), start, dice.randint(1, 4), route))
    return found


def side_by_side(count: int) -> list[Army]:
    """120 armies on each of so many maps of Japan: as crowded as one map with 120."""
    return [
        replace(
            army,
            id=f"{copy:03d}-{army.id}",
            province=f"{army.province}-{copy}",
            route=tuple(f"{leg}-{copy}" for leg in army.route),
        )
        for copy in range(count)
        for army in armies(ARMIES)
    ]


@cache
def maps(count: int) -> dict[str, Any]:
    """So many maps of Japan side by side, as the fields of a document for `control-room movement`."""

    def copied(links: Iterable[Any]) -> list[list[str]]:
        return [[f"{link.start}-{copy}", f"{link.end}-{copy}"] for copy in range(count) for link in links]

    return {
        "adjacency": copied(scenario().borders),
        "sea_crossings": copied(scenario().crossings),
        "roads": {name: copied(legs) for name, legs in scenario().roads.items()},
    }


def played() -> list[str]:
    """The clans that players have."""
    return sorted(key for key, clan in scenario().clans.items() if clan.played)


def hostile() -> list[tuple[str, str]]:
    """Every second pair of played clans is at war."""
    sides = played()
    pairs = [(one, other) for place, one in enumerate(sides) for other in sides[place + 1 :]]
    return pairs[::2]


def season_document(given: list[Army]) -> dict[str, Any]:
    """A season of these armies as `control-room movement` reads it, but for the map."""
    return {
        "season": "summer",
        "armies": [
            {
                "id": army.id,
                "side": army.side,
                "province": army.province,
                "experience": army.experience,
                "route": list(army.route),
            }
            for army in given
        ],
        "hostile": [list(pair) for pair in hostile()],
    }


def battles(count: int) -> list[dict[str, Any]]:
    """Battles of one round, every die given, as `control-room battle` reads them."""
    dice = random.Random(f"{SEED}/battles")
    tactics = scenario().tables.tactics.names

    def side(name: str, works: list[str]) -> dict[str, Any]:
        return {
            "name": name,
            "troops": dice.randint(1, 40),
            "experience": dice.randint(1, 4),
            "home_province": dice.random() < 0.3,
            "fortification": dice.choice(works),
            "in_person": dice.random() < 0.3,
        }

    return [
        {
            "province": {"mountainous": dice.random() < 0.5},
            "attacker": side("Uesugi", ["none"]),
            "defender": side("Takeda", ["none", "castle", "fortress"]),
            "rounds": [
                {
                    "attacker_tactic": dice.choice(tactics),
                    "defender_tactic": dice.choice(tactics),
                    "die": dice.randint(1, 6),
                }
            ],
            "then": dice.choice(THEN),
        }
        for _ in range(count)
    ]


def crowded_game(file: Path) -> Room:
    """A game with 120 armies on the map, each with its order; 480 journal entries of raising, forming, ordering."""
    room = new_game(open_store(file), crowded(), Secrets(seed=SEED, cookies=SEED, codes=DESK_CODES))
    take_the_field(room)
    return room


def take_the_field(room: Room, before: int = 0) -> None:
    """Raise 120 armies, wherever they stand by chance, each with its order; so many were there ``before``."""
    dice = random.Random(f"{SEED}/game")
    provinces = sorted(key for key, one in scenario().provinces.items() if one.ruler)
    by_clan = {one.ruler: key for key in reversed(provinces) for one in [scenario().provinces[key]]}
    generals = [one for one in crowded().characters.values() if one.clan in by_clan]
    why = {"reason": "a benchmark", "force": "a benchmark"}
    for number, general in enumerate(generals[:ARMIES], 1 + before):
        here, troops = by_clan[general.clan], dice.randint(1, 20)
        perform(room, GAME_CONTROL, "garrison.raise", {"province": here, "troops": troops, **why})
        perform(room, GAME_CONTROL, "army.form", {"general": general.id, "province": here, "troops": troops})
        start = dice.choice(provinces)
        if start != here:
            moved = {"kind": "army", "id": number, "field": "province", "value": start, "reason": "a benchmark"}
            perform(room, GAME_CONTROL, "figure.correct", moved)
        perform(room, MAP_CONTROL, "army.order_march", {"army": number, "route": march(dice, start, 3)})
