"""Every setting once, and where the files lie that travel with the program."""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).parent


def folder(name: str) -> Path:
    """The folder ``templates`` or ``scenarios``: inside the installed package, or beside it in a checkout."""
    inside = PACKAGE / name
    return inside if inside.is_dir() else PACKAGE.parent / name


DEFAULT_SCENARIO = "sengoku_1550"
