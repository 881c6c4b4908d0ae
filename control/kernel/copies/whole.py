"""Whether the file of a game is whole, and what to take instead if it is not.

A file that was copied by hand while the room was open, a stick pulled out too early, a laptop that died: what is left
may be empty, cut off, torn, or behind its own copies. That is told before anybody plays on in it.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import sqlite3
from datetime import datetime
from pathlib import Path

from control.kernel.copies.files import NAME, copies_in, is_right, is_whole, key_in, stands
from control.kernel.database.store import Store
from control.kernel.errors import NotKept
from control.kernel.file_head import is_parted
from control.kernel.wording import as_argument

MAGIC = b"SQLite format 3\x00"
UNREADABLE = "cannot be read"
LEAST = 1 << 16  # bytes that have to be free beside a game that is opened: who reads it is noted there
TRIED = 5  # so many of the newest copies are read through to find a sound one


def look_at(store: Store) -> None:
    """Raises NotKept, with what to take instead, if the file of a game is there and is not the whole game. One that may
    lack its latest entries is opened, and says so (`Store.doubt`)."""
    file = store.file
    if file is None or not file.exists():
        return
    parted = is_parted(file)
    if trouble := trouble_with(file):
        if not os.access(file.parent, os.W_OK):
            raise NotKept(
                f"{file} cannot be opened: its folder, or the whole disk, may only be read. Nothing is wrong with the "
                "game. Let it be written there, or copy the file and the one beside it that ends in -wal to another "
                "disk."
            )
        if UNREADABLE in trouble and shutil.disk_usage(file.parent).free < LEAST:
            raise NotKept(
                f"{file} cannot be opened: the disk is full. Nothing is wrong with the game. Make room on it, then do "
                "it again."
            )
        raise NotKept(f"{file} {trouble} {instead_of(file)}")
    if parted:
        store.doubt = doubt_of(file)


def doubt_of(file: Path) -> str:
    """What may be missing in a file that was copied while its game was served, and what to take instead."""
    with contextlib.closing(sqlite3.connect(file, timeout=8)) as connection:
        last = connection.execute("SELECT number, at FROM journal ORDER BY number DESC LIMIT 1").fetchone()
    ends = "is empty"
    if last:
        made = datetime.fromisoformat(last[1]).astimezone()
        ends = f"ends at entry {last[0]}, of {made.day} {made:%B, %H:%M}"
    return (
        f"{file.name} was copied while the game was being served, without the file beside it that ends in -wal. Its "
        f"journal {ends}. If more had been entered by then, that is missing: do not play on in it, but copy it again "
        "once the game is stopped where it was served, or take a copy that the program made (control-room backup)."
    )


def trouble_with(file: Path) -> str:
    """What is wrong with the file of a game, the end of a sentence that begins with its name; empty if nothing is."""
    try:
        if file.is_dir():
            return "is a folder, not the file of a game."
        with file.open("rb") as opened:
            begins = opened.read(len(MAGIC))
        if not begins and not has_more(file):
            return "is empty: there is no game in it."
        if begins and begins != MAGIC:
            return "is no database: it holds no game."
        with contextlib.closing(sqlite3.connect(file, timeout=8)) as connection:
            return trouble_in(connection, file)
    except sqlite3.OperationalError as error:
        if "locked" in str(error):
            return ""  # another program is at it just now; what there is to say is said by whoever reads it
        return f"{UNREADABLE} ({error})."
    except (sqlite3.DatabaseError, UnicodeDecodeError):
        return "is damaged: part of it is missing or was written over."
    except OSError as error:
        return f"cannot be read ({(error.strerror or str(error)).lower()})."


def has_more(file: Path) -> bool:
    """Whether there are entries that are not in the file itself yet."""
    beside = file.with_name(f"{file.name}-wal")
    return beside.is_file() and beside.stat().st_size > 0


def trouble_in(connection: sqlite3.Connection, file: Path) -> str:
    """What is wrong with a database that can be opened."""
    if connection.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
        return "is damaged: part of it is missing or was written over."
    if has_torn_files(connection):
        return "is damaged: part of the scenario that it carries was written over."
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if "game" not in tables or "journal" not in tables:
        return "holds no game."
    if connection.execute("SELECT count(*) FROM game").fetchone() == (0,):
        # without copies it is a start that was broken off, and goes on
        return "holds no game any more." if copies_in(copies_beside(file)) else ""
    number = connection.execute("SELECT coalesce(max(number), 0) FROM journal").fetchone()[0]
    return behind(connection, file, number)


def has_torn_files(connection: sqlite3.Connection) -> bool:
    """Whether a file of the scenario that the game carries is not what was written. SQLite looks at no text."""
    with contextlib.suppress(sqlite3.OperationalError):  # an older game carries none
        found = connection.execute("SELECT CAST(text AS BLOB), CAST(hash AS BLOB) FROM scenario_file")
        return any(hashlib.sha256(text).hexdigest().encode() != noted for text, noted in found)
    return False


READS = "SELECT min(number) FROM {} WHERE NOT (json_valid(arguments) AND json_valid(dice) AND json_valid(changes))"
CHANGED = """
SELECT min(ours.number) FROM main.{0} AS ours JOIN copy.{0} AS theirs USING (number, key)
WHERE (ours.at, ours.umpire, ours.action, ours.arguments, ours.dice, ours.changes, ours.sentence)
IS NOT (theirs.at, theirs.umpire, theirs.action, theirs.arguments, theirs.dice, theirs.changes, theirs.sentence)
"""


def torn_entry(connection: sqlite3.Connection, copy: Path | None = None) -> int | None:
    """The number of an entry that cannot be read any more, or is not what it is in a sound copy; None if there is none.
    SQLite looks at no text, and a long journal takes a moment."""
    if copy:
        connection.execute("ATTACH ? AS copy", (f"{copy.as_uri()}?mode=ro&immutable=1",))
    for question in (READS, CHANGED) if copy else (READS,):
        for journal in ("journal", "journal_apart"):
            with contextlib.suppress(sqlite3.OperationalError):  # an older copy has not all of them
                if (found := connection.execute(question.format(journal)).fetchone()[0]) is not None:
                    return int(found)
    return None


def torn_in(file: Path, copy: Path | None) -> str:
    """What is wrong with the journal of a game that is open, by the newest sound ``copy``; empty if nothing is."""
    with contextlib.closing(sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True, timeout=8)) as connection:
        found = torn_entry(connection, copy)
    if found is None:
        return ""
    which = f"entry {found}" if found > 0 else "an entry that stands apart"
    return f"{file.name} is damaged: {which} is not what was written. {instead_of(file)}"


def behind(connection: sqlite3.Connection, file: Path, number: int) -> str:
    """What is missing at the end, as far as the newest copy beside the file can tell.

    A copy made before a restore is ahead of the game because the game was set back; any other was made of this very
    file, so what it holds must be there.
    """
    copies = newest_first(copies_beside(file))
    read = NAME.fullmatch(copies[0].name) if copies else None
    if read is None or read["kind"] == "before" or int(read["number"]) <= number:
        return ""
    with contextlib.closing(sqlite3.connect(f"{copies[0].as_uri()}?mode=ro&immutable=1", uri=True)) as copy:
        ours, theirs = (one.execute("SELECT seed FROM game").fetchone() for one in (connection, copy))
        if ours != theirs or key_in(copy, number) != key_in(connection, number):
            return ""  # another game, or one that has gone its own way since
    return (
        f"is not the whole game: its journal ends at entry {number}, and there is a copy with entry "
        f"{int(read['number'])}. It was probably copied without the file {file.name}-wal."
    )


def copies_beside(file: Path) -> Path:
    """The folder where the copies of a game are."""
    return file.with_name(f"{file.name}.copies")


def newest_first(folder: Path) -> list[Path]:
    """The copies in a folder, the latest first: their names begin with the moment."""
    return sorted(copies_in(folder), key=lambda path: path.name, reverse=True)


def instead_of(file: Path) -> str:
    """What to take instead: the newest copy that is sound, by its path."""
    for copy in newest_first(copies_beside(file))[:TRIED]:
        with contextlib.suppress(OSError, sqlite3.Error):
            if is_right(copy) and is_whole(copy):
                with contextlib.closing(sqlite3.connect(f"{copy.as_uri()}?mode=ro&immutable=1", uri=True)) as found:
                    if torn_entry(found) is not None:
                        continue
                    at = stands(found)
                read = NAME.fullmatch(copy.name)
                assert read is not None
                made = datetime.strptime(f"{read['day']} {read['time'][:4]}", "%Y-%m-%d %H%M")
                return (
                    f"Take the newest copy, of {at.stretch} at entry {at.number} ({made:%d %B %H:%M}): "
                    f"control-room restore {as_argument(copy)} --game {as_argument(fresh_name(file))}"
                )
    return "There is no sound copy beside it: take one from the stick, or give another file."


def fresh_name(file: Path) -> Path:
    """A name for the game that goes on from a copy."""
    number = 2
    while (to := file.with_name(f"{file.stem}-{number}{file.suffix}")).exists():
        number += 1
    return to
