"""The real game beside the program: pieces that an umpire names as they lie on the table, and corrections.

What nobody has seen may be anything. So where an act names a piece that the program holds elsewhere, unseen, the two
change places: the block in the bag with one that waits hidden where it was named, the card in the draw pile with one of
the hand. What was seen stays what it is: a card that was discarded is not played again.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from control.kernel.errors import OrderNotAllowed
from control.kernel.wording import capital
from control.sekigahara.rules.acts import Act, Bid, Bring, Discard, Group, Lose, Move, Muster, Pay
from control.sekigahara.rules.campaign import BAG, BOX, LOST, MORI_BOX, Campaign, State
from control.sekigahara.rules.combat.challenge import Answer, Challenge
from control.sekigahara.rules.combat.losses import DISK
from control.sekigahara.rules.combat.plays import Deploy
from control.sekigahara.rules.fighting import combat_of
from control.sekigahara.rules.sides import CALLED
from control.sekigahara.rules.table import Table

HAND, PILE, DISCARDS = "hand", "pile", "discards"
"""Where a card may be put right."""


def refused(sentence: str, field: str, rule: str) -> OrderNotAllowed:
    """A refusal with its field and the number of the rule."""
    return OrderNotAllowed(f"{sentence} ({rule}).", field=field, ruling=rule)


def as_dealt(campaign: Campaign, state: State, act: Act) -> tuple[State, Act]:
    """The state in which the pieces that an act names lie where it names them, and the act in it: a leader who was
    declared may be one of the hidden blocks that go. The state given stays as it is.

    Raises OrderNotAllowed for a piece that was seen elsewhere.
    """
    found = state.copy()
    for card in cards_of(act):
        take_card(campaign, found, act.side, card, cards_of(act))
    blocks, spot = blocks_of(found, act)
    for block in blocks:
        other = take_block(campaign, found, act.side, block, spot, blocks)
        if other and isinstance(act, Move):
            act = replace(act, groups=tuple(with_block(group, other, block) for group in act.groups))
    return found, act


def with_block(group: Group, gone: str, come: str) -> Group:
    """A group with one block in the place of another, if that one goes with it."""
    return replace(group, blocks=tuple(come if one == gone else one for one in group.blocks))


def cards_of(act: Act) -> tuple[str, ...]:
    """The cards that an act names."""
    match act:
        case Discard() | Pay():
            return act.cards
        case Bid() | Bring() | Challenge():
            return (act.card,)
        case Deploy() | Answer():
            return (act.card,) if act.card else ()
        case Move():
            return tuple(group.card for group in act.groups if group.card)
    return ()


def blocks_of(state: State, act: Act) -> tuple[tuple[str, ...], str]:
    """The blocks that an act names face up, and where they are then. Those that move stay hidden."""
    fight = state.fight
    match act:
        case Deploy():
            return (act.block,), fight.place if fight else ""
        case Lose():
            return tuple(one for one in act.blocks if one != DISK), fight.place if fight else ""
        case Muster():
            return act.blocks, BOX
        case Move() if act.leader and act.groups and act.groups[0].way:
            return (act.leader,), act.groups[0].way[0]
    return (), ""


def take_card(campaign: Campaign, state: State, side: str, card: str, named: Collection[str]) -> None:
    """Have a card in the hand, if it may be there."""
    if card not in campaign.cards or card in state.hands[side] or card in state.table[side]:
        return
    called = campaign.cards[card].name
    spare = [one for one in state.hands[side] if one not in named]
    if card not in state.piles[side] or not spare:
        why = "was played already" if card in state.discards[side] else "is not a card that this side can hold"
        raise refused(f"That {called} {why if spare else 'has no place: the hand is empty'}", "card", "3.3")
    other = spare[-1]
    exchange(state.hands[side], other, card)
    exchange(state.piles[side], card, other)
    if state.fight and other in state.fight.hands.get(side, ()):
        exchange(state.fight.hands[side], other, card)


def take_block(campaign: Campaign, state: State, side: str, block: str, spot: str, named: Collection[str]) -> str:
    """Have a block at a spot, if it may be there; which other one it changed places with, if with any."""
    if block not in campaign.blocks or state.spot[block] == spot:
        return ""
    called, where = campaign.blocks[block].kind.name, state.spot[block]
    if where in (LOST, MORI_BOX) or block in state.known:
        seen = "lost" if where == LOST else "in the Mōri box" if where == MORI_BOX else f"seen at {where}"
        raise refused(f"That {called} is {seen}; correct it first if it is not", "block", "3.1")
    deployed = {one.block.id for one in combat_of(campaign, state.fight).deployed} if state.fight else set()
    hidden = [
        one
        for one in state.at(campaign, side, spot)
        if one not in state.known and one not in named and one not in deployed
    ]
    if not hidden:
        raise refused(f"No hidden block of {CALLED[side]} is left there to be the {called}", "block", "3.1")
    other = hidden[-1]
    state.spot[block], state.spot[other] = spot, where
    if where == BAG:
        exchange(state.bags[side], block, other)
    for lists in (state.moved, *(state.fight.blocks.values() if state.fight else ())):
        if other in lists and block not in lists:
            exchange(lists, other, block)
    return other


def exchange(pieces: list[str], gone: str, come: str) -> None:
    """Put a piece in the place of another."""
    pieces[pieces.index(gone)] = come


# Corrections


def corrected(campaign: Campaign, state: State, piece: str, to: str) -> tuple[State, str]:
    """The state in which a piece lies elsewhere, and what it is called; the state given stays as it is.

    Raises OrderNotAllowed for what cannot be, with what can.
    """
    if piece in campaign.blocks:
        return correct_block(campaign, state, piece, to), campaign.blocks[piece].kind.name
    if piece in campaign.cards:
        return correct_card(campaign, state, piece, to), campaign.cards[piece].name
    raise refused(f'There is no piece "{piece}"; name a block or a card by its id, as the state has it', "piece", "3")


def correct_block(campaign: Campaign, state: State, block: str, to: str) -> State:
    """A block put right. Nobody knows any more which of the stacks it left and came to is which."""
    side = campaign.blocks[block].kind.side
    spots = [*campaign.board.places, BAG, BOX, LOST, *([MORI_BOX] if side == "west" else [])]
    if to not in spots:
        raise refused(f'A block is at a place, or {BAG}, {BOX}, {MORI_BOX}, {LOST}, not "{to}"', "to", "4.4")
    if state.fight:
        raise refused("A combat is being fought; end it, or take it back, and correct then", "piece", "8")
    table = Table(campaign, state.copy())
    where, found = table.state.spot[block], table.state
    table.leave([block])
    if where == BAG:
        found.bags[side].remove(block)
    if to == BAG:
        found.bags[side].insert(0, block)
        found.spot[block] = to
    elif to in campaign.board.places:
        table.put(side, [block], to)
    else:
        found.spot[block] = to
    found.known = [one for one in found.known if one != block]
    if where in campaign.board.places and not table.over:
        table.settle(where)
    return found


def correct_card(campaign: Campaign, state: State, card: str, to: str) -> State:
    """A card put right."""
    side, found = campaign.cards[card].side, state.copy()
    piles = {HAND: found.hands, PILE: found.piles, DISCARDS: found.discards}
    if to not in piles:
        raise refused(f'A card is in {HAND}, {PILE} or {DISCARDS}, not "{to}"', "to", "3.3")
    if state.fight or card in state.bids.values():
        raise refused(
            "A card of a combat or a bid that is not over stays there; end it, and correct then", "piece", "8"
        )
    for pile in piles.values():
        if card in pile[side]:
            pile[side].remove(card)
    piles[to][side].insert(0, card)
    return found


def contents(campaign: Campaign, state: State, side: str, what: str) -> list[str]:
    """What is in a `bag` or a `deck`, by name, in no order that tells what comes next."""
    names: Sequence[str] = (
        [campaign.blocks[one].kind.name for one in state.bags[side]]
        if what == "bag"
        else [campaign.cards[one].name for one in state.piles[side]]
    )
    return sorted(map(capital, names))
