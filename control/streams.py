"""Streams without threads: an answer that never ends is taken out of the server's hands once its head is written, and
whoever listens is sent to, by whoever has news (control/kernel/pages/live.py). One thread notices who has gone.

A stream costs a connection and a few hundred bytes so. Nothing is waited for: an event is some forty letters, and who
does not take them has not listened for long; he is let go of, and comes again.
"""

from __future__ import annotations

import contextlib
import selectors
import socket
import threading
import time
from collections.abc import Callable
from typing import Any

from waitress.task import WSGITask

from control.kernel.memory import begin
from control.kernel.pages.brake import network_of
from control.kernel.pages.live import PARK, Live, Screen

STREAMS_OF_ONE_ADDRESS = 250  # eighty phones behind one address have a stream each, and some have two


class Streams:
    """The streams of one process, of all its games."""

    def __init__(self) -> None:
        self._gone = selectors.DefaultSelector()
        self._lock = threading.Lock()
        self._watching = False

    def take(self, stream: Stream) -> None:
        """A stream is ours from now on."""
        try:
            self._gone.register(stream.socket, selectors.EVENT_READ, stream)
        except (OSError, ValueError, KeyError):
            stream.close()
        with self._lock:
            if not self._watching:
                with contextlib.suppress(MemoryError):  # the next stream tries again
                    begin(self._watch, "streams")
                    self._watching = True

    def let_go(self, stream: Stream) -> None:
        """It is over."""
        with contextlib.suppress(OSError, ValueError, KeyError):
            self._gone.unregister(stream.socket)
        with contextlib.suppress(OSError):
            stream.socket.close()

    def _watch(self) -> None:
        """Notice who has gone, while anybody listens; what else anybody says on a stream is nothing to us."""
        while self._anybody():
            for stream in self._heard():
                try:
                    said = stream.socket.recv(4096)
                except (BlockingIOError, InterruptedError):
                    continue
                except OSError:
                    said = b""
                if not said:
                    stream.close()

    def _anybody(self) -> bool:
        """Whether anybody listens. Where nobody does, the thread is over, and whoever comes next begins another."""
        with self._lock:
            self._watching = bool(self._gone.get_map())
            return self._watching

    def _heard(self) -> list[Stream]:
        """The streams on which somebody says something, or has gone, after a second at most."""
        # Windows has select() alone, which refuses to wait for nobody, and for one that was just closed.
        with contextlib.suppress(OSError):
            return [key.data for key, _ in self._gone.select(timeout=1.0)]
        time.sleep(A_MOMENT)
        return []


A_MOMENT = 0.2
"""Seconds until it is looked again where the system would not wait."""


class Stream:
    """One that listens: at first in the server's hands, then in those of `Streams`."""

    def __init__(self, streams: Streams, live: Live, over: Callable[[], None]) -> None:
        self._streams, self._live, self._over = streams, live, over
        # Whoever ends the program holds it perhaps, and is interrupted by his own ending (serving.py): not for ever.
        self._lock = threading.RLock()
        self._waiting: list[str] | None = []
        self.screen: Screen | None = None
        self.socket: socket.socket
        self.in_pieces = False
        self.closed = False

    def send(self, words: str) -> None:
        """Say something; nothing at all is the end."""
        with self._lock:
            if self.closed:
                return
            if self._waiting is not None:
                self._waiting.append(words)
                return
            said = (words or self.in_pieces) and self._sent(words) and words
        if not said:
            self.close()

    def _sent(self, words: str) -> bool:
        data = words.encode()  # nothing, in pieces, is what ends an answer
        if self.in_pieces:
            data = b"%X\r\n%s\r\n" % (len(data), data)
        try:
            return self.socket.send(data) == len(data)
        except OSError:  # he is gone, or takes nothing any more
            return False

    def taken_over(self, connection: socket.socket, in_pieces: bool) -> None:
        """The server has written the head, and hands the connection over."""
        with self._lock:
            self.socket, self.in_pieces = connection, in_pieces
            waiting, self._waiting = self._waiting or [], None
            good = all(words and self._sent(words) for words in waiting) and not self.closed
        self._streams.take(self)
        if not good:
            self.close()

    def close(self) -> None:
        """It is over."""
        with self._lock:
            if self.closed:
                return
            self.closed = True
        self._over()  # first: whoever sees that he has gone may come in his place
        if self.screen:
            self._live.leave(self.screen)
        if self._waiting is None:
            self._streams.let_go(self)


class Answer(WSGITask):  # type: ignore[misc]
    """The answer to one request, which may be a stream."""

    stream: Stream | None = None

    def get_environment(self) -> dict[str, Any]:
        """What the program is told of the request, and that it may ask for a stream."""
        environ: dict[str, Any] = super().get_environment()
        environ[PARK] = lambda live, *listener: self.park(environ, live, *listener)
        return environ

    def park(self, environ: dict[str, Any], live: Live, *listener: Callable[..., bool] | None) -> str | None:
        """Make this answer a stream for a `Live.join`; the words it begins with, or None if there are too many, or one
        on this connection already: behind that nothing is answered any more."""
        ears, whose = self.channel.ears, network_of(environ.get("REMOTE_ADDR", ""))
        if self.channel.parked or not ears.may_listen(whose):
            return None
        stream = Stream(ears.streams, live, lambda: ears.listens_no_more(whose))
        joined = None
        try:
            joined = live.join(stream.send, *listener)
        finally:  # also if the database was away: nobody listens in this place
            if joined is None:
                ears.listens_no_more(whose)
        if joined is None:
            return None
        stream.screen, words = joined
        self.stream = stream
        return words

    def finish(self) -> None:
        """The end of an answer; of a stream it is the end of its head."""
        if self.stream is None:
            super().finish()
            return
        self.close_on_finish = False  # nor is it closed when it is flushed
        self.channel.parked = (self.stream, self.chunked_response)

    def service(self) -> None:
        """Answer; a stream whose head could not be written is over, and so is one whose connection has ended since."""
        try:
            super().service()
        finally:
            if self.stream and not (self.channel.parked and self.channel.connected):
                self.stream.close()
