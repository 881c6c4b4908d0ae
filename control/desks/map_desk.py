"""Map Control: the map, the phase, the encounters, armies and garrisons."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, g, request, url_for
from flask.typing import ResponseReturnValue

from control.desks.parts import act, desks, done, drawn_map, if_changed, page, page_or_part, status_of
from control.queries import battles as battle_queries
from control.queries import forces as force_queries
from control.queries.land import land
from control.queries.names import id_of
from control.rules.errors import OrderError, OrderNotUnderstood

bp = Blueprint("map_desk", __name__, url_prefix="/map")

WHO = ("map", "game")


@bp.get("/")
@desks(*WHO)
def show() -> ResponseReturnValue:
    """The map with everything beside it."""
    return page("map/desk.html", **desk_context(), drawing=drawn_map(land(g.session, g.umpire.desk)))


def desk_context() -> dict[str, Any]:
    """What the parts beside the map show."""
    return {
        "encounters": battle_queries.encounters(g.session),
        "battles": battle_queries.battles(g.session, g.room.scenario),
        "armies": force_queries.armies(g.session, g.room.scenario),
        "garrisons": force_queries.garrisons(g.session, g.room.scenario),
        "error": None,
    }


@bp.get("/drawing")
@desks(*WHO)
def drawing() -> ResponseReturnValue:
    """The map alone, fetched anew when the journal has grown."""
    return if_changed(page("map/_drawing.html", drawing=drawn_map(land(g.session, g.umpire.desk))))


@bp.get("/business")
@desks(*WHO)
def business() -> ResponseReturnValue:
    """What is to be done: phase, encounters, battles; a part of the desk."""
    return page("map/_business.html", **desk_context())


@bp.get("/forces")
@desks(*WHO)
def forces() -> ResponseReturnValue:
    """Armies with their orders, and garrisons; a part of the desk."""
    return page_or_part("map/forces.html", "map/_forces.html", **desk_context())


@bp.post("/phase")
@desks(*WHO)
def phase() -> ResponseReturnValue:
    """Run the next movement phase."""
    try:
        return done(act("movement.run_phase", request.form), url_for(".show"))
    except OrderError as error:
        return again(error)


@bp.post("/encounters/<int:number>/settle")
@desks(*WHO)
def settle(number: int) -> ResponseReturnValue:
    """Pass or parley, straight from the card of the encounter."""
    try:
        entry = act("encounter.settle", {**request.form, "encounter": str(number)})
        return done(entry, url_for(".show"))
    except OrderError as error:
        return again(error)


def again(error: OrderError) -> ResponseReturnValue:
    """The desk once more, with what was wrong at its top."""
    context = desk_context() | {"error": error}
    answer = page("map/desk.html", **context, drawing=drawn_map(land(g.session, g.umpire.desk)))
    answer.status_code = status_of(error)
    return answer


@bp.get("/encounters/<int:number>")
@desks(*WHO)
def encounter(number: int) -> ResponseReturnValue:
    """The page on which an encounter becomes a battle."""
    return encounter_page(number)


def encounter_page(number: int, error: OrderError | None = None) -> ResponseReturnValue:
    """An encounter with the form for its battle, and what was wrong with it."""
    found = battle_queries.encounter(g.session, number)
    if found is None:
        raise OrderNotUnderstood(f"There is no encounter {number}.", field="encounter")
    answer = page("map/encounter.html", encounter=found, form=request.form, error=error)
    answer.status_code = status_of(error) if error else 200
    return answer


@bp.post("/encounters/<int:number>/battle")
@desks(*WHO)
def open_battle(number: int) -> ResponseReturnValue:
    """Settle an encounter by battle."""
    try:
        entry = act("encounter.settle", {**request.form, "encounter": str(number), "outcome": "battle"})
    except OrderError as error:
        return encounter_page(number, error)
    found = battle_queries.encounter(g.session, number)
    assert found is not None
    return done(entry, url_for("battle.show", number=found.battle))


@bp.get("/raise")
@desks(*WHO)
def muster() -> ResponseReturnValue:
    """The forms that bring troops onto the map."""
    return muster_page()


def muster_page(error: OrderError | None = None, action: str = "") -> ResponseReturnValue:
    """Raise a garrison, form an army; with what was wrong at the field."""
    answer = page(
        "map/muster.html", musters=force_queries.musters(g.session), candidates=force_queries.candidates(g.session),
        garrisons=force_queries.garrisons(g.session, g.room.scenario), form=request.form, error=error, action=action,
    )
    answer.status_code = status_of(error) if error else 200
    return answer


@bp.post("/raise/<name>")
@desks(*WHO)
def mustered(name: str) -> ResponseReturnValue:
    """Raise a garrison or form an army."""
    if name not in ("garrison.raise", "army.form"):
        raise OrderNotUnderstood(f'"{name}" is nothing this page does.', field="action")
    form = dict(request.form)
    form["province"] = id_of(form.get("province", ""), g.room.scenario.provinces)
    if "general" in form:
        form["general"] = id_of(form["general"], g.room.scenario.characters)
    try:
        return done(act(name, form), url_for(".muster"))
    except OrderError as error:
        return muster_page(error, name)
