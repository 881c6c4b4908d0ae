"""How far an army may go in a season, and why: handbook 6, "Generals" (R12, R19)."""

from __future__ import annotations

from typing import NamedTuple

from control.sengoku.rules.geography import ROAD_NAMES, Geography
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
    steps = [Step("experience", experience, "R12")]
    if hurt := effective_experience(experience, wounded, options) - experience:
        steps.append(Step("wounded", hurt, "R19"))
    legs = tuple(zip((province, *route), route, strict=False))
    if bonus := table.sea_crossing * (crossings := geography.crossings(legs)):
        steps.append(Step("sea crossing" if crossings == 1 else f"{crossings} sea crossings", bonus, "R12"))
    enough = any if options.road_bonus_needs == "any_leg" else all
    for road, seasons in table.roads.items():
        if legs and season in seasons and enough(geography.along(road, legs)):
            steps += [Step(f"{ROAD_NAMES.get(road, road)} in {season}", table.road, "R12")] if table.road else []
            break
    reached = sum([amount for _reason, amount, _ruling in steps])
    value = min(max(reached, table.least), table.most)
    if value != reached:
        bound = f"at least {table.least}" if value > reached else f"at most {table.most}"
        steps.append(Step(bound, value - reached, "R12"))
    return Allowance(value, tuple(steps), len(route), reached)


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
    """How much of a route an army walks, in ``legs``, and its allowance for just those (R12).

    That is the largest number of legs that is not above their own allowance. What is written behind them changes
    nothing, so a longer order never shortens the march. ``route`` is the part that can be walked (`check_route`).
    """

    gain = max(0, table.road) + max(0, table.sea_crossing) * len(route)  # no allowance is larger than with all of it
    at_most = max(table.least, effective_experience(experience, wounded, options) + gain)
    for legs in range(min(len(route), table.most, at_most), 0, -1):
        found = allowance(experience, route[:legs], province, season, geography, table, options, wounded)
        if legs <= found.value:
            return found
    return allowance(experience, (), province, season, geography, table, options, wounded)
