"""This season's marching orders: taken, closed, and taken late (handbook 6; R12, R15)."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy.orm import joinedload

from control.kernel.actions.action import Forcible
from control.kernel.errors import ChangedElsewhere, OrderNotAllowed, OrderNotUnderstood
from control.kernel.typed import Order, number, text
from control.kernel.wording import counted
from control.sengoku.march.orders.movers_questions import held_since_now, leave, waits_for
from control.sengoku.march.orders.orders_questions import draft, kept_to
from control.sengoku.rows import Army, Character, MarchOrder
from control.sengoku.rules.desks import AT_THE_MAP
from control.sengoku.rules.march import movement as rules
from control.sengoku.rules.march.allowance import Allowance
from control.sengoku.world.acting import World, action
from control.sengoku.world.forces.business_questions import enemies_left, levy_left
from control.sengoku.world.forces.forces_actions import for_whom_it_minds, standing_army
from control.sengoku.world.forces.forces_questions import armies, how_far
from control.sengoku.world.forces.sides_questions import Force
from control.sengoku.world.land.risings_questions import post_in_words
from control.sengoku.world.names import ARMY_CARDS, id_of, is_a_place, no_province


class OrderMarch(Forcible):
    """The provinces an army is to enter this season, in order; an empty route is "stay".

    Once phases have been run, ``route`` is what is still ahead. Once orders are locked, ``late`` says why it is
    taken all the same; while they are open it says nothing.
    """

    army: number(1, 10**6, "the number of an army", card=ARMY_CARDS)
    route: list[str]
    late: text("the reason for a late order") = ""
    version: int | None = None


AS_ORDERED = (joinedload(Army.the_general), joinedload(Army.the_order))


@action("army.order_march", title="Enter an order", order=OrderMarch, desks=(*AT_THE_MAP, "npd"))
def order_march(world: World, order: OrderMarch) -> str:
    """Enter or change the marching order of an army for this season."""
    army = standing_army(world, order.army, beside=AS_ORDERED)
    for_whom_it_minds(world, army.clan, "army", "Map Control enters the orders of")
    general, entered = army.the_general, army.the_order
    rules.refuse_winter(world.game.season)
    is_late = are_closed(world)
    if is_late and not order.late:
        raise OrderNotAllowed(f"{why_closed(world)} Give a reason to take a late order.", field="late")
    route = checked_route(world, army, order.route)
    same_version(world, entered, order.version)
    way_back_only(world, army, route)
    able = allowance_of(world, army, entered)
    if entered is None:
        entered = MarchOrder(army=army.id, route=[])
        world.session.add(entered)
    entered.route = [*entered.route[: army.walked], *route]
    entered.late = order.late if is_late else ""
    entered.late_minutes = minutes_late(world) if is_late else None
    entered.late_phase = world.game.phase if is_late else None
    if army.allowance is not None:
        army.allowance = kept_to(allowance_of(world, army, entered), able, army.allowance)
    back = ""
    if army.halted in (None, "battle") and held_since_now(world.session, army):
        # back the way it came: that much it may still do this season, and no more (R15)
        army.halted = None if route[:1] == [army.way_back] else "battle"
        if army.halted is None and len(route) > 1:
            back = f" It goes back to {in_names(world, route[:1])}, and no further this season (R15)."
    world.session.flush()
    late = (back or not_walked(world, army, route)) + (how_late(entered) if is_late else "")
    if not route:
        return f"{general.name}, army {army.code}, is to stay.{late}"
    return f"{general.name}, army {army.code}, is to march {in_names(world, route)}.{late}"


def not_walked(world: World, army: Army, route: list[str]) -> str:
    """What of an order is not walked this season, and why, as a sentence: it is taken all the same, for much may change
    yet. Nothing of an army whose encounter or battle is open."""
    session, scenario = world.session, world.scenario
    if not route or army.id in waits_for(session):
        return ""
    if stays := leave(session, army, "", world.tables.movement).stays:
        return f" It marches no more this season; {stays}."
    session.expire(army, ["the_order"])  # the order beside it is the one before
    (seen,) = armies(session, scenario, Army.id == army.id)
    found = draft(session, scenario, seen, route)
    if not found.beyond:
        return ""
    walks = counted(len(found.phases), "leg") if found.phases else "none"
    return f" It walks {walks} of it this season: {found.why_beyond}."


# What a route has to be


def checked_route(world: World, army: Army, typed: list[str]) -> list[str]:
    """The route as ids, each leg typed as one or as a name, if every leg of it can be walked from where the army is,
    and no more than a season has (R12)."""
    known, most = world.scenario.provinces, world.tables.movement.most
    route = [id_of(leg, known) for leg in typed]
    if army.walked + len(route) > most:
        walked = f" {army.walked} of them it has entered already." if army.walked else ""
        raise OrderNotAllowed(
            f"No army goes more than {most} provinces in a season (R12).{walked}",
            field=f"route.{max(0, most - army.walked)}",
            ruling="R12",
        )
    for leg, key in enumerate(route):
        if key not in known:
            place = world.scenario.places.get(id_of(typed[leg], world.scenario.places))
            if place:
                raise OrderNotUnderstood(is_a_place(place, world.scenario), field=f"route.{leg}", ruling="R41")
            said = no_province(typed[leg], known, by_id=typed[leg] == typed[leg].lower())
            raise OrderNotUnderstood(said, field=f"route.{leg}")
    march = rules.Army(str(army.id), army.clan, army.province, 1, tuple(route))
    _, errors = rules.check_route(march, world.scenario.geography)
    for error in errors:
        here = known[route[error.leg - 2] if error.leg > 1 else army.province]
        near = ", ".join(known[key].name for key in world.scenario.geography.neighbours(here.id))
        trouble = f"No border or crossing leads from {here.name} to {known[error.to].name}"
        if error.to == here.id:
            trouble = f"{here.name} is where the army already is"
        raise OrderNotAllowed(
            f"{trouble}. From {here.name}: {near}.",
            field=f"route.{error.leg - 1}",
            ruling="R12",
        )
    return route


def way_back_only(world: World, army: Army, route: list[str]) -> None:
    """After a battle without a clear victory an army may only stay or go back the way it came, while its enemies of
    that battle stand where it stands (R15). Game Control may force it."""
    if army.held_by is None or not route or route[0] == army.way_back:
        return
    enemies = [enemy_in_words(world, enemy) for enemy in enemies_left(world.session, army)]
    enemies += filter(None, [levy_left(world.session, army)])
    if not enemies:
        return
    names = world.scenario.provinces
    way = f" or go back to {names[army.way_back].name}" if army.way_back else ""
    world.forbid(
        f"Army {army.code} cannot go to {names[route[0]].name}: battle {army.held_by} had no clear victor, and "
        f"{' and '.join(enemies)} still stands in {names[army.province].name}. "
        f"It may stay{way} (R15).",
        field="route.0",
        ruling="R15",
    )
    army.held_by = army.way_back = None  # forced: nothing holds it any more
    army.halted = None if army.halted == "battle" else army.halted


def enemy_in_words(world: World, force: Force) -> str:
    """A force in the middle of a sentence."""
    if isinstance(force, Army):
        return f"army {force.code}"
    return f"the {post_in_words(force.clan, world.scenario.provinces[force.province].name)}"


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


def allowance_of(world: World, army: Army, order: MarchOrder | None) -> Allowance:
    """How far the army may go this season, and why (R12)."""
    general = world.session.get_one(Character, army.general)
    route = tuple(order.route) if order else ()
    return how_far(army, general, route, world.game.season, world.scenario, world.options)


# Closing the orders of a season


class LockOrders(Order):
    """Nothing to say: it closes the orders of this season."""


@action("orders.lock", title="Lock orders", order=LockOrders, desks=AT_THE_MAP)
def lock_orders(world: World, order: LockOrders) -> str:
    """Close this season's orders: what comes now is late, and needs a reason."""
    rules.refuse_winter(world.game.season)
    if are_closed(world):
        raise ChangedElsewhere(why_closed(world))
    lock(world)
    return f"The orders of {world.game.season} {world.game.year} are locked."


class UnlockOrders(Order):
    """Why the orders are opened once more."""

    reason: text("a reason", 1)


@action("orders.unlock", title="Open orders again", order=UnlockOrders, desks=AT_THE_MAP)
def unlock_orders(world: World, order: UnlockOrders) -> str:
    """Open this season's orders again, as long as no phase has been run."""
    game = world.game
    if game.phase:
        raise OrderNotAllowed(
            f"Phase {game.phase} has been run, so orders stay closed. Take a late order with its reason.",
            field="reason",
        )
    if not game.locked_at:
        raise ChangedElsewhere("Orders are open already.", field="reason")
    game.locked_at = None
    return f"The orders of {game.season} {game.year} are open again: {order.reason}."


def lock(world: World) -> bool:
    """Close this season's orders, if they are open still; whether they were."""
    if world.game.locked_at:
        return False
    world.game.locked_at = world.at
    return True


def are_closed(world: World) -> bool:
    """Whether an order that comes now is late."""
    return bool(world.game.locked_at or world.game.phase)


def why_closed(world: World) -> str:
    """Why an order that comes now is late."""
    return f"Orders are closed: phase {world.game.phase} has been run." if world.game.phase else "Orders are locked."


def minutes_late(world: World) -> int | None:
    """Whole minutes since the orders were closed; None if nobody noted when."""
    if not world.game.locked_at or not world.at:
        return None
    late = datetime.fromisoformat(world.at) - datetime.fromisoformat(world.game.locked_at)
    return max(0, int(late.total_seconds() // 60))


def how_late(order: MarchOrder) -> str:
    """How late an order is and why, as a sentence."""
    by = ""
    if order.late_minutes is not None:
        by = f" by {counted(order.late_minutes, 'minute')}"
        by = by if order.late_minutes else " by less than a minute"
    when = f"after phase {order.late_phase}" if order.late_phase else "before phase 1"
    return f" Late{by}, {when}: {order.late}."
