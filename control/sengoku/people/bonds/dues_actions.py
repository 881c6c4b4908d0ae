"""What a vassal owes, paid in the books in one entry (handbook 7; R27, R33, R35)."""

from __future__ import annotations

from control.kernel.actions.action import Forcible
from control.kernel.actions.slips import Slip
from control.kernel.errors import OrderNotAllowed, OrderNotUnderstood
from control.kernel.journal.audience import audience
from control.kernel.typed import number
from control.kernel.wording import counted
from control.sengoku.people.bonds.bonds_actions import BondNumber
from control.sengoku.rules.desks import DESKS, SEES_BOOKS
from control.sengoku.rules.economy import treasury
from control.sengoku.world.acting import World, action
from control.sengoku.world.bonds.treaties_actions import bond_known, kept_in_words, treaty_in_words
from control.sengoku.world.bonds.treaties_questions import binds, knows
from control.sengoku.world.bonds.vassals_questions import DUES, all_paid, begun, owed_by
from control.sengoku.world.ledger.ledger_actions import keeps_books, pay
from control.sengoku.world.minding_questions import desk_of


class PayDues(Forcible, Slip):
    """The bond by which something is owed, and how many points of it are paid; without them what is left
    of what fell due, and of this year's."""

    treaty: BondNumber
    points: number(1, 9999, "a number of points") | None = None

    def facts(self) -> tuple[int, int] | None:
        """By which bond, how many points; all that is left is paid once by itself."""
        return (self.treaty, self.points) if self.points else None


@action("treaty.pay", title="Pay what a bond asks", order=PayDues, desks=SEES_BOOKS, seen_by=())
def pay_dues(world: World, order: PayDues) -> str:
    """Pay what a vassal owes his lord; one booking serves both sides (R26, R33)."""
    bond = bond_known(world, order.treaty)
    payer, payee = bond.the_other, bond.the_one
    keeps_books(world, payer, "treaty")
    if not binds(world.game, bond) or not bond.owes:
        raise OrderNotAllowed(f"Nothing is owed by that treaty now ({treaty_in_words(bond)}).", field="treaty")
    if not knows(desk_of(payee), bond):
        raise OrderNotAllowed(
            f"{DESKS[desk_of(payee)]} keeps the books of {payee.name} and may not know of that bond. Let it know "
            "first, or book a gift.",
            field="treaty",
        )
    left = owed_by(world.game, bond, begun(world.session)[bond.id], all_paid(world.session)).left
    if order.points is None and not bond.due:
        raise OrderNotUnderstood(f"The treaty says no number ({bond.owes}): say how many points.", field="points")
    if order.points is None and left <= 0:
        raise OrderNotAllowed(
            f"{payer.name} has paid all it owes by now. Say how many points, if it pays more.", field="points"
        )
    points = order.points or left
    pay(world, payer, points, DUES, to=treasury(payee.id), note=kept_in_words(bond)).treaty = bond.id
    world.seen_by = audience(desk_of(payer), desk_of(payee))
    paid = f"{counted(points, 'point')}{owed_in_words(points, left if bond.due else points)}"
    return f"{payer.name} paid {payee.name} {paid} ({kept_in_words(bond)})."


def owed_in_words(points: int, left: int) -> str:
    """How much of a payment was ``left`` to pay; what is more counts for the years to come."""
    if points <= left:
        return " that it owes"
    return f", {left} that it owes and {points - left} for the years to come" if left else " for the years to come"
