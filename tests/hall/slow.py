"""One address that opens all the connections it can, and says a letter now and then: whether others get in, and how
soon. ``python -m tests.hall.slow [connections]``"""

from __future__ import annotations

import contextlib
import socket
import statistics
import sys
import threading
import time
from collections.abc import Iterator

from control.listening import Ears
from control.serving import heard_by, listen, more_files
from tests.hall.attacking import line, opened

ASK = b"GET /sign-in HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
SLOW = b"POST /sign-in HTTP/1.1\r\nHost: localhost\r\nContent-Length: 900000\r\n\r\ncode="


def from_address(here: str, port: int, said: bytes) -> socket.socket:
    """A connection from an address of this machine (all of 127.0.0.0/8 are, on Linux)."""
    one = socket.create_connection(("127.0.0.1", port), timeout=10, source_address=(here, 0))
    one.sendall(said)
    return one


def answered(port: int) -> float:
    """The seconds that somebody else waits for a page; raises OSError if he gets none."""
    began = time.monotonic()
    with from_address("127.0.0.3", port, ASK) as one:
        if not one.recv(12).endswith(b"200"):
            raise ConnectionError("no page")
    return time.monotonic() - began


@contextlib.contextmanager
def served(longest: float) -> Iterator[int]:
    """A room with ears as a hall has them, but for their patience; its port."""
    with opened("start") as room:
        server = listen(room, "127.0.0.1", 0)
        heard_by(Ears(longest=longest), server)
        threading.Thread(target=server.run, daemon=True).start()
        try:
            yield server.effective_port
        finally:
            server.asyncore.close_all(server._map)
            server.task_dispatcher.shutdown(timeout=1)


def main(connections: int = 900, longest: float = 4.0) -> None:
    """Print the figures."""
    more_files()
    with served(longest) as port, contextlib.ExitStack() as kept:
        waits, held = [], []
        for _ in range(connections):
            with contextlib.suppress(OSError):
                held.append(kept.enter_context(from_address("127.0.0.2", port, SLOW)))
        until, failed = time.monotonic() + 3 * longest, 0
        while time.monotonic() < until:
            for one in held:
                with contextlib.suppress(OSError):
                    one.sendall(b"a")
            try:
                waits.append(answered(port))
            except OSError:
                failed += 1
        p95 = statistics.quantiles(waits, n=20)[-1] if len(waits) > 1 else float("nan")
        found = f"{len(waits)} pages for others, {failed} refused, p95 {1000 * p95:.0f} ms"
        line(f"{connections} slow connections of one address", "others get in", found)
        assert waits, "nobody else got in"
        assert not failed


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
