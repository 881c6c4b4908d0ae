"""What every order about a battle asks first: is it still being fought, is it mine, which round comes next (R6, R7)."""

from __future__ import annotations

from control.kernel.errors import ChangedElsewhere, OrderNotAllowed
from control.sengoku.rows import Battle
from control.sengoku.rules.battle import battle as rules
from control.sengoku.world.acting import World
from control.sengoku.world.claims_actions import claim_for, mine
from control.sengoku.world.forces.sides_questions import ground, last_result, sides


def fighting(world: World, number: int) -> Battle:
    """A battle that is still being fought. Raises an OrderError for one that is unknown or over."""
    battle = world.get(Battle, number, "battle")
    if battle.over:
        raise OrderNotAllowed(
            f"Battle {battle.id} is over ({(battle.ended_by or '').replace('_', ' ')}). Undo its end to go on with it.",
            field="battle",
        )
    return battle


def at_work_on(world: World, number: int) -> Battle:
    """A battle that this umpire goes on with: no other holds it, and from now on he does if nobody did."""
    battle = fighting(world, number)
    mine(world, "battle", battle.id)
    claim_for(world, battle.id)
    return battle


def fought_where(world: World, battle: Battle) -> str:
    """Where a battle is fought, in a sentence: "in Shinano", "at Sakai in Settsu", "at sea off Suō"."""
    at = f"at {world.scenario.places[battle.place].name} " if battle.place else ""
    return f"{at}{'at sea off' if battle.sea else 'in'} {world.scenario.provinces[battle.province].name}"


def next_round(world: World, battle: Battle, number: int) -> None:
    """Refuse any round but the next one, and any at all where there is none to come (R6, R7)."""
    if number <= battle.rounds:
        raise ChangedElsewhere(f"Round {number} of battle {battle.id} has been fought already.", field="round")
    if number != battle.rounds + 1:
        raise OrderNotAllowed(f"Round {battle.rounds + 1} comes first.", field="round", ruling="R6")
    if battle.rounds == 0:
        return
    last = last_result(world.session, battle)
    where = ground(world.session, battle)
    if ended := rules.ending(*sides(world.session, battle), where, last, tables=world.tables, options=world.options):
        raise OrderNotAllowed(
            f"Round {battle.rounds} decided battle {battle.id} ({ended[0].replace('_', ' ')}): end it (R6).",
            field="round",
            ruling="R6",
        )
