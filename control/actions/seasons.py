"""The end of a season: recovery, orders reset, wounds that are over, the old who draw a card; and at the onset of
winter everybody goes home (R8, R19, R20, R23)."""

from __future__ import annotations

from sqlalchemy import select

from control.actions.encounters import open_battles, open_encounters
from control.actions.forces import dissolve
from control.actions.registry import World, action
from control.actions.risk import call_the_old, recovered_from_wounds, still_due
from control.models import Army, Character, Garrison, MarchOrder, Province, Recovery
from control.queries.sides import unit
from control.rules.errors import ChangedElsewhere, OrderNotAllowed
from control.scenario.model import SEASONS
from control.typed import Order, number, one_of


class AdvanceSeason(Order):
    """The season that is to end, and its year: said aloud, so that a double click cannot end two."""

    season: one_of("a season", *SEASONS)
    year: number(1, 9999, "a year")


@action("season.advance", title="Advance the season", order=AdvanceSeason, desks=("game",))
def advance(world: World, order: AdvanceSeason) -> str:
    """End the season and begin the next: recovery, fresh orders; at the onset of winter all armies disperse."""
    game = world.game
    if (order.season, order.year) != (game.season, game.year):
        raise ChangedElsewhere(
            f"{order.season.capitalize()} {order.year} has ended already: it is {game.season} {game.year}.",
            field="season",
        )
    if busy := open_encounters(world.session) + open_battles(world.session):
        raise OrderNotAllowed(
            f"{game.season.capitalize()} cannot end while these are open: {'; '.join(busy)}.",
            field="season", ruling="R14",
        )
    late = still_due(world)
    game.season = SEASONS[(SEASONS.index(game.season) + 1) % len(SEASONS)]
    game.seasons += 1
    game.phase, game.locked_at = 0, None
    if game.season == "winter":
        game.year += 1  # the handbook's year runs from winter to autumn
        told = onset_of_winter(world)
    else:
        told = recovery(world)
    fresh_orders(world)
    told += recovered_from_wounds(world) + call_the_old(world)
    if late:
        told += f" Still due from before: {late} risk {'draw' if late == 1 else 'draws'}."
    return f"{order.season.capitalize()} {order.year} ended; {game.season} {game.year} begins. {told}"


def recovery(world: World) -> str:
    """The counters due come back to the forces that still stand; an army that lost its general gets none (R8)."""
    back = 0
    for due in world.session.scalars(select(Recovery).filter_by(done=False)):
        force = unit(world.session, due)
        led = not isinstance(force, Army) or world.session.get_one(Character, force.general).alive
        due.done = True
        if force.standing and led:
            force.troops += due.counters
            back += due.counters
    return f"{back} counters recovered (R8)." if back != 1 else "1 counter recovered (R8)."


def onset_of_winter(world: World) -> str:
    """All counters are collected, nothing is recovered, everybody is a year older (R8, R20, R23)."""
    armies = list(world.session.scalars(select(Army).filter_by(standing=True)))
    for army in armies:
        dissolve(world, army)
    for garrison in world.session.scalars(select(Garrison).filter_by(standing=True)):
        garrison.troops, garrison.standing = 0, False
    for due in world.session.scalars(select(Recovery).filter_by(done=False)):
        due.done = True
    for province in world.session.scalars(select(Province).where(Province.raised > 0)):
        province.raised = 0
    for person in world.session.scalars(select(Character).filter_by(alive=True)):
        if person.age is not None:
            person.age += 1
    gone = "1 army" if len(armies) == 1 else f"{len(armies)} armies"
    return f"{gone} and all garrisons dispersed (R23); everybody is a year older (R20)."


def fresh_orders(world: World) -> None:
    """Every army starts the season where it stands, without an order; every general may fight anew (R9)."""
    for order in world.session.scalars(select(MarchOrder)):
        world.session.delete(order)
    for army in world.session.scalars(select(Army).filter_by(standing=True)):
        army.started, army.came_from, army.walked = army.province, None, 0
        army.allowance, army.halted = None, None
    for person in world.session.scalars(select(Character).where(Character.battles > 0)):
        person.battles = 0
