"""The rota: which umpire minds which clan, or which job."""

from __future__ import annotations

from sqlalchemy import select

from control.kernel.errors import ChangedElsewhere, OrderNotUnderstood
from control.kernel.typed import Order, number, one_of, text
from control.sengoku.rows import Clan, Duty
from control.sengoku.rules.desks import DESKS
from control.sengoku.world.acting import World, action
from control.sengoku.world.names import folded

ALL = tuple(DESKS)


class Assign(Order):
    """An umpire, the desk he sits at, and what he minds: a clan, or a job in words; and whether he is here."""

    umpire: text("an umpire’s name", 1, 60)
    desk: one_of("a desk", *DESKS)
    clan: text("a clan") = ""
    job: text("a job", most=80) = ""
    here: bool = True


@action("duty.assign", title="Give an umpire a duty", order=Assign, desks=("game",), seen_by=ALL)
def assign(world: World, order: Assign) -> str:
    """Note that an umpire minds a clan or a job, or that he is here for it or away."""
    if not order.clan and not order.job:
        raise OrderNotUnderstood("Say which clan he minds, or which job he does.", field="clan")
    clan = world.get(Clan, order.clan, "clan") if order.clan else None
    what = " and ".join(filter(None, (clan.name if clan else "", order.job)))
    where = f"{order.umpire}, {DESKS[order.desk]},"
    for row in world.session.scalars(select(Duty).order_by(Duty.id)):
        same = (row.desk, row.clan, folded(row.job)) == (order.desk, clan.id if clan else None, folded(order.job))
        if same and folded(row.umpire) == folded(order.umpire):
            if row.here is order.here:
                raise ChangedElsewhere(f"{where} minds {what} already.", field="umpire")
            row.here = order.here
            return f"{where} is {'here' if order.here else 'away'}: {what}."
    world.new(
        Duty, umpire=order.umpire, desk=order.desk, clan=clan.id if clan else None, job=order.job, here=order.here
    )
    return f"{where} minds {what}{'' if order.here else ', and is not here yet'}."


class End(Order):
    """A duty that an umpire has no longer."""

    duty: number(1, 10**6, "the number of a duty")


@action("duty.end", title="End a duty", order=End, desks=("game",), seen_by=ALL)
def end(world: World, order: End) -> str:
    """Take a duty off the rota."""
    row = world.get(Duty, order.duty, "duty")
    clan = world.session.get_one(Clan, row.clan).name if row.clan else ""
    world.session.delete(row)
    return f"{row.umpire} no longer minds {' and '.join(filter(None, (clan, row.job)))}."
