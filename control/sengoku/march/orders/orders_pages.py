"""An army's page: its marching order, its figures, and sending it home. This is what its cards open."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from flask import Blueprint, g, request, url_for
from flask.typing import ResponseReturnValue

from control.kernel import steady
from control.kernel.errors import ChangedElsewhere, OrderError, OrderNotUnderstood
from control.kernel.pages.admitted import desks
from control.kernel.pages.doing import acted, done, sent_before
from control.kernel.pages.parts import page, page_or_part
from control.sengoku.march.orders import orders_questions as orders
from control.sengoku.march.orders.movers_questions import leaves
from control.sengoku.rules.desks import AT_THE_MAP
from control.sengoku.world.forces import command_questions as command
from control.sengoku.world.forces import forces_questions as queries
from control.sengoku.world.forces.held_questions import land_of_armies
from control.sengoku.world.land.atlas import drawn_map
from control.sengoku.world.names import id_of, means_stay, route_of
from control.sengoku.world.people.people_questions import by_id

bp = Blueprint("orders", __name__, url_prefix="/armies")

NAMED = ("province", "general")
"""Figures of an army that are typed as names."""


@bp.get("/<int:number>/order")
@desks(*AT_THE_MAP)
def order(number: int, typed: str | None = None, error: OrderError | None = None) -> ResponseReturnValue:
    """The order entry of an army, with the route as it is so far: as it was sent, or as the address has it."""
    typed = request.args.get("route") if typed is None else typed
    army = found(number)
    game, scenario = orders.the_game(g.session), g.room.scenario
    route = list(army.ahead) if typed is None else route_of(typed, scenario.provinces)
    draft = orders.draft(g.session, scenario, army, route)
    closing = orders.closing(game)
    shown = typed if error and typed is not None else ", ".join(draft.names)
    mine = not isinstance(error, ChangedElsewhere)  # after a conflict he decides on the order as it is now
    return page_or_part(
        "march/orders/order.html",
        "march/orders/_order.html",
        army=army,
        draft=draft,
        ahead=orders.next_legs(scenario, draft.here, game.season),
        typed=shown,
        error=error,
        most=scenario.tables.movement.most,
        closing=closing,
        way_back=scenario.provinces[army.way_back].name if army.way_back else "",
        late_by=closing.late_by(steady.now()),
        back=back(),
        drawing=drawing_of(army),
        promises=orders.promises(g.session, g.room.scenario, army, draft.route, g.umpire.desk),
        version=version_shown(army) if mine else army.order_version,
    )


def version_shown(army: queries.ArmyView) -> str:
    """The version of the order that this entry began with: each leg of it carries that on, so that an order which a
    colleague entered meanwhile is not overwritten unseen. One that begins now begins with the order as it is."""
    began = request.values.get("version", "")
    return began if began.isdecimal() and len(began) < 10 else str(army.order_version)


def drawing_of(army: queries.ArmyView) -> Callable[[], str]:
    """The map with the army's province marked: drawn only where it is shown, which a part is not."""
    return lambda: drawn_map(land_of_armies(g.session, g.room.scenario, g.umpire.desk), army.province)


BACK = {"map": "map_desk.show", "grid": "order_grid.show"}
"""Where an umpire may have come from and goes back to; otherwise the next card is asked for."""


def back() -> str:
    """Where the umpire came from, as the address or the form says."""
    came = request.values.get("back", "")
    return came if came in BACK else ""


@bp.post("/<int:number>/order")
@desks(*AT_THE_MAP)
def enter_order(number: int) -> ResponseReturnValue:
    """Enter the order, for this season."""
    typed = request.form.get("route", "")
    data = {
        "army": number,
        "route": [] if means_stay(typed) else route_of(typed, g.room.scenario.provinces),
        "late": request.form.get("late", ""),
        "version": request.form.get("version", ""),
        "force": request.form.get("force", ""),
    }
    return acted(
        "army.order_march",
        data,
        url_for(BACK.get(back(), "order_grid.next_card")),
        lambda error: order(number, typed, error),
    )


@bp.get("/<int:number>")
@desks(*AT_THE_MAP)
def army(number: int) -> ResponseReturnValue:
    """The army's page: all its figures, each of which can be set right; or what became of an army that is gone."""
    if gone := command.gone(g.session, number):
        return page("march/orders/gone.html", army=gone)
    return army_page(number)


def army_page(number: int, error: OrderError | None = None) -> ResponseReturnValue:
    """An army with the forms that change it, and what was wrong with one of them."""
    army = found(number)
    return page(
        "march/orders/army.html",
        army=army,
        about=command.army_people(g.session, g.room.scenario, number),
        error=error,
        leave=leaves(g.session, g.room.scenario, [army])[0],
    )


@bp.post("/<int:number>/correct")
@desks(*AT_THE_MAP)
def correct(number: int) -> ResponseReturnValue:
    """Set one of the army's figures right, or its general's, with a reason."""
    if entry := sent_before():  # with a general's death his army is gone
        return done(entry, url_for(".army", number=number))
    army = found(number)
    field, value = request.form.get("field", ""), request.form.get("value", "")
    of_general = field in ("experience", "wounded", "alive")
    if field in NAMED:
        value = id_of(value, g.room.scenario.provinces if field == "province" else by_id(g.session))
    data = {
        "kind": "character" if of_general else "army",
        "id": army.general_id if of_general else army.id,
        "field": field,
        "value": value,
        "reason": request.form.get("reason", ""),
        "force": request.form.get("force", ""),
        "version": request.form.get("general_version" if of_general else "version", ""),
    }
    return acted("figure.correct", data, url_for(".army", number=number), partial(army_page, number))


@bp.post("/<int:number>/disband")
@desks(*AT_THE_MAP)
def disband(number: int) -> ResponseReturnValue:
    """Send the army home."""
    data = {
        "army": number,
        "as_garrison": request.form.get("as_garrison", "no"),
        "version": request.form.get("version", ""),
    }
    return acted("army.disband", data, url_for("map_desk.show"), partial(army_page, number))


@bp.post("/<int:number>/code")
@desks(*AT_THE_MAP)
def new_code(number: int) -> ResponseReturnValue:
    """Give the general another code for his own page, and have it printed."""
    return acted(
        "army.new_code",
        {"army": str(number), **{name: value for name, value in request.form.items() if name == "twice"}},
        url_for(".army", number=number),
        partial(army_page, number),
    )


def found(number: int) -> queries.ArmyView:
    """The army of that number, if it is on the map."""
    army = queries.army(g.session, g.room.scenario, number)
    if army is None:
        raise OrderNotUnderstood(f"There is no army {number} on the map. Was it disbanded?", field="army")
    return army
