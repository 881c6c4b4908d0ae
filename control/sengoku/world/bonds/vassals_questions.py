"""Who owes what to whom by which bond, and how much of it is paid (handbook 7; R33, R35). What was paid is in
the books, so only those see it who see the books of whoever pays."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import select
from sqlalchemy.orm import Session, aliased

from control.kernel.rows import JournalEntry
from control.kernel.values import dataclass
from control.sengoku.rows import Clan, Game, Transfer, Treaty
from control.sengoku.rules.seasons import YEAR, next_place, season_at, season_place
from control.sengoku.world.bonds.treaties_questions import binds, known_by
from control.sengoku.world.land.land_questions import ClanSign, clan_signs
from control.sengoku.world.minding_questions import minds
from control.sengoku.world.moments_questions import season_in

DUES = "dues"
"""What a bond asks each year, as the books call it."""
TYPED_IN = "game.begin_midway"
"""The action that types a day in, as it stood."""


@dataclass(frozen=True)
class Due:
    """What a clan owes another each year by a bond: in points and in words, in which season. ``paid`` are the points
    of this year, None for a desk that does not keep the books of who pays; ``left`` is what lacks of all that has
    fallen due, and of what does this year or for the first time. ``fallen`` is whether something is due by now,
    ``since`` the season since when, in words, if that is of an earlier year."""

    treaty: int
    lord: ClanSign
    vassal: ClanSign
    kind: str
    owes: str
    points: int
    season: str
    paid: int | None
    left: int
    fallen: bool
    since: str
    keeps: bool

    @property
    def waits(self) -> bool:
        """Whether it has fallen due and points lack of it that this desk pays."""
        return self.keeps and self.fallen and self.left > 0


def dues(session: Session, desk: str) -> list[Due]:
    """What is owed by the bonds that the desk may know, and that stand."""
    owing = select(Treaty).where(known_by(desk), Treaty.ended.is_(False), Treaty.owes != "")
    bonds = session.scalars(owing.order_by(Treaty.one, Treaty.other, Treaty.entry, Treaty.id)).all()
    if not bonds:
        return []
    signs, game = clan_signs(session), Game.only(session)
    clans = {clan.id: clan for clan in session.scalars(select(Clan))}
    paid, asks = all_paid(session), begun(session)
    found = []
    for bond in bonds:
        if binds(game, bond):
            keeps = minds(desk, clans[bond.other])
            owed = owed_by(game, bond, asks[bond.id], paid if keeps else None)
            found.append(
                Due(
                    bond.id,
                    signs[bond.one],
                    signs[bond.other],
                    bond.kind,
                    bond.owes,
                    bond.due,
                    bond.due_in,
                    owed.this_year if keeps else None,
                    owed.left,
                    owed.fallen,
                    owed.since,
                    keeps,
                )
            )
    return found


@dataclass(frozen=True)
class Owed:
    """How a bond stands that asks something each year; the first fields as those of Due. ``towards`` is what of all
    that was paid, whenever it was, counts for this year's due or, if none falls in this year, for the next one;
    ``behind`` what lacks of the dues of earlier years."""

    this_year: int
    left: int
    fallen: bool
    since: str
    towards: int
    behind: int


def owed_by(game: Game, bond: Treaty, since: int, paid: list[Paid] | None) -> Owed:
    """What is owed by a bond now, as far as one may know what was ``paid``. It asks for nothing of a season before that
    ``since`` which it asks (begun), and what was not paid of an earlier year is owed still."""
    now, new_year, by_new_year = (season_place(one, game.year) for one in (game.season, YEAR[0], YEAR[-1]))
    first = next_place(bond.due_in, since)
    counted = counted_for(bond, since, paid or ())
    in_all, this_year = (sum(one.points for one in counted if one.at >= at) for at in (0, new_year))
    falls_due = (by_new_year - first) // len(YEAR) + 1  # so often by the end of this year
    asked, asked_before = max(1, falls_due) * bond.due, max(0, falls_due - 1) * bond.due
    if bond.due and paid is not None:
        oldest = first + in_all // bond.due * len(YEAR)
    else:  # words are not added up: what was paid is that of this year
        oldest = max(first, season_place(bond.due_in, game.year))
    season, year = season_at(YEAR[0], 0, oldest)
    return Owed(
        this_year,
        max(0, asked - in_all),
        oldest <= now,
        f"{season} {year}" if oldest < new_year else "",
        max(0, in_all - asked_before) if bond.due else this_year,
        max(0, asked_before - in_all),
    )


def counted_for(bond: Treaty, since: int, paid: Iterable[Paid]) -> list[Paid]:
    """What was paid of all that a bond ever asked, from that season on since which it asks (begun)."""
    first = next_place(bond.due_in, since)
    return [one for one in paid if one.at > first - len(YEAR) and counts_for(bond, one)]


def begun(session: Session) -> dict[int, int]:
    """Since which season, among all there ever were, each bond asks for something: that in which it was entered last.
    One that was typed in with a day asks what it did in the year of that, and nothing of years before."""
    game, made, after = Game.only(session), aliased(JournalEntry), aliased(JournalEntry)
    found = (
        select(Treaty.id, Treaty.season, Treaty.year, made.action, after.moment)
        .outerjoin(made, made.number == Treaty.entry)
        .outerjoin(after, after.number == Treaty.entry + 1)  # the entry itself may have set the season
        .where(Treaty.owes != "")
    )
    asks = {}
    for key, season, year, action, moment in session.execute(found):
        asks[key] = season_place(game.season, game.year) if moment is None else season_in(moment)
        if action in (TYPED_IN, None):  # no entry yet: it is being typed in
            asks[key] = max(season_place(season, year), asks[key] // len(YEAR) * len(YEAR))
    return asks


@dataclass(frozen=True)
class Paid:
    """What a clan has paid another of what it owes: by which bond, None where that was not noted, in which entry and
    season, and whether the bond binds still."""

    payer: str
    payee: str
    treaty: int | None
    entry: int
    at: int
    binding: bool
    points: int
    line: int


def all_paid(session: Session) -> list[Paid]:
    """What clans have ever paid each other of what they owe."""
    game = Game.only(session)
    rows = select(Transfer, Treaty).outerjoin(Treaty, Treaty.id == Transfer.treaty)
    return [
        Paid(
            str(one.payer),
            str(one.payee),
            one.treaty,
            one.entry,
            season_place(one.season, one.year),
            bond is not None and binds(game, bond),
            one.rice + one.cash,
            one.line,
        )
        for one, bond in session.execute(rows.where(Transfer.kind == DUES))
    ]


def counts_for(bond: Treaty, one: Paid) -> bool:
    """Whether a payment is one of what a bond asks; what was paid by one that binds no more counts for the next between
    them."""
    return (one.payer, one.payee) == (bond.other, bond.one) and (
        one.treaty in (bond.id, None) or (not one.binding and one.entry < bond.entry)
    )
