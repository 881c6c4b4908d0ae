"""PostgreSQL stopped and started under writers and readers: everybody is told, it goes on by itself, nothing
acknowledged is lost.

python -m tests.hall.stopped [TIMES] [WORKERS]
"""

from __future__ import annotations

import json
import re
import sys
import tempfile
import threading
import time
from http.client import HTTPConnection, HTTPException
from pathlib import Path

from tests.hall.attacking import line
from tests.hall.streams import served_with
from tests.postgresql import Cluster

WRITERS = READERS = 4
AWAY = 1.0  # seconds
TOLD = "The database server does not answer."
READ = ("/map/business", "/orders/missing", "/display/now", "/api/state/game")
"""What each reader asks for: pages of a desk, what the hall is told, what a script reads."""


class Writer:
    """Acts again and again, and keeps what was acknowledged."""

    def __init__(self, port: int, code: str, province: str) -> None:
        self.port, self.code, self.province = port, code, province
        self.kept: list[int] = []
        self.told = self.other = 0
        self.back: list[float] = []
        self.over = False

    def run(self) -> None:
        """Until it is over."""
        order = {"kind": "province", "id": self.province, "field": "raised", "reason": "counted again"}
        turn = 1
        while not self.over:
            connection = HTTPConnection("127.0.0.1", self.port, timeout=30)
            headers = {"Authorization": f"Bearer {self.code}", "Content-Type": "application/json"}
            try:
                body = json.dumps({**order, "value": 1 + turn % 5})
                connection.request("POST", "/api/actions/figure.correct", body, headers)
                answer = connection.getresponse()
                said = json.loads(answer.read())
            except (OSError, HTTPException, ValueError) as error:
                self.other += 1
                turn += 1  # whether it was kept is not known: the next says something else in any case
                print(repr(error), file=sys.stderr)
                continue
            finally:
                connection.close()
            if answer.status == 200:
                turn += 1
                self.kept.append(said["number"])
                self.back.append(time.monotonic())
            elif answer.status == 503 and said["error"].startswith(TOLD):
                self.told += 1
                time.sleep(0.02)
            else:
                self.other += 1
                print(answer.status, said, file=sys.stderr)


class Reader:
    """Reads again and again; how often it was shown something, was told that the server is away, or neither."""

    def __init__(self, port: int, code: str, path: str) -> None:
        self.port, self.code, self.path = port, code, path
        self.shown = self.told = self.other = 0
        self.over = False

    def run(self) -> None:
        """Until it is over."""
        while not self.over:
            connection = HTTPConnection("127.0.0.1", self.port, timeout=30)
            try:
                connection.request("GET", self.path, headers={"Authorization": f"Bearer {self.code}"})
                answer = connection.getresponse()
                said = answer.read().decode()
            except (OSError, HTTPException) as error:
                answer, said = None, repr(error)
            finally:
                connection.close()
            if answer and answer.status == 200:
                self.shown += 1
            elif answer and answer.status == 503 and TOLD in said:
                self.told += 1
            else:
                self.other += 1
                print(self.path, answer and answer.status, said[:300], file=sys.stderr)
            time.sleep(0.02)


def stopped(times: int, workers: int) -> None:
    """Stop and start the server so often, and count."""
    cluster = Cluster({})
    database = cluster.new()
    where = ["--database", cluster.url(database)]
    with (
        tempfile.TemporaryDirectory() as name,
        served_with([*where, "--workers", str(workers)], Path(name)) as (
            _process,
            port,
            log,
        ),
    ):
        code = re.search(r"Map Control\s+(\S+)", log.read_text("utf-8")).group(1)
        writers = [Writer(port, code, one) for one in ("kai", "shinano", "echigo", "musashi")[:WRITERS]]
        readers = [Reader(port, code, one) for one in READ[:READERS]]
        threads = [threading.Thread(target=one.run) for one in (*writers, *readers)]
        for one in threads:
            one.start()
        late = []
        for _ in range(times):
            time.sleep(1.5)
            cluster.stop()
            time.sleep(AWAY)
            cluster.start()
            begun = time.monotonic()
            while not any(one.back and one.back[-1] > begun for one in writers) and time.monotonic() < begun + 30:
                time.sleep(0.005)
            late.append(1000 * (time.monotonic() - begun))
        time.sleep(0.5)
        for one in (*writers, *readers):
            one.over = True
        for one in threads:
            one.join()
        entries = {number for (number,) in cluster.ask("SELECT number FROM journal", database)}
    cluster.throw_away()
    kept = [number for one in writers for number in one.kept]
    lost, other = len(set(kept) - entries), sum(one.other for one in (*writers, *readers))
    line(
        f"PostgreSQL stopped and started {times} times under {WRITERS} writers and {READERS} readers, {workers} "
        "processes",
        "a sentence (503), back by itself, nothing lost",
        f"{len(kept)} acknowledged, {lost} lost, {len(entries) - len(set(kept))} kept whose answer was cut off; "
        f"{sum(one.told for one in writers)} told so; {sum(one.shown for one in readers)} pages read, "
        f"{sum(one.told for one in readers)} told so; {other} answered otherwise; acting again after at most "
        f"{max(late):.0f} ms",
    )
    assert (lost, other) == (0, 0)
    assert all(one.told for one in readers), "whoever reads is told too"


if __name__ == "__main__":
    given = sys.argv[1:]
    stopped(int(given[0]) if given else 10, int(given[1]) if len(given) > 1 else 2)
