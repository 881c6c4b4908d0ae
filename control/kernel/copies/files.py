"""Files of copies: written under another name, checked, named; read through; brought to another disk."""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import re
import secrets
import shutil
import sqlite3
import struct
import time
import zlib
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from control.kernel.errors import NotKept, OrderNotAllowed, OrderNotUnderstood
from control.kernel.file_head import give_number, is_parted, is_served, number_of
from control.kernel.game import UmpiredGame, game_named
from control.kernel.journal.safety_questions import STRETCH, Moment
from control.kernel.wording import as_argument

NAME = re.compile(
    rf"(?P<day>\d{{4}}-\d\d-\d\d)_(?P<time>\d{{6}}-\d{{3}})_(?P<stretch>{STRETCH})_entry-(?P<number>\d+)"
    r"_(?P<kind>[a-z]+)(?:-\d+)?\.db"
)
PART = ".part"
DAMAGED = "This copy is damaged: it is not what was written. Take another one."
CHUNK = 1 << 20


SECOND = "second.txt"
"""Which second folder a game had when it was served last: beside its copies, for it says something of this machine and
nothing of the game."""
ELSEWHERE = "\non another disk than the game"


def note_second(folder: Path, second: Path | None, elsewhere: bool) -> None:
    """Keep the second folder of the copies in a folder for the next start, and whether it lies ``elsewhere``: on
    another disk than the game. What cannot be kept is given anew then."""
    with contextlib.suppress(OSError):
        if second:
            folder.mkdir(exist_ok=True)
            (folder / SECOND).write_text(f"{second}{ELSEWHERE if elsewhere else ''}\n", encoding="utf-8")
        else:
            (folder / SECOND).unlink(missing_ok=True)


def last_second(folder: Path) -> tuple[str, bool]:
    """The second folder of the copies in a folder, as it was last, empty if there was none; and whether it lay on
    another disk than the game."""
    with contextlib.suppress(OSError, UnicodeDecodeError):
        noted = (folder / SECOND).read_text(encoding="utf-8").strip()
        found = noted.removesuffix(ELSEWHERE)
        if Path(found).is_absolute() and "\0" not in found:
            return found, found != noted
    return "", False


@contextlib.contextmanager
def saying_why(what: str) -> Iterator[None]:
    """Turn what the disk says into a sentence. Raises NotKept."""
    try:
        yield
    except sqlite3.Error as error:
        said = str(error).lower()
        full = "full" in said
        raise NotKept(f"{what}: {'the disk is full. Make room on it' if full else said}.") from error
    except OSError as error:
        full = error.errno in (errno.ENOSPC, errno.EDQUOT)
        reason = "the disk is full. Make room on it" if full else (error.strerror or str(error)).lower()
        raise NotKept(f"{what}: {reason}.") from error


def copies_in(folder: Path) -> list[Path]:
    """The copies in a folder; none where it cannot be read."""
    try:
        return [path for path in folder.iterdir() if NAME.fullmatch(path.name)]
    except OSError:
        return []


def sweep(folder: Path) -> None:
    """Clear away what was left half written an hour ago or longer."""
    for path in folder.glob(f".*{PART}*"):
        with contextlib.suppress(OSError):
            if time.time() - path.stat().st_mtime > 3600:
                path.unlink()


STAMP = "%Y-%m-%d_%H%M%S-%f"
"""How the names of copies and packs begin, but for the last three figures: their order is that of the moments."""


def stamp_after(names: Iterable[str]) -> str:
    """The moment, or one just after the latest of these names: whatever the clock was set to, what is made last stands
    last. Put back by a day it would else have every new copy thrown away as the oldest."""
    latest = max((name[:21] for name in names), default="")
    now = f"{datetime.now():{STAMP}}"[:-3]
    if now > latest:
        return now
    return f"{datetime.strptime(latest, STAMP) + timedelta(milliseconds=1):{STAMP}}"[:-3]


def moment_of(path: Path, day: str, time: str) -> datetime:
    """The moment that the name of a copy says. In the hour that comes twice when summer time ends it may mean two, and
    names go on after the latest: there the file says when it was written, if that is between them."""
    named = datetime.strptime(f"{day} {time}", "%Y-%m-%d %H%M%S-%f")
    first, again = (named.replace(fold=fold).astimezone() for fold in (0, 1))
    written = datetime.fromtimestamp(path.stat().st_mtime).astimezone()
    return written if first < written < again else first


def free_name(folder: Path, stem: str) -> Path:
    """A file of that name that is not there yet."""
    path, more = folder / f"{stem}.db", 1
    while path.exists():
        more += 1
        path = folder / f"{stem}-{more}.db"
    return path


def back_up(game: Path, to: Path) -> Moment:
    """Copy a running game into a file, look whether it is whole, and tell where it stands."""
    source = sqlite3.connect(game, timeout=8)
    target = sqlite3.connect(to, isolation_level=None)
    try:
        target.execute("PRAGMA synchronous=OFF")  # it is brought to the disk once, at the end
        source.backup(target)
        target.execute("PRAGMA journal_mode=DELETE")  # one file, nothing beside it
        if is_served(target.execute("PRAGMA application_id").fetchone()[0]):
            target.execute("PRAGMA application_id = 0")  # it is whole, and nobody serves it
        if target.execute("PRAGMA integrity_check").fetchone() != ("ok",):
            raise NotKept("The game could not be copied: the copy is not whole. Look at the disk.")
        number, count = target.execute("SELECT coalesce(max(number), 0), count(*) FROM journal").fetchone()
        live = source.execute("SELECT coalesce(max(number), 0) FROM journal").fetchone()[0]
        if number != count or number > live:
            raise NotKept("The game could not be copied: the copy’s journal is not the game’s. Look at the disk.")
        return stands(target)
    finally:
        source.close()
        target.close()


def stands(connection: sqlite3.Connection) -> Moment:
    """Where the game in a file stands."""
    game = game_read(connection)
    row = SimpleNamespace(**{**row_in(connection, "game"), **row_in(connection, game.moves)})
    last = connection.execute("SELECT number, key FROM journal ORDER BY number DESC LIMIT 1").fetchone()
    number, key = last or (0, "")
    try:
        apart = connection.execute("SELECT count(*) FROM journal_apart").fetchone()[0]
    except sqlite3.OperationalError:  # a copy that is older than that part of the journal
        apart = 0
    return Moment(number, key, game.moment(row).stretch, apart)


def game_read(connection: sqlite3.Connection) -> UmpiredGame:
    """The game whose rows these are."""
    return game_named(row_in(connection, "game")["rule_set"])


def game_in_file(file: Path) -> UmpiredGame:
    """The game that is in a file."""
    with contextlib.closing(reading(file)) as connection:
        return game_read(connection)


def row_in(connection: sqlite3.Connection, table: str) -> dict[str, Any]:
    """The one row of a table."""
    rows = connection.execute(f"SELECT * FROM {table}")
    return dict(zip((column[0] for column in rows.description), rows.fetchone(), strict=True))


def key_in(connection: sqlite3.Connection, number: int) -> str:
    """The key of a journal entry in a file; empty if there is no such entry."""
    found = connection.execute("SELECT key FROM journal WHERE number = ?", (number,)).fetchone()
    return found[0] if found else ""


def reading(file: Path) -> sqlite3.Connection:
    """A connection to a copy that writes nothing, not even beside it."""
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro&immutable=1", uri=True)


def standing_in(copy: Path) -> Moment:
    """Where the game in a copy stands. Raises sqlite3.Error for a file without a game."""
    with contextlib.closing(reading(copy)) as connection:
        return stands(connection)


def is_whole(file: Path) -> bool:
    """Whether SQLite finds nothing wrong with a file."""
    with contextlib.closing(reading(file)) as connection:
        return bool(connection.execute("PRAGMA integrity_check").fetchone() == ("ok",))


PROOF = 60
"""Where in the file, four bytes long, SQLite leaves room for a number of ours (its user_version)."""


def proof(path: Path) -> int:
    """A number made of all there is in a file but the place where that number is kept; never 0."""
    with path.open("rb") as file:
        head = file.read(PROOF + 4)
        number = zlib.crc32(head[:PROOF])
        while chunk := file.read(CHUNK):
            number = zlib.crc32(chunk, number)
    return number or 1


def note_proof(path: Path, number: int) -> None:
    """Keep that number in the file itself: a copy that was parted from its checksum can still show that it is whole."""
    with path.open("rb+") as file:
        file.seek(PROOF)
        file.write(struct.pack(">I", number))


def noted_proof(path: Path) -> int:
    """The number that is kept in a file; 0 if there is none."""
    with path.open("rb") as file:
        file.seek(PROOF)
        return int.from_bytes(file.read(4))


def is_right(copy: Path) -> bool | None:
    """Whether a copy is what was written, by the checksum beside it or else by the number within it; None if it has
    neither."""
    if noted := noted_checksum(copy):
        return noted == checksum(copy)
    number = noted_proof(copy)
    return number == proof(copy) if number else None


def keep_on_disk(path: Path) -> None:
    """Have the disk keep what was written."""
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def checksum(path: Path) -> str:
    """The SHA-256 of a file, read from the disk itself where the system can be told so."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        if hasattr(os, "posix_fadvise"):
            os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
        while chunk := file.read(CHUNK):
            digest.update(chunk)
    return digest.hexdigest()


def checksum_file(copy: Path) -> Path:
    """Where the checksum of a copy is written."""
    return copy.with_name(f"{copy.name}.sha256")


def note_checksum(copy: Path, digest: str) -> None:
    """Write the checksum of a copy beside it."""
    file = checksum_file(copy)
    file.write_text(f"{digest}  {copy.name}\n", encoding="utf-8")
    keep_on_disk(file)


def noted_checksum(copy: Path) -> str:
    """The checksum that was written beside a copy; empty if there is none."""
    try:
        return checksum_file(copy).read_text(encoding="utf-8").partition(" ")[0]
    except (OSError, UnicodeDecodeError):
        return ""


def carry_over(copy: Path, to: Path) -> None:
    """Bring a copy into another folder, and compare what has arrived there."""
    part, there = to / f".{copy.name}{PART}", to / copy.name
    try:
        shutil.copyfile(copy, part)
        keep_on_disk(part)
        digest = noted_checksum(copy) or checksum(copy)
        if checksum(part) != digest:
            raise NotKept(f"What arrived in {to.parent} is not what was sent. Take another stick.")
        note_checksum(there, digest)
        part.rename(there)
    finally:
        part.unlink(missing_ok=True)


def new_file(copy: Path, to: Path, beside: bool) -> Path:
    """Write a copy to a file that is not there yet. Raises OrderNotAllowed if there is one, NotKept if it cannot be.

    ``beside``: the game itself goes on, so this one is another; whoever is signed in there is not signed in here.
    """
    taken = OrderNotAllowed(f"There is a file {to.name} already; it is left as it is. Give another name.", field="name")
    with saying_why(f"{to} could not be written"):
        if to.exists():
            raise taken
        to.parent.mkdir(parents=True, exist_ok=True)
        whole = not is_parted(copy)
        part = to.with_name(f".{to.name}{PART}")
        try:
            shutil.copyfile(copy, part)
            note_proof(part, 0)  # from now on it is a game, which changes
            if beside:
                own_cookies(part)
            if whole and is_served(number_of(part)):
                give_number(part, 0)
            keep_on_disk(part)
            give_name(part, to)
        except FileExistsError:
            raise taken from None
        finally:
            part.unlink(missing_ok=True)
    return to


def own_cookies(part: Path) -> None:
    """Give a game a key of its own for its cookies; the seals and codes of the day stay as they are."""
    with contextlib.closing(sqlite3.connect(part)) as connection, connection:
        if "cookies" in [column[1] for column in connection.execute("PRAGMA table_info(game)")]:
            connection.execute("UPDATE game SET cookies = ?", (secrets.token_hex(24),))
            connection.commit()
            connection.execute("PRAGMA journal_mode=DELETE")


def give_name(part: Path, to: Path) -> None:
    """Call a file otherwise, unless there is one of that name. Raises FileExistsError."""
    try:
        os.link(part, to)
    except FileExistsError:
        raise
    except OSError:  # a disk that knows no links, such as a stick's
        if to.exists():
            raise FileExistsError(to) from None
        part.rename(to)


UNPROVED = (
    "has no checksum beside it (the file of the same name ending in .sha256) and none within: SQLite finds nothing "
    "wrong with it, but a single changed letter would not be seen. Replay it:"
)


def game_of(copy: Path) -> Path | None:
    """The game that a copy is of, if it lies beside it still."""
    folder = copy.absolute().parent
    game = folder.with_name(folder.name.removesuffix(".copies"))
    return game if game != folder and game.is_file() else None


def restored_file(copy: Path, to: Path) -> tuple[Path, Moment, bool]:
    """Write a copy, wherever it lies, to a new file; where that game stands, and whether the copy could be proved to be
    what was written. Raises OrderError kinds.

    Where the game itself lies beside the copies and is whole, it may go on: then the new file is a game of its own.
    """
    copy = copy.absolute()
    try:
        if (beside := copy.with_name(f"{copy.name}-wal")).exists() and beside.stat().st_size:
            raise OrderNotAllowed(
                f"{copy.name} is a game that is being played; its latest entries are not in the file yet. Make a copy "
                f"of it: control-room backup --game {as_argument(copy)}.",
                field="copy",
            )
        right, goes_on = is_right(copy), False
        if right is False or not is_whole(copy):
            raise NotKept(DAMAGED)
        at = standing_in(copy)
        game = game_of(copy)
        with contextlib.suppress(OSError, sqlite3.Error):
            goes_on = game is not None and is_whole(game) and standing_in(game).number >= 0
    except OSError as error:
        raise OrderNotUnderstood(
            f"Cannot read {copy}: {error.strerror}. Give the name of a copy.", field="copy"
        ) from None
    except (sqlite3.Error, TypeError, KeyError, AttributeError):  # no database, or no game of ours in it
        raise OrderNotUnderstood(
            f"{copy} is no copy of a game. Give one of a folder that ends in .copies.", field="copy"
        ) from None
    return new_file(copy, to.absolute(), goes_on), at, bool(right)


# The running game -------------------------------------------------------------------------------------------


def replace_rows(live: sqlite3.Connection) -> None:
    """Put every row of the database that is attached as ``back`` in the place of those of the main one.

    Within a transaction that is open already: all of it or nothing. Raises OrderNotAllowed for another game's rows.
    """
    ours, theirs = (live.execute(f"SELECT seed, secret FROM {where}.game").fetchone() for where in ("main", "back"))
    if ours != theirs:
        raise OrderNotAllowed("This is a copy of another game. Restore it to a new file.", field="copy")
    tables = live.execute("SELECT name FROM main.sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    for (table,) in tables.fetchall():
        live.execute(f'DELETE FROM main."{table}"')
        columns = ", ".join(f'"{column[1]}"' for column in live.execute(f'PRAGMA main.table_info("{table}")'))
        live.execute(f'INSERT INTO main."{table}" ({columns}) SELECT {columns} FROM back."{table}"')
