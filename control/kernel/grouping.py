"""Things under what they have in common."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

Key = TypeVar("Key")
Of = TypeVar("Of")


def grouped(pairs: Iterable[tuple[Key, Of]]) -> dict[Key, list[Of]]:
    """Things by their keys, each key where it first comes, and under it the things in their order."""
    found: dict[Key, list[Of]] = {}
    for key, one in pairs:
        found.setdefault(key, []).append(one)
    return found
