"""The books: every clan this desk keeps, the statement of a year, and tables from and to a spreadsheet."""

from __future__ import annotations

from functools import partial
from typing import Any

from flask import Blueprint, g, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.wrappers import Response

from control.kernel.errors import OrderError, OrderNotUnderstood, did_you_mean
from control.kernel.journal.numbering_questions import Numbering, numbering
from control.kernel.pages.admitted import desks
from control.kernel.pages.doing import act, acted, done, or_again
from control.kernel.pages.lists import part_of
from control.kernel.pages.parts import page, page_or_part, table_sent, table_to_save
from control.kernel.tabular import BadCells, Fault, TableRow, in_cells
from control.kernel.typed import whole_number
from control.sengoku.books import books_questions as queries
from control.sengoku.books.books_actions import GIVING, IMPORTED, MOST_POINTS
from control.sengoku.books.team_pages import own
from control.sengoku.rules.desks import SEES_BOOKS
from control.sengoku.world.ledger.ledger_questions import world_sum
from control.sengoku.world.names import id_of
from control.sengoku.world.standing_questions import standing

bp = Blueprint("books", __name__, url_prefix="/books")

WHO = SEES_BOOKS
COLUMNS = {
    "clan": True,
    "kind": True,
    "rice": False,
    "cash": False,
    "to": False,
    "province": False,
    "note": False,
}
"""The columns of a table that is taken over, and whether it must have them."""


@bp.get("/")
@desks(*WHO)
def show(error: OrderError | None = None) -> Response:
    """Every clan this desk keeps, with what it has; for Game Control the sum of the world."""
    game = g.umpire.desk == "game"
    return page(
        "books/list.html",
        accounts=queries.accounts(g.session, g.umpire.desk),
        error=error,
        world=world_sum(g.session) if game else None,
        kinds=IMPORTED,
        columns=list(COLUMNS),
    )


@bp.get("/now")
@desks(*WHO)
def now() -> ResponseReturnValue:
    """The list alone, fetched anew when the journal has grown."""
    game = g.umpire.desk == "game"
    return page(
        "books/_list.html",
        accounts=queries.accounts(g.session, g.umpire.desk),
        world=world_sum(g.session) if game else None,
    )


@bp.get("/<key>/<int:year>")
@desks(*WHO)
def statement(key: str, year: int, error: OrderError | None = None) -> Response:
    """The income statement of a clan for a year; Game Control also gets the form that sets a treasury right."""
    one = found(key, year)
    return page_or_part(
        "books/statement.html",
        "books/statement.html" if error else "books/_statement.html",
        statement=one,
        cut=part_of([(group, line) for group in one.groups for line in group.lines]),
        error=error,
        account=queries.account(g.session, one.clan.id),
    )


def found(key: str, year: int) -> queries.Statement:
    """The statement of a clan this desk keeps. Raises OrderError kinds."""
    one = queries.statement(g.session, g.room.scenario, own(key), year)
    if year not in one.years:
        raise OrderNotUnderstood(
            f"There is no statement for {year}. This game has {', '.join(map(str, one.years))}.", field="year"
        )
    return one


@bp.post("/<key>/right")
@desks("game")
def right(key: str) -> ResponseReturnValue:
    """Set a clan’s treasury right by hand."""
    mine = own(key)
    year = standing(g.session, g.room.scenario).year
    return acted(
        "account.correct",
        {**request.form, "clan": mine},
        url_for(".statement", key=mine, year=year),
        partial(statement, mine, year),
    )


# --- Tables -------------------------------------------------------------------------------------------------


@bp.get("/<key>/<int:year>.<kind>")
@desks(*WHO)
def statement_table(key: str, year: int, kind: str) -> ResponseReturnValue:
    """A statement for a spreadsheet."""
    one = found(key, year)
    return table_to_save(queries.STATED, queries.stated(one, as_told()), f"{one.clan.id}-{year}", kind)


@bp.get("/<key>/bookings.<kind>")
@desks(*WHO)
def bookings_table(key: str, kind: str) -> ResponseReturnValue:
    """Every booking of a clan for a spreadsheet."""
    mine = own(key)
    return table_to_save(
        queries.EXPORTED,
        queries.exported(g.session, as_told(), mine),
        f"{mine}-bookings",
        kind,
    )


@bp.get("/bookings.<kind>")
@desks("game")
def all_bookings_table(kind: str) -> ResponseReturnValue:
    """Every booking of the game for a spreadsheet."""
    return table_to_save(queries.EXPORTED, queries.exported(g.session, as_told()), "bookings", kind)


@bp.get("/balances.<kind>")
@desks(*WHO)
def balances_table(kind: str) -> ResponseReturnValue:
    """What every clan of this desk has, as a table that can be taken over again."""
    rows = queries.balance_rows(queries.accounts(g.session, g.umpire.desk))
    return table_to_save(queries.BALANCES, rows, "balances", kind)


@bp.post("/import")
@desks("game")
@or_again(show)
def take_over() -> ResponseReturnValue:
    """Take over balances and bookings from a table: all of its lines, or none."""
    rows = table_sent(COLUMNS)
    lines = list(read_lines(rows))
    try:
        said = {name: request.form.get(name, "") for name in ("twice", "force")}
        entry = act("account.import", {"lines": lines, **said})
    except OrderError as error:
        raise in_cells(error, "lines", rows) from None
    return done(entry, url_for(".show"))


def read_lines(rows: list[TableRow]) -> list[dict[str, Any]]:
    """The rows as orders. Raises BadCells with everything that cannot be read."""
    faults: list[Fault] = []
    lines = [read_line(row, faults) for row in rows]
    if faults:
        raise BadCells(faults)
    if not lines:
        raise OrderNotUnderstood("The table has no lines under its heading.", field="file")
    return lines


def read_line(row: TableRow, faults: list[Fault]) -> dict[str, Any]:
    """A row as an order; what of it cannot be read comes to the ``faults``, in the order of its cells."""
    cells = {**dict.fromkeys(COLUMNS, ""), **row.cells}
    line: dict[str, Any] = {"line": row.line, "kind": cells["kind"].lower().replace(" ", "_"), "note": cells["note"]}

    def wrong(column: str, sentence: str) -> None:
        faults.append((row.line, column, sentence))

    if line["kind"] not in IMPORTED:
        wrong("kind", f"There is no kind “{cells['kind'][:40]}”. Possible: {', '.join(IMPORTED)}.")
    scenario = g.room.scenario
    for column, known in (("clan", scenario.clans), ("to", scenario.clans), ("province", scenario.provinces)):
        typed = cells[column][:60]
        line[column] = id_of(typed, known)
        if line[column] not in known and (typed or column == "clan"):
            noun = "province" if column == "province" else "clan"
            wrong(column, f"There is no {noun} “{typed}”.{did_you_mean(typed, [one.name for one in known.values()])}")
    for column in ("rice", "cash"):
        points = whole_number(cells[column] or "0")
        if isinstance(points, int) and 0 <= points <= MOST_POINTS:
            line[column] = points
        else:
            wrong(column, f"This is a whole number from 0 to {MOST_POINTS}, not “{cells[column][:40]}”.")
    if len(cells["note"]) > 400:
        wrong("note", f"A note has 400 letters, not {len(cells['note'])}.")
    if not line["to"] and line["kind"] in GIVING:
        wrong("to", f"A {line['kind']} goes to another clan: name it.")
    return line


def as_told() -> Numbering:
    """The numbers of entries as the desk of whoever asks is told them."""
    return numbering(g.session, g.umpire.desk)
