"""Armies, garrisons and orders, for Map Control and Game Control only: these carry sizes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import Session, joinedload

from control.kernel.codes import Code
from control.kernel.database.made import made_from
from control.kernel.database.reading import row_of
from control.kernel.grouping import grouped
from control.kernel.values import dataclass
from control.sengoku.rows import Army, Character, Clan, Companion, Game, Garrison, Place, Province
from control.sengoku.rules.march.allowance import Allowance, Step, allowances_on
from control.sengoku.rules.tables import Options
from control.sengoku.scenario.model import Scenario
from control.sengoku.world.forces.ground_questions import ground_name, ground_named
from control.sengoku.world.land.land_questions import ClanSign, clan_signs
from control.sengoku.world.ledger.ledger_questions import left_to_raise
from control.sengoku.world.options_questions import options_of


@dataclass(frozen=True)
class ArmyView:
    """An army with its order, and how far it may go and why. ``where`` is the city or temple it is in, with its
    province, or the province. ``order_version`` is 0 where there is no order, ``companions`` are the names of those
    who go along with it."""

    id: int
    version: int
    code: str
    order_code: str
    clan: ClanSign
    general: str
    general_id: str
    experience: int
    general_version: int
    wounded: bool
    province: str
    province_name: str
    place: str | None
    where: str
    troops: int
    route: tuple[str, ...]
    route_names: tuple[str, ...]
    walked: int
    has_order: bool
    order_version: int
    allowance: int
    reasons: tuple[Step, ...]
    phases: tuple[int, ...]
    halted: str
    started: str
    late: str
    late_minutes: int | None
    late_phase: int | None
    held_by: int | None
    way_back: str | None
    companions: tuple[str, ...]

    @property
    def route_text(self) -> str:
        """The whole route in words."""
        if not self.has_order:
            return "no order"
        return " – ".join(self.route_names) if self.route_names else "stays"

    @property
    def ahead(self) -> tuple[str, ...]:
        """The legs not yet walked, by id."""
        return self.route[self.walked :]


@dataclass(frozen=True)
class GarrisonView:
    """A garrison: counters without a general, in a province or in a place of it; ``name`` is where."""

    id: int
    clan: ClanSign
    name: str
    troops: int


def army(session: Session, scenario: Scenario, number: int) -> ArmyView | None:
    """One army on the map, or None."""
    return next(iter(armies(session, scenario, Army.id == number)), None)


def armies(session: Session, scenario: Scenario, *only: ColumnElement[bool]) -> list[ArmyView]:
    """The armies on the map, all or those ``only``, by clan and number, with their generals, orders and companions."""
    game, signs = Game.only(session), clan_signs(session)
    season, options = game.season, options_of(game)
    along = grouped((one.army, one.the_character.name) for one in session.scalars(GOING_ALONG))
    rows = session.scalars(ON_THE_MAP.where(*only))
    return [view(army, signs[army.clan], season, scenario, options, along.get(army.id, ())) for army in rows]


ON_THE_MAP = (
    select(Army)
    .where(Army.standing.is_(True))
    .order_by(Army.clan, Army.id)
    .options(joinedload(Army.the_general, innerjoin=True), joinedload(Army.the_order))
)
WITH_ARMY = joinedload(Companion.the_army)
GOING_ALONG = select(Companion).options(joinedload(Companion.the_character)).order_by(Companion.character)
"""The armies on the map and those who go along with one; statements that stand ready, for they are asked all the
time."""


def going_along(session: Session, person: str) -> Companion | None:
    """How somebody goes along with an army, with that army; None if he goes along with none."""
    return row_of(session, Companion, person, WITH_ARMY)


def how_far(
    army: Army, general: Character, route: tuple[str, ...], season: str, scenario: Scenario, options: Options
) -> Allowance:
    """How far an army goes on a route this season under its general, and why (R12)."""
    here = allowances_on(scenario.geography, season, scenario.tables.movement, options)
    return here.how_far(general.experience, route, army.started, general.wounded)


def view(
    army: Army, sign: ClanSign, season: str, scenario: Scenario, options: Options, companions: Sequence[str]
) -> ArmyView:
    """One army as the map desk sees it."""
    general, order = army.the_general, army.the_order
    route = tuple(order.route) if order else ()
    names = scenario.provinces
    allowed = how_far(army, general, route, season, scenario, options)
    in_force = allowed.value if army.allowance is None else army.allowance  # fixed by the season's first phase
    return made_from(
        ArmyView,
        army,
        order_code=str(Code("M", army.id)),
        clan=sign,
        general=general.name,
        general_id=general.id,
        experience=general.experience,
        general_version=general.version,
        wounded=general.wounded,
        province_name=names[army.province].name,
        where=ground_named(scenario, army.province, army.place),
        route=route,
        route_names=tuple(names[key].name for key in route),
        has_order=order is not None,
        order_version=order.version if order else 0,
        allowance=in_force,
        reasons=allowed.steps,
        phases=scenario.tables.movement.phases[in_force],
        halted=army.halted or "",
        late=order.late if order else "",
        late_minutes=order.late_minutes if order else None,
        late_phase=order.late_phase if order else None,
        companions=tuple(companions),
    )


def garrisons(session: Session, scenario: Scenario) -> list[GarrisonView]:
    """Every garrison, by clan and province, those in its places after the one around them."""
    signs = clan_signs(session)
    found = session.scalars(
        select(Garrison)
        .where(Garrison.standing.is_(True))
        .order_by(Garrison.clan, Garrison.province, func.coalesce(Garrison.place, ""))
    )
    return [
        made_from(GarrisonView, one, clan=signs[one.clan], name=ground_name(scenario, one.province, one.place))
        for one in found
    ]


@dataclass(frozen=True)
class Candidate:
    """A living character who leads no army yet; ``clan`` is for whom he would lead one: as a hostage, his hosts."""

    id: str
    name: str
    clan: str
    experience: int
    hostage: bool


def candidates(session: Session) -> list[Candidate]:
    """Who could form an army, by clan and name."""
    leading = select(Army.general).where(Army.standing.is_(True))
    rows = session.execute(
        select(Character.id, Character.name, Clan.name, Character.experience, Character.held_by.is_not(None))
        .join(Clan, Clan.id == func.coalesce(Character.held_by, Character.clan))
        .where(Character.alive.is_(True), Character.id.not_in(leading))
        .order_by(Clan.id, Character.id)
    )
    return [Candidate(*row) for row in rows]


@dataclass(frozen=True)
class CanRaise:
    """What a province, or a city or temple (``place``), can still raise this year (R23); ``id`` is its own."""

    id: str
    name: str
    holder: str
    left: int
    place: bool = False


def musters(session: Session) -> list[CanRaise]:
    """Every held province with what it can still raise, then every place that is held."""
    provinces = select(Province, Clan.name).join(Province.the_holder).order_by(Province.id)
    places = select(Place, Clan.name).join(Place.the_holder).order_by(Place.id)
    held: list[tuple[Province | Place, str]] = [(one, holder) for one, holder in session.execute(provinces)]
    held += [(one, holder) for one, holder in session.execute(places)]
    return [
        CanRaise(one.id, one.name, holder, left_to_raise(session, one), isinstance(one, Place)) for one, holder in held
    ]


def neighbours(scenario: Scenario, province: str) -> list[tuple[str, str, bool]]:
    """The provinces one leg away: id, name, and whether it is over the sea."""
    names: Mapping[str, object] = scenario.provinces
    return sorted(
        (
            (key, scenario.provinces[key].name, scenario.geography.by_sea(province, key))
            for key in scenario.geography.neighbours(province)
            if key in names
        ),
        key=lambda row: row[1],
    )


def ways_out(scenario: Scenario, province: str) -> list[tuple[str, str]]:
    """The provinces one leg away, to choose one: id, and name with the word if it is over the sea."""
    return [(key, f"{name} (by sea)" if sea else name) for key, name, sea in neighbours(scenario, province)]
