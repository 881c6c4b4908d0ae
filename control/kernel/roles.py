"""Desks as the kernel speaks of them, which knows none by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

EVERY_DESK, LEAD, INSIDE, APART = "*", "*lead", "*inside", "*apart"
"""All of them, the one that leads, those that see what names no audience, and those that see what stands apart."""
PUBLIC = "public"
"""Who sits at no desk, and reads what hangs in the hall."""
EVERYBODY = (EVERY_DESK, PUBLIC)


class Roles(Protocol):
    """A game as far as its desks go (UmpiredGame)."""

    @property
    def roles(self) -> Mapping[str, str]:
        """Its desks, with their words."""

    def desks(self, *named: str) -> tuple[str, ...]:
        """These desks, with those that the kernel speaks of by their keys."""
