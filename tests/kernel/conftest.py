"""What several tests of the kernel ask for."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from control.kernel.open_room import OpenRoom
from control.serving import WayIn, listen
from tests.ports import free_port


@pytest.fixture
def encrypted(app: OpenRoom) -> Iterator[int]:
    """The port of a room that is served with a certificate of the day."""
    port = free_port()
    server = listen(app, "127.0.0.1", port, threads=2, way=WayIn(certificate="day"))
    threading.Thread(target=server.run, daemon=True).start()
    yield port
    server.asyncore.close_all(server._map)
    server.task_dispatcher.shutdown(timeout=1)
