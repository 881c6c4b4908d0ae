"""When something happened, by its place among all moments and in words."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from control.kernel.game import Moment
from control.kernel.rows import Base, Entry
from control.sengoku.rows import Game
from control.sengoku.rules.seasons import YEAR, season_place


def place_of(year: int, season: str = "winter", phase: int = 0) -> int:
    """Where a phase stands among all moments."""
    return season_place(season, year) * 100 + phase


def told(model: type[Base], moment: int) -> dict[str, Any]:
    """What answers say of the moment of a row: of an entry of the journal with the phase."""
    at = moment_at(moment)
    return dict(at) if issubclass(model, Entry) else {name: at[name] for name in ("year", "season")}


def season_in(place: int) -> int:
    """Where its season stands among all there ever were, of what has this place among all moments."""
    return place // 100


@lru_cache(maxsize=1000)
def moment_at(place: int) -> Mapping[str, Any]:
    """The year, season and phase that have this place among all moments."""
    stretch, phase = divmod(place, 100)
    year, season = divmod(stretch, len(YEAR))
    return {"year": year, "season": YEAR[season], "phase": phase}


def moment(game: Any) -> Moment:
    """The moment at which a game stands, from its row."""
    return Moment(place_of(game.year, game.season, game.phase), f"{game.season} {game.year}")


def is_first_winter(game: Game) -> bool:
    """Whether this is the winter in which the game began: only planned in, nothing falls due (R24)."""
    return game.season == "winter" and game.seasons == 0


def season_and_year(stretch: str) -> dict[str, Any]:
    """A stretch of the game, as answers have it."""
    season, year = stretch.split()
    return {"season": season, "year": int(year)}
