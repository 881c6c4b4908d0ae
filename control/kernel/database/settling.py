"""Bringing what was committed into the one file, beside those who write: nobody waits for it."""

from __future__ import annotations

import threading
from collections.abc import Callable

from control.kernel.memory import begin

BREATH = 0.25  # seconds: what twenty umpires write in between is brought over together
IDLE = 2.0  # seconds without an entry after which the thread ends; the next entry starts another


class Settling:
    """Calls ``settle`` in a thread of its own soon after every `wake`, once for all that came in between.

    The thread ends when nothing comes for a while, so that a store that nobody uses any more keeps none.
    """

    def __init__(self, settle: Callable[[], object]) -> None:
        self._settle = settle
        self._woken = threading.Condition()
        self._due = self._running = self._over = False

    def wake(self) -> None:
        """Something was committed."""
        with self._woken:
            self._due = True
            if self._running:
                self._woken.notify_all()
                return
            self._running = True
        try:
            begin(self._work, "settling")
        except MemoryError:  # what was committed is safe where it is; the next one tries again
            with self._woken:
                self._running = False

    def rest(self) -> None:
        """Leave off, and wait until that is done; the next `wake` begins again."""
        with self._woken:
            self._over = True
            self._woken.notify_all()
            self._woken.wait_for(lambda: not self._running)
            self._over = False

    def _work(self) -> None:
        while self._awaited():
            self._settle()

    def _awaited(self) -> bool:
        """Wait for the next time; whether there is one."""
        with self._woken:
            if self._woken.wait_for(lambda: self._due or self._over, IDLE):
                self._woken.wait_for(lambda: self._over, BREATH)
            more = self._running = self._due and not self._over
            self._due = False
            if not more:
                self._woken.notify_all()
            return more
