"""Several processes that serve one game on PostgreSQL: born of one that made it ready and then only watches over them.

They share the port, and what is in the database (control/kernel/database/shared.py); the map is drawn and the scenario
read before they are born, so none of it is in memory twice. The first one lets go of all that and becomes a small
program (`control.watching`). One that dies is replaced; when the first one ends, all do.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable

from control import watching
from control.kernel.database import hearing
from control.kernel.database.dialects import speaks_postgresql
from control.kernel.database.store import Store
from control.kernel.errors import OrderNotAllowed
from control.kernel.steady import STEADY

KEPT_FREE = 8  # connections that are left to others: the command line, backups, whoever looks after the server
FEWEST = 6  # connections of a process below which it had better not be there
BESIDE = 4  # of them are for what runs beside those who answer: news, printings, the one who writes


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
    first, held = os.pipe()
    place = [first, STEADY.in_a_file(), *(one.fileno() for one in listening)]
    signal.pthread_sigmask(signal.SIG_BLOCK, watching.AWAITED)  # whoever watches is told of it
    born = {give_birth(serve, listening, first, held): time.monotonic() for _ in range(workers)}
    for one in (*place, held):
        os.set_inheritable(one, True)
    again = [sys.executable, *sys.orig_argv[1:]]
    told = json.dumps([born, again, json.dumps(place), held])
    os.execv(sys.executable, [sys.executable, "-I", "-S", watching.__file__, told])


def give_birth(
    serve: Callable[[list[socket.socket]], None], listening: list[socket.socket], first: int, held: int
) -> int:
    """Another process that serves; its number."""
    sys.stdout.flush()
    if child := os.fork():
        return child
    code = 1
    try:
        os.close(held)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, watching.AWAITED)
        hearing.forget_all()
        watch_first(first)
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


def ports_of_a_place() -> list[socket.socket] | None:
    """The open ports, if this program was begun to take the place of a process that died; None if it is the first."""
    if (told := os.environ.pop(watching.PLACE, None)) is None:
        return None
    first, clock, *ports = place = json.loads(told)
    for one in place:
        os.set_inheritable(one, False)
    watch_first(first)
    STEADY.go_on_in(clock)
    return [socket.socket(fileno=one) for one in ports]


def watch_first(first: int) -> None:
    """When the first process is gone, however that came, nobody replaces us: we end too."""

    def end() -> None:
        with contextlib.suppress(OSError):
            os.read(first, 1)
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=end, name="watched", daemon=True).start()
