"""control-room backup, restore, and the copy that every end of a season makes, from the outside."""

from __future__ import annotations

import contextlib
import json
import shlex
import sqlite3
from pathlib import Path

import pytest

from control.cli import main
from control.kernel.copies import Copies
from control.kernel.copies.files import checksum_file, note_proof, note_second
from control.kernel.database.store import open_store
from control.sengoku.scenario.load import load
from tests.games import make_game


@pytest.fixture
def game(tmp_path):
    """A fresh game's file."""
    return make_game(tmp_path / "game.db", load("sengoku_1550"))


@pytest.fixture
def run(capsys, tmp_path):
    """Runs a command; its status, output and errors."""

    def command(*arguments, order=None):
        if order is not None:
            (tmp_path / "order.json").write_text(json.dumps(order), encoding="utf-8")
        status = main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return command


def act(run, game, tmp_path, action="garrison.raise", **order):
    """An entry, through the command line."""
    order = order or {"province": "kai", "troops": 1, "reason": "a gift"}
    status, out, err = run("do", action, tmp_path / "order.json", "--game", game, order=order)
    assert status == 0, err
    return json.loads(out), err


def copies_of(game):
    """The copies beside a game."""
    return Copies(open_store(game)).all()


def test_a_backup_is_made_checked_and_brought_to_a_second_folder(run, game, tmp_path):
    act(run, game, tmp_path)
    (tmp_path / "stick").mkdir()
    status, out, err = run("backup", "--game", game, "--out", tmp_path / "stick")
    made = json.loads(out)
    assert (status, err, made["journal"], made["season"]) == (0, "", 1, "spring")
    (copy,) = copies_of(game)
    assert made["copy"] == str(copy.path)
    assert made["second"] == str(tmp_path / "stick" / "game.db.copies" / copy.name)
    assert (tmp_path / "stick" / "game.db.copies" / copy.name).read_bytes() == copy.path.read_bytes()


def test_a_second_folder_that_is_not_there_is_told_and_the_copy_stands(run, game, tmp_path):
    status, out, err = run("backup", "--game", game, "--out", tmp_path / "stick")
    assert (status, out) == (2, "")
    assert "is not there. Put the stick in again." in err
    assert len(copies_of(game)) == 1
    assert not (tmp_path / "stick").exists()


def test_the_stick_of_the_day_that_nobody_named_since_is_told_and_fails_no_backup(run, game, tmp_path):
    copies = Copies(open_store(game), tmp_path / "stick")
    note_second(copies.folder, copies.second, elsewhere=False)
    status, out, err = run("backup", "--game", game)
    assert (status, json.loads(out)["second"]) == (0, None)
    assert f"The second folder, {tmp_path / 'stick'}, is not there." in err
    assert run("backup", "--game", game, "--out", "")[::2] == (0, "")


def test_the_end_of_a_season_is_copied_by_the_command_line_too(run, game, tmp_path):
    act(run, game, tmp_path)
    assert copies_of(game) == []
    act(run, game, tmp_path, "season.advance", season="spring", year=1550, force="go on")
    assert [(one.kind, one.number, one.stretch) for one in copies_of(game)] == [("gate", 2, "summer 1550")]


def test_a_season_ends_all_the_same_where_no_copy_can_be_made(run, game, tmp_path):
    game.with_name("game.db.copies").write_text("no folder")
    entry, err = act(run, game, tmp_path, "season.advance", season="spring", year=1550, force="go on")
    assert entry["number"] == 1
    assert "The game could not be copied" in err


def test_a_copy_is_restored_to_a_new_file_that_can_be_played_on(run, game, tmp_path):
    act(run, game, tmp_path)
    made = json.loads(run("backup", "--game", game)[1])
    act(run, game, tmp_path)
    again = tmp_path / "deep" / "again.db"
    status, out, err = run("restore", made["copy"], "--game", again)
    told = json.loads(out)
    assert (status, err, told["journal"]) == (0, "", 1)
    assert shlex.split(told["serve"]) == ["control-room", "serve", "--game", str(again)]
    act(run, again, tmp_path)
    status, out, _ = run("verify", "--game", again)
    assert (status, json.loads(out)) == (0, {"entries": 2, "same": True})


def test_a_restore_never_writes_over_a_file(run, game, tmp_path):
    made = json.loads(run("backup", "--game", game)[1])
    letter = tmp_path / "letter.db"
    letter.write_text("to the umpires")
    for to in (letter, game):
        before = to.read_bytes()
        status, out, err = run("restore", made["copy"], "--game", to)
        assert (status, out) == (2, "")
        assert "already; it is left as it is" in err
        assert to.read_bytes() == before


@pytest.mark.parametrize("spoil", ["missing", "letter", "folder", "another program’s", "damaged", "being played"])
def test_what_is_no_sound_copy_is_not_restored(run, game, tmp_path, spoil):
    made = tmp_path / "copy.db"
    if spoil == "letter":
        made.write_text("to the umpires" * 500)
    elif spoil == "folder":
        made = Path()
    elif spoil == "another program’s":
        with contextlib.closing(sqlite3.connect(made)) as connection:
            connection.executescript("CREATE TABLE game (id, home, away); INSERT INTO game VALUES (1, 2, 3)")
    elif spoil == "damaged":
        made = copies_of_one(run, game)
        content = bytearray(made.read_bytes())
        content[5000] ^= 0xFF
        made.write_bytes(content)
    elif spoil == "being played":
        act(run, game, tmp_path)
        made = game
        game.with_name("game.db-wal").write_bytes(b"entries")
    status, out, err = run("restore", made, "--game", tmp_path / "new.db")
    assert (status, out) == (2, "")
    assert err.startswith("control-room: ")
    assert not (tmp_path / "new.db").exists()


def test_a_copy_without_its_checksum_is_restored_and_told_only_if_nothing_proves_it(run, game, tmp_path):
    made = copies_of_one(run, game)
    checksum_file(made).unlink()
    status, _, err = run("restore", made, "--game", tmp_path / "proved.db")
    assert (status, err) == (0, ""), "the number within it proves it"
    note_proof(made, 0)
    status, out, err = run("restore", made, "--game", tmp_path / "unproved.db")
    assert (status, json.loads(out)["journal"]) == (0, 0)
    assert "has no checksum beside it" in err
    assert err.rstrip().endswith(f"control-room verify --game {shlex.quote(str(tmp_path / 'unproved.db'))}")


def copies_of_one(run, game):
    """The file of a copy made now."""
    run("backup", "--game", game)
    return copies_of(game)[0].path


def test_a_day_is_taken_up_in_its_middle_from_a_file(run, game, tmp_path):
    army = {"general": "takeda-harunobu", "province": "hida", "troops": 9}
    entry, _ = act(run, game, tmp_path, "game.begin_midway", year=1552, season="summer", armies=[army])
    assert entry["sentence"] == "The day goes on in summer 1552, from what was typed in: 1 army."
