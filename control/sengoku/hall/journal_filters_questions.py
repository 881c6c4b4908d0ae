"""By what the journal of a day can be filtered: clans, provinces, people and seasons."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session

from control.kernel.database.keeping import kept
from control.kernel.hall.filters import JournalFilter, Pairs, of_desk, of_stretch, touching
from control.sengoku.rows import Character, Clan, Province
from control.sengoku.rules.desks import DESKS, SEES_ARMIES


@kept
def clans(session: Session, _desk: str) -> Pairs:
    """Every clan."""
    return tuple((key, name) for key, name in session.execute(select(Clan.id, Clan.name).order_by(Clan.id)))


@kept
def provinces(session: Session, _desk: str) -> Pairs:
    """Every province."""
    return tuple((key, name) for key, name in session.execute(select(Province.id, Province.name).order_by(Province.id)))


@kept
def people(session: Session, desk: str) -> Pairs:
    """The people, for who sees armies."""
    found = select(Character.id, Character.name).order_by(Character.name)
    return tuple((key, name) for key, name in session.execute(found)) if desk in SEES_ARMIES else ()


JOURNAL_FILTERS = {
    "season": of_stretch("Season"),
    "desk": of_desk(DESKS),
    "clan": JournalFilter("Clan", clans, touching("clan")),
    "province": JournalFilter("Province", provinces, touching("province")),
    "person": JournalFilter("Person", people, touching("character"), typed=True),
}
"""The filters in the order of the page, by their names in its address."""
