"""Seasons as they are written, ``1551-summer``, and as the game counts them."""

from __future__ import annotations

from control.kernel.errors import OrderNotUnderstood
from control.sengoku.rows import Game
from control.sengoku.scenario.model import SEASONS, Scenario


def spot(year: int, season: str) -> int:
    """A season among all there ever were: a year begins in winter."""
    return 4 * year + (SEASONS.index(season) + 1) % len(SEASONS)


def seasons_since(game: Game, scenario: Scenario, year: int, season: str) -> int:
    """The seasons since the game's first one; below 0 for one before it."""
    return spot(year, season) - spot(scenario.first_year, game.first_season or scenario.first_season)


def season_of(game: Game, number: int) -> tuple[int, str]:
    """Year and name of a season by its number (Game.seasons), from the one that it is now."""
    year, place = divmod(spot(game.year, game.season) + number - game.seasons, 4)
    return year, SEASONS[place - 1]


def dated(game: Game, number: int) -> str:
    """A season by its number, as it is written: ``1551-summer``."""
    year, season = season_of(game, number)
    return f"{year}-{season}"


def season_in_words(game: Game, number: int) -> str:
    """A season by its number, as it is read: "summer 1551"."""
    year, season = season_of(game, number)
    return f"{season} {year}"


def read_season(game: Game, typed: str, field: str) -> int:
    """The number of a season that was written ``1551-summer``. Raises OrderNotUnderstood at ``field``."""
    year, _, season = typed.strip().lower().partition("-")
    if season not in SEASONS or not year.isdecimal() or len(year) > 4:
        raise OrderNotUnderstood(
            f"“{typed}” is no season. Write the year and its season, like {dated(game, game.seasons + 1)}.", field=field
        )
    return game.seasons + spot(int(year), season) - spot(game.year, game.season)
