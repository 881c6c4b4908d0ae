"""The desk that leads may look at what stands apart; the part that it looks at says so."""

from __future__ import annotations

from sqlalchemy import select

from control.kernel.actions.action import KERNEL_ACTIONS
from control.kernel.actions.registry import perform
from control.kernel.actions.world import Room, Umpire, World
from control.kernel.journal.journal_questions import LOOK
from control.kernel.roles import LEAD
from control.kernel.rows import ApartEntry
from control.kernel.typed import Order
from control.kernel.wording import same_name


class Look(Order):
    """A look at what stands apart."""


@KERNEL_ACTIONS.add(LOOK, title="Look at what stands apart", order=Look, desks=(LEAD,), apart=True)
def look(world: World, _order: Look) -> str:
    """Note that the desk which leads looked at what stands apart. The program does it; nobody need."""
    return f"{world.umpire.name}, {world.of_game.leader}, looked."


def looks(room: Room, umpire: Umpire) -> None:
    """Let an umpire read what stands apart: if he leads, that is noted, once for all there was to see."""
    game = room.game
    if umpire.desk != game.leads or not game.apart:
        return
    with room.store.read() as session:
        last = session.execute(
            select(ApartEntry.action, ApartEntry.umpire)
            .where(ApartEntry.audience.is_(None))
            .order_by(ApartEntry.number)
            .limit(1)
        ).first()
    if last is not None and not (last.action == LOOK and same_name(last.umpire, umpire.name)):
        perform(room, umpire, LOOK, {})
