"""The brake on guessing codes: whoever types wrong ones has to wait before another is even looked at.

It brakes first and compares afterwards, both under one lock, so that a hundred requests at once learn no more than
one after another, and while it brakes a right code gets the same answer as a wrong one. It counts wrong codes for each
address, and over all addresses for devices nobody knows; a device that was let in before has a measure of its own,
wider than any hand can type, and one with all that were let in by the same code: whoever holds a code may sign in with
it as often as he likes, and guesses the others no faster for it. It never waits for anybody else.

Addresses from which several wrong codes came of late are counted together, and all others together, so that whoever
goes on guessing uses up what guessers have, and a phone that comes to the door waits for none of them. To keep it out
he would need a new address every four seconds: 450, for each is as good as new half an hour after its last try. What
he may try in all is twice what it was: 28,860 of 850 thousand million codes in eight hours.

Nothing of this is in the game file: a restart begins anew, and the time it reckons with is not the clock's on the wall.
"""

from __future__ import annotations

import ipaddress
import math
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple, TypeVar

from control.kernel.database.shared import Shared
from control.kernel.errors import OrderError
from control.kernel.values import dataclass

Found = TypeVar("Found")

MOST_ADDRESSES = 2_000
"""Addresses that are remembered; who changes his address so often is held by the measure over all."""
SHOWN_FOR = 30 * 60.0
"""Seconds that the desk that leads is shown somebody's guessing after his last try."""
SLIPS = 2
"""So many wrong codes from one address make it one that guesses; whoever mistypes once does not wait with those."""
WORTH_TELLING = 4
"""So many wrong codes from one address are more than a slip of the thumb."""


class Braked(OrderError):
    """Too many wrong codes came: this one was not looked at. ``wait`` are the seconds until one will be."""

    wait = 0


@dataclass(frozen=True)
class Measure:
    """How many wrong codes are free at once, and in how many seconds another one is."""

    free: int
    every: float


ONE_ADDRESS = Measure(5, 10.0)
ALL_NEW_DEVICES = Measure(30, 2.0)
ONE_KNOWN_DEVICE = Measure(200, 1.0)
ALL_LET_IN_BY_ONE_CODE = Measure(400, 1.0)


class Device(NamedTuple):
    """A device that was let in before, and by which code: the place or the army that it opens."""

    key: str
    by: str


@dataclass
class Left:
    """How many wrong codes somebody still has free at a moment (``at``, in seconds of `time.monotonic`)."""

    measure: Measure
    free: float
    at: float

    def wait(self, now: float) -> float:
        """The seconds until one is free; 0 if one is."""
        self.free = min(self.measure.free, self.free + max(0.0, now - self.at) / self.measure.every)
        self.at = now
        return max(0.0, (1 - self.free) * self.measure.every)

    def is_full(self, now: float) -> bool:
        """Whether nothing is to be remembered any more."""
        return self.wait(now) == 0 and self.free >= self.measure.free


@dataclass
class Guesses:
    """What came from one address: wrong codes, and codes that were not looked at. ``since`` and ``last`` are moments of
    the clock on the wall (seconds as `time.time` has them), for people to read."""

    address: str
    wrong: int = 0
    unseen: int = 0
    since: float = 0.0
    last: float = 0.0
    told: int = 0
    """How many there were when the desk that leads last said that it has seen this."""

    @property
    def tries(self) -> int:
        """All of them."""
        return self.wrong + self.unseen


class Brake:
    """One kind of code (those of the desks, those of the generals) and who has been guessing at it."""

    def __init__(
        self,
        what: str,
        clock: Callable[[], float] = time.monotonic,
        wall: Callable[[], float] = time.time,
        shared: Shared | None = None,
    ) -> None:
        """What is ``shared`` with other processes counts what was tried at any, by the clock of the database."""
        self.what, self._game = what, ""
        self._shared = shared
        self._clock, self._wall = clock, wall
        self._lock = threading.Lock()
        self._left: dict[str, Left] = {}
        self._guesses: dict[str, Guesses] = {}

    def count_with(self, shared: Shared, game: str) -> None:
        """Count from now on what is tried at any ``game`` of a club: whoever guesses at all of them guesses no faster
        than at one. A device, and what one code let in, are of that game alone."""
        self._shared, self._game = shared, f"{game}/"

    def attempt(self, address: str, device: Device | None, compare: Callable[[], Found | None]) -> Found | None:
        """What ``compare`` finds for a code, None if it is wrong. ``device`` is that of somebody who was let in before,
        if he was. ``compare`` must be quick: only one code is compared at a time. Raises Braked without comparing."""
        address = network_of(address)
        with self._held():
            now = self._clock()
            of = device and Device(f"{self._game}{device.key}", f"{self._game}{device.by}")
            measured = measures(address, of, self._slips(address))
            counted = [self._of(name, measure, now) for name, measure in measured]
            wait = max(one.wait(now) for one in counted)
            found = None
            if wait > 0:
                self._note(address).unseen += 1
            elif (found := compare()) is None:
                for one in counted:
                    one.free -= 1
                self._note(address).wrong += 1
        if wait > 0:
            raise braked(wait)
        return found

    @contextmanager
    def _held(self) -> Iterator[None]:
        """One at a time: of this process, and of all where it is shared."""
        with self._lock:
            if self._shared is None:
                yield
                return
            with self._shared.held(f"brake/{self.what}") as held:
                self._clock = self._wall = lambda: held.now
                self._take(held.document)
                yield
                left = {name: (one.free, one.at) for name, one in self._left.items() if not one.is_full(held.now)}
                guesses = [vars(one) for one in self._guesses.values()]
                held.document.update(left=left, guesses=guesses)

    def _take(self, document: dict[str, Any]) -> None:
        """What was counted so far at all processes."""
        known = {
            GUESSERS: ALL_NEW_DEVICES,
            OTHERS: ALL_NEW_DEVICES,
            "device": ONE_KNOWN_DEVICE,
            "code": ALL_LET_IN_BY_ONE_CODE,
            "address": ONE_ADDRESS,
        }
        self._left = {
            name: Left(known.get(name) or known[name.partition(" ")[0]], free, at)
            for name, (free, at) in document.get("left", {}).items()
        }
        self._guesses = {one["address"]: Guesses(**one) for one in document.get("guesses", ())}

    def guessing(self) -> list[Guesses]:
        """Who has been guessing of late and the desk that leads has not said that it knows; the most tries first."""
        if self._shared is not None:
            held = self._shared.read(f"brake/{self.what}")
            with self._lock:
                self._wall = lambda: held.now
                self._take(held.document)
        with self._lock:
            found = [
                Guesses(**vars(one))
                for one in self._guesses.values()
                if one.wrong >= WORTH_TELLING and one.tries > one.told and self._wall() - one.last < SHOWN_FOR
            ]
        return sorted(found, key=lambda one: (-one.tries, one.address))

    def seen(self) -> None:
        """The desk that leads knows of all so far: only what is tried from now on is told again."""
        with self._held():
            for one in self._guesses.values():
                one.told = one.tries

    def _of(self, name: str, measure: Measure, now: float) -> Left:
        if name not in self._left:
            if len(self._left) >= MOST_ADDRESSES:
                self._left = {key: one for key, one in self._left.items() if not one.is_full(now)}
            while len(self._left) >= MOST_ADDRESSES:
                del self._left[next(key for key in self._left if key.startswith(("device ", "address ")))]
            self._left[name] = Left(measure, measure.free, now)
        return self._left[name]

    def _slips(self, address: str) -> int:
        """How many wrong codes came from an address of late."""
        one = self._guesses.get(address)
        return one.wrong if one and self._wall() - one.last < SHOWN_FOR else 0

    def _note(self, address: str) -> Guesses:
        now = self._wall()
        one = self._guesses.get(address)
        if one is None or now - one.last >= SHOWN_FOR:
            if len(self._guesses) >= MOST_ADDRESSES:
                del self._guesses[min(self._guesses, key=lambda key: self._guesses[key].last)]
            one = self._guesses[address] = Guesses(address, since=now)
        one.last = now
        return one


GUESSERS = "new devices that guess"
OTHERS = "new devices"


def measures(address: str, device: Device | None, slips: int) -> list[tuple[str, Measure]]:
    """What counts for a code from an address with so many ``slips`` of late and, if it was let in before, a device."""
    if device:
        return [(f"device {device.key}", ONE_KNOWN_DEVICE), (f"code {device.by}", ALL_LET_IN_BY_ONE_CODE)]
    return [(f"address {address}", ONE_ADDRESS), (GUESSERS if slips >= SLIPS else OTHERS, ALL_NEW_DEVICES)]


def network_of(address: str) -> str:
    """The address; of one of the new kind only the network, since each device there has millions of addresses."""
    try:
        read = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address[:60]
    if isinstance(read, ipaddress.IPv6Address):
        if read.ipv4_mapped:
            return str(read.ipv4_mapped)
        return str(ipaddress.ip_network((read, 64), strict=False))
    return str(read)


def braked(wait: float) -> Braked:
    """The refusal, which says nothing of the code."""
    seconds = max(1, math.ceil(wait))
    error = Braked(
        f"Too many wrong codes were tried, so this one was not looked at. Wait {seconds} "
        f"{'second' if seconds == 1 else 'seconds'}, then send it again. Whoever was signed in before on his device "
        "need not wait.",
        field="code",
    )
    error.wait = seconds
    return error
