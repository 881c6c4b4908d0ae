"""The rule options in force."""

from __future__ import annotations

from sqlalchemy.orm import Session

from control.sengoku.rows import Game
from control.sengoku.rules.tables import Options


def options_of(game: Game) -> Options:
    """The rule options that the game's row keeps."""
    return Options.from_mapping(game.options)


def options_in(session: Session) -> Options:
    """The rule options of the game that is played in this session."""
    return options_of(Game.only(session))
