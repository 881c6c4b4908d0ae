"""Going on from paper: the lines of the position paper as a table, typed here or sent as a file; looked over first, and
done only when the position that they make was read."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence

from flask import Blueprint, g, request, url_for
from flask.typing import ResponseReturnValue

from control.kernel.errors import OrderError, OrderNotUnderstood
from control.kernel.pages.admitted import desks
from control.kernel.pages.doing import acted, or_again
from control.kernel.pages.parts import page, table_to_save
from control.kernel.roles import LEAD
from control.kernel.tabular import TableRow, in_place, read_table
from control.kernel.typed import read
from control.kernel.wording import STAYS
from control.sekigahara.paper.position_papers import lines_of, on_the_board
from control.sekigahara.play.names import FROM_PAPER
from control.sekigahara.play.standing_questions import campaign_in, state_now
from control.sekigahara.rules.campaign.campaign import State
from control.sekigahara.safety.midway_actions import BeginMidway, is_fresh, told_by, when_of

bp = Blueprint("midway", __name__, url_prefix="/safety/midway")
COLUMNS = {"what": True, "east": False, "west": False}


@bp.get("/")
@desks(LEAD)
def show(error: OrderError | None = None, rows: Sequence[TableRow] = ()) -> ResponseReturnValue:
    """How it is done, and the lines: as they were sent, with the position that they make or all that is wrong with
    them, or as this game stands."""
    now, would_be = state_now(g.session), None
    try:
        would_be = understood(rows) if rows else None
    except OrderNotUnderstood as wrong:
        error = wrong
    lines = {row.line: [row.cells.get(column, "") for column in COLUMNS] for row in rows}
    sent = as_text([lines.get(line, []) for line in range(2, max(lines, default=1) + 1)])
    return page(
        "campaign/midway.html",
        text=sent if rows else request.form.get("text") or as_text(lines_now()),
        action=FROM_PAPER,
        would_be=would_be and (when_of(would_be), lines_of(campaign_in(g.session), would_be)),
        fresh=is_fresh(now),
        wrong=[*in_lines(error, rows)] if error and error.field != "force" else [],
        error=error,
    )


def order_of(rows: Sequence[TableRow]) -> dict[str, object]:
    """The rows as the action takes them."""
    return {"lines": [dict(row.cells) for row in rows]}


def understood(rows: Sequence[TableRow]) -> State:
    """The state that the rows tell of. Raises OrderNotUnderstood with all that is wrong with them."""
    return told_by(campaign_in(g.session), state_now(g.session).seed, read(BeginMidway, order_of(rows)))


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
    text = io.StringIO()
    csv.writer(text, delimiter=";", lineterminator="\n").writerows([[*COLUMNS], *lines])
    return text.getvalue()


@bp.get("/position.<kind>")
@desks(LEAD)
def table(kind: str) -> ResponseReturnValue:
    """The lines of this game's position as a file, to be filled in."""
    return table_to_save(COLUMNS, lines_now(), "position", kind)


@bp.post("/")
@desks(LEAD)
@or_again(show)
def look() -> ResponseReturnValue:
    """Look over what was sent, and show the position that it makes, or all that is wrong with it."""
    return show(rows=rows_sent())


@bp.post("/begin")
@desks(LEAD)
@or_again(show)
def begin() -> ResponseReturnValue:
    """Go on from what was looked over: one entry, taken back as one."""
    rows = rows_sent()
    order = {**order_of(rows), "force": request.form.get("force", "")}
    return acted(FROM_PAPER, order, url_for("table.show"), lambda error: show(error, rows))


def rows_sent() -> list[TableRow]:
    """The lines that were sent, as a file or typed. Raises OrderNotUnderstood with all that is wrong with the table."""
    file = request.files.get("file")
    try:
        if file and file.filename:
            return read_table(file.filename, file.read(), COLUMNS)
        return read_table("typed.csv", request.form.get("text", "").encode(), COLUMNS)
    except OrderNotUnderstood as error:
        error.field = "file" if file and file.filename else "text"
        raise
