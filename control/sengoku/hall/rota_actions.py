"""The rota: which umpire minds which clan, or which job; and who has a code of his own.

A code of his own opens an umpire's place at his desk: the journal knows his name without asking, he can be withdrawn
alone, and at a desk that is shared out he sees the clans that he minds by the rota, and no others.
"""

from __future__ import annotations

from sqlalchemy import select

from control.kernel.codes import new_desk_code
from control.kernel.errors import ChangedElsewhere, OrderNotAllowed, OrderNotUnderstood, did_you_mean
from control.kernel.roles import STROKE
from control.kernel.rows import Desk
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


class OwnCode(Order):
    """An umpire of the rota, and the desk at which he gets a code of his own, or has one that is withdrawn."""

    umpire: text("an umpire’s name", 1, 60)
    desk: one_of("a desk", *DESKS)


@action(
    "duty.give_code",
    title="Give an umpire a code of his own",
    order=OwnCode,
    desks=("game",),
    seen_by=("game",),
    also=("withdraws",),
)
def give_code(world: World, order: OwnCode) -> str:
    """Give an umpire of the rota a code of his own, to be printed; one that he had before opens nothing any more."""
    found = world.session.scalars(select(Duty.umpire).where(Duty.desk == order.desk).order_by(Duty.id))
    known = {folded(name): name for name in found}
    where = DESKS[order.desk]
    if folded(order.umpire) not in known:
        near = did_you_mean(order.umpire, known.values())
        raise OrderNotUnderstood(
            f'The rota has nobody called "{order.umpire}" at {where}.{near} Give him a duty there first.',
            field="umpire",
        )
    place = own_place(world, order)
    if place is None:
        key = f"{order.desk}{STROKE}{world.number('desk')}"
        code = new_desk_code(world.game.seed, key, 0)
        world.session.add(Desk(key=key, name=known[folded(order.umpire)], code=code))
        return f"{known[folded(order.umpire)]}, {where}, has a code of his own."
    place.issue = place.since = max(place.issue, place.since) + 1
    place.code = new_desk_code(world.game.seed, place.key, place.issue)
    return f"{place.name}, {where}, has a new code of his own, and has to sign in again."


@action("duty.withdraw_code", title="Withdraw an umpire’s own code", order=OwnCode, desks=("game",), seen_by=("game",))
def withdraw_code(world: World, order: OwnCode) -> str:
    """Withdraw an umpire: his own code opens nothing, and every device that he is signed in on is signed out."""
    place = own_place(world, order)
    if place is None or place.since > place.issue:
        raise OrderNotAllowed(
            f"{order.umpire} has no code of his own at {DESKS[order.desk]}, so there is none to withdraw. Who came in "
            "with the code of the desk goes when that gets a new one.",
            field="umpire",
        )
    place.since = place.issue + 1
    return f"The code of {place.name}, {DESKS[order.desk]}, was withdrawn, and he is signed out everywhere."


def own_place(world: World, order: OwnCode) -> Desk | None:
    """The place that an umpire has of his own at a desk, withdrawn or not."""
    found = select(Desk).where(Desk.key.startswith(f"{order.desk}{STROKE}", autoescape=True)).order_by(Desk.key)
    return next((one for one in world.session.scalars(found) if folded(one.name) == folded(order.umpire)), None)
