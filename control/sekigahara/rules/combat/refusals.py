"""How a play is refused: what is wrong, what would be right, the rule; and finding the piece that a play names."""

from __future__ import annotations

from collections.abc import Iterable

from control.kernel.errors import OrderNotAllowed, OrderNotUnderstood, did_you_mean
from control.kernel.wording import in_a_row
from control.sekigahara.rules.combat.state import Combat
from control.sekigahara.rules.pieces import Block, Card
from control.sekigahara.rules.sides import CALLED, OTHER, SIDES


def refused(field: str, sentence: str, ruling: str) -> OrderNotAllowed:
    """A play that the rules forbid: the field of the play, and a sentence, which gets the number at its end."""
    return OrderNotAllowed(f"{sentence} ({ruling}).", field=field, ruling=ruling)


def ids(pieces: Iterable[Block | Card]) -> str:
    """Pieces by their ids, in a row; ``none`` if there are none."""
    return in_a_row([piece.id for piece in pieces]) or "none"


def block_named(combat: Combat, side: str, block: str) -> Block:
    """The block of a side by its id. Raises OrderNotUnderstood if it has none such."""
    for one in combat.forces.blocks[side]:
        if one.id == block:
            return one
    for one in combat.forces.blocks[OTHER[side]]:
        if one.id == block:
            own = ids(combat.undeployed(side))
            raise OrderNotUnderstood(
                f"{block} is a block of {CALLED[OTHER[side]]}, and {CALLED[side]} plays here; it may deploy {own} "
                "(8.2.2).",
                field="block",
                ruling="8.2.2",
            )
    every = [one.id for mine in SIDES for one in combat.forces.blocks[mine]]
    raise OrderNotUnderstood(
        f'There is no block "{block}" in this combat.{did_you_mean(block, every)} {CALLED[side].capitalize()} has '
        f"{ids(combat.forces.blocks[side])} (8.2.2).",
        field="block",
        ruling="8.2.2",
    )


def card_named(combat: Combat, side: str, card: str, field: str) -> Card:
    """The card of a side by its id; ``field`` is where it was named. Raises OrderNotUnderstood if it has none such."""
    for one in combat.forces.cards[side]:
        if one.id == card:
            return one
    if any(one.id == card for one in combat.forces.cards[OTHER[side]]):
        wrong = f"{card} is a card of {CALLED[OTHER[side]]}, and {CALLED[side]} plays here"
    else:
        every = [one.id for mine in SIDES for one in combat.forces.cards[mine]]
        raise OrderNotUnderstood(
            f'There is no card "{card}" in this combat.{did_you_mean(card, every)} {CALLED[side].capitalize()} has '
            f"{ids(combat.forces.cards[side])} (8.2.2).",
            field=field,
            ruling="8.2.2",
        )
    raise OrderNotUnderstood(
        f"{wrong}; it has {ids(combat.in_hand(side))} in hand (8.2.2).", field=field, ruling="8.2.2"
    )
