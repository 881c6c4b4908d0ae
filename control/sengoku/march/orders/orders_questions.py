"""This season's orders as the desks see them: who may go where and how far, whose order is in and whose is missing,
and since when orders are closed (handbook 6; R12, R13). For Map Control and Game Control only."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session, joinedload

from control.kernel.database.reading import by_key
from control.kernel.grouping import grouped
from control.kernel.values import dataclass
from control.kernel.wording import clock_of, counted, folded, signed
from control.sengoku.march.orders.movers_questions import held_since_now, leaves, may_march
from control.sengoku.rows import Army, Game, MarchOrder
from control.sengoku.rules.march.allowance import Allowance, Step, allowances_on
from control.sengoku.rules.march.geography import ROAD_NAMES
from control.sengoku.scenario.model import Scenario
from control.sengoku.world.bonds.treaties_questions import Concord, entering
from control.sengoku.world.forces.forces_questions import ArmyView, armies
from control.sengoku.world.land.land_questions import ClanSign, clan_signs
from control.sengoku.world.options_questions import options_of

# Where one leg leads


@dataclass(frozen=True)
class NextLeg:
    """A province one leg away, and what is to be said of the way there ("by sea −1", "Tōkaidō +1")."""

    id: str
    name: str
    sea: bool
    roads: tuple[str, ...]
    marks: tuple[str, ...]


def next_legs(scenario: Scenario, here: str, season: str) -> tuple[NextLeg, ...]:
    """Where an army can go from here, by name. A road's +1 needs the whole route to follow it, as R12 has it."""
    table, ground = scenario.tables.movement, scenario.geography
    found = []
    for key in ground.neighbours(here):
        if key not in scenario.provinces:
            continue
        sea = ground.by_sea(here, key)
        roads = tuple(road for road in table.roads if ground.on_road(road, here, key))
        marks = [f"by sea {signed(table.sea_crossing)}"] if sea else []
        for road in roads:
            gives = f" {signed(table.road)}" if season in table.roads[road] else ""
            marks.append(f"{ROAD_NAMES.get(road, road)}{gives}")
        found.append(NextLeg(key, scenario.provinces[key].name, sea, roads, tuple(marks)))
    return tuple(sorted(found, key=lambda leg: folded(leg.name)))


Ground = dict[str, tuple[str, list[tuple[str, tuple[str, ...]]]]]
"""For each province its name, and where one leg leads with what is to be said of it: the page's own map."""


def ground(scenario: Scenario, season: str) -> Ground:
    """Where one leg leads from every province."""
    return {
        key: (province.name, [(leg.id, leg.marks) for leg in next_legs(scenario, key, season)])
        for key, province in scenario.provinces.items()
    }


def promises(session: Session, scenario: Scenario, army: ArmyView, route: Iterable[str], desk: str) -> tuple[str, ...]:
    """The bonds that speak against a route, so far as this desk may know of them (R35)."""
    names = {key: one.name for key, one in scenario.provinces.items()}
    return entering(session, Concord(session, desk), [(army.clan.id, leg) for leg in route], names)


# A route in the making


@dataclass(frozen=True)
class Draft:
    """A route in the making. ``route`` are its legs still ahead, ``names`` what they are called, ``here`` is where it
    has got to. ``phases`` are those in which the army will move; of its legs, the first so many are walked this
    season, and those ``beyond`` are not: with the next of them the allowance would be ``one_more`` (R12), or the phases
    in which it moves are over, and it is ``too_late`` (R13), or a battle of this season lets it go ``back_only`` (R15).
    """

    route: tuple[str, ...]
    names: tuple[str, ...]
    here: str
    end: str
    allowance: Allowance
    phases: tuple[int, ...]
    one_more: int
    too_late: bool
    back_only: bool

    @property
    def beyond(self) -> int:
        """How many of the last legs will not be walked this season."""
        return len(self.route) - len(self.phases)

    @property
    def why_beyond(self) -> str:
        """Why those legs will not be walked, in words; empty where all are."""
        if not self.beyond:
            return ""
        if self.back_only:
            return "in the season of its battle it goes back the way it came, and no further (R15)"
        if self.too_late:
            return "no phase of this season is left for more (R13)"
        if self.one_more <= self.allowance.legs:
            way = counted(self.allowance.legs + 1, "province")
            return f"for {way} this way the allowance is {self.one_more} (R12)"
        return f"its allowance is {self.allowance.value} (R12)"

    def with_leg(self, province: str) -> str:
        """The route with one more leg, as an address carries it."""
        return ",".join((*self.route, province))

    @property
    def without_last(self) -> str:
        """The route without its last leg."""
        return ",".join(self.route[:-1])


def draft(session: Session, scenario: Scenario, army: ArmyView, route: Iterable[str]) -> Draft:
    """The draft of a route for an army; it stops before a leg that cannot be walked."""
    game, table = Game.only(session), scenario.tables.movement
    legs: list[str] = []
    here = army.province
    for key in route:
        if key not in scenario.provinces or not scenario.geography.is_neighbour(here, key):
            break
        legs.append(key)
        here = key
    way = (*army.route[: army.walked], *legs)
    reckoned = allowances_on(scenario.geography, game.season, table, options_of(game))
    allowance = reckoned.how_far(army.experience, way, army.started, army.wounded)
    further = reckoned.ways(way[: allowance.legs + 1], army.started)
    one_more = reckoned.reckon(army.experience, army.wounded, further)
    able = reckoned.how_far(army.experience, army.route, army.started, army.wounded)
    value = kept_to(allowance, able, army.allowance)
    if fewer := allowance.value - value:
        why = Step("no faster than it set out", -fewer, "R12")
        steps = (*allowance.steps, why)
        one_more = one_more._replace(value=kept_to(one_more, able, army.allowance))
        allowance = allowance._replace(value=value, legs=min(allowance.legs, value), steps=steps)
    left = max(0, allowance.legs - army.walked)
    if back_only := held_since_now(session, army):
        left = min(left, 1 if legs[:1] == [army.way_back] else 0)
    phases = [phase for phase in table.phases[allowance.value] if phase > game.phase][:left]
    return Draft(
        tuple(legs),
        tuple(scenario.provinces[key].name for key in legs),
        here,
        scenario.provinces[here].name,
        allowance,
        tuple(phases),
        one_more.value,
        len(phases) < left,
        back_only,
    )


def kept_to(far: Allowance, able: Allowance, in_force: int) -> int:
    """How far an army goes where its general would go so ``far``. If the allowance ``in_force`` is less than he is
    ``able`` to on its order, it changed hands, took in a slower one or won him experience on the way: no other order
    makes it faster (R12)."""
    slower = able.earned - in_force if able.value > in_force else 0
    return max(1, min(far.value, far.earned - slower))


# The grid


@dataclass(frozen=True)
class GridRow:
    """An army in the grid, with the draft of the order it has; ``missing`` if it may march and has none. ``mark``
    changes with whatever the row shows."""

    army: ArmyView
    draft: Draft
    missing: bool

    @property
    def mark(self) -> str:
        """What changes whenever army, general or order does."""
        return mark(self.army.version, self.army.general_version, self.army.order_version, self.missing)


def grid(session: Session, scenario: Scenario) -> list[GridRow]:
    """Every army on the map, by clan and number, as the order grid shows it."""
    return grid_rows(session, scenario, armies(session, scenario))


def grid_rows(session: Session, scenario: Scenario, found: list[ArmyView]) -> list[GridRow]:
    """These armies as the order grid shows them."""
    return [
        GridRow(army, draft(session, scenario, army, army.ahead), not army.has_order and not leave.stays)
        for army, leave in zip(found, leaves(session, scenario, found), strict=True)
    ]


def mark(army: int, general: int, order: int, missing: bool) -> str:
    """The versions of an army, its general and its order (0: none), and whether that is missing, as one short text."""
    return f"{army}.{general}.{order}{'.missing' if missing else ''}"


# Who is missing


@dataclass(frozen=True)
class Missing:
    """An army that may march and has no order: its number, its general, the code of its order card."""

    army: int
    general: str
    code: str


@dataclass(frozen=True)
class MissingOf:
    """A clan's armies that may march and have no order yet."""

    clan: ClanSign
    generals: tuple[Missing, ...]


@dataclass(frozen=True)
class OrdersIn:
    """How many orders are in of how many are to come, those missing by clan, and each army's `mark`."""

    entered: int
    total: int
    missing: tuple[MissingOf, ...]
    marks: Mapping[int, str]


def orders_in(session: Session, scenario: Scenario) -> OrdersIn:
    """Whose orders are in. An army that may not march gets no order card, and nobody waits for its order."""
    signs = clan_signs(session)
    orders = by_key(session, select(MarchOrder.army, MarchOrder.version))
    led = select(Army).where(Army.standing.is_(True)).order_by(Army.clan, Army.id).options(joinedload(Army.the_general))
    armies = session.scalars(led).all()
    leave = may_march(session, [army for army in armies if army.id not in orders], scenario.tables.movement)
    late = {number for number, may in leave.items() if not may.stays}
    waiting = grouped(
        (army.clan, Missing(army.id, army.the_general.name, army.code)) for army in armies if army.id in late
    )
    marks = {
        army.id: mark(army.version, army.the_general.version, orders.get(army.id, 0), army.id in late)
        for army in armies
    }
    entered = len(armies) - len(leave)
    missing = tuple(MissingOf(signs[clan], tuple(generals)) for clan, generals in waiting.items())
    return OrdersIn(entered, entered + len(late), missing, marks)


# Open or closed


@dataclass(frozen=True)
class Closing:
    """Whether this season's orders are closed, since when (as the journal keeps time; empty if nobody noted it),
    and the last phase that was run. They can be opened again while no phase was."""

    closed: bool
    since: str
    phase: int

    @property
    def can_open(self) -> bool:
        """Whether they may be opened again."""
        return self.closed and self.phase == 0

    @property
    def clock(self) -> str:
        """When they were closed, on the clock of this machine: "14:05"."""
        return clock_of(self.since)

    def late_by(self, now: datetime) -> int:
        """Whole minutes since then."""
        if not self.since:
            return 0
        return max(0, int((now - datetime.fromisoformat(self.since)).total_seconds() // 60))


def closing(game: Game) -> Closing:
    """Whether this season's orders are closed."""
    return Closing(bool(game.locked_at or game.phase), game.locked_at or "", game.phase)


def the_game(session: Session) -> Game:
    """The row of the game, for those who ask several questions at once."""
    return Game.only(session)
