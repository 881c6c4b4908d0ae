"""So many screens that listen, while twenty umpires act once a second: how soon an act is answered, how soon screens
hear of it and show it, and what memory it takes.

    python -m tests.hall.streams [STREAMS] [sqlite | postgresql | peer] [WORKERS] [SECONDS] [FETCHING]

A third of the screens sit at desks, the others in the hall; so many of each (20) fetch what they show when they hear of
something, as the scripts of their pages do, the others only hear. Of each act it is counted how long after it each
screen heard of it, and how long after it the first fetch that began behind it was over; a screen that never does is
counted as never. The umpires are a program of their own, so that what the screens do does not hold up whoever looks at
his watch. What comes in the first seconds is not counted: a program that has just begun makes its templates and
statements once. ``peer`` is a bare Flask with waitress, a thread for each stream. All of it stays on this machine, and
stops by itself; it ends with 1 if an aim was missed.
"""

from __future__ import annotations

import bisect
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
from collections.abc import Callable, Iterable, Iterator
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
SHOWN = {"desk": ("/standing", "/map/drawing"), "hall": ("/display/now", "/display/view/map"), "peer": ("/shown",)}
"""What a screen fetches when it hears of something: of what it has already it says by which mark, as browsers do."""
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
    wrong: int = 0


def p95(found: list[float]) -> float:
    """What 95 in a hundred are not above."""
    return sorted(found)[math.ceil(0.95 * len(found)) - 1] if found else math.nan


def ms(found: float) -> str:
    """Milliseconds in words."""
    return "none" if math.isnan(found) else "never" if math.isinf(found) else f"{found:.0f} ms"


@dataclass
class Act:
    """Something that an umpire did: when he asked for it, and when he was answered."""

    begun: float
    answered: float

    def second(self) -> int:
        """The whole second on which the hall is to hear of it."""
        return int(self.answered) + 1


@dataclass
class Screen:
    """One that listens at a desk, by a ``code``, or in the hall: which numbers it heard when, and when each of its
    fetches began and was over, if it fetches at all."""

    code: str
    heard: list[tuple[int, float]] = field(default_factory=list)
    fetched: list[tuple[float, float]] = field(default_factory=list)
    woken: threading.Event | None = None

    def first(self, since: float) -> float:
        """When the first fetch that began after a moment was over."""
        spot = bisect.bisect_left(self.fetched, (since,))
        return self.fetched[spot][1] if spot < len(self.fetched) else math.inf

    def hears(self, number: int) -> float:
        """When it heard first of a number, or one behind it."""
        spot = bisect.bisect_left(self.heard, (number,))
        return self.heard[spot][1] if spot < len(self.heard) else math.inf


class Screens:
    """Streams that are open, and when each heard of which number."""

    def __init__(self, port: int, many: int, at_desk: Callable[[int], str], figures: Figures) -> None:
        self.figures, self.port = figures, port
        self.selector = selectors.DefaultSelector()
        self.over = False
        self.acts: dict[int, Act] = {}
        self.public: list[Act] = []
        self.open = self.gone = 0
        self.screens: list[Screen] = []
        for number in range(many):
            code = at_desk(number)
            one = socket.create_connection(("127.0.0.1", port), timeout=60)
            who = f"Authorization: Bearer {code}\r\n" if code else ""
            one.sendall(f"GET /live HTTP/1.1\r\nHost: localhost\r\n{who}\r\n".encode())
            first = b""
            while b"data: " not in first:
                first += one.recv(4096)
            one.setblocking(False)
            self.screens.append(Screen(code))
            self.selector.register(one, selectors.EVENT_READ, self.screens[-1])
            self.open += 1
        threading.Thread(target=self.listen, daemon=True).start()

    def fetch(self, many: int, kind: str) -> None:
        """So many at desks and as many in the hall fetch what they show when they hear of something."""
        for at_desk in (True, False):
            for one in [one for one in self.screens if bool(one.code) == at_desk][:many]:
                one.woken = threading.Event()
                shown = SHOWN["peer" if kind == "peer" else "desk" if at_desk else "hall"]
                threading.Thread(target=self.watch, args=(one, one.woken, shown), daemon=True).start()

    def watch(self, screen: Screen, woken: threading.Event, shown: tuple[str, ...]) -> None:
        """Fetch whenever something was heard, once for all that came meanwhile."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=30)
        marks: dict[str, str] = {}
        while not self.over:
            if not woken.wait(0.5):
                continue
            woken.clear()
            begun = time.time()
            try:
                for path in shown:
                    headers = {"Authorization": f"Bearer {screen.code}"} if screen.code else {}
                    connection.request("GET", path, headers=headers | marked(marks.get(path)))
                    answer = connection.getresponse()
                    answer.read()
                    if answer.status not in (200, 304):
                        raise HTTPException(f"{path}: {answer.status}")
                    marks[path] = answer.headers.get("ETag") or marks.get(path, "")
                screen.fetched.append((begun, time.time()))
            except (OSError, HTTPException) as error:
                print(repr(error), file=sys.stderr)
                connection.close()
                woken.set()
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
                if found := re.findall(rb"data: (\d+)", said):
                    key.data.heard.append((int(found[-1]), now))
                    if key.data.woken:
                        key.data.woken.set()

    def counted(self, acts: Iterable[Act]) -> list[Act]:
        """Those after the first seconds."""
        return [one for one in acts if one.answered > self.figures.since]

    def heard(self, in_hall: bool) -> list[float]:
        """How long after its answer each screen at a desk heard of each act; or each in the hall, after the whole
        second, of each that is public."""
        found: list[float] = []
        for one in self.screens:
            if in_hall and not one.code:
                found += [one.hears(int(act.begun) + 1) - act.second() for act in self.counted(self.public)]
            elif not in_hall and one.code:
                counted = {number: act for number, act in self.acts.items() if act.answered > self.figures.since}
                found += [one.hears(number) - act.answered for number, act in counted.items()]
        return [1000 * max(0.0, late) for late in found]

    def shown(self) -> list[float]:
        """How long after its answer, or in the hall after the whole second, each act was shown on each screen that
        fetches: its first fetch that began behind it was over."""
        found: list[float] = []
        for one in self.screens:
            if one.woken and one.code:
                found += [one.first(act.answered) - act.answered for act in self.counted(self.acts.values())]
            elif one.woken:
                found += [one.first(act.second()) - act.second() for act in self.counted(self.public)]
        return [1000 * late for late in found]

    def listen_to(self, umpires: Connection) -> None:
        """Note what the umpires did: when each answer came, how long it took, and the number of the entry."""
        with contextlib.suppress(EOFError):
            while True:
                now, took, number, public = umpires.recv()
                if not number:
                    self.figures.wrong += 1
                    continue
                self.acts[number] = act = Act(now - took / 1000, now)
                if public:
                    self.public.append(act)
                if now - took / 1000 > self.figures.since:
                    self.figures.answers.append(took)


def marked(etag: str | None) -> dict[str, str]:
    """What a browser says of a part that it has already."""
    return {"If-None-Match": etag} if etag else {}


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


def load(many: int, kind: str, workers: int, seconds: float, fetching: int) -> bool:
    """Open the screens, let the umpires act, and print the figures; whether the aims are met."""
    import resource

    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    figures = Figures(math.inf)
    with tempfile.TemporaryDirectory() as name, served(kind, workers, Path(name)) as (process, port, log):
        said = log.read_text("utf-8")
        codes = {one: found.group(1) for one in ("Map Control", "Game Control")
                 if (found := re.search(rf"{one}\s+(\S+)", said))}  # fmt: skip
        mine = "any" if kind == "peer" else codes["Map Control"]
        screens = Screens(port, many, lambda number: mine if number % 3 == 0 or kind == "peer" else "", figures)
        screens.fetch(fetching, kind)
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
    found = {
        "answer": p95(figures.answers),
        "heard": p95(screens.heard(in_hall=False)),
        "heard in the hall": p95(screens.heard(in_hall=True)),
        "shown": p95(screens.shown()),
        "MB": takes,
    }
    aims = {} if kind == "peer" else MANY if many > 1000 else HALL
    missed = [name for name, most in aims.items() if not found[name] <= most]
    missed += ["all open"] * (bool(aims) and stayed < many) + ["none wrong"] * (bool(aims) and figures.wrong > 0)
    places = {"sqlite": "SQLite", "postgresql": f"PostgreSQL, {workers} processes", "peer": "bare Flask and waitress"}
    aim = ", ".join(f"{name} ≤ {most}{'' if name == 'MB' else ' ms'}" for name, most in aims.items())
    fetch = sum(one.woken is not None for one in screens.screens)
    line(
        f"{many} streams on {places[kind]}, of which {fetch} fetch, 20 umpires once a second for {seconds:.0f} s (p95)",
        (aim or "for comparison") + (f"; **missed: {', '.join(missed)}**" if missed else ""),
        f"answer {ms(found['answer'])} (median {statistics.median(figures.answers or [0]):.0f}), heard "
        f"{ms(found['heard'])}, in the hall {ms(found['heard in the hall'])} after the whole second, shown "
        f"{ms(found['shown'])}; {takes:.0f} MB, {busy / (seconds + WARMING + 2):.0%} of a processor; "
        f"{len(figures.answers)} acts, {figures.wrong} wrong, {stayed} streams open to the end",
    )
    return not missed


HALL = {"answer": 20, "heard": 100, "heard in the hall": 100, "shown": 1000, "MB": 200}
MANY = {"heard": 300, "heard in the hall": 300, "MB": 400}
"""What is aimed at: in a hall, and where there are more than a thousand screens."""


if __name__ == "__main__":
    given = sys.argv[1:]
    met = load(
        int(given[0]) if given else 300,
        given[1] if len(given) > 1 else "sqlite",
        int(given[2]) if len(given) > 2 else 2,
        float(given[3]) if len(given) > 3 else 30.0,
        int(given[4]) if len(given) > 4 else WATCHERS,
    )
    sys.exit(0 if met else 1)
