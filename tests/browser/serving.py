"""A control room that answers on a port: in a process of its own, or in this one, which is quicker."""

from __future__ import annotations

import atexit
import contextlib
import json
import logging
import os
import re
import shutil
import sys
import threading
import time
from functools import cache
from multiprocessing import get_all_start_methods, get_context
from multiprocessing.process import BaseProcess
from pathlib import Path
from tempfile import mkdtemp
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import playwright
from waitress import wasyncore
from waitress.server import BaseWSGIServer

from control.kernel.actions.world import Room
from control.kernel.application import application_of
from control.kernel.codes import in_groups
from control.kernel.database.store import open_store
from control.kernel.drawing.kept import kept_drawing
from control.kernel.drawing.maps.map import MapDrawing
from control.kernel.journal.journal_questions import desks
from control.kernel.open_room import OpenRoom, once
from control.kernel.opening import opened
from control.kernel.settings import DEFAULT_SCENARIO
from control.sengoku.game import SENGOKU
from control.sengoku.scenario.load import load
from control.sengoku.scenario.model import Scenario
from control.sengoku.season.start import new_game
from control.serving import begin_work, listen
from tests.ports import free_port

PATIENCE = 60.0  # seconds for a server to answer or to end; it needs about one, and many on a busy machine


WARM = get_context("forkserver" if "forkserver" in get_all_start_methods() else "spawn")
"""Servers are born of a process that has imported the program already: importing it takes a second each."""
IMPORTED = ["control.cli", "control.app", "control.serving", "control.sengoku.game", "alembic.command"]
WARM.set_forkserver_preload(IMPORTED + ["tests.slow_wifi"] * ("tests.slow_wifi" in sys.modules))


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
        self.port = self._free_port()
        self.origin = f"http://127.0.0.1:{self.port}"
        self.codes: dict[str, str] = {}
        self._begin = ["--begin", begin] if begin else []
        self._process: BaseProcess | None = None

    def _free_port(self) -> int:
        return free_port()

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

    def phases(self, *numbers: int) -> None:
        """Run these phases."""
        for number in numbers:
            self.do("movement.run_phase", phase=number)

    def correct(self, kind: str, key: int | str, field: str, value: Any, desk: str = "Map Control") -> None:
        """Set a figure right; one that is so already stays."""
        order = {"kind": kind, "id": key, "field": field, "value": value, "reason": "the test needs it"}
        status, answer = self.ask("/api/actions/figure.correct", desk, order)
        assert status == 200 or "It is so already" in answer["error"], f"{order}: {status} {answer}"

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


class Here(Served):
    """The same control room, served by threads of this very process, which has imported the program, built the
    application and drawn the map already. It listens on a port as `Served` does, and nobody answers once it is stopped;
    what only a program of its own shows (signals, what is printed, a new start with nothing kept) it cannot prove."""

    _server: BaseWSGIServer | None = None
    _usual = 0

    def _free_port(self) -> int:
        """Each one listens where the one before did: what a window has fetched for that origin it keeps."""
        found = free_port(Here._usual)
        Here._usual = Here._usual or found
        return found

    def start(self) -> None:
        """Start it and wait until it answers."""
        begun_before = self.game.exists()
        if not begun_before:
            shutil.copy(fresh_game(*self._begin[1:]), self.game)
        store = open_store(self.game)
        room = opened(store) if begun_before else Room(store, load_once())
        open_room = OpenRoom(application_of(SENGOKU), room)
        open_room.drawing = once(lambda: drawing_of(room.scenario), lambda: room.scenario.digest)
        open_room.wide_drawing = once(
            lambda: drawing_of(room.scenario, room.scenario.turned), lambda: room.scenario.digest
        )
        self.answer(open_room)
        with store.read() as session:
            self.codes = {name: in_groups(code) for _, name, code in desks(session)}

    def answer(self, open_room: OpenRoom) -> None:
        """Answer at the port, and note what faults there are."""
        self.served = open_room
        self._server = listen(open_room, "127.0.0.1", self.port, threads=40)
        begin_work(open_room, self.port)
        self._faults = Faults(self._faults.told if self._faults else [])
        logging.getLogger().addHandler(self._faults)
        self._thread = threading.Thread(target=self._server.run, name="server", daemon=True)
        self._thread.start()

    _faults: Faults | None = None

    def stop(self) -> None:
        """Answer nobody any more, and let go of the game."""
        if self._server is None:
            return
        server, self._server = self._server, None
        server.trigger.pull_trigger(lambda: wasyncore.dispatcher.close(server))  # its own way takes the trigger along
        self.served.live.end()
        server.task_dispatcher.shutdown(timeout=PATIENCE)  # what is being done is done to the end
        server.trigger.pull_trigger(lambda: hang_up(server))
        server.task_dispatcher.shutdown(timeout=PATIENCE)
        with contextlib.suppress(OSError):  # done on the pull before, which came too late for its own: the bell is gone
            server.trigger.pull_trigger(lambda: wasyncore.close_all(server._map, ignore_all=True))
        self._thread.join(PATIENCE)
        self.served.copies.stop()
        self.served.room.store.close()
        logging.getLogger().removeHandler(self._faults)

    def output(self) -> str:
        """The faults it has met so far."""
        return "\n".join(self._faults.told) if self._faults else ""


def hang_up(server: BaseWSGIServer) -> None:
    """Close every line; the server's own, by which its threads wake it, stays."""
    for line in list(server._map.values()):
        if line is not server.trigger:
            line.handle_close()


DRIVER = str(Path(playwright.__file__).parent)
"""Where the coroutines of the browser's driver are, as asyncio names them."""


class Faults(logging.Handler):
    """Keeps what a server says of its own mistakes. The driver of the browser runs in this process too, and leaves
    questions unanswered when a window closes: what asyncio says of those is not the server's, but what it says of our
    encrypted way in is."""

    def __init__(self, told: list[str]) -> None:
        super().__init__(logging.ERROR)
        self.told = told

    def emit(self, record: logging.LogRecord) -> None:
        """Keep it, with the trace."""
        said = self.format(record)
        if record.name != "asyncio" or DRIVER not in said:
            self.told.append(said)


@cache
def load_once() -> Scenario:
    """The shipped scenario, read once in this process."""
    return load(DEFAULT_SCENARIO)


@cache
def fresh_game(begin: str = "") -> Path:
    """A new game of the shipped scenario, to be copied; made once in this process for each season to begin in."""
    file = Path(mkdtemp(prefix="fresh-game-")) / "game.db"
    new_game(open_store(file), load_once(), begin=begin).store.close()
    atexit.register(shutil.rmtree, file.parent, ignore_errors=True)
    return file


DRAWINGS: dict[tuple[str, float], MapDrawing] = {}


def drawing_of(scenario: Scenario, turned: float = 0) -> MapDrawing:
    """The map of a scenario, drawn once in this process."""
    kept = scenario.digest, turned
    if kept not in DRAWINGS:
        DRAWINGS[kept] = kept_drawing(scenario, turned=turned)
    return DRAWINGS[kept]
