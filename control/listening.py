"""The server's ears: connections are counted for each address, and have so long to say what they want."""

from __future__ import annotations

import contextlib
import json
import socket
import threading
import time
from collections import Counter
from dataclasses import field
from typing import Any

from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.task import ErrorTask
from waitress.utilities import Error, RequestEntityTooLarge

from control.kernel import settings
from control.kernel.pages.brake import network_of
from control.kernel.pages.errors_pages import FAR_TOO_LONG, FULL, NO_ROOM
from control.kernel.values import dataclass
from control.streams import STREAMS_OF_ONE_ADDRESS, Answer, Stream, Streams

AT_HOME = ("127.0.0.1", "::1")
LONGEST = 60.0
"""Seconds in which a request has to be here, to its last letter."""
LINGERS = 10.0
"""Seconds for which whoever goes on sending what is not taken is listened to once he was told: if he is cut off while
he sends, his browser throws away the answer too."""


@dataclass
class Ears:
    """How many connections each address has. ``most`` are allowed, to all but those that are ``free`` (a proxy, this
    machine itself); ``peers`` are the real addresses behind the relay's ports, ``lingering`` those of its ports whose
    requests are heard to their end though they were answered."""

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
    lingering: set[int] = field(default_factory=set)

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


class NoRoom(Error):  # type: ignore[misc]
    """What is sent is kept in a temporary file, and there is no room for it."""

    code, reason = 503, "Service Unavailable"


TOLD = {RequestEntityTooLarge: FAR_TOO_LONG, NoRoom: FULL}
"""What is said to whom the server itself takes no more of, in our words."""


class NotTaken(ErrorTask):  # type: ignore[misc]
    """What is answered when the server itself takes no more of a request: too long, no room for it, or no request at
    all."""

    def execute(self) -> None:
        """Say so, in our words if there are some, and listen on for a while."""
        error = self.request.error
        if not (words := TOLD.get(type(error))):
            super().execute()
            return
        told = words.encode()
        if self.request.path.startswith("/api/"):
            told, kind = json.dumps({"error": words, "field": "", "ruling": ""}).encode(), "application/json"
        else:
            told, kind = b"<!doctype html><title>Nothing was changed</title><p>" + told, "text/html; charset=utf-8"
        self.status = f"{error.code} {error.reason}"
        self.response_headers.extend([("Content-Type", kind), ("X-Content-Type-Options", "nosniff")])
        if error.code == 503:
            self.response_headers.append(("Retry-After", "5"))
        self.channel.lingers = time.monotonic() + LINGERS
        self.set_close_on_finish()
        self.content_length = len(told)
        self.write(told)


class Request(HTTPRequestParser):  # type: ignore[misc]
    """What is asked, as it comes."""

    def close(self) -> None:
        """Throw away what came of it. A temporary file for which there was no room says so once more."""
        with contextlib.suppress(OSError):
            super().close()


class Connection(HTTPChannel):  # type: ignore[misc]
    """A connection that is counted, and closed if it takes too long to say what it wants. One that has become a stream
    is handed over (control/streams.py) as soon as its head is written, and counts among the streams."""

    task_class, error_task_class, parser_class = Answer, NotTaken, Request
    parked: tuple[Stream, bool] | None = None

    request: Any

    def __init__(self, ears: Ears, whose: str, *given: Any) -> None:
        self.ears, self.whose, self.begun, self.counted = ears, whose, 0.0, True
        self.lingers, self.said_all = 0.0, False
        super().__init__(*given)
        ears.counts[whose] += 1

    def received(self, data: bytes) -> Any:
        """More of a request came, or the first of one."""
        if self.request is None:
            self.begun = time.monotonic()
        if self.said_all:
            return False
        try:
            return super().received(data)
        except OSError as error:
            if error.errno not in NO_ROOM:
                raise
        with self.requests_lock:
            self.request.error, self.request.completed = NoRoom(FULL), True
            self.requests.append(self.request)
            self.request = None
            if len(self.requests) == 1:
                self.server.add_task(self)
        return True

    def readable(self) -> Any:
        """Whether more may come; asked about once a second."""
        if self.said_all:
            self.will_close = time.monotonic() > self.lingers
            return not self.will_close
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
        """It is over; to whoever may still be sending only on our side, for a moment."""
        if self.lingers and self.connected and not self.said_all and not self.total_outbufs_len:
            self.said_all, self.will_close = True, False
            if self.addr[1] in self.ears.peers:
                self.ears.lingering.add(self.addr[1])
            with contextlib.suppress(OSError):
                self.socket.shutdown(socket.SHUT_WR)
                return
        if self.counted:
            self.counted = False
            self.ears.gone(self.whose)
        super().handle_close()
        if self.parked:  # after it, as whoever answers parks first and looks then: one of both sees that it is over
            self.parked[0].close()
            self.parked = None
