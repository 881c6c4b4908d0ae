"""The screens on the walls: which there are, what they show, and the news and the order of the clans on them.

All of it is public: nothing here knows a force, a point of honour, or news that was not released.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from control.sengoku.rows import Display

VIEWS = {"clock": "Clock", "map": "Map", "status": "Order of the clans", "news": "News"}
"""What a display can show, in the order in which it takes turns if nobody says otherwise."""


@dataclass(frozen=True)
class Screen:
    """A display: its key in the address, its name, what it shows in turns of so many seconds."""

    key: str
    name: str
    shows: tuple[str, ...]
    seconds: int

    @property
    def in_words(self) -> str:
        """What it shows, in words: "Clock, Map"."""
        return shown_in_words(self.shows)


def shown_in_words(shows: Iterable[str]) -> str:
    """Views in words."""
    return ", ".join(VIEWS[view] for view in shows)


def screens(session: Session) -> list[Screen]:
    """Every display there is."""
    return [screen_of(one) for one in session.scalars(select(Display).order_by(Display.id))]


def screen(session: Session, key: str) -> Screen | None:
    """One display; None if there is none of this key."""
    found = session.get(Display, key)
    return screen_of(found) if found else None


def screen_of(one: Display) -> Screen:
    """A display as it is shown."""
    return Screen(one.id, one.name, tuple(one.shows), one.seconds)
