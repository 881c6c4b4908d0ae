"""Dice and the card pack: what was thrown on the table comes first, then what a seed rolls.

Everything given is remembered in ``drawn``, so the journal can show it and a replay can give it again.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from functools import cached_property

from control.kernel.errors import OrderNotUnderstood
from control.kernel.values import dataclass

SUITS = ("spades", "hearts", "diamonds", "clubs")
RANKS = ("ace", "2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king")
PACK = tuple(f"{rank} of {suit}" for suit in SUITS for rank in RANKS)


@dataclass(frozen=True)
class Drawn:
    """One die or card: what for, what it showed, and whether a person threw it (else it was rolled here)."""

    what: str
    value: int | str
    thrown: bool


class Dice:
    """A source of dice and cards.

    ``thrown`` are values from real dice and cards, used in their order before anything is rolled. ``seed``
    makes the rolled ones repeatable; without it they come from the system. ``drawn`` lists all that was given.
    """

    def __init__(self, thrown: Iterable[int | str] = (), seed: int | str | None = None) -> None:
        self._thrown = list(thrown)
        self._seed = seed
        self.drawn: list[Drawn] = []

    @cached_property
    def _random(self) -> random.Random:
        """What rolls; most orders roll nothing, and to seed it takes a while."""
        return random.SystemRandom() if self._seed is None else random.Random(self._seed)

    def throw(self, value: int | str) -> None:
        """Lay down a value from a real die or card for the next draw."""
        self._thrown.append(value)

    def d6(self, what: str) -> int:
        """A six-sided die, 1 to 6. Raises OrderNotUnderstood for a thrown value that no die shows."""
        value, thrown = self._next(range(1, 7))
        if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= 6:
            raise OrderNotUnderstood(f"A die shows 1 to 6, not {value}.", field="die", ruling="H6")
        self.drawn.append(Drawn(what, value, thrown))
        return value

    def card(self, what: str) -> str:
        """The top card of a freshly shuffled pack, as ``king of spades`` (R19)."""
        value, thrown = self._next(PACK)
        if value not in PACK:
            raise OrderNotUnderstood(
                f'"{value}" is no card of the pack; write it as "king of spades" or "7 of hearts".',
                field="card",
                ruling="R19",
            )
        self.drawn.append(Drawn(what, value, thrown))
        return str(value)

    def _next(self, faces: range | tuple[str, ...]) -> tuple[int | str, bool]:
        if self._thrown:
            return self._thrown.pop(0), True
        return faces[self._random.randrange(len(faces))], False


class RecordedDice(Dice):
    """Gives again, in order, what the journal says was drawn; what is laid down now is already in there."""

    def __init__(self, drawn: Iterable[Drawn]) -> None:
        super().__init__()
        self._recorded = list(drawn)

    def throw(self, value: int | str) -> None:
        """Nothing to do: the thrown values are part of the record."""

    def _next(self, faces: range | tuple[str, ...]) -> tuple[int | str, bool]:
        if not self._recorded:
            raise OrderNotUnderstood("The journal holds fewer dice than are asked for.", field="dice")
        record = self._recorded.pop(0)
        return record.value, record.thrown
