"""Who owes what to whom this year by which bond, and how much of it is paid (handbook 7; R33, R35). What was paid is in
the books, so only those see it who see the books of whoever pays."""

from __future__ import annotations

from sqlalchemy import select
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


@dataclass(frozen=True)
class Paid:
    """What a clan has paid another of what it owes: by which bond, None where that was not noted, in which entry, and
    whether the bond binds still."""

    payer: str
    payee: str
    treaty: int | None
    entry: int
    binding: bool
    points: int


def paid_this_year(session: Session, year: int) -> list[Paid]:
    """What clans have paid each other of what they owe."""
    game = Game.only(session)
    rows = select(Transfer, Treaty).outerjoin(Treaty, Treaty.id == Transfer.treaty)
    return [
        Paid(
            str(one.payer),
            str(one.payee),
            one.treaty,
            one.entry,
            bond is not None and binds(game, bond),
            one.rice + one.cash,
        )
        for one, bond in session.execute(rows.where(Transfer.kind == DUES, Transfer.year == year))
    ]


def paid_by(bond: Treaty, paid: list[Paid]) -> int:
    """What was paid of what a bond asks; what was paid by one that binds no more counts for the next between them."""
    return sum(
        one.points
        for one in paid
        if (one.payer, one.payee) == (bond.other, bond.one)
        and (one.treaty in (bond.id, None) or (not one.binding and one.entry < bond.entry))
    )
