"""The game carries its scenario: it opens anywhere, and an edited folder changes nothing in it."""

from __future__ import annotations

import shutil

from sqlalchemy import text

from control import settings
from control.actions.start import new_game
from control.actions.verify import verify
from control.app import open_room
from control.scenario.load import load
from control.serving import other_folder
from control.store import open_store
from tests.hall import CHANCE, Hall, close


def own(tmp_path):
    """An author's own scenario, in a folder."""
    folder = tmp_path / "mine"
    shutil.copytree(settings.folder("scenarios") / "sengoku_1550", folder)
    table = folder / "tables" / "economy.toml"
    written = table.read_text(encoding="utf-8")
    assert "castle = 15" in written
    table.write_text(written.replace("castle = 15", "castle = 16"), encoding="utf-8")
    return folder


def cost_of_a_castle(room):
    """What a castle costs in a game."""
    return room.scenario.tables.economy.cost["castle"]


def test_a_game_opens_and_replays_without_its_folder(tmp_path):
    folder = own(tmp_path)
    room = new_game(open_store(tmp_path / "game.db"), load(folder), CHANCE)
    Hall(room).do("garrison.raise", "game", province="kai", troops=1)
    close(room)
    shutil.rmtree(folder)
    room = open_room(open_store(tmp_path / "game.db"))
    assert room.scenario.key == "mine"
    assert cost_of_a_castle(room) == 16
    assert room.scenario == load_again(room)
    assert verify(room).differences == ()
    assert other_folder(room, None) == ""
    close(room)


def load_again(room):
    """The scenario that the same game has when it is opened once more."""
    again = open_room(open_store(room.store.file))
    close(again)
    return again.scenario


def test_an_edited_folder_is_told_and_changes_nothing(tmp_path):
    folder = own(tmp_path)
    room = new_game(open_store(tmp_path / "game.db"), load(folder), CHANCE)
    assert other_folder(room, str(folder)) == ""
    table = folder / "tables" / "economy.toml"
    table.write_text(table.read_text(encoding="utf-8").replace("castle = 16", "castle = 17"), encoding="utf-8")
    close(room)
    room = open_room(open_store(tmp_path / "game.db"), str(folder))
    assert cost_of_a_castle(room) == 16
    assert "is not what this game carries" in other_folder(room, str(folder))
    close(room)


def test_an_older_game_takes_its_scenario_along_once(tmp_path, shipped):
    room = new_game(open_store(tmp_path / "game.db"), shipped, CHANCE)
    with room.store.write() as session:
        session.execute(text("DELETE FROM scenario_file"))
    close(room)
    room = open_room(open_store(tmp_path / "game.db"))
    with room.store.read() as session:
        assert session.execute(text("SELECT count(*) FROM scenario_file")).scalar() > 100
    close(room)
