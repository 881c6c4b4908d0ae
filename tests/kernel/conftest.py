"""What several tests of the kernel ask for."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from waitress.server import BaseWSGIServer

from control.kernel.open_room import OpenRoom
from control.serving import WayIn, listen
from tests.ports import free_port


@contextmanager
def running(server: BaseWSGIServer) -> Iterator[None]:
    """A server at work, in a thread of its own, which closes its connections in the end: whoever else did would meet it
    at one that its browser closes at that moment."""
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    try:
        yield
    finally:
        server.trigger.pull_trigger(lambda: server.asyncore.close_all(server._map, ignore_all=True))
        server.task_dispatcher.shutdown(timeout=10)
        thread.join(60)
        assert not thread.is_alive()


@pytest.fixture
def encrypted(app: OpenRoom) -> Iterator[int]:
    """The port of a room that is served with a certificate of the day."""
    port = free_port()
    server = listen(app, "127.0.0.1", port, threads=2, way=WayIn(certificate="day"))
    with running(server):
        yield port
