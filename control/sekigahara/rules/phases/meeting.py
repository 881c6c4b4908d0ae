"""Where combat is: where both sides meet in a combat phase, and what of it is still to be fought (8.1)."""

from __future__ import annotations

from control.sekigahara.rules.board import march
from control.sekigahara.rules.campaign.campaign import Campaign, State


def combats(campaign: Campaign, state: State) -> list[str]:
    """Where the active side must declare combat still in this phase (8.1)."""
    return [place for place in meetings(campaign, state) if place not in state.fought]


def meetings(campaign: Campaign, state: State) -> list[str]:
    """Where the active side has blocks, and the enemy a unit (8.1)."""
    position, side = state.position(campaign), state.active
    return [
        place
        for place in campaign.board.places
        if position.blocks(side, place) and march.is_stopped(campaign.board, position, side, place)
    ]
