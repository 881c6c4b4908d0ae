"""Who owes what to whom this year by which bond, and how much of it is paid (handbook 7; R33, R35). What was paid is in
the books, so only those see it who see the books of whoever pays."""

from __future__ import annotations

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from control.kernel.values import dataclass
from control.sengoku.rows import Clan, Game, Transfer, Treaty
from control.sengoku.rules.seasons import YEAR
from control.sengoku.world.bonds.treaties_questions import binds, known_by
from control.sengoku.world.land.land_questions import ClanSign, clan_signs
from control.sengoku.world.minding_questions import minds

DUES = "dues"
"""What a bond asks each year, as the books call it."""


@dataclass(frozen=True)
class Due:
    """What a clan owes another each year by a bond: in points and in words, in which season. ``paid`` are the points
    of this year, None for a desk that does not keep the books of who pays; ``fallen`` is whether it is due by now."""

    treaty: int
    lord: ClanSign
    vassal: ClanSign
    kind: str
    owes: str
    points: int
    season: str
    paid: int | None
    fallen: bool
    keeps: bool

    @property
    def left(self) -> int:
        """The points that are still to be paid this year, as far as one may know."""
        return max(0, self.points - (self.paid or 0))


def dues(session: Session, desk: str) -> list[Due]:
    """What is owed this year by the bonds that the desk may know, and that stand."""
    signs, game = clan_signs(session), Game.only(session)
    clans = {clan.id: clan for clan in session.scalars(select(Clan))}
    paid = paid_this_year(session, game.year)
    owing = select(Treaty).where(known_by(desk), Treaty.ended.is_(False), Treaty.owes != "")
    return [
        Due(
            bond.id,
            signs[bond.one],
            signs[bond.other],
            bond.kind,
            bond.owes,
            bond.due,
            bond.due_in,
            paid_by(bond, paid) if minds(desk, clans[bond.other]) else None,
            YEAR.index(bond.due_in) <= YEAR.index(game.season),
            minds(desk, clans[bond.other]),
        )
        for bond in session.scalars(owing.order_by(Treaty.one, Treaty.other, Treaty.entry))
        if binds(game, bond)
    ]


Paid = dict[tuple[str, str, int | None], int]


def paid_this_year(session: Session, year: int) -> Paid:
    """What clans have paid each other of what they owe: by payer, payee and the bond it was for, none where that has
    ended or was not noted."""
    standing = Treaty.id  # none where the outer join finds no bond that stands
    of_bond = (Treaty.id == Transfer.treaty) & Treaty.ended.is_(False)
    rows = session.execute(
        select(Transfer.payer, Transfer.payee, standing, func.sum(Transfer.rice + Transfer.cash))
        .outerjoin(Treaty, of_bond)
        .where(Transfer.kind == DUES, Transfer.year == year)
        .group_by(Transfer.payer, Transfer.payee, standing)
    )
    return {(str(payer), str(payee), bond): int(points) for payer, payee, bond, points in rows}


def paid_by(bond: Treaty, paid: Paid) -> int:
    """What was paid of what a bond asks; what was paid by one that has ended since counts for the next between them."""
    return sum(paid.get((bond.other, bond.one, which), 0) for which in (bond.id, None))
