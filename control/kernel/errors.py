"""What may be wrong with an order, told in one sentence that says what would be right.

Whoever carries a mistake to a person (a page, the command line, the API) turns these kinds into its own
answers; the rules know no status codes.
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from functools import lru_cache
from typing import Self

from control.kernel.wording import folded, is_plural


class OrderError(Exception):
    """Something an umpire asked for that cannot be done; nothing was changed.

    ``sentence`` is for people. ``field`` is the place of the trouble in what was sent, as a dotted path
    with list items counted from 0 (``rounds.0.die``), or empty. ``ruling`` is the number of the ruling
    (``R23``) or handbook section (``H6``) behind a refusal, or empty. ``more`` holds what else was wrong.
    """

    def __init__(self, sentence: str, *, field: str = "", ruling: str = "") -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.field = field
        self.ruling = ruling
        self.more: list[OrderError] = []

    def at(self, prefix: str) -> Self:
        """The same error, its field seen from further out: ``die`` within ``rounds.0`` is ``rounds.0.die``."""
        field = f"{prefix}.{self.field}" if self.field else prefix
        seen = type(self)(self.sentence, field=field, ruling=self.ruling)
        seen.more = [error.at(prefix) for error in self.more]
        return seen


class OrderNotUnderstood(OrderError):
    """It cannot be read: an unknown name, a letter where a number belongs. Nobody can force it."""


class LeftOpen(OrderNotUnderstood):
    """A field that is needed was left out on a form; the page that shows the form may call it by a label of its own."""

    def called(self, label: str) -> Self:
        """The same, said in the words by which the page calls the field: who looks for it finds no others. They may be
        a question or a sentence (“Who won”), of which nothing can be said but where they stand."""
        self.sentence = left_open(f"What belongs under “{label}”")
        return self


def left_open(words: str) -> str:
    """The sentence at a field that was left out on a form: what it is called there, and what to do."""
    verb, them = ("are", "them") if is_plural(words) else ("is", "it")
    return f"{words} {verb} missing: choose {them}, or fill {them} in."


class OrderNotAllowed(OrderError):
    """It can be read, but a rule forbids it. The desk that leads may force some of these, with a reason."""


class NotThisDesk(OrderError):
    """It is done at another desk."""


class ChangedElsewhere(OrderError):
    """Somebody changed it since this screen was drawn."""


class NotKept(OrderError):
    """It could be done, but not kept: the disk is full, the file may not be written."""


class InDoubt(Exception):
    """Nobody knows whether it was done: no mistake in an order, so no form is shown again, whose new key would let it
    be done twice."""


NO_MEMORY = (
    "The machine has no memory left for this. Nothing was changed. Close what else runs on it, then do it again."
)


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A question to put behind "no such thing": `` Did you mean "Ōmi"?``, or nothing if no name is near, however it is
    spelt."""
    near = nearest(folded(word), tuple(known))
    return f' Did you mean "{near}"?' if near else ""


@lru_cache(256)  # a table has the same wrong word in thousands of lines
def nearest(word: str, known: tuple[str, ...]) -> str:
    """The name that is spelt most like a word, or nothing."""
    spelt = {folded(one): one for one in known}
    return "".join(spelt[one] for one in get_close_matches(word, spelt, n=1, cutoff=0.6))
