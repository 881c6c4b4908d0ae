"""A game that was begun with an older version of the program goes on with this one."""

from __future__ import annotations

import contextlib
import sqlite3
from dataclasses import replace

import pytest
from alembic import command
from alembic.script import ScriptDirectory
from sqlalchemy import inspect, select, text

from control.cli import main
from control.kernel.database.store import open_store
from control.kernel.migrations import configuration, migrate, upgrade
from control.kernel.opening import has_game
from control.kernel.rows import JournalEntry, Touch
from control.sengoku.game import SENGOKU
from control.sengoku.rows import Army, Clock, Game, Province
from control.sengoku.season.start import bring_up
from control.sengoku.world.ledger.ledger_questions import balance
from tests.games import make_game

# What a game of the first version held: a clan, its province, a general who is in the field, an encounter.
OLD_GAME = (
    "INSERT INTO clan VALUES ('takeda', 'Takeda', '武田', 'TAK', 'clan', 1, '#111111', '#ffffff', 'kai', NULL, 1)",
    "INSERT INTO province VALUES ('kai', 'Kai', '甲斐', 5, 1, 'none', 'takeda', 0, 1)",
    "INSERT INTO character VALUES ('shingen', 'takeda', 'Shingen', 'daimyo', '', 28, '', 2, 1, 1, 0, 1)",
    "INSERT INTO army VALUES (1, 'A1-3', 'takeda', 'shingen', 'kai', 7, 1, 'kai', NULL, 0, NULL, NULL, 3)",
    "INSERT INTO march_order VALUES (1, '[]', '', 1)",
    "INSERT INTO encounter VALUES (1, 1550, 'spring', 1, 'kai', 'meeting', '', '', 1)",
    "INSERT INTO game VALUES (1, 's', 'A game', 'sengoku', 1550, 'spring', 0, '{}', 'seed', 'secret', 1)",
)


@pytest.fixture
def old_store(tmp_path):
    """A store with a game in progress, its tables as the first version made them."""
    store = open_store(tmp_path / "old.db")
    with store.engine.execution_options(writes=True).connect() as connection, connection.begin():
        config = configuration(SENGOKU.versions)
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        for line in OLD_GAME:
            connection.execute(text(line))
    yield store
    store.engine.dispose()


def test_a_game_of_the_first_version_keeps_all_it_held(old_store):
    migrate(old_store.engine, SENGOKU)
    with old_store.read() as session:
        army = session.get_one(Army, 1)
        assert (army.troops, army.general, army.way_back, army.held_by) == (7, "shingen", None, None)
        assert session.get_one(Province, "kai").unrest is False
        assert (Game.only(session).seasons, Game.only(session).locked_at) == (0, None)
        assert session.execute(text("PRAGMA foreign_key_check")).all() == []


def test_a_game_of_the_first_version_is_known_for_one_before_it_is_brought_up(old_store):
    assert has_game(old_store)


def test_a_game_of_a_newer_version_is_told_and_left_alone(tmp_path, shipped, capsys):
    game = make_game(tmp_path / "game.db", shipped)
    with contextlib.closing(sqlite3.connect(game)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '0099'")
    for asked in ("verify", "state", "serve"):
        assert main([asked, "--game", str(game)]) == 2
        told = capsys.readouterr().err
        assert told.startswith("control-room: game: This game was opened with a newer version of the program")
        assert len(told.splitlines()) == 1


def test_entries_say_which_tables_they_were_made_with():
    assert ScriptDirectory.from_config(configuration(SENGOKU.versions)).get_current_head() == SENGOKU.tables_of


def test_a_migrated_game_minds_its_new_references(old_store):
    migrate(old_store.engine, SENGOKU)
    with old_store.read() as session:
        keys = session.execute(text("PRAGMA foreign_key_list(army)")).mappings().all()
    assert {key["from"]: key["table"] for key in keys}["way_back"] == "province"


def test_an_older_game_gets_a_clock_books_and_the_index_of_its_journal(old_store, shipped):
    with old_store.engine.execution_options(writes=True).connect() as connection, connection.begin():
        connection.execute(
            text(
                "INSERT INTO journal VALUES (1, '2026-11-20T10:00:00+00:00', 'Ana', 'map', 1550, 'spring', 0, "
                '\'garrison.raise\', \'{}\', \'[]\', \'[{"table": "province", "key": ["kai"], "before": {"raised": 0},'
                "\"after\": {\"raised\": 1}}]', 'Takeda raised 1 counter in Kai.', 'a key', NULL)"
            )
        )
    migrate(old_store.engine, SENGOKU)
    takeda = {key: clan for key, clan in shipped.clans.items() if key == "takeda"}
    mine = {key: income for key, income in shipped.incomes.items() if income.province == "kai"}
    scenario = replace(shipped, clans=takeda, incomes=mine)
    for _ in range(2):  # a second start changes nothing
        bring_up(old_store, scenario)
        with old_store.read() as session:
            assert session.get_one(Clock, 1).since is None
            assert balance(session, "takeda") == (5, 102)
            touched = session.execute(select(Touch.table, Touch.key, Touch.changed).order_by(Touch.table)).all()
            assert touched == [("clan", "takeda", False), ("province", "kai", True)]
            assert session.execute(text("PRAGMA foreign_key_check")).all() == []


def test_a_new_file_has_what_the_migrations_make_tables_and_indexes_alike(tmp_path):
    def made(engine):
        with engine.connect() as connection:
            found = connection.exec_driver_sql("SELECT type, name FROM sqlite_master ORDER BY type, name")
            return [tuple(row) for row in found]

    fresh, stepwise = open_store(tmp_path / "fresh.db").engine, open_store(tmp_path / "stepwise.db").engine
    migrate(fresh, SENGOKU)
    with stepwise.execution_options(writes=True).connect() as connection, connection.begin():
        upgrade(connection, SENGOKU.versions)
    assert any(kind == "index" and not name.startswith("sqlite_") for kind, name in made(stepwise))
    assert made(fresh) == made(stepwise)
    fresh.dispose()
    stepwise.dispose()


def test_entries_of_an_older_journal_keep_their_moment(old_store):
    told = [(1550, "winter", 0), (1550, "spring", 3), (1551, "autumn", 0)]
    with old_store.engine.execution_options(writes=True).connect() as connection, connection.begin():
        for number, (year, season, phase) in enumerate(told, 1):
            connection.execute(
                text(
                    f"INSERT INTO journal VALUES ({number}, '2026-11-20T10:00:00+00:00', 'Ana', 'map', {year}, "
                    f"'{season}', {phase}, 'phase.note', '{{}}', '[]', '[]', 'Noted.', 'key {number}', NULL)"
                )
            )
    migrate(old_store.engine, SENGOKU)
    with old_store.read() as session:
        entries = list(session.scalars(select(JournalEntry).order_by(JournalEntry.moment)))
        assert [tuple(SENGOKU.told(JournalEntry, one.moment).values()) for one in entries] == told
        assert [one.stretch for one in entries] == ["winter 1550", "spring 1550", "autumn 1551"]
        assert SENGOKU.moment(Game.only(session)) == (620100, "spring 1550")


@pytest.mark.parametrize(("then", "kept"), [(1, "Hana"), (0, "hana")], ids=["later", "in the same moment"])
def test_who_read_an_announcement_before_marks_were_of_a_desk_has_read_it_once(tmp_path, then, kept):
    store = open_store(tmp_path / "old.db")
    with store.engine.execution_options(writes=True).connect() as connection, connection.begin():
        config = configuration(SENGOKU.versions)
        config.attributes["connection"] = connection
        command.upgrade(config, "0053")
        connection.execute(text("INSERT INTO announcement VALUES (1, '2026-11-20', 'Greta', 'Lunch.', '[]', 0)"))
        marks = "INSERT INTO announcement_read VALUES (1, :name, :desk, :at)"
        for name, desk, at in (("hana", "team", 0), ("Hana", "team", then), ("Ōta", "map", 2)):
            connection.execute(text(marks), {"name": name, "desk": desk, "at": f"2026-11-20T10:0{at}"})
    migrate(store.engine, SENGOKU)
    with store.read() as session:
        found = session.execute(text("SELECT reader, desk, umpire FROM announcement_read ORDER BY desk")).all()
    assert found == [("ota", "map", "Ōta"), ("hana", "team", kept)]
    store.engine.dispose()


def columns_at(version, folder):
    """The tables that a version made, and the columns of each."""
    store = open_store(folder / f"{version}.db")
    with store.engine.execution_options(writes=True).connect() as connection, connection.begin():
        config = configuration(SENGOKU.versions)
        config.attributes["connection"] = connection
        command.upgrade(config, version)
        seen = inspect(connection)
        found = {table: {one["name"] for one in seen.get_columns(table)} for table in seen.get_table_names()}
    store.engine.dispose()
    return found


def as_it_was_then(connection, columns):
    """Take away the tables and columns that a version had not."""
    names = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    for (table,) in connection.execute(names).fetchall():
        if table not in columns:
            connection.execute(f'DROP TABLE "{table}"')
            continue
        there = connection.execute(f'PRAGMA table_info("{table}")').fetchall()
        if any(of_key and name not in columns[table] for _, name, *_, of_key in there):  # its key was another
            connection.execute(f'CREATE TABLE "then" AS SELECT {", ".join(columns[table])} FROM "{table}"')
            connection.execute(f'DROP TABLE "{table}"')
            connection.execute(f'ALTER TABLE "then" RENAME TO "{table}"')
            continue
        for _, name, *_ in there:
            if name not in columns[table]:
                connection.execute(f'ALTER TABLE "{table}" DROP COLUMN {name}')


def test_a_game_begun_before_its_bookings_had_drawn_numbers_replays_the_same(tmp_path, shipped, capsys):
    game = make_game(tmp_path / "game.db", shipped)
    with contextlib.closing(sqlite3.connect(game)) as connection, connection:
        as_it_was_then(connection, columns_at("0027", tmp_path))
        connection.execute("DROP INDEX ix_transfer_year")
        connection.execute("UPDATE serial SET name = 'transfer' WHERE name = 'transfer/line'")
        connection.execute("UPDATE alembic_version SET version_num = '0027'")
    assert main(["verify", "--game", str(game)]) == 0
    assert '"same": true' in capsys.readouterr().out
