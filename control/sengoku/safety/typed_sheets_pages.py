"""Reading a state that was typed in, from a workbook or from the sheets on the page: cells into an order, everything
that is wrong in the cell where it stands, and what the order would change, in words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import field
from typing import Any

from flask import g

from control.kernel.errors import OrderError, OrderNotUnderstood
from control.kernel.tabular import BadCell, TableRow, with_dittos
from control.kernel.typed import Order, quoted, read, whole_number
from control.kernel.values import dataclass
from control.kernel.wording import folded
from control.sengoku.paper.fallback.state_lines import IDS, Column
from control.sengoku.paper.fallback.state_lists_questions import BY_KEY, LISTS, STAY, StateSheet, present
from control.sengoku.paper.fallback.state_sheets_questions import NOTHING, Names, cell_in_words, ids_by_name, names
from control.sengoku.people.kin_questions import ids_of_made
from control.sengoku.rules.desks import DESKS
from control.sengoku.safety.typed_check_actions import Findings, look_at_ids, look_over
from control.sengoku.safety.typed_state_actions import LINES, BeginMidway
from control.sengoku.world.bonds.bond_parts import with_names
from control.sengoku.world.dates_questions import as_dated
from control.sengoku.world.names import means_stay, parts_of

WORDS = {"yes": True, "no": False, "true": True, "false": False, "y": True, "n": False, "1": True, "0": False}
WORDS |= dict.fromkeys("✓✔☑x", True) | {"☐": False}
ALIVE = WORDS | {"alive": True, "lives": True, "dead": False, "died": False, "†": False, "✝": False, "x": None}
"""What people write of who lives; a cross may say either there."""
NOBODY = {"nobody", "noone", "none"}
"""What people write where a name might stand, and none does."""
DASHES = {"–", "—", "-", "−"}
"""What people write for an empty cell."""
COLUMNS = {
    name: {
        column: column in one.line.model_fields and column != "id" and one.line.model_fields[column].is_required()
        for column in LISTS[name]
    }
    for name, one in BY_KEY.items()
}
"""The columns of every list, and whether it must have them: in place of an id there may be the name."""
CALLED = {
    name: {column.heading.lower(): "" if column.printed else column.key for column in one.columns}
    | {column: column for column in LISTS[name]}
    for name, one in BY_KEY.items()
}
"""The columns of every list by their headings on the sheets."""
COLUMN: dict[str, dict[str, Column]] = {
    name: {column.key: column for column in one.typed} for name, one in BY_KEY.items()
}


@dataclass
class Typed:
    """A state as it was typed: the order, what is wrong with its cells, and what Game Control may force."""

    order: dict[str, Any] = field(default_factory=dict)
    wrong: list[BadCell] = field(default_factory=list)
    against_rules: list[BadCell] = field(default_factory=list)


def understood(sheets: Mapping[str, list[TableRow]]) -> Typed:
    """What the sheets say, line by line, and everything that is wrong with them."""
    found, known = Typed(), ids_by_name(g.session)
    made = ids_of_made(g.session, [name for row in sheets.get("made", ()) if (name := row.cells.get("name", ""))])
    known["character"] |= {folded(name): key for name, key in made.items()} | {key: key for key in made.values()}
    rows: dict[str, list[Order]] = {}
    spoilt: dict[str, list[Order]] = {name: [] for name in sheets}
    spots: dict[str, list[int]] = {}
    spots_of_spoilt: dict[str, list[int]] = {name: [] for name in sheets}
    for name, table in sheets.items():
        rows[name], spots[name] = [], []
        for row in table:
            line, wrong = line_of(name, row, known)
            found.wrong += wrong
            (spoilt if wrong else rows)[name].append(line)
            (spots_of_spoilt if wrong else spots)[name].append(row.line)
    if len(sheets.get("game", ())) > 1:
        found.wrong.append(BadCell("game", sheets["game"][1].line, "", "There is one line: the season and the clock."))
    season = rows.pop("game", None)
    said_when = season[0].model_dump() if season else {}
    when = said_when or when_it_is()
    order = BeginMidway.model_construct(**{**when, **rows})
    looked = look_over(g.session, g.room.scenario, order, names(g.session))
    found.wrong += [placed(error, spots) for error in looked.wrong]
    besides = Findings(names(g.session))  # in lines that cannot be read, the names at least are looked up
    look_at_ids(g.session, BeginMidway.model_construct(**{**when, **spoilt}), besides)
    said = {(cell.sheet, cell.line, cell.column) for cell in found.wrong}
    more = [placed(error, spots_of_spoilt) for error in besides.wrong]
    found.wrong += [cell for cell in more if (cell.sheet, cell.line, cell.column) not in said]
    found.wrong.sort(key=lambda cell: (list(LISTS).index(cell.sheet), cell.line))
    found.against_rules = [placed(error, spots) for error in looked.against_rules]
    found.order = said_when | {name: [line.model_dump() for line in lines] for name, lines in rows.items()}
    return found


def when_it_is() -> dict[str, Any]:
    """The season as it is when a sheet is taken in that says nothing of it, for another umpire may have taken in the
    clock since it was looked over; the clock then goes on as it does."""
    now = present(g.session, g.room.scenario, lists=("game",))["game"][0]
    return {"year": now["year"], "season": now["season"]}


def line_of(name: str, row: TableRow, known: Names) -> tuple[Order, list[BadCell]]:
    """A row as a line of its list, and what is wrong with its cells; a wrong one is not in the line then."""
    values: dict[str, Any] = {}
    wrong = []
    listed, fields = BY_KEY[name], BY_KEY[name].line.model_fields
    if listed.keyed and (named := row.cells.get("id") or row.cells.get("name")):
        row = TableRow(row.line, {**row.cells, "id": known[listed.one].get(folded(named), named)})
    for key, cell in row.cells.items():
        column = COLUMN[name].get(key, Column(key, 0))
        text = "" if cell in DASHES or (column.of in IDS and folded(cell) in NOBODY) else cell
        if key not in fields or (not text and not column.empty):
            continue
        values[key] = value_of(column, text, known)
        if column.of == "yes" and values[key] is None:
            wrong.append(BadCell(name, row.line, key, f"Say yes or no, not {quoted(cell)}."))
    said = {cell.column for cell in wrong}
    try:
        return read(BY_KEY[name].line, {key: value for key, value in values.items() if key not in said}), wrong
    except OrderNotUnderstood as error:
        wrong += [BadCell(name, row.line, other.field, other.sentence) for other in (error, *error.more)]
    said = {cell.column for cell in wrong}
    sound = {key: None if key in said else values.get(key) for key in fields}
    return BY_KEY[name].line.model_construct(**sound), wrong


def value_of(column: Column, cell: str, known: Names) -> Any:
    """A cell as its line takes it: ids for names, numbers for digits."""
    if column.of == "number":
        return whole_number(cell)
    if column.of == "yes":
        return (ALIVE if column.key == "alive" else WORDS).get(cell.lower())
    if column.of in IDS:
        return known[column.of].get(folded(cell), cell)
    if column.of == "route":
        return (
            STAY
            if means_stay(cell)
            else ", ".join(known["province"].get(folded(part), part) for part in parts_of(cell))
        )
    if column.of == "parts":
        return with_names(cell, lambda noun, one: known[noun].get(folded(one), one))
    if column.of == "desks":
        return " ".join(desks_in(cell))
    if column.of == "dated":
        return as_dated(cell)
    return cell.lower() if column.choices and cell.lower() in column.choices else cell


def desks_in(cell: str) -> list[str]:
    """Desks as they are typed, by what they are called or in short, with commas between them or blanks."""
    called = {folded(one): key for key, name in DESKS.items() for one in (key, name)}
    whole = [part for part in re.split(r"[,;/]| and | & ", cell) if part.strip()]
    parts = [one for part in whole for one in ([part] if folded(part) in called else part.split())]
    return [called.get(folded(part), part) for part in parts]


def placed(error: OrderError, spots: Mapping[str, list[int]]) -> BadCell:
    """An error of the order (``provinces.3.holder``) in the cell where it was typed."""
    name, _, rest = error.field.partition(".")
    spot, _, column = rest.partition(".")
    if not spot:
        return BadCell("game", next(iter(spots.get("game", ())), 2), name, error.sentence)
    return BadCell(name, spots[name][int(spot)], column, error.sentence)


# --- What would change ------------------------------------------------------------------------------------


def changes(order: Mapping[str, Any]) -> dict[str, list[str]]:
    """What an order would change, in words, list by list."""
    now, named = present(g.session, g.room.scenario), {**names(g.session)}
    made = ids_of_made(g.session, [line["name"] for line in order.get("made") or []])
    named["character"] = {key: name for name, key in made.items()} | named["character"]
    found: dict[str, list[str]] = {}
    told = difference("game", now["game"][0], {key: order.get(key) for key in LISTS["game"]}, named)
    if told:
        found["game"] = [told]
    for name in LINES:
        lines = order.get(name)
        if lines is None:
            continue
        if BY_KEY[name].keyed or name == "options":
            key = "option" if name == "options" else "id"
            known = {row[key]: row for row in now[name]}
            differing = ((line[key], difference(name, known.get(line[key], {}), line, named)) for line in lines)
            found[name] = [f"{title(name, key, named)}: {words}" for key, words in differing if words]
        else:
            before = [sentence(name, row, named) for row in now[name]]
            after = [sentence(name, line, named) for line in lines]
            found[name] = [f"+ {words}" for words in after if words not in before]
            found[name] += [f"− {words}" for words in before if words not in after]
    return found


def title(name: str, key: str, named: Names) -> str:
    """What a line is about, by its name."""
    return named.get(BY_KEY[name].one, {}).get(key, key)


def difference(name: str, before: Mapping[str, Any], line: Mapping[str, Any], named: Names) -> str:
    """What a line changes of a row: "holder Takeda → Uesugi"; empty if nothing."""
    told = []
    for column in BY_KEY[name].typed:
        was, value = before.get(column.key), line.get(column.key)
        if value is None or column.key not in before or bare(value) == bare(was):
            continue
        shown = [cell_in_words(column, one, named) or NOTHING for one in (was, value)]
        told.append(f"{column.heading[0].lower()}{column.heading[1:]} {shown[0]} → {shown[1]}")
    return ", ".join(told)


def bare(value: Any) -> Any:
    """A value by which nothing, an empty word and "none" are the same."""
    return None if value in ("", "none") else value


def sentence(name: str, row: Mapping[str, Any], named: Names) -> str:
    """A line in words, without what is empty."""
    cells = ((column, row.get(column.key)) for column in BY_KEY[name].typed)
    said = [
        (f"{column.heading.lower()}: yes" if value else "")
        if isinstance(value, bool)
        else cell_in_words(column, value, named)
        if column.of != "number" or value
        else ""
        for column, value in cells
    ]
    return " ".join(filter(None, said))


# --- The sheets on the page -------------------------------------------------------------------------------

FIELD = re.compile(r"([a-z_]+)\.([0-9]{1,4})\.([a-z_]+)")
SPARE, MORE = 6, 20
"""So many empty lines a list has for what is not in it yet, and gets more if they are asked for."""


@dataclass(frozen=True)
class Cell:
    """A cell to type in: the name of its field, its column, what is in it, and what is wrong with that."""

    name: str
    column: Column
    value: str
    wrong: str = ""


@dataclass(frozen=True)
class Line:
    """A line of a sheet, with the number it has on paper too; ``id`` and ``label`` are empty where a line has none."""

    number: int
    id: str
    label: str
    cells: tuple[Cell, ...]


def rows_sent(form: Mapping[str, str], sheet: StateSheet) -> dict[str, list[dict[str, str]]]:
    """The cells of a sheet as they were sent, list by list, line by line."""
    found: dict[str, dict[int, dict[str, str]]] = {one.key: {} for one in sheet.lists}
    for name, value in form.items():
        at = FIELD.fullmatch(name)
        if at and at[1] in found:
            found[at[1]].setdefault(int(at[2]), {})[at[3]] = value.strip()
    return {key: [rows[spot] for spot in sorted(rows)] for key, rows in found.items()}


def rows_now(sheet: StateSheet, order: Mapping[str, Any] | None = None) -> dict[str, list[dict[str, str]]]:
    """The cells of a sheet as the game stands, or as an order has them."""
    now, named = present(g.session, g.room.scenario, lists=[one.key for one in sheet.lists]), names(g.session)
    if order:
        now |= {name: lines for name in LINES if (lines := order.get(name)) is not None}
        if "game" in now:
            said = {key: order[key] for key in LISTS["game"] if order.get(key) is not None}
            now["game"] = [now["game"][0] | said]
    return {
        one.key: [
            {"id": row.get("id", "")}
            | {column.key: cell_in_words(column, row.get(column.key), named) for column in one.typed}
            for row in now[one.key]
        ]
        for one in sheet.lists
    }


def as_tables(rows: Mapping[str, list[dict[str, str]]]) -> dict[str, list[TableRow]]:
    """The lines that have something in them, as those of a workbook."""
    return {
        name: with_dittos(TableRow(number, line) for number, line in enumerate(lines, start=1) if any(line.values()))
        for name, lines in rows.items()
    }


def grid(
    sheet: StateSheet, rows: Mapping[str, list[dict[str, str]]], typed: Typed | None, more: str
) -> dict[str, list[Line]]:
    """The lines of a sheet to type in, with what is wrong in its cells; the list ``more`` gets more empty ones."""
    wrong = {(cell.sheet, cell.line, cell.column): cell.sentence for cell in typed.wrong} if typed else {}
    labels = names(g.session)
    found: dict[str, list[Line]] = {}
    for one in sheet.lists:
        lines = list(rows[one.key])
        if not one.fixed:
            filled = max((number for number, line in enumerate(lines, start=1) if any(line.values())), default=0)
            wanted = max(len(lines) + (MORE if more == one.key else 0), filled + SPARE)
            lines += [{}] * (wanted - len(lines))
        found[one.key] = [
            Line(
                number,
                line.get("id", ""),
                labels.get(one.one, {}).get(line.get("id", ""), ""),
                tuple(
                    Cell(
                        f"{one.key}.{number - 1}.{column.key}",
                        column,
                        line.get(column.key, ""),
                        wrong.get((one.key, number, column.key), ""),
                    )
                    for column in one.typed
                    if column.of != "name"
                ),
            )
            for number, line in enumerate(lines, start=1)
        ]
    return found
