"""How far an army may go in a season, and why: handbook 6, "Generals" (R12, R19)."""

from __future__ import annotations

from typing import NamedTuple

from control.sengoku.rules.geography import NOWHERE, ROAD_NAMES, Geography
from control.sengoku.rules.tables import MovementTable, Options

NO_LEGS: dict[str, bool] = {}


class Step(NamedTuple):
    """One reason on the way to a figure, what it adds, and the ruling behind it."""

    reason: str
    amount: int
    ruling: str


class Allowance(NamedTuple):
    """How many provinces an army may enter this season; the amounts of ``steps`` add up to ``value``.

    It holds for so many ``legs`` and for the way they take: another leg may change it. ``earned`` is what it would
    be if no least and no most bounded it.
    """

    value: int
    steps: tuple[Step, ...]
    legs: int
    earned: int


def effective_experience(experience: int, wounded: bool, options: Options) -> int:
    """What a general's experience counts for: less while wounded, never below 1 (R19)."""
    return max(1, experience - options.wound_penalty) if wounded else experience


class Allowances:
    """How far armies may go in one season on one ground, and why (R12).

    An allowance goes by the general, by how many legs there are, how many of them cross the sea, and which great road
    they follow. Two armies that have all of that in common have the same one, which is reckoned once.
    """

    def __init__(self, season: str, geography: Geography, table: MovementTable, options: Options) -> None:
        self.season, self.table, self.options = season, table, options
        self._legs = geography.legs
        self._roads = {road: geography.roads.get(road, {}) for road, at in table.roads.items() if season in at}
        self._known: dict[tuple[int, bool, int, int, str], Allowance] = {}

    def how_far(self, experience: int, route: tuple[str, ...], province: str, wounded: bool = False) -> Allowance:
        """How much of a route an army walks, in ``legs``, and its allowance for just those.

        That is the largest number of legs that is not above their own allowance. What is written behind them changes
        nothing, so a longer order never shortens the march. ``route`` is the part that can be walked (`check_route`).
        """
        far = route[: self.table.most]
        for legs, (crossings, road) in zip(range(len(far), 0, -1), self.ways(far, province)[::-1], strict=True):
            found = self.of(experience, wounded, legs, crossings, road)
            if legs <= found.value:
                return found
        return self.of(experience, wounded, 0, 0, "")

    def ways(self, route: tuple[str, ...], province: str) -> list[tuple[int, str]]:
        """For the first leg of a route, the first two, and so on: how many of them cross the sea, and which great road
        they follow, the first of the table if both; none is empty."""
        every_leg = self.options.road_bonus_needs != "any_leg"
        here, crossings, follows = province, 0, self._roads if every_leg else {}
        found = []
        for to in route:
            crossings += self._legs.get(here, NO_LEGS).get(to, False)
            if every_leg:
                follows = follows and {road: by for road, by in follows.items() if to in by.get(here, NOWHERE)}
            else:
                follows = {
                    road: by for road, by in self._roads.items() if to in by.get(here, NOWHERE) or road in follows
                }
            found.append((crossings, next(iter(follows), "")))
            here = to
        return found

    def of(self, experience: int, wounded: bool, legs: int, crossings: int, road: str) -> Allowance:
        """The allowance of a general for so many legs of which so many cross the sea, along a great road or none."""
        key = (experience, wounded, legs, crossings, road)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self.reckon(*key)
        return found

    def reckon(self, experience: int, wounded: bool, legs: int, crossings: int, road: str) -> Allowance:
        """The same, step by step."""
        table = self.table
        steps = [Step("experience", experience, "R12")]
        if hurt := effective_experience(experience, wounded, self.options) - experience:
            steps.append(Step("wounded", hurt, "R19"))
        if bonus := table.sea_crossing * crossings:
            steps.append(Step("sea crossing" if crossings == 1 else f"{crossings} sea crossings", bonus, "R12"))
        if road and table.road:
            steps.append(Step(f"{ROAD_NAMES.get(road, road)} in {self.season}", table.road, "R12"))
        reached = sum(step.amount for step in steps)
        value = min(max(reached, table.least), table.most)
        if value != reached:
            bound = f"at least {table.least}" if value > reached else f"at most {table.most}"
            steps.append(Step(bound, value - reached, "R12"))
        return Allowance(value, tuple(steps), legs, reached)


def allowance(
    experience: int,
    route: tuple[str, ...],
    province: str,
    season: str,
    geography: Geography,
    table: MovementTable,
    options: Options,
    wounded: bool = False,
) -> Allowance:
    """How many provinces an army that starts in ``province`` may enter on just these legs, and why (R12).

    All of ``route`` counts, and all of it can be walked (`check_route`). A route that follows both great roads
    earns one bonus; an empty one earns none.
    """
    reckoned = Allowances(season, geography, table, options)
    crossings, road = reckoned.ways(route, province)[-1] if route else (0, "")
    return reckoned.of(experience, wounded, len(route), crossings, road)


def how_far(
    experience: int,
    route: tuple[str, ...],
    province: str,
    season: str,
    geography: Geography,
    table: MovementTable,
    options: Options,
    wounded: bool = False,
) -> Allowance:
    """How much of a route one army walks, and its allowance for that (`Allowances.how_far`)."""
    return Allowances(season, geography, table, options).how_far(experience, route, province, wounded)
