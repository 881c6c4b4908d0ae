"""The server's ears: connections are counted for each address, and have so long to say what they want."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections import Counter
from dataclasses import field
from typing import Any

from waitress.channel import HTTPChannel
from waitress.task import ErrorTask
from waitress.utilities import RequestEntityTooLarge

from control.kernel import settings
from control.kernel.brake import network_of
from control.kernel.errors_pages import FAR_TOO_LONG
from control.kernel.values import dataclass
from control.streams import STREAMS_OF_ONE_ADDRESS, Answer, Stream, Streams

AT_HOME = ("127.0.0.1", "::1")
LONGEST = 60.0
"""Seconds in which a request has to be here, to its last letter."""


@dataclass
class Ears:
    """How many connections each address has. ``most`` are allowed, to all but those that are ``free`` (a proxy, this
    machine itself); ``peers`` are the real addresses behind the relay's ports."""

    most: int = settings.CONNECTIONS_OF_ONE_ADDRESS
    free: frozenset[str] = frozenset()
    longest: float = LONGEST
    counts: Counter[str] = field(default_factory=Counter)
    listening: Counter[str] = field(default_factory=Counter)
    most_streams: int = STREAMS_OF_ONE_ADDRESS
    most_streams_of_all: int = 10**6
    streams: Streams = field(default_factory=Streams)
    guard: threading.Lock = field(default_factory=threading.Lock)
    peers: dict[int, str] = field(default_factory=dict)

    def channel(self, server: Any, conn: socket.socket, addr: Any, adj: Any, map: Any = None) -> None:
        """Take a connection, as waitress takes one, or close it: its address has as many as it may."""
        if addr[0] in AT_HOME and (behind := self.peers.get(addr[1])):
            addr = (behind, *addr[1:])
        whose = network_of(addr[0])
        if whose not in self.free and self.counts[whose] >= self.most:
            conn.close()
            return
        Connection(self, whose, server, conn, addr, adj, map)

    def may_listen(self, whose: str) -> bool:
        """Count a stream of this address, if it may have one more."""
        with self.guard:
            if self.listening.total() >= self.most_streams_of_all:
                return False
            if whose not in self.free and self.listening[whose] >= self.most_streams:
                return False
            self.listening[whose] += 1
            return True

    def listens_no_more(self, whose: str) -> None:
        """A stream of this address is over."""
        with self.guard:
            self.listening[whose] -= 1
            if not self.listening[whose]:
                del self.listening[whose]

    def gone(self, whose: str) -> None:
        """A connection of this address is over."""
        self.counts[whose] -= 1
        if not self.counts[whose]:
            del self.counts[whose]


class TooLong(ErrorTask):  # type: ignore[misc]
    """What is answered when the server itself takes no more of a request: too long, or no request at all."""

    def execute(self) -> None:
        """Say so, in our words if it is too long."""
        if not isinstance(self.request.error, RequestEntityTooLarge):
            super().execute()
            return
        told = FAR_TOO_LONG.encode()
        if self.request.path.startswith("/api/"):
            told, kind = json.dumps({"error": FAR_TOO_LONG, "field": "", "ruling": ""}).encode(), "application/json"
        else:
            told, kind = b"<!doctype html><title>Nothing was changed</title><p>" + told, "text/html; charset=utf-8"
        self.status = "413 Request Entity Too Large"
        self.response_headers.extend([("Content-Type", kind), ("X-Content-Type-Options", "nosniff")])
        self.set_close_on_finish()
        self.content_length = len(told)
        self.write(told)


class Connection(HTTPChannel):  # type: ignore[misc]
    """A connection that is counted, and closed if it takes too long to say what it wants. One that has become a stream
    is handed over (control/streams.py) as soon as its head is written, and counts among the streams."""

    task_class, error_task_class = Answer, TooLong
    parked: tuple[Stream, bool] | None = None

    def __init__(self, ears: Ears, whose: str, *given: Any) -> None:
        self.ears, self.whose, self.begun, self.counted = ears, whose, 0.0, True
        super().__init__(*given)
        ears.counts[whose] += 1

    def received(self, data: bytes) -> Any:
        """More of a request came, or the first of one."""
        if self.request is None:
            self.begun = time.monotonic()
        return super().received(data)

    def readable(self) -> Any:
        """Whether more may come; asked about once a second."""
        if self.parked and not self.requests and not self.total_outbufs_len:
            self.hand_over(*self.parked)
            return False
        if self.request is not None and time.monotonic() - self.begun > self.ears.longest:
            self.will_close = True
        return super().readable()

    def hand_over(self, stream: Stream, in_pieces: bool) -> None:
        """From now on it is none of the server's; called by the thread that owns all of those."""
        connection, self.parked = self.socket, None
        self.del_channel()
        self.connected = False
        for one in self.outbufs:
            one.close()
        self.counted = False
        self.ears.gone(self.whose)
        stream.taken_over(connection, in_pieces)

    def handle_close(self) -> None:
        """It is over."""
        if self.parked:
            self.parked[0].close()
            self.parked = None
        if self.counted:
            self.counted = False
            self.ears.gone(self.whose)
        super().handle_close()
