"""A real control room in a process of its own, for tests and benchmarks that need one to talk to."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

PATIENCE = 30.0  # seconds for a server to answer or to end; it needs about one


class Served:
    """`control-room serve` on a free port of this machine; `start` and `stop` it as often as you like."""

    def __init__(self, folder: Path) -> None:
        self.game = folder / "game.db"
        self.printed = folder / "printed.txt"
        self.port = free_port()
        self.origin = f"http://127.0.0.1:{self.port}"
        self.codes: dict[str, str] = {}
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it and wait until it answers. Raises AssertionError, with all it printed, if it does not."""
        told = self.output()
        command = [sys.executable, "-m", "control.cli", "serve", "--game", str(self.game)]
        with self.printed.open("ab") as printed:
            self._process = subprocess.Popen(
                [*command, "--host", "127.0.0.1", "--port", str(self.port)], stdout=printed, stderr=printed,
                env={**os.environ, "PYTHONIOENCODING": "utf-8", "PYTHONUNBUFFERED": "1"},
            )
        self._wait_for_an_answer()
        now = self.output()[len(told):]
        self.codes = dict(re.findall(r"^ {2}(\S.*?) {2,}([a-z0-9]{6})$", now, re.MULTILINE))
        assert "Map Control" in self.codes, f"The server printed no desk codes:\n{now}"

    def _wait_for_an_answer(self) -> None:
        assert self._process is not None
        until = time.monotonic() + PATIENCE
        while True:
            if self._process.poll() is not None:
                raise AssertionError(f"The server ended with {self._process.returncode}:\n{self.output()}")
            try:
                with urlopen(f"{self.origin}/sign-in", timeout=PATIENCE):
                    return
            except OSError:
                if time.monotonic() > until:
                    self.stop()
                    raise AssertionError(f"The server did not answer:\n{self.output()}") from None
                time.sleep(0.02)

    def stop(self) -> None:
        """End it, politely first."""
        if self._process is None:
            return
        self._process.terminate()
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait(PATIENCE)
        self._process = None

    def output(self) -> str:
        """All it has printed so far."""
        return self.printed.read_text(encoding="utf-8") if self.printed.exists() else ""

    def do(self, action: str, desk: str = "Map Control", **order: Any) -> dict[str, Any]:
        """Perform an action over the JSON API and give back its journal entry; it must be accepted."""
        status, answer = self.ask(f"/api/actions/{action}", desk, order)
        assert status == 200, f"{action} {order}: {status} {answer}"
        return answer

    def ask(self, path: str, desk: str | None = None, body: Any = None) -> tuple[int, Any]:
        """The status and the JSON of a GET, or of a POST where there is a ``body``."""
        headers = {"Authorization": f"Bearer {self.codes[desk]}"} if desk else {}
        data = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
        try:
            with urlopen(Request(self.origin + path, data, headers), timeout=PATIENCE) as answer:
                return answer.status, json.load(answer)
        except HTTPError as refused:
            with refused:
                return refused.code, json.load(refused)


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
