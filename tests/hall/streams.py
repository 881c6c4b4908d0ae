"""So many screens that listen, while twenty umpires act once a second: how soon an act is answered, how soon screens
hear of it and show it, and what memory it takes.

    python -m tests.hall.streams [STREAMS] [sqlite | postgresql | peer] [WORKERS] [SECONDS]

A third of the screens sit at desks, the others in the hall; 20 of each fetch what they show when they hear of
something, the others only hear. The umpires are a program of their own, so that what the screens do does not hold up
whoever looks at his watch. What comes in the first seconds is not counted: a program that has just begun makes its
templates and statements once. ``peer`` is a bare Flask with waitress, a thread for each stream. All of it stays on this
machine, and stops by itself.
"""

from __future__ import annotations

import contextlib
import json
import math
import multiprocessing
import os
import re
import selectors
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from tests.hall.attacking import line
from tests.ports import free_port
from tests.postgresql import Cluster

UMPIRES = 20
WATCHERS = 20
BREATH = 0.4  # seconds between two fetches of a part: so does control/static/room.js
WARMING = 4.0  # seconds that are not counted
PEER = """
import sys, threading, time
import waitress
from flask import Flask, Response
app, grown, at = Flask("peer"), threading.Condition(), [0]
@app.post("/act")
def act():
    with grown:
        at[0] += 1
        grown.notify_all()
        return {"number": at[0]}
@app.get("/shown")
def shown():
    return str(at[0])
@app.get("/live")
def live():
    def told():
        last = at[0]
        yield f"data: {last}\\n\\n"
        while True:
            with grown:
                grown.wait_for(lambda: at[0] != last, timeout=10)
                last = at[0]
            yield f"data: {last}\\n\\n"
    return Response(told(), mimetype="text/event-stream")
waitress.serve(app, host="127.0.0.1", port=int(sys.argv[1]), threads=400, connection_limit=1000)
"""


@dataclass
class Figures:
    """What was seen, all in milliseconds, from a moment ``since`` on."""

    since: float
    answers: list[float] = field(default_factory=list)
    heard_in_hall: list[float] = field(default_factory=list)
    shown: list[float] = field(default_factory=list)
    wrong: int = 0


def p95(found: list[float]) -> str:
    """What 95 in a hundred are not above."""
    return f"{sorted(found)[math.ceil(0.95 * len(found)) - 1]:.0f} ms" if found else "none"


class Screens:
    """Streams that are open, and when each heard of which number."""

    def __init__(self, port: int, many: int, at_desk: Callable[[int], str], figures: Figures) -> None:
        self.figures, self.port = figures, port
        self.selector = selectors.DefaultSelector()
        self.over = False
        self.acts: dict[int, float] = {}
        self.hearings: list[list[tuple[int, float]]] = []
        self.public: list[float] = []
        self.lock = threading.Lock()
        self.open = 0
        self.gone = 0
        self.waiting: list[tuple[str, threading.Event]] = []
        for number in range(many):
            code = at_desk(number)
            one = socket.create_connection(("127.0.0.1", port), timeout=60)
            who = f"Authorization: Bearer {code}\r\n" if code else ""
            one.sendall(f"GET /live HTTP/1.1\r\nHost: localhost\r\n{who}\r\n".encode())
            first = b""
            while b"data: " not in first:
                first += one.recv(4096)
            one.setblocking(False)
            self.hearings.append([])
            self.selector.register(one, selectors.EVENT_READ, [code, self.hearings[-1], None])
            self.open += 1
        threading.Thread(target=self.listen, daemon=True).start()

    def watchers(self, fetch: Callable[[str], None]) -> None:
        """Twenty of each kind fetch what they show when they hear of something."""
        seen = {"": 0, "desk": 0}
        for key in list(self.selector.get_map().values()):
            kind = "desk" if key.data[0] else ""
            if seen[kind] < WATCHERS:
                seen[kind] += 1
                key.data[2] = woken = threading.Event()
                threading.Thread(target=self.watch, args=(key.data[0], woken, fetch), daemon=True).start()

    def watch(self, code: str, woken: threading.Event, fetch: Callable[[str], None]) -> None:
        """Fetch whenever something was heard, once for all that came meanwhile."""
        while not self.over:
            if woken.wait(0.5):
                woken.clear()
                begun = time.time()
                with self.lock:
                    since = max(self.acts.values(), default=0.0) if code else max(self.public, default=0.0)
                with contextlib.suppress(OSError, HTTPException):
                    fetch(code)
                    if since > self.figures.since:
                        late = time.time() - (since if code else math.ceil(since))
                        self.figures.shown.append(1000 * late)
                time.sleep(max(0.0, begun + BREATH - time.time()))

    def listen(self) -> None:
        """Note what every screen hears."""
        while not self.over:
            for key, _ in self.selector.select(timeout=0.5):
                try:
                    said = key.fileobj.recv(65536)
                except OSError:
                    said = b""
                now = time.time()
                if not said:
                    self.gone += 1
                    self.selector.unregister(key.fileobj)
                    continue
                if b"heartbeat" in said and b"journal" not in said:
                    continue
                found = re.findall(rb"data: (\d+)", said)
                if found:
                    self.hears(key.data, int(found[-1]), now)

    def hears(self, screen: list, number: int, now: float) -> None:
        """A screen heard of a number, and so of all acts up to it."""
        code, heard, woken = screen
        if code or number < 10**9:
            heard.append((number, now))
        else:
            with self.lock:
                last = self.public[-1] if self.public else 0.0
            if last > self.figures.since:
                self.figures.heard_in_hall.append(1000 * max(0.0, now - math.ceil(last)))
        if woken:
            woken.set()

    def heard(self) -> list[float]:
        """How long after its answer each screen heard of each act."""
        found: list[float] = []
        for heard in self.hearings:
            spot = 0
            for act, answered in sorted(self.acts.items()):
                while spot < len(heard) and heard[spot][0] < act:
                    spot += 1
                if spot < len(heard) and answered > self.figures.since:
                    found.append(1000 * max(0.0, heard[spot][1] - answered))
        return found

    def listen_to(self, umpires: Connection) -> None:
        """Note what the umpires did: when each answer came, how long it took, and the number of the entry."""
        with contextlib.suppress(EOFError):
            while True:
                now, took, number, public = umpires.recv()
                if not number:
                    self.figures.wrong += 1
                    continue
                with self.lock:
                    self.acts[number] = now
                    if public:
                        self.public.append(now)
                if now - took / 1000 > self.figures.since:
                    self.figures.answers.append(took)


def umpires(port: int, kind: str, codes: dict[str, str], seconds: float, told: Connection) -> None:
    """All of them, for so many seconds once it is warm; a program of its own. It tells first when that is."""
    lock, warm = threading.Lock(), time.time() + WARMING
    until = warm + seconds
    told.send(warm)

    def tell(*what: Any) -> None:
        with lock:
            told.send(what)

    acting = [threading.Thread(target=umpire, args=(port, orders(kind, codes, spot), spot, until, tell))
              for spot in range(UMPIRES)]  # fmt: skip
    for one in acting:
        one.start()
    for one in acting:
        one.join()


PROVINCES = ["kai", "shinano", "echigo", "musashi", "owari", "kaga", "hida", "mino", "omi", "ise", "yamato",
             "kii", "harima", "bizen", "aki", "nagato", "bungo", "chikuzen", "satsuma", "tosa"]  # fmt: skip


def orders(kind: str, codes: dict[str, str], spot: int) -> Callable[[int], tuple[str, str, dict]]:
    """What one of them does at each turn: where to, by which code, and what."""
    if kind == "peer":
        return lambda _turn: ("/act", "", {})
    if spot == UMPIRES - 1:  # one of them does something that the hall sees
        does = ("start", "pause")
        return lambda turn: (f"/api/actions/clock.{does[turn % 2]}", codes["Game Control"], {})
    fix = {"kind": "province", "id": PROVINCES[spot], "field": "raised", "reason": "counted again"}
    return lambda turn: ("/api/actions/figure.correct", codes["Map Control"], {**fix, "value": 1 + turn % 5})


def umpire(port: int, order: Callable[[int], tuple[str, str, dict]], spot: int, until: float, tell: Callable) -> None:
    """Act once a second, and tell how long the answer took."""
    connection = HTTPConnection("127.0.0.1", port, timeout=30)
    time.sleep(spot / UMPIRES)
    turn = 0
    while time.time() < until:
        begun = time.time()
        path, code, body = order(turn)
        headers = {"Authorization": f"Bearer {code}", "Content-Type": "application/json"}
        try:
            connection.request("POST", path, json.dumps(body), headers)
            answer = connection.getresponse()
            said = answer.read()
        except (OSError, HTTPException):
            tell(time.time(), 0.0, 0, False)
            connection.close()
            continue
        now = time.time()
        number = json.loads(said)["number"] if answer.status == 200 else 0
        tell(now, 1000 * (now - begun), number, path.endswith(("clock.start", "clock.pause")))
        turn += 1
        time.sleep(max(0.0, begun + 1 - time.time()))


def memory(process: int) -> float:
    """What a process and those born of it take, in MB; what they share is counted once."""
    born = subprocess.run(["ps", "-o", "pid=", "--ppid", str(process)], capture_output=True, text=True).stdout.split()
    total = 0
    for one in (process, *map(int, born)):
        with contextlib.suppress(OSError):
            found = re.search(r"^Pss:\s+(\d+)", Path(f"/proc/{one}/smaps_rollup").read_text(), re.MULTILINE)
            total += int(found.group(1)) if found else 0
    return total / 1000


def worked(process: int) -> float:
    """How many seconds of a processor a process and those born of it have taken."""
    born = subprocess.run(["ps", "-o", "pid=", "--ppid", str(process)], capture_output=True, text=True).stdout.split()
    total = 0.0
    for one in (process, *map(int, born)):
        with contextlib.suppress(OSError):
            told = Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()
            total += (int(told[11]) + int(told[12])) / os.sysconf("SC_CLK_TCK")
    return total


@contextlib.contextmanager
def served(kind: str, workers: int, folder: Path) -> Iterator[tuple[subprocess.Popen, int, Path]]:
    """A control room of a kind, or the peer; with it its port and the file of what it prints."""
    cluster = Cluster({}) if kind == "postgresql" else None
    where = ["--database", cluster.url(cluster.new())] if cluster else ["--game", str(folder / "game.db")]
    more = ["--workers", str(workers)] if cluster and workers > 1 else []
    try:
        with served_with(["peer"] if kind == "peer" else [*where, *more], folder) as found:
            yield found
    finally:
        if cluster:
            cluster.throw_away()


@contextlib.contextmanager
def served_with(given: list[str], folder: Path) -> Iterator[tuple[subprocess.Popen, int, Path]]:
    """A control room, served so in processes of its own; "peer" for the peer."""
    port, log = free_port(), folder / "log"
    command = [sys.executable, "-m", "control.cli", "serve", *given, "--host", "127.0.0.1", "--port", str(port)]
    with log.open("wb") as out:
        process = subprocess.Popen(
            [sys.executable, "-c", PEER, str(port)] if given == ["peer"] else command, stdout=out, stderr=out
        )
    try:
        for _ in range(600):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
                break
            time.sleep(0.1)
        time.sleep(8)  # the map is drawn
        yield process, port, log
    finally:
        process.send_signal(signal.SIGTERM)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(20)
        process.kill()


def load(many: int, kind: str, workers: int, seconds: float) -> None:
    """Open the screens, let the umpires act, and print the figures."""
    import resource

    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    figures = Figures(math.inf)
    with tempfile.TemporaryDirectory() as name, served(kind, workers, Path(name)) as (process, port, log):
        said = log.read_text("utf-8")
        codes = {one: found.group(1) for one in ("Map Control", "Game Control")
                 if (found := re.search(rf"{one}\s+(\S+)", said))}  # fmt: skip
        mine = codes.get("Map Control", "")
        screens = Screens(port, many, lambda number: mine if number % 3 == 0 else "", figures)

        def fetch(code: str) -> None:
            connection = HTTPConnection("127.0.0.1", port, timeout=30)
            path = "/shown" if kind == "peer" else "/standing" if code else "/display/now"
            connection.request("GET", path, headers={"Authorization": f"Bearer {code}"} if code else {})
            connection.getresponse().read()
            connection.close()

        screens.watchers(fetch)
        hears, tells = multiprocessing.Pipe(duplex=False)
        acting = multiprocessing.get_context("spawn").Process(target=umpires, args=(port, kind, codes, seconds, tells))
        acting.start()
        tells.close()
        figures.since, before = hears.recv(), worked(process.pid)
        screens.listen_to(hears)
        acting.join()
        time.sleep(2)
        takes, busy = memory(process.pid), worked(process.pid) - before
        stayed = screens.open - screens.gone
        screens.over = True
    places = {"sqlite": "SQLite", "postgresql": f"PostgreSQL, {workers} processes", "peer": "bare Flask and waitress"}
    aim = "heard ≤ 300 ms, ≤ 400 MB" if many > 1000 else "answer ≤ 20 ms, heard ≤ 100 ms, shown ≤ 1 s, ≤ 200 MB"
    line(
        f"{many} streams on {places[kind]}, 20 umpires once a second for {seconds:.0f} s (p95)",
        aim if kind != "peer" else "for comparison",
        f"answer {p95(figures.answers)} (median {statistics.median(figures.answers or [0]):.0f}), heard "
        f"{p95(screens.heard())}, in the hall {p95(figures.heard_in_hall)} after the whole second, shown "
        f"{p95(figures.shown)}; {takes:.0f} MB, {busy / (seconds + WARMING + 2):.0%} of a processor; "
        f"{len(figures.answers)} acts, {figures.wrong} wrong, {stayed} streams open to the end",
    )


if __name__ == "__main__":
    given = sys.argv[1:]
    load(
        int(given[0]) if given else 300,
        given[1] if len(given) > 1 else "sqlite",
        int(given[2]) if len(given) > 2 else 2,
        float(given[3]) if len(given) > 3 else 30.0,
    )
