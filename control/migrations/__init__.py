"""Migrations of the game's tables, run when a game is opened."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine

from control.rules.errors import OrderNotAllowed

HERE = Path(__file__).parent


def configuration() -> Config:
    """Alembic's configuration, without a file of its own."""
    config = Config()
    config.set_main_option("script_location", str(HERE).replace("%", "%%"))
    return config


def migrate(engine: Engine) -> None:
    """Bring the tables of a database up to this version of the program.

    Raises OrderNotAllowed for one of a newer version.
    """
    config = configuration()
    with engine.connect() as connection:
        at = MigrationContext.configure(connection).get_current_revision()
    if at not in (None, *(one.revision for one in ScriptDirectory.from_config(config).walk_revisions())):
        raise OrderNotAllowed(
            f"This game was opened with a newer version of the program (its tables are of {at}, which this one does "
            "not know). Nothing was changed; open it with that version, or take an older copy.", field="game",
        )
    with engine.execution_options(writes=True).connect() as connection, connection.begin():
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
