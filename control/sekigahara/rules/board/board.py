"""The board: places, the roads between them, and what stands there for good (4, 3.4), from the rows of a scenario."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from typing import Protocol

from control.kernel.values import dataclass
from control.sekigahara.rules.edition import Edition
from control.sekigahara.rules.sides import SIDES


class LocationRow(Protocol):
    """A row of `locations.csv`: ``none`` where there is nothing, a disk as ``name:side``, clans joined by ``|``."""

    @property
    def id(self) -> str:
        """Its id."""

    @property
    def name(self) -> str:
        """What people call it."""

    @property
    def kind(self) -> str:
        """`resource` or `ordinary`."""

    @property
    def castle(self) -> str:
        """The colour of its castle."""

    @property
    def capital(self) -> str:
        """The side whose capital it is."""

    @property
    def recruit_east(self) -> str:
        """The clans of the east whose mon is there."""

    @property
    def recruit_west(self) -> str:
        """The clans of the west."""

    @property
    def disk(self) -> str:
        """Its disk."""


class RoadRow(Protocol):
    """A row of `roads.csv`."""

    @property
    def a(self) -> str:
        """One end."""

    @property
    def b(self) -> str:
        """The other end."""

    @property
    def kind(self) -> str:
        """`highway` or `secondary`."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place. ``castle`` and ``capital`` are the side of their colour, or empty; ``disk`` is the name of the disk that
    stands there at first, and ``disk_side`` whose it is. ``musters`` are the clans of each side whose mon is here."""

    id: str
    name: str
    resource: bool = False
    castle: str = ""
    capital: str = ""
    disk: str = ""
    disk_side: str = ""
    musters: Mapping[str, frozenset[str]] = field(default_factory=dict, hash=False)

    def clans_of(self, side: str) -> frozenset[str]:
        """The clans of a side that muster here (7.2)."""
        return self.musters[side]


@dataclass(frozen=True)
class Board:
    """All places by id; ``roads`` leads from each to its neighbours, in the order of their ids, and says whether the
    road is a highway; ``disks`` are the places of the disks by their names. Of the edition: whether capitals and disks
    lead (7.3.4, D7), and the number of its rule on besieged blocks (D34)."""

    places: Mapping[str, Place]
    roads: Mapping[str, Mapping[str, bool]]
    disks: Mapping[str, Place]
    capitals_lead: bool
    disks_lead: bool
    besieged: str

    @classmethod
    def build(cls, edition: Edition, locations: Iterable[LocationRow], roads: Iterable[RoadRow]) -> Board:
        """A board from the rows of an edition."""
        places = {row.id: place_in(row) for row in locations}
        near: dict[str, dict[str, bool]] = {one: {} for one in places}
        for row in roads:
            near[row.a][row.b] = near[row.b][row.a] = row.kind == "highway"
        return cls(
            places,
            {one: dict(sorted(ways.items())) for one, ways in near.items()},
            {place.disk: place for place in places.values() if place.disk},
            edition.leadership.capital,
            edition.leadership.disk,
            edition.numbers.besieged,
        )

    def called(self, place: str) -> str:
        """What people call a place."""
        return self.places[place].name


def place_in(row: LocationRow) -> Place:
    """A place as its row has it; ``none`` and an empty cell are nothing."""
    disk, _, disk_side = nothing(row.disk).partition(":")
    clans = {"east": row.recruit_east, "west": row.recruit_west}
    return Place(
        row.id,
        row.name,
        row.kind == "resource",
        nothing(row.castle),
        nothing(row.capital),
        disk,
        disk_side,
        {side: frozenset(filter(None, clans[side].split("|"))) for side in SIDES},
    )


def nothing(cell: str) -> str:
    """A cell, empty where it says ``none``."""
    return "" if cell == "none" else cell


def segment(one: str, other: str) -> tuple[str, str]:
    """A road as it is written down: its two ends in the order of their ids."""
    return (one, other) if one < other else (other, one)
