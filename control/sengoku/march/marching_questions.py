"""Marching: what the rules need to run a movement phase from the rows, and what the next one would bring.

The action that runs a phase and the preview before it ask the same `plan`, so what was shown is what happens
(handbook 6; R12 to R18). For Map Control and Game Control only: all of it follows from orders.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence, Set
from copy import copy
from itertools import combinations, pairwise

from sqlalchemy import select
from sqlalchemy.orm import Session, joinedload

from control.kernel.database.reading import asked_once, by_key
from control.kernel.values import dataclass
from control.sengoku.march.orders.movers_questions import Leave, may_march
from control.sengoku.rows import (
    Army,
    Clan,
    Encounter,
    EncounterForce,
    Game,
    Garrison,
    MarchOrder,
    Province,
)
from control.sengoku.rules.march import movement as rules
from control.sengoku.rules.march.allowance import effective_experience
from control.sengoku.rules.march.geography import Geography
from control.sengoku.rules.tables import PHASES, MovementTable
from control.sengoku.scenario.model import Scenario
from control.sengoku.world.bonds.treaties_questions import Concord, entering
from control.sengoku.world.forces.business_questions import is_held
from control.sengoku.world.forces.forces_questions import how_far
from control.sengoku.world.forces.levies_questions import beaten_grounds
from control.sengoku.world.forces.sides_questions import BETWEEN, Force
from control.sengoku.world.land.land_questions import ClanSign, clan_signs, played_clans
from control.sengoku.world.options_questions import options_of


@dataclass(frozen=True)
class Plan:
    """A phase worked out and not carried out: the report of the rules, the encounters that Map Control will have to
    settle, the provinces that a clan enters without leave (each with that clan), and the rows behind the names that
    the rules use."""

    armies: dict[str, Army]
    garrisons: dict[str, Garrison]
    marches: tuple[rules.March, ...]
    report: rules.PhaseReport
    met: tuple[rules.Encounter, ...]
    invasions: tuple[tuple[str, str], ...]

    def force(self, name: str) -> Force:
        """The army or garrison that the rules call by this name."""
        return self.armies.get(name) or self.garrisons[name]

    @property
    def seen(self) -> str:
        """A digest of what will happen: whoever runs the phase sends back the one he was shown."""
        happens = (
            self.report.phase,
            [(move.id, move.province, move.next) for move in self.report.moves],
            [(met.province, met.kind, met.armies) for met in self.met],
        )
        return hashlib.sha256(repr(happens).encode()).hexdigest()[:16]


def plan(session: Session, scenario: Scenario, phase: int) -> Plan:
    """Work out a phase from the rows as they are now; nothing is changed."""
    led = select(Army).filter_by(standing=True).order_by(Army.id).options(joinedload(Army.the_general))
    armies = {rules_id(army): army for army in session.scalars(led)}
    posts = select(Garrison).filter_by(standing=True).order_by(Garrison.id)
    garrisons = {rules_id(one): one for one in session.scalars(posts)}
    concord = Concord(session)
    under_way = tuple(marches(session, scenario, armies))
    report = rules.run_phase(
        phase,
        [*under_way, *guards(garrisons)],
        scenario.geography,
        enmity(session, concord),
        closed(session, concord),
        scenario.tables.movement,
    )
    lords, beaten = holders(session), {province for province, place in beaten_grounds(session) if place is None}
    entered = invaders(report, armies, lords, concord)
    watched = guarded(report, {**armies, **garrisons})
    met = worth_settling(report.encounters, armies, garrisons, lords, watched, concord)
    met = [one for one in met if one.kind != "closed_province" or one.province not in beaten]
    met = apart(session, scenario, met, armies, concord)
    met += undefended(session, armies, garrisons, entered, beaten, met, lords, watched, concord)
    return Plan(armies, garrisons, under_way, report, tuple(sorted(met)), tuple(sorted(entered)))


def invaders(
    report: rules.PhaseReport, armies: dict[str, Army], lords: dict[str, str | None], concord: Concord
) -> dict[tuple[str, str], list[str]]:
    """The armies that enter somebody's province in this phase without leave, by province and clan (R35)."""
    found: dict[tuple[str, str], list[str]] = {}
    for move in report.moves:
        clan = armies[move.id].clan
        if lords[move.next] is not None and not concord.has_leave(clan, move.next):
            found.setdefault((move.next, clan), []).append(move.id)
    return found


def guarded(report: rules.PhaseReport, forces: Mapping[str, Force]) -> set[tuple[str, str]]:
    """Where each clan has counters when the phase ends, by province and clan: its own land is guarded by those alone,
    wherever an encounter with others of its armies is filed (R4)."""
    return {(march.province, march.side) for march in report.marches if not march.inside and forces[march.id].troops}


def undefended(
    session: Session,
    armies: dict[str, Army],
    garrisons: dict[str, Garrison],
    entered: dict[tuple[str, str], list[str]],
    beaten: set[str],
    met: list[rules.Encounter],
    lords: dict[str, str | None],
    watched: set[tuple[str, str]],
    concord: Concord,
) -> list[rules.Encounter]:
    """The provinces of played clans that are entered without leave and that nobody guards but their own people: one
    encounter for each clan that enters (R4). None where the levy is beaten, nor where the holder's friends meet the
    enemy: they fight beside it."""
    played = played_clans(session)
    forces: dict[str, Force] = {**armies, **garrisons}
    found = []
    for (province, _), keys in entered.items():
        holder = lords[province] or ""
        helped = any(
            one.province == province
            and set(keys) & set(one.armies)
            and any(concord.are_friends(holder, forces[key].clan) for key in one.armies)
            for one in met
        )
        if holder in played and (province, holder) not in watched and province not in beaten and not helped:
            found.append(rules.Encounter(province, "undefended", tuple(sorted(keys))))
    return found


def apart(
    session: Session, scenario: Scenario, met: list[rules.Encounter], armies: dict[str, Army], concord: Concord
) -> list[rules.Encounter]:
    """The encounters without the meetings of those who passed each other at a crossing this season: they do not meet
    again on its two shores (R17), but anywhere else."""
    game = Game.only(session)
    rows = session.execute(
        select(Encounter.id, Encounter.province, EncounterForce.army)
        .join(EncounterForce, EncounterForce.encounter == Encounter.id)
        .where(
            Encounter.kind == "opposed_crossing",
            Encounter.outcome == "pass",
            Encounter.year == game.year,
            Encounter.season == game.season,
            EncounterForce.army.is_not(None),
        )
    ).all()
    if not rows:
        return met
    routes = by_key(session, select(MarchOrder.army, MarchOrder.route))
    ways = {army.id: legs_of(army.started, routes.get(army.id, [])) for army in armies.values()}
    passed: dict[int, tuple[str, set[int]]] = {}
    for number, province, army in rows:
        passed.setdefault(number, (province, set()))[1].add(army or 0)

    def meet(one: str, other: str, province: str) -> bool:
        if one not in armies or other not in armies:
            return True
        if not concord.quarrel(armies[one].clan, armies[other].clan, province):
            return False
        pair = {armies[one].id, armies[other].id}
        return not any(
            pair <= those and province in shores(scenario.geography, here, *(ways[army] for army in pair))
            for here, those in passed.values()
        )

    found = []
    for one in met:
        if one.kind == "meeting":
            keys = tuple(
                key for key in one.armies if any(meet(key, other, one.province) for other in one.armies if other != key)
            )
            one = rules.Encounter(one.province, one.kind, keys)
        if one.armies:
            found.append(one)
    return found


Leg = tuple[str, str]
"""From which province to which."""


def legs_of(start: str, route: Sequence[str]) -> set[Leg]:
    """The legs of an order, those behind and those ahead."""
    return set(pairwise((start, *route)))


def shores(geography: Geography, province: str, one: set[Leg], other: set[Leg]) -> set[str]:
    """The two ends of the crossing at which fleets with these legs met, in an encounter filed in this province: the
    first of them was to leave it by sea, and the other was on the same crossing, whichever way (R17)."""

    def both_take(there: str) -> bool:
        return all((province, there) in legs or (there, province) in legs for legs in (one, other))

    out = {to for here, to in one | other if here == province and geography.by_sea(here, to) and both_take(to)}
    return {province, *out} if out else set()


def rules_id(force: Force) -> str:
    """The name of a force towards the rules; names sort as the numbers do."""
    return f"{'A' if isinstance(force, Army) else 'G'}{force.id:06d}"


def marches(session: Session, scenario: Scenario, armies: dict[str, Army]) -> list[rules.March]:
    """The armies as the rules see them, with the allowance that the first phase of a season fixes (R12)."""
    game = Game.only(session)
    orders = {order.army: order for order in session.scalars(select(MarchOrder))}
    found = []
    for key, army in armies.items():
        order, general = orders.get(army.id), army.the_general
        route = tuple(order.route) if order else ()
        far = how_far(army, general, route, game.season, scenario, options_of(game))
        allowed = far.value if army.allowance is None else army.allowance
        experience = effective_experience(general.experience, general.wounded, options_of(game))
        stays = army.halted is not None or is_kept_from(session, army, route)
        found.append(
            rules.March(
                key,
                army.clan,
                army.province,
                experience,
                route,
                allowed,
                min(far.legs, allowed),
                walked=army.walked,
                halted=stays,
                inside=army.place is not None,
            )
        )
    return found


def is_kept_from(session: Session, army: Army, route: tuple[str, ...]) -> bool:
    """Whether the next leg would lead past an enemy after a battle without a clear victory (R15)."""
    return army.walked < len(route) and route[army.walked] != army.way_back and is_held(session, army)


def guards(garrisons: dict[str, Garrison]) -> list[rules.March]:
    """Garrisons take part as forces that stay where they are."""
    return [
        rules.March(key, one.clan, one.province, 1, (), 1, 0, inside=one.place is not None)
        for key, one in garrisons.items()
    ]


def enmity(session: Session, concord: Concord) -> rules.Enmity:
    """Every two clans may be hostile or unknown to each other, except friends: Map Control decides when they meet
    (R14)."""
    pairs = combinations(session.scalars(select(Clan.id).order_by(Clan.id)), 2)
    return Hostility(concord, (pair for pair in pairs if not concord.are_friends(*pair)))


class Hostility(rules.Enmity):
    """Who is hostile to whom, but for those who let each other through: they pass on a border or a crossing as they
    do in a province (R14, R17, R35)."""

    def __init__(self, concord: Concord, pairs: Iterable[tuple[str, str]]) -> None:
        super().__init__(pairs)
        self._concord = concord
        self._way: tuple[str, ...] = ()

    def on_the_way(self, here: str, there: str) -> Hostility:
        """The same between these two provinces."""
        found = copy(self)
        found._way = (here, there)
        return found

    def foes(self, side: str, present: Set[str]) -> Set[str]:
        """Those of the sides present that are hostile; on a way those with whom there is a quarrel at an end of it."""
        found = super().foes(side, present)
        if not self._way:
            return found
        return {foe for foe in found if any(self._concord.quarrel(side, foe, end) for end in self._way)}


def closed(session: Session, concord: Concord) -> dict[str, set[str]]:
    """The provinces of clans that nobody plays are closed to every clan without leave to go through (R16)."""
    clans = {clan.id: clan for clan in session.scalars(select(Clan))}
    return {
        province: {clan for clan in clans if not concord.has_leave(clan, province)}
        for province, holder in holders(session).items()
        if holder and not clans[holder].played
    }


@asked_once
def holders(session: Session) -> dict[str, str | None]:
    """The holder of every province."""
    return by_key(session, select(Province.id, Province.holder))


def worth_settling(
    encounters: Sequence[rules.Encounter],
    armies: dict[str, Army],
    garrisons: dict[str, Garrison],
    holders_: dict[str, str | None],
    watched: set[tuple[str, str]],
    concord: Concord,
) -> list[rules.Encounter]:
    """The encounters of a phase as Map Control settles them.

    Whoever is let through by the holder meets the holder's own forces only as a guest, and that is no encounter. Where
    rebels or a guest stand by, who have no quarrel with them, two that met on their way are not told of again.
    Armies of one clan that enter a closed province together are one encounter, and none where the holder's own
    forces stand: then the intrinsic defence does not count (R4, R16).
    """
    found: list[rules.Encounter] = []
    entered: dict[tuple[str, str], list[str]] = {}

    def clan(key: str) -> str:
        return (armies.get(key) or garrisons[key]).clan

    on_the_way = {frozenset(met.armies) for met in encounters if met.kind in BETWEEN}
    for met in encounters:
        if met.kind == "meeting":
            hostile = {
                frozenset((one, other))
                for one, other in combinations(met.armies, 2)
                if concord.quarrel(clan(one), clan(other), met.province)
            }
            if hostile - on_the_way:
                found.append(rules.Encounter(met.province, met.kind, tuple(sorted(frozenset().union(*hostile)))))
        elif met.kind != "closed_province":
            found.append(met)
    for met in encounters:
        if met.kind == "closed_province" and (met.province, holders_[met.province]) not in watched:
            entered.setdefault((met.province, clan(met.armies[0])), []).extend(met.armies)
    found += [
        rules.Encounter(province, "closed_province", tuple(sorted(keys))) for (province, _), keys in entered.items()
    ]
    return sorted(found)


# What the next phase would bring


@dataclass(frozen=True)
class MoverView:
    """An army that would enter ``to`` in this phase."""

    army: int
    code: str
    general: str
    clan: ClanSign
    origin: str
    origin_name: str
    to: str
    to_name: str
    sea: bool


@dataclass(frozen=True)
class MetView:
    """An encounter that would have to be settled; ``who`` are its forces in words, with their clans."""

    kind: str
    province: str
    province_name: str
    who: tuple[tuple[ClanSign, str], ...]
    holder: ClanSign | None


@dataclass(frozen=True)
class StayView:
    """An army that would not move, and why; ``missing`` where it may march and has no order."""

    army: int
    code: str
    general: str
    clan: ClanSign
    province_name: str
    why: str
    missing: bool


@dataclass(frozen=True)
class Preview:
    """The next phase as it would be if it were run now.

    ``stopped`` are those that set out and meet an enemy on the way, ``spent`` those that reach the end of their
    allowance; ``promises`` are the bonds that somebody seems to break by it, as far as the desk may know; ``seen`` goes
    back with the order to run it. In this phase and those up to ``empty_to`` nobody moves and nobody meets.
    """

    phase: int
    moves: tuple[MoverView, ...]
    stopped: tuple[MoverView, ...]
    encounters: tuple[MetView, ...]
    spent: tuple[MoverView, ...]
    stays: tuple[StayView, ...]
    promises: tuple[str, ...]
    seen: str
    empty_to: int

    @property
    def missing(self) -> int:
        """The armies that may march and have no order."""
        return sum(one.missing for one in self.stays)

    @property
    def by_clan(self) -> list[tuple[ClanSign, list[MoverView]]]:
        """The moves of each clan."""
        clans = {move.clan.id: move.clan for move in self.moves}
        return [(sign, [move for move in self.moves if move.clan.id == key]) for key, sign in sorted(clans.items())]


def preview(session: Session, scenario: Scenario, phase: int, desk: str = "map") -> Preview:
    """What running this phase now would do: moves, encounters, who is at the end of his allowance, who stays, and what
    bonds speak against it that this desk may know."""
    found = plan(session, scenario, phase)
    signs, names, lords = clan_signs(session), scenario.provinces, holders(session)
    moves = {move.id: mover(scenario, signs, found.armies[move.id], move) for move in found.report.moves}
    held = {key for met in found.met if met.kind in BETWEEN for key in met.armies} - moves.keys()
    spent = {army for army, reason in found.report.stopped.items() if reason == "allowance"}
    given = set(session.scalars(select(MarchOrder.army)))
    without = may_march(
        session, [army for army in found.armies.values() if army.id not in given], scenario.tables.movement
    )
    stays = [
        stayer(scenario, signs, march, found, without.get(found.armies[march.id].id))
        for march in found.marches
        if march.id not in moves
    ]
    ways = [(found.armies[move.id].clan, move.next) for move in found.report.moves]
    return Preview(
        phase=phase,
        moves=tuple(sorted(moves.values(), key=lambda one: (one.clan.id, one.army))),
        stopped=tuple(mover(scenario, signs, found.armies[one.id], one) for one in found.marches if one.id in held),
        encounters=tuple(
            MetView(
                met.kind,
                met.province,
                names[met.province].name,
                tuple((signs[force.clan], met_in_words(scenario, force)) for force in map(found.force, met.armies)),
                signs[lord] if (lord := lords[met.province]) else None,
            )
            for met in found.met
        ),
        spent=tuple(moves[key] for key in sorted(spent) if key in moves),
        stays=tuple(sorted(stays, key=lambda one: (not one.missing, one.clan.id, one.army))),
        promises=entering(session, Concord(session, desk), ways, {key: one.name for key, one in names.items()}),
        seen=found.seen,
        empty_to=empty_to(found, phase, scenario.tables.movement),
    )


def mover(scenario: Scenario, signs: Mapping[str, ClanSign], army: Army, march: rules.March) -> MoverView:
    """An army that sets out on its next leg."""
    return MoverView(
        army.id,
        army.code,
        army.the_general.name,
        signs[army.clan],
        march.province,
        scenario.provinces[march.province].name,
        march.next,
        scenario.provinces[march.next].name,
        scenario.geography.by_sea(march.province, march.next),
    )


def stayer(
    scenario: Scenario, signs: Mapping[str, ClanSign], march: rules.March, found: Plan, without: Leave | None
) -> StayView:
    """An army that stays, and why; ``without`` an order, what it might do."""
    army = found.armies[march.id]
    return StayView(
        army.id,
        army.code,
        army.the_general.name,
        signs[army.clan],
        scenario.provinces[army.province].name,
        (without.stays or "no order") if without else why_it_stays(scenario, army, march, found),
        without is not None and not without.stays,
    )


def met_in_words(scenario: Scenario, force: Force) -> str:
    """What Map Control calls a force that meets another."""
    if isinstance(force, Garrison):
        return f"Garrison of {scenario.provinces[force.province].name}"
    return f"{force.the_general.name}, {force.code}"


def empty_to(found: Plan, phase: int, table: MovementTable) -> int:
    """The last of the phases from this one on in which nobody moves and nobody meets; 0 if this one is not such. What
    nobody moved in leaves all armies as they are, so that the next needs no other reckoning."""
    if found.report.moves or found.met:
        return 0
    moving = [at for at in PHASES if at > phase and any(one.moves_in(at, table) for one in found.marches)]
    return min(moving, default=PHASES[-1] + 1) - 1


def why_it_stays(scenario: Scenario, army: Army, march: rules.March, found: Plan) -> str:
    """Why an army that has an order takes no leg in this phase, as an umpire would tell its general."""
    if army.halted:
        return f"stopped: {army.halted}"
    if march.walked >= len(march.route):
        return "has arrived" if march.walked else "ordered to stay"
    if march.halted:
        back = f", or go back to {scenario.provinces[army.way_back].name}" if army.way_back else ""
        return f"no passing an undecided battle: it may stay{back} (R15)"
    on_the_way = [met for met in found.report.encounters if met.kind in BETWEEN and march.id in met.armies]
    if on_the_way and on_the_way[0].kind == "opposed_crossing":
        return "its crossing is opposed (R17)"
    if on_the_way:
        enemies = {key for met in on_the_way for key in met.armies} - {march.id}
        best = max(one.experience for one in found.marches if one.id in enemies)
        more = f"experience {march.experience} is not more than {best}"
        return f"meets an enemy coming the other way: {more} (R14)"
    if march.walked >= march.reach:
        if march.walked < march.allowance:
            return "one more leg on this way is beyond its allowance (R12)"
        return f"this season’s allowance of {march.allowance} is used up (R12)"
    phases = ", ".join(str(one) for one in scenario.tables.movement.phases[march.allowance])
    return f"moves in {'phase' if march.allowance == 1 else 'phases'} {phases} (R13)"
