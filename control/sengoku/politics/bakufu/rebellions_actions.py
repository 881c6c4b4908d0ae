"""Rebellion, declared and lifted by the Bakufu (handbook 8; R38)."""

from __future__ import annotations

from sqlalchemy import select

from control.kernel.errors import ChangedElsewhere, OrderNotAllowed
from control.kernel.roles import EVERY_DESK
from control.kernel.typed import Order, text
from control.sengoku.rows import Clan, Rebellion
from control.sengoku.rules.desks import AT_COURT
from control.sengoku.world.acting import World, action
from control.sengoku.world.land.rising_actions import with_lord
from control.sengoku.world.people.proposals_actions import propose
from control.sengoku.world.telling.notices_actions import tell_every_table


class DeclareRebellion(Order):
    """A clan that is in rebellion from now on, and why."""

    clan: text("a clan", 1, label="Clan")
    reason: text("a reason", 3, 200, label="Reason, for everybody to read")


@action("rebellion.declare", title="Declare a rebellion", order=DeclareRebellion, desks=AT_COURT, seen_by=(EVERY_DESK,))
def declare(world: World, order: DeclareRebellion) -> str:
    """Declare a clan in rebellion: the hall is shown, and attacks on it break no promise (R38)."""
    clan = with_lord(world, order.clan)
    if clan.kind == "bakufu":
        raise OrderNotAllowed("The Bakufu is no rebel against itself. Choose another clan.", field="clan")
    if standing(world, clan.id):
        raise ChangedElsewhere(f"{clan.name} is in rebellion already.", field="clan")
    world.new(Rebellion, clan=clan.id, reason=order.reason)
    told = f"The Bakufu declares {clan.name} in rebellion"
    propose(world, clan.id, "rebellion", told)
    tell_every_table(world, "rebellion", f"{told}. Whoever attacks it breaks no promise.")
    return f"{told}: {order.reason.rstrip('.')}. Attacks on it break no promise and cost no honour (R38)."


class LiftRebellion(Order):
    """A clan that is in rebellion no more, and why."""

    clan: text("a clan", 1, label="Clan")
    reason: text("a reason", most=200, label="Reason") = ""


@action("rebellion.lift", title="Lift a rebellion", order=LiftRebellion, desks=AT_COURT, seen_by=(EVERY_DESK,))
def lift(world: World, order: LiftRebellion) -> str:
    """Take a clan back into the Shogun's peace (R38)."""
    clan = world.get(Clan, order.clan, "clan")
    rebellion = standing(world, clan.id)
    if rebellion is None:
        raise OrderNotAllowed(f"{clan.name} is not in rebellion: there is nothing to lift.", field="clan")
    rebellion.lifted = True
    told = f"{clan.name} is in rebellion no more"
    tell_every_table(world, "rebellion", f"{told}: the Bakufu has lifted it.")
    return f"{told}{f': {order.reason}' if order.reason else ''}. Promises to it hold again (R38)."


def standing(world: World, clan: str) -> Rebellion | None:
    """The rebellion that a clan is in now."""
    return world.session.scalar(select(Rebellion).filter_by(clan=clan, lifted=False))
