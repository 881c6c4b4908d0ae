"""Starting in the middle of a day: a workbook with the present state to fill in, or one list typed; looked over first,
and taken over only when every cell is right."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from flask import Blueprint, g, make_response, request, url_for
from flask.typing import ResponseReturnValue

from control.actions.midway import is_fresh
from control.actions.typed_state import LINES, BeginMidway, Findings, GameLine, look_at_ids, look_over
from control.desks.parts import act, desks, done, page, status_of
from control.queries.midway import LISTS, present
from control.queries.standing import journal_at
from control.rules.errors import OrderError, OrderNotAllowed, OrderNotUnderstood
from control.tabular import XLSX, BadCell, TableRow, read_table, read_workbook, write_table, write_workbook
from control.typed import Order, parse, quoted, read, whole_number

bp = Blueprint("midway", __name__, url_prefix="/safety/midway")

WHO = ("game",)
YES_NO = {"taken", "alive", "wounded"}
WORDS = {"yes": True, "no": False, "true": True, "false": False, "1": True, "0": False}
NUMBERS = {
    "year", "raised", "rice", "cash", "opening", "rice_income", "taxation", "mining", "experience", "age", "troops",
    "points",
}
NOBODY = {"holder", "held_by"}
"""Columns in which an empty cell says something: nobody."""
KEYED = ("provinces", "places", "clans", "characters")
MOST_CHANGES = 60


SHEETS: dict[str, type[Order]] = {"game": GameLine, **LINES}
COLUMNS = {
    name: {
        column: column in model.model_fields and model.model_fields[column].is_required() for column in LISTS[name]
    }
    for name, model in SHEETS.items()
}
"""The columns of every sheet, and whether it must have them."""


@dataclass
class Typed:
    """A state as it was typed: the order, what is wrong with its cells, and what Game Control may force."""

    order: dict[str, Any] = field(default_factory=dict)
    wrong: list[BadCell] = field(default_factory=list)
    against_rules: list[BadCell] = field(default_factory=list)


@bp.get("/")
@desks(*WHO)
def show() -> ResponseReturnValue:
    """How it is done, with the workbook and the forms."""
    return midway_page()


def midway_page(
    error: OrderError | None = None, typed: Typed | None = None, order: dict[str, Any] | None = None, status: int = 0,
) -> ResponseReturnValue:
    """The page: with what was wrong with a file, or with what it says and would change."""
    sound = order if order is not None else typed.order if typed and not typed.wrong else None
    answer = page(
        "safety/midway.html", lists=LISTS, form=request.form, error=error, typed=typed,
        fresh=is_fresh(g.session, journal_at(g.session) + 1), order=sound, sent=json.dumps(sound) if sound else "",
        changes=changes(present(g.session), sound) if sound else {}, most=MOST_CHANGES,
    )
    answer.status_code = status or (status_of(error) if error else 200)
    return answer


@bp.get("/workbook.xlsx")
@desks(*WHO)
def workbook() -> ResponseReturnValue:
    """The present state as a workbook, a sheet for each list."""
    tables = {name: (LISTS[name], cells(name, rows)) for name, rows in present(g.session).items()}
    return as_file(write_workbook(tables), "midway.xlsx", XLSX)


@bp.get("/<name>.csv")
@desks(*WHO)
def one_list(name: str) -> ResponseReturnValue:
    """One list of the present state as CSV."""
    if name not in LISTS:
        raise OrderNotUnderstood(f"There is no list {quoted(name)}, only {', '.join(LISTS)}.", field="list")
    return as_file(write_table(LISTS[name], cells(name, present(g.session)[name]), "csv"), f"{name}.csv", "text/csv")


def as_file(content: bytes, name: str, kind: str) -> ResponseReturnValue:
    """Something to save."""
    answer = make_response(content)
    answer.mimetype = kind
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    answer.headers["Cache-Control"] = "no-store"
    return answer


def cells(name: str, rows: list[dict[str, Any]]) -> list[list[Any]]:
    """Rows as a person reads and types them."""
    return [[shown(row[column]) for column in LISTS[name]] for row in rows]


def shown(value: Any) -> Any:
    """A value in a cell."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else value


@bp.post("/")
@desks(*WHO)
def look() -> ResponseReturnValue:
    """Look over what was sent, and show what it would change or every cell that is wrong; nothing is changed yet."""
    try:
        typed = understood(sheets_sent())
    except OrderError as error:
        return midway_page(error)
    return midway_page(typed=typed, status=400 if typed.wrong else 0)


def sheets_sent() -> dict[str, list[TableRow]]:
    """The lists that were sent, as a workbook, a CSV file or typed. Raises OrderNotUnderstood if there is none."""
    name, text, file = request.form.get("list", ""), request.form.get("text", "").strip(), request.files.get("file")
    if file and file.filename and file.filename.lower().endswith(".xlsx"):
        return read_workbook(file.read(), COLUMNS)
    content = file.read() if file and file.filename else text.encode()
    if not content:
        raise OrderNotUnderstood("Choose a workbook, or type a list.", field="file")
    if name not in COLUMNS:
        raise OrderNotUnderstood("Say which list this is.", field="list")
    try:
        return {name: read_table("typed.csv", content, COLUMNS[name])}
    except OrderNotUnderstood as error:
        raise OrderNotUnderstood(error.sentence, field="file" if file and file.filename else "text") from None


def understood(sheets: Mapping[str, list[TableRow]]) -> Typed:
    """What the sheets say, line by line, and everything that is wrong with them."""
    found = Typed()
    rows: dict[str, list[Order]] = {}
    standing = present(g.session)["game"][0]
    spoilt: dict[str, list[Order]] = {name: [] for name in sheets}
    spots: dict[str, list[int]] = {}
    spots_of_spoilt: dict[str, list[int]] = {name: [] for name in sheets}
    for name, table in sheets.items():
        rows[name], spots[name] = [], []
        for row in table:
            line, wrong = line_of(name, row)
            found.wrong += wrong
            (spoilt if wrong else rows)[name].append(line)
            (spots_of_spoilt if wrong else spots)[name].append(row.line)
    if len(sheets.get("game", ())) > 1:
        found.wrong.append(BadCell("game", sheets["game"][1].line, "", "There is one line: the year and the season."))
    season = rows.pop("game", None)
    when = season[0].model_dump() if season else {name: standing[name] for name in LISTS["game"]}
    state: dict[str, Any] = {**when, **rows}
    order = BeginMidway.model_construct(**state)
    looked = look_over(g.session, g.room.scenario, order)
    found.wrong += [placed(error, spots) for error in looked.wrong]
    besides = Findings()  # in lines that cannot be read, the names at least are looked up
    look_at_ids(g.session, BeginMidway.model_construct(**{**when, **spoilt}), besides)
    found.wrong += [placed(error, spots_of_spoilt) for error in besides.wrong]
    found.wrong.sort(key=lambda cell: (list(LISTS).index(cell.sheet), cell.line))
    found.against_rules = [placed(error, spots) for error in looked.against_rules]
    found.order = when | {name: [line.model_dump() for line in lines] for name, lines in rows.items()}
    return found


def line_of(name: str, row: TableRow) -> tuple[Order, list[BadCell]]:
    """A row as a line of its list, and what is wrong with its cells; a wrong one is not in the line then."""
    values: dict[str, Any] = {}
    wrong = []
    fields = SHEETS[name].model_fields
    for column, cell in row.cells.items():
        if column not in fields or (not cell and column not in NOBODY):
            continue
        values[column] = cell
        if column in NUMBERS:
            values[column] = whole_number(cell.removesuffix(".0").replace(",", ""))
        elif column in YES_NO:
            values[column] = WORDS.get(cell.lower())
            if values[column] is None:
                wrong.append(BadCell(name, row.line, column, f"Say yes or no, not {quoted(cell)}."))
    said = {cell.column for cell in wrong}
    try:
        return read(SHEETS[name], {column: value for column, value in values.items() if column not in said}), wrong
    except OrderNotUnderstood as error:
        wrong += [BadCell(name, row.line, other.field, other.sentence) for other in (error, *error.more)]
    said = {cell.column for cell in wrong}
    sound = {column: None if column in said else values.get(column) for column in fields}
    return SHEETS[name].model_construct(**sound), wrong


def placed(error: OrderError, spots: Mapping[str, list[int]]) -> BadCell:
    """An error of the order (``provinces.3.holder``) in the cell where it was typed."""
    name, _, rest = error.field.partition(".")
    spot, _, column = rest.partition(".")
    if not spot:
        return BadCell("game", 2, name, error.sentence)
    return BadCell(name, spots[name][int(spot)], column, error.sentence)


def changes(now: Mapping[str, list[dict[str, Any]]], order: Mapping[str, Any]) -> dict[str, list[str]]:
    """What an order would change, in words, list by list."""
    found: dict[str, list[str]] = {}
    before, after = now["game"][0], {name: order.get(name) for name in LISTS["game"]}
    if before != after:
        found["game"] = [f"{in_words(before)} → {in_words(after)}"]
    for name in LINES:
        lines = order.get(name)
        if lines is None:
            continue
        if name in KEYED:
            known = {row["id"]: row for row in now[name]}
            found[name] = [told for line in lines if (told := difference(known.get(line["id"], {}), line))]
        else:
            rows = [{column: row[column] for column in LISTS[name]} for row in now[name]]
            found[name] = [f"+ {in_words(line)}" for line in lines if line not in rows]
            found[name] += [f"− {in_words(row)}" for row in rows if row not in lines]
    return found


def difference(before: Mapping[str, Any], line: Mapping[str, Any]) -> str:
    """What a line changes of a row: "Kai: holder takeda → uesugi"; empty if nothing."""
    told = [
        f"{column} {shown(before.get(column)) or '–'} → {shown(value) or '–'}".replace("_", " ")
        for column, value in line.items()
        if value is not None and column in before and (value or None) != (before[column] or None)
    ]
    return f"{before.get('name', line['id'])}: {', '.join(told)}" if told else ""


def in_words(row: Mapping[str, Any]) -> str:
    """A row in a sentence."""
    return " ".join(str(shown(value)) for value in row.values())


@bp.post("/begin")
@desks(*WHO)
def begin() -> ResponseReturnValue:
    """Take the state over: one entry, taken back as one."""
    order: Any = None
    try:
        order = parse(request.form.get("order", ""), "What was looked over")
        if not isinstance(order, dict):
            raise OrderNotUnderstood("Look the state over first, then take it over from there.", field="order")
        force = request.form.get("force", "").strip()
        return done(act("game.begin_midway", {**order, "force": force}), url_for("game.show"))
    except OrderError as error:
        sound = isinstance(error, OrderNotAllowed)  # it could be read, so it can be shown again
        return midway_page(error, order=order if sound else None)
