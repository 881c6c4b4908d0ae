"""The ground that armies march over: which provinces touch, where one may cross the sea, the two great roads."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from functools import cached_property
from sys import intern
from typing import Any

from control.kernel.values import dataclass

ROAD_NAMES = {"tokaido": "Tōkaidō", "nakasendo": "Nakasendō"}
NOWHERE: frozenset[str] = frozenset()


@dataclass(frozen=True, eq=False, slots=True)
class Way:
    """What a leg is like: whether it is a sea crossing and no land border, and which great roads it follows.

    On one map, legs that are alike have the same.
    """

    by_sea: bool
    roads: frozenset[str]


OPEN_LAND, OPEN_SEA = Way(False, NOWHERE), Way(True, NOWHERE)
NO_WAYS: dict[str, Way] = {}


@dataclass(frozen=True)
class Geography:
    """Which provinces an army may step between, by land or over a sea crossing, and along which great road.

    Every edge runs both ways. One that is a land border as well as a crossing is taken by land.
    """

    land: Mapping[str, Set[str]]
    sea: Mapping[str, Set[str]]
    roads: Mapping[str, Mapping[str, Set[str]]]

    @classmethod
    def build(
        cls,
        adjacency: Iterable[tuple[str, str]],
        crossings: Iterable[tuple[str, str]] = (),
        roads: Mapping[str, Iterable[tuple[str, str]]] | None = None,
    ) -> Geography:
        """A geography from pairs of provinces, each pair in either direction and any number of times."""
        by_road = {name: both_ways(pairs) for name, pairs in (roads or {}).items()}
        return cls(both_ways(adjacency), both_ways(crossings), by_road)

    def knows(self, province: str) -> bool:
        """Whether any border or crossing leads to this province."""
        return province in self.land or province in self.sea

    def provinces(self) -> list[str]:
        """Every province that a border or crossing leads to, sorted."""
        return sorted(self.land.keys() | self.sea.keys())

    def neighbours(self, province: str) -> list[str]:
        """The provinces one leg away, sorted."""
        return sorted(self.land.get(province, NOWHERE) | self.sea.get(province, NOWHERE))

    @cached_property
    def legs(self) -> Mapping[str, Mapping[str, Way]]:
        """Where one leg leads from each province, and what it is like."""
        found = {
            here: dict.fromkeys(self.sea.get(here, NOWHERE), OPEN_SEA)
            | dict.fromkeys(self.land.get(here, NOWHERE), OPEN_LAND)
            for here in self.land.keys() | self.sea.keys()
        }
        alike: dict[tuple[bool, frozenset[str]], Way] = {}
        for road, stages in self.roads.items():
            for here in stages.keys() & found.keys():
                ways = found[here]
                for to in stages[here] & ways.keys():
                    key = ways[to].by_sea, ways[to].roads | {road}
                    ways[to] = alike.setdefault(key, Way(*key))
        return found

    @cached_property
    def allowances(self) -> dict[Any, Any]:
        """How far armies may go on this ground, as it was reckoned before (`allowance.allowances_on`)."""
        return {}

    def ways(self, province: str, route: Iterable[str]) -> list[Way]:
        """What each leg of a route is like, as far as it can be walked."""
        here, legs = province, self.legs
        found: list[Way] = []
        try:
            for to in route:
                found.append(legs[here][to])
                here = to
        except KeyError:
            pass
        return found

    def is_neighbour(self, a: str, b: str) -> bool:
        """Whether one leg leads from ``a`` to ``b``."""
        return b in self.land.get(a, NOWHERE) or b in self.sea.get(a, NOWHERE)

    def by_sea(self, a: str, b: str) -> bool:
        """Whether the leg between the two is a sea crossing and no land border."""
        return b in self.sea.get(a, NOWHERE) and b not in self.land.get(a, NOWHERE)

    def on_road(self, road: str, a: str, b: str) -> bool:
        """Whether the leg between the two follows this road."""
        return b in self.roads.get(road, {}).get(a, NOWHERE)


def both_ways(pairs: Iterable[tuple[str, str]]) -> dict[str, set[str]]:
    """Each name with all it is paired with; one paired with itself is no pair.

    A name is kept once, however often it was read: a season looks up every leg of every army, and of a large map the
    memory that this goes through is most of its time.
    """
    ends: dict[str, set[str]] = {}
    for one, other in pairs:
        if one != other:
            a, b = intern(one), intern(other)
            ends.setdefault(a, set()).add(b)
            ends.setdefault(b, set()).add(a)
    return ends
