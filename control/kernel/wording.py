"""Words for everybody: signs, numbers of things, lists in a sentence."""

from __future__ import annotations

import os
import re
import shlex
import unicodedata
from collections import Counter
from collections.abc import Iterable
from datetime import datetime
from functools import lru_cache


def capital(sentence: str) -> str:
    """The sentence with a capital first letter."""
    return sentence[:1].upper() + sentence[1:]


def within(name: str) -> str:
    """A name within a sentence: an article that it begins with has no capital there."""
    return f"the {name[4:]}" if name.startswith("The ") else name


NO_LETTERS = re.compile("[\x01-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\u202a-\u202e\u2066-\u2069\ufffe\uffff]")
"""What stands in a text and is no part of it: what moves a cursor, and what turns the direction in which all that comes
behind it is read. No workbook takes the first."""


def legible(text: str) -> str:
    """A text without them."""
    return NO_LETTERS.sub("", text)


UNWRITABLE = re.compile("[\0\ud800-\udfff]")
"""What can neither be kept nor shown: NUL, and halves of characters."""


def name_given(typed: str) -> str:
    """The name that somebody gives himself, as the journal keeps it: in one line, without blanks around it, and no
    longer than it has room for. Who is one umpire there is one for a second umpire too."""
    return " ".join(legible(UNWRITABLE.sub("", typed)).split())[:60].rstrip()


def as_argument(word: object, system: str = os.name) -> str:
    """A word of a command, such as the path of a file, as it is typed in a window of this machine: in the quotation
    marks of its system where it needs some."""
    if system != "nt":
        return shlex.quote(str(word))
    return str(word) if re.fullmatch(r"[\w@+=:,./\\-]+", str(word)) else f'"{word}"'


INNER, OUTER = str.maketrans("“”", "‘’"), str.maketrans("‘’", "“”")


def quoted(sentence: str) -> str:
    """A sentence in quotation marks; those within it are single ones."""
    return f"“{sentence.translate(INNER)}”"


def all_marks_alike(sentence: str) -> str:
    """A sentence whose quotation marks are all double, as before those within others were single (Action.formerly)."""
    return sentence.translate(OUTER)


def figure(number: int) -> str:
    """A number as people read it: 1,200, and below 0 with a true minus."""
    return f"{number:,}".replace("-", "−")


def signed(number: int) -> str:
    """A number with its sign: +2, 0, −1 with a true minus."""
    return f"{number:+}".replace("-", "−") if number else "0"


OF_A_GROUP = 10**6
"""Entries that desks hide from the others are counted for each group of desks, from so many of its own."""


def numbered(entry: int) -> str:
    """The number of a journal entry as it is shown: 12; C3 for one that stands apart, H5.3 for one that a group of
    desks hides from the others."""
    group, count = divmod(-entry, OF_A_GROUP)
    return str(entry) if entry >= 0 else f"H{group}.{count}" if group else f"C{count}"


def clock_of(at: str | None) -> str:
    """A moment as the journal keeps it, by the clock in the hall: "14:05"; of none, nothing."""
    return f"{datetime.fromisoformat(at).astimezone():%H:%M}" if at else ""


def at_clock(moment: float) -> str:
    """A moment of the wall's clock as the hall reads it."""
    return f"{datetime.fromtimestamp(moment):%H:%M}"


def because(reason: str) -> str:
    """A reason at the end of a sentence, if there is one to give."""
    return f" Reason: {reason.rstrip('.')}." if reason else ""


def counted(number: int, one: str, several: str = "") -> str:
    """So many things: "1 army", "3 armies". Several are called as one is, with an s, if nothing is said."""
    return f"{number} {one if number == 1 else several or f'{one}s'}"


SINGULAR = re.compile(r"(an?|what|where|who|how|when|which) |.*(ss|us|is|news)$", re.IGNORECASE)
"""What begins or ends so is one thing, though it may end in an s."""


def is_plural(noun: str) -> bool:
    """Whether a noun is of several things, as the cards are and a number of cards is not: by its word that counts."""
    head = re.split(r" (?:of|that|to|in|on|from|for) | \(", noun)[0]
    return head.endswith("s") and not SINGULAR.match(head)


def in_a_row(names: Iterable[str], joined: str = "and") -> str:
    """Names as people list them: A, B and C; empty if there are none."""
    *first, last = [*names] or [""]
    return f"{', '.join(first)} {joined} {last}" if first else last


STAYS = "\u00a0"
"""A blank at which no line ends."""


def alike(words: Iterable[str]) -> str:
    """Words in their order; what is there several times stands once, with how often: "Date, 3 × Ukita 2 mon". No line
    ends between a number and what there are so many of."""
    found = [
        (re.sub(r"(?<=\d) ", STAYS, word), many)
        for word, many in sorted(Counter(words).items(), key=lambda one: folded(one[0]))
    ]
    return ", ".join(f"{many}{STAYS}×{STAYS}{word}" if many > 1 else word for word, many in found)


def by_name(named: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """Keys with their names, in the order of the names: Kōfu stands between Kiyosu and Kumano."""
    return tuple(sorted(named, key=lambda one: folded(one[1])))


@lru_cache(maxsize=20_000)  # the names and words of a day; each is asked for again with every search
def folded(name: str) -> str:
    """A name without capitals, macrons, blanks and punctuation."""
    letters = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in letters if letter.isalnum())


def same_name(one: str, other: str) -> bool:
    """Whether two people of these names are one, however he writes his; a name without letters is as it stands."""
    return any_spelling(one) == any_spelling(other)


def any_spelling(name: str) -> str:
    """What a name is however somebody writes his; one without letters is as it stands."""
    return folded(name) or name
