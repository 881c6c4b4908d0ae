"""PostgreSQL stopped and started under writers: everybody is told, it goes on by itself, nothing acknowledged is lost.

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

WRITERS = 4
AWAY = 1.0  # seconds


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
            elif answer.status == 503 and said["error"].startswith("The database server does not answer."):
                self.told += 1
                time.sleep(0.02)
            else:
                self.other += 1
                print(answer.status, said, file=sys.stderr)


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
        threads = [threading.Thread(target=one.run) for one in writers]
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
        for one in writers:
            one.over = True
        for one in threads:
            one.join()
        entries = {number for (number,) in cluster.ask("SELECT number FROM journal", database)}
    cluster.throw_away()
    kept = [number for one in writers for number in one.kept]
    line(
        f"PostgreSQL stopped and started {times} times under {WRITERS} writers, {workers} processes",
        "a sentence (503), back by itself, nothing lost",
        f"{len(kept)} acknowledged, {len(set(kept) - entries)} lost, {len(entries) - len(set(kept))} kept whose "
        f"answer was cut off; {sum(one.told for one in writers)} told so, {sum(one.other for one in writers)} "
        f"answered otherwise; acting again after at most {max(late):.0f} ms",
    )


if __name__ == "__main__":
    given = sys.argv[1:]
    stopped(int(given[0]) if given else 10, int(given[1]) if len(given) > 1 else 2)
