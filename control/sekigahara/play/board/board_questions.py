"""The board as an audience knows it: from what the rules show it, a position that can be drawn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from sqlalchemy.orm import Session

from control.kernel.scenarios.scenario_files import digest_in, files_in
from control.kernel.values import dataclass
from control.kernel.wording import by_name, folded, in_a_row
from control.sekigahara.drawing.board import BoardDrawing
from control.sekigahara.drawing.layout import in_words
from control.sekigahara.drawing.pieces import Beside, Position, Spot, Stack, spoken
from control.sekigahara.play.standing_questions import (
    campaign_by,
    campaign_in,
    for_a_desk,
    for_the_display,
    when,
    winner,
)
from control.sekigahara.rows import Course
from control.sekigahara.rules.board import march
from control.sekigahara.rules.board.board import Board
from control.sekigahara.rules.campaign.campaign import Campaign, road_of
from control.sekigahara.rules.sides import SIDES
from control.sekigahara.scenario.load import load_files
from control.sekigahara.scenario.meanings import meanings
from control.sekigahara.scenario.model import Scenario
from control.sekigahara.scenario.sure import unsure

DISK_CRESTS = {"toyotomi": "paulownia", "sanada": "six-coins", "torii": "shrine-gate", "mogami": "ring-and-two-bars"}
"""The crests of the lords of the disks; another disk has `coin`."""


def drawn_of(scenario: Scenario) -> tuple[Scenario, BoardDrawing]:
    """A scenario with its drawing."""
    campaign = campaign_by(scenario.digest, scenario)
    return scenario, BoardDrawing(scenario, [printed(scenario, campaign, one) for one in scenario.locations])


DRAWINGS: dict[str, tuple[Scenario, BoardDrawing]] = {}
"""Drawings that were asked for, by the digests of their scenarios."""
KEPT = 4


def drawing_in(session: Session) -> tuple[Scenario, BoardDrawing]:
    """The scenario of this session's game, and its drawing."""
    digest = digest_in(session)
    if digest not in DRAWINGS:
        while len(DRAWINGS) >= KEPT:
            del DRAWINGS[next(iter(DRAWINGS))]
        DRAWINGS[digest] = drawn_of(load_files("", files_in(session)))
    return DRAWINGS[digest]


def printed(scenario: Scenario, campaign: Campaign, key: str) -> Spot:
    """A place as it is printed, with nothing on it."""
    place = campaign.board.places[key]
    return Spot(
        key,
        place.name,
        resource=place.resource,
        castle=place.castle,
        capital=place.capital,
        disk=(place.disk, place.disk_side, DISK_CRESTS.get(place.disk, "coin")) if place.disk else None,
        musters=tuple(
            (scenario.clans[clan].name, side, scenario.clans[clan].crest)
            for side in SIDES
            for clan in sorted(place.clans_of(side))
        ),
    )


def board_of(session: Session, desk: str = "") -> tuple[BoardDrawing, Position]:
    """The drawing and the position as a desk knows it; without one as the display shows it."""
    scenario, drawing = drawing_in(session)
    known = for_a_desk(session, desk) if desk else for_the_display(session)
    at = winner(known) if known["winner"] else when(Course.only(session))
    return drawing, position_of(scenario, campaign_in(session), known, at)


def position_of(scenario: Scenario, campaign: Campaign, known: Mapping[str, Any], at: str) -> Position:
    """The position in what an audience knows (`control.sekigahara.rules.sight`)."""
    owners = castle_owners(campaign, known)
    fight = known["combat"]["place"] if known["combat"] else ""
    spots = []
    for key in scenario.locations:
        spot, here = printed(scenario, campaign, key), known["places"].get(key, {})
        stacks = tuple(stack_of(campaign, side, here[side]) for side in SIDES if here.get(side))
        disk = spot.disk if spot.disk and spot.disk[0] in known["disks"] else None
        contested = len(stacks) == 2 or bool(disk and stacks and stacks[0].side != disk[1])
        spots.append(
            Spot(
                key,
                spot.name,
                spot.resource,
                known["resources"].get(key, ""),
                spot.castle,
                owners.get(key, ""),
                spot.capital,
                (campaign.edition.disks[disk[0]].name, disk[1], disk[2]) if disk else None,
                spot.musters,
                stacks,
                "battle" if key == fight else "encounter" if contested else "",
            )
        )
    return Position(
        scenario.title,
        at,
        known["week"],
        known["turn"],
        tuple((row.week, row.cards_each, row.blocks_each) for row in scenario.weeks),
        tuple(spots),
        tuple(beside(known, side) for side in SIDES),
        tuple(road_of(one) for one in (known["movement"] or {}).get("used", ())),
    )


def castle_owners(campaign: Campaign, known: Mapping[str, Any]) -> dict[str, str]:
    """Whose each castle is, by what stands there and who had it first (4.3, S4)."""
    units = {
        side: {place: stacks[side]["number"] for place, stacks in known["places"].items() if side in stacks}
        for side in SIDES
    }
    position = march.Position(units, known["castles_held_first"], {}, known["disks"])
    return {
        key: march.owner(campaign.board, position, key) for key, place in campaign.board.places.items() if place.castle
    }


def stack_of(campaign: Campaign, side: str, held: Mapping[str, Any]) -> Stack:
    """A stack: its blocks by name where they may be read, else those that are known."""
    if "blocks" in held:
        named = sorted(campaign.blocks[one].kind.name for one in held["blocks"])
        return Stack(side, held["number"], tuple(named), len(held["moved"]))
    return Stack(side, held["number"], tuple(held["known"]))


def beside(known: Mapping[str, Any], side: str) -> Beside:
    """What a side has off the board."""
    box = known["boxes"][side]
    return Beside(
        side,
        box["number"] if box else 0,
        known["hands"][side]["number"],
        known["piles"][side],
        known["bags"][side],
        len(known["lost"][side]),
        known["score"][side],
        len(known["mori_box"]) if side == "west" else None,
    )


def places_by_name(session: Session) -> tuple[tuple[str, str], ...]:
    """Every place by its id and name, in the order of the names."""
    scenario, _ = drawing_in(session)
    return by_name((one.id, one.name) for one in scenario.locations.values())


def board_in_words(position: Position) -> tuple[str, ...]:
    """The board in words, for who hears the page: what is printed at each place and what stands there, by the names."""
    return tuple(spoken(one) for one in sorted(position.spots, key=lambda one: folded(one.name)))


@dataclass(frozen=True)
class About:
    """What a scenario is made of: sentences on what is not sure, the places that are drawn elsewhere with how far and
    whither, roads whose names are historical, and the settings of its options; what the words of its rules mean, and
    whither highways and other roads lead from each place."""

    title: str
    unsure: tuple[str, ...]
    moved: tuple[tuple[str, str], ...]
    historical: tuple[str, ...]
    options: tuple[tuple[str, str], ...]
    meanings: tuple[tuple[str, str], ...]
    roads: tuple[tuple[str, str, str], ...]


def about(session: Session) -> About:
    """What the scenario of this game is made of."""
    scenario, _ = drawing_in(session)
    board = campaign_in(session).board
    moved = scenario.geography.moved
    return About(
        scenario.title,
        tuple(unsure(scenario)),
        tuple((scenario.locations[key].name, in_words(*by)) for key, by in moved.items()),
        tuple(sorted({road.road for road in scenario.roads if road.name_source == "historical"})),
        tuple((name, str(value)) for name, value in asdict(scenario.options).items()),
        tuple(meanings(scenario.edition)),
        tuple(
            (called, led_to(board, place, True), led_to(board, place, False))
            for place, called in places_by_name(session)
        ),
    )


def led_to(board: Board, place: str, highway: bool) -> str:
    """Whither the highways, or the other roads, lead from a place, by the names."""
    return in_a_row(sorted((board.called(to) for to, one in board.roads[place].items() if one == highway), key=folded))
