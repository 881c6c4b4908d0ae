"""By what the journal of a day can be filtered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, desc, func, select
from sqlalchemy.orm import Session

from control.kernel.rows import JournalEntry, Touch
from control.sengoku.rows import Character, Clan, Province
from control.sengoku.rules.desks import SEES_ARMIES


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
