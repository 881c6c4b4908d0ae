"""Orders by keyboard: the grid of all armies, the missing ones by clan, and a list pasted or sent as a file."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from flask import Blueprint, Response, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.wrappers import Response as Answer

from control.kernel.errors import ChangedElsewhere, OrderError, OrderNotUnderstood
from control.kernel.pages.admitted import desks
from control.kernel.pages.doing import act, act_all, acted, done, sent_before
from control.kernel.pages.parts import file_to_save, heard, htmx, is_opened_alone, page, status_of
from control.sengoku.march.orders import orders_questions as queries
from control.sengoku.march.orders.order_list_questions import Fault, OrderList, read_list, text_of, written
from control.sengoku.march.orders.orders_pages import found
from control.sengoku.rules.desks import AT_THE_MAP
from control.sengoku.world.forces import forces_questions as force_queries
from control.sengoku.world.names import id_of, route_by_letters

bp = Blueprint("order_grid", __name__, url_prefix="/orders")

ROW = "march/orders/_row.html"

FILTERS = ("clan", "missing", "find")
"""What of the grid is shown; the pages carry it along in their addresses."""


def filters() -> dict[str, Any]:
    """The filters that are set in this address."""
    return {name: value for name in FILTERS if (value := request.args.get(name, "").strip()[:60])}


@bp.get("/")
@desks(*AT_THE_MAP)
def show(number: int = 0, tried: dict[str, Any] | None = None, error: OrderError | None = None) -> Answer:
    """The order grid: armies down, legs across; with an order that was refused, what was typed for that army stays and
    says what is wrong."""
    game = queries.the_game(g.session)
    rows = queries.grid(g.session, g.room.scenario)
    return page(
        "march/orders/grid.html",
        status_of(error) if error else 0,
        rows=rows,
        filters=filters(),
        orders=queries.orders_in(g.session, g.room.scenario),
        clans={row.army.clan.id: row.army.clan for row in rows},
        tried={number: tried} if tried else {},
        ground=embedded(queries.ground(g.room.scenario, game.season)),
        error=None if tried else error,
        fault=error,
        **row_context(game),
    )


def row_context(game: Any) -> dict[str, Any]:
    """What a row of the grid needs to know besides its army."""
    return {
        "at": heard(),
        "closing": queries.closing(game),
        "season": game.season,
        "most": g.room.scenario.tables.movement.most,
    }


def embedded(data: Any) -> str:
    """Data as JSON that can stand within a page: no tag in it can end the element it is in."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


@bp.get("/missing")
@desks(*AT_THE_MAP)
def missing() -> ResponseReturnValue:
    """How many orders are in and whose are missing; a part that follows the journal."""
    return render_template("march/orders/_progress.html", **progress())


def progress() -> dict[str, Any]:
    """How the orders stand, and at which entry of the journal."""
    return {
        "orders": queries.orders_in(g.session, g.room.scenario),
        "at": heard(),
        "closing": queries.closing(queries.the_game(g.session)),
    }


@bp.get("/<int:number>")
@desks(*AT_THE_MAP)
def row(number: int) -> ResponseReturnValue:
    """One row of the grid as it is now; to whoever opens it by itself the page of that army's order."""
    if is_opened_alone(ROW):
        return redirect(url_for("orders.order", number=number))
    return row_part(number)


def row_part(number: int, tried: dict[str, Any] | None = None, error: OrderError | None = None) -> Response:
    """One row of the grid, for the page's own script."""
    game = queries.the_game(g.session)
    shown = found(number)
    return Response(
        render_template(
            ROW,
            row=queries.grid_rows(g.session, g.room.scenario, [shown])[0],
            tried={number: tried} if tried else {},
            fault=error,
            filters=filters(),
            **row_context(game),
        ),
        status_of(error) if error else 200,
    )


@bp.get("/<int:number>/draft")
@desks(*AT_THE_MAP)
def draft(number: int) -> ResponseReturnValue:
    """How far an army would get on a route, and why: shown while it is typed."""
    shown = found(number)
    route = [id_of(leg, g.room.scenario.provinces) for leg in request.args.get("route", "").split(",") if leg]
    made = queries.draft(g.session, g.room.scenario, shown, route)
    told = queries.promises(g.session, g.room.scenario, shown, made.route, g.umpire.desk)
    return render_template("march/orders/_allowance.html", draft=made, army=shown, promises=told)


@bp.post("/<int:number>")
@desks(*AT_THE_MAP)
def enter(number: int) -> ResponseReturnValue:
    """Enter the order of one row: legs as typed, by their first letters."""
    army = found(number)
    form = request.form
    typed = [form.get(f"leg{leg}", "") for leg in range(army.walked + 1, g.room.scenario.tables.movement.most + 1)]
    quick = bool(htmx())
    route: list[str] = []
    try:
        route = route_by_letters(typed, army.province, g.room.scenario)
        entry = act(
            "army.order_march",
            {
                "army": number,
                "route": route,
                "late": form.get("late", ""),
                "version": form.get("version", ""),
            },
        )
    except OrderError as error:
        if quick and isinstance(error, ChangedElsewhere) and (now := found(number)).has_order and [*now.ahead] == route:
            return row_part(number)  # two umpires entered the same: there is nothing to choose
        tried = {
            "legs": typed,
            "late": form.get("late", ""),
            "conflict": isinstance(error, ChangedElsewhere),
            "version": None if isinstance(error, ChangedElsewhere) else form.get("version", ""),
        }
        return row_part(number, tried, error) if quick else show(number, tried, error)
    if quick:
        return row_part(number)
    return done(entry, url_for(".show", **filters(), _anchor=f"army-{next_after(number)}"))


def next_after(number: int) -> int:
    """The army whose order comes next in the grid; the same one if it is the last."""
    numbers = [army.id for army in force_queries.armies(g.session, g.room.scenario)]
    spot = numbers.index(number) if number in numbers else 0
    return numbers[min(spot + 1, len(numbers) - 1)] if numbers else number


@bp.get("/next")
@desks(*AT_THE_MAP)
def next_card() -> ResponseReturnValue:
    """After a card: who is still missing, and the box for the next card's code."""
    return page("march/orders/next.html", **progress())


@bp.post("/lock")
@desks(*AT_THE_MAP)
def lock() -> ResponseReturnValue:
    """Close this season's orders."""
    return acted("orders.lock", {}, url_for(".show"), lambda error: show(error=error))


@bp.post("/unlock")
@desks(*AT_THE_MAP)
def unlock() -> ResponseReturnValue:
    """Open this season's orders again."""
    return acted(
        "orders.unlock",
        {"reason": request.form.get("reason", "")},
        url_for(".show"),
        lambda error: show(error=error),
    )


# A list of orders


@bp.get("/list")
@desks(*AT_THE_MAP)
def listed(
    text: str = "", read: OrderList | None = None, error: OrderError | None = None, late: str = ""
) -> ResponseReturnValue:
    """Paste a list of orders, or send a file: every line of one is read back."""
    return page(
        "march/orders/list.html",
        400 if read and read.wrong and not error else 0,
        text=text,
        read=read,
        error=error,
        late=late,
        closing=queries.closing(queries.the_game(g.session)),
    )


def read_now(text: str) -> OrderList:
    """The list as the armies stand now."""
    return read_list(text, force_queries.armies(g.session, g.room.scenario), g.room.scenario)


@bp.post("/list")
@desks(*AT_THE_MAP)
def read_back() -> ResponseReturnValue:
    """Read a list back, with all that is wrong with it; nothing is entered yet."""
    sent = request.files.get("file")
    content = sent.read() if sent and sent.filename else b""
    try:
        text = text_of(content) if content else request.form.get("list", "")
    except OrderNotUnderstood as error:
        return listed(read=OrderList((), error.sentence))
    return listed(text, read_now(text))


NOT_SHOWN = "-1"
"""The version of an order that a list did not show when it was read back: no order has it."""


@bp.post("/list/enter")
@desks(*AT_THE_MAP)
def enter_list() -> ResponseReturnValue:
    """Enter every order of a list that was read back, or none of them."""
    text, late = request.form.get("list", ""), request.form.get("late", "")
    read = read_now(text)
    versions = dict(pair.partition(":")[::2] for pair in request.form.get("versions", "").split())

    def shown(army: force_queries.ArmyView) -> str:
        """The version of its order that was read back; one of which nothing was shown has none that is right."""
        return versions.get(str(army.id)) or NOT_SHOWN

    if not read.wrong and not read.entering and (entry := sent_before()):  # sent twice: they are all in
        count = sum(shown(line.army) != str(line.army.order_version) for line in read.lines if line.army)
        return done(entry, url_for(".show", entered=count))
    if read.wrong or not read.entering:
        return listed(text, read, late=late)
    orders = [
        {"army": line.army.id, "route": list(line.route), "late": late, "version": shown(line.army)}
        for line in read.entering
        if line.army
    ]
    try:
        entries = act_all("army.order_march", orders)
    except OrderError as error:
        return refused(text, read_now(text), error, late)
    return done(entries[-1], url_for(".show", entered=len(entries)))


def refused(text: str, read: OrderList, error: OrderError, late: str) -> ResponseReturnValue:
    """The list once more, with what was wrong at its lines."""
    found_: dict[int, Fault] = {}
    for one in (error, *error.more):
        spot, _, field = one.field.partition(".")
        if field == "late":
            return listed(text, read, type(one)(one.sentence, field="late"), late)
        if spot.isdecimal():
            found_.setdefault(int(spot), Fault(column_of(field), one.sentence))
    return listed(text, read.with_faults(found_), None if found_ else error, late)


def column_of(field: str) -> str:
    """The column of the list that a field of an order is typed in."""
    name, _, spot = field.partition(".")
    return f"leg{int(spot) + 1}" if spot.isdecimal() else "army" if name == "army" else "route"


@bp.get("/list.csv")
@desks(*AT_THE_MAP)
def download() -> ResponseReturnValue:
    """The orders as a file for a spreadsheet, to be filled in there and sent back."""
    armies: Sequence[force_queries.ArmyView] = force_queries.armies(g.session, g.room.scenario)
    return file_to_save(written(armies).encode(), "orders", "csv")
