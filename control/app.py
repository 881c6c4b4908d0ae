"""The application: joins the store, the scenario, the desks and the templates."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from flask import Flask

from control.kernel import settings
from control.kernel.application import application_of
from control.kernel.copies.whole import look_at
from control.kernel.errors import OrderNotAllowed
from control.kernel.open_room import OpenRoom
from control.kernel.registry import Room
from control.kernel.scenario_files import digest_in
from control.kernel.store import Store, open_store
from control.migrations import migrate
from control.sengoku.game import SENGOKU
from control.sengoku.rows import Game
from control.sengoku.scenario.load import load
from control.sengoku.scenario.model import Scenario
from control.sengoku.season.start import bring_up, has_game, new_game
from control.sengoku.world.scenario_questions import scenario_in

Ask = Callable[[Scenario], str]
"""Asks somebody in which season a new game of a scenario begins."""


def open_room(store: Store, scenario: str | None = None, begin: str = "", ask: Ask | None = None) -> Room:
    """The game in a store; a new one from the scenario (by default the Sengoku game) if there is none, which begins in
    the season ``begin``, or what is answered to ``ask``, or the scenario's first.

    Raises NotKept for a file that is not whole, with what to take instead, and OrderNotAllowed for a game that began
    in another season than ``begin``.
    """
    look_at(store)
    if not has_game(store):
        loaded = load(scenario or settings.DEFAULT_SCENARIO)
        return new_game(store, loaded, begin=begin or (ask(loaded) if ask else ""))
    room = opened(store, scenario)
    with room.store.read() as session:
        began = session.get_one(Game, 1).first_season or room.scenario.first_season
    if begin and begin != began:
        raise OrderNotAllowed(
            f"The game in this file began in {began}. Leave out --begin to go on with it, or give another file for a "
            "new game.",
            field="begin",
        )
    return room


def opened(store: Store, scenario: str | None = None) -> Room:
    """The game that is in a store, brought up to this version of the program."""
    migrate(store.engine)
    with store.read() as session:
        key = session.get_one(Game, 1).scenario
        if scenario and Path(scenario).name != key:
            raise OrderNotAllowed(
                f'The game in this file is played by scenario "{key}", not "{scenario}". Give another file for a new '
                "game.",
                field="scenario",
            )
        loaded = scenario_in(session) if digest_in(session) else load(scenario or key)
    bring_up(store, loaded)
    return Room(store, loaded)


def application() -> Flask:
    """The pages and the API of the Sengoku game."""
    return application_of(SENGOKU)


def create_app(
    where: str | Path,
    scenario: str | None = None,
    second: str | Path | None = None,
    begin: str = "",
    ask: Ask | None = None,
) -> OpenRoom:
    """The control room of one game, kept in ``where`` (a file, or a database URL), ready to be served; its copies go to
    ``second`` too. A new one begins as `open_room` says."""
    return OpenRoom(application(), open_room(open_store(where), scenario, begin, ask), second)
