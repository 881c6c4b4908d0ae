"""A wire between screens and a room, on which what is said may be late, be cut off in the middle, or never arrive."""

from __future__ import annotations

import contextlib
import random
import socket
import threading
import time

STREAM = b"GET /live"


class Wire:
    """Listens on a ``port`` of its own and hands on to that of a room. Each piece is ``late`` by up to so many
    seconds; of a hundred pieces ``cuts`` end their connection. `mute` makes streams fall silent, and nobody is told."""

    def __init__(self, to: int, late: float = 0.0, cuts: float = 0.0, seed: int = 1) -> None:
        self.to, self.late, self.cuts = to, late, cuts
        self._chance = random.Random(seed)
        self._open: dict[socket.socket, bool] = {}
        self._muted: set[socket.socket] = set()
        self.ended = self.pieces = 0
        self._ears = socket.create_server(("127.0.0.1", 0), backlog=256)
        self.port = int(self._ears.getsockname()[1])
        threading.Thread(target=self._listen, daemon=True).start()

    def close(self) -> None:
        """Cut everything."""
        self._ears.close()
        for one in list(self._open):
            self._end(one)

    def mute(self) -> int:
        """From now on the streams that are open say nothing, though they stay open; how many these are."""
        self._muted |= {one for one, streams in self._open.items() if streams}
        return len(self._muted)

    def _listen(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                here, _ = self._ears.accept()
                threading.Thread(target=self._join, args=(here,), daemon=True).start()

    def _join(self, here: socket.socket) -> None:
        try:
            there = socket.create_connection(("127.0.0.1", self.to), timeout=30)
        except OSError:
            here.close()
            return
        there.settimeout(None)
        self._open[here] = self._open[there] = False
        back = threading.Thread(target=self._carry, args=(there, here, here), daemon=True)
        back.start()
        self._carry(here, there, here)

    def _carry(self, one: socket.socket, other: socket.socket, whose: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while said := one.recv(65536):
                if one is whose:
                    self._open[whose] = said.startswith(STREAM)
                self.pieces += 1
                if self.late:
                    time.sleep(self.late * self._chance.random())
                if self._chance.random() * 100 < self.cuts:
                    self.ended += 1
                    other.sendall(said[: self._chance.randrange(len(said) + 1)])
                    break
                if whose not in self._muted:
                    other.sendall(said)
        self._end(one)
        self._end(other)

    def _end(self, one: socket.socket) -> None:
        self._open.pop(one, None)
        with contextlib.suppress(OSError):
            one.shutdown(socket.SHUT_RDWR)
        one.close()
