"""Who goes before whom: handbook 4, "Precedence" (ruling R29).

Rank decides, then an illustrious ancestor, then age. `order` puts people in their order with the reason between
each two of them; `senior` picks the first. An abbot has "much the same function as the Daimyo" (handbook 2), so he
stands with the Daimyo; every ancestor that the handbook names (section 9) is illustrious.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from control.kernel.values import dataclass

RANKS = ("emperor", "shogun", "court rank", "daimyo", "heir", "everyone else")
"""The ranks, the highest first."""

STANDING = {
    "emperor": "the Emperor",
    "shogun": "the Shogun",
    "daimyo": "a Daimyo",
    "abbot": "an abbot",
    "heir": "an heir",
}
"""What a role that has a rank is called in a reason."""


@dataclass(frozen=True)
class Person:
    """Somebody as the order looks at him.

    ``role`` is his role in the scenario (``daimyo``, ``heir``, …), ``court_rank`` 1 (the highest) to 10 or None,
    ``ancestor`` the name of an illustrious ancestor or empty, ``age`` in years or None if nobody knows it.
    """

    id: str
    name: str
    role: str
    court_rank: int | None = None
    ancestor: str = ""
    age: int | None = None

    @property
    def rank(self) -> int:
        """His place among `RANKS`, from 0."""
        if self.role in ("emperor", "shogun"):
            return RANKS.index(self.role)
        if self.court_rank is not None:
            return RANKS.index("court rank")
        rank = {"daimyo": "daimyo", "abbot": "daimyo", "heir": "heir"}.get(self.role, "everyone else")
        return RANKS.index(rank)

    @property
    def standing(self) -> str:
        """His rank in words."""
        if self.court_rank is not None and RANKS[self.rank] == "court rank":
            return f"of the {ordinal(self.court_rank)} court rank"
        return STANDING.get(self.role, "of no rank")


@dataclass(frozen=True)
class Place:
    """A person's place in the order, from 1; ``reason`` says why he goes before the next, empty for the last."""

    number: int
    person: Person
    reason: str


@dataclass(frozen=True)
class Senior:
    """The first of some people, and why. ``is_settled`` is no if nothing but their names sets the first two apart."""

    person: Person
    reason: str
    is_settled: bool


def order(people: Iterable[Person]) -> tuple[Place, ...]:
    """Everybody in order of precedence, with the reason in words between each two neighbours (R29).

    Those whom nothing sets apart stand in the order of their names, so the order is always the same.
    """
    ranked = sorted(people, key=sorting)
    reasons = [why(first, second)[0] for first, second in pairwise(ranked)]
    return tuple(
        Place(number, person, reason)
        for number, (person, reason) in enumerate(zip(ranked, [*reasons, ""], strict=False), 1)
    )


def senior(people: Sequence[Person]) -> Senior | None:
    """The senior of some people with the reason; None of nobody (R29)."""
    ranked = sorted(people, key=sorting)
    if not ranked:
        return None
    if len(ranked) == 1:
        return Senior(ranked[0], f"{ranked[0].name} is the only one.", True)
    reason, settled = why(*ranked[:2])
    return Senior(ranked[0], reason, settled)


def sorting(person: Person) -> tuple[int, int, bool, bool, int, str, str]:
    """What people are sorted by: rank, court rank, ancestor, whether the age is known, age; then name and id."""
    known = person.age is not None
    return (
        person.rank,
        (person.court_rank or 0) if RANKS[person.rank] == "court rank" else 0,
        not person.ancestor,
        not known,
        -(person.age or 0),
        person.name,
        person.id,
    )


def why(first: Person, second: Person) -> tuple[str, bool]:
    """Why one goes before the other, and whether anything but their names decided it."""
    before = f"{first.name} goes before {second.name}"
    if sorting(first)[:2] != sorting(second)[:2]:
        return f"{before}: one is {first.standing}, the other {second.standing} (R29).", True
    if first.ancestor and not second.ancestor:
        only = f"only {first.name} has an illustrious ancestor, {first.ancestor}"
        return f"{before}: equal in rank, but {only} (R29).", True
    if first.age != second.age:
        elder = f"the elder with {first.age} years to {second.age}"
        if second.age is None:
            elder = f"and the age of {second.name} is not known"
        return f"{before}: equal in rank and ancestors, {elder} (R29).", True
    return (
        f"Nothing sets {first.name} and {second.name} apart: rank, ancestors and age are equal, so they stand in the "
        "order of their names, and the umpire may decide otherwise (R29)."
    ), False


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 4th, 11th, 21st: a court rank, a place or a year of an era as people read it."""
    tens, ones = divmod(number % 100, 10)
    return f"{number}{'th' if tens == 1 else {1: 'st', 2: 'nd', 3: 'rd'}.get(ones, 'th')}"
