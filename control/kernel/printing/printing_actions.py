"""The print manifest: whoever prints something says what, so that it is known later what has become wrong."""

from __future__ import annotations

from control.kernel.actions.action import KERNEL_ACTIONS
from control.kernel.actions.world import World
from control.kernel.errors import OrderNotAllowed, OrderNotUnderstood
from control.kernel.roles import EVERY_DESK, LEAD
from control.kernel.rows import Printing
from control.kernel.typed import Order, number, text
from control.kernel.wording import counted

MARK = text("a mark", 1, 40)
KEY = text("the key of a thing", 0, 80)


class PrintedKind(Order):
    """A kind of printout with the things that were printed of it: the mark of what was on each, by its key."""

    kind: text("a kind of printout", 1, 40)
    stock: text("a paper", 1, 40) = "A4"
    items: dict[KEY, MARK]


class Record(Order):
    """What was printed, from the game as it stood after entry ``state`` of the journal (0: before the first)."""

    state: number(0, 10**9, "the number of a journal entry")
    printed: list[PrintedKind]


@KERNEL_ACTIONS.add("print.record", title="Note what was printed", order=Record, desks=(EVERY_DESK,), seen_by=(LEAD,))
def record(world: World, order: Record) -> str:
    """Put what was printed into the print manifest, and tick it off the list of papers to be printed again."""
    if not order.printed:
        raise OrderNotUnderstood("Say what was printed.", field="printed")
    for spot, one in enumerate(order.printed):
        if not one.items:
            raise OrderNotUnderstood("Say which things were printed.", field=f"printed.{spot}.items")
    if order.state >= world.entry:
        raise OrderNotAllowed(  # which is the last one, not every desk may know
            f"Entry {order.state} of the journal has not been made yet. Name one that has.", field="state"
        )
    run = world.number("print_run")
    for one in order.printed:
        world.new(Printing, run=run, kind=one.kind, stock=one.stock, state=order.state, items=one.items)
        world.of_game.printed(world, one.kind, one.items, order.state)
    count = sum(len(one.items) for one in order.printed)
    kinds = ", ".join(one.kind.replace("_", " ") for one in order.printed[:3])
    more = f" and {len(order.printed) - 3} other kinds" if len(order.printed) > 3 else ""
    return f"Printed: {kinds}{more} ({counted(count, 'thing')})."
