"""The second umpire: what is critical waits until another has said yes, and is done then."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import select

from control.kernel.actions.action import KERNEL_ACTIONS
from control.kernel.actions.world import OF_A_SHELF, Umpire, World
from control.kernel.errors import ChangedElsewhere, OrderNotAllowed, OrderNotUnderstood
from control.kernel.hall.confirmations.confirmations_questions import asked_himself, may_answer
from control.kernel.journal.audience import audience
from control.kernel.roles import EVERY_DESK, LEAD
from control.kernel.rows import Confirmation
from control.kernel.typed import Order, number, read, text
from control.kernel.wording import because


class OneConfirmation(Order):
    """An order that waits for a second umpire."""

    confirmation: number(1, 10**6, "the number of an order that waits")


def among(world: World, order: OneConfirmation) -> Iterable[str] | None:
    """Who may hear of it when it is done, if that is hidden from the others."""
    row = asked_for(world, order.confirmation)
    asked = world.of_game.actions.get(row.action) if row else None
    return asked.among(world, read(asked.order, row.arguments)) if row and asked and asked.among else None


def the_desk(world: World, order: OneConfirmation) -> Iterable[str] | None:
    """The same where it is not to be done: whoever asked for it."""
    row = asked_for(world, order.confirmation)
    return (row.desk,) if row and among(world, order) is not None else None


GIVEN = "confirmation.give"
"""The action by which what another umpire asked for is done."""


@KERNEL_ACTIONS.add(GIVEN, title="Confirm", order=OneConfirmation, desks=(EVERY_DESK,), seen_by=(LEAD,), among=among)
def give(world: World, order: OneConfirmation) -> str:
    """Confirm what another umpire asked for: it is done now, with all its checks."""
    row = waiting(world, order.confirmation)
    if not world.replays and asked_himself(row, world.umpire.name, world.umpire.desk):
        raise OrderNotAllowed(
            f"You asked for this yourself. {world.of_game.leader} or another umpire of your desk, under a name of his "
            "own, confirms it.",
            field="confirmation",
        )
    row.answer = "given"
    asked, me = world.of_game.actions[row.action], world.umpire
    world.umpire, world.force = Umpire(row.umpire, row.desk), row.arguments.get("force", "")
    world.seen_by = row.audience
    told = asked.run(world, read(asked.order, row.arguments))
    world.umpire = me
    return f"{told} Confirmed by {me.name}."


class Decline(OneConfirmation):
    """An order that is not to be done after all; the ``reason``, if there is one to give."""

    reason: text("the reason") = ""


@KERNEL_ACTIONS.add(
    "confirmation.decline",
    title="Do not confirm",
    order=Decline,
    desks=(EVERY_DESK,),
    seen_by=(LEAD,),
    among=the_desk,
)
def decline(world: World, order: Decline) -> str:
    """Drop what waits for a second umpire; whoever asked for it may do so too."""
    row = waiting(world, order.confirmation)
    row.answer = "declined"
    return f"Not confirmed: {row.told}{because(order.reason)}"


def asked_for(world: World, key: int) -> Confirmation | None:
    """What was asked for under this number; without the thousands of a desk it is the only such one that this umpire
    may answer, those that wait first."""
    row = world.session.get(Confirmation, key)
    if row is None and 0 < key < OF_A_SHELF:
        every = (one for one in world.session.scalars(select(Confirmation)) if one.id % OF_A_SHELF == key)
        so_called = [one for one in every if may_answer(world.of_game, one, world.umpire.desk)]
        so_called = [one for one in so_called if not one.answer] or so_called
        row = so_called[0] if len(so_called) == 1 else None
    return row


def waiting(world: World, key: int) -> Confirmation:
    """What waits, if this umpire may answer. Raises OrderNotUnderstood, ChangedElsewhere."""
    row = asked_for(world, key)
    if row is None or not may_answer(world.of_game, row, world.umpire.desk):
        raise OrderNotUnderstood(f"Nothing with the number {key} waits here for a second umpire.", field="confirmation")
    if row.answer:
        raise ChangedElsewhere(f"That was {row.answer} already.", field="confirmation")
    world.seen_by = audience(row.desk)
    return row
