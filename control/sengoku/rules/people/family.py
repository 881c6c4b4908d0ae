"""Who is of the immediate family of the head of a clan (handbook 4; R36)."""

from __future__ import annotations

YOUNGEST_FATHER = 13
"""So many years older, or more, is who could be the father of another."""


def born_of(age: int | None, heads_age: int | None) -> str:
    """What somebody of the blood of a head is to him, by their ages: his child, unless he is too old for it."""
    too_old = age is not None and heads_age is not None and heads_age - age < YOUNGEST_FATHER
    return "sibling" if too_old else "child"


TURNED = {
    "child": {"head": "parent", "wife": "parent", "child": "sibling", "heir": "sibling"},
    "sibling": {"head": "sibling", "parent": "parent", "sibling": "sibling"},
    "parent": {"head": "child", "sibling": "child"},
    "wife": {"child": "child", "heir": "child"},
}
"""What the family of a head, and he himself (``head``), is to who follows him, by what that one was to him. Aunts,
nephews and grandchildren are no immediate family (R36)."""


def turned(follower: str, relation: str) -> str:
    """What somebody with this ``relation`` to a head is to his ``follower``, told by his own relation to that head."""
    return TURNED.get(follower, {}).get(relation, "")


def is_of_the_family(role: str, relation: str) -> bool:
    """Whether somebody is: the heir, or by what he is said to be to its head (R40). The wife of a Taisho is of the
    family of the clan, but not of its head's."""
    return bool(relation) or role == "heir"
