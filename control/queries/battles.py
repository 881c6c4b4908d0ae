"""Encounters and battles, for Map Control and Game Control only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from control.models import (
    Battle,
    BattleRound,
    BattleSide,
    Character,
    Encounter,
    EncounterForce,
    Game,
    Garrison,
    Place,
    Province,
)
from control.queries import sides as where
from control.queries.land import ClanSign, clan_signs
from control.rules.sengoku import battle as rules
from control.scenario.model import Scenario


@dataclass(frozen=True)
class ForceView:
    """An army or garrison in an encounter or battle. ``came_from`` is the name of the province it entered from."""

    clan: ClanSign
    name: str
    army: int | None
    code: str
    experience: int | None
    troops: int
    province: str
    province_name: str
    came_from: str


@dataclass(frozen=True)
class EncounterView:
    """All Map Control needs on one card to settle an encounter."""

    id: int
    version: int
    phase: int
    kind: str
    province: str
    province_name: str
    mountainous: bool
    castle: str
    holder: ClanSign | None
    intrinsic: int
    forces: tuple[ForceView, ...]
    places: tuple[tuple[str, str], ...]
    outcome: str
    battle: int | None

    @property
    def clans(self) -> tuple[ClanSign, ...]:
        """The clans that met; the holder of a closed province is one of them."""
        found = {force.clan.id: force.clan for force in self.forces}
        if self.kind == "closed_province" and self.holder:
            found.setdefault(self.holder.id, self.holder)
        return tuple(found.values())


def encounters(session: Session) -> list[EncounterView]:
    """The encounters still to be settled, in the order they came."""
    found = session.scalars(select(Encounter).where(Encounter.outcome == "").order_by(Encounter.id))
    return [encounter_view(session, one) for one in found]


def encounter(session: Session, number: int) -> EncounterView | None:
    """One encounter, or None."""
    found = session.get(Encounter, number)
    return encounter_view(session, found) if found else None


def encounter_view(session: Session, one: Encounter) -> EncounterView:
    """An encounter with its forces and its ground."""
    signs = clan_signs(session)
    province = session.get_one(Province, one.province)
    names = province_names(session)
    if one.outcome:  # all that met, wherever they are by now
        links = session.scalars(select(EncounterForce).filter_by(encounter=one.id).order_by(EncounterForce.id))
        forces = [where.unit(session, link) for link in links]
    else:
        forces = where.forces_of(session, one)
    places = session.execute(select(Place.id, Place.name).filter_by(province=one.province).order_by(Place.name))
    return EncounterView(
        id=one.id, version=one.version, phase=one.phase, kind=one.kind, province=one.province,
        province_name=province.name, mountainous=province.mountainous, castle=province.castle,
        holder=signs[province.holder] if province.holder else None, intrinsic=province.rice_value,
        forces=tuple(force_view(session, force, signs, names) for force in forces),
        places=tuple((key, name) for key, name in places),
        outcome=one.outcome, battle=session.scalar(select(Battle.id).filter_by(encounter=one.id)),
    )


def province_names(session: Session) -> dict[str, str]:
    """The name of every province by its id."""
    return {key: name for key, name in session.execute(select(Province.id, Province.name))}  # noqa: C416 (typed rows)


def force_view(
    session: Session, force: where.Force, signs: dict[str, ClanSign], names: dict[str, str]
) -> ForceView:
    """A force as it is now."""
    sign, province = signs[force.clan], names[force.province]
    if isinstance(force, Garrison):
        return ForceView(sign, f"Garrison of {province}", None, "", None, force.troops, force.province, province, "")
    general = session.get_one(Character, force.general)
    return ForceView(
        sign, general.name, force.id, force.code, general.experience, force.troops, force.province, province,
        names.get(force.came_from or "", ""),
    )


@dataclass(frozen=True)
class SideView:
    """One side of a battle: its forces, and how its strength is made up (R4)."""

    role: str
    clan: ClanSign
    name: str
    experience: int
    home_province: bool
    columns: int
    columns_reason: str
    troops: int
    notional: tuple[tuple[str, int], ...]
    strength: int
    strength_left: int
    troops_lost: int
    troops_left: int
    forces: tuple[ForceView, ...]


@dataclass(frozen=True)
class RoundView:
    """A round that was fought, with every step of its report."""

    number: int
    attacker_tactic: str
    defender_tactic: str
    thrown: bool
    report: dict[str, Any]


@dataclass(frozen=True)
class BattleView:
    """A battle as its page walks the umpire through it."""

    id: int
    province: str
    province_name: str
    mountainous: bool
    sea: bool
    settled_by: str
    attacker: SideView
    defender: SideView
    rounds: tuple[RoundView, ...]
    next_round: int | None
    ended: str
    over: bool
    winner: str | None
    ended_by: str


def battles(session: Session, scenario: Scenario) -> list[BattleView]:
    """The battles still being fought."""
    found = session.scalars(select(Battle).where(Battle.over.is_(False)).order_by(Battle.id))
    return [battle_view(session, scenario, one) for one in found]


def battle(session: Session, scenario: Scenario, number: int) -> BattleView | None:
    """One battle, or None."""
    found = session.get(Battle, number)
    return battle_view(session, scenario, found) if found else None


def battle_view(session: Session, scenario: Scenario, one: Battle) -> BattleView:
    """A battle with both sides and the rounds fought so far."""
    province = session.get_one(Province, one.province)
    rounds = tuple(
        RoundView(row.number, row.attacker_tactic, row.defender_tactic, row.thrown, row.report)
        for row in session.scalars(select(BattleRound).filter_by(battle=one.id).order_by(BattleRound.number))
    )
    ground = where.ground(session, one)
    attacker, defender = where.sides(session, one)
    ended = None
    if rounds:
        ended = rules.ending(attacker, defender, ground, rounds[-1].report["result"], tables=scenario.tables)
    more = not one.over and ended is None and len(rounds) < scenario.tables.forces.rounds
    return BattleView(
        id=one.id, province=one.province, province_name=province.name, mountainous=province.mountainous,
        sea=one.sea, settled_by=one.settled_by,
        attacker=side_view(session, scenario, one, "attacker", attacker, ground),
        defender=side_view(session, scenario, one, "defender", defender, ground),
        rounds=rounds, next_round=len(rounds) + 1 if more else None, ended=ended[0] if ended else "",
        over=one.over, winner=one.winner, ended_by=one.ended_by or "",
    )


def side_view(
    session: Session, scenario: Scenario, one: Battle, role: str, side: rules.Side, ground: rules.Ground
) -> SideView:
    """A side with its strength made up step by step."""
    row = session.get_one(BattleSide, (one.id, role))
    options = session.get_one(Game, 1).rule_options
    signs = clan_signs(session)
    names = province_names(session)
    tables = scenario.tables
    return SideView(
        role=role, clan=signs[row.clan], name=row.name, experience=side.experience, home_province=side.home_province,
        columns=row.columns, columns_reason=row.columns_reason, troops=side.troops,
        notional=tuple(side.notional_men(ground, tables).items()), strength=side.strength(ground, tables),
        strength_left=side.strength_left(ground, tables), troops_lost=side.troops_lost(ground, tables, options),
        troops_left=side.troops_left(ground, tables, options),
        forces=tuple(force_view(session, force, signs, names) for force in where.units(session, one, role)),
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
    names = [session.get_one(BattleSide, (one.id, role)).name for role in ("attacker", "defender")]
    tables = scenario.tables
    rules.check_forces(attacker, defender, ground, tables)
    if tactics:
        rules.check_tactics(tactics, ground, tables)
    if swap:
        attacker, defender = defender, attacker
        names, tactics = names[::-1], tactics and tactics[::-1]
    options = session.get_one(Game, 1).rule_options
    strengths = attacker.strength_left(ground, tables), defender.strength_left(ground, tables)
    base = tables.odds.column(*strengths, options.odds_rounding)
    column, _shifts, steps = rules.final_column(base, attacker, defender, ground, tactics, tables=tables)
    return OddsView(
        attacker=names[0], defender=names[1], strengths=strengths,
        base=tables.odds.name(base), steps=steps, column=column, odds=tables.odds.name(column),
        faces=tuple((die, row[column]) for die, row in sorted(tables.odds.results.items())) if tactics else (),
    )
