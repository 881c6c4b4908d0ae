"""What the season has to do with the clock (handbook 2): its stages, its name, what the hall must know in each."""

from __future__ import annotations

from typing import Any

from control.kernel.hall.clock.clockwork import Clockwork, Stage
from control.sengoku.rows import Clock, DayPlan, Game, SeasonTime
from control.sengoku.rules.seasons import season_at, season_heading
from control.sengoku.scenario.model import Scenario

NOTES = {
    "commanders": "Only players commanding armies at the map",
    "everybody": "The map is open to everybody",
}
"""Who may be at the map in a part of a season."""


def stages(scenario: Scenario, game: Game) -> tuple[Stage, ...]:
    """The parts of the season; nobody moves in winter, which has one."""
    winter = game.season == "winter"
    return tuple(
        Stage(one.name, 60 * one.minutes, "" if winter else NOTES[one.map], not winter and one.map == "everybody")
        for one in scenario.timetable(game.season)
    )


def named(game: Game, ahead: int) -> str:
    """The season that is so many ahead, in words."""
    return season_heading(*season_at(game.season, game.year, ahead))


def told(game: Game) -> dict[str, Any]:
    """The season, as answers have it."""
    return {"season": game.season, "year": game.year}


CLOCK = Clockwork(
    row=Clock,
    times=SeasonTime,
    plan=DayPlan,
    number=lambda game: game.seasons,
    named=named,
    stages=stages,
    length=lambda scenario: 60 * scenario.season_minutes,
    closed_by=("season.advance",),
    told=lambda _scenario, game: told(game),
    era=lambda scenario, game: f"{scenario.era.name} {scenario.era.year(game.year)}",
    kept=told,
)
