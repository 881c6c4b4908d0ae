"""A real control room in a process of its own, for tests and benchmarks that need one to talk to."""

from __future__ import annotations

import json
import os
import re
import socket
import sys
import time
from multiprocessing import get_all_start_methods, get_context
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

PATIENCE = 60.0  # seconds for a server to answer or to end; it needs about one, and many on a busy machine


WARM = get_context("forkserver" if "forkserver" in get_all_start_methods() else "spawn")
"""Servers are born of a process that has imported the program already: importing it takes a second each."""
WARM.set_forkserver_preload(["control.cli", "control.app", "control.serving", "alembic.command"])


def run(command: list[str], printed: str) -> None:
    """The command line in this process, all it prints in a file."""
    with open(printed, "ab", buffering=0) as out:
        os.dup2(out.fileno(), 1)
        os.dup2(out.fileno(), 2)
    sys.stdout = open(1, "w", encoding="utf-8", buffering=1, closefd=False)  # noqa: SIM115 (for good)
    sys.stderr = open(2, "w", encoding="utf-8", buffering=1, closefd=False)  # noqa: SIM115
    from control.cli import main

    sys.exit(main(command))


class Served:
    """`control-room serve` on a free port of this machine; `start` and `stop` it as often as you like. A new game
    ``begin``s in the season that its scenario says, or in this one."""

    def __init__(self, folder: Path, begin: str = "") -> None:
        self.game = folder / "game.db"
        self.printed = folder / "printed.txt"
        self.port = free_port()
        self.origin = f"http://127.0.0.1:{self.port}"
        self.codes: dict[str, str] = {}
        self._begin = ["--begin", begin] if begin else []
        self._process: BaseProcess | None = None

    def start(self) -> None:
        """Start it and wait until it answers. Raises AssertionError, with all it printed, if it does not."""
        told = self.output()
        command = ["serve", "--game", str(self.game), "--host", "127.0.0.1", "--port", str(self.port)]
        command += self._begin
        self._process = WARM.Process(target=run, args=(command, str(self.printed)), daemon=True)
        self._process.start()
        self._wait_for_an_answer()
        now = self.output()[len(told) :]
        self.codes = dict(re.findall(r"^ {2}(\S.*?) {2,}([a-z0-9-]{6,})$", now, re.MULTILINE))
        assert "Map Control" in self.codes, f"The server printed no desk codes:\n{now}"

    def _wait_for_an_answer(self) -> None:
        assert self._process is not None
        until = time.monotonic() + PATIENCE
        while True:
            if not self._process.is_alive():
                raise AssertionError(f"The server ended with {self._process.exitcode}:\n{self.output()}")
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
        self._process.join(PATIENCE)
        if self._process.is_alive():
            self._process.kill()
            self._process.join(PATIENCE)
        self._process = None

    def output(self) -> str:
        """All it has printed so far."""
        return self.printed.read_text(encoding="utf-8") if self.printed.exists() else ""

    def do(self, action: str, desk: str = "Map Control", **order: Any) -> dict[str, Any]:
        """Perform an action over the JSON API and give back its journal entry; it must be accepted."""
        if action == "garrison.raise":
            order = {"reason": "a test needs them", **order}
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
