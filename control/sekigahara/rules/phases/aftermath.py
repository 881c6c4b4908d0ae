"""After a combat: losses, castles that fall, retreats, cards drawn, and what follows from a retreat (8.7 to 8.10)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from control.kernel.wording import capital, counted, in_a_row
from control.sekigahara.rules.board import march
from control.sekigahara.rules.campaign.acts import Lose, Offer, Retreat
from control.sekigahara.rules.campaign.campaign import Campaign, State
from control.sekigahara.rules.campaign.table import Table
from control.sekigahara.rules.combat.ending import Ending, ending
from control.sekigahara.rules.combat.losses import DISK, classes, counting, losses_of
from control.sekigahara.rules.combat.state import Combat
from control.sekigahara.rules.forcing import freely, refused
from control.sekigahara.rules.phases.meeting import combats
from control.sekigahara.rules.sides import CALLED, OTHER, SIDES

GoOn = Callable[[Table], None]
Follow = Callable[[Table, str, str], None]
"""What comes after a combat: the next of the phase, or the one that a retreat causes."""


# Losses


def has_choice(combat: Combat, side: str) -> bool:
    """Whether a side chooses among its units what to lose (8.7.2, D10): blocks that deployed and are alike are no
    choice."""
    due, ranks = len(losses_of(combat, side).taken), classes(combat, side)
    disk = combat.forces.disk
    units = sum(len(rank) for rank in ranks) + bool(disk)
    if disk and 0 < due < units and combat.forces.edition.disks[disk].lost == "any":
        return True
    for rank in ranks:
        if due < len(rank):
            return due > 0 and not alike(combat, rank)
        due -= len(rank)
    return False


def alike(combat: Combat, rank: Sequence[str]) -> bool:
    """Whether all blocks of a rank lie open and are the same."""
    kinds = {one.block.id: one.block.kind for one in combat.deployed}
    return all(one in kinds for one in rank) and len({kinds[one] for one in rank}) == 1


def must_name(table: Table, combat: Combat, side: str) -> bool:
    """Whether the real game alone knows which blocks a side loses: hidden ones are among them."""
    shown = {one.block.id for one in combat.deployed}.union(table.state.known, [DISK])
    return table.named is not None and not shown.issuperset(losses_of(combat, side).taken)


def loss_choices(combat: Combat, side: str) -> dict[str, object]:
    """How many units a side loses, and in which order: each class before the next, the disk where it may go."""
    disk = combat.forces.disk  # in a siege the defender alone has losses to choose
    lost = combat.forces.edition.disks[disk].lost if disk else ""
    return {
        "number": len(losses_of(combat, side).taken),
        "classes": [list(rank) for rank in classes(combat, side)],
        "disk": lost,
    }


def begin_losses(table: Table, combat: Combat, go_on: GoOn, follow: Follow) -> None:
    """The combat is over: the attacker takes his losses first, then the defender; whoever has no choice takes them at
    once (8.7.2, S26), but for the hidden blocks of the real game."""
    fight = table.state.the_fight
    for side in (fight.attacker, OTHER[fight.attacker]):
        if side not in fight.lost:
            if has_choice(combat, side) or must_name(table, combat, side):
                fight.stage, fight.side = "lose", side
                return
            take(table, combat, side, losses_of(combat, side).taken)
    after_losses(table, combat, go_on, follow)


def lose(table: Table, combat: Combat, act: Lose, go_on: GoOn, follow: Follow) -> None:
    """A side has chosen its losses (8.7.2)."""
    take(table, combat, act.side, losses_of(combat, act.side, act.blocks, table.forbid).taken)
    begin_losses(table, combat, go_on, follow)


def take(table: Table, combat: Combat, side: str, units: Sequence[str]) -> None:
    """Units of a side are lost, the disk among them; for what so many is said once."""
    fight, why = table.state.the_fight, counting(combat, side, len(units))
    fight.lost[side] = [*units]
    blocks = [one for one in units if one != DISK]
    table.lose(side, blocks, why)
    if DISK in units:
        table.state.disks.remove(fight.disk)
        name, many = table.campaign.edition.disks[fight.disk].name, "" if blocks else f": {why}"
        table.say(f"The disk of {name} at {table.called(fight.place)} is destroyed{many} (8.9.3).")
    if not units and why:
        rule = table.campaign.edition.numbers.siege if fight.siege else "8.7.1"
        table.say(f"{capital(CALLED[side])} loses nobody: {why} ({rule}).")


def after_losses(table: Table, combat: Combat, go_on: GoOn, follow: Follow) -> None:
    """Whether the game is won; then a castle may have fallen, or the beaten side retreats (S27, 8.8.1, 8.9)."""
    campaign, fight = table.campaign, table.state.the_fight
    table.after_deaths()
    if table.over:
        return
    end = ending(combat, fight.lost, freely)
    if end.retreats:
        table.say(f"{capital(CALLED[end.winner])} wins; {CALLED[end.retreats]} retreats (8.8.1).")
        fight.stage, fight.side = "retreat", end.retreats
        return
    if fight.siege:
        left = still_inside(table, end)
        fell = f"holds with {left}" if left else "falls"
        table.say(f"The castle of {table.called(fight.place)} {fell} ({campaign.edition.numbers.siege}).")
        table.claim(fight.place, fight.attacker)
    else:
        table.say(f"{capital(CALLED[end.winner])} wins, and nobody is left to retreat (8.8.1, S25).")
        table.claim(fight.place, end.winner)
    table.settle(fight.place)
    draw_cards(table, end)
    finish(table, go_on, follow)


def still_inside(table: Table, end: Ending) -> str:
    """Who is left inside a castle after a siege, in words; empty if nobody is."""
    fight = table.state.the_fight
    blocks = len(table.state.at(table.campaign, OTHER[fight.attacker], fight.place))
    return in_a_row([*([counted(blocks, "block")] if blocks else []), *(["the disk"] if end.disk else [])])


def draw_cards(table: Table, end: Ending) -> None:
    """Cards that were played go to the discards, and cards are drawn: now, or with those of the battle that follows
    (8.10, S31)."""
    state = table.state
    for side in SIDES:
        state.owed[side] = state.owed.get(side, 0) + end.draws[side]


def pay_out(table: Table) -> None:
    """Both sides discard what they played and draw what they are owed (8.10)."""
    state = table.state
    for side in SIDES:
        played, owed = len(state.table[side]), state.owed.pop(side, 0)
        state.discards[side] += state.table[side]
        state.table[side] = []
        table.replenish(side, owed, f"the combat: {played} played, {owed - played} for blocks lost")


# Retreats


def retreat_choices(campaign: Campaign, state: State) -> dict[str, object]:
    """Where the beaten side may retreat, and how many may stay in the castle (8.8.2 to 8.8.4, S28, S29). Who came out
    of the castle alone goes back into it: that is where he came from."""
    fight = state.the_fight
    side, place = fight.side, fight.place
    near = list(campaign.board.roads[place])
    ways = [way.split() for way in state.entered.get(place, ())]
    came = {by for whose, by, *block in ways if whose == side and set(block) <= {*fight.blocks[side]}}
    blocks, holds = state.at(campaign, side, place), campaign.edition.castle.holds if fight.owner == side else 0
    if side == fight.attacker:
        to = [one for one in near if one in came] or ([] if len(blocks) <= holds else near)
    else:
        to = free_beside(campaign, state) or near
    return {
        "to": to,
        "blocks": blocks,
        "inside": holds,
    }


def free_beside(campaign: Campaign, state: State) -> list[str]:
    """Where the beaten defender finds no enemy, and none came from (8.8.3)."""
    fight, position = state.the_fight, state.position(campaign)
    ways = [way.split() for way in state.entered.get(fight.place, ())]
    came = {by for whose, by, *_ in ways if whose != fight.side}  # whoever of them has left, the beaten cannot know
    near = (one for one in campaign.board.roads[fight.place] if one not in came)
    return [one for one in near if not march.is_stopped(campaign.board, position, fight.side, one)]


def why_there(campaign: Campaign, state: State, to: Sequence[str]) -> str:
    """Why the beaten retreat to these places and no others, as a clause (8.8.2, 8.8.3, S29)."""
    fight = state.the_fight
    if fight.side == fight.attacker:
        near = len(to) == len(campaign.board.roads[fight.place])
        return ", any place beside" if near else ", from where they came"
    if free_beside(campaign, state):
        return ", where no enemy is and none came from"
    return ", any place beside, for want of a free one"


def has_castle(campaign: Campaign, state: State, place: str) -> bool:
    """Whether blocks can be inside a castle at a place; where a disk is the castle, while it stands (8.9.2, S37)."""
    return bool(march.owner(campaign.board, state.position(campaign), place))


def retreat(table: Table, combat: Combat, act: Retreat, go_on: GoOn, follow: Follow) -> None:
    """The beaten side leaves as one group, but for those who stay in its castle; what it meets is an overrun or the
    next battle, in which it attacks, but where combat stands already: there it is added (8.8)."""
    campaign, state, fight = table.campaign, table.state, table.state.the_fight
    choices = retreat_choices(campaign, state)
    place, blocks, to = fight.place, state.at(campaign, act.side, fight.place), choices["to"]
    assert isinstance(to, list)
    if len(set(act.inside)) < len(act.inside) or not set(act.inside) <= set(blocks):
        raise refused("Only blocks that are left stay in the castle, each once", "8.8.4", "inside")
    if len(act.inside) > int(str(choices["inside"])):
        holds = campaign.edition.castle.holds if choices["inside"] else 0
        too_many = refused(
            f"At most {holds} blocks may stay in the castle here"
            if holds
            else f"No block may stay at {table.called(place)}: {CALLED[act.side]} had no castle there",
            "8.8.4",
            "inside",
        )
        if not has_castle(campaign, state, place):
            raise too_many
        table.forbid(too_many)
    going = [one for one in blocks if one not in act.inside]
    if going and act.to not in to:
        rule = "8.8.2" if act.side == fight.attacker else "8.8.3"
        where = in_a_row((table.called(one) for one in to), "or") or "the castle they came from"
        missing = ": choose where" if to else ": say of all of them that they stay in it"
        asked = f", not {table.place(act.to)}" if act.to else missing
        why = why_there(campaign, state, to) if to else ""
        elsewhere = refused(f"They retreat to {where}{why}{asked}", rule, "to" if to or act.to else "inside")
        if act.to not in campaign.board.roads[place]:
            raise elsewhere
        table.forbid(elsewhere)
    if not going and act.to:
        raise refused("All stay in the castle, so nobody retreats elsewhere", "8.8.4", "to")
    end, to_be_fought = ending(combat, fight.lost, freely), act.to in combats(campaign, state)
    if act.inside:
        stay = counted(len(act.inside), "block")
        table.say(f"{capital(CALLED[act.side])} leaves {stay} in the castle of {table.called(place)} (8.8.4).")
    if going:
        many = counted(len(going), "block")
        table.say(f"{capital(CALLED[act.side])} retreats with {many} to {table.called(act.to)} (8.8.1).")
        table.leave(going)
        table.put(act.side, going, act.to, by=place)
        if table.over:
            return
    table.claim(place, OTHER[act.side])
    table.settle(place)
    draw_cards(table, end)
    position = state.position(campaign)
    meets = (
        bool(going)
        and position.blocks(act.side, act.to)
        and march.is_stopped(campaign.board, position, act.side, act.to)
    )
    if meets and to_be_fought:
        table.say(f"They join the combat at {table.called(act.to)}, which is to be declared still (8.8.5, 8.1).")
    finish(table, go_on, follow, (act.to, act.side) if meets and not to_be_fought else None)


def finish(table: Table, go_on: GoOn, follow: Follow, caused: tuple[str, str] | None = None) -> None:
    """A combat is over and done: cards, then the battle that a retreat ``caused`` (where, and who attacks), or the next
    (8.8.5, 8.10)."""
    table.state.keep_fight()
    if caused is None or table.campaign.options.replenish == "before_follow_on":
        pay_out(table)
    if caused is None:
        go_on(table)
    else:
        table.say(f"The retreat to {table.called(caused[0])} leads to another combat there (8.8.5).")
        follow(table, *caused)


def offers(campaign: Campaign, state: State, combat: Combat) -> Iterator[Offer]:
    """What may be done after a combat."""
    fight = state.the_fight
    if fight.stage == "lose":
        yield Offer(fight.side, Lose, loss_choices(combat, fight.side))
    else:
        yield Offer(fight.side, Retreat, retreat_choices(campaign, state))
