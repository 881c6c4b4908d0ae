"""How a campaign begins (5): blocks by their symbols, blocks from the bag, the first recruits, five cards each.

All chance comes from a seed. Bags and decks get their order here and keep it: whoever draws again what was taken back
draws the same.
"""

from __future__ import annotations

import random
from collections.abc import Iterable

from control.sekigahara.rules.campaign.campaign import BAG, Campaign, State
from control.sekigahara.rules.sides import SIDES

FIRST_HAND = 5
"""Cards that each side draws at first (5.1)."""


def shuffled(seed: str, what: str, pieces: Iterable[str]) -> list[str]:
    """Pieces in an order that the seed decides."""
    found = sorted(pieces)
    random.Random(f"{seed} {what}").shuffle(found)
    return found


def begin(campaign: Campaign, seed: str) -> State:
    """The state at the start of the first week, whose reinforcement step is left out (6.2)."""
    state = State(seed)
    state.spot = {one: campaign.placed.get(one, BAG) for one in campaign.blocks}
    state.known = [one for one in campaign.blocks if one in campaign.placed]
    state.disks = list(campaign.edition.disks)
    for side in SIDES:
        bag = [one for one in campaign.blocks_of(side) if state.spot[one] == BAG]
        state.bags[side] = shuffled(seed, f"bag {side}", bag)
        state.piles[side] = shuffled(seed, f"deck {side}", campaign.cards_of(side))
        state.hands[side] = [state.piles[side].pop() for _ in range(FIRST_HAND)]
        state.discards[side], state.table[side] = [], []
    for draw in campaign.draws:
        for _ in range(draw.count):
            state.spot[state.bags[draw.side].pop()] = draw.spot
    state.resources = {place.id: "" for place in campaign.board.places.values() if place.resource}
    if campaign.options.capitals_start_owned == "yes":
        state.resources |= {one: campaign.board.places[one].capital for one in state.resources}
    state.waiting = [*SIDES]
    return state
