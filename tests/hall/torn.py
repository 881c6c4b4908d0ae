"""The power is cut: files as a disk leaves them that had written half of what it was told to.

``python -m tests.hall.torn [acts]``. Between two moments at which everything had been said to be on the disk lies one
act, or one bringing of the ``-wal`` into the file. Of what was written in between each sector of 512 bytes (a file
that only grew may also end anywhere) is there, is as it was before, or is nonsense. Such a pair of files is opened: all
that was acknowledged before has to be there, what was under way whole or not at all, and the game goes on.

Then a disk that is broken: pages of the game's file are overwritten, or it ends too soon. It is said in a sentence what
to take instead, and what that holds is there.
"""

from __future__ import annotations

import contextlib
import random
import shutil
import sqlite3
import sys
import tempfile
from collections import Counter
from pathlib import Path

from control.kernel.actions.registry import perform
from control.kernel.actions.world import Room, Umpire
from control.kernel.copies import Copies
from control.kernel.copies.files import restored_file
from control.kernel.copies.whole import look_at
from control.kernel.database.store import open_store
from control.kernel.errors import NotKept, OrderError
from control.kernel.opening import opened
from control.kernel.proof.verify import verify
from tests.games import make_game, well_off
from tests.hall.attacking import line

SECTOR, PAGE = 512, 4096
Files = tuple[bytes, bytes]
"""The game's file and what stands beside it in its -wal."""


def taken(game: Path) -> Files:
    """Both as they are."""
    beside = game.with_name(f"{game.name}-wal")
    return game.read_bytes(), beside.read_bytes() if beside.exists() else b""


def put(game: Path, files: Files) -> None:
    """Leave them so, as a machine finds them that was switched on again."""
    for name, data in zip(("", "-wal"), files, strict=True):
        game.with_name(f"{game.name}{name}").write_bytes(data)
    game.with_name(f"{game.name}-shm").unlink(missing_ok=True)


def torn(before: bytes, after: bytes, chance: random.Random) -> bytes:
    """What a disk has of ``after`` that had ``before``, when the power went. Of a sector that was there and was written
    in part, only that part is nonsense: so do disks promise it, and SQLite believes them."""
    found, nonsense, missing = bytearray(after), chance.random() < 0.3, chance.choice((0.0, 0.02, 0.1, 0.5))
    for at in range(0, len(after), SECTOR):
        now, was = after[at : at + SECTOR], before[at : at + SECTOR]
        if was == now or chance.random() >= missing:
            continue
        same = next((place for place, pair in enumerate(zip(was, now, strict=False)) if pair[0] != pair[1]), len(was))
        rest = chance.randbytes(len(now) - same) if nonsense else was[same:].ljust(len(now) - same, b"\0")
        found[at : at + len(now)] = now[:same] + rest
    if len(after) > len(before) and chance.random() < 0.5:
        del found[chance.randrange(len(before), len(after)) :]
    return bytes(found)


def kept(game: Path) -> int:
    """How many entries are in a file that is sound. Raises AssertionError where it is not, or has a gap."""
    with contextlib.closing(sqlite3.connect(game)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert not connection.execute("PRAGMA foreign_key_check").fetchall()
        many, last = connection.execute("SELECT count(*), coalesce(max(number), 0) FROM journal").fetchone()
        assert many == last, "there is a gap"
        return int(last)


def act(room: Room, number: int) -> None:
    """One entry, of a few rows or of many pages."""
    order = {"text": f"Torn {number}. " * (1 if number % 3 else 30), "desks": ["map", "team"]}
    perform(room, Umpire("Ōta", "game"), "announcement.post", order, key=f"torn-{number:06d}")


def main(acts: int = 150, of_each: int = 4) -> None:
    """Print the figures."""
    chance, seen = random.Random(1), Counter[str]()
    with tempfile.TemporaryDirectory() as folder:
        game = make_game(Path(folder) / "game.db", well_off())
        again, replayed = Path(folder) / "again.db", 0
        room = opened(open_store(game))
        room.store.listeners.clear()  # the -wal is brought in when we say so, and between two looks
        for number in range(1, acts + 1):
            before = taken(game)
            act(room, number)
            after = taken(game)
            for _ in range(of_each):
                put(again, (before[0], torn(before[1], after[1], chance)))
                found = kept(again)
                assert number - 1 <= found <= number, f"{number - 1} were acknowledged, {found} are there"
                seen["whole" if found == number else "not at all"] += 1
            if number % 5 == 0:
                before = after
                room.store.settle(way="PASSIVE")
                after = taken(game)
                for _ in range(of_each):
                    put(again, (torn(before[0], after[0], chance), before[1]))
                    assert kept(again) == number, "the -wal has all of it still"
                    seen["while it was brought in"] += 1
            if number % 50 == 0:
                put(again, (before[0], torn(before[1], after[1], chance)))
                other = opened(open_store(again))
                assert verify(other).same
                act(other, 10**5 + number)  # and it goes on
                other.store.close()
                replayed += 1
            print(number, dict(seen), file=sys.stderr, flush=True)
        line(
            f"power cut {sum(seen.values()):,} times in {acts} entries, the files torn by sectors",
            "nothing acknowledged lost",
            f"0 lost; what was under way was there {seen['whole']} times whole, {seen['not at all']} times not at all, "
            f"never half; {seen['while it was brought in']} of the cuts while the -wal was brought in; {replayed} "
            "replayed, the same",
        )
        broken(room, game, Path(folder), chance)
        room.store.close()


OF_NO_MOMENT = "of no moment: what was hit is used by nothing"


def broken(room: Room, game: Path, folder: Path, chance: random.Random, times: int = 60) -> None:
    """A disk that loses what it had: what is said of it, and what the copies give back."""
    room.store.settle()
    copies = Copies(room.store)
    at = copies.make("asked").number
    sound, seen = game.read_bytes(), Counter[str]()
    worse = folder / "worse.db"
    shutil.copytree(copies.folder, folder / "worse.db.copies", dirs_exist_ok=True)
    for _ in range(times):
        data, kind = bytearray(sound), chance.randrange(4)
        if kind == 0:
            del data[chance.randrange(1, len(data)) :]
        elif kind == 3:  # a sector alone, which may be within a text
            sector = SECTOR * chance.randrange(len(data) // SECTOR)
            data[sector : sector + SECTOR] = chance.randbytes(SECTOR) if chance.random() < 0.5 else bytes(SECTOR)
        else:
            for _ in range(1 + 20 * (kind - 1)):
                page = PAGE * chance.randrange(len(data) // PAGE)
                data[page : page + PAGE] = chance.randbytes(PAGE) if chance.random() < 0.5 else bytes(PAGE)
        put(worse, (bytes(data), b""))
        store = open_store(worse)
        try:
            look_at(store)
            found = opened(store)
            Copies(store).take_stock()
            same = verify(found).same
            seen["told soon after it is served" if store.doubt else OF_NO_MOMENT if same else "told by a replay"] += 1
        except NotKept as error:
            seen["told, with the copy to take" if ".copies" in error.sentence else "told"] += 1
        except OrderError as error:
            seen[f"told otherwise: {error.sentence[:60]}"] += 1
        finally:
            store.engine.dispose()
    copy = next(iter(sorted((folder / "worse.db.copies").glob("*.db"), reverse=True)))
    _, restored, _ = restored_file(copy, folder / "restored.db")
    assert restored.number == at
    line(
        f"{times} broken disks: pages or sectors overwritten, files that end too soon",
        "a sentence, and the copy to take instead",
        "; ".join(f"{what}: {many}" for what, many in seen.items()) + f"; restored from its copy: {at} of {at} entries",
    )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
