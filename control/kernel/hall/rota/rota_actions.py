"""The rota (rota.py): which umpire minds which part of what his desk minds, or which job; and own codes.

A code of his own opens an umpire's place at his desk: the journal knows his name without asking, he can be withdrawn
alone, and at a desk that is shared out he sees what he minds by the rota, and nothing else.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from sqlalchemy import select

from control.kernel.actions.action import KERNEL_ACTIONS
from control.kernel.actions.slips import Slip
from control.kernel.actions.world import World
from control.kernel.codes import new_desk_code
from control.kernel.errors import ChangedElsewhere, OrderNotAllowed, OrderNotUnderstood, did_you_mean
from control.kernel.game import UmpiredGame
from control.kernel.roles import EVERY_DESK, LEAD, STROKE
from control.kernel.rows import Desk
from control.kernel.typed import Order, made_order, number, one_of, text
from control.kernel.wording import any_spelling, same_name


def assigned(game: UmpiredGame) -> type[Order]:
    """What gives an umpire of this game a duty."""
    part = game.on_the_rota.part
    said = f"An umpire, the desk he sits at, and what he minds: {f'a {part}, or ' if part else ''}a job in words; and "
    return made_order(
        "Assign",
        f"{said}whether he is here.",
        umpire=text("an umpire’s name", 1, 60),
        desk=one_of("a desk", *game.roles),
        **({part: (text(f"a {part}"), "")} if part else {}),
        job=(text("a job", most=80), ""),
        here=(bool, True),
    )


@KERNEL_ACTIONS.add(
    "duty.assign", title="Give an umpire a duty", order=assigned, desks=(LEAD,), seen_by=(EVERY_DESK,), needs="rota"
)
def assign(world: World, order: Any) -> str:
    """Note that an umpire minds a clan or a job, or that he is here for it or away."""
    rota = world.of_game.on_the_rota
    key = getattr(order, rota.part) if rota.part else ""
    if not key and not order.job:
        which = f"which {rota.part} he minds, or " if rota.part else ""
        raise OrderNotUnderstood(f"Say {which}which job he does.", field=rota.part or "job")
    part = world.get(rota.of, key, rota.part) if key and rota.of else None
    what = " and ".join(filter(None, (part.name if part else "", order.job)))
    where = f"{order.umpire}, {world.of_game.roles[order.desk]},"
    for row in world.session.scalars(select(rota.row).order_by(rota.row.id)):
        same = (row.desk, rota.key_of(row), any_spelling(row.job)) == (order.desk, key, any_spelling(order.job))
        if same and same_name(row.umpire, order.umpire):
            if row.here is order.here:
                raise ChangedElsewhere(f"{where} minds {what} already.", field="umpire")
            row.here = order.here
            return f"{where} is {'here' if order.here else 'away'}: {what}."
    minded: dict[str, Any] = {rota.part: key or None} if rota.part else {}
    world.new(rota.row, umpire=order.umpire, desk=order.desk, **minded, job=order.job, here=order.here)
    return f"{where} minds {what}{'' if order.here else ', and is not here yet'}."


class End(Order):
    """A duty that an umpire has no longer."""

    duty: number(1, 10**6, "the number of a duty")


@KERNEL_ACTIONS.add("duty.end", title="End a duty", order=End, desks=(LEAD,), seen_by=(EVERY_DESK,), needs="rota")
def end(world: World, order: End) -> str:
    """Take a duty off the rota."""
    rota = world.of_game.on_the_rota
    row = world.get(rota.row, order.duty, "duty", gone="Perhaps a colleague has ended it.")
    key = rota.key_of(row)
    part = world.session.get_one(rota.of, key).name if key and rota.of else ""
    world.session.delete(row)
    return f"{row.umpire} no longer minds {' and '.join(filter(None, (part, row.job)))}."


def own_code(game: UmpiredGame, base: type[Order] = Order) -> type[Order]:
    """What names an umpire of this game and his desk."""
    said = "An umpire of the rota, and the desk at which he gets a code of his own, or has one that is withdrawn."
    fields = {"umpire": text("an umpire’s name", 1, 60), "desk": one_of("a desk", *game.roles)}
    return made_order("OwnCode", said, base, **fields)


class OncePerUmpire(Slip):
    """Two umpires who give somebody a code of his own in one breath would give two, of which the first, which is
    printed by then, opens nothing."""

    def facts(self) -> tuple[str, str]:
        """Whose code it is."""
        return any_spelling(self.umpire), self.desk  # type: ignore[attr-defined]


@KERNEL_ACTIONS.add(
    "duty.give_code",
    title="Give an umpire a code of his own",
    order=partial(own_code, base=OncePerUmpire),
    desks=(LEAD,),
    seen_by=(LEAD,),
    also=("withdraws",),
    needs="rota",
)
def give_code(world: World, order: Any) -> str:
    """Give an umpire of the rota a code of his own, to be printed; one that he had before opens nothing any more."""
    duty = world.of_game.on_the_rota.row
    found = world.session.scalars(select(duty.umpire).where(duty.desk == order.desk).order_by(duty.id))
    known = {any_spelling(name): name for name in found}
    name = known.get(any_spelling(order.umpire))
    where = world.of_game.roles[order.desk]
    if name is None:
        near = did_you_mean(order.umpire, known.values())
        raise OrderNotUnderstood(
            f'The rota has nobody called "{order.umpire}" at {where}.{near} Give him a duty there first.',
            field="umpire",
        )
    place = own_place(world, order)
    if place is None:
        key = f"{order.desk}{STROKE}{world.number('desk')}"
        code = new_desk_code(world.game.seed, key, 0)
        world.session.add(Desk(key=key, name=name, code=code))
        return f"{name}, {where}, has a code of his own."
    place.issue = place.since = max(place.issue, place.since) + 1
    place.code = new_desk_code(world.game.seed, place.key, place.issue)
    return f"{place.name}, {where}, has a new code of his own, and has to sign in again."


@KERNEL_ACTIONS.add(
    "duty.withdraw_code",
    title="Withdraw an umpire’s own code",
    order=own_code,
    desks=(LEAD,),
    seen_by=(LEAD,),
    needs="rota",
)
def withdraw_code(world: World, order: Any) -> str:
    """Withdraw an umpire: his own code opens nothing, and every device that he is signed in on is signed out."""
    place, where = own_place(world, order), world.of_game.roles[order.desk]
    if place is None or place.since > place.issue:
        raise OrderNotAllowed(
            f"{order.umpire} has no code of his own at {where}, so there is none to withdraw. Who came in with the "
            "code of the desk goes when that gets a new one.",
            field="umpire",
        )
    place.since = place.issue + 1
    return f"The code of {place.name}, {where}, was withdrawn, and he is signed out everywhere."


def own_place(world: World, order: Any) -> Desk | None:
    """The place that an umpire has of his own at a desk, withdrawn or not."""
    found = select(Desk).where(Desk.key.startswith(f"{order.desk}{STROKE}", autoescape=True)).order_by(Desk.key)
    return next((one for one in world.session.scalars(found) if same_name(one.name, order.umpire)), None)
