"""Desks as the kernel speaks of them, which knows none by name."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
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

    @property
    def stretch_word(self) -> str:
        """What it calls a stretch of itself."""

    def desks(self, *named: str) -> tuple[str, ...]:
        """These desks, with those that the kernel speaks of by their keys."""


class Seat(str):
    """A desk as one umpire sits there who minds a part of what it minds, and sees no more: he signed in with a code of
    his own. Whoever is given a desk reads it as ever; questions that the desk shares out ask for its `parts_of`.

    ``parts`` are the keys of what he minds (a game's clans), ``name`` is his in the journal.
    """

    __slots__ = ("name", "parts")

    name: str
    parts: frozenset[str]

    def __new__(cls, desk: str, name: str, parts: Iterable[str]) -> Seat:
        """His seat at a desk."""
        seat = super().__new__(cls, desk)
        seat.name, seat.parts = name, frozenset(parts)
        return seat

    def __reduce__(self) -> tuple[type[Seat], tuple[str, str, frozenset[str]]]:
        return Seat, (str(self), self.name, self.parts)


def bits_of(game: Roles, desks: Collection[str]) -> int:
    """These desks as one number, a bit for each: whatever is counted for them alone has numbers of its own by it."""
    return sum(1 << spot for spot, desk in enumerate(game.roles) if desk in desks)


def parts_of(desk: str) -> frozenset[str] | None:
    """What an umpire minds of a desk; None for whoever minds all of it."""
    return desk.parts if isinstance(desk, Seat) else None


STROKE = "/"
"""Between the key of a desk and the number of an umpire's own place at it: ``team/3``."""


def desk_at(place: str) -> str:
    """The desk that a place is at: itself, or that of an umpire's own place."""
    return place.partition(STROKE)[0]
