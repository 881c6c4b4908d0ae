"""The first of several processes that serve one game, once they are born: it watches over them and does nothing else.

It is a program of its own, which `control.workers` becomes and which imports next to nothing: whatever it had in common
with those that serve would soon be kept twice, for Python writes into all that it looks at. One that dies is replaced
by the same command, begun anew, which is told by its environment that it takes a place.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sys
import time
from collections.abc import Iterator

ENDS_IN = 8.0  # seconds that what is being done may take when all is stopped
TOO_SOON = 2.0  # seconds: a process that dies earlier is not replaced at once
PLACE = "CONTROL_ROOM_PLACE"
"""What says in the environment which place a process takes: the numbers of the open files that it finds there."""
END = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
AWAITED = [*END, *(getattr(signal, name) for name in ("SIGCHLD", "SIGALRM") if hasattr(signal, name))]
"""What is waited for (Windows has not all of it, and one process). Who watches holds all of it back from the births on,
so that nothing is missed between."""


def watch_over(born: dict[int, float], command: list[str], place: str) -> None:
    """Watch over processes, each with the moment of its birth, until this one is told to end; one that dies is replaced
    by this command."""
    for one in (signal.SIGCHLD, signal.SIGALRM):
        signal.signal(one, lambda *_: None)  # what would be ignored, macOS does not hold back either
    due: list[float] = []
    while True:
        now = time.monotonic()
        for gone, how in ended():
            if (began := born.pop(gone, None)) is not None:
                told = f"control-room: process {gone} ended ({in_words(how)}); another takes its place."
                print(told, file=sys.stderr, flush=True)
                due.append(now + (TOO_SOON if now - began < TOO_SOON else 0.0))
        for at in [one for one in due if one <= now]:
            due.remove(at)
            born[another(command, place)] = now
        if due:
            signal.setitimer(signal.ITIMER_REAL, min(due) - now)
        if signal.sigwait(AWAITED) in END:
            break
    end_all(born)


def ended() -> Iterator[tuple[int, int]]:
    """The processes that have ended, and how."""
    with contextlib.suppress(ChildProcessError):
        while (found := os.waitpid(-1, os.WNOHANG))[0]:
            yield found


def in_words(how: int) -> str:
    """How a process ended."""
    code = os.waitstatus_to_exitcode(how)
    return f"signal {-code}" if code < 0 else f"exit {code}"


def another(command: list[str], place: str) -> int:
    """A process that takes the place of one that died; its number. It holds back no signal."""
    return os.posix_spawn(command[0], command, {**os.environ, PLACE: place}, setsigmask=[])


def end_all(born: dict[int, float]) -> None:
    """Have all of them end, in seconds; what then is there still is killed. Nobody goes before they have gone: the port
    is free for whoever serves next."""
    for one in born:
        os.kill(one, signal.SIGTERM)
    until = time.monotonic() + ENDS_IN
    while born and time.monotonic() < until:
        for gone, _ in ended():
            born.pop(gone, None)
        time.sleep(0.02)
    for one in born:
        os.kill(one, signal.SIGKILL)
        os.waitpid(one, 0)


if __name__ == "__main__":
    births, again, found, held = json.loads(sys.argv[1])
    os.set_inheritable(held, False)  # nobody else has it open: all end as soon as nobody has
    watch_over({int(one): at for one, at in births.items()}, again, found)
