"""A port for whatever is served in a test."""

from __future__ import annotations

import socket


def free_port(wanted: int = 0) -> int:
    """A port that nobody listens on: the one that is wanted, if it is such."""
    try:
        with socket.create_server(("127.0.0.1", wanted)) as one:
            return int(one.getsockname()[1])
    except OSError:
        if not wanted:
            raise
        return free_port()
