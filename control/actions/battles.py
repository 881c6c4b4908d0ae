"""Battles: the rounds, what the umpire grants by hand, and the end (handbook 6, "Combat"; R1 to R11)."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from control.actions.encounters import meet_others
from control.actions.registry import World, action
from control.models import (
    Army,
    Battle,
    BattleForce,
    BattleRound,
    BattleSide,
    Character,
    Encounter,
    Garrison,
    Province,
    Recovery,
)
from control.queries.sides import figures_now, ground, unit, units
from control.rules.errors import ChangedElsewhere, OrderNotAllowed, OrderNotUnderstood, did_you_mean
from control.rules.sengoku import battle as rules
from control.typed import Order, number, one_of, text

WHO = ("map", "game")
ROLES = ("attacker", "defender")
BattleNumber = number(1, 10**6, "the number of a battle")
Die = number(1, 6, "a die")


class GrantColumns(Order):
    """Columns the umpire grants a side by hand in every round to come; 0 takes them back."""

    battle: BattleNumber
    side: one_of("a side", *ROLES)
    columns: number(-3, 3, "a number of columns")
    reason: text("a reason", 3)


@action("battle.grant_columns", title="Grant a column", order=GrantColumns, desks=WHO)
def grant_columns(world: World, order: GrantColumns) -> str:
    """Grant a side column shifts in its favour by the umpire's hand, with a reason (R31)."""
    battle = fighting(world, order.battle)
    side = world.session.get_one(BattleSide, (battle.id, order.side))
    side.columns, side.columns_reason = order.columns, order.reason
    return f"Battle {battle.id}: the umpire granted {side.name} {order.columns:+d} columns: {order.reason}."


class FightRound(Order):
    """One round: both tactics, as the scenario's matrix names them, and the die if a real one was thrown (else it is
    rolled here).

    ``round`` says which round this is, so that a form sent twice cannot fight two.
    """

    battle: BattleNumber
    round: number(1, 9, "a round")
    attacker_tactic: text("a tactic", 1)
    defender_tactic: text("a tactic", 1)
    die: Die | None = None
    swap_roles: bool = False


@action("battle.fight_round", title="Fight a round", order=FightRound, desks=WHO)
def fight_round(world: World, order: FightRound) -> str:
    """Fight one round of a battle; its losses come off the armies at once."""
    battle = fighting(world, order.battle)
    if order.round <= battle.rounds:
        raise ChangedElsewhere(f"Round {order.round} of battle {battle.id} has been fought already.", field="round")
    if order.round != battle.rounds + 1:
        raise OrderNotAllowed(f"Round {battle.rounds + 1} comes first.", field="round", ruling="R6")
    not_decided(world, battle)
    if order.swap_roles:
        swap_roles(world, battle)
    if battle.rounds == 0:
        count_again(world.session, battle)
    attacker, defender = sides_of(world, battle)
    where = ground(world.session, battle)
    if order.die is not None:
        world.dice.throw(order.die)
    report = rules.fight_round(
        attacker.as_side(), defender.as_side(), where, (order.attacker_tactic, order.defender_tactic),
        number=order.round, tables=world.tables, options=world.options, dice=world.dice,
    )
    for side, lost in ((attacker, report.attacker_losses), (defender, report.defender_losses)):
        side.lost += lost
        take_losses(world, battle, side)
    battle.rounds = order.round
    world.session.add(BattleRound(
        battle=battle.id, number=order.round, attacker_tactic=order.attacker_tactic,
        defender_tactic=order.defender_tactic, thrown=world.dice.drawn[-1].thrown, report=plain(report),
    ))
    return (
        f"Battle {battle.id}, round {order.round}: {attacker.name} attacked {defender.name} at {report.odds}, die "
        f"{report.die}: {report.result}. Losses {report.attacker_losses} and {report.defender_losses}."
    )


def not_decided(world: World, battle: Battle) -> None:
    """Refuse another round of a battle that its last round has ended (R6, R7)."""
    if battle.rounds == 0:
        return
    last = world.session.get_one(BattleRound, (battle.id, battle.rounds)).report["result"]
    attacker, defender = (side.as_side() for side in sides_of(world, battle))
    if ended := rules.ending(attacker, defender, ground(world.session, battle), last, tables=world.tables):
        raise OrderNotAllowed(
            f"Round {battle.rounds} decided battle {battle.id} ({ended[0].replace('_', ' ')}): end it (R6).",
            field="round", ruling="R6",
        )


def plain(report: rules.Round) -> dict[str, Any]:
    """The report as the database gives it back: nothing but what JSON can hold."""
    kept: dict[str, Any] = json.loads(json.dumps(asdict(report)))
    return kept


def count_again(session: Session, battle: Battle) -> None:
    """Take everything as it is now: until the first round the umpire may have set figures right."""
    for side in session.scalars(select(BattleSide).filter_by(battle=battle.id)):
        for name, value in figures_now(session, battle, side).items():
            setattr(side, name, value)
    for force in session.scalars(select(BattleForce).filter_by(battle=battle.id)):
        force.troops = unit(session, force).troops


def swap_roles(world: World, battle: Battle) -> None:
    """The defender attacks in the next round (R6: roles are settled anew)."""
    attacker, defender = sides_of(world, battle)
    names = [key for key in attacker.as_dict() if key not in ("battle", "role", "version")]
    for name in names:
        mine, theirs = getattr(attacker, name), getattr(defender, name)
        setattr(attacker, name, theirs)
        setattr(defender, name, mine)
    for force in world.session.scalars(select(BattleForce).filter_by(battle=battle.id)):
        force.role = "defender" if force.role == "attacker" else "attacker"
    world.session.flush()


def take_losses(world: World, battle: Battle, side: BattleSide) -> None:
    """Bring the counters of a side's forces down to what the rules leave it, shared out by their size (R5)."""
    forces = list(world.session.scalars(
        select(BattleForce).filter_by(battle=battle.id, role=side.role).order_by(BattleForce.id)
    ))
    lost = side.as_side().troops_lost(ground(world.session, battle), world.tables, world.options)
    more = further_losses(lost, [force.troops for force in forces], [force.lost for force in forces])
    for force, share in zip(forces, more, strict=True):
        one = unit(world.session, force)
        one.troops = max(0, one.troops - share)
        force.lost += share


def further_losses(total: int, sizes: list[int], lost: list[int]) -> list[int]:
    """What each force of a side loses now, if of ``sizes`` these are ``lost`` already and it comes to ``total``.

    Only what is new is shared out: sharing the whole anew can give a force counters back at another's cost.
    """
    return shared_out(total - sum(lost), [size - gone for size, gone in zip(sizes, lost, strict=True)])


def shared_out(total: int, sizes: list[int]) -> list[int]:
    """Share ``total`` counters out in proportion to ``sizes``, whole counters, the largest remainders first."""
    whole = sum(sizes)
    if not whole:
        return [0] * len(sizes)
    shares = [total * size // whole for size in sizes]
    by_remainder = sorted(range(len(sizes)), key=lambda spot: (-(total * sizes[spot] % whole), spot))
    for spot in by_remainder[: total - sum(shares)]:
        shares[spot] += 1
    return shares


class EndBattle(Order):
    """The end of a battle: what the generals did, and where the side that leaves goes.

    After an outright victory, or with nobody left, ``then`` may be left out. ``retreat_to`` is a neighbouring
    province for the armies that leave; without it they go back the way they came (R15). ``round`` says how many
    rounds had been fought when that was decided, so that an old screen cannot end a newer battle.
    """

    battle: BattleNumber
    then: one_of("what they did", *rules.THEN) | None = None
    retreat_to: text("a province") = ""
    round: number(0, 9, "a round") | None = None


@action("battle.end", title="End a battle", order=EndBattle, desks=WHO)
def end_battle(world: World, order: EndBattle) -> str:
    """End a battle: winner, retreat, experience and what will be recovered (R6 to R8)."""
    battle = fighting(world, order.battle)
    if order.round not in (None, battle.rounds):
        raise ChangedElsewhere(
            f"Round {battle.rounds} was fought since you opened this. Look at it as it is now, then decide again.",
            field="battle",
        )
    attacker, defender = sides_of(world, battle)
    province = world.session.get_one(Province, battle.province)
    if battle.rounds == 0:
        if order.then not in (None, "both_stay"):
            raise OrderNotAllowed(
                "Before the first round the generals may only call the battle off together: both stay (R6).",
                field="then", ruling="R6",
            )
        battle.over, battle.ended_by = True, "called_off"
        return f"Battle {battle.id} in {province.name} was called off before the first round."
    last = world.session.get_one(BattleRound, (battle.id, battle.rounds)).report["result"]
    place = ground(world.session, battle)
    rules_sides = attacker.as_side(), defender.as_side()
    if order.then is None and rules.ending(*rules_sides, place, last, tables=world.tables) is None:
        raise OrderNotUnderstood(f"Say how it ended: {', '.join(rules.THEN)}.", field="then")
    result = rules.conclude(
        *rules_sides, place, last, order.then or "both_stay", tables=world.tables, options=world.options
    )
    battle.over, battle.winner, battle.ended_by = True, result.winner, result.ended_by
    for role, side in (("attacker", attacker), ("defender", defender)):
        if result.winner == role and side.general is not None:
            general = world.session.get_one(Character, side.general)
            general.experience = min(general.experience + 1, world.tables.forces.most_experience)
        recover(world, battle, side, getattr(result.recovers, role))
    leaves = leaver(result.winner, result.ended_by)
    went = retreat(world, battle, leaves, order.retreat_to) if leaves else ""
    winner = {"attacker": attacker, "defender": defender}.get(result.winner or "")
    won = f"{winner.name} won" if winner else "nobody won"
    return f"Battle {battle.id} in {province.name} is over: {won} ({result.ended_by.replace('_', ' ')}).{went}"


def leaver(winner: str | None, ended_by: str) -> str | None:
    """The role of the side that leaves the province, if one does."""
    if ended_by == "both_stay" or winner is None:
        return None
    return "defender" if winner == "attacker" else "attacker"


def recover(world: World, battle: Battle, side: BattleSide, total: int) -> None:
    """Note what comes back next season (R8), shared out as the losses were."""
    forces = list(world.session.scalars(
        select(BattleForce).filter_by(battle=battle.id, role=side.role).order_by(BattleForce.id)
    ))
    for force, share in zip(forces, shared_out(total, [force.lost for force in forces]), strict=True):
        if share:
            world.session.add(Recovery(
                id=world.number("recovery"), army=force.army, garrison=force.garrison, battle=battle.id,
                counters=share, reason=f"{share} of {force.lost} lost in battle {battle.id} (R8)",
            ))


def retreat(world: World, battle: Battle, role: str, to: str) -> str:
    """Take the armies of a side out of the province, to whom they may find there; garrisons disperse."""
    told, moved = [], []
    for force in units(world.session, battle, role):
        if isinstance(force, Garrison):
            force.troops, force.standing = 0, False
            told.append(f" The garrison of {world.scenario.provinces[force.province].name} dispersed.")
        elif not battle.sea and force.province == battle.province:  # else met between two provinces, and at home
            there = way_out(world, force, battle, to)
            force.came_from, force.province = force.province, there
            moved.append(force)
            told.append(f" Army {force.code} withdrew to {world.scenario.provinces[there].name}.")
    world.session.flush()
    told.append(meet_others(world, world.session.get_one(Encounter, battle.encounter), moved, []))
    return "".join(told)


def way_out(world: World, army: Army, battle: Battle, to: str) -> str:
    """The province an army withdraws to: the one named, if it is next to here, else the way it came."""
    geography, provinces = world.scenario.geography, world.scenario.provinces
    there = to or army.came_from or ""
    if there and there not in provinces:
        raise OrderNotUnderstood(f'There is no province "{there}".{did_you_mean(there, provinces)}', field="retreat_to")
    near = geography.neighbours(battle.province)
    if there not in near:
        names = ", ".join(provinces[key].name for key in near)
        said = f"{provinces[there].name} is not next to" if there else "Say where the loser goes from"
        raise OrderNotAllowed(f"{said} {provinces[battle.province].name}: {names}.", field="retreat_to", ruling="R6")
    return there


def fighting(world: World, number_: int) -> Battle:
    """A battle that is still being fought. Raises an OrderError for one that is unknown or over."""
    battle = world.get(Battle, number_, "battle")
    if battle.over:
        raise OrderNotAllowed(
            f"Battle {battle.id} is over ({(battle.ended_by or '').replace('_', ' ')}). Undo its end to go on with it.",
            field="battle",
        )
    return battle


def sides_of(world: World, battle: Battle) -> tuple[BattleSide, BattleSide]:
    """The attacker and the defender."""
    return (
        world.session.get_one(BattleSide, (battle.id, "attacker")),
        world.session.get_one(BattleSide, (battle.id, "defender")),
    )
