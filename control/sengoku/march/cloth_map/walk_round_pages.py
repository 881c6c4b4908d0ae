"""The cloth map and the program compared, province by province."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from flask import Blueprint, g, request, url_for
from flask.typing import ResponseReturnValue

from control.kernel.actions.registry import perform_together
from control.kernel.errors import ChangedElsewhere, OrderError, OrderNotAllowed, OrderNotUnderstood
from control.kernel.pages.admitted import desks
from control.kernel.pages.doing import act, doing, done, form_key, or_again
from control.kernel.pages.drawn_once import drawn_again
from control.kernel.pages.parts import htmx, page
from control.kernel.rows import Entry
from control.kernel.wording import folded
from control.sengoku.march.cloth_map import walk_round_questions as queries
from control.sengoku.rules.desks import AT_THE_MAP
from control.sengoku.scenario.model import WORKS
from control.sengoku.world.land.land_questions import clan_signs
from control.sengoku.world.names import ground_chosen, id_of

bp = Blueprint("walk_round", __name__, url_prefix="/walk-round")

ON_THE_CLOTH = "it lies on the cloth map and was never entered"


# --- The way round ----------------------------------------------------------------------------------------


@bp.get("/")
@desks(*AT_THE_MAP)
def show() -> ResponseReturnValue:
    """Every province in walking order; ``?show=todo`` for those not yet compared, ``?q=`` for a search."""
    shown = way_round(request.args)
    about = shown["todo"], shown["words"]
    regions = drawn_again("march/walk_round/_regions.html", lambda: way_round(request.args), *about)
    return page("march/walk_round/list.html", regions=regions, **shown)


@bp.get("/progress")
@desks(*AT_THE_MAP)
def progress() -> ResponseReturnValue:
    """How far the way round has got, and whether the map has changed since; fetched anew as the journal grows."""
    return page("march/walk_round/_progress.html", **way_round(request.args), shown=request.args.get("shown", ""))


@bp.post("/<province>/agrees")
@desks(*AT_THE_MAP)
def agrees(province: str) -> ResponseReturnValue:
    """Tick off a province: the cloth map agrees with the program."""
    here = found(province)
    error = None
    try:
        entry = act("table.check", {**chosen("seen", "key"), "province": here.id, "result": "agrees"})
        here = found(province)
    except OrderError as wrong:
        error = wrong
    if htmx():
        return page("march/walk_round/_stop.html", stop=here, error=error)
    if error:
        return differs(province, error)
    following = queries.walk_round(g.session, g.room.scenario).after(here.id)
    to = url_for(
        ".show",
        show=request.form.get("show") or None,
        q=request.form.get("q") or None,
        _anchor=f"at-{following.id}" if following else None,
    )
    return done(entry, to)


def way_round(view: Mapping[str, str]) -> dict[str, Any]:
    """What the list shows."""
    todo, words = view.get("show") == "todo", view.get("q", "")[:60]
    return {
        "round": queries.walk_round(g.session, g.room.scenario, todo, words),
        "todo": todo,
        "words": words,
        "error": None,
    }


# --- One province -----------------------------------------------------------------------------------------


@bp.get("/<province>")
@desks(*AT_THE_MAP)
def differs(province: str, error: OrderError | None = None) -> ResponseReturnValue:
    """The page on which a difference is settled: mend the program, or the cloth map. What was typed stays, unless the
    province was changed meanwhile."""
    here = found(province)
    typed = {} if error is None or isinstance(error, ChangedElsewhere) else request.form
    return page(
        "march/walk_round/province.html",
        stop=here,
        form=typed,
        error=error,
        grounds=[(key, f"{name}, {holder.name}") for key, name, holder in here.may_raise],
        works=WORKS,
        clans=sorted(clan_signs(g.session).values(), key=lambda clan: folded(clan.name)),
        provinces=[one.name for one in g.room.scenario.provinces.values()],
        following=queries.walk_round(g.session, g.room.scenario).after(here.id),
    )


@bp.post("/<province>/table")
@desks(*AT_THE_MAP)
@or_again(differs)
def mend_table(province: str) -> ResponseReturnValue:
    """The cloth map was wrong and has been put right."""
    here = found(province)
    entry = act("table.check", {**chosen("seen", "note", "key"), "province": here.id, "result": "table_mended"})
    return on(entry, here)


@bp.post("/<province>/program")
@desks(*AT_THE_MAP)
def mend_program(province: str) -> ResponseReturnValue:
    """The program was wrong: set right what the umpire counted otherwise, all of it or nothing."""
    here, reason, key = found(province), request.form.get("reason", ""), form_key()
    if key and (before := queries.entry_of(g.session, f"{key}/check")):
        return on(before, here)  # the same form, sent twice
    fields: list[str] = []
    orders: list[dict[str, Any]] = []
    for name, order in counted_otherwise(here, request.form):
        fields.append(name)
        orders.append({**order, "reason": reason})
    try:
        if here.seen != request.form.get("seen"):
            raise ChangedElsewhere(
                f"{here.name} was changed at another desk since you opened this. Look at it as it is now, then decide "
                "again.",
                field="seen",
            )
        if not orders:
            raise OrderNotAllowed(
                "You changed no figure. Type what lies on the cloth map, or put the cloth map right below.",
                field="none",
            )
        steps = [("figure.correct", order, f"{key}/{spot}" if key else "") for spot, order in enumerate(orders)]
        mended = {"province": here.id, "result": "program_mended", "note": reason}
        steps.append(("table.check", mended, f"{key}/check" if key else ""))
        with doing():
            entry = perform_together(g.room, g.umpire, steps, form=True)[-1]
    except OrderError as error:
        return differs(province, at_its_box(error, fields))
    return on(entry, here)


def counted_otherwise(here: queries.Stop, form: Mapping[str, str]) -> Iterator[tuple[str, dict[str, Any]]]:
    """What was typed that the program has otherwise: the name of its box, and the correction that it asks for."""
    provinces = g.room.scenario.provinces
    named: set[tuple[str, Any]] = set()  # a row's version is asked once: its first correction makes it another

    def changed(box: str, before: Any, kind: str, key: Any, field: str, version: int) -> Iterator[Any]:
        typed = form.get(box, str(before)).strip()
        if field == "province":
            typed = id_of(typed, provinces)
        if typed != str(before):
            nothing = None if field in ("holder", "place") else " "
            asked = {"twice": True} if (kind, key) in named else {"version": str(version)}
            named.add((kind, key))
            yield box, {"kind": kind, "id": str(key), "field": field, "value": typed or nothing, **asked}

    holder = here.holder.id if here.holder else ""
    yield from changed("holder", holder, "province", here.id, "holder", here.version)
    yield from changed("castle", here.castle, "province", here.id, "castle", here.version)
    yield from changed("unrest", "yes" if here.unrest else "no", "province", here.id, "unrest", here.version)
    for place in here.places:
        holder = place.holder.id if place.holder else ""
        yield from changed(f"holder-{place.id}", holder, "place", place.id, "holder", place.version)
        box = f"fortification-{place.id}"
        yield from changed(box, place.fortification, "place", place.id, "fortification", place.version)
    for post in here.garrisons:
        yield from changed(f"garrison-{post.id}", post.troops, "garrison", post.id, "troops", post.version)
    for army in here.armies:
        yield from changed(f"army-{army.id}", army.troops, "army", army.id, "troops", army.version)
        yield from changed(f"army-at-{army.id}", here.id, "army", army.id, "province", army.version)
        yield from changed(f"army-in-{army.id}", army.place or "", "army", army.id, "place", army.version)


def at_its_box(error: OrderError, fields: list[str]) -> OrderError:
    """The error at the box it is about: corrections are numbered in the order of their boxes, the tick follows them."""
    spot, _, field = error.field.partition(".")
    if spot.isdecimal() and int(spot) < len(fields):
        error.field = "reason" if field == "reason" else fields[int(spot)]
    elif spot.isdecimal():
        error.field = "seen" if field == "seen" else "reason"
    return error


@bp.post("/<province>/raise")
@desks(*AT_THE_MAP)
@or_again(differs)
def raise_missing(province: str) -> ResponseReturnValue:
    """Raise a garrison that lies on the cloth map and was never entered."""
    here = found(province)
    ground = ground_chosen(request.form.get("ground") or here.id)
    entry = act("garrison.raise", {**chosen("troops", "force", "twice", "key"), **ground, "reason": ON_THE_CLOTH})
    return done(entry, url_for(".differs", province=here.id))


def found(province: str) -> queries.Stop:
    """The province of that name. Raises OrderNotUnderstood if there is none."""
    here = next((one for one in queries.every_stop(g.session, g.room.scenario) if one.id == province), None)
    if here is None:
        raise OrderNotUnderstood(f'There is no province "{province}".', field="province")
    return here


def chosen(*names: str) -> dict[str, str]:
    """These fields of the form."""
    return {name: request.form[name] for name in names if name in request.form}


def on(entry: Entry, here: queries.Stop) -> ResponseReturnValue:
    """Back to the way round, at the next province to be compared."""
    following = queries.walk_round(g.session, g.room.scenario).after(here.id)
    return done(entry, url_for(".show", _anchor=f"at-{following.id if following else here.id}"))
