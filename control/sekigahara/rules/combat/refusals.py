"""How a play is refused: what is wrong, what would be right, the rule; and finding the piece that a play names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from control.kernel.errors import OrderNotAllowed, OrderNotUnderstood, did_you_mean
from control.kernel.wording import in_a_row
from control.sekigahara.rules.combat.state import Combat
from control.sekigahara.rules.pieces import Block, Card
from control.sekigahara.rules.sides import CALLED


def refused(field: str, sentence: str, ruling: str) -> OrderNotAllowed:
    """A play that the rules forbid: the field of the play, and a sentence, which gets the number at its end."""
    return OrderNotAllowed(f"{sentence} ({ruling}).", field=field, ruling=ruling)


def ids(pieces: Iterable[Block | Card]) -> str:
    """Pieces by their ids, in a row; ``none`` if there are none."""
    return in_a_row([piece.id for piece in pieces]) or "none"


def block_named(combat: Combat, side: str, block: str) -> Block:
    """The block of a side by its id. Raises OrderNotUnderstood if it has none such here: whether the other side has it
    is not told, for who asks might learn it so."""
    for one in combat.forces.blocks[side]:
        if one.id == block:
            return one
    raise not_there("block", side, "block", block, combat.forces.blocks[side])


def card_named(combat: Combat, side: str, card: str, field: str) -> Card:
    """The card of a side by its id; ``field`` is where it was named. Raises as `block_named`."""
    for one in combat.forces.cards[side]:
        if one.id == card:
            return one
    raise not_there("card", side, field, card, combat.in_hand(side))


def not_there(what: str, side: str, field: str, named: str, own: Sequence[Block | Card]) -> OrderNotUnderstood:
    """The refusal of a piece that a side has not got."""
    near = did_you_mean(named, [one.id for one in own])
    return OrderNotUnderstood(
        f'{CALLED[side].capitalize()} has no {what} "{named}" here.{near} It has {ids(own)} (8.2.2).',
        field=field,
        ruling="8.2.2",
    )
