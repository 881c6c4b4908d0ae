"""Battles, for Map Control and Game Control only."""

from __future__ import annotations

from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session, joinedload

from control.kernel.database.made import made_from
from control.kernel.values import dataclass
from control.kernel.wording import capital
from control.sengoku.battle.slips_questions import slip as slip
from control.sengoku.battle.slips_questions import who_attacked
from control.sengoku.battle.tactics.tactics_questions import SecretView, secret
from control.sengoku.rows import (
    Army,
    Battle,
    BattleForce,
    BattleRound,
    BattleSide,
    Garrison,
    Place,
    RiskDraw,
)
from control.sengoku.rules.battle import battle as rules
from control.sengoku.rules.people import precedence
from control.sengoku.scenario.model import Scenario
from control.sengoku.world.claims_questions import ClaimView, claim, claims
from control.sengoku.world.forces import sides_questions as where
from control.sengoku.world.forces.business_questions import open_business
from control.sengoku.world.forces.ground_questions import ground_name
from control.sengoku.world.land.land_questions import ClanSign, clan_signs, sign
from control.sengoku.world.land.risings_questions import post_in_words
from control.sengoku.world.options_questions import options_in, options_then
from control.sengoku.world.people.precedence_questions import persons


@dataclass(frozen=True)
class UnitView:
    """An army or garrison of a side. ``key`` names it in orders (``A7``, ``G2``); ``had`` counters it had before the
    first round, ``lost`` so far, ``troops`` now; ``leads`` says that its general commands the side."""

    key: str
    clan: ClanSign
    name: str
    army: int | None
    code: str
    had: int
    lost: int
    troops: int
    leads: bool


@dataclass(frozen=True)
class CandidateView:
    """A general who could command a side, and what speaks for him: the better general or the senior person."""

    id: str
    name: str
    clan: ClanSign
    experience: int
    commands: bool
    in_person: bool
    better: bool
    senior: bool
    why: str


@dataclass(frozen=True)
class SideView:
    """One side of a battle: its units, who could command it, and how its strength is made up (R4)."""

    role: str
    clan: ClanSign
    clans: tuple[ClanSign, ...]
    name: str
    general: str | None
    experience: int
    wounded: bool
    wound: int
    in_person: bool
    fight_in_person: int
    home_province: bool
    columns: int
    columns_reason: str
    troops: int
    levy: int
    notional: tuple[tuple[str, int], ...]
    notional_lost: int
    strength: int
    strength_left: int
    troops_lost: int
    troops_left: int
    units: tuple[UnitView, ...]
    candidates: tuple[CandidateView, ...]

    @property
    def is_shared(self) -> bool:
        """Whether there are losses to share out among several units."""
        return len(self.units) > 1 and self.troops_lost > 0

    @property
    def fallen(self) -> str:
        """What was lost so far, notional men apart from real ones: "5 of the castle lost, 2 real"."""
        if not self.notional_lost:
            return f"{self.troops_lost} lost" if self.troops_lost else ""
        of = f"of the {self.notional[0][0]}" if len(self.notional) == 1 else "notional"
        return f"{self.notional_lost} {of} lost, {self.troops_lost} real"


@dataclass(frozen=True)
class RoundView:
    """A round that was fought, with every step of its report; who attacked whom then, for roles may change (R6)."""

    number: int
    attacker: str
    defender: str
    attacker_tactic: str
    defender_tactic: str
    thrown: bool
    report: dict[str, Any]


@dataclass(frozen=True)
class BattleView:
    """A battle as its page walks the umpire through it; ``ways`` are those in which the generals may end it now,
    ``draws`` cards are still to be drawn for it (R19), ``steps`` are how it ended."""

    id: int
    province: str
    province_name: str
    place: str
    mountainous: bool
    sea: bool
    settled_by: str
    attacker: SideView
    defender: SideView
    rounds: tuple[RoundView, ...]
    next_round: int | None
    ended: str
    ways: tuple[str, ...]
    beaten: str
    over: bool
    winner: str | None
    ended_by: str
    claim: ClaimView
    secret: SecretView | None
    draws: int
    steps: tuple[rules.Step, ...]


@dataclass(frozen=True)
class SideLine:
    """A side in a list of battles: whose it is and who commands."""

    clan: ClanSign
    name: str


@dataclass(frozen=True)
class BattleLine:
    """A battle in a list: where, who against whom, the numbers of the rounds fought, and who has it."""

    id: int
    province: str
    province_name: str
    sea: bool
    attacker: SideLine
    defender: SideLine
    rounds: tuple[int, ...]
    claim: ClaimView
    over: bool
    place: str = ""

    @property
    def where(self) -> str:
        """The place or the province fought for."""
        return f"{self.place}, {self.province_name}" if self.place else self.province_name


def battles(session: Session, scenario: Scenario) -> list[BattleLine]:
    """The battles still being fought; a line for each, for the list beside the map is fetched again all the time."""
    found = list(session.scalars(select(Battle).where(Battle.over.is_(False)).order_by(Battle.id)))
    return lines(session, scenario, found)


def line(session: Session, scenario: Scenario, number: int) -> BattleLine | None:
    """The line of one battle, fought or over; None if there is none of that number."""
    found = session.get(Battle, number)
    return lines(session, scenario, [found])[0] if found else None


def lines(session: Session, scenario: Scenario, found: list[Battle]) -> list[BattleLine]:
    """A line for each of these battles."""
    signs, minded = clan_signs(session), claims(session, "battle")
    rows = session.scalars(select(BattleSide).where(BattleSide.battle.in_([one.id for one in found])))
    sides = {(row.battle, row.role): SideLine(sign(signs, row.clan), row.name) for row in rows}
    return [
        made_from(
            BattleLine,
            one,
            province_name=scenario.provinces[one.province].name,
            attacker=sides[one.id, "attacker"],
            defender=sides[one.id, "defender"],
            rounds=tuple(range(1, one.rounds + 1)),
            claim=minded.get(one.id, ClaimView()),
            place=scenario.places[one.place].name if one.place else "",
        )
        for one in found
    ]


def battle(session: Session, scenario: Scenario, number: int) -> BattleView | None:
    """One battle, or None."""
    found = select(Battle).filter_by(id=number)
    one = session.scalar(found.options(joinedload(Battle.the_province), joinedload(Battle.the_place)))
    return battle_view(session, scenario, one) if one else None


@dataclass(frozen=True)
class Siege:
    """A place under attack: by which clans, and who else stands free in the province around it and may come to help
    them (R41)."""

    province: str
    place: str
    attackers: tuple[str, ...]
    near: tuple[ClanSign, ...]


def siege(session: Session, number: int) -> Siege | None:
    """The siege that a battle is, or None."""
    one = session.get(Battle, number)
    if one is None or one.place is None:
        return None
    held = session.get_one(Place, one.place).holder
    links = session.execute(
        select(BattleForce.role, func.coalesce(Army.clan, Garrison.clan))
        .outerjoin(Army, BattleForce.army == Army.id)
        .outerjoin(Garrison, BattleForce.garrison == Garrison.id)
        .where(BattleForce.battle == number)
        .order_by(BattleForce.id)
    ).all()
    busy, signs = {held, *(clan for _, clan in links)}, clan_signs(session)
    around = where.forces_on(session, one.province)
    free = [force for force in around if force.troops and force.clan not in busy and not open_business(session, force)]
    near = sorted({force.clan for force in free})
    attackers = dict.fromkeys(clan for role, clan in links if role == "attacker")
    return Siege(one.province, one.place, tuple(attackers), tuple(signs[clan] for clan in near))


def battle_view(session: Session, scenario: Scenario, one: Battle) -> BattleView:
    """A battle with both sides and the rounds fought so far."""
    rows = list(session.scalars(select(BattleRound).filter_by(battle=one.id).order_by(BattleRound.number)))
    ground = where.ground(session, one)
    attacker, defender = where.sides(session, one)
    ended, ways = None, tuple(rules.THEN)
    if rows:
        last, options = rows[-1].report["result"], options_then(session, one)
        ended = rules.ending(attacker, defender, ground, last, tables=scenario.tables, options=options)
        ways = rules.ways_to_end(attacker, defender, ground, last, scenario.tables)
    more = not one.over and ended is None and len(rows) < scenario.tables.forces.rounds
    fought = [(row, *who_attacked(row.report, (attacker.name, defender.name))) for row in rows]
    return made_from(
        BattleView,
        one,
        province_name=one.the_province.name,
        place=one.the_place.name if one.the_place else "",
        mountainous=one.the_province.mountainous,
        attacker=side_view(session, scenario, one, "attacker", attacker, ground),
        defender=side_view(session, scenario, one, "defender", defender, ground),
        rounds=tuple(made_from(RoundView, row, attacker=first, defender=second) for row, first, second in fought),
        next_round=len(rows) + 1 if more else None,
        ended=ended[0] if ended else "",
        ways=ways,
        beaten={"attacker": "defender", "defender": "attacker"}.get(ended[1] or "", "") if ended else "",
        ended_by=one.ended_by or "",
        claim=claim(session, "battle", one.id),
        secret=secret(session, one) if more else None,
        draws=len(session.scalars(select(RiskDraw.id).filter_by(battle=one.id, card="")).all()),
        steps=tuple(rules.Step(**step) for step in one.steps),
    )


def side_view(
    session: Session, scenario: Scenario, one: Battle, role: str, side: rules.Side, ground: rules.Ground
) -> SideView:
    """A side with its strength made up step by step."""
    row = where.row_of_side(session, one, role)
    options = options_then(session, one)
    signs = clan_signs(session)
    tables = scenario.tables
    units = tuple(unit_view(scenario, one, link, row, signs) for link in where.links_of(session, one, role))
    return made_from(
        SideView,
        row,
        clan=sign(signs, row.clan),
        clans=tuple({unit.clan.id: unit.clan for unit in units}.values()),
        experience=side.experience,
        wounded=side.wounded,
        wound=side.wound,
        fight_in_person=side.fights,
        home_province=side.home_province,
        troops=side.troops,
        levy=0 if one.sea else side.levy,
        notional=tuple(side.notional_men(ground, tables).items()),
        notional_lost=side.notional_lost(ground, tables, options),
        strength=side.strength(ground, tables),
        strength_left=side.strength_left(ground, tables, options),
        troops_lost=side.troops_lost(ground, tables, options),
        troops_left=side.troops_left(ground, tables, options),
        units=units,
        candidates=candidates(session, one, row, signs),
    )


def unit_view(
    scenario: Scenario, one: Battle, link: BattleForce, row: BattleSide, signs: dict[str, ClanSign]
) -> UnitView:
    """An army or garrison of a side as it is now."""
    force = link.force
    had = link.troops if one.rounds else force.troops
    if isinstance(force, Garrison):
        name = capital(post_in_words(force.clan, ground_name(scenario, force.province, force.place)))
        return UnitView(f"G{force.id}", signs[force.clan], name, None, "", had, link.lost, force.troops, leads=False)
    return UnitView(
        f"A{force.id}",
        signs[force.clan],
        force.the_general.name,
        force.id,
        force.code,
        had,
        link.lost,
        force.troops,
        leads=force.general == row.general,
    )


def candidates(session: Session, one: Battle, row: BattleSide, signs: dict[str, ClanSign]) -> tuple[CandidateView, ...]:
    """The generals of a side, one of whom commands; nobody where no army is (handbook 6: the umpire chooses).

    The better one is named if there is one, and the senior with the reason (R29).
    """
    armies = [force for force in where.units(session, one, row.role) if isinstance(force, Army)]
    others = {
        link.the_army.general for link in where.links_of(session, one, row.role) if link.in_person and link.the_army
    }
    people = [army.the_general for army in armies if army.the_general.alive]
    level = {person.id: where.able(session, person) for person in people}
    several = len(people) > 1
    best = max(level.values(), default=0) if several and len(set(level.values())) > 1 else None
    first = precedence.senior(persons(session, level)) if several else None
    senior = first.person.id if first and first.is_settled else ""
    return tuple(
        CandidateView(
            person.id,
            person.name,
            signs[person.clan],
            level[person.id],
            person.id == row.general,
            in_person=row.in_person if person.id == row.general else person.id in others,
            better=level[person.id] == best,
            senior=person.id == senior,
            why=first.reason if first and person.id == senior else "",
        )
        for person in people
    )


@dataclass(frozen=True)
class OddsView:
    """The odds before the die is thrown: who attacks whom with what strength, the column, each step to it, and what
    each face gives.

    Until both tactics are chosen the faces are empty and the column is the one they will move.
    """

    attacker: str
    defender: str
    strengths: tuple[int, int]
    base: str
    steps: tuple[rules.Step, ...]
    column: int
    odds: str
    faces: tuple[tuple[int, str], ...]


def odds(
    session: Session, scenario: Scenario, number: int, tactics: tuple[str, str] | None, swap: bool = False
) -> OddsView:
    """The odds of the next round of a battle, without tactics as far as they go.

    ``tactics`` are those of the attacker and the defender so far; with ``swap`` both change their roles first (R6).
    Raises OrderError for tactics that cannot be chosen, or a side with nobody left.
    """
    one = session.get_one(Battle, number)
    ground = where.ground(session, one)
    attacker, defender = where.sides(session, one)
    names = [row.name for row in where.rows_of(session, one)]
    tables = scenario.tables
    options = options_in(session)
    rules.check_forces(attacker, defender, ground, tables, options)
    if tactics:
        rules.check_tactics(tactics, ground, tables)
    if swap:
        attacker, defender = defender, attacker
        names, tactics = names[::-1], tactics and tactics[::-1]
    strengths = attacker.strength_left(ground, tables, options), defender.strength_left(ground, tables, options)
    base = tables.odds.column(*strengths, options.odds_rounding)
    column, _shifts, steps = rules.final_column(base, attacker, defender, ground, tactics, tables=tables)
    return OddsView(
        attacker=names[0],
        defender=names[1],
        strengths=strengths,
        base=tables.odds.name(base),
        steps=steps,
        column=column,
        odds=tables.odds.name(column),
        faces=tuple((die, row[column]) for die, row in sorted(tables.odds.results.items())) if tactics else (),
    )
