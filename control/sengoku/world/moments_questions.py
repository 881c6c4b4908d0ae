"""When something happened, in the journal's columns and in words."""

from __future__ import annotations

from typing import Any

from control.sengoku.rows import Game


def moment(game: Game) -> dict[str, Any]:
    """What the journal keeps of the moment."""
    return {"year": game.year, "season": game.season, "phase": game.phase}


def is_first_winter(game: Game) -> bool:
    """Whether this is the winter in which the game began: only planned in, nothing falls due (R24)."""
    return game.season == "winter" and game.seasons == 0


def when(row: Any) -> str:
    """The season that a row is of (the game's own, an entry, a printing), in words."""
    return f"{row.season} {row.year}"


def season_and_year(stretch: str) -> dict[str, Any]:
    """A stretch of the game, as answers have it."""
    season, year = stretch.split()
    return {"season": season, "year": int(year)}
