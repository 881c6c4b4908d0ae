"""The application: joins the store, the game that is in it, its pages and what runs beside it."""

from __future__ import annotations

from pathlib import Path

from control.kernel.application import application_of
from control.kernel.database.store import open_store
from control.kernel.open_room import OpenRoom
from control.kernel.opening import Ask, open_room


def create_app(
    where: str | Path,
    scenario: str | None = None,
    second: str | Path | None = None,
    begin: str = "",
    ask: Ask | None = None,
) -> OpenRoom:
    """The control room of one game, kept in ``where`` (a file, or a database URL), ready to be served; its copies go to
    ``second`` too. A new one begins as `open_room` says."""
    room = open_room(open_store(where), scenario, begin, ask)
    return OpenRoom(application_of(room.game), room, second)
