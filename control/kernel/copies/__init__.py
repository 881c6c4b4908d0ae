"""Copies of a game: made by themselves while it is played, checked, kept on a second disk too, and put back.

A copy is made with SQLite's online backup, in one step, so that it is the game of one moment and no desk waits for it.
It is written under another name first, checked, and only then given its own: half a copy is never listed. Beside it
lies its checksum, as ``sha256sum -c`` reads it. PostgreSQL keeps its own backups; for such a game there are none here.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import sqlite3
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from control.kernel import steady
from control.kernel.copies.copy import Beat, Copy
from control.kernel.copies.files import (
    DAMAGED,
    NAME,
    PART,
    back_up,
    carry_over,
    checksum,
    checksum_file,
    copies_in,
    free_name,
    is_right,
    is_whole,
    keep_on_disk,
    key_in,
    last_second,
    moment_of,
    new_file,
    note_checksum,
    note_proof,
    note_second,
    proof,
    reading,
    replace_rows,
    restored_file,
    saying_why,
    stamp_after,
    standing_in,
    stands,
    sweep,
)
from control.kernel.copies.packs import Pack, carry_packs, keep_pack, packs_in
from control.kernel.copies.whole import torn_in
from control.kernel.database.store import Store, open_store
from control.kernel.errors import ChangedElsewhere, NotKept, OrderNotAllowed, OrderNotUnderstood
from control.kernel.game import game_in
from control.kernel.journal.journal_questions import LOOK
from control.kernel.journal.safety_questions import Moment, key_of, moment, off_a_name, wants_packs
from control.kernel.migrations import migrate

__all__ = ["Beat", "Copies", "Copy", "Pack", "restored_file"]

LOOK_EVERY = 5.0  # seconds: also what another process (the command line) enters is copied
LAST_COPY = 5.0  # seconds that a room which ends waits for the copy that is being made
AT_MOST_EVERY = 1.0  # seconds between two looks, however often somebody acts
TRY_AGAIN = 30.0  # seconds until what failed is tried again, and until the second folder is looked at again


class Copies:
    """The copies of the game in a store: in the folder ``<game file>.copies`` beside it, and in a second one if set;
    where none is given, in that of when the game was served last, and where it is empty in none.

    ``every``, ``late`` and ``kept`` are as in the settings.
    """

    def __init__(
        self,
        store: Store,
        second: str | Path | None = None,
        every: float = 180,
        late: float = 600,
        kept: int = 50,
    ) -> None:
        engine = store.engine
        file = engine.url.database if engine.dialect.name == "sqlite" else None
        self.store = store
        self.game = Path(file).absolute() if file else None
        self.folder = self.game.with_name(f"{self.game.name}.copies") if self.game else None
        self.as_last_time = second is None
        self._lay_elsewhere = False
        if second is None and self.folder:
            second, self._lay_elsewhere = last_second(self.folder)
        self.second = Path(second).absolute() if second and self.game else None
        self.every, self.late, self.kept = every, late, kept
        self._second_disk = self._disk_of_second()
        self._known: dict[str, tuple[int, int, bool]] = {}
        self._on_second: set[str] = set()
        self._making, self._carrying, self._noting = threading.RLock(), threading.Lock(), threading.Lock()
        self._woken, self._stopped = threading.Event(), threading.Event()
        self._thread: threading.Thread | None = None
        self._copied: Moment | None = None
        self._seen = self._settled = None  # type: Moment | None
        self._tried = self._carried = -TRY_AGAIN
        self._beat = Beat(False, 0.0, None, None, "", "")
        self.print_pack: Callable[[], tuple[bytes, Moment, str]] | None = None
        """Prints the fallback pack, and says of which moment it is; whoever joins the house sets it."""

    # What there is

    @property
    def possible(self) -> bool:
        """Whether this game is a file that can be copied."""
        return self.game is not None

    def all(self) -> list[Copy]:
        """Every copy, newest first."""
        if self.folder is None:
            return []
        found = [self._read(path) for path in copies_in(self.folder)]
        return sorted((one for one in found if one), key=lambda one: (one.made, one.number, one.name), reverse=True)

    def find(self, name: str) -> Copy:
        """The copy of that name. Raises OrderNotUnderstood if there is none."""
        found = self._read(self.folder / name) if self.folder and NAME.fullmatch(name) else None
        if found is None:
            raise OrderNotUnderstood("There is no such copy. Look at the list again.", field="copy")
        return found

    def _read(self, path: Path) -> Copy | None:
        read = NAME.fullmatch(path.name)
        if read is None:
            return None
        try:
            stat = path.stat()
            made = moment_of(path, read["day"], read["time"])
        except (OSError, ValueError):
            return None
        known = self._known.get(path.name)
        state = "unread"
        if known and known[:2] == (stat.st_mtime_ns, stat.st_size):
            state = "checked" if known[2] else "damaged"
        return Copy(
            path,
            made,
            off_a_name(read["stretch"]),
            int(read["number"]),
            read["kind"],
            stat.st_size,
            state,
            path.name in self._on_second,
        )

    def beat(self) -> Beat:
        """How the copies stand."""
        return self._beat

    def _note(self, **what: Any) -> None:
        """Note how the copies stand by now. An umpire has one made while the thread brings others to the stick: neither
        takes back what the other one noted."""
        with self._noting:
            self._beat = replace(self._beat, **what)

    # Making them

    def make(self, kind: str) -> Copy:
        """Make a copy and check it. Raises NotKept, with nothing left behind, if that cannot be done."""
        if self.game is None or self.folder is None:
            raise OrderNotAllowed(POSTGRESQL)
        with self._making:
            self._tried = time.monotonic()
            try:
                copy, at = self._write(self.game, self.folder, kind)
            except NotKept as error:
                self._note(trouble=error.sentence)
                raise
            self._copied = at
            self._note(good=copy, trouble="", looked=steady.now().timestamp())
            self._thin(self.folder)
        self.store.settle()
        return copy

    def _write(self, game: Path, folder: Path, kind: str) -> tuple[Copy, Moment]:
        with saying_why("The game could not be copied"):
            folder.mkdir(exist_ok=True)
            sweep(folder)
            handle, made_as = tempfile.mkstemp(prefix=".", suffix=PART, dir=folder)
            os.close(handle)
            part = Path(made_as)
            try:
                at = back_up(game, part)
                note_proof(part, proof(part))
                keep_on_disk(part)
                stamp = stamp_after(one.name for one in copies_in(folder))
                path = free_name(folder, f"{stamp}_{at.slug}_entry-{at.number:06d}_{kind}")
                note_checksum(path, checksum(part))
                part.rename(path)
            finally:
                part.unlink(missing_ok=True)
            stat = path.stat()
            self._known[path.name] = (stat.st_mtime_ns, stat.st_size, True)
            found = self._read(path)
            assert found is not None
            return found, at

    def _thin(self, folder: Path) -> None:
        """Keep the copies of every stretch's end, and the latest of the others."""
        others = sorted(
            (path for path in copies_in(folder) if (read := NAME.fullmatch(path.name)) and read["kind"] != "gate"),
            key=lambda path: path.name,
            reverse=True,
        )
        for path in others[self.kept :]:
            with contextlib.suppress(OSError):
                path.unlink()
                checksum_file(path).unlink(missing_ok=True)

    def stands(self, copy: Copy) -> Moment:
        """Where the game in a copy stands."""
        with saying_why("The copy could not be read"):
            return standing_in(copy.path)

    def verify(self, copy: Copy) -> Copy:
        """The copy, read through from end to end; ``damaged`` if it is not what was written."""
        try:
            right = bool(is_right(copy.path)) and is_whole(copy.path)
            stat = copy.path.stat()
        except (OSError, sqlite3.Error):
            return replace(copy, state="damaged")
        self._known[copy.name] = (stat.st_mtime_ns, stat.st_size, right)
        return replace(copy, state="checked" if right else "damaged")

    # Fallback packs

    def packs(self) -> list[Pack]:
        """The fallback packs beside the copies, newest first."""
        return packs_in(self.folder) if self.folder else []

    def write_pack(self) -> Pack:
        """Write the fallback pack beside the copies. Raises NotKept if that cannot be done: `beat` keeps the reason."""
        if self.folder is None or self.print_pack is None:
            raise OrderNotAllowed(POSTGRESQL)
        with self._making:
            try:
                with saying_why("The fallback pack could not be written"):
                    pdf, at, not_printed = self.print_pack()
                    pack = keep_pack(self.folder, pdf, at)
            except NotKept as error:
                self._note(pack_trouble=error.sentence)
                raise
            except Exception as error:  # the copies go on, whatever ails the printing
                said = f"The fallback pack could not be printed: {error!r}."
                self._note(pack_trouble=said)
                raise NotKept(said) from error
            self._note(pack_trouble=not_printed)
        return pack

    # The second folder

    def _disk_of_second(self) -> int | None:
        """The disk that the second folder lies on; None if it is not there."""
        if self.second is None:
            return None
        try:
            return self.second.stat().st_dev
        except OSError:
            return None

    def carry(self) -> None:
        """Bring to the second folder what it lacks: the newest copy, then those of every stretch's end.

        What is wrong with it is told by `beat`: a stick that was pulled out is no reason to stop.
        """
        if self.second is None or self.game is None or self.folder is None:
            return
        with self._carrying:
            self._carried = time.monotonic()
            try:
                self._carry(self.second / self.folder.name)
            except NotKept as error:
                self._note(second_trouble=error.sentence)
            else:
                self._note(second_trouble="")

    def _carry(self, to: Path) -> None:
        assert self.second is not None
        assert self.game is not None
        assert self.folder is not None
        with saying_why(f"Nothing could be copied to {self.second}"):
            disk, home = self._disk_of_second(), self.game.parent.stat().st_dev
            at_home = disk == home  # the folder in which the stick is hung in may stay when it goes
            if disk is None or (at_home and self._second_disk == home and self._lay_elsewhere):
                self._on_second = set()
                raise NotKept(f"The second folder, {self.second}, is not there. Put the stick in again.")
            if at_home and self._second_disk not in (None, home):
                self._on_second = set()
                raise NotKept(f"The stick at {self.second} was pulled out. Put it in again.")
            if self._beat.running and disk != self._second_disk:
                note_second(self.folder, self.second, not at_home)
            self._second_disk = disk
            to.mkdir(exist_ok=True)
            sweep(to)
            self._on_second = {path.name for path in copies_in(to)}
            there = [one for one in self.all() if one.state != "damaged"]
            for copy in [*there[:1], *(one for one in there if one.kind == "gate")]:
                if copy.name not in self._on_second:
                    carry_over(copy.path, to)
                    self._on_second.add(copy.name)
            self._thin(to)
            carry_packs(self.folder, to)
            self._on_second = {path.name for path in copies_in(to)}
        newest = next((one for one in self.all() if one.on_second), None)
        self._note(second_good=newest)

    # By themselves

    def wake(self) -> None:
        """Somebody has acted: see soon whether a copy is due."""
        self._woken.set()

    def hurry(self) -> None:
        """Bring what is new to the second folder soon."""
        self._carried = -TRY_AGAIN
        self.wake()

    def start(self) -> None:
        """Copy the game by itself from now on, in a thread of its own."""
        if self.game is None or self.folder is None or self._beat.running:
            return
        elsewhere = self._second_disk not in (None, self.game.parent.stat().st_dev)
        note_second(self.folder, self.second, elsewhere or self._lay_elsewhere)
        self._note(running=True, looked=steady.now().timestamp())
        self.store.listeners.append(self.wake)
        self._thread = threading.Thread(target=self._watch, name="copies", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Make no more copies by itself; one that is being made is made to its end, if that is soon."""
        self._stopped.set()
        self._woken.set()
        if self._thread and self._thread is not threading.current_thread():
            self._thread.join(LAST_COPY)
        self._note(running=False)

    def _watch(self) -> None:
        self.take_stock()
        while not self._stopped.is_set():
            try:
                self.look()
            except Exception as error:  # whatever it is, it must be seen, and the next look may go well
                self._note(trouble=f"The game could not be copied: {error!r}.")
            self._woken.wait(LOOK_EVERY)
            self._woken.clear()
            self._stopped.wait(AT_MOST_EVERY)

    def take_stock(self) -> None:
        """Read through what copies there are from before, and the journal of the game, which they still have."""
        for copy in self.all():
            if copy.state == "unread":
                self.verify(copy)
        there = [one for one in self.all() if one.state == "checked"]
        if there:
            at = None
            with (
                contextlib.suppress(NotKept, SQLAlchemyError),
                self.opened(there[0]) as (store, _),
                store.read() as session,
            ):
                at = moment(session)
            with self._making:
                if self._beat.good is None:  # else one was made meanwhile
                    self._copied = at
                    self._note(good=there[0])
        if self.game:
            with contextlib.suppress(sqlite3.Error):
                self.store.doubt = torn_in(self.game, there[0].path if there else None) or self.store.doubt

    def look(self) -> None:
        """Make a copy if one is due: when a stretch has ended, and every few minutes while the journal moves."""
        try:
            with self.store.read() as session:
                now, wants = moment(session), wants_packs(session)
        except SQLAlchemyError:
            self._note(trouble="The game cannot be read, so it cannot be copied.")
            return
        kind = self._due(now)
        self._settle(now)
        if kind:
            with contextlib.suppress(NotKept):
                self.make(kind)
            if kind == "gate" and wants and self.print_pack:
                with contextlib.suppress(NotKept):
                    self.write_pack()
        self._note(looked=steady.now().timestamp())
        if kind or time.monotonic() - self._carried >= TRY_AGAIN:
            self.carry()

    def _settle(self, now: Moment) -> None:
        """In a quiet moment, bring the latest entries into the game's own file."""
        if now == self._seen and now != self._settled and self.store.settle():
            self._settled = now
        self._seen = now

    def _due(self, now: Moment) -> str:
        """The kind of copy that is due; empty if none is."""
        last, since = self._copied, time.monotonic() - self._tried
        if self._beat.trouble and since < TRY_AGAIN:
            return ""
        if last is None:
            return "timed"
        if now.stretch != last.stretch:
            if any((one.kind, one.number) == ("gate", now.number) for one in self.all()):  # the command line did it
                self._copied = now
                return ""
            return "gate"
        moved = (now.number, now.key, now.apart) != (last.number, last.key, last.apart)
        return "timed" if moved and since >= self.every else ""

    # Putting them back

    @contextlib.contextmanager
    def opened(self, copy: Copy) -> Iterator[tuple[Store, Path]]:
        """A copy of the copy, as a game that this version of the program can play. Raises NotKept if it is damaged."""
        if self.verify(copy).state != "checked":
            raise NotKept(DAMAGED)
        with saying_why("The copy could not be opened"), tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "game.db"
            shutil.copyfile(copy.path, file)
            store = open_store(file)
            try:
                with store.read() as session:
                    game = game_in(session)
                migrate(store.engine, game)
                yield store, file
            finally:
                store.engine.dispose()

    def fork(self, copy: Copy) -> int:
        """The last journal entry that the game and a copy have in common: after a restore both may have gone on."""
        with saying_why("The copy could not be read"), closing(reading(copy.path)) as theirs, self.store.read() as mine:
            low, high = 0, min(moment(mine).number, stands(theirs).number)
            while low < high:  # journals only grow, so what is the same is a beginning of both
                middle = (low + high + 1) // 2
                same = key_of(mine, middle) == key_in(theirs, middle)
                low, high = (middle, high) if same else (low, middle - 1)
        return low

    def put_back(self, ready: Path, expected: int, apart: int | None = None) -> Copy:
        """Put a prepared game in the place of the running one, all of it or nothing; the copy of what it replaced.

        Nobody can write meanwhile, so that copy holds the very last entry. ``expected`` is the number of the last
        entry that whoever decided this had seen, ``apart`` how many stood apart then (`done_apart`); raises
        ChangedElsewhere if more has come since. What has is not told: nobody hears so of what stands apart.
        """
        assert self.game is not None
        with self._making, self.store.alone(), saying_why("Nothing was restored"):
            live = sqlite3.connect(self.game, isolation_level=None, timeout=8)
            try:
                live.execute("PRAGMA foreign_keys=OFF")
                live.execute("PRAGMA synchronous=FULL")
                live.execute("ATTACH ? AS back", (str(ready),))
                live.execute("BEGIN IMMEDIATE")
                at = live.execute("SELECT coalesce(max(number), 0) FROM main.journal").fetchone()[0]
                beside = live.execute("SELECT count(*) FROM main.journal_apart WHERE action != ?", (LOOK,))
                if at != expected or apart not in (None, beside.fetchone()[0]):
                    raise ChangedElsewhere(GONE_ON, field="journal")
                kept = self.make("before")
                replace_rows(live)
                with self.store.in_time():
                    live.execute("COMMIT")
            finally:
                live.close()  # what was not committed is as if it had never been
        self._copied = None  # what is played from now on is in no copy yet
        for listener in self.store.listeners:
            listener()
        return kept

    def restore_to(self, copy: Copy, name: str) -> Path:
        """Write a copy to a new file beside the game. Raises OrderNotUnderstood for a name that is none."""
        assert self.game is not None
        if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9 _.-]{0,60}", name):
            raise OrderNotUnderstood(
                "A name for the new file has letters without accents, digits, blanks, - and _, such as friday-evening.",
                field="name",
            )
        to = self.game.with_name(name if name.endswith(".db") else f"{name}.db")
        if self.verify(copy).state != "checked":
            raise NotKept(DAMAGED)
        return new_file(copy.path, to, beside=True)


GONE_ON = "The game has gone on since you looked. Look again at what would be lost."
POSTGRESQL = (
    "This game is in a PostgreSQL database. Its server makes the backups (pg_dump, or what your host offers); the "
    "control room makes none."
)
