"""Migrations of a game's tables, run when one is opened: each game has a line of its own (UmpiredGame.versions), for
the kernel's tables and its own alike. Alembic takes long to import: a game that is up to date needs none of it."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, Engine, column, create_engine, inspect, select, table

from control.kernel.dialects import order_by_letters, speaks_postgresql
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
    if at not in (None, *revisions(game.versions)):
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
def fresh_tables(versions: Path) -> tuple[str, ...]:
    """What makes the tables of a new SQLite file: the migrations, run once in memory and written down. A replay, a
    rehearsal and a copy need new games by the dozen, and the migrations take a quarter of a second each time."""
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
