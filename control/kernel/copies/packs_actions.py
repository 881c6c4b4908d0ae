"""The fallback pack by itself: written beside the copies at the end of every stretch of the game, if it is wished."""

from __future__ import annotations

from control.kernel.actions.action import KERNEL_ACTIONS
from control.kernel.actions.world import World
from control.kernel.errors import ChangedElsewhere
from control.kernel.roles import LEAD
from control.kernel.typed import Order


class AtGates(Order):
    """Whether the fallback pack is written at every gate."""

    on: bool


@KERNEL_ACTIONS.add(
    "fallback.at_gates", title="Write the fallback pack at gates", order=AtGates, desks=(LEAD,), seen_by=(LEAD,)
)
def at_gates(world: World, order: AtGates) -> str:
    """Have the fallback pack written beside the copies at every gate, or no more."""
    every = f"at the end of every {world.of_game.stretch_word}"
    if world.game.fallback == order.on:
        raise ChangedElsewhere(
            f"The fallback pack is written {every} already."
            if order.on
            else "The fallback pack is not written by itself.",
            field="on",
        )
    world.game.fallback = order.on
    if order.on:
        return f"The fallback pack is written {every} from now on."
    return "The fallback pack is no longer written by itself."
