"""Whose turn it is to write: one at a time, in the order they came, and nobody waits for ever."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager


class TooLong(Exception):
    """It was not this writer's turn before its patience was at an end."""


class Turns:
    """The queue of the writers of one process.

    The database takes one writer at a time. If it chose among those who wait, one could wait long while others come and
    go, and each would hold a connection meanwhile; so they wait here, in order, before they ask for one.
    """

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._taken = False
        self._waiting: deque[threading.Event] = deque()

    @contextmanager
    def taken(self, until: float) -> Iterator[None]:
        """It is our turn, for as long as this lasts. Raises TooLong at ``until`` (by time.monotonic)."""
        mine = threading.Event()
        with self._guard:
            if self._taken:
                self._waiting.append(mine)
            else:
                self._taken = True
                mine.set()
        if not mine.wait(max(0.0, until - time.monotonic())) and not self._left(mine):
            raise TooLong
        try:
            yield
        finally:
            with self._guard:
                if self._waiting:
                    self._waiting.popleft().set()
                else:
                    self._taken = False

    def _left(self, mine: threading.Event) -> bool:
        """Stop waiting; whether the turn had come in that very moment, so that it must be taken after all."""
        with self._guard:
            if mine.is_set():
                return True
            self._waiting.remove(mine)
            return False
