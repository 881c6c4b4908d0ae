"""Migrations of a game's tables, run when one is opened: each game has a line of its own (UmpiredGame.versions), for
the kernel's tables and its own alike. Alembic takes long to import: a game that is up to date needs none of it."""

from __future__ import annotations

import contextlib
import hashlib
import json
import sqlite3
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, Engine, column, create_engine, inspect, select, table

from control.kernel.cache import cache_folder, is_ours, keep
from control.kernel.database.dialects import order_by_letters, speaks_postgresql
from control.kernel.errors import OrderNotAllowed

if TYPE_CHECKING:
    from alembic.config import Config

    from control.kernel.game import UmpiredGame

HERE = Path(__file__).parent


def configuration(versions: Path) -> Config:
    """Alembic's configuration for the versions in a folder, without a file of its own."""
    from alembic.config import Config

    config = Config()
    for option, where in (("script_location", HERE), ("version_locations", versions)):
        config.set_main_option(option, str(where).replace("%", "%%"))
    config.set_main_option("path_separator", "newline")  # a folder's name may have blanks
    return config


@cache
def revisions(versions: Path) -> tuple[str, ...]:
    """The versions of the tables that a game has known, the newest first."""
    from alembic.script import ScriptDirectory

    return tuple(one.revision for one in ScriptDirectory.from_config(configuration(versions)).walk_revisions())


def migrate(engine: Engine, game: UmpiredGame) -> None:
    """Bring the tables of a game's database up to this version of the program.

    Raises OrderNotAllowed for one of a newer version.
    """
    with engine.connect() as connection:
        known = inspect(connection).has_table("alembic_version")
        at = connection.scalar(select(column("version_num")).select_from(table("alembic_version"))) if known else None
    if at == game.tables_of:
        return
    if at is not None and at not in revisions(game.versions):
        raise OrderNotAllowed(
            f"This game was opened with a newer version of the program (its tables are of {at}, which this one does "
            "not know). Nothing was changed; open it with that version, or take an older copy.",
            field="game",
        )
    with engine.execution_options(writes=True).connect() as connection, connection.begin():
        if at is None and connection.dialect.name == "sqlite":
            for statement in fresh_tables(game.versions):
                connection.exec_driver_sql(statement)
        else:
            if at is None and (name := connection.get_execution_options().get("game")):
                connection.exec_driver_sql(f'CREATE SCHEMA IF NOT EXISTS "{name}"')
            upgrade(connection, game.versions)
            if speaks_postgresql(connection):
                order_by_letters(connection)


def upgrade(connection: Connection, versions: Path) -> None:
    """Run the migrations that a database lacks."""
    from alembic import command

    config = configuration(versions)
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


@cache
def fresh_tables(versions: Path, folder: Path | None = None) -> tuple[str, ...]:
    """What makes the tables of a new SQLite file, as it was kept in a folder (by default the user's cache), or made now
    and kept for the next time. Whatever is wrong with the folder, there are tables."""
    file, of = (folder or cache_folder()) / f"{versions.parent.name}.tables", sources(versions)
    with contextlib.suppress(Exception):  # a torn file: they are made anew
        if is_ours(file.parent):
            kept = json.loads(file.read_bytes())
            if kept["of"] == of:
                return tuple(kept["made"])
    made = migrated(versions)
    with contextlib.suppress(OSError):
        keep(json.dumps({"of": of, "made": made}).encode(), file)
    return made


def sources(versions: Path) -> str:
    """A digest of all that the tables come from: the kernel, the game that the versions are of, and who writes SQL."""
    digest = hashlib.sha256("/".join((version("alembic"), version("sqlalchemy"), sqlite3.sqlite_version)).encode())
    for folder in (HERE.parent, versions.parent):
        for file in sorted(folder.rglob("*.py")):
            digest.update(f"/{file.relative_to(folder)}/".encode() + file.read_bytes())
    return digest.hexdigest()


def migrated(versions: Path) -> tuple[str, ...]:
    """The same by the migrations, run once in memory and written down."""
    engine = create_engine("sqlite://")
    with engine.connect() as connection:
        upgrade(connection, versions)
        made = (
            connection.exec_driver_sql(
                "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' "
                "ORDER BY type = 'table' DESC, rowid"
            )
            .scalars()
            .all()
        )
    engine.dispose()
    return (*made, f"INSERT INTO alembic_version (version_num) VALUES ('{revisions(versions)[0]}')")
