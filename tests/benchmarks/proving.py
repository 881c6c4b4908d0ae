"""How long it takes to prove a long game, in one process and in several.

`python -m tests.benchmarks.proving [FOLDER]` plays 4,000 entries with a copy at the end of each season (a minute),
proves all of them in turns, and prints the table; in FOLDER the game is kept.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from pathlib import Path

from control.kernel.actions.world import Room
from control.kernel.copies import Copies
from control.kernel.database.store import open_store
from control.kernel.opening import open_room
from control.kernel.proof.proving import verify_in
from tests.benchmarks import long_day, worlds
from tests.benchmarks.figures import Row
from tests.benchmarks.run import machine

ENTRIES = 4_000
TURNS = 3


def main() -> None:
    """Print the table."""
    print(f"{machine()}\n")
    with tempfile.TemporaryDirectory() as folder:
        room = opened((Path(sys.argv[1]) if len(sys.argv) > 1 else Path(folder)) / "game.db")
        took: dict[int, list[float]] = {1: [], 2: []}
        for _ in range(TURNS):
            for processes, times in took.items():
                began = time.perf_counter()
                verdict = verify_in(processes, room)
                times.append(time.perf_counter() - began)
                assert (verdict.same, verdict.processes) == (True, processes)
        print("| What | runs | fastest | median | p95 | beside it |\n|---|--:|--:|--:|--:|---|")
        for processes, times in took.items():
            each = f"{verdict.entries / min(times):,.0f} entries a second, {os.getloadavg()[0]:.1f} programs at work"
            print(Row(f"`verify`: {verdict.entries:,} entries, processes: {processes}", times, each))
        room.store.close()


def opened(file: Path) -> Room:
    """The game, played so far if it is not there."""
    if not file.exists():
        played = worlds.crowded_game(file)
        copies = Copies(played.store)
        long_day.play(played, ENTRIES, lambda: copies.make("gate"))
        played.store.close()
    return open_room(open_store(file))


if __name__ == "__main__":
    main()
