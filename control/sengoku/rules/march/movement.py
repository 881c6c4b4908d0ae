"""Movement of field armies: handbook 6, "Generals" and "Movement" (rulings R12 to R18).

A season is four phases. An army's allowance decides in which of them it moves (`set_out`); every phase moves
all armies at once and finds who met whom (`run_phase`). A table of umpires runs the phases one by one and
settles the encounters in between; `run_season` runs all four and leaves every army that met somebody halted.

Provinces, sides and armies are known by their ids; reports list them in the order of those ids, so the order
in which anything came in never shows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import field
from typing import NamedTuple

from control.kernel.errors import OrderNotAllowed, did_you_mean
from control.kernel.grouping import grouped
from control.kernel.values import dataclass
from control.sengoku.rules.march.allowance import Allowance, Allowances, allowances_on, effective_experience
from control.sengoku.rules.march.geography import Geography, both_ways
from control.sengoku.rules.tables import PHASES, MovementTable, Options

REASONS = ("opposed_crossing", "exchange", "meeting", "closed_province", "allowance")
"""Why an army stopped; the first that applies is the one reported."""

NOBODY: frozenset[str] = frozenset()

Closed = Mapping[str, Set[str]]
"""The sides that each province is closed to (R16)."""


class Enmity:
    """Who is hostile to whom: a set of unordered pairs of sides. No side is hostile to itself."""

    def __init__(self, pairs: Iterable[tuple[str, str]] = ()) -> None:
        self._foes = both_ways(pairs)

    def foes(self, side: str, present: Set[str]) -> Set[str]:
        """Those of the sides present that are hostile to this one."""
        return self._foes.get(side, NOBODY) & present

    def on_the_way(self, here: str, there: str) -> Enmity:
        """Who is hostile to whom on the border or crossing between two provinces: whoever is, unless a game knows who
        lets whom through."""
        return self


# Orders


@dataclass(slots=True)
class Army:
    """An army and the route on its order card: provinces in the order it means to enter them. It is never changed.

    A garrison is an army with an empty route. ``experience`` is its general's, 1 to 4, before any wound.
    """

    id: str
    side: str
    province: str
    experience: int
    route: tuple[str, ...] = ()
    wounded: bool = False


class RouteError(NamedTuple):
    """A leg that cannot be walked, counted from 1 as on the order card; the route ends before it."""

    army: str
    leg: int
    to: str
    reason: str


def check_route(army: Army, geography: Geography) -> tuple[tuple[str, ...], list[RouteError]]:
    """The part of the route that can be walked, and the first leg that cannot, if there is one."""
    return as_far_as(len(geography.ways(army.province, army.route)), army, geography)


def as_far_as(legs: int, army: Army, geography: Geography) -> tuple[tuple[str, ...], list[RouteError]]:
    """So many legs of the route, and what is wrong with the next one, if there is one."""
    if legs == len(army.route):
        return army.route, []
    here, to = (army.province, *army.route)[legs : legs + 2]
    return army.route[:legs], [RouteError(army.id, legs + 1, to, why_not(here, to, geography))]


def why_not(here: str, to: str, geography: Geography) -> str:
    """Why no leg leads from ``here`` to ``to``, and which provinces would be right."""
    near = geography.neighbours(here)
    if to == here:
        trouble = f"{to} is where the army already stands."
    elif geography.knows(to):
        trouble = f"{to} is not next to {here}."
    else:
        hint = did_you_mean(to, near) or did_you_mean(to, geography.provinces())
        trouble = f'There is no province "{to}" on this map.{hint}'
    if not near:
        return f"{trouble} No border or crossing leads out of {here}."
    return f"{trouble} From {here} an army can go to {', '.join(near)}."


# R13: armies under way


@dataclass(slots=True)
class March:
    """An army on its way through the season: all that has to be kept from one phase to the next. It is never changed;
    that nothing sees to it makes a season shorter by an eighth.

    ``route`` is the part that can be walked; the army takes the first ``reach`` legs of it and has ``walked`` so many
    of them; ``allowance`` says in which phases. ``halted`` is whether an encounter has stopped it. ``experience`` is
    the effective one, which decides an exchange (R14, R19). ``inside`` is whether it is in a city or temple of its
    province, where it meets nobody until it marches (R41).
    """

    id: str
    side: str
    province: str
    experience: int
    route: tuple[str, ...]
    allowance: int
    reach: int
    walked: int = 0
    halted: bool = False
    inside: bool = False

    def moves_in(self, phase: int, table: MovementTable) -> bool:
        """Whether the army takes a leg in this phase (R13)."""
        return not self.halted and self.walked < self.reach and phase in table.phases[self.allowance]

    @property
    def next(self) -> str:
        """The province that the next leg leads to; only while there is one."""
        return self.route[self.walked]

    @property
    def is_spent(self) -> bool:
        """Whether the allowance has run out before the route has."""
        return self.walked == self.reach < len(self.route)

    # Written out: `_replace` takes three times as long, and a season does this for every leg.

    def walk(self, halted: bool) -> March:
        """The army one leg further, on the ground around whatever it was inside of; ``halted`` if it met somebody."""
        return March(
            self.id,
            self.side,
            self.route[self.walked],
            self.experience,
            self.route,
            self.allowance,
            self.reach,
            self.walked + 1,
            halted,
        )

    def halt(self) -> March:
        """The army where it is, stopped by an encounter."""
        return March(
            self.id,
            self.side,
            self.province,
            self.experience,
            self.route,
            self.allowance,
            self.reach,
            self.walked,
            True,
            self.inside,
        )


def refuse_winter(season: str) -> None:
    """Raise OrderNotAllowed in winter, when armies have dispersed (R18)."""
    if season == "winter":
        raise OrderNotAllowed(
            "No army moves in winter (R18); armies move in spring, summer and autumn.",
            field="season",
            ruling="R18",
        )


def set_out(
    army: Army,
    season: str,
    geography: Geography,
    table: MovementTable,
    options: Options,
    allowances: Allowances | None = None,
) -> tuple[March, Allowance, list[RouteError]]:
    """The army at the start of the season, its allowance with the reasons, and what is wrong with its route.
    ``allowances`` are those of just this season, ground, table and options, for whoever sets out many armies.

    Raises OrderNotAllowed in winter (R18).
    """
    refuse_winter(season)
    ways = geography.ways(army.province, army.route)
    route, errors = as_far_as(len(ways), army, geography)
    allowances = allowances or allowances_on(geography, season, table, options)
    allowed = allowances.along(army.experience, ways, army.wounded)
    experience = effective_experience(army.experience, army.wounded, options)
    march = March(army.id, army.side, army.province, experience, route, allowed.value, allowed.legs)
    return march, allowed, errors


# R14 to R17: one phase


class Encounter(NamedTuple):
    """Armies that met, or one that entered a province closed to it; they stop until it is settled (R14)."""

    province: str
    kind: str
    armies: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PhaseReport:
    """What happened in a phase, and in ``marches`` where it leaves every army (in the order they came in).

    ``moves`` are the armies that entered a province, as they were before they did: each left its ``province`` for its
    ``next``. ``stopped`` are the armies that go no further this season, each with the first of `REASONS` that applies.
    """

    phase: int
    moves: tuple[March, ...]
    encounters: tuple[Encounter, ...]
    stopped: Mapping[str, str]
    marches: tuple[March, ...] = field(repr=False)


def run_phase(
    phase: int,
    marches: Iterable[March],
    geography: Geography,
    enmity: Enmity,
    closed: Closed,
    table: MovementTable,
) -> PhaseReport:
    """Move every army that may move in this phase, all at once, and find who met whom (R13 to R17).

    Nothing is kept: the armies as the phase leaves them are in the report, ready for the next one.
    """
    before = tuple(marches)
    movers = [march for march in before if march.moves_in(phase, table)]
    if not movers:
        return PhaseReport(phase, (), (), {}, before)
    entered = grouped((march.route[march.walked], march) for march in movers)
    exchanged, held = exchanges(entered, geography, enmity)
    gone: dict[str, March] = {}
    for march in movers:
        if march.id in held:
            entered[march.next].remove(march)
        else:
            gone[march.id] = march

    encounters = exchanged + meetings(entered, gone, before, exchanged, enmity)
    encounters += [
        Encounter(march.next, "closed_province", (march.id,))
        for march in gone.values()
        if closed and march.side in closed.get(march.next, NOBODY)
    ]

    after, stopped = left_by(before, gone, reasons(encounters))
    return PhaseReport(
        phase,
        moves=tuple([gone[army] for army in sorted(gone)]),
        encounters=tuple(sorted(encounters)),
        stopped={army: stopped[army] for army in sorted(stopped)},
        marches=after,
    )


def left_by(
    before: Sequence[March], gone: Mapping[str, March], why: Mapping[str, str]
) -> tuple[tuple[March, ...], dict[str, str]]:
    """The armies as a phase leaves them: those that have ``gone`` a leg on, those that met somebody halted (``why``),
    the others as they were. And who goes no further this season, and why."""
    after: list[March] = []
    stopped: dict[str, str] = {}
    for march in before:
        army = march.id
        if army in gone:
            there = march.walk(halted=army in why)
            if there.halted:
                stopped[army] = why[army]
            elif there.is_spent:
                stopped[army] = "allowance"
        elif army in why and not march.halted:
            there = march.halt()
            if not march.is_spent:  # whoever stood still with nothing left to go had stopped before
                stopped[army] = why[army]
        else:
            there = march
        after.append(there)
    return tuple(after), stopped


def exchanges(
    entering: Mapping[str, Sequence[March]], geography: Geography, enmity: Enmity
) -> tuple[list[Encounter], set[str]]:
    """Hostile armies that would exchange provinces or take one sea crossing in the same direction: an encounter for
    each pair, and who stays where it was. ``entering`` are those who mean to enter each province.

    Over a land border the better general still enters (R14), if he is better than every enemy who comes the
    other way; on a sea crossing nobody goes over (R17).
    """
    by_leg = grouped(
        ((march.province, to), march)
        for to, coming in entering.items()
        for march in coming
        if len(coming) > 1 or march.province in entering  # the others meet nobody on their way
    )

    encounters: list[Encounter] = []
    held: set[str] = set()

    def meet(pairs: Iterable[tuple[March, March]], kind: str, stay: set[str]) -> None:
        encounters.extend(
            Encounter(meeting_place(one, other, stay), kind, tuple(sorted((one.id, other.id)))) for one, other in pairs
        )
        held.update(stay)

    for (a, b), one_way in by_leg.items():
        other_way = by_leg.get((b, a)) if a < b else None  # each border once
        if other_way is None and (len(one_way) == 1 or not geography.by_sea(a, b)):
            continue
        by_sea, going, foes = geography.by_sea(a, b), by_side(one_way), enmity.on_the_way(a, b)
        if by_sea and len(going) > 1:
            meet(
                [(one, other) for one, other in hostile_pairs(going, going, foes) if one.side < other.side],
                "opposed_crossing",
                hold(going, going, foes, "opposed_crossing"),
            )
        coming = by_side(other_way or ())
        if met := hostile_pairs(going, coming, foes):
            kind = "opposed_crossing" if by_sea else "exchange"
            meet(met, kind, hold(going, coming, foes, kind) | hold(coming, going, foes, kind))
    return encounters, held


def by_side(marches: Iterable[March]) -> dict[str, list[March]]:
    """Armies by their sides."""
    return grouped((march.side, march) for march in marches)


def hostile_pairs(
    going: Mapping[str, list[March]], others: Mapping[str, list[March]], enmity: Enmity
) -> list[tuple[March, March]]:
    """Each army of one group with each of the other that is its enemy."""
    return [
        (one, other)
        for side, armies in going.items()
        for foe in enmity.foes(side, others.keys())
        for one in armies
        for other in others[foe]
    ]


def hold(going: Mapping[str, list[March]], coming: Mapping[str, list[March]], enmity: Enmity, kind: str) -> set[str]:
    """Those of the armies going one way whom enemies on the same way keep where they are."""
    best = {side: max(march.experience for march in armies) for side, armies in coming.items()}
    stay: set[str] = set()
    for side, armies in going.items():
        opposed_by = [best[foe] for foe in enmity.foes(side, coming.keys())]
        if opposed_by:
            needed = max(opposed_by)
            stay.update(m.id for m in armies if kind == "opposed_crossing" or m.experience <= needed)
    return stay


def meeting_place(one: March, other: March, stay: Set[str]) -> str:
    """The province two armies share after their exchange; if both stayed, that of the first by id."""
    if one.id in stay and other.id in stay:
        return min(one, other, key=lambda march: march.id).province
    return one.province if one.id in stay else other.province


def meetings(
    entered: dict[str, list[March]],
    gone: Mapping[str, March],
    everybody: Iterable[March],
    exchanged: Sequence[Encounter],
    enmity: Enmity,
) -> list[Encounter]:
    """One encounter for each province entered in this phase where enemies stand, of all who have one there.
    ``entered`` are those who came into each; whoever stands there is put beside them.

    Two that have just met by exchange and now share a province are no new meeting by themselves.
    """
    for march in everybody:
        if (there := entered.get(march.province)) and march.id not in gone and not march.inside:
            there.append(march)
    met_already = shared(exchanged, entered)
    found = []
    for province, there in entered.items():
        if len(there) < 2:
            continue
        present = {march.side for march in there}
        foes = {side: enmity.foes(side, present) for side in present}
        armies = [march.id for march in there if foes[march.side]]
        if armies and (province not in met_already or pairs_of_enemies(there, foes) > met_already[province]):
            found.append(Encounter(province, "meeting", tuple(sorted(armies))))
    return found


def shared(exchanged: Iterable[Encounter], there: Mapping[str, Iterable[March]]) -> Counter[str]:
    """How many pairs that met by exchange now share a province, by that province."""
    met_in = {encounter.province for encounter in exchanged} & there.keys()
    now_in = {province: {march.id for march in there[province]} for province in met_in}
    return Counter(
        encounter.province
        for encounter in exchanged
        if now_in.get(encounter.province, NOBODY).issuperset(encounter.armies)
    )


def pairs_of_enemies(there: Iterable[March], foes: Mapping[str, Set[str]]) -> int:
    """How many pairs of enemies stand together; ``foes`` are those of each side that are there."""
    present = Counter(march.side for march in there)
    return sum(number * present[foe] for side, number in present.items() for foe in foes[side]) // 2


def reasons(encounters: Iterable[Encounter]) -> dict[str, str]:
    """The first of `REASONS` for each army in an encounter."""
    why: dict[str, str] = {}
    for encounter in sorted(encounters, key=lambda encounter: REASONS.index(encounter.kind)):
        for army in encounter.armies:
            why.setdefault(army, encounter.kind)
    return why


# A whole season


@dataclass(frozen=True)
class SeasonReport:
    """Four phases, where every army ends, what each was allowed, and the legs nobody could walk."""

    phases: tuple[PhaseReport, ...]
    positions: dict[str, str]
    allowances: dict[str, Allowance]
    errors: tuple[RouteError, ...]


def run_season(
    armies: Iterable[Army],
    season: str,
    geography: Geography,
    enmity: Enmity,
    closed: Closed,
    table: MovementTable,
    options: Options,
) -> SeasonReport:
    """Adjudicate a season of orders, phase by phase, with nobody to settle what is met on the way.

    Raises OrderNotAllowed in winter (R18).
    """
    refuse_winter(season)
    reckoned = allowances_on(geography, season, table, options)
    set_off: list[March] = []
    allowances: dict[str, Allowance] = {}
    errors: list[RouteError] = []
    for army in sorted(armies, key=lambda army: army.id):
        march, allowances[army.id], wrong = set_out(army, season, geography, table, options, reckoned)
        set_off.append(march)
        errors += wrong
    phases: list[PhaseReport] = []
    marches = tuple(set_off)
    for phase in PHASES:
        phases.append(run_phase(phase, marches, geography, enmity, closed, table))
        marches = phases[-1].marches
    positions = {march.id: march.province for march in marches}
    return SeasonReport(tuple(phases), positions, allowances, tuple(errors))
