"""The game as tables for a spreadsheet: one sheet for each part of the state, through pandas.

Whoever has the game's file may export all of it; there is no page for this.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy.orm import Session

from control.kernel.errors import OrderNotAllowed, OrderNotUnderstood
from control.kernel.game import game_in
from control.kernel.state_questions import parts, state
from control.kernel.tabular import harmless

if TYPE_CHECKING:
    import pandas


def tables(session: Session) -> dict[str, pandas.DataFrame]:
    """Every part of the state as a table, a line for each row; empty parts have their columns."""
    import pandas

    game = game_in(session)
    whole = state(session, game.leads)
    found = {"game": pandas.DataFrame([plain(whole["game"])])}
    for name, model in parts(game, game.leads).items():
        columns = [column.key for column in model.__mapper__.column_attrs]
        found[name] = pandas.DataFrame([plain(row) for row in whole[name]], columns=columns)
    return found


def plain(row: dict[str, Any]) -> dict[str, Any]:
    """A row of cells, each of them harmless."""
    return {name: cell(value) for name, value in row.items()}


def cell(value: Any) -> Any:
    """Lists and objects as JSON; text that would be a formula gets an apostrophe before it."""
    if isinstance(value, (dict, list)):
        value = json.dumps(value, ensure_ascii=False)
    return harmless(value)


def export(session: Session, to: Path) -> list[Path]:
    """Write the tables to ``to``: a workbook if it ends in .xlsx, else a folder with a CSV file for each.

    Raises OrderNotUnderstood for another ending, OrderNotAllowed where nothing can be written.
    """
    if to.suffix not in ("", ".xlsx"):
        raise OrderNotUnderstood(f'Export to a file ending in .xlsx or to a folder, not to "{to.name}".', field="--out")
    found = tables(session)
    try:
        return write_workbook(found, to) if to.suffix else write_folder(found, to)
    except OSError as error:
        raise OrderNotAllowed(f"Cannot write to {to}: {error.strerror}. Give another place.", field="--out") from None


def write_workbook(found: dict[str, pandas.DataFrame], to: Path) -> list[Path]:
    """One workbook with a sheet for each table."""
    import pandas

    to.parent.mkdir(parents=True, exist_ok=True)
    with pandas.ExcelWriter(to) as workbook:
        for name, table in found.items():
            table.to_excel(workbook, sheet_name=name, index=False, freeze_panes=(1, 0))
    return [to]


def write_folder(found: dict[str, pandas.DataFrame], to: Path) -> list[Path]:
    """A folder with a CSV file for each table."""
    to.mkdir(parents=True, exist_ok=True)
    for name, table in found.items():
        table.to_csv(to / f"{name}.csv", index=False)
    return [to / f"{name}.csv" for name in found]
