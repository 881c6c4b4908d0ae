"""The real game beside the program: pieces that an umpire names as they lie on the table, and corrections.

What nobody has seen may be anything. So where an act names a piece that the program holds elsewhere, unseen, the two
change places: the block in the bag with one that waits hidden where it was named, the card in the draw pile with one of
the hand. What was seen stays what it is: a card that was discarded is not played again.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import replace

from control.kernel.errors import OrderNotAllowed
from control.kernel.wording import capital, counted, in_a_row
from control.sekigahara.rules.campaign.acts import Act, Bid, Bring, Discard, Group, Lose, Move, Muster, Pay
from control.sekigahara.rules.campaign.campaign import BAG, BOX, LOST, MORI_BOX, Campaign, Fight, State
from control.sekigahara.rules.campaign.table import Table
from control.sekigahara.rules.combat.challenge import Answer, Challenge
from control.sekigahara.rules.combat.losses import DISK
from control.sekigahara.rules.combat.plays import Deploy, needs_one_to_follow
from control.sekigahara.rules.forcing import Forbid, refused, strictly
from control.sekigahara.rules.phases import fighting, weeks
from control.sekigahara.rules.phases.fighting import combat_of
from control.sekigahara.rules.phases.meeting import combats, meetings
from control.sekigahara.rules.sides import CALLED, SIDES

HAND, PILE, DISCARDS = "hand", "pile", "discards"
"""Where a card may be put right."""
NOBODY = "nobody"
"""Whose a resource location is without a cube."""
STANDING, DESTROYED = "standing", "destroyed"
"""What a disk may be put right to."""


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
    if isinstance(act, Deploy) and found.fight:
        have_one_follow(campaign, found, found.fight, act)
    return found, act


def have_one_follow(campaign: Campaign, state: State, fight: Fight, act: Deploy) -> None:
    """Have a block of its clan lie hidden beside one that goes with any card, if a double card deploys that one first:
    whoever plays so has such a block there (S43), whatever the program dealt him. If none can, the rules refuse it."""
    card, block = campaign.cards.get(act.card or ""), campaign.blocks.get(act.block)
    if not (card and block and block.kind.wild and needs_one_to_follow(combat_of(campaign, fight), card)):
        return
    for one in campaign.blocks_of(act.side):
        kind = campaign.blocks[one].kind
        if kind.clan == card.clan and not kind.wild and state.spot[one] != fight.place:
            with suppress(OrderNotAllowed):
                take_block(campaign, state, act.side, one, fight.place, (act.block,))
                return


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


IN_A_BOX = {BAG: "from the bag", BOX: "in the recruitment box", MORI_BOX: "in the Mōri box", LOST: "lost"}


def lying(campaign: Campaign, spot: str) -> str:
    """Where the blocks of a spot lie, in words: "at Edo", "in the recruitment box", "lost"."""
    return IN_A_BOX.get(spot) or f"at {campaign.board.called(spot)}"


def take_card(campaign: Campaign, state: State, side: str, card: str, named: Collection[str]) -> None:
    """Have a card in the hand, if it may be there."""
    if card not in campaign.cards or card in state.hands[side] or card in state.table[side]:
        return
    called = campaign.cards[card].name
    shown = {one.get("card") for one in state.fight.plays} if state.fight else set()  # a refutation, in the hand again
    spare = [one for one in state.hands[side] if one not in named and one not in shown]
    if card not in state.piles[side] or not spare:
        why = "was played already" if card in state.discards[side] else "is not a card that this side can hold"
        raise refused(f"That {called} {why if spare else 'has no place: the hand is empty'}", "3.3", "card")
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
    if campaign.blocks[block].kind.side != side:
        raise refused(f"{capital(CALLED[side])} has no such block", "3.1", "block")
    if where in (LOST, MORI_BOX) or block in state.known:
        seen = "" if where in (LOST, MORI_BOX) else "seen "
        raise refused(f"That {called} is {seen}{lying(campaign, where)}; correct it first if it is not", "3.1", "block")
    deployed = {one.block.id for one in combat_of(campaign, state.fight).deployed} if state.fight else set()
    hidden = [
        one
        for one in state.at(campaign, side, spot)
        if one not in state.known and one not in named and one not in deployed
    ]
    if not hidden:
        raise refused(f"No hidden block of {CALLED[side]} is left there to be the {called}", "3.1", "block")
    other = hidden[-1]
    state.spot[block], state.spot[other] = spot, where
    if where == BAG:
        exchange(state.bags[side], block, other)
    for lists in (state.moved, *(state.fight.blocks.values() if state.fight else ())):
        if (other in lists) != (block in lists):  # whoever lies there now has done what was done there
            exchange(lists, *((other, block) if other in lists else (block, other)))
    now = {other: block, block: other}
    for place, ways in state.entered.items():
        state.entered[place] = [" ".join(now.get(word, word) for word in way.split()) for way in ways]
    return other


class Overrun:
    """The hidden blocks that were overrun in the real game, as the umpire names them; those that were known need no
    name, nor those ``shown`` by what is done. Given to a table as its ``named``."""

    def __init__(self, blocks: Sequence[str], shown: Collection[str] = ()) -> None:
        self.left, self.shown = [*blocks], shown

    def __call__(self, campaign: Campaign, state: State, side: str, place: str) -> None:
        """Have the blocks of a side that are overrun at a place be those that were named.

        Raises OrderNotAllowed if a hidden one was not, for then nobody knows which are lost, or if one named cannot lie
        there.
        """
        there = state.at(campaign, side, place)
        named = [one for one in self.left if one in campaign.blocks and campaign.blocks[one].kind.side == side]
        hidden = [one for one in there if one not in state.known and one not in self.shown]
        asked = [one for one in hidden if one not in named]
        come = [one for one in named if one not in there][: len(asked)]
        if len(come) < len(asked):
            many = f"{counted(len(there), 'block')} of {CALLED[side]}"
            raise refused(
                f"At {campaign.board.called(place)} this overruns {many}: name who of them lay there unseen, "
                f"{len(hidden)}, not {len(hidden) - len(asked) + len(come)}",
                "7.4.2",
                "overrun",
            )
        for one in come:
            try:
                take_block(campaign, state, side, one, place, named)
            except OrderNotAllowed as error:
                raise OrderNotAllowed(error.sentence, field="overrun", ruling=error.ruling) from None
        self.left = [one for one in self.left if one not in come and one not in there]

    def check_all(self, campaign: Campaign) -> None:
        """Raises OrderNotAllowed if a block was named that nobody overran."""
        if self.left:
            called = [campaign.blocks[one].kind.name if one in campaign.blocks else one for one in self.left]
            raise refused(f"This overruns no {in_a_row(called, 'or')}; leave out who was not overrun", "7.4", "overrun")


def exchange(pieces: list[str], gone: str, come: str) -> None:
    """Put a piece in the place of another."""
    pieces[pieces.index(gone)] = come


# Corrections


def corrected(
    campaign: Campaign, state: State, piece: str, to: str, overrun: Sequence[str] = (), forbid: Forbid = strictly
) -> tuple[State, tuple[str, ...]]:
    """The state in which a piece lies elsewhere, and what came of it in sentences that both sides may read; the state
    given stays as it is. ``overrun`` are the hidden blocks that are overrun by it; ``forbid`` is given what an umpire
    may force.

    Raises OrderNotAllowed for what cannot be, with what can.
    """
    if correct := correction_of(campaign, piece):
        named = Overrun(overrun, shown=(piece,))
        table = Table(campaign, state.copy(), forbid, named=named)
        over, counted = table.over, bool(state.points)
        if over:  # who has won is reckoned again, with what there is then
            table.state.step, table.state.winner, table.state.points = "combat", "", {}
        correct(campaign, table, piece, to)
        named.check_all(campaign)
        if not table.over:
            table.after_deaths()
        if counted and not table.over:
            table.count_points()
        if over and not table.over:
            ended = "With that loss the game ended; take back what brought it, and it may be put right"
            raise refused(ended, "2.1", "piece")
        if not table.over:
            go_on(table, before=meetings(campaign, state) if state.step == "combat" else [])
        return table.state, tuple(table.said)
    raise refused(
        f'There is no piece "{piece}"; name a block, a card, a disk or a resource location by its id, as the state has '
        "it",
        "3",
        "piece",
    )


Correction = Callable[[Campaign, Table, str, str], None]
"""What puts a piece right at a table."""


def correction_of(campaign: Campaign, piece: str) -> Correction | None:
    """What puts such a piece right, a resource location for its cube; None for what is no piece."""
    if piece in campaign.blocks:
        return correct_block
    if piece in campaign.cards:
        return correct_card
    if piece in campaign.edition.disks:
        return correct_disk
    place = campaign.board.places.get(piece)
    return correct_cube if place and place.resource else None


def go_on(table: Table, before: Collection[str]) -> None:
    """What is waited for may be there no more, or combat where none was ``before``: without the first nobody could go
    on, and without the other the phase would end with both sides at a place (8.1). What no correction takes back, the
    end of a phase or a draw, comes of one that may be the first half of two only if it is forced."""
    state = table.state
    if state.step == "combat":
        now = meetings(table.campaign, state)
        left = [place for place in before if place not in state.fought]
        for place in [one for one in state.fought if one in now and one not in before]:
            state.fought.remove(place)
            table.say(f"At {table.called(place)} both meet anew, and combat is to be declared there once more (8.1).")
        if left and not combats(table.campaign, state):
            no_combat = f"With this no combat is left, and the combat phase of {CALLED[state.active]} ends"
            table.forbid(refused(f"{no_combat}; {weeks.PUT_IN_FIRST}", "8.1", "force"))
        fighting.go_on(table)
    elif state.step in ("discard", "bid"):
        weeks.go_on(table)


def correct_block(campaign: Campaign, table: Table, block: str, to: str) -> None:
    """A block put right. Nobody knows any more which of the stacks it left and came to is which."""
    side, found = campaign.blocks[block].kind.side, table.state
    if to not in (*campaign.board.places, BAG, BOX, LOST, MORI_BOX):
        raise refused(f'A block is at a place, in a bag, a box or lost, not "{to}"', "4.4", "to")
    begin_there = [campaign.blocks[one].kind for one, spot in campaign.placed.items() if spot == MORI_BOX]
    if to == MORI_BOX and campaign.blocks[block].kind not in begin_there:  # of two alike nobody knows which is which
        raise refused("In the Mōri box lie only blocks like those that begin there", "9.3", "to")
    if found.fight:
        raise refused("A combat is being fought; end it, or take it back, and correct then", "8", "piece")
    where = found.spot[block]
    table.leave([block])
    found.known = [one for one in found.known if one != block]
    if where == BAG:
        found.bags[side].remove(block)
    if to == BAG:
        found.bags[side].insert(0, block)
        found.spot[block] = to
    elif to in campaign.board.places:
        table.put(side, [block], to)
    else:
        found.spot[block] = to
    if to == MORI_BOX:  # where all read it (9.3)
        found.known.append(block)
    if where in campaign.board.places and not table.over:
        table.overrun(where)
        if not table.over:
            table.settle(where)
    if found.resources.get(where) == side and not found.at(campaign, side, where):
        table.say(f"{capital(CALLED[side])} still holds the resource location {table.called(where)} (4.2).")


def correct_cube(campaign: Campaign, table: Table, place: str, to: str) -> None:
    """A resource location put right: whose cube lies there, if one does."""
    if to not in (*SIDES, NOBODY):
        raise refused(f'A resource location is held by {in_a_row((*SIDES, NOBODY), "or")}, not "{to}"', "4.2", "to")
    table.state.resources[place] = to if to in SIDES else ""
    holder = CALLED[to] if to in SIDES else to
    table.say(f"{capital(holder)} holds the resource location {table.called(place)} (4.2).")


def correct_disk(campaign: Campaign, table: Table, disk: str, to: str) -> None:
    """A disk put right: whether it stands decides whose the castle is, and so who is overrun there."""
    found, name, place = table.state, campaign.edition.disks[disk].name, campaign.board.disks[disk].id
    if to not in (STANDING, DESTROYED):
        raise refused(f'A disk is {STANDING} or {DESTROYED}, not "{to}"', "3.4", "to")
    if found.fight:
        raise refused("A combat is being fought; end it, or take it back, and correct then", "8", "piece")
    stands = [one for one in found.disks if one != disk] + ([disk] if to == STANDING else [])
    found.disks = [one for one in campaign.edition.disks if one in stands]
    table.say(f"The disk of {name} at {table.called(place)} {'stands' if to == STANDING else 'is destroyed'} (3.4).")
    table.after_deaths()
    if not table.over:
        table.overrun(place)
    if not table.over:
        table.settle(place)


def correct_card(campaign: Campaign, table: Table, card: str, to: str) -> None:
    """A card put right."""
    side, found = campaign.cards[card].side, table.state
    piles = {HAND: found.hands, PILE: found.piles, DISCARDS: found.discards}
    if to not in piles:
        raise refused(f'A card is in {HAND}, {PILE} or {DISCARDS}, not "{to}"', "3.3", "to")
    if found.fight or card in found.bids.values():
        raise refused(
            "A card of a combat or a bid that is not over stays there; end it, and correct then", "8", "piece"
        )
    for pile in piles.values():
        if card in pile[side]:
            pile[side].remove(card)
    piles[to][side].insert(0, card)


def contents(campaign: Campaign, state: State, side: str, what: str) -> list[str]:
    """What is in a `bag` or a `deck`, by name, in no order that tells what comes next."""
    names: Sequence[str] = (
        [campaign.blocks[one].kind.name for one in state.bags[side]]
        if what == "bag"
        else [campaign.cards[one].name for one in state.piles[side]]
    )
    return sorted(map(capital, names))
