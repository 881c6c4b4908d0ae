"""The rule options in force."""

from __future__ import annotations

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from control.kernel.rows import Ruling, Touch
from control.sengoku.rows import Battle, Game
from control.sengoku.rules.rulings import value_of
from control.sengoku.rules.tables import Options


def options_of(game: Game) -> Options:
    """The rule options that the game's row keeps."""
    return Options.from_mapping(game.options)


def options_in(session: Session) -> Options:
    """The rule options of the game that is played in this session."""
    return options_of(Game.only(session))


def options_then(session: Session, battle: Battle) -> Options:
    """Those by which a battle was fought, once it is over: what has been changed since holds for others."""
    options = Game.only(session).options
    if battle.over:
        touched = Touch.table == Battle.__tablename__, Touch.key == str(battle.id), Touch.changed
        ended = session.scalar(select(func.max(Touch.entry)).where(*touched)) or 0
        later = select(Ruling).where(Ruling.option != "", Ruling.entry > ended).order_by(Ruling.entry.desc())
        options = {**options, **{one.option: value_of(one.option, one.before) for one in session.scalars(later)}}
    return Options.from_mapping(options)
