"""Seasons as they are written, ``1551-summer`` or ``summer 1551``, and as the game counts them."""

from __future__ import annotations

from sqlalchemy.orm import Session

from control.kernel.errors import OrderNotUnderstood
from control.sengoku.rows import Game
from control.sengoku.rules.seasons import YEAR, season_at, season_place
from control.sengoku.scenario.model import Scenario


def seasons_since(game: Game, scenario: Scenario, year: int, season: str) -> int:
    """The seasons since the game's first one; below 0 for one before it."""
    return season_place(season, year) - season_place(game.first_season or scenario.first_season, scenario.first_year)


def season_of(game: Game, number: int) -> tuple[str, int]:
    """A season and its year by its number (Game.seasons), from the one that it is now."""
    return season_at(game.season, game.year, number - game.seasons)


def season_ahead(session: Session) -> str:
    """The season that comes next."""
    game = Game.only(session)
    return season_of(game, game.seasons + 1)[0]


def dated(game: Game, number: int) -> str:
    """A season by its number, as it is written: ``1551-summer``."""
    season, year = season_of(game, number)
    return f"{year}-{season}"


def season_in_words(game: Game, number: int) -> str:
    """A season by its number, as it is read: "summer 1551"."""
    season, year = season_of(game, number)
    return f"{season} {year}"


def as_dated(typed: str) -> str:
    """A season as it is written, however it was typed; what is none is refused by whoever reads it."""
    first, _, second = "-".join(typed.lower().replace("-", " ").split()).partition("-")
    return f"{second}-{first}" if first in YEAR else f"{first}-{second}".rstrip("-")


def read_season(game: Game, typed: str, field: str) -> int:
    """The number of a season that was written ``1551-summer``, or as it is read. Raises OrderNotUnderstood at
    ``field``."""
    year, _, season = as_dated(typed).partition("-")
    if season not in YEAR or not year.isdecimal() or len(year) > 4:
        raise OrderNotUnderstood(
            f"“{typed}” is no season. Write the year and its season, like {dated(game, game.seasons + 1)}.", field=field
        )
    return game.seasons + season_place(season, int(year)) - season_place(game.season, game.year)
