"""What the attacks on a hall share: a game of its own that is open to them, and figures for docs/reliability.md."""

from __future__ import annotations

import os
import platform
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from control.kernel.application import application_of
from control.kernel.open_room import OpenRoom
from control.sengoku.game import SENGOKU
from tests.games import STAGES, Hall, close, copy_of, make_game, well_off


@contextmanager
def opened(stage: str = "battle") -> Iterator[OpenRoom]:
    """A game at one of the STAGES, in a folder that goes with it."""
    with tempfile.TemporaryDirectory() as folder:
        scenario = well_off()
        room = copy_of(make_game(Path(folder) / "begun.db", scenario), Path(folder) / "game.db", scenario)
        STAGES[stage](Hall(room))
        try:
            yield OpenRoom(application_of(SENGOKU), room)
        finally:
            close(room)


def line(what: str, aim: str, found: str) -> None:
    """A row of the table in docs/reliability.md."""
    machine = f"{os.cpu_count()} cores, {platform.system()} {platform.machine()}, Python {platform.python_version()}"
    print(f"| {what} | {aim} | {found} | {time.strftime('%Y-%m-%d')}, {machine} |", flush=True)
