"""How long ``serve`` takes from the start of the program to its first page: ``python -m tests.benchmarks.starting
[runs] [folders]``, of the checkout here or of others.

Each run is a program of its own, its compiled files kept from a run that does not count. On a machine that has other
work the processor's seconds say more than those on the wall. Several folders are measured in turns.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

from control.kernel.digests import hash_of
from tests.benchmarks.figures import Row
from tests.ports import free_port

PATIENCE = 120.0


def main(runs: int = 7, *houses: str) -> None:
    """Print the rows of each house: a new game, and one that is there."""
    found: dict[tuple[str, str], list[tuple[float, float]]] = {}
    for run in range(runs + 1):
        for house in houses or (".",):
            for what in (NEW, THERE):
                took = first_page(Path(house), what)
                if run:
                    found.setdefault((house, what), []).append(took)
    for (house, what), times in found.items():
        where = f" ({house})" if houses else ""
        print(Row(f"`serve` {what}, to the first page{where}", [wall for wall, _ in times]))
        print(Row("the same, a processor's seconds", [processor for _, processor in times]), flush=True)


NEW = "with a new game"
THERE = "with a game that is there"


def first_page(house: Path, what: str) -> tuple[float, float]:
    """Seconds from the start of a program to the first page of its sign-in, on the wall and of a processor."""
    with tempfile.TemporaryDirectory() as folder:
        game, port = str(Path(folder) / "game.db"), free_port()
        quietly: dict[str, Any] = {"cwd": house, "env": kept(house), "stdout": subprocess.DEVNULL}
        if what == THERE:
            subprocess.run([*PROGRAM, "new", "sengoku_1550", "--game", game], check=True, **quietly)
        command = [*PROGRAM, "serve", "--game", game, "--host", "127.0.0.1", "--port", str(port)]
        began = time.monotonic()
        with subprocess.Popen(command, **quietly) as server:
            try:
                while not answers(port):
                    assert time.monotonic() - began < PATIENCE, "it does not answer"
                    time.sleep(0.01)
                return time.monotonic() - began, processor_of(server.pid)
            finally:
                server.terminate()


PROGRAM = [sys.executable, "-m", "control.cli"]


def kept(house: Path) -> dict[str, str]:
    """Surroundings in which Python keeps what it compiled beside nobody's source, as long as this program runs, and
    each house the tables of a new game for itself: those of another are not its own, and would be made anew."""
    folder = Path(tempfile.gettempdir()) / f"starting-{os.getpid()}"
    caches = folder / hash_of(str(house.resolve()))[:8]
    own = {"PYTHONPYCACHEPREFIX": str(folder), "XDG_CACHE_HOME": str(caches)}
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"} | own


def answers(port: int) -> bool:
    """Whether the page to sign in is there."""
    with suppress(URLError, OSError), urlopen(f"http://127.0.0.1:{port}/sign-in", timeout=PATIENCE) as answer:
        return bool(answer.status == 200)
    return False


def processor_of(process: int) -> float:
    """The seconds of a processor that a program has taken so far, all its threads together; nan where nobody tells."""
    with suppress(OSError):
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return float("nan")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]), *sys.argv[2:])
