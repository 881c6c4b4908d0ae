"""Who is of the immediate family of the head of a clan (handbook 4; R36)."""

from __future__ import annotations

FAMILY = ("heir", "family")
"""The roles of those who are of it."""


YOUNGEST_FATHER = 13
"""So many years older, or more, is who could be the father of another."""


def born_of(age: int | None, heads_age: int | None) -> str:
    """What somebody of the blood of a head is to him, by their ages: his child, unless he is too old for it."""
    too_old = age is not None and heads_age is not None and heads_age - age < YOUNGEST_FATHER
    return "sibling" if too_old else "child"


def is_of_the_family(role: str, relation: str) -> bool:
    """Whether somebody is: by his role, or by what he is said to be to its head (R40)."""
    return bool(relation) or role in FAMILY
