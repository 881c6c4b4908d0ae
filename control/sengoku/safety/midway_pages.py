"""Starting in the middle of a day: sheet by sheet, as the fallback pack has them, or with a workbook; looked over
first, and taken over only when every cell is right."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from flask import Blueprint, g, request, url_for
from flask.typing import ResponseReturnValue

from control.kernel.actions.looking_actions import looks
from control.kernel.errors import OrderError, OrderNotAllowed, OrderNotUnderstood, did_you_mean
from control.kernel.journal.journal_questions import journal_at
from control.kernel.pages.admitted import desks
from control.kernel.pages.doing import act, done, or_again
from control.kernel.pages.parts import file_to_save, page, table_to_save
from control.kernel.tabular import TableRow, is_workbook, read_table, read_workbook, write_workbook
from control.kernel.typed import parse, quoted
from control.sengoku.paper.fallback.state_lists_questions import BY_KEY, LISTS, SHEETS, StateSheet, present
from control.sengoku.paper.fallback.state_sheets_questions import names
from control.sengoku.safety.midway_actions import is_fresh, typed_before
from control.sengoku.safety.typed_sheets_pages import (
    CALLED,
    COLUMNS,
    Typed,
    as_tables,
    changes,
    grid,
    rows_now,
    rows_sent,
    understood,
    when_it_is,
)

bp = Blueprint("midway", __name__, url_prefix="/safety/midway")

WHO = ("game",)
MOST_CHANGES = 60
BY_SHEET = {sheet.key: sheet for sheet in SHEETS}


@bp.get("/")
@desks(*WHO)
def show(
    error: OrderError | None = None,
    typed: Typed | None = None,
    order: dict[str, Any] | None = None,
    status: int = 0,
    passed_over: Sequence[str] = (),
) -> ResponseReturnValue:
    """How it is done: the sheets, what has been typed in, and the workbook; or what a file says and would change, and
    which of its sheets were passed over."""
    before = typed_before(g.session)
    return page(
        "safety/midway.html",
        status,
        lists=LISTS,
        form=request.form,
        error=error,
        sheets=SHEETS,
        begun=bool(before),
        passed_over=passed_over,
        typed_in={sheet.key for sheet in SHEETS if before & {one.key for one in sheet.lists}},
        **looked_over(typed, order),
    )


def looked_over(typed: Typed | None, order: dict[str, Any] | None) -> dict[str, Any]:
    """What the pages show of a state that was looked over: what is wrong, or what it would change."""
    sound = order if order is not None else typed.order if typed and not typed.wrong else None
    return {
        "typed": typed,
        "order": sound,
        "sent": json.dumps(sound) if sound else "",
        "most": MOST_CHANGES,
        "fresh": is_fresh(g.session, journal_at(g.session) + 1),
        "changes": changes(sound) if sound else {},
        "titles": {key: one.title for key, one in BY_KEY.items()},
    }


# --- A sheet ----------------------------------------------------------------------------------------------


@bp.get("/sheets/<key>")
@desks(*WHO)
def sheet(key: str) -> ResponseReturnValue:
    """A sheet of the fallback pack to be typed in, filled with how the game stands."""
    one = sheet_of(key)
    note_a_look(single.key for single in one.lists)
    return sheet_page(one, rows_now(one))


@bp.post("/sheets/<key>")
@desks(*WHO)
def look_at_sheet(key: str) -> ResponseReturnValue:
    """Look over a sheet as it was typed, and show what it would change or every cell that is wrong."""
    one = sheet_of(key)
    rows = rows_sent(request.form, one)
    if request.form.get("more"):
        return sheet_page(one, rows, more=request.form["more"])
    return sheet_page(one, rows, understood(as_tables(rows)))


def note_a_look(lists: Iterable[str]) -> None:
    """Who reads the list of covert work here has looked at what stands apart; that part of the journal says so."""
    if "commissions" in lists:
        looks(g.room, g.umpire)
        g.session.rollback()


def sheet_of(key: str) -> StateSheet:
    """The sheet of that name. Raises OrderNotUnderstood with near names."""
    if key not in BY_SHEET:
        raise OrderNotUnderstood(
            f"There is no sheet {quoted(key)}, only {', '.join(BY_SHEET)}.{did_you_mean(key, BY_SHEET)}", field="sheet"
        )
    return BY_SHEET[key]


def sheet_page(
    one: StateSheet,
    rows: dict[str, list[dict[str, str]]],
    typed: Typed | None = None,
    more: str = "",
    error: OrderError | None = None,
    order: dict[str, Any] | None = None,
) -> ResponseReturnValue:
    """The page of a sheet: the cells to type in, with what is wrong with them."""
    return page(
        "safety/sheet.html",
        400 if typed and typed.wrong and not error else 0,
        sheet=one,
        grid=grid(one, rows, typed, more),
        known=names(g.session),
        form=request.form,
        error=error,
        **looked_over(typed, order),
    )


# --- Workbook and lists -----------------------------------------------------------------------------------


@bp.get("/workbook.xlsx")
@desks(*WHO)
def workbook() -> ResponseReturnValue:
    """The present state as a workbook, a sheet for each list."""
    note_a_look(LISTS)
    now = present(g.session, g.room.scenario)
    tables = {name: (LISTS[name], cells(name, rows)) for name, rows in now.items()}
    return file_to_save(write_workbook(tables), "midway", "xlsx")


@bp.get("/<name>.csv")
@desks(*WHO)
def one_list(name: str) -> ResponseReturnValue:
    """One list of the present state as CSV."""
    if name not in LISTS:
        raise OrderNotUnderstood(f"There is no list {quoted(name)}, only {', '.join(LISTS)}.", field="list")
    note_a_look((name,))
    rows = present(g.session, g.room.scenario, lists=(name,))[name]
    return table_to_save(LISTS[name], cells(name, rows), name, "csv")


def cells(name: str, rows: list[dict[str, Any]]) -> list[list[Any]]:
    """Rows as a workbook has them: by ids."""
    return [[shown(row[column]) for column in LISTS[name]] for row in rows]


def shown(value: Any) -> Any:
    """A value in a cell of a workbook."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else value


@bp.post("/")
@desks(*WHO)
@or_again(show)
def look() -> ResponseReturnValue:
    """Look over a file that was sent, and show what it would change or every cell that is wrong."""
    lists, passed_over = lists_sent()
    typed = understood(lists)
    return show(typed=typed, status=400 if typed.wrong else 0, passed_over=passed_over)


def lists_sent() -> tuple[dict[str, list[TableRow]], list[str]]:
    """The lists that were sent, as a workbook, a CSV file or typed, and the sheets of the workbook that are no lists.
    Raises OrderNotUnderstood if nothing was sent that can be read."""
    name, text, file = request.form.get("list", ""), request.form.get("text", "").strip(), request.files.get("file")
    content = file.read() if file and file.filename else text.encode()
    if file and is_workbook(file.filename or "", content):
        return read_workbook(content, COLUMNS, CALLED)
    if not content:
        raise OrderNotUnderstood("Choose a workbook, or type a list.", field="file")
    if name not in COLUMNS:
        raise OrderNotUnderstood("Say which list this is.", field="list")
    try:
        return {name: read_table("typed.csv", content, COLUMNS[name], CALLED[name])}, []
    except OrderNotUnderstood as error:
        error.field = "file" if file and file.filename else "text"
        raise


# --- Taking it over ---------------------------------------------------------------------------------------


@bp.post("/begin")
@desks(*WHO)
def begin() -> ResponseReturnValue:
    """Take over what was looked over: one entry, taken back as one."""
    order: Any = None
    from_sheet = BY_SHEET.get(request.form.get("sheet", ""))
    try:
        order = parse(request.form.get("order", ""), "What was looked over")
        if not isinstance(order, dict):
            raise OrderNotUnderstood("Look the state over first, then take it over from there.", field="order")
        force = request.form.get("force", "").strip()
        when = {} if {"year", "season"} & order.keys() else when_it_is()
        entry = act("game.begin_midway", {**when, **order, "force": force, "twice": "twice" in request.form})
        return done(entry, url_for(".show" if from_sheet else "game.show"))
    except OrderError as error:
        sound = order if isinstance(error, OrderNotAllowed) else None  # it could be read, so it can be shown again
        if from_sheet:
            return sheet_page(from_sheet, rows_now(from_sheet, sound), error=error, order=sound)
        return show(error, order=sound)
