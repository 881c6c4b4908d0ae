"""The screens on the walls: which there are, and what they show."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import select
from sqlalchemy.orm import Session

from control.kernel.game import UmpiredGame, game_in
from control.kernel.rows import Display
from control.kernel.values import dataclass


@dataclass(frozen=True)
class Screen:
    """A display: its key in the address, its name, what it shows in turns of so many seconds, and that in words:
    "Clock, Map"; and all of it in a sentence, which a form sends back as it was ``shown``."""

    key: str
    name: str
    shows: tuple[str, ...]
    seconds: int
    in_words: str
    shown: str


def shown_in_words(game: UmpiredGame, shows: Iterable[str]) -> str:
    """Views in words."""
    return ", ".join(game.views[view].words for view in shows)


def display_in_words(game: UmpiredGame, one: Display) -> str:
    """A display and what it shows, in words."""
    turns = f", {one.seconds} seconds each" if len(one.shows) > 1 else ""
    return f"Display “{one.name}” shows: {shown_in_words(game, one.shows)}{turns}"


def screens(session: Session) -> list[Screen]:
    """Every display there is."""
    game = game_in(session)
    return [screen_of(game, one) for one in session.scalars(select(Display).order_by(Display.id))]


def screen(session: Session, key: str) -> Screen | None:
    """One display; None if there is none of this key."""
    found = session.get(Display, key)
    return screen_of(game_in(session), found) if found else None


def screen_of(game: UmpiredGame, one: Display) -> Screen:
    """A display as it is shown."""
    in_words, shown = shown_in_words(game, one.shows), display_in_words(game, one)
    return Screen(one.id, one.name, tuple(one.shows), one.seconds, in_words, shown)
