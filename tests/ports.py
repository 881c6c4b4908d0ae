"""A port for whatever is served in a test."""

from __future__ import annotations

import atexit
import contextlib
import socket
import sys

HELD: list[socket.socket] = []
"""The ports that were given out, each bound and listened on by nobody. A server may begin seconds after its port was
chosen, and meanwhile the system would give it to another test; what is held so Linux gives nobody, and whoever names it
has it all the same. Elsewhere he would not."""


@atexit.register
def let_go() -> None:
    """Close them, before Python says of each that nobody did."""
    for one in HELD:
        one.close()


def free_port(wanted: int = 0) -> int:
    """A port that nobody listens on, nor will by chance: the one that is wanted, if it is such."""
    if wanted:
        with contextlib.suppress(OSError), socket.create_server(("127.0.0.1", wanted)):
            return wanted
    with contextlib.ExitStack() as held:
        one = held.enter_context(socket.socket())
        one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        one.bind(("127.0.0.1", 0))
        if sys.platform == "linux":
            HELD.append(one)
            held.pop_all()
        return int(one.getsockname()[1])
