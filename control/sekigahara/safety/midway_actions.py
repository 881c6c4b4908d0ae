"""Going on from paper: the laptop died, or the game was begun without it."""

from __future__ import annotations

from control.kernel.actions.action import Forcible
from control.kernel.actions.world import World
from control.kernel.typed import Order, text
from control.sekigahara.play.acts_actions import ACTIONS, campaign, keep
from control.sekigahara.play.names import FROM_PAPER
from control.sekigahara.play.roles import UMPIRE
from control.sekigahara.play.standing_questions import phase_of, state_now, stretch_words
from control.sekigahara.rules.campaign.campaign import Campaign, State
from control.sekigahara.safety.typed_position import position

LONGEST = 4000
"""No cell of the paper has more letters."""


class PositionLine(Order):
    """A line of the position paper: what it is about, and what the ``east`` and the ``west`` have there."""

    what: text("what a line is about", 1, LONGEST)
    east: text("what the east has", 0, LONGEST) = ""
    west: text("what the west has", 0, LONGEST) = ""


class BeginMidway(Forcible):
    """The ``lines`` of the position paper."""

    lines: list[PositionLine]


@ACTIONS.add(FROM_PAPER, title="Go on from paper", order=BeginMidway, desks=(UMPIRE,), hides=("lines",))
def begin_midway(world: World, order: BeginMidway) -> str:
    """Go on from a position paper, before anything else was done in the game."""
    before = state_now(world.session)
    if not is_fresh(before):
        world.forbid(
            "This game has begun, and what was done in it would be lost. Take it back, start a new game "
            "(control-room new), or force it with a reason.",
            field="force",
        )
    state = told_by(campaign(world), before.seed, order)
    keep(world, state)
    return f"The campaign goes on from paper, in {when_of(state)}. Bags and draw piles are shuffled anew."


def is_fresh(state: State) -> bool:
    """Whether nothing was done in a game yet."""
    return (state.week, state.step, state.first, state.bids) == (1, "bid", "", {})


def told_by(campaign: Campaign, seed: str, order: BeginMidway) -> State:
    """The state that the lines tell of. Raises OrderNotUnderstood with all that is wrong with them."""
    return position(campaign, seed, [(one.what, one.east, one.west) for one in order.lines])


def when_of(state: State) -> str:
    """When it would go on, in words."""
    return f"{stretch_words(state.week, state.turn)}: {phase_of(state)}"
