"""Orders and the movement phases (handbook 6; R12 to R18)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from sqlalchemy import select

from control.actions.encounters import open_battles, open_encounters, queue
from control.actions.forces import standing_army
from control.actions.registry import World, action
from control.models import Army, Character, Clan, Garrison, MarchOrder, Province
from control.rules.errors import ChangedElsewhere, OrderNotAllowed, OrderNotUnderstood, did_you_mean
from control.rules.sengoku import movement as rules
from control.typed import Order, number, text

PHASES = 4


class OrderMarch(Order):
    """The provinces an army is to enter this season, in order; an empty route is "stay".

    Once phases have been run, ``route`` is what is still ahead and ``late`` says why it is taken.
    """

    army: number(1, 10**6, "the number of an army")
    route: list[str]
    late: text("the reason for a late order") = ""
    version: int | None = None


@action("army.order_march", title="Enter an order", order=OrderMarch, desks=("map", "game"))
def order_march(world: World, order: OrderMarch) -> str:
    """Enter or change the marching order of an army for this season."""
    army = standing_army(world, order.army)
    general = world.session.get_one(Character, army.general)
    if not general.alive:
        raise OrderNotAllowed(
            f"{general.name} is dead. Give army {army.code} another general, or disband it.", field="army", ruling="R8"
        )
    rules.refuse_winter(world.game.season)
    if world.game.phase > 0 and not order.late:
        raise OrderNotAllowed(
            f"Orders are closed: phase {world.game.phase} has been run. Give a reason to take a late order.",
            field="late",
        )
    if len(order.route) > world.tables.movement.most:
        raise OrderNotAllowed(
            f"No army goes more than {world.tables.movement.most} provinces in a season (R12).",
            field=f"route.{world.tables.movement.most}", ruling="R12",
        )
    route = checked_route(world, army, order.route)
    entered = world.session.get(MarchOrder, army.id)
    same_version(world, entered, order.version)
    if entered is None:
        entered = MarchOrder(army=army.id, route=[])
        world.session.add(entered)
    entered.route = [*entered.route[:army.walked], *route]
    entered.late = order.late
    if army.allowance is not None:
        army.allowance = allowance_of(world, army, entered).value
    late = f" Late: {order.late}." if order.late else ""
    if not route:
        return f"{general.name}, army {army.code}, is to stay.{late}"
    return f"{general.name}, army {army.code}, is to march {in_names(world, route)}.{late}"


def checked_route(world: World, army: Army, route: list[str]) -> list[str]:
    """The route, if every leg of it can be walked from where the army is."""
    known = world.scenario.provinces
    for leg, key in enumerate(route):
        if key not in known:
            raise OrderNotUnderstood(
                f'There is no province "{key}".{did_you_mean(key, known)}', field=f"route.{leg}"
            )
    march = rules.Army(str(army.id), army.clan, army.province, 1, tuple(route))
    _, errors = rules.check_route(march, world.scenario.geography)
    for error in errors:
        here = known[route[error.leg - 2] if error.leg > 1 else army.province]
        near = ", ".join(known[key].name for key in world.scenario.geography.neighbours(here.id))
        raise OrderNotAllowed(
            f"No border or crossing leads from {here.name} to {known[error.to].name}. From {here.name}: {near}.",
            field=f"route.{error.leg - 1}", ruling="R12",
        )
    return route


def same_version(world: World, entered: MarchOrder | None, version: int | None) -> None:
    """Refuse if the order is not the one that the form showed (version 0: there was none)."""
    if version is not None and version != (entered.version if entered else 0):
        is_now = "it has none now"
        if entered:
            is_now = f"it is now {in_names(world, entered.route)}" if entered.route else "it is now to stay"
        raise ChangedElsewhere(
            f"The order of this army was changed at another desk since you opened it: {is_now}. Decide again.",
            field="route",
        )


def in_names(world: World, route: list[str]) -> str:
    """A route as people read it."""
    return " – ".join(world.scenario.provinces[key].name for key in route)


class RunPhase(Order):
    """Which movement phase to run, 1 to 4: said aloud, so that a double click cannot run two."""

    phase: number(1, PHASES, "a movement phase")


@action("movement.run_phase", title="Run a movement phase", order=RunPhase, desks=("map", "game"))
def run_phase(world: World, order: RunPhase) -> str:
    """Move every army that may move in the next phase, all at once, and put the encounters into the queue."""
    game = world.game
    rules.refuse_winter(game.season)
    if order.phase <= game.phase:
        raise ChangedElsewhere(f"Phase {order.phase} has been run already.", field="phase")
    if order.phase != game.phase + 1:
        raise OrderNotAllowed(f"Phase {game.phase + 1} comes first.", field="phase", ruling="R13")
    if busy := open_encounters(world.session) + open_battles(world.session):
        raise OrderNotAllowed(
            f"Settle first what is open (R14): {'; '.join(busy)}.", field="phase", ruling="R14"
        )
    armies = {rules_id(army): army for army in world.session.scalars(select(Army).filter_by(standing=True))}
    garrisons = {rules_id(one): one for one in world.session.scalars(select(Garrison).filter_by(standing=True))}
    report = rules.run_phase(
        order.phase, [*marches(world, armies), *guards(garrisons)], world.scenario.geography,
        enmity(world), closed(world), world.tables.movement,
    )
    for move in report.moves:
        army = armies[move.army]
        army.came_from, army.province, army.walked = move.origin, move.to, army.walked + 1
    for met in worth_settling(report.encounters, armies, garrisons, world):
        queue(world, order.phase, met.province, met.kind, [(armies.get(key) or garrisons[key]) for key in met.armies])
    game.phase = order.phase
    moved = f"{len(report.moves)} {'army' if len(report.moves) == 1 else 'armies'} moved"
    met_in = ", ".join(sorted({world.scenario.provinces[met.province].name for met in report.encounters}))
    return f"Phase {order.phase}: {moved}; " + (f"encounters in {met_in}." if met_in else "no encounter.")


def rules_id(force: Army | Garrison) -> str:
    """The name of a force towards the rules; names sort as the numbers do."""
    return f"{'A' if isinstance(force, Army) else 'G'}{force.id:06d}"


def marches(world: World, armies: dict[str, Army]) -> list[rules.March]:
    """The armies as the rules see them; the first phase of a season fixes their allowances."""
    orders = {order.army: order for order in world.session.scalars(select(MarchOrder))}
    people = {person.id: person for person in world.session.scalars(select(Character))}
    found = []
    for key, army in armies.items():
        order = orders.get(army.id)
        if army.allowance is None:
            army.allowance = allowance_of(world, army, order).value
        general = people[army.general]
        experience = rules.effective_experience(general.experience, general.wounded, world.options)
        found.append(rules.March(
            key, army.clan, army.province, experience, tuple(order.route) if order else (), army.allowance,
            walked=army.walked, halted=army.halted is not None or not general.alive,
        ))
    return found


def guards(garrisons: dict[str, Garrison]) -> list[rules.March]:
    """Garrisons take part as forces that stay where they are."""
    return [rules.March(key, one.clan, one.province, 1, (), 1) for key, one in garrisons.items()]


def allowance_of(world: World, army: Army, order: MarchOrder | None) -> rules.Allowance:
    """How far the army may go this season, and why (R12)."""
    general = world.session.get_one(Character, army.general)
    route = tuple(order.route) if order else ()
    return rules.allowance(
        general.experience, route, army.started, world.game.season, world.scenario.geography, world.tables.movement,
        world.options, wounded=general.wounded,
    )


def enmity(world: World) -> rules.Enmity:
    """Every two clans may be hostile or unknown to each other: Map Control decides when they meet (R14)."""
    return rules.Enmity(combinations(world.session.scalars(select(Clan.id)), 2))


def closed(world: World) -> dict[str, set[str]]:
    """The provinces of clans that nobody plays are closed to every other clan (R16)."""
    clans = {clan.id: clan for clan in world.session.scalars(select(Clan))}
    return {
        province.id: clans.keys() - {province.holder}
        for province in world.session.scalars(select(Province))
        if province.holder and not clans[province.holder].played
    }


def worth_settling(
    encounters: Iterable[rules.Encounter], armies: dict[str, Army], garrisons: dict[str, Garrison], world: World
) -> list[rules.Encounter]:
    """The encounters of a phase as Map Control settles them.

    Armies of one clan that enter a closed province together are one encounter, and none where the holder's own
    forces meet them there: then the intrinsic defence does not count (R4, R16).
    """
    found = [met for met in encounters if met.kind != "closed_province"]
    guarded = {(met.province, (armies.get(key) or garrisons[key]).clan) for met in found for key in met.armies}
    entered: dict[tuple[str, str], list[str]] = {}
    for met in encounters:
        if met.kind == "closed_province":
            holder = world.session.get_one(Province, met.province).holder
            if (met.province, holder) not in guarded:
                entered.setdefault((met.province, armies[met.armies[0]].clan), []).extend(met.armies)
    found += [
        rules.Encounter(province, "closed_province", tuple(sorted(keys))) for (province, _), keys in entered.items()
    ]
    return sorted(found)
