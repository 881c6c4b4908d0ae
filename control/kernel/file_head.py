"""The number in the head of a game's file (SQLite's application_id): by it a demo and a spare say of themselves what
they are, wherever the file goes, and a game that it is being served.

A game that is served has another number each time, and a note of it beside its file. Whoever lets go of the file last
takes both away; who is killed leaves them, whatever opens the file next. A copy of the file that was taken by hand
meanwhile has the number and not the note: what stood in the ``-wal`` then is missing in it.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import sqlite3
from pathlib import Path

from sqlalchemy import Engine

SERVED = 0x47
"""With what the number of a game begins that is being served: the letter G. Six figures follow."""


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


def is_held(file: Path) -> bool:
    """Whether a program has a file open: as long as one has, SQLite lets nobody do away with the log beside it. Whoever
    was killed holds nothing."""
    if not file.is_file():
        return False
    try:
        with contextlib.closing(sqlite3.connect(file, timeout=0)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.OperationalError as error:  # it may also be one that is only to be read
        return error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY
    return False


def is_served(number: int) -> bool:
    """Whether this is the number of a game that is being served."""
    return number >> 24 == SERVED


def note_beside(file: Path) -> Path:
    """Where it is noted with which number a game is served."""
    return file.with_name(f"{file.name}-served")


def noted(file: Path) -> int:
    """The number that is noted beside a file; 0 if none is."""
    with contextlib.suppress(OSError, ValueError):
        return int(note_beside(file).read_text(encoding="utf-8"))
    return 0


def note_served(file: Path) -> None:
    """Let a game say of itself that it is being served. A disk that takes no note is told of elsewhere."""
    number = number_of(file)
    if number and (not is_served(number) or number == noted(file)):
        return  # a demo, a spare; or another program serves it too, or one did that was killed
    number = SERVED << 24 | secrets.randbits(24)
    with contextlib.suppress(OSError, sqlite3.Error):
        with note_beside(file).open("w", encoding="utf-8") as note:  # first: a number without it would be a copy's
            note.write(str(number))
            note.flush()
            os.fsync(note.fileno())
        give_number(file, number)


def note_closed(file: Path) -> None:
    """Take that back, if nobody has the file open any more: then all is in it."""
    with contextlib.suppress(OSError, sqlite3.Error):
        if not note_beside(file).exists() or file.with_name(f"{file.name}-wal").exists():
            return
        if number_of(file) == noted(file):
            give_number(file, 0)
        note_beside(file).unlink(missing_ok=True)


def is_parted(file: Path) -> bool:
    """Whether a file that nobody here has open was copied while its game was served, and without the ``-wal``. Asked
    before anybody opens it, for that makes one."""
    if not file.is_file() or file.with_name(f"{file.name}-wal").exists():
        return False
    with contextlib.suppress(OSError), file.open("rb") as opened:
        number = int.from_bytes(opened.read(NUMBER + 4)[NUMBER:])
        return is_served(number) and number != noted(file)
    return False


NUMBER = 68
"""Where in the file the number stands, four bytes long."""
