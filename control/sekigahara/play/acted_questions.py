"""How often a side has acted, by which a form knows that somebody else at its desk was quicker."""

from __future__ import annotations

from functools import cache
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, case, func, not_, or_, select
from sqlalchemy.orm import Session, aliased

from control.kernel.database.keeping import kept
from control.kernel.database.reading import asked_once
from control.kernel.rows import JournalEntry, Touch
from control.kernel.values import dataclass
from control.sekigahara.play.names import NAME_OF
from control.sekigahara.rows import StateOfPlay
from control.sekigahara.rules.campaign.acts import Bid
from control.sekigahara.rules.sides import OTHER, SIDES

MOVED = JournalEntry.number == Touch.entry, Touch.table == StateOfPlay.__tablename__
"""What joins the entries that changed the state of play."""


@asked_once
@kept
def acts_so_far(session: Session) -> dict[str, int]:
    """For each side, how many entries it has to know of before it acts."""
    return dict(zip(SIDES, map(int, session.execute(counts()).one()), strict=True))


@cache
def counts() -> Select[Any]:
    """What counts them: every page with a form asks it, so it is put together once."""
    of_each = (func.coalesce(func.sum(case((concerns(side), 1), else_=0)), 0) for side in SIDES)
    return select(*of_each).select_from(JournalEntry).join(Touch, and_(*MOVED))


@dataclass(frozen=True)
class Acted:
    """How often a side has acted, which both may count."""

    version: int


def stand_on(session: Session, number: int) -> list[Acted]:
    """What changes with all that the forms of a desk stand on, by its ``number`` (`number_of`): how often its side has
    acted, or both. What the other side does meanwhile, what is announced, or looked into, alters no form."""
    so_far = acts_so_far(session)
    return [Acted(so_far[side]) for side in SIDES[number - 1 : number] or SIDES]


def number_of(desk: str) -> int:
    """The number by which a desk's forms are asked for: 1 and 2 are those of the sides, 0 those of both."""
    return SIDES.index(desk) + 1 if desk in SIDES else 0


def last_acted(session: Session, side: str) -> JournalEntry | None:
    """The last of those entries."""
    return session.scalar(last_of(side))


@cache
def last_of(side: str) -> Select[JournalEntry]:
    """What asks for it."""
    found = select(JournalEntry).join(Touch, and_(*MOVED)).where(concerns(side))
    return found.order_by(JournalEntry.number.desc()).limit(1)


def concerns(side: str) -> ColumnElement[bool]:
    """Whether an entry is one that a side has to know of: its own acts, whoever did them for it, and all that was put
    right or taken back. What the other does meanwhile is none: where both are waited for, each acts for itself, and may
    take its card back before both are turned over (6.3); whoever turns them back gives a reason."""
    other, bid = OTHER[side], aliased(JournalEntry)
    bids = select(bid.number).where(bid.action == NAME_OF[Bid], or_(bid.desk == other, acts_for(bid) == other))
    unforced = func.coalesce(JournalEntry.arguments["force"].as_string(), "") == ""
    card_back = and_(func.coalesce(JournalEntry.undoes, 0).in_(bids), unforced)
    return or_(
        and_(JournalEntry.action.not_in(NAME_OF.values()), not_(card_back)),
        and_(JournalEntry.desk != other, acts_for(JournalEntry) != other),
    )


def acts_for(entry: type[JournalEntry]) -> ColumnElement[str]:
    """The side for which an umpire acted."""
    return func.coalesce(entry.arguments["side"].as_string(), "")
