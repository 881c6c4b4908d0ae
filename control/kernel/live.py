"""Live screens: "the journal is at N" over server-sent events.

Every stream holds one of the server's threads. So only so many are open at once; whoever comes later is told the
number once and asked to come again in a few seconds, which is polling: screens stay live, only a little later.

Who sits at no desk may not count what is done at the desks, nor when. He is told of nothing but what is public, on
whole seconds, and by a number that is not the journal's: the second in which it changed last.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress

from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError

from control.kernel import steady
from control.kernel.moment import APART_AT, JOURNAL_AT, STIRRED_AT
from control.kernel.store import Store

HEARTBEAT = 10.0  # seconds: a screen that hears nothing for longer says that it is cut off
LOOK_AGAIN = 1.0  # seconds: another process (the command line) may write to the same game
BREATH = 0.25  # seconds between two events of a stream: what twenty umpires write in between is one piece of news
COME_AGAIN = 3000  # milliseconds
WHERE = select(*(one.scalar_subquery() for one in (JOURNAL_AT, APART_AT, STIRRED_AT)))
Counts = tuple[tuple[str, int], ...]
"""How many entries stand apart for each audience, and how many stirred which desks."""


class Live:
    """Tells every open screen when the journal has grown.

    One look at the database serves all screens: soon after each commit of this process, and once a second for those
    of another one. It is a thread's own work, so whoever entered something does not wait for it; with no screen open
    nobody looks.
    """

    def __init__(
        self,
        store: Store,
        most: int = 160,
        public: Callable[[], object] = lambda: None,
        clock: Callable[[], float] = lambda: steady.now().timestamp(),
    ) -> None:
        """``public`` tells one state of what is public from another, ``clock`` the moment in seconds."""
        self._store = store
        self._public, self._clock = public, clock
        self._mark: object = None
        self._public_at = self._due = 0
        self._looking = threading.Lock()
        self._free = threading.BoundedSemaphore(most)
        self._grown = threading.Condition()
        self._entered = threading.Event()
        self._at = self._turn = 0
        self._apart: Counts = ()
        self._watching = self._over = False
        store.listeners.append(self._stirred)

    def _tell(self) -> None:
        """Look where the journal is now, and tell everybody if it has moved."""
        at = self._look()
        with self._grown:
            if at != (self._at, self._apart):
                self._at, self._apart = at
                self._due = self._due or int(self._clock()) + 1
                self._grown.notify_all()

    def _stirred(self) -> None:
        """Something was entered here: on the next whole second it is looked whether the public is to hear of it."""
        self._due = self._due or int(self._clock()) + 1
        self._entered.set()

    def public_number(self) -> int:
        """The second in which what is public changed last, so far as was looked: what is entered now is looked at on
        the next whole second, and tells nothing before, whatever it is."""
        with self._looking:
            if not self._public_at:
                self._mark, self._public_at = self._public(), int(self._clock())
            elif self._due and self._clock() >= self._due:
                second, self._due = self._due, 0
                if (mark := self._public()) != self._mark:
                    with self._grown:
                        self._mark, self._public_at = mark, max(second, self._public_at + 1)
                        self._grown.notify_all()
            return self._public_at

    def anew(self) -> None:
        """The game was set back: every screen fetches all it shows, even if the journal's number is the same."""
        at = self._look()
        with self._grown:
            self._at, self._apart = at
            self._turn += 1
            self._due = self._due or int(self._clock()) + 1
            self._grown.notify_all()

    def end(self) -> None:
        """The room closes: every screen is let go of, so that nobody waits for them."""
        with self._grown:
            self._over = True
            self._grown.notify_all()
        self._entered.set()

    def _look(self) -> tuple[int, Counts]:
        with self._store.engine.connect() as connection:  # after every entry: no session for two numbers
            at, *counts = connection.execute(WHERE).one()
            return at or 0, tuple(one for each in counts for one in json.loads(each).items())

    def _watch(self) -> None:
        """Look again after every entry, and every second, from the first screen on."""
        with self._grown:
            if self._watching:
                return
            self._watching = True

        def watch() -> None:
            while not self._over:
                self._entered.wait(min(LOOK_AGAIN, max(0.0, self._due - self._clock())) if self._due else LOOK_AGAIN)
                self._entered.clear()
                with suppress(SQLAlchemyError):  # a database that is away for a moment; the next look will tell
                    self._tell()
                    self.public_number()

        threading.Thread(target=watch, name="live", daemon=True).start()

    def stream(self, hears: Callable[[str], bool] | None = lambda _audience: False) -> Iterator[str]:
        """The events for one screen, for as long as it listens. It ``hears`` of what stands apart for an audience that
        it is of, or stirs it: all numbers only grow, so their sum moves whenever one of them does. No other hears
        anything of it; nothing at all (None) hears whoever is told only what is public."""
        if not self._watching:
            self._tell()
        self.public_number()
        self._watch()

        def now() -> int:
            if hears is None:
                return self._public_at
            return self._at + sum(many for audience, many in self._apart if hears(audience))

        told, turn = now(), self._turn
        yield f"retry: {COME_AGAIN}\n{event('journal', told)}"
        if not self._free.acquire(blocking=False):
            return
        try:
            while not self._over:
                with self._grown:
                    grown = self._grown.wait_for(
                        lambda: self._over or (now(), self._turn) != (told, turn),  # noqa: B023
                        timeout=HEARTBEAT,
                    )
                if turn != self._turn:
                    yield event("journal", 0)  # a number that no screen is at
                told, turn = now(), self._turn
                yield event("journal" if grown else "heartbeat", told)
                time.sleep(BREATH)
        finally:
            self._free.release()


def event(name: str, at: int) -> str:
    """One event as the protocol wants it."""
    return f"id: {at}\nevent: {name}\ndata: {at}\n\n"
