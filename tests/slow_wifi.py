"""A crowded Wi-Fi: every answer comes late, and every page in two halves. With `make test SLOW=0.3 CHAPTER=browser`
(seconds at most, before an answer and between the halves) the tests in a browser are played on one. What falls then
took the head of a page for all of it, or a page takes back what was tapped while an answer was on its way: on a quick
machine either falls once in a hundred runs."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from waitress.server import BaseWSGIServer

from control import serving

SLOW = float(os.environ.get("SLOW") or 0.3)
STREAMS = ("text/event-stream", "application/json")
"""What is passed on as it comes: news, and what a script asks."""

Application = Callable[..., Iterable[bytes]]


def slowly(application: Application) -> Application:
    """The same application behind such a Wi-Fi."""

    def answer(environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        kinds = [""]

        def started(status: str, headers: list[tuple[str, str]], *more: Any) -> Any:
            kinds.extend(value for name, value in headers if name.lower() == "content-type")
            return start(status, headers, *more)

        answered = application(environ, started)
        if kinds[-1].startswith(STREAMS):
            return answered
        time.sleep(random.uniform(0, SLOW))
        return halves(answered) if kinds[-1].startswith("text/html") else answered

    return answer


def halves(answered: Iterable[bytes]) -> Iterator[bytes]:
    """All of an answer, in two pieces."""
    try:
        whole = b"".join(answered)
    finally:
        getattr(answered, "close", lambda: None)()
    yield whole[: len(whole) // 2]
    time.sleep(SLOW / 2)
    yield whole[len(whole) // 2 :]


listen = serving.listen


def listen_slowly(*how: Any, **more: Any) -> BaseWSGIServer:
    """A server as it is, behind such a Wi-Fi."""
    server = listen(*how, **more)
    for one in {id(one): one for one in (server, *getattr(server, "map", {}).values())}.values():
        if isinstance(one, BaseWSGIServer):
            one.application = slowly(one.application)
    return server


serving.listen = listen_slowly
