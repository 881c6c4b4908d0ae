"""One slip of paper that two umpires enter: whoever enters what a colleague has entered is asked once.

A form that is sent twice acts once, by its key; two umpires at two phones have two of them. A chapter says of an order
that comes off a slip what makes two of them the same; the rest is here, for all of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import SequenceMatcher
from typing import Any, NamedTuple

from control.kernel.errors import OrderNotAllowed
from control.kernel.typed import Order
from control.kernel.wording import clock_of, folded

MUCH_THE_SAME = 0.7
"""Two people who copy one slip write seven words of ten alike, or more."""


class Slip(Order):
    """An order off a slip of paper; ``twice`` says that it is another one than a colleague entered."""

    twice: bool = False

    def facts(self) -> tuple[Any, ...] | None:
        """What is the same in two orders off one slip; None for one that the action itself refuses a second time."""
        raise NotImplementedError

    def wording(self) -> str:
        """What its writer says in his own words, which two people copy out much alike; nothing if none matter."""
        return ""


class Entered(NamedTuple):
    """A slip that stands entered: by whom, when (as the journal keeps it), and what came of it in a sentence."""

    slip: Slip
    umpire: str
    at: str
    sentence: str


def ask_once(slip: Slip, entered: Iterable[Entered]) -> None:
    """Ask an umpire who enters what others have entered, unless he says that he means it."""
    if slip.twice or slip.facts() is None:  # and nothing is looked up
        return
    for one in entered:
        if the_same(slip, one.slip):
            raise once_more(one.umpire, one.at, one.sentence)


def the_same(one: Slip, other: Slip) -> bool:
    """Whether two orders may come off one slip."""
    return one.facts() == other.facts() and much_the_same(one.wording(), other.wording())


def much_the_same(one: str, other: str) -> bool:
    """Whether two texts say the same but for slips of the pen: word by word, however spelt and pointed."""
    a, b = ([word for word in map(folded, text.split()) if word] for text in (one, other))
    return SequenceMatcher(None, a, b, autojunk=False).ratio() >= MUCH_THE_SAME


def once_more(umpire: str, at: str, what: str) -> OrderNotAllowed:
    """The question: who has entered what, and when."""
    return OrderNotAllowed(
        f"Entered already by {umpire} at {clock_of(at)}: {what.rstrip('.')}. Really once more?", field="twice"
    )
