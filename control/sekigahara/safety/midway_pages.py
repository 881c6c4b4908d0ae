"""Going on from paper: the lines of the position paper as a table, typed here or sent as a file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from flask import Blueprint, g, request, url_for
from flask.typing import ResponseReturnValue

from control.kernel.errors import OrderError, OrderNotUnderstood
from control.kernel.pages.parts import acted, desks, page, table_to_save
from control.kernel.roles import LEAD
from control.kernel.tabular import TableRow, in_place, read_table
from control.kernel.wording import STAYS
from control.sekigahara.paper.position_papers import on_the_board
from control.sekigahara.play.names import FROM_PAPER

bp = Blueprint("midway", __name__, url_prefix="/safety/midway")
COLUMNS = {"what": True, "east": False, "west": False}


@bp.get("/")
@desks(LEAD)
def show(error: OrderError | None = None, rows: Sequence[TableRow] = ()) -> ResponseReturnValue:
    """How it is done, and the lines: as they were sent, or as this game stands."""
    lines = {row.line: [row.cells.get(column, "") for column in COLUMNS] for row in rows}
    sent = as_text([lines.get(line, []) for line in range(2, max(lines, default=1) + 1)])
    return page(
        "campaign/midway.html",
        text=sent if rows else request.form.get("text") or as_text(lines_now()),
        action=FROM_PAPER,
        wrong=[*in_lines(error, rows)] if error else [],
        error=error,
    )


def in_lines(error: OrderError, rows: Sequence[TableRow]) -> Iterator[str]:
    """All that is wrong, each with the line it is about."""
    for one in (error, *error.more):
        _, _, spot = one.field.partition(".")
        number, _, column = spot.partition(".")
        yield in_place(rows[int(number)].line, column, one.sentence) if number.isdecimal() and rows else one.sentence


def lines_now() -> list[Sequence[str]]:
    """The lines of this game's position."""
    return [[cell.replace(STAYS, " ") for cell in line] for part in on_the_board(g.session) for line in part]


def as_text(lines: Sequence[Sequence[str]]) -> str:
    """Lines as they are typed: with semicolons, so that the commas in a cell need no quotation marks."""
    return "\n".join(";".join(line) for line in [[*COLUMNS], *lines])


@bp.get("/position.<kind>")
@desks(LEAD)
def table(kind: str) -> ResponseReturnValue:
    """The lines of this game's position as a file, to be filled in."""
    return table_to_save(COLUMNS, lines_now(), "position", kind)


@bp.post("/")
@desks(LEAD)
def begin() -> ResponseReturnValue:
    """Go on from what was sent: one entry, taken back as one."""
    rows: list[TableRow] = []
    try:
        rows = rows_sent()
    except OrderError as error:
        return show(error)
    order = {"lines": [dict(row.cells) for row in rows], "force": request.form.get("force", "")}
    return acted(FROM_PAPER, order, url_for("table.show"), lambda error: show(error, rows))


def rows_sent() -> list[TableRow]:
    """The lines that were sent, as a file or typed."""
    file = request.files.get("file")
    if file and file.filename:
        return read_table(file.filename, file.read(), COLUMNS)
    try:
        return read_table("typed.csv", request.form.get("text", "").encode(), COLUMNS)
    except OrderNotUnderstood as error:
        raise OrderNotUnderstood(error.sentence, field="text") from None
