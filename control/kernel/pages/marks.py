"""Marks: whether what a page shows has changed since, so that a form in use is told and never touched."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from zlib import crc32

LONGEST = 40
"""Letters of a mark in an address; a longer one is shortened."""


def mark_of(rows: Iterable[Any]) -> str:
    """A short text that changes whenever something the page shows does: the versions of its rows."""
    text = "-".join(shown(row) for row in rows)
    return text if len(text) <= LONGEST else f"{crc32(text.encode()):08x}"


def shown(row: Any) -> str:
    """What changes with a row: its version, or, of a table that has none, all that it says."""
    if row is None:
        return "0"
    if hasattr(row, "version"):
        return str(row.version)
    says = {name: value for name, value in row.as_dict().items() if name != "entry"}  # its number counts what is hidden
    return f"{crc32(repr(says).encode()):08x}"
