"""The battle slip: every step of a battle and what it came to, for both generals to take away (handbook 6; R1 to R8).

Both stand at the table and have seen the counters, so a slip carries the sizes of both sides. It names a wound in the
steps of a round that it decided and nowhere else: it is a secret of his clan's (R19). It is shown and printed at Map
Control and Game Control only.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session, joinedload, selectinload

from control.kernel.codes import Code
from control.kernel.database.made import made_from
from control.kernel.database.reading import row_of
from control.kernel.printing.kinds import MakeUrl
from control.kernel.rows import JournalEntry
from control.kernel.wording import capital
from control.sengoku.rows import (
    Battle,
    BattleForce,
    BattleRound,
    BattleSide,
    Character,
    Encounter,
    Game,
    Garrison,
    Recovery,
    RiskDraw,
)
from control.sengoku.rules.battle import battle as rules
from control.sengoku.rules.march.allowance import effective_experience
from control.sengoku.rules.seasons import season_heading
from control.sengoku.rules.tables import OPPONENT
from control.sengoku.scenario.model import Scenario
from control.sengoku.world.forces import sides_questions as where
from control.sengoku.world.forces.forces_questions import armies
from control.sengoku.world.forces.ground_questions import ground_name
from control.sengoku.world.land.land_questions import clan_signs, sign
from control.sengoku.world.land.risings_questions import post_in_words
from control.sengoku.world.options_questions import options_then
from printouts.battle.battle_slip import BattleSlip, SlipRound, SlipSide, SlipStep, SlipUnit


def slips(session: Session, scenario: Scenario, only: Sequence[str] = (), make_url: MakeUrl = str) -> list[BattleSlip]:
    """The slips of all battles of this season, or of those numbers, of whichever season."""
    asked = [int(one) for one in only if one.isdecimal() and len(one) < 10]
    numbers = asked if only else battles_of_the_season(session)
    return [found for number in numbers if (found := slip(session, scenario, number, make_url))]


def battles_of_the_season(session: Session) -> list[int]:
    """The numbers of the battles of this season, ended or not."""
    game = Game.only(session)
    return list(
        session.scalars(
            select(Battle.id)
            .join(Battle.the_encounter)
            .where(Encounter.year == game.year, Encounter.season == game.season)
            .order_by(Battle.id)
        )
    )


AS_FOUGHT = (
    joinedload(Battle.the_encounter),
    joinedload(Battle.the_province),
    joinedload(Battle.the_place),
    selectinload(Battle.fought),
)


def slip(session: Session, scenario: Scenario, number: int, make_url: MakeUrl = str) -> BattleSlip | None:
    """The slip of a battle, as far as it has been fought; None if there is no such battle. Its code opens the page of
    the battle: whoever is no umpire of the map learns nothing by it."""
    one = row_of(session, Battle, number, *AS_FOUGHT)
    if one is None:
        return None
    met, code = one.the_encounter, Code("B", one.id)
    attacker, defender = (side_of(session, scenario, one, row) for row in where.rows_of(session, one))
    return BattleSlip(
        number=one.id,
        code=str(code),
        url=make_url(f"/c/{code}"),
        when=f"{season_heading(met.season, met.year)}, phase {met.phase}",
        where=place_of(one),
        settled_by=rules.ATTACKER_SETTLED_BY[one.settled_by],
        columns=tuple(scenario.tables.odds.names),
        attacker=attacker,
        defender=defender,
        rounds=tuple(round_of(scenario, row, (attacker.name, defender.name)) for row in one.fought),
        outcome=outcome(one, attacker.name, defender.name),
        steps=tuple(SlipStep(**step) for step in one.steps),
        retreat=tuple(retreats(session, scenario, one.id)) if one.over else (),
        draws=tuple(draws_of(session, one.id)),
        lapses=met.season == "autumn",
    )


def place_of(one: Battle) -> str:
    """Where a battle was fought, in words."""
    province = one.the_province
    if one.sea:
        return f"at sea off {province.name}"
    place = f"{one.the_place.name} in " if one.the_place else ""
    return f"in {place}{province.name}{', in the mountains' if province.mountainous else ''}"


def side_of(session: Session, scenario: Scenario, one: Battle, row: BattleSide) -> SlipSide:
    """A side with its units and what it lost of what."""
    tables, options = scenario.tables, options_then(session, one)
    signs = clan_signs(session)
    ground, side = where.ground(session, one), where.side_now(session, one, row)
    enemy = where.side_now(session, one, where.row_of_side(session, one, OPPONENT[row.role]))
    back = {due.lost: due.counters for due in session.scalars(select(Recovery).filter_by(battle=one.id))}
    learned = one.winner == row.role and rules.learns(enemy, ground, options)
    after = rules.experience_after(side, True, tables) if learned else side.experience
    if learned and row.wounded:  # what he learned is his, and his wound is still taken off (R19)
        own = session.get_one(Character, row.general).experience
        after = min(after, effective_experience(own, True, options))
    units = []
    for link in where.links_of(session, one, row.role):
        force = link.force
        at_start = link.troops if one.rounds else force.troops
        if isinstance(force, Garrison):
            post = ground_name(scenario, force.province, force.place)
            name, code = capital(post_in_words(force.clan, post)), ""
        else:
            name, code = force.the_general.name, force.code
        units.append(
            SlipUnit(
                signs[force.clan],
                name,
                code,
                at_start,
                link.lost,
                at_start - link.lost,
                back.get(link.id, 0),
            )
        )
    return made_from(
        SlipSide,
        side,
        role=row.role,
        clan=sign(signs, row.clan),
        name=row.name,
        experience_after=after,
        strength=side.strength(ground, tables),
        notional=tuple(side.notional_men(ground, tables).items()),
        notional_lost=side.notional_lost(ground, tables, options),
        lost=side.troops_lost(ground, tables, options),
        left=side.troops_left(ground, tables, options),
        recovers=sum(unit.recovers for unit in units),
        units=tuple(units),
    )


def round_of(scenario: Scenario, row: BattleRound, names: tuple[str, str]) -> SlipRound:
    """A round that was fought, from its report."""
    labels, report = scenario.tables.tactics.labels, row.report
    attacker, defender = who_attacked(report, names)
    return SlipRound(
        number=row.number,
        attacker=attacker,
        defender=defender,
        attacker_tactic=labels[row.attacker_tactic],
        defender_tactic=labels[row.defender_tactic],
        base_odds=report["base_odds"],
        odds=report["odds"],
        die=report["die"],
        thrown=row.thrown,
        result=report["result"],
        meaning=scenario.tables.odds.meanings[report["result"]],
        attacker_losses=report["attacker_losses"],
        defender_losses=report["defender_losses"],
        steps=tuple(SlipStep(step["text"], step["ruling"]) for step in report["steps"]),
    )


def who_attacked(report: dict[str, Any], names: tuple[str, str]) -> tuple[str, str]:
    """Attacker and defender of a round, for roles change between rounds (R6): ``names`` are those of the sides by the
    roles they have now. A report from before it kept them (version 0041) counts up the attacker's strength first."""
    if "attacker" in report:
        return report["attacker"], report["defender"]
    for text in (step["text"] for step in report["steps"]):
        for first, second in (names, names[::-1]):
            if text.startswith(f"{capital(first)}: "):
                return first, second
    return names


def outcome(one: Battle, attacker: str, defender: str) -> str:
    """How a battle ended, in a sentence; empty while it is being fought."""
    if not one.over:
        return ""
    if one.ended_by == "called_off":
        return "Both generals called it off before the first round."
    if one.winner is None and (one.place or one.sea):
        return f"Nobody won: both sides stay{', and have ended their march' if one.sea else ''}."
    if one.winner is None:
        return "Nobody won: both sides stay, and may only stay or go back the way they came."
    won, lost = (attacker, defender) if one.winner == "attacker" else (defender, attacker)
    if one.ended_by == "outright_victory":
        return capital(f"{won} won outright against {lost}.")
    return capital(f"{won} won: {lost} broke off.")


def retreats(session: Session, scenario: Scenario, battle: int) -> Iterator[str]:
    """Which armies the end of a battle sent where, as the journal has it: they may have gone on since."""
    ends = session.scalars(
        select(JournalEntry).where(JournalEntry.action.in_(ENDS)).order_by(JournalEntry.number.desc())
    )
    entry = next((one for one in ends if ended_by(one, battle)), None)
    lost = session.scalars(
        select(BattleForce.army)
        .join(BattleForce.the_battle)
        .where(BattleForce.battle == battle, BattleForce.role != Battle.winner)
    ).all()
    for change in entry.changes if entry else ():
        to = (change["after"] or {}).get("province")
        if change["table"] == "army" and to and change["key"][0] in lost:
            army = next((one for one in armies(session, scenario) if one.id == change["key"][0]), None)
            who = f"{army.general}, army {army.code}," if army else "An army"
            yield f"{who} withdrew to {scenario.provinces[to].name}."


ENDS = ("battle.end", "season.advance")
"""What ends a battle: an umpire, or the season that closes over it (R7)."""


def ended_by(entry: JournalEntry, battle: int) -> bool:
    """Whether a battle ended with this entry."""
    return any(
        change["table"] == "battle" and change["key"] == [battle] and (change["after"] or {}).get("over")
        for change in entry.changes
    )


def draws_of(session: Session, battle: int) -> Iterator[str]:
    """Who has a card to draw for a battle, or which card he drew and what it did."""
    rows = session.execute(
        select(Character.name, RiskDraw.card, RiskDraw.effect)
        .join(RiskDraw.the_character)
        .where(RiskDraw.battle == battle)
        .order_by(RiskDraw.id)
    )
    for name, card, effect in rows:
        yield f"{name} drew the {card}{f', {effect}' if effect else ''}" if card else f"{name} has to draw"
