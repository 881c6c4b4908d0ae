"""The tables of a new game, kept between two starts, are those that the migrations make."""

from __future__ import annotations

import shutil
import sys
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import inspect

from control.kernel import migrations
from control.kernel.database.store import open_store
from control.sengoku.game import SENGOKU

TOY = Path(__file__).parent.parent.parent / "toy"


@pytest.fixture
def made(monkeypatch):
    """Each time that migrations ran, by the folder of the game."""
    ran, migrated = [], migrations.migrated
    monkeypatch.setattr(migrations, "migrated", lambda versions: ran.append(versions) or migrated(versions))
    return ran


@pytest.fixture
def game(tmp_path):
    """A small game in a folder of its own."""
    shutil.copytree(TOY, tmp_path / "river")
    return tmp_path / "river"


def at_a_start(game, folder):
    """What a program that has just begun takes for a new game of it."""
    migrations.fresh_tables.cache_clear()
    return migrations.fresh_tables(game / "versions", folder)


def test_the_tables_that_were_kept_are_those_that_the_migrations_make(tmp_path):
    first, kept = (at_a_start(SENGOKU.versions.parent, tmp_path / "cache") for _ in range(2))
    assert kept == first
    assert [parts(one) for one in kept] == [parts(one) for one in migrations.migrated(SENGOKU.versions)]


def parts(statement):
    """The lines of a statement; the migrations write down the keys of a table in no order of theirs."""
    return sorted(line.strip("\t ,") for line in statement.splitlines())


def test_migrations_run_once_and_again_when_the_game_was_changed_or_the_file_is_torn(tmp_path, game, made):
    folder = tmp_path / "cache"
    first = at_a_start(game, folder)
    assert at_a_start(game, folder) == first
    assert len(made) == 1
    (game / "rows.py").write_text((game / "rows.py").read_text() + "\nDEPTH = 3\n")
    assert at_a_start(game, folder) == first
    assert len(made) == 2
    (file,) = folder.iterdir()
    file.write_bytes(file.read_bytes()[:60])
    assert at_a_start(game, folder) == first
    assert len(made) == 3
    assert at_a_start(game, folder) == first
    assert len(made) == 3


def test_a_new_game_of_tables_that_are_kept_waits_for_no_migration_to_be_read(tmp_path, monkeypatch):
    migrations.fresh_tables(SENGOKU.versions)
    monkeypatch.setattr(migrations, "revisions", lambda _versions: pytest.fail("Alembic takes long to import"))
    with closing(open_store(tmp_path / "game.db", passing=True)) as store:
        migrations.migrate(store.engine, SENGOKU)
        assert inspect(store.engine).has_table("game")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows tells no owner and no mode")
def test_tables_in_a_folder_that_others_may_write_are_neither_read_nor_kept(tmp_path, game, made):
    folder = tmp_path / "cache"
    first = at_a_start(game, folder)
    folder.chmod(0o777)
    assert at_a_start(game, folder) == first
    assert len(made) == 2
    (file,) = folder.iterdir()
    file.unlink()
    assert at_a_start(game, folder) == first
    assert list(folder.iterdir()) == []  # nor is anything put there
    in_the_way = tmp_path / "file"
    in_the_way.write_text("no folder")
    assert at_a_start(game, in_the_way) == first
