"""The moment, by a clock that goes on evenly: what runs is measured by it.

The clock of a machine is set in the middle of a day: by hand, or by itself as soon as it finds a network. Whatever
runs then would lose an hour, or ring. So the moment is taken from it once, and counted on from there by one that nobody
sets; it goes on while the machine sleeps, where the system has such a one. When nothing runs, it may be taken anew.
"""

from __future__ import annotations

import mmap
import os
import struct
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime

from control.kernel.database.keeping import of_a_moment


def counting() -> float:
    """Seconds of a clock that nobody sets, and that counts on while the machine sleeps: Linux has one of its own for
    that, a Mac's is the one that Python's `time.monotonic` does not take, and that of Windows is."""
    asleep: int | None = getattr(time, "CLOCK_BOOTTIME", getattr(time, "CLOCK_MONOTONIC_RAW", None))
    return time.monotonic() if asleep is None else time.clock_gettime(asleep)


FROM = struct.Struct("d")


class Steady:
    """Tells the moment."""

    def __init__(self, count: Callable[[], float] = counting, wall: Callable[[], float] = time.time) -> None:
        self._count, self._wall = count, wall
        self._kept = mmap.mmap(-1, FROM.size)  # processes that are born of this one have it too: there is one clock
        self.settle()

    def now(self) -> datetime:
        """The moment, in UTC."""
        of_a_moment()
        return datetime.fromtimestamp(FROM.unpack(self._kept[:])[0] + self._count(), UTC)

    def in_a_file(self) -> int:
        """Go on in an open file, in which processes that are begun later have the same clock; its number."""
        with tempfile.TemporaryFile(buffering=0) as file:
            file.write(self._kept[:])
            opened = os.dup(file.fileno())
        self.go_on_in(opened)
        return opened

    def go_on_in(self, opened: int) -> None:
        """Tell the moment by the clock that is in an open file."""
        self._kept = mmap.mmap(opened, FROM.size)

    def shift(self, seconds: float) -> None:
        """Go on by the clock of another machine, which was so much ahead of this one's: what ran there runs on."""
        self._kept[:] = FROM.pack(FROM.unpack(self._kept[:])[0] + seconds)

    def is_off(self) -> bool:
        """Whether the machine's clock was set since the moment was taken from it."""
        taken: float = FROM.unpack(self._kept[:])[0]
        return abs(taken - (self._wall() - self._count())) >= 1

    def settle(self) -> None:
        """Take the moment anew from the machine's clock: nothing runs that would notice."""
        self._kept[:] = FROM.pack(self._wall() - self._count())


STEADY = Steady()
"""That of this program."""


def now() -> datetime:
    """The moment, for whatever is written down and whatever runs."""
    return STEADY.now()
