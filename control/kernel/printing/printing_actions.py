"""The print manifest: whoever prints something says what, so that it is known later what has become wrong."""

from __future__ import annotations

from collections.abc import Sequence

from control.kernel.actions.action import KERNEL_ACTIONS
from control.kernel.actions.world import World
from control.kernel.errors import NotThisDesk, OrderNotAllowed, OrderNotUnderstood
from control.kernel.journal.numbering_questions import PRINTED, numbering
from control.kernel.printing.kinds import Papers
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


@KERNEL_ACTIONS.add(PRINTED, title="Note what was printed", order=Record, desks=(EVERY_DESK,), seen_by=(LEAD,))
def record(world: World, order: Record) -> str:
    """Put what was printed into the print manifest, and tick it off the list of papers to be printed again."""
    if not order.printed:
        raise OrderNotUnderstood("Say what was printed.", field="printed")
    for spot, one in enumerate(order.printed):
        if not one.items:
            raise OrderNotUnderstood("Say which things were printed.", field=f"printed.{spot}.items")
    if order.state >= world.entry:
        asked = numbering(world.session, world.umpire.desk).shown(order.state)
        raise OrderNotAllowed(  # which is the last one, not every desk may know
            f"Entry {asked} of the journal has not been made yet. Name one that has.", field="state"
        )
    if not world.replays and not world.leading:
        keep_to_its_papers(world, [one.kind for one in order.printed])
    run = world.number("print_run")
    for one in order.printed:
        world.new(Printing, run=run, kind=one.kind, stock=one.stock, state=order.state, items=one.items)
        world.of_game.printed(world, one.kind, one.items, order.state)
    count = sum(len(one.items) for one in order.printed)
    kinds = ", ".join(one.kind.replace("_", " ") for one in order.printed[:3])
    more = f" and {len(order.printed) - 3} other kinds" if len(order.printed) > 3 else ""
    return f"Printed: {kinds}{more} ({counted(count, 'thing')})."


def keep_to_its_papers(world: World, printed: Sequence[str]) -> None:
    """Refuse a desk what it cannot have printed: it would tick off what others still have to print again."""
    papers: Papers | None = world.of_game.papers()
    for spot, name in enumerate(printed if papers else ()):
        assert papers
        desks = papers.wanted(name, f"printed.{spot}.kind").desks
        if world.umpire.desk not in desks:
            where = ", ".join(world.of_game.called(desk) for desk in world.of_game.roles if desk in desks)
            what = papers.kinds[name].name
            raise NotThisDesk(f"“{what}” is printed at {where}, not here.", field=f"printed.{spot}.kind")
