"""What the handbook says, sentence by sentence in our own words, each with its rulings and where it is done.

The words are in handbook.toml beside this module. The page "Rules" shows them; a test keeps a case for each of them
(tests/rulebook/handbook.toml).
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

from control.kernel.values import dataclass

ADVICE, JUDGED = "advice", "judged"
"""What the program does about a sentence that it neither computes nor shows: it is advice to players, or umpires judge
it."""


@dataclass(frozen=True)
class Sentence:
    """One thing the handbook says: ``number`` within its section ("H6.3"), the ``spot`` it stands at there, what it
    says in our own words, its rulings, the endpoint of the page ``where`` it is done (may be empty), and its kind.
    ``also`` are words that umpires have for it and the book has not."""

    number: str
    spot: str
    words: str
    rulings: tuple[str, ...] = ()
    where: str = ""
    kind: str = ""
    also: str = ""


@dataclass(frozen=True)
class Section:
    """A section of the handbook ("H6") under our own heading."""

    number: str
    title: str
    says: tuple[Sentence, ...]


@cache
def handbook() -> tuple[Section, ...]:
    """The handbook, section by section."""
    found = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    return tuple(
        Section(
            one["number"],
            one["title"],
            tuple(Sentence(**{**says, "rulings": tuple(says.get("rulings", ()))}) for says in one["says"]),
        )
        for one in found["section"]
    )
