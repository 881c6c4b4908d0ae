"""Every setting once, and where the files lie that travel with the program."""

from __future__ import annotations

import os
from pathlib import Path

PACKAGE = Path(__file__).parents[1]

DEFAULT_SCENARIO = "sengoku_1550"
DEFAULT_GAME = Path("games") / "sengoku.db"
DEMO_GAME = Path("games") / "demo.db"
DEFAULT_PORT = 8000
LARGEST_REQUEST = 2_000_000  # bytes: a form or an order is never larger
SERVER_THREADS = 48  # that answer at once; live screens hold none (control/streams.py)

CONNECTIONS_OF_ONE_ADDRESS = 500  # eighty phones behind one address, with the six that a browser opens, are 480

SECOND_FOLDER = os.path.expanduser(os.environ.get("CONTROL_ROOM_COPIES", ""))
"""Where copies of the game go too, such as a USB stick. Where it is set in a file of settings, no shell reads a ~."""


def second_folder(given: str | Path | None) -> str | Path | None:
    """Where copies of a game go too: as it was ``given``, or is set on this machine; None where neither says so."""
    return given if given is not None else SECOND_FOLDER or None


COPY_EVERY = 180  # seconds: while the journal moves, the game is copied this often
COPIES_LATE = 600  # seconds: what has not been copied for longer turns the heartbeat red
COPIES_KEPT = 50  # copies that are kept besides those of every season's end


def folder(name: str) -> Path:
    """The folder ``templates`` or ``scenarios``: inside the installed package, or beside it in a checkout."""
    inside = PACKAGE / name
    return inside if inside.is_dir() else PACKAGE.parent / name
