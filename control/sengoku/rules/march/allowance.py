"""How far an army may go in a season, and why: handbook 6, "Generals" (R12, R19)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from control.sengoku.rules.march.geography import NO_WAYS, NOWHERE, OPEN_LAND, ROAD_NAMES, Geography, Way
from control.sengoku.rules.tables import MovementTable, Options


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
    they follow. Two armies whose legs are alike have the same one, which is reckoned once (`allowances_on`).
    """

    def __init__(self, season: str, geography: Geography, table: MovementTable, options: Options) -> None:
        self.season, self.table, self.options = season, table, options
        self._legs = geography.legs
        self._roads = [road for road, seasons in table.roads.items() if season in seasons]
        self._far: dict[tuple[int, bool, tuple[Way, ...]], Allowance] = {}

    def how_far(self, experience: int, route: tuple[str, ...], province: str, wounded: bool = False) -> Allowance:
        """How much of a route an army walks, in ``legs``, and its allowance for just those.

        That is the largest number of legs that is not above their own allowance. What is written behind them changes
        nothing, so a longer order never shortens the march. ``route`` is the part that can be walked (`check_route`).
        """
        return self.along(experience, self.ways(route, province), wounded)

    def ways(self, route: tuple[str, ...], province: str) -> list[Way]:
        """What the legs of a route are like."""
        stops = (province, *route)
        return [self._legs.get(here, NO_WAYS).get(to, OPEN_LAND) for here, to in zip(stops, route, strict=False)]

    def along(self, experience: int, ways: Sequence[Way], wounded: bool = False) -> Allowance:
        """The same of a route whose legs are like these."""
        key = (experience, wounded, tuple(ways[: self.table.most]))
        found = self._far.get(key)
        if found is None:
            found = self.reckon(*key)
            if ways and found.legs > found.value:
                found = self.along(experience, key[2][:-1], wounded)
            self._far[key] = found
        return found

    def reckon(self, experience: int, wounded: bool, ways: Sequence[Way]) -> Allowance:
        """The allowance of a general who takes all of these legs, step by step."""
        table = self.table
        steps, reached = [Step("experience", experience, "R12")], experience
        if wounded and (hurt := effective_experience(experience, wounded, self.options) - experience):
            reached += hurt
            steps.append(Step("wounded", hurt, "R19"))
        crossings = [way.by_sea for way in ways].count(True)
        if bonus := table.sea_crossing * crossings:
            reached += bonus
            steps.append(Step("sea crossing" if crossings == 1 else f"{crossings} sea crossings", bonus, "R12"))
        if table.road and (road := self.road(ways)):
            reached += table.road
            steps.append(Step(f"{ROAD_NAMES.get(road, road)} in {self.season}", table.road, "R12"))
        value = reached
        if reached < table.least:
            value = table.least
            steps.append(Step(f"at least {value}", value - reached, "R12"))
        elif reached > table.most:
            value = table.most
            steps.append(Step(f"at most {value}", value - reached, "R12"))
        return Allowance(value, tuple(steps), len(ways), reached)

    def road(self, ways: Sequence[Way]) -> str:
        """The great road that these legs follow, the first of the table if both; none is empty."""
        roads = [way.roads for way in ways]
        followed = NOWHERE.union(*roads)
        if followed and self.options.road_bonus_needs != "any_leg":
            followed = followed.intersection(*roads)
        return next((road for road in self._roads if road in followed), "") if followed else ""


def allowances_on(geography: Geography, season: str, table: MovementTable, options: Options) -> Allowances:
    """The allowances of a season on one ground, by a table and options. What was reckoned stays with the ground: the
    same few roads are marched year after year, and a map asks for every army each time it is drawn."""
    found: Allowances | None = geography.allowances.get((season, options))
    if found is None or found.table is not table:
        found = geography.allowances[season, options] = Allowances(season, geography, table, options)
    return found
