"""Which desk minds a clan: keeps its books and its letters, and hears what it must."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, or_, select, true
from sqlalchemy.orm import InstrumentedAttribute, Session

from control.kernel.journal.changes import pointed_to
from control.kernel.roles import parts_of
from control.kernel.rows import ApartTouch, Change, Entry, JournalEntry, Touch
from control.kernel.wording import same_name
from control.sengoku.rows import Clan, Duty
from control.sengoku.rows.base import Base
from control.sengoku.world.land.risings_questions import lords


def shelf_of(*desks: str) -> int:
    """On which shelf rows are counted that, beside the Bakufu and whoever sees all, these desks alone see
    (World.number): the first is Team Control's."""
    others = {*desks} - {"bakufu"}
    return 0 if others <= {"team"} else 1 if others == {"npd"} else 2


def desk_of(clan: Clan) -> str:
    """The desk that minds a clan: Team Control a played one, the Bakufu its own, NPD Control all others; rebels
    it speaks for as well (R42)."""
    return clan.minded_at


def minds(desk: str, clan: Clan) -> bool:
    """Whether a desk keeps this clan's books and letters; Game Control keeps everybody's, a Controller with a code of
    his own those of his clans."""
    return desk in ("game", desk_of(clan)) and is_his(desk, clan.id)


def is_his(desk: str, clan: str) -> bool:
    """Whether a clan is among those that whoever sits there minds by the rota, if he minds only some."""
    parts = parts_of(desk)
    return parts is None or clan in parts


def his_alone(desk: str, *clans: InstrumentedAttribute[Any]) -> ColumnElement[bool]:
    """The same as a condition on columns that name clans: one of them is his."""
    parts = parts_of(desk)
    return true() if parts is None else or_(*(one.in_(sorted(parts)) for one in clans))


def clans_minded(desk: str) -> ColumnElement[bool]:
    """The same as a condition on the table of clans."""
    if desk == "game":
        return lords()
    if desk == "bakufu":
        return Clan.kind == "bakufu"
    return lords() & (Clan.kind != "bakufu") & Clan.played.is_(desk == "team") & his_alone(desk, Clan.id)


# --- Who has a code of his own, and sees his clans only ---------------------------------------------------

SHARED_OUT = ("team",)
"""The desks of which an umpire with a code of his own sees the clans that he minds by the rota."""
NOT_BY_LAND = ("province", "place")
"""Whoever goes to a province does nothing to the clan that holds it."""


def parts_minded(session: Session, desk: str, name: str) -> list[str] | None:
    """The clans that an umpire minds at a desk that is shared out; None where everybody minds all of it."""
    if desk not in SHARED_OUT:
        return None
    found = session.execute(select(Duty.umpire, Duty.clan).where(Duty.desk == desk, Duty.clan.is_not(None)))
    return [clan for umpire, clan in found if clan and same_name(umpire, name)]


def whose(session: Session, changes: list[Change]) -> set[str]:
    """The clans to which changed rows are, or whose people, armies, bonds and letters they are about."""
    tables = {one.__tablename__: one for one in (mapper.class_ for mapper in Base.registry.mappers)}
    found: set[tuple[Any, ...]] = set()
    for change in changes:
        found.add((change["table"], *change["key"]))
        for row in (change["before"], change["after"]):
            found |= pointed_to(tables[change["table"]], row or {}) if change["table"] in tables else set()
    for table, *key in list(found):
        if table in tables and table not in NOT_BY_LAND:
            row = session.get(tables[table], tuple(key))
            found |= pointed_to(tables[table], row.as_dict()) if row is not None else set()
    return {str(key[0]) for table, *key in found if table == "clan"}


def concerning(kind: type[Entry], parts: frozenset[str]) -> ColumnElement[bool]:
    """The entries that are about these clans and about no others."""
    index = Touch if kind is JournalEntry else ApartTouch
    touched = select(index.entry).where(index.table == "clan")
    about = kind.number.in_(touched.where(index.key.in_(sorted(parts))))
    return about & kind.number.not_in(touched.where(index.key.not_in(sorted(parts))))
