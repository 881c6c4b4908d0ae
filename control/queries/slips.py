"""The battle slip: every step of a battle and what it came to, for both generals to take away (handbook 6; R1 to R8).

Both stand at the table and have seen the counters, so a slip carries the sizes of both sides; it is shown and printed
at Map Control and Game Control only.
"""

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
    Game,
    Garrison,
    Place,
    Province,
    Recovery,
    RiskDraw,
)
from control.queries import sides as where
from control.queries.land import ClanSign, clan_signs
from control.rules.sengoku import battle as rules
from control.scenario.model import Scenario


@dataclass(frozen=True)
class SlipUnit:
    """An army or garrison of a side: real counters before the battle, lost, left, and those that come back (R8)."""

    clan: ClanSign
    name: str
    code: str
    troops: int
    lost: int
    left: int
    recovers: int


@dataclass(frozen=True)
class SlipSide:
    """One side, by the role it had last. Troops are real counters, strength counts notional men as well, which
    ``notional`` lists by what they stand for. ``experience_after`` is the commander's; 0 where nobody leads."""

    role: str
    clan: ClanSign
    name: str
    experience: int
    experience_after: int
    strength: int
    strength_left: int
    notional: tuple[tuple[str, int], ...]
    notional_lost: int
    troops: int
    lost: int
    left: int
    recovers: int
    units: tuple[SlipUnit, ...]


@dataclass(frozen=True)
class SlipStep:
    """A sentence with the ruling or section it rests on."""

    text: str
    ruling: str


@dataclass(frozen=True)
class SlipRound:
    """A round: who attacked whom with which tactic, odds, die and result, what each lost in strength, and every step.

    ``thrown`` says that the die was a real one.
    """

    number: int
    attacker: str
    defender: str
    attacker_tactic: str
    defender_tactic: str
    base_odds: str
    odds: str
    die: int
    thrown: bool
    result: str
    meaning: str
    attacker_losses: int
    defender_losses: int
    steps: tuple[SlipStep, ...]


@dataclass(frozen=True)
class Slip:
    """A whole battle on one sheet. ``outcome`` is a sentence, empty while it is fought; ``draws`` names those who have
    a card to draw for it (R19)."""

    battle: int
    when: str
    where: str
    mountainous: bool
    sea: bool
    settled_by: str
    attacker: SlipSide
    defender: SlipSide
    rounds: tuple[SlipRound, ...]
    over: bool
    outcome: str
    draws: tuple[str, ...]


def slip(session: Session, scenario: Scenario, number: int) -> Slip | None:
    """The slip of a battle, as far as it has been fought; None if there is no such battle."""
    one = session.get(Battle, number)
    if one is None:
        return None
    province = session.get_one(Province, one.province)
    met = session.get_one(Encounter, one.encounter)
    place = f"{session.get_one(Place, one.place).name} in " if one.place else ""
    rows = where.rows_of(session, one)
    attacker, defender = (side_of(session, scenario, one, row) for row in rows)
    return Slip(
        battle=one.id, when=f"{met.season.capitalize()} {met.year}, phase {met.phase}",
        where=f"{'at sea off ' if one.sea else place}{province.name}", mountainous=province.mountainous and not one.sea,
        sea=one.sea, settled_by=one.settled_by.replace("_", " "), attacker=attacker, defender=defender,
        rounds=tuple(
            round_of(scenario, row, (attacker.name, defender.name))
            for row in session.scalars(select(BattleRound).filter_by(battle=one.id).order_by(BattleRound.number))
        ),
        over=one.over, outcome=outcome(one, attacker.name, defender.name),
        draws=tuple(session.scalars(
            select(Character.name).join(RiskDraw, RiskDraw.character == Character.id)
            .where(RiskDraw.battle == one.id).order_by(RiskDraw.id)
        )),
    )


def side_of(session: Session, scenario: Scenario, one: Battle, row: BattleSide) -> SlipSide:
    """A side with its units and what it lost of what."""
    tables, options = scenario.tables, session.get_one(Game, 1).rule_options
    signs = clan_signs(session)
    ground, side = where.ground(session, one), where.side_now(session, one, row)
    back = {
        (due.army, due.garrison): due.counters for due in session.scalars(select(Recovery).filter_by(battle=one.id))
    }
    units = []
    for link in where.links_of(session, one, row.role):
        force = where.unit(session, link)
        at_start = link.troops if one.rounds else force.troops
        if isinstance(force, Garrison):
            name, code = f"Garrison of {scenario.provinces[force.province].name}", ""
        else:
            name, code = session.get_one(Character, force.general).name, force.code
        units.append(SlipUnit(
            signs[force.clan], name, code, at_start, link.lost, at_start - link.lost,
            back.get((link.army, link.garrison), 0),
        ))
    return SlipSide(
        role=row.role, clan=signs[row.clan], name=row.name, experience=side.experience,
        experience_after=rules.experience_after(side, one.winner == row.role, tables),
        strength=side.strength(ground, tables), strength_left=side.strength_left(ground, tables),
        notional=tuple(side.notional_men(ground, tables).items()),
        notional_lost=side.notional_lost(ground, tables, options), troops=side.troops,
        lost=side.troops_lost(ground, tables, options), left=side.troops_left(ground, tables, options),
        recovers=sum(unit.recovers for unit in units), units=tuple(units),
    )


def round_of(scenario: Scenario, row: BattleRound, names: tuple[str, str]) -> SlipRound:
    """A round that was fought, from its report."""
    labels, report = scenario.tables.tactics.labels, row.report
    attacker, defender = who_attacked(report, names)
    return SlipRound(
        number=row.number, attacker=attacker, defender=defender,
        attacker_tactic=labels[row.attacker_tactic], defender_tactic=labels[row.defender_tactic],
        base_odds=report["base_odds"], odds=report["odds"], die=report["die"], thrown=row.thrown,
        result=report["result"], meaning=scenario.tables.odds.meanings[report["result"]],
        attacker_losses=report["attacker_losses"], defender_losses=report["defender_losses"],
        steps=tuple(SlipStep(step["text"], step["ruling"]) for step in report["steps"]),
    )


def who_attacked(report: dict[str, Any], names: tuple[str, str]) -> tuple[str, str]:
    """Attacker and defender of a round. Roles change between rounds (R6), and the report counts up the attacker's
    strength first: ``names`` are those of the sides by the roles they have now."""
    for text in (step["text"] for step in report["steps"]):
        if text.startswith(f"{names[0]}: "):
            return names
        if text.startswith(f"{names[1]}: "):
            return names[1], names[0]
    return names

def outcome(one: Battle, attacker: str, defender: str) -> str:
    """How a battle ended, in a sentence; empty while it is being fought."""
    if not one.over:
        return ""
    if one.ended_by == "called_off":
        return "Both generals called it off before the first round."
    if one.winner is None:
        return "Nobody won: both sides stay, and may only stay or go back the way they came."
    won, lost = (attacker, defender) if one.winner == "attacker" else (defender, attacker)
    if one.ended_by == "outright_victory":
        return f"{won} won outright; {lost} had to leave."
    return f"{won} won: {lost} broke off."
