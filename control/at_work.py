"""Who is at work in a process: one processor answers all, so what an umpire enters does not wait for eighty phones.

Whoever reads waits until few others do, in the order they came; whoever enters something goes ahead, and while he does
nobody begins to read beside him, but for one in every breath. All are as soon done as before, and each is done sooner
once it is begun. Nobody waits for one who takes long (a paper that is drawn, a database that is away): he counts no
more.
"""

from __future__ import annotations

import time
from collections import deque
from typing import Any

from waitress.task import ThreadedTaskDispatcher

AT_ONCE = 1
"""So many read at once in one process, of a game in a file: who reads waits for nothing but the processor."""
AT_A_SERVER = 2
"""The same of a game that a database server has: while one waits for it, another reckons."""
BREATH = 0.02
"""Seconds in which one may begin to read beside those who enter something. They wait for the disk or the server many
times in a row, and each time then for whoever reckons, while nobody else may enter anything: as a rule they are done
before it is over. Where twenty never cease to enter something, screens go on."""
LONG = 0.1
"""Seconds after which nobody waits for one who is still at work."""
LEFT_FREE = 4
"""So many threads are left to those who enter something, however many papers are being drawn."""
READS = ("GET", "HEAD", "OPTIONS")


class AtWork(ThreadedTaskDispatcher):  # type: ignore[misc]
    """Waitress's threads, and who waits for one: those who enter something in a queue of their own, which goes first.
    A task is a connection with what it asks for next."""

    def __init__(self, at_once: int = AT_ONCE, long: float = LONG) -> None:
        super().__init__()
        self.at_once, self.long = at_once, long
        self.enters: deque[Any] = deque()
        self.reading: dict[int, float] = {}
        self.entering: dict[int, float] = {}
        self.last_read = 0.0
        """When somebody began to read last."""

    def add_task(self, task: Any) -> None:
        """One more waits."""
        with self.lock:
            (self.queue if reads(task) else self.enters).append(task)
            self.queue_cv.notify()

    def handler_thread(self, thread_no: int) -> None:
        """What each thread does until it is to stop."""
        while (begun := self.begin(thread_no)) is not None:
            task, at_work = begun
            try:
                task.service()
            except BaseException:
                self.logger.exception("Exception when servicing %r", task)
            with self.lock:
                del at_work[thread_no]

    def begin(self, thread_no: int) -> tuple[Any, dict[int, float]] | None:
        """The one whose turn it is, as soon as there is one, and among whom it counts; None if this thread is to
        stop."""
        with self.lock:
            while (begun := self.next()) is None and self.stop_count == 0:
                self.active_count -= 1
                self.queue_cv.wait((self.long if self.reading else BREATH) if self.queue else None)
                self.active_count += 1
            if begun is None or self.stop_count > 0:
                if begun is not None:
                    (self.enters if begun[1] is self.entering else self.queue).appendleft(begun[0])
                self.active_count -= 1
                self.stop_count -= 1
                self.threads.discard(thread_no)
                self.thread_exit_cv.notify()
                return None
            begun[1][thread_no] = time.monotonic()
            if self.next_may_begin():
                self.queue_cv.notify()
            return begun

    def next(self) -> tuple[Any, dict[int, float]] | None:
        """Whoever enters something and came first, else whoever reads and has waited longest, if it is his turn."""
        if self.enters:
            return self.enters.popleft(), self.entering
        if not self.next_may_begin():
            return None
        self.last_read = time.monotonic()
        return self.queue.popleft(), self.reading

    def next_may_begin(self) -> bool:
        """Whether another may begin now."""
        if self.enters or not self.queue:
            return bool(self.enters)
        now = time.monotonic()
        late = now - self.long
        reading, entering = (sum(at > late for at in those.values()) for those in (self.reading, self.entering))
        room = len(self.reading) < max(1, len(self.threads) - LEFT_FREE)
        if entering:
            return room and not reading and now - self.last_read > BREATH
        return room and reading < self.at_once

    def shutdown(self, cancel_pending: bool = True, timeout: int = 5) -> bool:
        """Let all who are at work come to their end; those who wait are told that there is none."""
        with self.lock:
            self.queue.extendleft(reversed(self.enters))
            self.enters.clear()
        ended: bool = super().shutdown(cancel_pending, timeout)
        return ended


def reads(task: Any) -> bool:
    """Whether a connection asks for something to look at. What cannot be understood is answered at once."""
    asked = task.requests[0]
    return not asked.error and asked.command in READS
