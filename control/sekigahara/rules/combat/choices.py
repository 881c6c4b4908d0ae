"""What a side may do now, and of what it may not, why not: every play it could think of, tried (8)."""

from __future__ import annotations

from collections.abc import Iterator

from control.kernel.errors import OrderError
from control.kernel.values import dataclass
from control.sekigahara.rules.combat.challenge import Answer, Challenge
from control.sekigahara.rules.combat.plays import Deploy, Pass, Play, play
from control.sekigahara.rules.combat.state import Combat


@dataclass(frozen=True, slots=True)
class Choice:
    """A play, and why a side may not do it, with the number of the rule; both empty if it may. ``after`` is the combat
    as it would be: a page shows from it what the play would count, before it is done."""

    play: Play
    after: Combat | None
    why_not: str = ""
    number: str = ""


def choices(combat: Combat, side: str) -> list[Choice]:
    """Every play that a side could think of with its own blocks and hand, those it may do and those it may not.

    Nothing of the other side's hand or of its undeployed blocks goes into it.
    """
    return [tried(combat, one) for one in thinkable(combat, side)]


def thinkable(combat: Combat, side: str) -> Iterator[Play]:
    """Each undeployed block with each card that is not played, or of an open double card; a leader without one; each
    challenge; each answer to one; a pass."""
    hand = combat.in_hand(side)
    deploying = [card for card in hand if not card.challenges]
    if combat.open and combat.open.side == side:
        deploying.append(combat.open)
    for block in combat.undeployed(side):
        if block.kind.leader:
            yield Deploy(side, block.id)
        for card in deploying:
            yield Deploy(side, block.id, card.id)
    for card in hand:
        if card.challenges:
            yield Challenge(side, card.id)
    if combat.challenge and combat.challenge.side != side:
        yield Answer(side)
        for card in hand:
            yield Answer(side, card.id)
    yield Pass(side)


def tried(combat: Combat, one: Play) -> Choice:
    """A play with what would come of it, or why it may not be done."""
    try:
        return Choice(one, play(combat, one))
    except OrderError as error:
        return Choice(one, None, error.sentence, error.ruling)
