"""The note of a restore: what the journal, the desks and open forms hear of it when the game was set back to a copy."""

from __future__ import annotations

from sqlalchemy import update

from control.kernel.actions.action import KERNEL_ACTIONS
from control.kernel.actions.world import World
from control.kernel.roles import EVERY_DESK, LEAD
from control.kernel.rows import Announcement
from control.kernel.typed import Order, number, text

FLUSHES = 50
"""No entry writes one row more often than that."""


class Restored(Order):
    """Which copy the game was set back to, how many journal entries were lost by it and how many came back with it.
    Another copy keeps what was replaced; it ends with entry ``kept``."""

    snapshot: text("the name of a copy", 1, 120)
    lost: number(0, 10**6, "the number of entries lost")
    returned: number(0, 10**6, "the number of entries that came back") = 0
    kept: number(0, 10**9, "the number of an entry") = 0


@KERNEL_ACTIONS.add("game.restored", title="Note a restore", order=Restored, desks=(LEAD,), seen_by=(EVERY_DESK,))
def restored(world: World, order: Restored) -> str:
    """Note that the game was set back to a copy, and tell every desk. The program does it; nobody need."""
    # A form opened before knows versions that come again now: none may be taken for the same (contract of `get`).
    versions = [one.__mapper__.version_id_col for one in world.of_game.tables.values()]
    for column in dict.fromkeys(
        one for one in versions if one is not None
    ):  # the row of the game may have its column in the kernel's table
        world.session.execute(update(column.table).values({column: column + FLUSHES * (order.lost + 1)}))
    world.session.expire_all()
    lost = "no entry was lost" if not order.lost else entries(order.lost) + " after it " + were(order.lost) + " lost"
    back = f", {entries(order.returned)} came back" if order.returned else ""
    sentence = f"The game was set back to how it stood in {world.of_game.moment(world.game).stretch}: {lost}{back}."
    world.new(
        Announcement, text=f"{sentence} Look at what you have on paper, and enter again what is missing.", desks=[]
    )
    kept = f" What was replaced is kept in the copy that ends with entry {order.kept}." if order.kept else ""
    return f"{sentence}{kept}"


def entries(many: int) -> str:
    """A number of entries in words."""
    return "1 entry" if many == 1 else f"{many:,} entries"


def were(many: int) -> str:
    """Was or were."""
    return "was" if many == 1 else "were"
