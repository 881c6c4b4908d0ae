"""Works: what stands, what is being built, what is abandoned, and what its upkeep costs (handbook 5; R24, R25, D12).

Who controls a province, city or temple has its castle and its buildings, whoever built them. That a building stands is
public; what it cost, and what is still being built, is for those who keep the books.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sqlalchemy import ColumnElement, Select, bindparam, case, func, select
from sqlalchemy.orm import Session

from control.kernel.database.keeping import kept
from control.kernel.errors import NotThisDesk, OrderNotUnderstood
from control.kernel.values import dataclass
from control.sengoku.rows import Clan, Game, Place, Province, Transfer, Work
from control.sengoku.rules.prices import Prices
from control.sengoku.scenario.model import Scenario
from control.sengoku.world.forces.ground_questions import Ground, ground_at
from control.sengoku.world.land.land_questions import ClanSign, clan_signs, sign_of
from control.sengoku.world.ledger.ledger_questions import balance
from control.sengoku.world.minding_questions import minds
from control.sengoku.world.names import no_clan


@dataclass(frozen=True)
class UpkeepLine:
    """What a work costs its holder this winter. ``kind`` is what stands, castle, fortress or building, and
    ``priced_as`` what it is charged as; ``where`` its province or place by name, ``province`` and ``place`` by id;
    ``work`` is the number of a building."""

    kind: str
    priced_as: str
    what: str
    where: str
    clan: str
    points: int
    section: str
    province: str
    place: str | None = None
    work: int | None = None

    @property
    def price(self) -> str:
        """What it costs, in words: of a fortress in its first winter, that it is what the castle cost."""
        its = "its" if self.priced_as == self.kind else f"this winter its {self.priced_as}’s"
        return f"{its} {self.points}"

    @property
    def where_and_why(self) -> str:
        """Where it stands, for a line that has the points themselves beside it."""
        return self.where if self.priced_as == self.kind else f"{self.where} ({self.price})"


HOMES = select(Clan.home_place, Clan.id).where(Clan.kind == "temple", Clan.home_place.is_not(None))
CASTLES = select(Province).where(Province.castle != "none", Province.holder.is_not(None))
FORTIFIED = select(Place).where(Place.castle != "none", Place.holder.is_not(None))


@kept
def upkeep_due(session: Session, scenario: Scenario, clan: str | None = None) -> list[UpkeepLine]:
    """What castles, fortresses and buildings cost at the onset of winter, by clan (R24).

    What was finished or re-commissioned this very winter costs nothing yet, a fortress what the castle did that it was.
    A temple's own fortress costs its own sect nothing; a conqueror pays (D12). What nobody holds costs nobody anything.
    """
    upkeep = scenario.tables.economy.upkeep
    fresh = finished_now(session)
    homes = {tuple(row) for row in session.execute(HOMES)}
    found: list[UpkeepLine] = []
    provinces, places, buildings = CASTLES, FORTIFIED, HELD_BUILDINGS
    if clan is not None:
        provinces, places = provinces.where(Province.holder == clan), places.where(Place.holder == clan)
        buildings = buildings.where(is_had_by(clan))
    put_in_order = recommissioned_now(session)
    for one in (*session.scalars(provinces), *session.scalars(places)):
        kind, key = one.castle, one.ground_key
        priced_as = kind
        if (key[1], one.holder) in homes or put_in_order_as(kind, one.name) in put_in_order:
            continue
        if kind == "fortress" and (kind, key) in fresh:
            priced_as = "castle"
        elif (kind, key) in fresh:
            continue
        points = upkeep[priced_as]
        found.append(UpkeepLine(kind, priced_as, kind.capitalize(), one.name, str(one.holder), points, "R24", *key))
    for work, where, holder in session.execute(buildings):
        if ("building", work.id) not in fresh:
            found.append(
                UpkeepLine(
                    "building",
                    "building",
                    work.name,
                    where,
                    str(holder),
                    upkeep["building"],
                    "R24",
                    work.province,
                    work.place,
                    work.id,
                )
            )
    return sorted(found, key=lambda line: (line.clan, -line.points, line.where, line.what, line.work or 0))


HOLDER: ColumnElement[Any] = case((Work.place.is_not(None), Place.holder), else_=Province.holder)
"""Who has a work: whoever holds its province or, for one in a city or temple, that place."""


def is_had_by(clan: str) -> ColumnElement[bool]:
    """Whether a clan has the work, as a condition on `built`."""
    return HOLDER.in_((clan,))


def built() -> Select[Work, str, Any]:
    """Every work with the name of the ground it stands on, and who has it."""
    return (
        select(Work, func.coalesce(Place.name, Province.name), HOLDER).join(Work.the_province).outerjoin(Work.the_place)
    )


HELD_BUILDINGS = built().where(Work.state == "standing", HOLDER.is_not(None))
FINISHED = select(Work).where(Work.finished == bindparam("year"))


def finished_now(session: Session) -> set[tuple[str, object]]:
    """The works that became ready this very winter: a castle or fortress with its ground (province and place), a
    building with its number."""
    game = Game.only(session)
    if game.season != "winter":
        return set()
    return {
        (work.kind, work.id if work.kind == "building" else (work.province, work.place))
        for work in session.scalars(FINISHED, {"year": game.year})
    }


def put_in_order_as(kind: str, name: str) -> str:
    """What the books say of a castle or fortress that was re-commissioned."""
    return f"{kind.capitalize()} of {name}"


RECOMMISSIONED = select(Transfer.note).where(
    Transfer.year == bindparam("year"), Transfer.kind == "recommission", Transfer.number == bindparam("season")
)
"""By the year too, for by that they are found."""


def recommissioned_now(session: Session) -> set[str]:
    """The castles and fortresses that were re-commissioned this very winter, as the books name them."""
    game = Game.only(session)
    if game.season != "winter":
        return set()
    return set(session.scalars(RECOMMISSIONED, {"year": game.year, "season": game.seasons}))


@dataclass(frozen=True)
class Building:
    """A public building that stands, and who controls it: the holder of its province or place (R25). What it cost is
    secret."""

    id: int
    name: str
    province: str
    province_name: str
    points: int
    holder: str | None


def buildings(session: Session) -> list[Building]:
    """Every public building that stands, the costliest first."""
    rows = session.execute(
        built().where(Work.kind == "building", Work.state == "standing").order_by(Work.points.desc(), Work.line)
    )
    return [Building(work.id, work.name, work.province, where, work.points, holder) for work, where, holder in rows]


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
    ``lost_to`` is who holds the ground now, if it is no longer who ordered it; ``waits`` says what holds it up."""

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
    """A province, or a ``place`` in it, where a castle or fortress may be ordered, or why not (``hindrance``)."""

    province: str
    name: str
    hindrance: str = ""
    place: str = ""

    @property
    def key(self) -> str:
        """What names it on a form: ``kai`` or ``place.kyoto``."""
        return f"place.{self.place}" if self.place else self.province


@dataclass(frozen=True)
class WorksView:
    """All works of a clan, for its Controller. ``has`` are its points of rice and cash together, ``upkeep`` is what all
    that stands costs in a winter."""

    clan: str
    winter: bool
    year: int
    has: int
    prices: Prices
    standing: tuple[Standing, ...]
    under_way: tuple[UnderWay, ...]
    abandoned: tuple[Abandoned, ...]
    castles: tuple[Site, ...]
    fortresses: tuple[Site, ...]
    grounds: tuple[Site, ...]
    upkeep: int

    def leaves(self, kind: str) -> int:
        """What a castle or fortress would leave the clan; less than 0 if it cannot pay."""
        return self.has - self.prices.cost[kind]


def of_clan(session: Session, scenario: Scenario, clan: str) -> WorksView:
    """The works of a clan, and what it may order. Only for those who keep its books (`audience.minds`)."""
    one = session.get_one(Clan, clan)
    standing = tuple(standing_of(session, scenario, one))
    game = Game.only(session)
    prices = scenario.tables.economy
    has = sum(balance(session, clan))
    provinces = session.scalars(select(Province).where(Province.holder == clan).order_by(Province.name))
    places = session.scalars(select(Place).where(Place.holder == clan).order_by(Place.name))
    grounds = [Ground(one) for one in provinces] + [ground_at(session, place.province, place.id) for place in places]
    ordered = {
        (work.province, work.place, work.kind) for work in session.scalars(select(Work).where(Work.state == "ordered"))
    }
    return WorksView(
        clan=clan,
        winter=game.season == "winter",
        year=game.year,
        has=has,
        prices=prices,
        standing=standing,
        under_way=tuple(under_way(session, clan)),
        abandoned=tuple(abandoned_of(session, scenario, clan, has)),
        castles=tuple(site_of(land, no_castle(land, ordered, prices)) for land in grounds if land.castle == "none"),
        fortresses=tuple(
            site_of(land, no_fortress(land, ordered, prices)) for land in grounds if land.castle == "castle"
        ),
        grounds=tuple(site_of(land) for land in grounds),
        upkeep=sum(work.upkeep for work in standing),
    )


def site_of(ground: Ground, hindrance: str = "") -> Site:
    """A ground as the page of the works offers it."""
    return Site(ground.province.id, ground.name, hindrance, ground.place.id if ground.place else "")


def no_castle(ground: Ground, ordered: set[tuple[str, str | None, str]], prices: Prices) -> str:
    """Why no castle can be ordered in a province or place (R24); empty if one can."""
    if ground.castle != "none":
        return f"{ground.name} has a {ground.castle} already."
    if ground.site.abandoned is not None:
        cost = prices.recommission[ground.site.abandoned]
        return f"{ground.name} has an abandoned {ground.site.abandoned}: re-commission it for {cost}."
    if (*ground.key, "castle") in ordered:
        return f"{ground.name} is having a castle built already."
    return ""


def no_fortress(ground: Ground, ordered: set[tuple[str, str | None, str]], prices: Prices) -> str:
    """Why no fortress can be ordered in a province or place (R24): it wants a castle that stands when the order is
    given. Empty if one can."""
    if ground.castle == "fortress":
        return f"{ground.name} has a fortress already."
    if ground.site.abandoned is not None:
        cost = prices.recommission[ground.site.abandoned]
        return f"The {ground.site.abandoned} of {ground.name} stands abandoned. Re-commission it for {cost} first."
    if ground.castle == "none":
        building = (*ground.key, "castle") in ordered
        return f"{ground.name} has no castle that stands, and castle and fortress are never ordered in one year. " + (
            "Wait until the castle is ready." if building else "Order a castle first."
        )
    if (*ground.key, "fortress") in ordered:
        return f"{ground.name} is having its castle made a fortress already."
    return ""


def standing_of(session: Session, scenario: Scenario, clan: Clan) -> Iterator[Standing]:
    """The castles, fortresses and buildings that a clan controls."""
    upkeep = scenario.tables.economy.upkeep
    provinces = select(Province).where(Province.holder == clan.id, Province.castle != "none").order_by(Province.name)
    places = select(Place).where(Place.holder == clan.id, Place.castle != "none").order_by(Place.name)
    for one in (*session.scalars(provinces), *session.scalars(places)):
        free = clan.kind == "temple" and isinstance(one, Place) and clan.home_place == one.id
        yield Standing(one.castle.capitalize(), one.name, 0 if free else upkeep[one.castle], free)
    rows = session.execute(
        built().where(Work.state == "standing", is_had_by(clan.id)).order_by(Province.name, Work.line)
    )
    for work, where, _holder in rows:
        yield Standing(work.name, where, upkeep["building"])


def under_way(session: Session, clan: str) -> Iterator[UnderWay]:
    """What is being built on a clan's ground, and what it ordered where it has lost it since."""
    signs = clan_signs(session)
    rows = session.execute(
        built().where(Work.state == "ordered", is_had_by(clan) | (Work.clan == clan)).order_by(Work.line)
    )
    for work, where, holder in rows:
        lost = holder != clan
        castle = ground_at(session, work.province, work.place).castle
        yield UnderWay(
            id=work.id,
            what=work.name or work.kind.capitalize(),
            where=where,
            ready=work.ordered + 1,
            points=work.points if work.clan == clan else None,
            lost_to=(signs[holder].name if holder else "nobody") if lost else "",
            waits="its castle stands abandoned" if work.kind == "fortress" and castle == "none" else "",
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
        raise OrderNotUnderstood(no_clan(key, clan_signs(session).values()), field="clan")
    if not minds(desk, one):
        raise NotThisDesk(f"The books of {one.name} are kept at another desk.", field="clan")
    return sign_of(one), of_clan(session, scenario, key)
