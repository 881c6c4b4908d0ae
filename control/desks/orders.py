"""An army's page: its marching order, its figures, and sending it home. This is what its cards open."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, g, request, url_for
from flask.typing import ResponseReturnValue

from control.desks.parts import act, desks, done, page, page_or_part, status_of
from control.queries import forces as queries
from control.queries.names import id_of, route_of
from control.rules.errors import ChangedElsewhere, OrderError, OrderNotUnderstood
from control.rules.sengoku import movement as rules

bp = Blueprint("orders", __name__, url_prefix="/armies")

WHO = ("map", "game")
NAMED = {"province": "provinces", "general": "characters"}
"""Figures of an army that are typed as names, and where the scenario has those."""


@dataclass(frozen=True)
class Draft:
    """A route in the making: its legs ahead by id and name, where it has got to, and where it could go next."""

    route: tuple[str, ...]
    names: tuple[str, ...]
    end: str
    ahead: tuple[tuple[str, str, bool], ...]
    allowance: rules.Allowance

    def with_leg(self, province: str) -> str:
        """The route with one more leg, as an address carries it."""
        return ",".join((*self.route, province))

    @property
    def without_last(self) -> str:
        """The route without its last leg."""
        return ",".join(self.route[:-1])


def draft_of(army: queries.ArmyView, typed: str) -> Draft:
    """The draft for what was typed or tapped so far; it stops before a leg that cannot be walked."""
    scenario = g.room.scenario
    route: list[str] = []
    here = army.province
    for key in route_of(typed, scenario.provinces):
        if not scenario.geography.is_neighbour(here, key):
            break
        route.append(key)
        here = key
    whole = (*army.route[:army.walked], *route)
    start = army.province if not army.walked else queries.started(g.session, army.id)
    return Draft(
        tuple(route), tuple(scenario.provinces[key].name for key in route), scenario.provinces[here].name,
        tuple(queries.neighbours(scenario, here)),
        rules.allowance(
            army.experience, whole, start, queries.season(g.session), scenario.geography, scenario.tables.movement,
            queries.rule_options(g.session), wounded=army.wounded,
        ),
    )


@bp.get("/<int:number>/order")
@desks(*WHO)
def order(number: int) -> ResponseReturnValue:
    """The order entry of an army."""
    return order_page(number, request.args.get("route"))


def order_page(number: int, typed: str | None, error: OrderError | None = None) -> ResponseReturnValue:
    """The order entry, with the route as it is so far and what was wrong with it."""
    army = found(number)
    draft = draft_of(army, ", ".join(army.ahead) if typed is None else typed)
    shown = typed if error and typed is not None else ", ".join(draft.names)
    mine = error and not isinstance(error, ChangedElsewhere)  # after a conflict he decides on the order as it is now
    return page_or_part(
        "map/order.html", "map/_order.html", status=status_of(error) if error else 200,
        army=army, draft=draft, typed=shown, form=request.form, error=error,
        version=request.form.get("version", "") if mine else army.order_version,
    )


@bp.post("/<int:number>/order")
@desks(*WHO)
def enter_order(number: int) -> ResponseReturnValue:
    """Enter the order, for this season."""
    typed = request.form.get("route", "")
    data = {
        "army": number, "route": route_of(typed, g.room.scenario.provinces), "late": request.form.get("late", ""),
        "version": request.form.get("version", ""),
    }
    try:
        return done(act("army.order_march", data), url_for("map_desk.show"))
    except OrderError as error:
        return order_page(number, typed, error)


@bp.get("/<int:number>")
@desks(*WHO)
def army(number: int) -> ResponseReturnValue:
    """The army's page: all its figures, each of which can be set right."""
    return army_page(number)


def army_page(number: int, error: OrderError | None = None) -> ResponseReturnValue:
    """An army with the forms that change it; they stand for the figures as they were when first shown."""
    army = found(number)
    versions = {"version": str(army.version), "general_version": str(army.general_version)}
    if error and not isinstance(error, ChangedElsewhere):  # after a conflict he decides on the army as it is now
        versions |= {name: request.form[name] for name in versions if name in request.form}
    answer = page("map/army.html", army=army, form=request.form, error=error, versions=versions)
    answer.status_code = status_of(error) if error else 200
    return answer


@bp.post("/<int:number>/correct")
@desks(*WHO)
def correct(number: int) -> ResponseReturnValue:
    """Set one of the army's figures right, or its general's, with a reason."""
    army = found(number)
    field, value = request.form.get("field", ""), request.form.get("value", "")
    of_general = field in ("experience", "wounded", "alive")
    if field in NAMED:
        value = id_of(value, getattr(g.room.scenario, NAMED[field]))
    data = {
        "kind": "character" if of_general else "army", "id": army.general_id if of_general else army.id,
        "field": field, "value": value, "reason": request.form.get("reason", ""),
        "version": request.form.get("general_version" if of_general else "version", ""),
    }
    try:
        return done(act("figure.correct", data), url_for(".army", number=number))
    except OrderError as error:
        return army_page(number, error)


@bp.post("/<int:number>/disband")
@desks(*WHO)
def disband(number: int) -> ResponseReturnValue:
    """Send the army home."""
    data = {
        "army": number, "as_garrison": request.form.get("as_garrison", "no"),
        "version": request.form.get("version", ""),
    }
    try:
        return done(act("army.disband", data), url_for("map_desk.show"))
    except OrderError as error:
        return army_page(number, error)


def found(number: int) -> queries.ArmyView:
    """The army of that number, if it is on the map."""
    army = queries.army(g.session, g.room.scenario, number)
    if army is None:
        raise OrderNotUnderstood(f"There is no army {number} on the map. Was it disbanded?", field="army")
    return army
