"""The spares of a game, as the first machine knows them: who follows, how far behind, and when it was last heard.

Nothing of this is in the game: it is known again a moment after a restart, from the next question of each.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from control.kernel.database.store import Store
from control.kernel.pages.brake import Braked, Left, Measure
from control.kernel.values import dataclass

Found = TypeVar("Found")
ENTRIES, COPIES = Measure(60, 0.05), Measure(4, 15.0)
"""How often one address may ask for entries, and for a whole copy."""
MOST = 4
"""So many spares may wait for entries at once: each holds one of the server's threads."""
SILENT = 25.0
"""Seconds after which a spare that was not heard is told of as silent: it asks every ten."""
FORGOTTEN = 3600.0


@dataclass(frozen=True)
class Follower:
    """A spare: what it is called, at which address it would serve, how far it is (journal and what stands apart), and
    when it was last heard: by a clock that nobody sets, and by the one on the wall (seconds)."""

    id: str
    name: str
    address: str
    number: int
    turn: int
    heard: float = 0.0
    at: float = 0.0
    silent: bool = False

    def behind(self, number: int, turn: int) -> int:
        """How many entries it lacks of a game that is so far."""
        return max(0, number - self.number) + max(0, turn - self.turn)


class Followers:
    """Who follows the game in a store."""

    def __init__(
        self,
        store: Store,
        clock: Callable[[], float] = time.monotonic,
        wall: Callable[[], float] = time.time,
        joined: Callable[[], object] = lambda: None,
    ) -> None:
        """``joined`` is called when there is a spare where there was none, or one at another address."""
        self._clock, self._wall, self._joined = clock, wall, joined
        self._known: dict[str, Follower] = {}
        self._left: dict[tuple[str, Measure], Left] = {}
        self._grown, self._entered = threading.Condition(), 0
        self._places = threading.BoundedSemaphore(MOST)
        store.listeners.append(self._stirred)

    def _stirred(self) -> None:
        with self._grown:
            self._entered += 1
            self._grown.notify_all()

    def hear(self, one: Follower) -> None:
        """A spare has asked for what comes after what it has: so far, all is on its disk."""
        with self._grown:
            before = self._known.get(one.id)
            self._known[one.id] = replace(one, heard=self._clock(), at=self._wall())
        if before is None or before.address != one.address:
            self._joined()

    def all(self) -> list[Follower]:
        """The spares that were heard within the hour, the last one first."""
        now = self._clock()
        with self._grown:
            found = [one for one in self._known.values() if now - one.heard < FORGOTTEN]
        found.sort(key=lambda one: -one.heard)
        return [replace(one, silent=now - one.heard > SILENT) for one in found]

    @property
    def address(self) -> str:
        """Where the game would go on: the address of the spare that was heard last, of those that have one; else
        empty."""
        return next((one.address for one in self.all() if one.address), "")

    def allow(self, who: str, measure: Measure) -> None:
        """Count a question from an address. Raises Braked if it asks too often."""
        with self._grown:
            now = self._clock()
            left = self._left.setdefault((who, measure), Left(measure, measure.free, now))
            if wait := left.wait(now):
                error = Braked("This spare asks too often. It may ask again in a moment.")
                error.wait = max(1, round(wait))
                raise error
            left.free -= 1
            self._left = {key: one for key, one in self._left.items() if not one.is_full(now)}

    def when(self, seconds: float, look: Callable[[], Found]) -> Found:
        """What ``look`` finds, as soon as it finds anything, or after so many seconds. Where too many wait, at once."""
        if not self._places.acquire(blocking=False):
            return look()
        try:
            until = time.monotonic() + seconds
            while True:
                seen = self._entered
                found, left = look(), until - time.monotonic()
                if found or left <= 0:
                    return found
                with self._grown:  # another program, too, may enter something: that is seen within a second
                    self._grown.wait_for(lambda: self._entered != seen, timeout=min(1.0, left))  # noqa: B023
        finally:
            self._places.release()
