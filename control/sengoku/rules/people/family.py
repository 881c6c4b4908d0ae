"""Who is of the immediate family of the head of a clan (handbook 4; R36)."""

from __future__ import annotations

FAMILY = ("heir", "family")
"""The roles of those who are of it."""


def is_of_the_family(role: str, relation: str) -> bool:
    """Whether somebody is: by his role, or by what he is said to be to its head (R40)."""
    return bool(relation) or role in FAMILY
