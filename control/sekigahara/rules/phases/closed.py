"""Of what may not be done in a movement phase, why not, with the number of the rule.

What may be done is offered by `control.sekigahara.rules.phases.moving`; together they name every stack of the active
side, every degree of movement, mustering and the Mōri box once. Why a play of a combat is closed says
`control.sekigahara.rules.combat.choices`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from control.kernel.values import dataclass
from control.kernel.wording import capital, counted
from control.sekigahara.rules.board import march
from control.sekigahara.rules.campaign.acts import Bring, Move, Muster, Pay
from control.sekigahara.rules.campaign.campaign import BOX, MORI, MORI_BOX, Campaign, State
from control.sekigahara.rules.phases.moving import DEGREES, in_words, may_bring, mustering_places
from control.sekigahara.rules.sides import CALLED


@dataclass(frozen=True, slots=True)
class Closed:
    """A kind of act that a side may not do now: ``about`` which place or degree, and why."""

    side: str
    act: type[Any]
    about: str
    why: str
    ruling: str


def closed(campaign: Campaign, state: State) -> list[Closed]:
    """Everything that the active side may not do in its movement phase, and why not."""
    if state.step == "pay":
        return [*degrees(state)]
    if state.step == "move":
        return [*stacks(campaign, state), *mustering(campaign, state), *mori_box(campaign, state)]
    return []


def degrees(state: State) -> Iterator[Closed]:
    """Each degree of movement that the hand cannot pay (7.1)."""
    have = len(state.hands[state.active])
    for degree, (cards, _) in DEGREES.items():
        if cards > have:
            why = f"{capital(degree)} movement takes {counted(cards, 'card')}, and {have} in hand are too few (7.1)."
            yield Closed(state.active, Pay, degree, why, "7.1")


def stacks(campaign: Campaign, state: State) -> Iterator[Closed]:
    """Each stack of which nothing may go (7.1, 7.3.1, 8.9.6, S9)."""
    side, board, position = state.active, campaign.board, state.position(campaign)
    for place in position.units[side]:
        still = [one for one in state.at(campaign, side, place) if one not in state.moved]
        called = board.called(place)
        if not state.stacks and place != state.activated:
            why, rule = f"No stack is left to move under {in_words(state.degree)} (7.1).", "7.1"
        elif not still:
            why, rule = f"All blocks at {called} moved or arrived in this phase (7.3.1).", "7.3.1"
        elif march.is_besieged(board, position, side, place):
            why, rule = march.besieged(board, place).sentence, board.besieged
        elif not march.may_leave(board, position, place):
            why, rule = f"Every road from {called} was used in this phase (S9).", "S9"
        else:
            continue
        yield Closed(side, Move, place, why, rule)


def mustering(campaign: Campaign, state: State) -> Iterator[Closed]:
    """Why nobody is mustered, if so (7.2, S14)."""
    side = state.active
    if state.mustered:
        why, rule = "Mustering is done once in a phase, and was (7.2).", "7.2"
    elif not state.stacks:
        why, rule = (
            f"Mustering takes the place of a stack, and none is left under {in_words(state.degree)} (7.2).",
            "7.2",
        )
    elif not state.at(campaign, side, BOX):
        why, rule = f"The recruitment box of {CALLED[side]} is empty (7.2).", "7.2"
    elif not mustering_places(campaign, state, state.position(campaign)):
        why, rule = "The enemy stands at every place with a mon, and no own block is there (7.2, S14).", "S14"
    else:
        return
    yield Closed(side, Muster, "", why, rule)


def mori_box(campaign: Campaign, state: State) -> Iterator[Closed]:
    """Why no block comes from the Mōri box, if so (9.3, S13)."""
    side = state.active
    if side != MORI:
        return
    if not state.at(campaign, side, MORI_BOX):
        why, rule = "The Mōri box is empty (9.3).", "9.3"
    elif not may_bring(campaign, state):
        why, rule = "Without movement the Mōri box stays closed (S13).", "S13"
    elif not state.hands[side]:
        why, rule = "Each block from the Mōri box costs a card, and the hand is empty (9.3).", "9.3"
    else:
        return
    yield Closed(side, Bring, "", why, rule)
