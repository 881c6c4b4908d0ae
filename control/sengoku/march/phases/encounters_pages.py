"""Encounters at the map desk: who has claimed one, and how it is settled (handbook 6 and 7; R9, R11, R14 to R17)."""

from __future__ import annotations

from functools import partial
from typing import Any

from flask import Blueprint, g, request, url_for
from flask.typing import ResponseReturnValue

from control.kernel.errors import OrderError, OrderNotUnderstood
from control.kernel.pages.admitted import desks
from control.kernel.pages.doing import act, acted, done, or_again
from control.kernel.pages.parts import page
from control.sengoku.battle.encounters import encounters_questions as queries
from control.sengoku.march.phases.map_pages import again
from control.sengoku.rules.desks import AT_THE_MAP
from control.sengoku.rules.tables import OPPONENT, ROLES
from control.sengoku.world.forces.forces_questions import ways_out
from control.sengoku.world.named_pages import form_of_keys, keys_of
from control.sengoku.world.names import id_of

bp = Blueprint("encounters", __name__, url_prefix="/map/encounters")


@bp.get("/call")
@desks(*AT_THE_MAP)
def call_form(error: OrderError | None = None) -> ResponseReturnValue:
    """The form for an encounter that no march has brought about."""
    return page(
        "march/encounters/call.html",
        crowded=queries.crowded(g.session),
        places=g.room.scenario.places.values(),
        place=id_of(request.args.get("place", ""), g.room.scenario.places),
        error=error,
    )


@bp.post("/call")
@desks(*AT_THE_MAP)
def call() -> ResponseReturnValue:
    """Call an encounter: the province and the clans as people type them."""
    form = {**fields(province="provinces", place="places"), "clans": keys_of("clans", "clans and rebels")}
    return acted("encounter.call", form, url_for("map_desk.show"), call_form)


@bp.post("/pass-all")
@desks(*AT_THE_MAP)
def pass_all() -> ResponseReturnValue:
    """All armies that entered undefended land pass, in one tap (R4)."""
    return acted("encounter.pass_all", fields(), url_for("map_desk.show"), again)


@bp.get("/<int:number>")
@desks(*AT_THE_MAP)
def show(number: int, error: OrderError | None = None) -> ResponseReturnValue:
    """The page of an encounter: everything about it, and every way to settle it."""
    found = view_of(number)
    commanders = queries.commanders(g.session, found)
    return page(
        "march/encounters/encounter.html",
        encounter=found,
        commanders=commanders,
        leaders=[
            (one.id, f"{one.name} ({one.clan.name}), exp. {one.experience}, {one.rank} in precedence")
            for one in commanders
        ],
        fighters=[(one.id, (one.name, "", one.clan)) for one in commanders],
        forces=[(one.key, (one.name, str(one.troops), one.clan)) for one in found.forces],
        near=ways_out(g.room.scenario, found.province),
        answers=queries.ANSWERS,
        error=error,
    )


def view_of(number: int) -> queries.EncounterView:
    """An encounter. Raises OrderNotUnderstood if there is none."""
    found = queries.encounter(g.session, number, g.umpire.desk)
    if found is None:
        raise OrderNotUnderstood(f"There is no encounter {number}.", field="encounter")
    return found


def back(number: int, error: OrderError) -> ResponseReturnValue:
    """The page the form was sent from, with what was wrong."""
    return show(number, error) if request.form.get("at") == "encounter" else again(error)


def fields(*left_out: str, **named: str) -> dict[str, Any]:
    """What the form says (form_of_keys), without what is for the page alone."""
    return {name: value for name, value in form_of_keys(**named).items() if name not in ("at", *left_out)}


@bp.post("/<int:number>/claim")
@desks(*AT_THE_MAP)
@or_again(back)
def claim(number: int) -> ResponseReturnValue:
    """Claim an encounter, take it over, or let it go."""
    name = "claim.release" if request.form.get("do") == "release" else "claim.take"
    entry = act(name, {**fields("do"), "kind": "encounter", "number": str(number)})
    to = url_for(".show", number=number) if request.form.get("at") == "encounter" else url_for("map_desk.show")
    return done(entry, to)


@bp.post("/<int:number>/settle")
@desks(*AT_THE_MAP)
def settle(number: int) -> ResponseReturnValue:
    """Pass or parley, straight from the card of the encounter, or one side withdraws."""
    return acted(
        "encounter.settle",
        {**fields(retreat_to="provinces"), "encounter": str(number)},
        url_for("map_desk.show"),
        partial(back, number),
    )


@bp.post("/<int:number>/answer")
@desks(*AT_THE_MAP)
@or_again(back)
def answer(number: int) -> ResponseReturnValue:
    """What the people of a non-aligned province answer, where Map Control answers for them (R16)."""
    entry = act("locals.answer", {**fields(), "encounter": str(number)})
    settled = view_of(number).outcome
    return done(entry, url_for("map_desk.show") if settled else url_for(".show", number=number))


@bp.post("/<int:number>/battle")
@desks(*AT_THE_MAP)
@or_again(show)
def open_battle(number: int) -> ResponseReturnValue:
    """Settle an encounter by battle."""
    entry = act("encounter.settle", battle_of(number))
    return done(entry, url_for("battle.show", number=view_of(number).battle))


def battle_of(number: int) -> dict[str, Any]:
    """The order for a battle. Of several clans each has a tile that says on which side it is, or that its forces stand
    aside: the side is then about the clan of the general who was named to command it, or of the better one. A lord
    without a force there helps by his levy alone, which comes by itself to the side that his allies are on."""
    form: dict[str, Any] = fields()
    sides: dict[str, list[str]] = {role: [] for role in (*ROLES, "aside")}
    for name in [name for name in form if name.startswith("side-")]:
        side = form.pop(name)
        if side in sides:
            sides[side].append(name.removeprefix("side-"))
    found = view_of(number)
    forces, friends = found.forces, {clan.id for clan in found.beside}
    here = {force.clan.id for force in forces}
    out = sides.pop("aside")
    aside = [force.key for force in forces if force.clan.id in out]
    for role, clans in sides.items():
        if clans:
            lead = lead_of(number, clans, form.get(f"{role}_general", ""))
            form[role] = lead
            comes = not friends.isdisjoint(clans) and friends.isdisjoint(sides[OPPONENT[role]])
            form[f"{role}_allies"] = [clan for clan in clans if clan != lead and (clan in here or not comes)]
    if request.form.getlist("in_person"):
        form["in_person"] = request.form.getlist("in_person")
    if aside := [*dict.fromkeys([*request.form.getlist("aside"), *aside])]:
        form["aside"] = aside
    return {**form, "encounter": str(number), "outcome": "battle"}


def lead_of(number: int, clans: list[str], general: str) -> str:
    """The clan a side is about: that of the general who commands it."""
    generals = [one for one in queries.commanders(g.session, view_of(number)) if one.clan.id in clans]
    named = [one for one in generals if one.id == general]
    return (named or generals)[0].clan.id if generals else clans[0]
