"""The game as tables for a spreadsheet: one sheet for each part of the state.

Whoever has the game's file may export all of it; there is no page for this.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from sqlalchemy.orm import Session

from control.kernel.errors import OrderNotUnderstood
from control.kernel.game import UmpiredGame, game_in
from control.kernel.journal.state_questions import parts, state
from control.kernel.rows import Base, Dated
from control.kernel.tabular import write_table, write_workbook
from control.kernel.whole_files import keeping_in

Table = tuple[list[str], list[list[Any]]]


def tables(session: Session) -> dict[str, Table]:
    """Every part of the state as a table, a line for each row; empty parts have their columns."""
    game = game_in(session)
    whole = state(session, game.leads)
    found = {"game": table_of(list(whole["game"]), [whole["game"]])}
    for name, model in parts(game, game.leads).items():
        found[name] = table_of(columns_of(game, model), whole[name])
    for name in game.made_parts:
        found[name] = table_of_made(whole[name])
    return found


def table_of_made(part: Any) -> Table:
    """What a game makes for the state, as a table: a list of rows as they are, anything else a line for each thing."""
    rows = part if isinstance(part, list) else [{"what": what, "is": one} for what, one in part.items()]
    return table_of([*dict.fromkeys(column for row in rows for column in row)], rows)


def columns_of(game: UmpiredGame, model: type[Base]) -> list[str]:
    """The columns of a part of the state."""
    return list(game.as_json(model(**({"moment": 0} if issubclass(model, Dated) else {}))))


def table_of(columns: list[str], rows: list[dict[str, Any]]) -> Table:
    """Rows as a table, lists and objects in it as JSON."""
    return columns, [
        [
            json.dumps(value, ensure_ascii=False) if isinstance(value := row.get(column), (dict, list)) else value
            for column in columns
        ]
        for row in rows
    ]


def export(session: Session, to: Path) -> list[Path]:
    """Write the tables to ``to``: a workbook if it ends in .xlsx, else a folder with a CSV file for each; all of it, or
    nothing where the disk has no room, and what was there before stays.

    Raises OrderNotUnderstood for another ending in letters, of another kind of table or a slip, unless a folder
    is there that is called so; OrderNotAllowed where nothing can be written.
    """
    is_book = to.suffix.lower() == ".xlsx"
    if not is_book and to.suffix[1:].isalpha() and not to.is_dir():
        raise OrderNotUnderstood(
            f'Export to a file ending in .xlsx or to a folder, not to "{to.name}". A new folder has no such ending.',
            field="--out",
        )
    with keeping_in(to.parent if is_book else to) as keep:
        found = tables(session)
        if is_book:
            return keep({to.name: write_workbook(found)})
        return keep({f"{name}.csv": write_table(*table, "csv") for name, table in found.items()})
