"""The journal as each desk may read it, all of it or filtered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, desc, func, select
from sqlalchemy.orm import Session

from control.kernel.audience import SEES_ARMIES, readable
from control.kernel.rows import Desk, JournalEntry, Touch
from control.sengoku.rows import Character, Clan, Province


@dataclass(frozen=True)
class EntryView:
    """A journal entry; ``undone`` ones stay, struck through."""

    number: int
    at: str
    when: str
    umpire: str
    desk: str
    action: str
    sentence: str
    dice: tuple[dict[str, Any], ...]
    undone: bool
    undoes: int | None


def undone_numbers(session: Session) -> set[int]:
    """The numbers of all entries that stand taken back; an undo that was itself undone does not count."""
    undone: set[int] = set()
    pairs = session.execute(
        select(JournalEntry.number, JournalEntry.undoes)
        .where(JournalEntry.undoes.is_not(None))
        .order_by(JournalEntry.number.desc())
    )
    for number, undoes in pairs:
        if number not in undone and undoes is not None:
            undone.add(undoes)
    return undone


@dataclass(frozen=True)
class Filter:
    """What to show of the journal: entries that touch a clan, a province or a person, of a desk, of a season.

    ``season`` is a season and a year (``spring-1550``); everything may be empty.
    """

    clan: str = ""
    province: str = ""
    person: str = ""
    desk: str = ""
    season: str = ""

    def conditions(self) -> Iterator[ColumnElement[bool]]:
        """The same as conditions on the journal."""
        for table, key in (("clan", self.clan), ("province", self.province), ("character", self.person)):
            if key:
                yield JournalEntry.number.in_(select(Touch.entry).where(Touch.table == table, Touch.key == key))
        if self.desk:
            yield JournalEntry.desk == self.desk
        if self.season:
            season, _, year = self.season.partition("-")
            yield (JournalEntry.season == season) & (JournalEntry.year == (int(year) if year.isdecimal() else 0))

    def __bool__(self) -> bool:
        return any((self.clan, self.province, self.person, self.desk, self.season))


def journal(
    session: Session,
    desk: str,
    undone: set[int],
    limit: int = 60,
    before: int | None = None,
    only: Filter | None = None,
) -> list[EntryView]:
    """The latest entries that a desk may read, newest first, or the latest before that number; ``undone`` are the
    numbers that stand taken back."""
    query = select(JournalEntry).where(readable(desk)).order_by(JournalEntry.number.desc()).limit(limit)
    if before is not None:
        query = query.where(JournalEntry.number < before)
    found = session.scalars(query.where(*(only or Filter()).conditions()))
    return [view(one, one.number in undone) for one in found]


@dataclass(frozen=True)
class Choices:
    """What the journal can be filtered by: keys and names."""

    clans: tuple[tuple[str, str], ...]
    provinces: tuple[tuple[str, str], ...]
    people: tuple[tuple[str, str], ...]
    seasons: tuple[tuple[str, str], ...]


def choices(session: Session, desk: str) -> Choices:
    """Every clan and province, the people for who sees armies, and the seasons that have been, the latest first."""
    seasons = session.execute(
        select(JournalEntry.year, JournalEntry.season, func.max(JournalEntry.number).label("last"))
        .group_by(JournalEntry.year, JournalEntry.season)
        .order_by(desc("last"))
    )
    people = session.execute(select(Character.id, Character.name).order_by(Character.name))
    return Choices(
        clans=pairs(session.execute(select(Clan.id, Clan.name).order_by(Clan.id))),
        provinces=pairs(session.execute(select(Province.id, Province.name).order_by(Province.id))),
        people=pairs(people) if desk in SEES_ARMIES else (),
        seasons=tuple((f"{season}-{year}", f"{season.capitalize()} {year}") for year, season, _ in seasons),
    )


def pairs(rows: Iterable[Any]) -> tuple[tuple[str, str], ...]:
    """Rows of a key and a name."""
    return tuple((key, name) for key, name in rows)


def entry(session: Session, number: int) -> EntryView | None:
    """One entry; whether it stands taken back is not asked."""
    found = session.get(JournalEntry, number)
    return view(found, False) if found else None


def view(one: JournalEntry, undone: bool) -> EntryView:
    """An entry as it is shown."""
    return EntryView(
        one.number,
        one.at,
        f"{one.season.capitalize()} {one.year}",
        one.umpire,
        one.desk,
        one.action,
        one.sentence,
        tuple(one.dice),
        undone,
        one.undoes,
    )


def desks(session: Session) -> list[tuple[str, str, str]]:
    """Every desk with its code: for whoever runs the server, and for Game Control."""
    return [(desk.key, desk.name, desk.code) for desk in session.scalars(select(Desk))]


def desk_row(session: Session, key: str) -> Desk | None:
    """A desk, with which sign-ins count there."""
    return session.get(Desk, key)
