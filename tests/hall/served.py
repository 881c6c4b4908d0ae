"""A room in a program of its own, as the attacks ask it: what it is told, and what it says."""

from __future__ import annotations

import contextlib
import json
import random
import sqlite3
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from http.client import HTTPException
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from tests.games import CODES

PATIENCE = 60.0


def room(*command: str, **more: Any) -> subprocess.Popen[bytes]:
    """control-room, in a program of its own."""
    given = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL} | more
    return subprocess.Popen([sys.executable, "-m", "control.cli", *command], **given)


def serve(game: Path, port: int, *more: str, host: str = "127.0.0.1", **given: Any) -> subprocess.Popen[bytes]:
    """A game in a file, served on a port."""
    return room("serve", "--game", str(game), "--host", host, "--port", str(port), *more, **given)


def ask(port: int, path: str, body: Any = None, key: str = "", host: str = "127.0.0.1") -> tuple[int, str]:
    """What the room at a port answers whoever leads. Raises OSError if it does not."""
    headers = {"Authorization": f"Bearer {CODES['game']}", "Idempotency-Key": key}
    data = None if body is None else json.dumps(body).encode()
    try:
        with urlopen(Request(f"http://{host}:{port}{path}", data, headers), timeout=8) as answer:
            return answer.status, answer.read().decode()
    except HTTPError as refused:
        with refused:
            return refused.code, refused.read().decode()


def until(there: Callable[[], Any], patience: float = PATIENCE) -> float:
    """The seconds until something is so. Raises AssertionError if it does not come to be."""
    began = time.monotonic()
    while time.monotonic() - began < patience:
        with contextlib.suppress(OSError, ValueError):
            if there():
                return time.monotonic() - began
        time.sleep(0.02)
    raise AssertionError("it never came to be")


class Writers:
    """Umpires who enter something every ``pause`` seconds or so, and say it again with its key until it is answered:
    what was ``acknowledged`` with which number, how often nobody answered (``cut``), what was told instead."""

    def __init__(self, port: int, many: int = 20, pause: float = 0.3, host: str = "127.0.0.1") -> None:
        self.port, self.pause, self.host = port, pause, host
        self.acknowledged: dict[str, int] = {}
        self.waits: list[float] = []
        self.cut, self.told = 0, Counter[str]()
        self.other: list[str] = []
        self.over = threading.Event()
        self._threads = [threading.Thread(target=self._write, args=(one,), daemon=True) for one in range(many)]

    def __enter__(self) -> Writers:
        for one in self._threads:
            one.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.over.set()
        for one in self._threads:
            one.join()

    def _write(self, who: int) -> None:
        many, chance = 0, random.Random(who)
        while not self.over.wait(self.pause * 2 * chance.random()):
            key = f"{who}-{many}-of-the-hall"
            began = time.monotonic()
            try:
                body = {"text": f"Word {key}", "desks": ["map"]}
                status, said = ask(self.port, "/api/actions/announcement.post", body, key, self.host)
                found = json.loads(said)
            except (OSError, ValueError, HTTPException):
                self.cut += 1
                continue
            if status == 200:
                self.acknowledged[key] = int(found["number"])
                self.waits.append(time.monotonic() - began)
                many += 1
            elif status == 503:
                self.told[found["error"]] += 1
            else:
                self.other.append(f"{status} {said[:200]}")


def kept_in(game: Path) -> dict[str, int]:
    """The entries of a file by their keys. Raises AssertionError if one of them is there twice."""
    with contextlib.closing(sqlite3.connect(game)) as connection:
        found = connection.execute("SELECT key, number, sentence FROM journal").fetchall()
        said = Counter(sentence for _, _, sentence in found if "of-the-hall" in sentence)
    assert not said or max(said.values()) == 1, "something was entered twice"
    return {as_sent(key): number for key, number, _ in found}


def as_sent(key: str) -> str:
    """The key that a writer sent, of the one that is kept: before it stands the place from which it came."""
    return key.rpartition("//")[2]


def lost(writers: Writers, game: Path) -> list[str]:
    """What was acknowledged and is not there, or under another number."""
    there = kept_in(game)
    return [key for key, number in writers.acknowledged.items() if there.get(key) != number]
