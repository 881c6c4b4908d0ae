"""What must be true of every state of a campaign, whatever was done."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from control.sekigahara.rules.board.march import has_disk, is_overrun, is_stopped, owner
from control.sekigahara.rules.campaign.acts import Offer
from control.sekigahara.rules.campaign.campaign import BAG, BOX, LOST, MORI_BOX, Campaign, State
from control.sekigahara.rules.playing import legal
from control.sekigahara.rules.sides import OTHER, SIDES


def faults(campaign: Campaign, state: State, offers: Sequence[Offer] | None = None) -> list[str]:
    """Whatever is wrong with a state, each in a sentence; ``offers`` are what is legal in it, if that was asked."""
    offers = legal(campaign, state) if offers is None else offers
    return [*pieces(campaign, state), *places(campaign, state), *course(state, offers)]


def pieces(campaign: Campaign, state: State) -> Iterator[str]:
    """Every block and every card is somewhere, once."""
    known = {*campaign.board.places, BAG, BOX, MORI_BOX, LOST}
    if state.spot.keys() != campaign.blocks.keys() or not known.issuperset(state.spot.values()):
        yield "A block is nowhere."
    for side in SIDES:
        if sorted(state.bags[side]) != sorted(state.at(campaign, side, BAG)):
            yield f"The bag of the {side} does not hold what is in it."
        where = (state.hands, state.piles, state.discards, state.table)
        if sorted(card for pile in where for card in pile[side]) != sorted(campaign.cards_of(side)):
            yield f"The cards of the {side} are not each somewhere, once."
        if state.table[side] and state.step not in ("fight", "over"):
            yield f"Cards of the {side} lie on the table without a combat."


def places(campaign: Campaign, state: State) -> Iterator[str]:
    """Where both sides stand, and who holds what."""
    board, position = campaign.board, state.position(campaign)
    if not set(state.disks) <= board.disks.keys():
        yield "A disk stands that there is not."
    if not set(state.resources.values()) <= {*SIDES, ""}:
        yield "A resource location is held by nobody that there is."
    east, west = position.units["east"].keys(), position.units["west"].keys()
    at_a_disk = {one for one in east | west if has_disk(board, position, one)}
    told_of = {*(east & west), *at_a_disk, *state.held, *state.entered}  # elsewhere is nothing that could be wrong
    for place in [one for one in board.places if one in told_of]:
        both = [side for side in SIDES if position.blocks(side, place)]
        contested = any(is_stopped(board, position, side, place) for side in both)
        fought = state.fight is not None and state.fight.place == place  # who is left may still lose or retreat (8.7.2)
        if not (contested or fought or state.step == "over") and (place in state.held or place in state.entered):
            yield f"{board.called(place)} is remembered as contested."
        if contested and state.step in ("discard", "bid", "order", "pay") and not owner(board, position, place):
            yield f"Both sides stay at {board.called(place)}, where no castle is."
        if contested and state.step == "move" and any(is_overrun(board, position, one, place, 0) for one in SIDES):
            yield f"Somebody at {board.called(place)} should have been overrun."


def course(state: State, offers: Sequence[Offer]) -> Iterator[str]:
    """Whose move it is, and what may be done."""
    if bool(state.winner) != (state.step == "over") or bool(offers) == (state.step == "over"):
        yield "Nothing can be done before the end, or something after it."
    if state.step in ("pay", "move", "combat", "fight") and state.active not in SIDES:
        yield "It is nobody's phase."
    if (state.fight is not None) != (state.step == "fight"):
        yield "A combat is remembered that is not fought."
    if state.fight and not {one.side for one in offers} <= {state.fight.side}:
        yield f"The {OTHER[state.fight.side]} may do something out of turn."
