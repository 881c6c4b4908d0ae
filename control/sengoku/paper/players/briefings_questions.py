"""The game as papers for players tell it: who holds what, who is who, and of its own books each clan's.

It is read once for all papers. Of the books, the papers take those of the clan they are for; nothing here tells of
armies, garrisons or honour.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property

from sqlalchemy import select
from sqlalchemy.orm import Session

from control.kernel.database.made import made_from
from control.kernel.grouping import grouped
from control.kernel.values import dataclass
from control.kernel.wording import folded
from control.sengoku.books.works_questions import UpkeepLine, upkeep_due
from control.sengoku.people.casting.casting_questions import players
from control.sengoku.rows import Character, Clan, Game, Place, Province
from control.sengoku.rules.economy import FORCE_DIVISOR
from control.sengoku.rules.march.geography import ROAD_NAMES
from control.sengoku.rules.people.precedence import ordinal
from control.sengoku.rules.seasons import InASeason
from control.sengoku.rules.tables import Options
from control.sengoku.scenario.model import HEADS, Scenario
from control.sengoku.world.land.land_questions import ClanSign, marked, sign_of
from control.sengoku.world.land.risings_questions import lord, lords
from control.sengoku.world.ledger.ledger_questions import balances, paying
from control.sengoku.world.minding_questions import clans_minded
from control.sengoku.world.options_questions import options_of
from control.sengoku.world.people.titles_questions import titles


@dataclass(frozen=True)
class Side:
    """A clan: ``home`` is the province or temple it is at home in, by name, ``seat`` that province by id;
    ``temple`` the home temple of warrior monks by id, if they have one."""

    sign: ClanSign
    kind: str
    home: str
    seat: str
    crest: str
    temple: str


@dataclass(frozen=True)
class Someone:
    """A living person; ``player`` is who plays him, if anybody does yet."""

    id: str
    name: str
    kanji: str
    clan: str
    role: str
    title: str
    age: int | None
    ancestor: str
    experience: int
    wounded: bool
    held_by: str
    titles: tuple[str, ...]
    player: str


@dataclass(frozen=True)
class Ground:
    """A province, or a city or temple ``within`` one (by id; empty for a province). ``work`` is what stands there,
    ``taken`` whether it pays half next winter (R21), ``roads`` the great roads that run through it."""

    id: str
    name: str
    kanji: str
    value: int
    holder: str
    work: str
    taken: bool
    kind: str
    within: str
    mountainous: bool
    buildings: tuple[str, ...]
    roads: tuple[str, ...]


@dataclass(frozen=True)
class Paying:
    """What pays a clan at the onset of winter: points, of which kind, in which province (id), if in any; ``own`` is a
    right that goes with the clan itself, ``extra`` anything besides provinces and places."""

    name: str
    kind: str
    points: int
    half: bool
    province: str
    own: bool
    extra: bool


@dataclass(frozen=True)
class Realm(InASeason):
    """Everything by id. ``money`` is each clan's rice and cash, ``era`` the year as it is counted at court,
    ``options`` those in force."""

    title: str
    year: int
    season: str
    era: str
    clans: Mapping[str, Side]
    people: Mapping[str, Someone]
    provinces: Mapping[str, Ground]
    places: Mapping[str, Ground]
    incomes: Mapping[str, tuple[Paying, ...]]
    upkeep: Mapping[str, tuple[UpkeepLine, ...]]
    money: Mapping[str, tuple[int, int]]
    options: Options
    scenario: Scenario

    @cached_property
    def _members(self) -> dict[str, list[Someone]]:
        found = grouped((one.clan, one) for one in self.people.values())
        return {clan: sorted(those, key=lambda one: one.role not in HEADS) for clan, those in found.items()}

    def members(self, clan: str) -> list[Someone]:
        """The living of a clan, whoever leads it first."""
        return self._members.get(clan, [])

    def leader(self, clan: str) -> Someone | None:
        """Who stands at the head of a clan; None while nobody does."""
        first = next(iter(self.members(clan)), None)
        return first if first and first.role in HEADS else None

    def named(self, person: str) -> str:
        """The name of anybody, alive or dead."""
        one = self.people.get(person)
        return one.name if one else self.scenario.characters[person].name

    def lands(self, clan: str) -> list[Ground]:
        """The provinces of a clan, its home first, then the richest."""
        home = self.clans[clan].seat
        mine = [one for one in self.provinces.values() if one.holder == clan]
        return sorted(mine, key=lambda one: (one.id != home, -one.value, one.name))

    def towns(self, clan: str) -> list[Ground]:
        """The cities and temples that a clan holds, the richest first."""
        mine = [one for one in self.places.values() if one.holder == clan]
        return sorted(mine, key=lambda one: (-one.value, one.name))

    def country(self, clan: str) -> list[str]:
        """The provinces a clan is at home in, by id: its own, or else those its places lie in, or its seat."""
        own = [one.id for one in self.lands(clan)]
        return own or sorted({one.within for one in self.towns(clan)} or {self.clans[clan].seat} - {""})

    def around(self, clan: str) -> set[str]:
        """The provinces in which a clan has anything, by id, or its seat."""
        return {*self.country(clan), *(one.within for one in self.towns(clan))}

    def neighbours(self, clan: str) -> dict[str, dict[str, bool]]:
        """The clans next to a clan, each with those of its lands that are, by name, and whether only the sea leads
        there: the provinces one step away, and whoever holds a place in its country or the country around its places.
        """
        geography = self.scenario.geography
        found: dict[str, dict[str, bool]] = {}

        def meet(one: Ground, by_sea: bool) -> None:
            if one.holder != clan and one.holder in self.clans:
                theirs = found.setdefault(one.holder, {})
                theirs[one.name] = theirs.get(one.name, True) and by_sea

        country, around = self.country(clan), self.around(clan)
        for one in self.places.values():
            if one.within in around:
                meet(one, by_sea=False)
        for key in around:
            meet(self.provinces[key], by_sea=False)
        for key in country:
            for near in geography.neighbours(key):
                meet(self.provinces[near], geography.by_sea(key, near))
        return dict(sorted(found.items(), key=lambda pair: folded(self.clans[pair[0]].sign.name)))

    def income(self, clan: str) -> tuple[int, int]:
        """What comes in next winter as things stand, as (rice, cash)."""
        lines = self.incomes.get(clan, ())
        rice = sum(line.points for line in lines if line.kind == "rice")
        return rice, sum(line.points for line in lines) - rice


def realm(session: Session, scenario: Scenario) -> Realm:
    """The game as it stands."""
    game = Game.only(session)
    provinces = list(session.scalars(select(Province).order_by(Province.id)))
    places = list(session.scalars(select(Place).order_by(Place.id)))
    lands, towns = grounds(session, scenario, provinces, places)
    upkeep: dict[str, tuple[UpkeepLine, ...]] = {}
    for line in upkeep_due(session, scenario):
        upkeep[line.clan] = (*upkeep.get(line.clan, ()), line)
    return Realm(
        title=game.title,
        year=game.year,
        season=game.season,
        era=f"the {ordinal(scenario.era.year(game.year))} year of {scenario.era.name}",
        clans={
            one.id: side(one, scenario, towns, lands)
            for one in session.scalars(select(Clan).where(lords()).order_by(Clan.id))
        },
        people=everybody(session, scenario),
        provinces=lands,
        places=towns,
        incomes=payments(scenario, provinces, places),
        upkeep=upkeep,
        money=balances(session),
        options=options_of(game),
        scenario=scenario,
    )


def minded(session: Session, desk: str) -> list[str]:
    """The clans whose papers a desk may have, the played ones first, then by name: they tell of its books."""
    return list(session.scalars(select(Clan.id).where(clans_minded(desk)).order_by(Clan.played.desc(), Clan.id)))


def side(clan: Clan, scenario: Scenario, towns: Mapping[str, Ground], lands: Mapping[str, Ground]) -> Side:
    """A clan, with where it is at home: a temple, or the Bakufu, in its place."""
    town = towns.get(clan.home_place or "")
    land = lands.get(clan.home_province or "")
    home = town or land
    seat = land.id if land else town.within if town else ""
    temple = town.id if town and clan.kind == "temple" else ""
    return Side(sign_of(clan), clan.kind, home.name if home else "", seat, scenario.clans[clan.id].crest, temple)


def everybody(session: Session, scenario: Scenario) -> dict[str, Someone]:
    """The living, as the scenario lists them, then those who were made in play (R40)."""
    held = titles(session)
    playing = {part.id: one.name for one in players(session, "team") for part in one.parts}
    rows = {one.id: one for one in session.scalars(select(Character).where(Character.alive.is_(True)))}
    return {
        key: made_from(
            Someone,
            one,
            kanji=kanji_of(scenario, key),
            held_by=lord(one.held_by) or "",
            titles=held.get(key, ()),
            player=playing.get(key, ""),
        )
        for key in (*scenario.characters, *sorted(rows.keys() - scenario.characters.keys()))
        if (one := rows.get(key))
    }


def kanji_of(scenario: Scenario, person: str) -> str:
    """How somebody's name is written, if the scenario says so."""
    known = scenario.characters.get(person)
    return known.kanji if known else ""


def grounds(
    session: Session, scenario: Scenario, provinces: Iterable[Province], places: Iterable[Place]
) -> tuple[dict[str, Ground], dict[str, Ground]]:
    """The provinces and the places, by id."""
    standing = marked(session)
    roads = grouped(
        (key, ROAD_NAMES[road])
        for road, legs in scenario.roads.items()
        for key in dict.fromkeys(end for leg in legs for end in (leg.start, leg.end))
    )
    lands = {
        one.id: made_from(
            Ground,
            one,
            value=one.value,
            holder=lord(one.holder) or "",
            work=one.castle,
            kind="province",
            within="",
            buildings=standing.get(one.id, ()),
            roads=tuple(roads.get(one.id, ())),
        )
        for one in provinces
    }
    towns = {
        one.id: made_from(
            Ground,
            one,
            holder=lord(one.holder) or "",
            work=one.castle,
            within=one.province,
            mountainous=False,
            buildings=(),
            roads=(),
        )
        for one in places
    }
    return lands, towns


def payments(scenario: Scenario, provinces: list[Province], places: list[Place]) -> dict[str, tuple[Paying, ...]]:
    """What each clan is paid next winter as things stand (R21)."""
    found: dict[str, tuple[Paying, ...]] = {}
    for one in paying(scenario, provinces, places):
        points = one.value // FORCE_DIVISOR if one.taken else one.value
        if one.holder and points:
            extra = one.account.startswith("income:")
            line = Paying(one.name, one.kind, points, one.taken, one.province or "", one.province is None, extra)
            found[one.holder] = (*found.get(one.holder, ()), line)
    return {clan: tuple(sorted(lines, key=lambda line: (line.extra, -line.points))) for clan, lines in found.items()}
