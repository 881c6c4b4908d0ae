"""The cloth map beside the program, province by province, for Map Control and Game Control only: this carries sizes.

Provinces come in the order an umpire walks round the table: region by region along the old roads from the west, and
within a region from the west.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable
from typing import TypeVar

from sqlalchemy import select
from sqlalchemy.orm import Session

from control.kernel.database.keeping import kept
from control.kernel.database.made import made_from
from control.kernel.grouping import grouped
from control.kernel.rows import JournalEntry
from control.kernel.values import dataclass
from control.kernel.wording import folded
from control.sengoku.rows import Army, Character, Companion, Game, Garrison, Place, Province, TableCheck
from control.sengoku.scenario.model import Scenario
from control.sengoku.world.forces.provinces_questions import PlaceView
from control.sengoku.world.land.land_questions import ClanSign, clan_signs

Row = TypeVar("Row", Place, Garrison, Army, Character)


@dataclass(frozen=True)
class GarrisonHere:
    """Counters without a general; ``inside`` is the city or temple they stand in, if in one (R41)."""

    id: int
    version: int
    clan: ClanSign
    troops: int
    place: str | None = None
    inside: str = ""


@dataclass(frozen=True)
class ArmyHere:
    """An army: the flag on the cloth map, its counters on its card; ``companions`` are the people who go along,
    ``inside`` is the city or temple it is in, if in one (R41)."""

    id: int
    version: int
    code: str
    clan: ClanSign
    general: str
    troops: int
    companions: tuple[str, ...]
    place: str | None = None
    inside: str = ""


@dataclass(frozen=True)
class PersonHere:
    """A person's counter that stands in a province by itself."""

    id: str
    version: int
    name: str
    clan: ClanSign


@dataclass(frozen=True)
class Checked:
    """That a province was compared this season: ``agrees``, ``program_mended`` or ``table_mended``, by whom, and after
    which phase; ``seen`` is what the program said of it then."""

    result: str
    note: str
    umpire: str
    phase: int
    seen: str

    @property
    def when(self) -> str:
        """When it was compared, in words."""
        return f"after phase {self.phase}" if self.phase else "before the first phase"


@dataclass(frozen=True)
class Stop:
    """A province on the way round: all that the program says of it. ``seen`` changes whenever any of it does, so that
    nobody agrees to what he has not seen; ``checked`` is how it was last compared this season."""

    id: str
    version: int
    name: str
    kanji: str
    region: str
    holder: ClanSign | None
    castle: str
    unrest: bool
    places: tuple[PlaceView, ...]
    garrisons: tuple[GarrisonHere, ...]
    armies: tuple[ArmyHere, ...]
    people: tuple[PersonHere, ...]
    checked: Checked | None
    seen: str

    @property
    def compared(self) -> bool:
        """Whether it was compared as it is now: a check is good for what was seen, not for what came after."""
        return self.checked is not None and self.checked.seen == self.seen

    @property
    def may_raise(self) -> list[tuple[str, str, ClanSign]]:
        """Where a holder may yet raise a garrison, one that the program does not know of: the key on a form (``kai``,
        ``place.edo``), the name, the holder."""
        posts = {(one.clan.id, one.place) for one in self.garrisons}
        grounds = [(self.id, self.name, self.holder, None)] + [
            (f"place.{one.id}", one.name, one.holder, one.id) for one in self.places
        ]
        return [
            (key, name, holder) for key, name, holder, place in grounds if holder and (holder.id, place) not in posts
        ]

    def has(self, words: str) -> bool:
        """Whether all the words are found in what is said of it."""
        said = folded(
            " ".join(
                (
                    self.id,
                    self.name,
                    self.region,
                    self.holder.name if self.holder else "nobody",
                    *(f"{one.name} {one.holder.name if one.holder else ''}" for one in self.places),
                    *(f"{one.clan.name}" for one in self.garrisons),
                    *(f"{one.code} {one.clan.name} {one.general} {' '.join(one.companions)}" for one in self.armies),
                    *(f"{one.name} {one.clan.name}" for one in self.people),
                )
            )
        )
        return all(folded(word) in said for word in words.split())


@dataclass(frozen=True)
class Round:
    """The whole way round; ``shown`` are the stops asked for. ``mark`` changes when any figure on the map does."""

    stops: tuple[Stop, ...]
    shown: tuple[Stop, ...]
    mark: str

    @property
    def done(self) -> int:
        """How many provinces have been compared as they are now."""
        return sum(1 for stop in self.stops if stop.compared)

    @property
    def next(self) -> Stop | None:
        """The first one that has not."""
        return next((stop for stop in self.stops if not stop.compared), None)

    @property
    def regions(self) -> list[tuple[str, list[Stop]]]:
        """The stops that are shown, region by region."""
        found = grouped((stop.region, stop) for stop in self.shown)
        return list(found.items())

    def after(self, province: str) -> Stop | None:
        """The next one after this province that has not been compared; from the start again after the last."""
        keys = [stop.id for stop in self.stops]
        at = keys.index(province) + 1
        return next((stop for stop in (*self.stops[at:], *self.stops[:at]) if not stop.compared), None)


def walk_round(session: Session, scenario: Scenario, todo: bool = False, words: str = "") -> Round:
    """Every province as the program has it; shown are those still to do, or those with these words, or all."""
    everything = every_stop(session, scenario)
    shown = tuple(stop for stop in everything if not (todo and stop.compared) and stop.has(words))
    return Round(everything, shown, digest(stop.seen for stop in everything))


@kept
def every_stop(session: Session, scenario: Scenario) -> tuple[Stop, ...]:
    """Every province in walking order, for those who only look."""
    return tuple(stops(session, scenario))


def stop(session: Session, scenario: Scenario, province: str) -> Stop:
    """One of the provinces."""
    return next(one for one in stops(session, scenario) if one.id == province)


def entry_of(session: Session, key: str) -> JournalEntry | None:
    """The journal entry that a form with this key has made, if it was sent before."""
    return session.scalar(select(JournalEntry).filter_by(key=key))


def walking_order(scenario: Scenario) -> list[str]:
    """The ids of the provinces as one walks round the table."""
    west = grouped((province.region, province.lon) for province in scenario.provinces.values())
    first = {region: sum(found) / len(found) for region, found in west.items()}
    return sorted(
        scenario.provinces,
        key=lambda key: (first[(one := scenario.provinces[key]).region], one.region, one.lon, key),
    )


def stops(session: Session, scenario: Scenario) -> Iterable[Stop]:
    """Every province in walking order, from a handful of questions to the game."""
    signs = clan_signs(session)
    people = {one.id: one for one in session.scalars(select(Character))}
    rows = {one.id: one for one in session.scalars(select(Province))}
    places = by_province(session.scalars(select(Place).order_by(Place.id)))
    posts = select(Garrison).where(Garrison.standing.is_(True)).order_by(Garrison.clan, Garrison.id)
    garrisons = by_province(session.scalars(posts))
    armies = by_province(session.scalars(select(Army).where(Army.standing.is_(True)).order_by(Army.clan, Army.id)))
    towns = {place.id: place.name for found in places.values() for place in found}
    links = session.scalars(select(Companion).order_by(Companion.character))
    along = grouped((link.army, people[link.character].name) for link in links)
    visitors = by_province(one for _, one in sorted(people.items()) if one.province and one.alive)
    season = Game.only(session).seasons
    checks = {one.province: one for one in session.scalars(select(TableCheck).filter_by(season=season))}
    for key in walking_order(scenario):
        row, checked = rows[key], checks.get(key)
        yield made_from(
            Stop,
            row,
            region=scenario.provinces[key].region,
            holder=signs[row.holder] if row.holder else None,
            places=tuple(
                made_from(PlaceView, one, holder=signs[one.holder] if one.holder else None) for one in places[key]
            ),
            garrisons=tuple(
                made_from(GarrisonHere, one, clan=signs[one.clan], inside=towns.get(one.place or "", ""))
                for one in garrisons[key]
            ),
            armies=tuple(
                made_from(
                    ArmyHere,
                    one,
                    clan=signs[one.clan],
                    general=people[one.general].name,
                    companions=tuple(along.get(one.id, ())),
                    inside=towns.get(one.place or "", ""),
                )
                for one in armies[key]
            ),
            people=tuple(made_from(PersonHere, one, clan=signs[one.clan]) for one in visitors[key]),
            checked=made_from(Checked, checked) if checked else None,
            seen=digest(
                [
                    f"{row.holder} {row.castle} {row.unrest}",
                    *(f"{one.id} {one.holder} {one.fortification}" for one in places[key]),
                    *(f"garrison {one.clan} {one.place} {one.troops}" for one in garrisons[key]),
                    *(
                        f"{one.code} {one.clan} {one.place} {one.troops} {one.general} {along.get(one.id, ())}"
                        for one in armies[key]
                    ),
                    *(f"{one.id} visiting" for one in visitors[key]),
                ]
            ),
        )


def by_province(rows: Iterable[Row]) -> dict[str, list[Row]]:
    """The rows of each province."""
    return defaultdict(list, grouped((str(row.province), row) for row in rows))


def digest(parts: Iterable[str]) -> str:
    """A short text that is another one as soon as any of the parts is."""
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:12]
