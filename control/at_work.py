"""Who is at work in a process: one processor answers all, so what an umpire enters does not wait for eighty phones.

Whoever reads waits until few others do, in the order they came; whoever enters something goes ahead, and while he does
fewer read beside him. All are as soon done as before, and each is done sooner once it is begun. Nobody waits for
one who takes long (a paper that is drawn, a database that is away): he counts no more.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

AT_ONCE = 1
"""So many read at once in one process, of a game in a file: who reads waits for nothing but the processor."""
AT_A_SERVER = 4
"""The same of a game that a database server has: who reads waits for it most of the time."""
LONG = 0.1
"""Seconds after which nobody waits for one who is still at work."""
READS = ("GET", "HEAD", "OPTIONS")


class AtWork:
    """The queue of those who read."""

    def __init__(self, at_once: int = AT_ONCE, long: float = LONG) -> None:
        self.at_once, self.long = at_once, long
        self._guard = threading.Lock()
        self._waiting: deque[threading.Event] = deque()
        self._reading: dict[threading.Event, float] = {}
        self._entering: dict[threading.Event, float] = {}

    def wrap(self, answer: Callable[..., Iterable[bytes]]) -> Callable[..., Iterable[bytes]]:
        """The same program, whose readers wait for their turn."""

        def answered(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
            with self.reading() if environ["REQUEST_METHOD"] in READS else self.entering():
                return answer(environ, start_response)

        return answered

    @contextmanager
    def reading(self) -> Iterator[None]:
        """One that reads, when it is his turn."""
        mine = threading.Event()
        with self._guard:
            self._waiting.append(mine)
            self._let_in()
        while not mine.wait(self.long):
            with self._guard:
                self._let_in()
        try:
            yield
        finally:
            with self._guard:
                del self._reading[mine]
                self._let_in()

    @contextmanager
    def entering(self) -> Iterator[None]:
        """One that enters something, now."""
        mine = threading.Event()
        with self._guard:
            self._entering[mine] = time.monotonic()
        try:
            yield
        finally:
            with self._guard:
                del self._entering[mine]
                self._let_in()

    def _let_in(self) -> None:
        """Begin with whoever has waited longest, as long as there is room."""
        late = time.monotonic() - self.long
        while self._waiting:
            reading, entering = (sum(at > late for at in those.values()) for those in (self._reading, self._entering))
            if reading >= max(1, self.at_once - entering):
                return
            first = self._waiting.popleft()
            self._reading[first] = time.monotonic()
            first.set()
