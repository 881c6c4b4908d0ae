"""Several processes that serve one game on PostgreSQL: born of one that made it ready and only watches over them.

They share the port, and what is in the database (control/kernel/shared.py); the map is drawn and the scenario read
before they are born, so none of it is in memory twice. One that dies is replaced; when the first one ends, all do.
"""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable

from control.kernel import hearing
from control.kernel.dialects import speaks_postgresql
from control.kernel.errors import OrderNotAllowed
from control.kernel.store import Store

KEPT_FREE = 8  # connections that are left to others: the command line, backups, whoever looks after the server
FEWEST = 6  # connections of a process below which it had better not be there
BESIDE = 4  # of them are for what runs beside those who answer: news, printings, the one who writes
ENDS_IN = 8.0  # seconds that what is being done may take when all is stopped
TOO_SOON = 2.0  # seconds: a process that dies earlier is not replaced at once


def connections_each(store: Store, workers: int) -> int:
    """How many connections to the database each of so many processes may have, one of which listens.

    Raises OrderNotAllowed where several cannot serve.
    """
    if not speaks_postgresql(store.engine):
        raise OrderNotAllowed(
            "A game in a file is served by one process. Leave out --workers, or keep the game on a PostgreSQL server "
            "(--database postgresql+psycopg://user:password@host/database).",
            field="--workers",
        )
    if not hasattr(os, "fork"):
        raise OrderNotAllowed("Several --workers need Linux or macOS. Leave it out here.", field="--workers")
    with store.engine.connect() as connection:
        most, kept = (
            int(connection.exec_driver_sql(f"SHOW {name}").scalar_one())
            for name in ("max_connections", "superuser_reserved_connections")
        )
    each = (most - kept - KEPT_FREE) // workers - 1
    if each < FEWEST:
        raise OrderNotAllowed(
            f"The database server takes {most} connections, which are too few for {workers} processes. Give "
            f"--workers {max(1, (most - kept - KEPT_FREE) // (FEWEST + 1))}, or raise its max_connections.",
            field="--workers",
        )
    return each


def threads_for(connections: int, most: int) -> int:
    """How many answer at once in a process with so many connections."""
    return max(2, min(most, connections - BESIDE))


def watch_over(workers: int, serve: Callable[[list[socket.socket]], None], listening: list[socket.socket]) -> None:
    """Have so many processes serve until this one is told to end; each calls ``serve`` with the open ports."""
    mine, theirs = os.pipe()
    born: dict[int, float] = {}
    over = False

    def end(_signal: int, _frame: object) -> None:
        nonlocal over
        over = True
        for one in list(born):
            with contextlib.suppress(ProcessLookupError):
                os.kill(one, signal.SIGTERM)

    for way in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(way, end)
    for _ in range(workers):
        born[give_birth(serve, listening, mine, theirs)] = time.monotonic()
    while born and not over:
        try:
            gone, how = os.wait()
        except (InterruptedError, ChildProcessError):
            continue
        began = born.pop(gone, None)
        if began is None or over:
            continue
        print(
            f"control-room: process {gone} ended ({told(how)}); another takes its place.", file=sys.stderr, flush=True
        )
        if time.monotonic() - began < TOO_SOON:
            time.sleep(TOO_SOON)
        if not over:
            born[give_birth(serve, listening, mine, theirs)] = time.monotonic()
    until = time.monotonic() + ENDS_IN
    while born and time.monotonic() < until:
        gone, _ = os.waitpid(-1, os.WNOHANG)
        born.pop(gone, None)
        if not gone:
            time.sleep(0.02)
    for one in born:
        os.kill(one, signal.SIGKILL)
    os.close(theirs)
    os.close(mine)


def told(how: int) -> str:
    """How a process ended, in words."""
    code = os.waitstatus_to_exitcode(how)
    return f"signal {-code}" if code < 0 else f"exit {code}"


def give_birth(
    serve: Callable[[list[socket.socket]], None], listening: list[socket.socket], mine: int, theirs: int
) -> int:
    """Another process that serves; its number."""
    sys.stdout.flush()
    if child := os.fork():
        return child
    code = 1
    try:
        os.close(theirs)
        for way in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(way, signal.SIG_DFL)
        hearing.forget_all()
        threading.Thread(target=end_with_first, args=(mine,), name="watched", daemon=True).start()
        serve(listening)
        code = 0
    except KeyboardInterrupt:
        code = 0
    except BaseException:
        import traceback

        traceback.print_exc()
    finally:
        sys.stderr.flush()
        os._exit(code)


def end_with_first(mine: int) -> None:
    """When the first process is gone, however that came, nobody replaces us: we end too."""
    with contextlib.suppress(OSError):
        os.read(mine, 1)
    os.kill(os.getpid(), signal.SIGTERM)
