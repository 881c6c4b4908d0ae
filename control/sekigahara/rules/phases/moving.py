"""The movement phase: paying for it, stacks that move, part and drop off, mustering, the Mōri box (7, 9.3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from control.kernel.grouping import grouped
from control.kernel.values import dataclass
from control.kernel.wording import alike, capital, counted, in_a_row
from control.sekigahara.rules.board import march
from control.sekigahara.rules.board.march import Position
from control.sekigahara.rules.campaign.acts import Bring, End, Group, Move, Muster, Offer, Pay
from control.sekigahara.rules.campaign.campaign import BOX, MORI, MORI_BOX, OSAKA, Campaign, State, road_name
from control.sekigahara.rules.campaign.table import Table
from control.sekigahara.rules.forcing import refused
from control.sekigahara.rules.phases.weeks import in_hand
from control.sekigahara.rules.sides import CALLED, OTHER

DEGREES = {"none": (0, 0), "minimal": (0, 1), "limited": (1, 3), "total": (2, 99)}
"""Each degree of movement: the cards it takes, and how many stacks move (7.1)."""


def in_words(degree: str) -> str:
    """A degree of movement as it is said."""
    return f"{'no' if degree == 'none' else degree} movement"


# What may be done


def offers(campaign: Campaign, state: State) -> Iterator[Offer]:
    """What the active side may do in its movement phase."""
    side = state.active
    if state.step == "pay":
        for degree, (cards, _) in DEGREES.items():
            if len(state.hands[side]) >= cards:
                yield Offer(side, Pay, {"degree": degree, "cards": [*state.hands[side]], "number": cards})
        return
    position = state.position(campaign)
    for place, blocks in movable(campaign, state, position).items():
        if march.may_leave(campaign.board, position, place):
            yield Offer(side, Move, {"place": place, "blocks": blocks, "cards": [*state.hands[side]]})
    box, places = state.at(campaign, side, BOX), mustering_places(campaign, state, position)
    if may_muster(state) and box and places:
        yield Offer(side, Muster, {"blocks": box, "places": places})
    if may_bring(campaign, state) and state.hands[side] and (box := state.at(campaign, side, MORI_BOX)):
        most = max(brought_by(campaign, card) for card in state.hands[side])
        yield Offer(side, Bring, {"blocks": may_leave_box(campaign, box, most), "card": [*state.hands[side]]})
    yield Offer(side, End)


def movable(campaign: Campaign, state: State, position: Position) -> dict[str, list[str]]:
    """The blocks of the active side that may move still, by place (7.3.1, 8.9.6)."""
    side, free = state.active, {}
    for place in position.units[side]:
        if state.stacks or place == state.activated:
            free[place] = not march.is_besieged(campaign.board, position, side, place)
    found: dict[str, list[str]] = {place: [] for place in free if free[place]}
    for one, where in state.spot.items():
        if where in found and campaign.side_and_lead[one][0] == side and one not in state.moved:
            found[where].append(one)
    return {place: blocks for place, blocks in found.items() if blocks}


def may_muster(state: State) -> bool:
    """Whether mustering is left: once in a phase, under total movement beside all stacks, else for one (7.2)."""
    return not state.mustered and state.stacks > 0


def mustering_places(campaign: Campaign, state: State, position: Position) -> dict[str, list[str]]:
    """Where the active side may muster, and the clans whose mon is there (7.2, S14)."""
    side, board = state.active, campaign.board
    return {
        place.id: sorted(place.clans_of(side))
        for place in board.places.values()
        if place.clans_of(side)
        and (position.blocks(side, place.id) or not march.is_stopped(board, position, side, place.id))
    }


def may_bring(campaign: Campaign, state: State) -> bool:
    """Whether Mōri blocks may be paid for: in every movement phase, in one without movement by S13."""
    return state.degree != "none" or campaign.options.mori_when_not_moving == "yes"


def brought_by(campaign: Campaign, card: str) -> int:
    """How many Mōri blocks a card brings (9.3, D29)."""
    return campaign.edition.mori.double_card if campaign.cards[card].type == "double" else 1


def may_leave_box(campaign: Campaign, box: list[str], most: int) -> list[str]:
    """Who of the Mōri box may come for a card that brings so many: the leader only where all of them do (9.3)."""
    return box if len(box) <= most else [one for one in box if not campaign.blocks[one].kind.leader]


# Paying


def pay(table: Table, act: Pay) -> None:
    """The degree of movement (7.1); without movement cards are exchanged, once and first (S13)."""
    if act.degree not in DEGREES:
        raise refused(f'Movement is {in_a_row(DEGREES, "or")}, not "{act.degree}"', "7.1", "degree")
    cost, stacks = DEGREES[act.degree]
    if act.degree != "none" and len(act.cards) != cost:
        table.forbid(
            refused(
                f"{capital(act.degree)} movement takes {counted(cost, 'card')}, not {len(act.cards)}", "7.1", "cards"
            )
        )
    in_hand(table, act.side, act.cards)
    state = table.state
    table.discard(act.side, act.cards)
    state.step, state.degree, state.stacks = "move", act.degree, stacks
    paid = f", for {table.cards(act.cards)}" if act.cards else ""
    if act.degree == "none" and act.cards:
        table.draw(act.side, len(act.cards))
        paid = f", and exchanges {table.cards(act.cards)}"
    table.say(f"{capital(CALLED[act.side])} takes {in_words(act.degree)}{paid} (7.1).")


# Stacks


@dataclass(frozen=True, slots=True)
class Looked:
    """Why a group of a move may go so far, and whom it overruns, before it is done; and by whom it is overrun
    itself."""

    why: tuple[str, ...]
    lost: str


def look(campaign: Campaign, state: State, act: Move) -> tuple[Looked, ...]:
    """What each group of a move costs and why, without doing it. Raises OrderNotAllowed for what the rules forbid.

    Only what both sides see goes into it: whom an overrun kills nobody learns before it is done.
    """
    table = Table(campaign, state)
    position, side, foe = state.position(campaign), act.side, OTHER[act.side]
    _, _, whys = priced(table, act, position)
    lost = [""] * len(act.groups)
    stayed = Counter[str]()
    for to, crossing, stay in arrivals(act.groups, range(len(act.groups))):
        arriving = sum(len(act.groups[one].blocks) for one in crossing) + stayed[to]
        called, said = table.called(to), ""
        if march.is_overrun(campaign.board, position, side, to, arriving):
            there, foes = position.blocks(side, to), position.blocks(foe, to)
            all_there = f"{arriving} with {there} that are there" if there else str(arriving)
            said = f"{called}: {all_there} overrun {foes}, four to one or more (7.4.1, S15)."
            left = {place: number for place, number in position.units[foe].items() if place != to}
            position = replace(position, units={**position.units, foe: left})
        elif march.is_stopped(campaign.board, position, side, to):
            if len(stay) < len(crossing):
                raise refused(f"At {called} an enemy unit stops whoever arrives", "7.3.2", "groups")
            if gone := march.lost_there(campaign.board, position, side, to, arriving):
                for one in crossing:
                    lost[one] = f"{called}: {gone}, four to one or more (7.4.1, S15)."
                continue  # nobody is left there for those who come after
            said = f"{called}: the stack stops at an enemy unit (7.3.2)."
        for one in crossing if said else ():
            whys[one].append(said)
        stayed[to] += sum(len(act.groups[one].blocks) for one in stay)
    return tuple(Looked(tuple(why), gone) for why, gone in zip(whys, lost, strict=True))


def arrivals(
    groups: Sequence[Group], going: Iterable[int], gone: int = 0
) -> Iterator[tuple[str, list[int], list[int]]]:
    """In the order of `walk`, each place at which groups of a move arrive that have come ``gone`` roads together: the
    numbers of all that do, and of those who go no further."""
    onward = [one for one in going if len(groups[one].way) > gone + 1]
    for to, crossing in grouped((groups[one].way[gone + 1], one) for one in onward).items():
        yield to, crossing, [one for one in crossing if len(groups[one].way) == gone + 2]
        yield from arrivals(groups, crossing, gone + 1)


def priced(table: Table, act: Move, position: Position) -> tuple[str, Counter[str], list[list[str]]]:
    """From where the groups of a move set out, how many blocks cross each road together, and why each group may go so
    far. Refuses what is too far, what is on a road that was used, and a force march that is not needed."""
    campaign, state = table.campaign, table.state
    place = checked_groups(table, act, position)
    board, lead = campaign.board, march.leadership(campaign.board, position, act.side, place)
    together = crossings(table, act.groups)
    for road in together:
        if road in state.used:
            crossed = f"The road {table.road(road)} was used in this phase already, and each carries one crossing"
            table.forbid(refused(crossed, "S9", "groups"))
    in_hand(table, act.side, tuple(group.card for group in act.groups if group.card))
    found = []
    for group in act.groups:
        largest = max(together[road_name(*ends)] for ends in legs(group.way))
        if trouble := march.too_many(largest):
            table.forbid(trouble.at("groups"))
        allowance, why = march.allowed(board, group.way, largest, int(bool(group.card)), lead)
        if len(group.way) - 1 > allowance:
            table.forbid(refused(f"{capital(CALLED[act.side])} cannot go so far. {why[0][:-1]}", "7.3.3", "groups"))
        if group.card and len(group.way) - 1 < allowance:
            table.forbid(refused(f"The way to {board.called(group.way[-1])} needs no force march", "7.3.3", "groups"))
        found.append(why)
    return place, together, found


def move(table: Table, act: Move) -> None:
    """A stack moves along the ways of its groups (7.3): nothing is done unless all of it can be."""
    campaign, state = table.campaign, table.state
    position = state.position(campaign, [*state.known, act.leader] if table.named else None)
    place, together, whys = priced(table, act, position)
    cards = tuple(group.card for group in act.groups if group.card)
    if cards:
        table.say(f"{capital(CALLED[act.side])} force marches for {table.cards(cards)} (7.3.3).")
        table.discard(act.side, cards)
    if place != state.activated:
        state.activated, state.stacks, state.led = place, max(0, state.stacks - 1), False
    state.led = state.led or place in position.leaders[act.side]
    state.used += [road for road in together if road not in state.used]
    state.moved += [one for group in act.groups for one in group.blocks if one not in state.moved]
    if len({group.way for group in act.groups}) > 1:
        table.forget(act.side, place)
    table.leave(one for group in act.groups for one in group.blocks)
    walk(table, act.side, act.groups, 0)
    for why in whys:  # what was done is read first
        table.say(*why)
    if not table.over:
        table.settle(place)


def checked_groups(table: Table, act: Move, position: Position) -> str:
    """From where the groups set out. Refuses ways that are none, and blocks that may not move."""
    campaign, state = table.campaign, table.state
    if not act.groups or not all(group.blocks and len(group.way) > 1 for group in act.groups):
        raise refused("A move has groups, each with blocks and with a way to another place", "7.3.1", "groups")
    place, blocks = act.groups[0].way[0], [one for group in act.groups for one in group.blocks]
    if any(group.way[0] != place for group in act.groups):
        raise refused("All groups of a move set out from one place", "7.3.1", "groups")
    check_ways(table, act.groups)
    if state.stacks < 1 and place != state.activated:
        table.forbid(refused(f"No stack is left to move under {in_words(state.degree)}", "7.1", "groups"))
    here, called = state.at(campaign, act.side, place), campaign.board.called(place)
    if act.leader and (act.leader not in here or not campaign.blocks[act.leader].kind.leader):
        named = table.piece(act.leader)
        raise refused(f"{capital(CALLED[act.side])} has no leader at {called}, or not {named}", "7.3.4", "leader")
    check_movers(table, act.side, blocks, here, called)
    if march.is_besieged(campaign.board, position, act.side, place):
        table.forbid(march.besieged(campaign.board, place).at("groups"))
    return place


def check_ways(table: Table, groups: Sequence[Group]) -> None:
    """Refuse a way on which two places have no road between them (7.3.1)."""
    campaign = table.campaign
    for group in groups:
        for one, other in legs(group.way):
            if one not in campaign.board.roads or other not in campaign.board.roads[one]:
                roads = in_a_row(map(table.called, campaign.board.roads.get(one, ())))
                others = f"; from {table.place(one)} there is one to {roads}" if roads else ""
                raise refused(
                    f"No road leads from {table.place(one)} to {table.place(other)}{others}", "7.3.1", "groups"
                )


def check_movers(table: Table, side: str, blocks: Sequence[str], here: Sequence[str], called: str) -> None:
    """Refuse blocks that are not there, have moved, or go with two groups (7.3.1)."""
    campaign, state = table.campaign, table.state
    for one in blocks:
        if one not in here:
            there = f"it has {alike(campaign.piece_names[x] for x in here)} there" if here else "nobody of it is there"
            raise refused(
                f"{capital(CALLED[side])} does not have {table.piece(one)} at {called}; {there}", "7.3.1", "groups"
            )
        if one in state.moved:
            table.forbid(
                refused(
                    f"{campaign.blocks[one].kind.name} moved or arrived in this phase and may not move again",
                    "7.3.1",
                    "groups",
                )
            )
    if len(set(blocks)) < len(blocks):
        raise refused("A block goes with one group only", "7.3.1", "groups")


def legs(way: Sequence[str]) -> list[tuple[str, str]]:
    """The roads of a way, each from where to where."""
    return [*pairwise(way)]


def crossings(table: Table, groups: Sequence[Group]) -> Counter[str]:
    """How many blocks cross each road together. Refuses a road that would be crossed twice: by one group, or by two
    that did not come the same way (7.3.1, S9)."""
    found: Counter[str] = Counter()
    came: dict[str, tuple[str, ...]] = {}
    for group in groups:
        roads = [road_name(*ends) for ends in legs(group.way)]
        for number, road in enumerate(roads):
            way = group.way[: number + 2]
            if roads.count(road) > 1 or came.setdefault(road, way) != way:
                table.forbid(
                    refused(
                        f"The road {table.road(road)} would be crossed twice; groups cross it together", "S9", "groups"
                    )
                )
            found[road] += len(group.blocks)
    return found


def walk(table: Table, side: str, groups: Sequence[Group], gone: int) -> None:
    """Groups that have come the same ``gone`` roads go on: those who take the same road cross it together."""
    going = grouped((group.way[gone + 1], group) for group in groups if len(group.way) > gone + 1)
    for to, crossing in going.items():
        blocks = [one for group in crossing for one in group.blocks]
        came = crossing[0].way[gone]
        table.say(f"{counted(len(blocks), 'block')} of {CALLED[side]}: {table.called(came)} to {table.called(to)}.")
        table.put(side, blocks, to, by=came, moving=True)
        if table.over:
            return
        if any(len(group.way) > gone + 2 for group in crossing):
            if march.is_stopped(table.campaign.board, table.state.position(table.campaign), side, to):
                table.forbid(refused(f"At {table.called(to)} an enemy unit stops whoever arrives", "7.3.2", "groups"))
            if table.state.at(table.campaign, side, to):  # whoever was overrun goes no further, forced or not
                walk(table, side, crossing, gone + 1)
            table.settle(to)
            if table.over:
                return


# Mustering, and the Mōri box


def muster(table: Table, act: Muster) -> None:
    """Blocks from the recruitment box come to a place whose mon they have, or one of any clan to any mon (7.2)."""
    campaign, state = table.campaign, table.state
    if not may_muster(state):
        why = "Mustering is done once in a phase" if state.mustered else "Mustering takes the place of a stack's move"
        table.forbid(refused(why, "7.2"))
    box, places = state.at(campaign, act.side, BOX), mustering_places(campaign, state, state.position(campaign))
    if not act.blocks or not set(act.blocks) <= set(box) or len(set(act.blocks)) < len(act.blocks):
        raise refused("Blocks are mustered from the own recruitment box, each once", "7.2", "blocks")
    if act.place not in places:
        nowhere = refused(
            f"Nobody musters at {table.place(act.place)} now{why_not_there(campaign, act)}; possible: "
            f"{in_a_row(map(table.called, places)) or 'nowhere'}",
            "7.2, S14",
            "place",
        )
        if act.place not in campaign.board.places:
            raise nowhere
        table.forbid(nowhere)
    clans, mon = {campaign.blocks[one].kind.clan for one in act.blocks}, places.get(act.place, [])
    if len(act.blocks) > 1 and (len(clans) > 1 or not clans <= set(mon)):
        table.forbid(
            refused(
                "Several blocks muster together only if all are of one clan, and where its mon is; one block of any "
                f"clan may muster at {table.called(act.place)}",
                "7.2",
                "blocks",
            )
        )
    state.mustered = True
    if state.degree != "total":
        state.stacks = max(0, state.stacks - 1)
    state.moved += act.blocks
    arrived = "a block" if len(act.blocks) == 1 else table.names(act.blocks)
    table.say(f"{capital(CALLED[act.side])} musters {arrived} at {table.called(act.place)} (7.2).")
    if len(act.blocks) > 1:
        state.known += [one for one in act.blocks if one not in state.known]
    table.put(act.side, act.blocks, act.place)


def why_not_there(campaign: Campaign, act: Muster) -> str:
    """Why nobody musters at a place, as a clause (7.2, S14); nothing of what is no place."""
    place = campaign.board.places.get(act.place)
    if place is None:
        return ""
    enemy = (
        "the enemy is there and no own block" if place.clans_of(act.side) else f"no mon of {CALLED[act.side]} is there"
    )
    return f", for {enemy}"


def bring(table: Table, act: Bring) -> None:
    """Blocks from the Mōri box come to Osaka for a card, the leader last (9.3, D29)."""
    campaign, state = table.campaign, table.state
    if act.side != MORI or not may_bring(campaign, state):
        closed = refused("The Mōri box is the west's, and opened in a movement phase", "9.3")
        if act.side != MORI:
            raise closed
        table.forbid(closed)
    in_hand(table, act.side, (act.card,))
    box = state.at(campaign, act.side, MORI_BOX)
    most = brought_by(campaign, act.card)
    too_many = refused(f"This card brings {counted(most, 'block')} from the Mōri box", "9.3", "blocks")
    if not act.blocks or len(set(act.blocks)) < len(act.blocks) or not set(act.blocks) <= set(box):
        raise too_many
    if len(act.blocks) > most:
        table.forbid(too_many)
    leads = any(campaign.blocks[one].kind.leader for one in act.blocks)
    if leads and len(act.blocks) < len(box):
        table.forbid(refused("The leader is the last to leave the Mōri box", "9.3", "blocks"))
    table.say(
        f"{capital(CALLED[act.side])} brings {table.names(act.blocks)} to {table.called(OSAKA)} for "
        f"{table.cards([act.card])} (9.3)."
    )
    table.discard(act.side, (act.card,))
    state.moved += act.blocks
    table.put(act.side, act.blocks, OSAKA)


def end(table: Table, act: End) -> None:
    """The movement phase is over."""
    table.say(f"{capital(CALLED[act.side])} ends its movement (7.1).")
    table.state.step, table.state.activated = "combat", ""
