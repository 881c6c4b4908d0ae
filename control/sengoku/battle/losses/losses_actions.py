"""Losses: how a side's real counters lost come off its units, by the reckoner or by the umpire's hand (R5).

Notional men (a castle, doubled monks, a general in person) have absorbed their part before: the rules say how many
real counters a side has lost, and only these are shared out here.
"""

from __future__ import annotations

from control.kernel.errors import OrderNotAllowed, OrderNotUnderstood, did_you_mean
from control.kernel.typed import Order, number, one_of
from control.sengoku.battle.fighting_actions import at_work_on
from control.sengoku.rows import Army, Battle, BattleForce, BattleSide
from control.sengoku.rules.battle.battle import shared_out
from control.sengoku.rules.desks import AT_THE_MAP
from control.sengoku.rules.sizes import MOST_TROOPS
from control.sengoku.rules.tables import ROLES
from control.sengoku.world.acting import World, action
from control.sengoku.world.forces.ground_questions import ground_name
from control.sengoku.world.forces.sides_questions import ground, links_of, row_of_side, side_now
from control.sengoku.world.land.risings_questions import post_in_words


class ShareLosses(Order):
    """How many real counters each unit of a side has lost in this battle so far.

    ``shares`` has ``A`` and the number of an army, ``G`` and that of a garrison, as keys; units left out lost none.
    """

    battle: number(1, 10**6, "the number of a battle")
    side: one_of("a side", *ROLES)
    shares: dict[str, number(0, MOST_TROOPS, "a number of counters")]


@action("battle.share_losses", title="Share out the losses", order=ShareLosses, desks=AT_THE_MAP)
def share_losses(world: World, order: ShareLosses) -> str:
    """Share a side's losses so far out among its units as the umpire decides; the sum stays what it is (R5)."""
    battle = at_work_on(world, order.battle)  # once it is over, what recovers has been reckoned from these (R8)
    side = row_of_side(world.session, battle, order.side)
    links = {unit_code(link): link for link in links_of(world.session, battle, order.side)}
    check_shares(order.shares, links, side)
    for code, link in links.items():
        force, share = link.force, order.shares.get(code, 0)
        force.troops, link.lost = force.troops + link.lost - share, share
    told = ", ".join(f"{named(world, link)} {link.lost}" for link in links.values())
    return f"Battle {battle.id}: the losses of {side.name}'s side were shared out: {told}."


def check_shares(shares: dict[str, int], links: dict[str, BattleForce], side: BattleSide) -> None:
    """Refuse a unit that is not on the side, more than it had, and a sum that is not what the side has lost."""
    for code, share in shares.items():
        if code not in links:
            raise OrderNotUnderstood(
                f'"{code}" does not fight on {side.name}\'s side, only {", ".join(links) or "nobody"}.'
                f"{did_you_mean(code, links)}",
                field="shares",
            )
        had = links[code].force.troops + links[code].lost
        if share > had:
            raise OrderNotAllowed(
                f"It had {had} when the battle began, so it cannot have lost {share}.",
                field=f"shares.{code}",
                ruling="R5",
            )
    lost = sum(link.lost for link in links.values())
    if sum(shares.values()) != lost:
        raise OrderNotAllowed(
            f"These add up to {sum(shares.values())}, but the side has lost {lost} real counters.",
            field="shares",
            ruling="R5",
        )


def take_losses(world: World, battle: Battle, side: BattleSide) -> None:
    """Bring the counters of a side's units down to what the rules leave it, shared out by their size (R5)."""
    links = links_of(world.session, battle, side.role)
    lost = side_now(world.session, battle, side).troops_lost(ground(world.session, battle), world.tables, world.options)
    more = further_losses(lost, [link.troops for link in links], [link.lost for link in links])
    for link, share in zip(links, more, strict=True):
        force = link.force
        force.troops = max(0, force.troops - share)
        link.lost += share


def further_losses(total: int, sizes: list[int], lost: list[int]) -> list[int]:
    """What each unit of a side loses now, if of ``sizes`` these are ``lost`` already and it comes to ``total``.

    Only what is new is shared out: sharing the whole anew can give a unit counters back at another's cost.
    """
    return shared_out(total - sum(lost), [size - gone for size, gone in zip(sizes, lost, strict=True)])


def unit_code(link: BattleForce) -> str:
    """A unit as orders name it: ``A7`` for army 7, ``G2`` for garrison 2."""
    return f"A{link.army}" if link.army is not None else f"G{link.garrison}"


def named(world: World, link: BattleForce) -> str:
    """A unit in a sentence."""
    force = link.force
    if isinstance(force, Army):
        return f"army {force.code}"
    return f"the {post_in_words(force.clan, ground_name(world.scenario, force.province, force.place))}"
