"""Opening what a game is kept in: which game it is says the file, and of a new one its scenario."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sqlalchemy import inspect, select

from control.kernel import settings
from control.kernel.actions.world import Room
from control.kernel.copies.whole import look_at
from control.kernel.database.store import Store, nothing_left_if_full, telling_why
from control.kernel.errors import OrderNotAllowed, OrderNotUnderstood
from control.kernel.game import game_in, game_of, game_of_folder
from control.kernel.migrations import migrate
from control.kernel.rows import Game
from control.kernel.scenarios.scenario_files import digest_in, files_in
from control.kernel.scenarios.scenario_folders import key_of
from control.kernel.spare.marked import STANDS_BY, is_spare

Ask = Callable[[Any], str]
"""Asks somebody how a new game of a scenario begins."""


def ask_at_a_terminal() -> Ask | None:
    """What asks whoever starts a game how it begins; nothing where nobody sits at a terminal to answer."""
    if sys.stdin is None or not sys.stdin.isatty():
        return None
    return lambda scenario: ask(scenario) if (ask := game_of(scenario).ask) else ""


def scenario_named(name_or_folder: str | Path) -> Any:
    """A scenario that comes with the program, by its name, or a folder, by its path, as its game reads it."""
    return game_of_folder(name_or_folder).load(name_or_folder)


def has_game(store: Store) -> bool:
    """Whether there is a game in the store. No file is made to look."""
    if store.file and not store.file.exists():
        return False
    with telling_why():
        if not inspect(store.engine).has_table(Game.__tablename__):
            return False
        with store.read() as session:
            return session.scalar(select(Game.id)) is not None  # an older game has not all the columns of today


def refuse_another(store: Store) -> None:
    """Refuse a new game where there is one already. Raises OrderNotAllowed."""
    if not has_game(store):
        return
    taken, other = ("in this file", "file") if store.file else ("of this name", "name behind ?game=")
    raise OrderNotAllowed(f"There is a game {taken} already. Give another {other} for a new one.", field="game")


def new_room(store: Store, scenario: Any, begin: str, ask: Ask | None = None) -> Room:
    """A new game, which begins as ``begin`` says, or what is answered to ``ask``, or as the scenario has it."""
    game = game_of(scenario)
    if begin and begin not in game.beginnings:
        raise OrderNotUnderstood(
            f'No game of this scenario begins in "{begin}"; it may begin in {" or ".join(game.beginnings)}.'
            if game.beginnings
            else "Games of this scenario all begin alike. Leave out --begin.",
            field="begin",
        )
    with nothing_left_if_full(store):
        made: Room = game.new(store, scenario, begin=begin or (ask(scenario) if ask and not has_game(store) else ""))
    return made


def open_room(store: Store, scenario: str | None = None, begin: str = "", ask: Ask | None = None) -> Room:
    """The game in a store; a new one from the scenario (by default the Sengoku game) if there is none, which begins as
    `new_room` says.

    Raises NotKept for a file that is not whole, with what to take instead, and OrderNotAllowed for a game that began
    otherwise than ``begin``.
    """
    look_at(store)
    if not has_game(store):
        return new_room(store, scenario_named(scenario or settings.DEFAULT_SCENARIO), begin, ask)
    room = opened(store, scenario)
    with room.store.read() as session:
        began = room.game.began(room.game.row.only(session), room.scenario)
    if begin and begin != began:
        raise OrderNotAllowed(
            f"The game in this file began in {began}. Leave out --begin to go on with it, or give another file for a "
            "new game.",
            field="begin",
        )
    return room


def opened(store: Store, scenario: str | None = None) -> Room:
    """The game that is in a store, brought up to this version of the program; in a spare nothing is entered."""
    if is_spare(store.engine):
        store.closed = STANDS_BY
    with store.read() as session:
        game = game_in(session)
        game.may_go_on(session)  # first: the version that it began with opens none that was brought up
    migrate(store.engine, game)
    with store.read() as session:
        key = session.scalars(select(Game.scenario)).one()
        if scenario and key_of(scenario) != key:
            raise OrderNotAllowed(
                f'The game in this file is played by scenario "{key}", not "{scenario}". Give another file for a new '
                "game.",
                field="scenario",
            )
        carried = files_in(session) if digest_in(session) else None
    loaded = scenario_named(scenario or key) if carried is None else game.files(key, carried)
    game.bring_up(store, loaded)
    return Room(store, loaded)
