"""Every setting once, and where the files lie that travel with the program."""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).parent

DEFAULT_SCENARIO = "sengoku_1550"
DEFAULT_GAME = Path("games") / "sengoku.db"
DEFAULT_PORT = 8000
LARGEST_REQUEST = 2_000_000  # bytes: a form or an order is never larger
SERVER_THREADS = 200  # most of them hold a live screen each (control/live.py)


def folder(name: str) -> Path:
    """The folder ``templates`` or ``scenarios``: inside the installed package, or beside it in a checkout."""
    inside = PACKAGE / name
    return inside if inside.is_dir() else PACKAGE.parent / name
