"""Scenes of the campaign of 1600: a state with these blocks and cards there, for one rule to be shown."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from control.kernel.errors import OrderError
from control.sekigahara.rules.board.march import is_stopped
from control.sekigahara.rules.campaign.campaign import BAG, BOX, MORI_BOX
from control.sekigahara.rules.campaign.setup import begin
from control.sekigahara.rules.playing import apply
from control.sekigahara.rules.sides import OTHER, SIDES
from control.sekigahara.rules.standing import faults
from control.sekigahara.scenario.campaign import campaign_of
from control.sekigahara.scenario.load import of_edition


@cache
def campaign(edition="gmt", **options):
    """The campaign of an edition as it is shipped, with other rule options."""
    scenario = of_edition(edition)
    return campaign_of(replace(scenario, options=replace(scenario.options, **options)))


class Scene:
    """A state, and acts done in it one after the other."""

    def __init__(self, on, state):
        self.on, self.state, self.said = on, state, ()

    def __call__(self, *acts):
        """Do these acts; every state must stand. What was said of them is in ``said``."""
        said = []
        for act in acts:
            self.state, sentences = apply(self.on, self.state, act)
            said += sentences
            assert faults(self.on, self.state) == []
        self.said = tuple(said)
        return self

    def at(self, side, place):
        """The blocks of a side at a place."""
        return self.state.at(self.on, side, place)

    def count(self, place):
        """How many blocks stand at a place: east, west."""
        return tuple(len(self.at(side, place)) for side in SIDES)

    def hand(self, side):
        """The hand of a side."""
        return self.state.hands[side]

    def heard(self, words):
        """Whether the last acts said something with these words."""
        return any(words in sentence for sentence in self.said)


def scene(
    edition="gmt", *, east=None, west=None, hands=None, active="west", first="", step="move", stacks=99, disks=None,
    resources=None, week=1, turn="A", **options,
):  # fmt: skip
    """A scene. ``east`` and ``west`` say what stands where: so many plain blocks, or blocks by their ids, at a place or
    in a box; all others are in the bag. ``hands`` are cards by their ids."""
    on = campaign(edition, **options)
    state = begin(on, "scene")
    state.spot = dict.fromkeys(on.blocks, BAG)
    state.known = []
    plain = {
        side: [one for one in on.blocks_of(side) if on.blocks[one].kind.type == "infantry"] for side in SIDES
    }  # fmt: skip
    for side, stands in (("east", east or {}), ("west", west or {})):
        named = {one for what in stands.values() if not isinstance(what, int) for one in what.split()}
        for spot, what in stands.items():
            ours = [one for one in plain[side] if one not in named]
            for one in ours[:what] if isinstance(what, int) else what.split():
                assert state.spot[one] == BAG, one
                state.spot[one] = spot
                plain[side] = [other for other in plain[side] if other != one]
    for side in SIDES:
        state.bags[side] = [one for one in on.blocks_of(side) if state.spot[one] == BAG]
        state.hands[side] = (hands or {}).get(side, "").split()
        state.piles[side] = [one for one in on.cards_of(side) if one not in state.hands[side]]
    if disks is not None:
        state.disks = disks.split()
    state.resources |= resources or {}
    state.week, state.turn, state.first, state.active, state.step = week, turn, first or active, active, step
    state.waiting = [active]
    if step == "move":
        state.degree, state.stacks = "total", stacks
    position = state.position(on)
    for place in on.board.places.values():  # first where both are: the disk's side, the castle's, or who is not active
        if any(is_stopped(on.board, position, side, place.id) and position.blocks(side, place.id) for side in SIDES):
            state.held[place.id] = place.disk_side or place.castle or OTHER[active]
    return Scene(on, state)


__all__ = ["BOX", "MORI_BOX", "Scene", "campaign", "scene"]


def refuses(game, act, words):
    """An act is refused with these words, and nothing is changed."""
    before = game.state.copy()
    with pytest.raises(OrderError, match=words):
        game(act)
    assert game.state == before
