"""The fallback pack by itself: written beside the copies of the game at the end of every season, if it is wished."""

from __future__ import annotations

from control.kernel.errors import ChangedElsewhere
from control.kernel.typed import Order
from control.sengoku.world.acting import World, action


class AtGates(Order):
    """Whether the fallback pack is written at the end of every season."""

    on: bool


@action(
    "fallback.at_gates", title="Write the fallback pack at gates", order=AtGates, desks=("game",), seen_by=("game",)
)
def at_gates(world: World, order: AtGates) -> str:
    """Have the fallback pack written beside the copies at the end of every season, or no more."""
    if world.game.fallback == order.on:
        raise ChangedElsewhere(
            "The fallback pack is written at the end of every season already."
            if order.on
            else "The fallback pack is not written by itself.",
            field="on",
        )
    world.game.fallback = order.on
    if order.on:
        return "The fallback pack is written at the end of every season from now on."
    return "The fallback pack is no longer written by itself."
