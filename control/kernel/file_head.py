"""The number in the head of a game's file (SQLite's application_id): by it a demo and a spare say of themselves what
they are, wherever the file goes."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path

from sqlalchemy import Engine


def number_in(engine: Engine) -> int:
    """The number at the head of a game's file. SQLite is asked for it: whoever opens the file himself and closes it
    again lets go of all locks that SQLite holds on it in this process, and the next program that is done with the game
    takes the log away from under it."""
    with engine.connect() as connection:
        return int(connection.exec_driver_sql("PRAGMA application_id").scalar_one())


def number_of(file: Path) -> int:
    """The number at the head of a file that nobody here has open; 0 where there is none."""
    if not file.is_file():
        return 0
    try:
        with contextlib.closing(sqlite3.connect(file, timeout=8)) as connection:
            return int(connection.execute("PRAGMA application_id").fetchone()[0])
    except sqlite3.Error:
        return 0


def give_number(file: Path, number: int) -> None:
    """Put a number at the head of such a file."""
    with contextlib.closing(sqlite3.connect(file, timeout=8)) as connection:
        connection.execute(f"PRAGMA application_id = {number}")
        connection.commit()
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
