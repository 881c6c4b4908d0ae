"""Works: what stands, what is being built, what is abandoned, and what its upkeep costs (handbook 5; R24, R25, D12).

Who controls a province has its castle and its buildings, whoever built them. That a building stands is public; what it
cost, and what is still being built, is for those who keep the books.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from control.models import Clan, Game, Place, Province, Transfer, Work
from control.queries.audience import minds
from control.queries.land import ClanSign, sign_of
from control.queries.ledger import balance
from control.rules.errors import NotThisDesk, OrderNotUnderstood, did_you_mean
from control.rules.sengoku.prices import Prices
from control.scenario.model import Scenario


@dataclass(frozen=True)
class UpkeepLine:
    """What a work costs its holder this winter. ``kind`` is castle, fortress or building; ``where`` its province or
    place by name, ``province`` and ``place`` by id; ``work`` is the number of a building."""

    kind: str
    what: str
    where: str
    clan: str
    points: int
    section: str
    province: str
    place: str | None = None
    work: int | None = None


def upkeep_due(session: Session, scenario: Scenario, clan: str | None = None) -> list[UpkeepLine]:
    """What castles, fortresses and buildings cost at the onset of winter, by clan (R24).

    What was finished or re-commissioned this very winter costs nothing yet, a fortress what the castle did that it was.
    A temple's own fortress costs its own sect nothing; a conqueror pays (D12). What nobody holds costs nobody anything.
    """
    upkeep = scenario.tables.economy.upkeep
    fresh = finished_now(session)
    homes = {tuple(row) for row in session.execute(select(Clan.home_place, Clan.id).where(Clan.kind == "temple"))}
    mine = [] if clan is None else [clan]
    found: list[UpkeepLine] = []
    provinces = select(Province).where(Province.castle != "none", Province.holder.is_not(None))
    places = select(Place).where(Place.fortification != "none", Place.holder.is_not(None))
    buildings = (
        select(Work, Province).join(Province, Province.id == Work.province)
        .where(Work.state == "standing", Province.holder.is_not(None))
    )
    if mine:
        provinces, places = provinces.where(Province.holder == clan), places.where(Place.holder == clan)
        buildings = buildings.where(Province.holder == clan)
    put_in_order = recommissioned_now(session)
    for one in session.scalars(provinces):
        kind = one.castle
        if put_in_order_as(kind, one.name) in put_in_order:
            continue
        if ("fortress", one.id) in fresh and kind == "fortress":
            kind = "castle"
        elif ("castle", one.id) in fresh and kind == "castle":
            continue
        found.append(UpkeepLine(
            kind, kind.capitalize(), one.name, str(one.holder), upkeep[kind], "R24", one.id,
        ))
    for place in session.scalars(places):
        kind = place.fortification
        if (place.id, place.holder) not in homes and put_in_order_as(kind, place.name) not in put_in_order:
            found.append(UpkeepLine(
                kind, kind.capitalize(), place.name, str(place.holder), upkeep[kind], "R24", place.province, place.id,
            ))
    for work, one in session.execute(buildings):
        if ("building", work.id) not in fresh:
            found.append(UpkeepLine(
                "building", work.name, one.name, str(one.holder), upkeep["building"], "R24", one.id, None, work.id,
            ))
    return sorted(found, key=lambda line: (line.clan, -line.points, line.where, line.what, line.work or 0))


def finished_now(session: Session) -> set[tuple[str, object]]:
    """The works that became ready this very winter: a castle or fortress with its province, a building with its
    number."""
    game = session.get_one(Game, 1)
    if game.season != "winter":
        return set()
    return {
        (work.kind, work.id if work.kind == "building" else work.province)
        for work in session.scalars(select(Work).where(Work.finished == game.year))
    }


def put_in_order_as(kind: str, name: str) -> str:
    """What the books say of a castle or fortress that was re-commissioned."""
    return f"{kind.capitalize()} of {name}"


def recommissioned_now(session: Session) -> set[str]:
    """The castles and fortresses that were re-commissioned this very winter, as the books name them."""
    game = session.get_one(Game, 1)
    if game.season != "winter":
        return set()
    return set(session.scalars(
        select(Transfer.note).where(Transfer.kind == "recommission", Transfer.number == game.seasons)
    ))


@dataclass(frozen=True)
class Building:
    """A public building that stands, and who controls it: the holder of its province (R25). What it cost is secret."""

    id: int
    name: str
    province: str
    province_name: str
    points: int
    holder: str | None
    builder: str


def buildings(session: Session) -> list[Building]:
    """Every public building that stands, the costliest first."""
    rows = session.execute(
        select(Work, Province).join(Province, Province.id == Work.province)
        .where(Work.kind == "building", Work.state == "standing").order_by(Work.points.desc(), Work.id)
    )
    return [
        Building(work.id, work.name, one.id, one.name, work.points, one.holder, work.clan) for work, one in rows
    ]


# --- One clan’s works -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Standing:
    """A castle, fortress or building of a clan; ``upkeep`` is what it costs each winter."""

    what: str
    where: str
    upkeep: int
    free: bool = False


@dataclass(frozen=True)
class UnderWay:
    """A work that is being built, and the winter it is ready in; ``points`` is None where another clan paid for it.
    ``lost_to`` is who holds the province now, if it is no longer who ordered it; ``waits`` says what holds it up."""

    id: int
    what: str
    where: str
    ready: int
    points: int | None
    lost_to: str = ""
    waits: str = ""


@dataclass(frozen=True)
class Abandoned:
    """A work that nobody kept up, and what re-commissioning costs; ``leaves`` is what the clan has then."""

    what: str
    where: str
    cost: int
    leaves: int
    province: str = ""
    place: str = ""


@dataclass(frozen=True)
class Site:
    """A province where a castle or fortress may be ordered, or why not (``hindrance``)."""

    province: str
    name: str
    hindrance: str = ""


@dataclass(frozen=True)
class WorksView:
    """All works of a clan, for its Controller. ``has`` are its points of rice and cash together, ``upkeep`` is what all
    that stands costs in a winter."""

    clan: str
    name: str
    winter: bool
    year: int
    has: int
    prices: Prices
    standing: tuple[Standing, ...]
    under_way: tuple[UnderWay, ...]
    abandoned: tuple[Abandoned, ...]
    castles: tuple[Site, ...]
    fortresses: tuple[Site, ...]
    provinces: tuple[tuple[str, str], ...]
    upkeep: int

    def leaves(self, kind: str) -> int:
        """What a castle or fortress would leave the clan; less than 0 if it cannot pay."""
        return self.has - self.prices.cost[kind]


def of_clan(session: Session, scenario: Scenario, clan: str) -> WorksView:
    """The works of a clan, and what it may order. Only for those who keep its books (`audience.minds`)."""
    one = session.get_one(Clan, clan)
    standing = tuple(standing_of(session, scenario, one))
    game = session.get_one(Game, 1)
    prices = scenario.tables.economy
    has = sum(balance(session, clan))
    provinces = list(session.scalars(select(Province).where(Province.holder == clan).order_by(Province.name)))
    ordered = {
        (work.province, work.kind) for work in session.scalars(select(Work).where(Work.state == "ordered"))
    }
    return WorksView(
        clan=clan, name=one.name, winter=game.season == "winter", year=game.year, has=has, prices=prices,
        standing=standing, under_way=tuple(under_way(session, clan)),
        abandoned=tuple(abandoned_of(session, scenario, clan, has)),
        castles=tuple(
            Site(land.id, land.name, no_castle(land, ordered, prices)) for land in provinces if land.castle == "none"
        ),
        fortresses=tuple(
            Site(land.id, land.name, no_fortress(land, ordered, game.year))
            for land in provinces if land.castle == "castle"
        ),
        provinces=tuple((land.id, land.name) for land in provinces),
        upkeep=sum(work.upkeep for work in standing),
    )


def no_castle(province: Province, ordered: set[tuple[str, str]], prices: Prices) -> str:
    """Why no castle can be ordered in a province (R24); empty if one can."""
    if province.castle != "none":
        return f"{province.name} has a {province.castle} already."
    if province.abandoned is not None:
        cost = prices.recommission[province.abandoned]
        return f"{province.name} has an abandoned {province.abandoned}: re-commission it for {cost}."
    if (province.id, "castle") in ordered:
        return f"{province.name} is having a castle built already."
    return ""


def no_fortress(province: Province, ordered: set[tuple[str, str]], year: int) -> str:
    """Why no fortress can be ordered in a province (R24); empty if one can."""
    if province.castle == "fortress":
        return f"{province.name} has a fortress already."
    if province.castle == "none":
        building = (province.id, "castle") in ordered
        return (
            f"{province.name} has no castle that is finished, and castle and fortress are never ordered in one year. "
            + ("Wait until the castle is ready, then another year." if building else "Order a castle first.")
        )
    if province.castle_since is not None and province.castle_since >= year:
        return (
            f"The castle of {province.name} was finished in this very year, {province.castle_since}. "
            "Order the fortress next winter."
        )
    if (province.id, "fortress") in ordered:
        return f"{province.name} is having its castle made a fortress already."
    return ""


def standing_of(session: Session, scenario: Scenario, clan: Clan) -> Iterator[Standing]:
    """The castles, fortresses and buildings that a clan controls."""
    upkeep = scenario.tables.economy.upkeep
    for one in session.scalars(
        select(Province).where(Province.holder == clan.id, Province.castle != "none").order_by(Province.name)
    ):
        yield Standing(one.castle.capitalize(), one.name, upkeep[one.castle])
    for place in session.scalars(
        select(Place).where(Place.holder == clan.id, Place.fortification != "none").order_by(Place.name)
    ):
        free = clan.kind == "temple" and clan.home_place == place.id
        cost = 0 if free else upkeep[place.fortification]
        yield Standing(place.fortification.capitalize(), place.name, cost, free)
    rows = session.execute(
        select(Work.name, Province.name).join(Province, Province.id == Work.province)
        .where(Work.state == "standing", Province.holder == clan.id).order_by(Province.name, Work.id)
    )
    for name, where in rows:
        yield Standing(name, where, upkeep["building"])


def under_way(session: Session, clan: str) -> Iterator[UnderWay]:
    """What is being built in a clan's provinces, and what it ordered in those it has lost since."""
    names = {key: name for key, name in session.execute(select(Clan.id, Clan.name))}  # noqa: C416 (typed rows)
    rows = session.execute(
        select(Work, Province).join(Province, Province.id == Work.province)
        .where(Work.state == "ordered", (Province.holder == clan) | (Work.clan == clan)).order_by(Work.id)
    )
    for work, one in rows:
        lost = one.holder != clan
        yield UnderWay(
            id=work.id, what=work.name or work.kind.capitalize(), where=one.name, ready=work.ordered + 1,
            points=work.points if work.clan == clan else None,
            lost_to=(names[one.holder] if one.holder else "nobody") if lost else "",
            waits="its castle stands abandoned" if work.kind == "fortress" and one.castle == "none" else "",
        )


def abandoned_of(session: Session, scenario: Scenario, clan: str, has: int) -> Iterator[Abandoned]:
    """The castles and fortresses a clan holds that nobody keeps up."""
    costs = scenario.tables.economy.recommission
    for one in session.scalars(
        select(Province).where(Province.holder == clan, Province.abandoned.is_not(None)).order_by(Province.name)
    ):
        cost = costs[str(one.abandoned)]
        yield Abandoned(str(one.abandoned).capitalize(), one.name, cost, has - cost, province=one.id)
    for place in session.scalars(
        select(Place).where(Place.holder == clan, Place.abandoned.is_not(None)).order_by(Place.name)
    ):
        cost = costs[str(place.abandoned)]
        yield Abandoned(str(place.abandoned).capitalize(), place.name, cost, has - cost, place=place.id)


def for_desk(session: Session, scenario: Scenario, key: str, desk: str) -> tuple[ClanSign, WorksView]:
    """The works of a clan for the desk that minds it, with the clan's sign.

    Raises OrderNotUnderstood for a clan nobody knows, NotThisDesk for one whose books are kept elsewhere.
    """
    one = session.get(Clan, key)
    if one is None:
        near = did_you_mean(key, session.scalars(select(Clan.id)))
        raise OrderNotUnderstood(f'There is no clan "{key}".{near}', field="clan")
    if not minds(desk, one):
        raise NotThisDesk(f"The books of {one.name} are kept at another desk.", field="clan")
    return sign_of(one), of_clan(session, scenario, key)
