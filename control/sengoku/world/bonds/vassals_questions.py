"""Who owes what to whom by which bond, and how much of it is paid (handbook 7; R33, R35). What was paid is in
the books, so only those see it who see the books of whoever pays."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session

from control.kernel.database.reading import by_key
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


def dues(session: Session, desk: str) -> list[Due]:
    """What is owed by the bonds that the desk may know, and that stand."""
    signs, game = clan_signs(session), Game.only(session)
    clans = {clan.id: clan for clan in session.scalars(select(Clan))}
    paid, asks = all_paid(session), begun(session)
    owing = select(Treaty).where(known_by(desk), Treaty.ended.is_(False), Treaty.owes != "")
    found = []
    for bond in session.scalars(owing.order_by(Treaty.one, Treaty.other, Treaty.entry)):
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
    """How a bond stands that asks something each year; the fields as those of Due."""

    this_year: int
    left: int
    fallen: bool
    since: str


def owed_by(game: Game, bond: Treaty, since: int, paid: list[Paid] | None) -> Owed:
    """What is owed by a bond now, as far as one may know what was ``paid``. It asks for nothing of a season before that
    ``since`` which it asks (begun), and what was not paid of an earlier year is owed still."""
    now, new_year, by_new_year = (season_place(one, game.year) for one in (game.season, YEAR[0], YEAR[-1]))
    first = next_place(bond.due_in, since)
    counted = [one for one in paid or () if one.at > first - len(YEAR) and counts_for(bond, one)]
    in_all = sum(one.points for one in counted)
    asked = max(1, (by_new_year - first) // len(YEAR) + 1) * bond.due
    if bond.due and paid is not None:
        oldest = first + in_all // bond.due * len(YEAR)
    else:  # words are not added up: what was paid is that of this year
        oldest = max(first, season_place(bond.due_in, game.year))
    season, year = season_at(YEAR[0], 0, oldest)
    return Owed(
        sum(one.points for one in counted if one.at >= new_year),
        max(0, asked - in_all),
        oldest <= now,
        f"{season} {year}" if oldest < new_year else "",
    )


def begun(session: Session) -> dict[int, int]:
    """Since which season, among all there ever were, each bond asks for something: that in which it was entered last.
    Where the entry itself set the season, as typing a day back in does, the next one says which."""
    game = Game.only(session)
    found = select(Treaty.id, JournalEntry.moment).outerjoin(JournalEntry, JournalEntry.number == Treaty.entry + 1)
    moments = by_key(session, found.where(Treaty.owes != ""))
    return {key: season_place(game.season, game.year) if at is None else season_in(at) for key, at in moments.items()}


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
        )
        for one, bond in session.execute(rows.where(Transfer.kind == DUES))
    ]


def counts_for(bond: Treaty, one: Paid) -> bool:
    """Whether a payment is one of what a bond asks; what was paid by one that binds no more counts for the next between
    them."""
    return (one.payer, one.payee) == (bond.other, bond.one) and (
        one.treaty in (bond.id, None) or (not one.binding and one.entry < bond.entry)
    )
