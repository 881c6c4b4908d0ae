"""Migrations of the game's tables, run when a game is opened."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Engine

HERE = Path(__file__).parent


def configuration() -> Config:
    """Alembic's configuration, without a file of its own."""
    config = Config()
    config.set_main_option("script_location", str(HERE).replace("%", "%%"))
    return config


def migrate(engine: Engine) -> None:
    """Bring the tables of a database up to this version of the program."""
    config = configuration()
    with engine.execution_options(writes=True).connect() as connection, connection.begin():
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
