"""What the book says about something: the sentences in which all the words of a question begin a word."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache

from sqlalchemy.orm import Session

from control.kernel.errors import did_you_mean
from control.kernel.grouping import grouped
from control.kernel.values import dataclass
from control.kernel.wording import folded
from control.sengoku.hall.book.rulings_questions import OptionView, options_in_force
from control.sengoku.rules.handbook import Section, Sentence, handbook

WORD = re.compile(r"[^\W_]+(?:[’'-][^\W_]+)*")


@dataclass(frozen=True)
class Spot:
    """The sentences that stand together at one spot of a section."""

    name: str
    says: tuple[Sentence, ...]


@dataclass(frozen=True)
class Found:
    """A section with those of its spots that have something."""

    number: str
    title: str
    spots: tuple[Spot, ...]


def search(words: str) -> list[Found]:
    """What the handbook says about these words, without regard to capitals and macrons; all of it for none. A section
    or a ruling is asked for by its number ("H6", "R12")."""
    wanted = [begun_by(folded(word)) for word in words.split() if folded(word)]
    found = []
    for section in handbook():
        spots = grouped(
            (says.spot, says) for says in section.says if all(word & index()[says.number] for word in wanted)
        )
        if spots:
            named = tuple(Spot(name, tuple(some)) for name, some in spots.items())
            found.append(Found(section.number, section.title, named))
    return found or beyond(words)


BEYOND = (
    Sentence(
        "R27",
        "Ruled here",
        "Nothing can be spent that is not there. Game Control may force it, and the books say who granted it.",
        ("R27",),
        "books.show",
    ),
    Sentence(
        "R44",
        "Ruled here",
        "What is critical waits for a second umpire: another of the desk under a name of his own, or Game Control.",
        ("R44",),
        "confirmations.show",
    ),
)
"""Rulings on what no sentence of the book touches, in the same words as its own."""


def beyond(words: str) -> list[Found]:
    """What is ruled where the book says nothing at all; asked for by the number alone."""
    said = tuple(one for one in BEYOND if folded(words.strip()) == folded(one.number))
    return [Found("R", "Beyond the book", (Spot("Ruled here", said),))] if said else []


def begun_by(wanted: str) -> frozenset[str]:
    """The words of the book that begin with the one wanted, in one or in many; numbers are meant whole."""
    if any(letter.isdigit() for letter in wanted):
        return frozenset({wanted})
    one = wanted[:-1] if len(wanted) > 3 and wanted.endswith("s") else wanted
    return frozenset(known for known in vocabulary() if known.startswith((wanted, one)))


def said_in(words: str, text: str) -> bool:
    """Whether each of these words begins a word of a text."""
    there = words_in(text)
    return all(any(one.startswith(wanted) for one in there) for word in WORD.findall(words) if (wanted := folded(word)))


@lru_cache(maxsize=500)  # the sections of the umpires' guide, looked through with every question
def words_in(text: str) -> frozenset[str]:
    """The words of a text, folded; of one with a hyphen or an apostrophe its parts too."""
    return frozenset(folded(word) for whole in WORD.findall(text) for word in (whole, *re.split(r"[’'-]", whole)))


@cache
def vocabulary() -> frozenset[str]:
    """All words by which something is found."""
    return frozenset().union(*index().values())


@cache
def index() -> Mapping[str, frozenset[str]]:
    """The words of each sentence, folded: its own, those of its spot and its section, its numbers."""
    return {says.number: frozenset(words_of(section, says)) for section in handbook() for says in section.says}


def words_of(section: Section, says: Sentence) -> frozenset[str]:
    """The folded words by which a sentence is found."""
    text = f"{section.title} {says.spot} {says.words} {says.also}"
    return words_in(text) | {folded(one) for one in (section.number, says.number, *says.rulings)}


def near(words: str) -> str:
    """A hint for a question to which the book has no answer: a word of the book that is like one of it."""
    for word in map(folded, words.split()):
        if word and not begun_by(word) & vocabulary():
            return did_you_mean(word, sorted(vocabulary()))
    return ""


def in_force(session: Session) -> dict[str, OptionView]:
    """The rule options by the number of their ruling."""
    return {one.ruling: one for one in options_in_force(session)}
