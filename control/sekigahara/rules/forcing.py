"""What an umpire forces: a rule's refusal that may be overruled goes through a `Forbid`, and what may be named then.

Only what leaves every piece somewhere may be forced: a card that is not in the hand, a block that stands elsewhere or a
road that there is not are never named so; such a piece is put right first (`control.sekigahara.rules.umpire.dealt`).
Nor is the order of the phases: what was done too early is taken back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from control.kernel.errors import OrderNotAllowed
from control.sekigahara.rules.board.board import Board

Forbid = Callable[[OrderNotAllowed], None]
"""What is given a refusal that may be overruled: it raises it, or lets it pass."""


def strictly(error: OrderNotAllowed) -> None:
    """Nobody forces anything."""
    raise error


def freely(_error: OrderNotAllowed) -> None:
    """What was forced once stays so when it is reckoned again."""


def refused(sentence: str, rule: str, field: str = "") -> OrderNotAllowed:
    """A refusal with the rule behind it, whose number the sentence ends with."""
    return OrderNotAllowed(f"{sentence} ({rule}).", field=field, ruling=rule.split(",")[0])


def ways(board: Board, place: str) -> Iterator[tuple[str, ...]]:
    """A shortest way over the roads from a place to every other, the first by the ids among equals, whoever stands on
    it."""
    seen = {place}
    longest: list[tuple[str, ...]] = [(place,)]
    while longest:
        longer = list[tuple[str, ...]]()
        for way in longest:
            for to in sorted(board.roads[way[-1]]):
                if to not in seen:
                    seen.add(to)
                    longer.append((*way, to))
        yield from longer
        longest = longer


def forced(said: str, ruling: str) -> str:
    """The sentence of what a rule refuses, and the umpire forced."""
    return f"{said}, against {ruling}: the umpire forced it."
