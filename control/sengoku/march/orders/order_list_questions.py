"""Orders as a list: a table pasted from a spreadsheet or sent as a CSV file, and the same table written out
(handbook 6; R12). Reading finds every fault of every line and changes nothing."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from dataclasses import replace

from control.kernel.codes import Code, read_code
from control.kernel.errors import OrderError, OrderNotUnderstood, did_you_mean
from control.kernel.tabular import NO_VALUE, TableRow, as_typed, harmless, table_in, with_dittos
from control.kernel.values import dataclass
from control.kernel.wording import folded
from control.sengoku.scenario.model import Scenario
from control.sengoku.world.forces.forces_questions import ArmyView
from control.sengoku.world.names import means_stay, parts_of, route_by_letters

MOST_LINES = 500
OF_A_SPREADSHEET = "cp1252"
"""As a spreadsheet saves a CSV file in Western Europe; a name that is spoilt by it is that of nobody."""
OF_AN_ARMY = "AM"  # its own card, and the card of its order
BARE = re.compile(rf"[{OF_AN_ARMY}]?\s*([0-9]{{1,6}})", re.IGNORECASE)
"""The number of an army, or a code without its check character."""
LEGS = 4
HEADER = ("army", "clan", "general", "province", *(f"leg{number}" for number in range(1, LEGS + 1)))
"""The columns that are written. To be read, ``army`` and the legs (or one ``route``) are enough."""
KNOWN = {"army": "army", "code": "army", "card": "army", "number": "army", "general": "general", "route": "route",
         "order": "route", **{f"leg{number}": f"leg{number}" for number in range(1, LEGS + 1)}}  # fmt: skip
WHOSE = {"army", "general"}


@dataclass(frozen=True)
class Fault:
    """What is wrong in one column of a line (``line`` for the line as a whole)."""

    column: str
    sentence: str


@dataclass(frozen=True)
class ListedOrder:
    """A line of the list: where it stands, what was typed, what it means, and what is wrong with it.

    ``left_alone`` says why a line without faults enters nothing: it names no route, or the order that is in already.
    """

    line: int
    typed: tuple[str, ...]
    army: ArmyView | None = None
    route: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    faults: tuple[Fault, ...] = ()
    left_alone: str = ""

    @property
    def enters(self) -> bool:
        """Whether this line is an order to be entered."""
        return self.army is not None and not self.faults and not self.left_alone


@dataclass(frozen=True)
class OrderList:
    """A list that was read: its lines, and what is wrong with it as a whole."""

    lines: tuple[ListedOrder, ...]
    fault: str = ""

    @property
    def wrong(self) -> int:
        """How many faults it has."""
        return sum(len(line.faults) for line in self.lines) + bool(self.fault)

    @property
    def entering(self) -> tuple[ListedOrder, ...]:
        """The lines that are orders to be entered."""
        return tuple(line for line in self.lines if line.enters)

    def with_faults(self, found: dict[int, Fault]) -> OrderList:
        """The list with faults found on entering, each at its place among the orders to be entered."""
        spots = {line.line: spot for spot, line in enumerate(self.entering)}
        lines = [
            replace(line, faults=(found[spots[line.line]],)) if spots.get(line.line) in found else line
            for line in self.lines
        ]
        return OrderList(tuple(lines), self.fault)


def text_of(sent: bytes) -> str:
    """A file as the list that would be typed, each line where it stands there. Raises OrderNotUnderstood."""
    out, next_one = io.StringIO(), 1
    writer = csv.writer(out, "excel-tab", lineterminator="\n")
    for line, cells in table_in("", sent, is_heading, OF_A_SPREADSHEET)[0]:
        out.write("\n" * (line - next_one))
        writer.writerow([cell.replace(NO_VALUE, "?") for cell in cells])
        next_one = line + 1
    return out.getvalue()


def read_list(text: str, armies: Sequence[ArmyView], scenario: Scenario) -> OrderList:
    """The orders of a list, with every fault of every line."""
    try:
        rows, _ = table_in("", text.encode(), is_heading)
    except OrderNotUnderstood as error:
        return OrderList((), error.sentence)
    if not rows:
        return OrderList((), "The list is empty. Paste a line for each army: its code, then its route.")
    if len(rows) > MOST_LINES:
        return OrderList((), f"The list has {len(rows)} lines; {MOST_LINES} fit.")
    columns = header_of(rows[0][1]) if is_heading(rows[0][1]) else None
    if columns is not None:
        rows = rows[1:]
        if not rows:
            return OrderList((), "There is only a line with the names of columns. Add a line for each army.")
    table = with_dittos(
        TableRow(number, {str(spot): as_typed(cell) for spot, cell in enumerate(cells)}) for number, cells in rows
    )
    read = Reader(armies, scenario)
    return OrderList(tuple(read.line(row.line, [*row.cells.values()], columns) for row in table))


def header_of(cells: Sequence[str]) -> list[str]:
    """What the columns are, if a line names them. Columns nobody knows are passed over."""
    return [KNOWN.get(folded(cell), "") for cell in cells]


def is_heading(cells: Sequence[str]) -> bool:
    """Whether a line names the columns: whose order it is, and another."""
    words = {*header_of(cells)} - {""}
    return len(words) > 1 and bool(words & WHOSE)


class Reader:
    """Reads line after line, knowing which armies have been named already."""

    def __init__(self, armies: Sequence[ArmyView], scenario: Scenario) -> None:
        self.scenario = scenario
        self.by_number = {army.id: army for army in armies}
        self.by_name = {folded(name): army for army in armies for name in (army.general, army.general_id)}
        self.seen: dict[int, int] = {}

    def line(self, number: int, cells: Sequence[str], columns: list[str] | None) -> ListedOrder:
        """One line as an order, with all that is wrong with it."""
        shown = tuple(cell[:60] for cell in cells)
        who, column, typed, legs_column = self.taken_apart(cells, columns)
        army, faults = self.army(who, column)
        if army is None:
            return ListedOrder(number, shown, faults=tuple(faults))
        if columns is not None and any(cells[len(columns) :]):
            many = "There are more cells here than the first line names columns. A route with commas stands in quotes."
            faults.append(Fault([column, *legs_column][-1], many))
        if army.id in self.seen:
            where = self.seen[army.id]
            faults.append(Fault(column, f"Army {army.code} has an order on line {where} already."))
        self.seen.setdefault(army.id, number)
        if not any(typed):
            return ListedOrder(number, shown, army, faults=tuple(faults), left_alone="no route: left as it is")
        route, more = self.route(army, typed, legs_column)
        left_alone = "as it is already" if army.has_order and not more and tuple(route) == army.ahead else ""
        names = tuple(self.scenario.provinces[key].name for key in route)
        return ListedOrder(number, shown, army, tuple(route), names, (*faults, *more), left_alone)

    def taken_apart(self, cells: Sequence[str], columns: list[str] | None) -> tuple[str, str, list[str], list[str]]:
        """Of a line: who, the column that says so, the legs as typed, and the column of each."""
        if columns is None:
            who, ahead = cells[0], list(cells[1:])
            if len(ahead) <= 1:
                legs = parts_of("".join(ahead))
                return who, "army", legs, ["route"] * len(legs)
            while ahead and not ahead[-1]:
                ahead.pop()
            return who, "army", ahead, [f"leg{spot}" for spot in range(1, len(ahead) + 1)]
        named: dict[str, str] = {}
        for column, cell in zip(columns, cells, strict=False):
            if column and cell:
                named.setdefault(column, cell)
        column = "army" if "army" in named or "general" not in columns else "general"
        if "route" in named:
            legs = parts_of(named["route"])
            return named.get(column, ""), column, legs, ["route"] * len(legs)
        legs = [named.get(f"leg{spot}", "") for spot in range(1, LEGS + 1)]
        return named.get(column, ""), column, legs, [f"leg{spot}" for spot in range(1, LEGS + 1)]

    def army(self, typed: str, column: str) -> tuple[ArmyView | None, list[Fault]]:
        """The army that a code, a number or a general's name means, or what is wrong with it."""
        if not typed:
            return None, [Fault(column, "It does not say which army: give its code, or its general’s name.")]
        if found := self.by_name.get(folded(typed)):
            return found, []
        bare = BARE.fullmatch(typed)
        number = int(bare[1]) if bare else None
        if any(letter.isdecimal() for letter in typed):
            try:
                code = read_code(typed)
            except OrderError as error:
                if number is None:
                    return None, [Fault(column, error.sentence)]
            else:
                if code.kind not in OF_AN_ARMY:
                    return None, [Fault(column, f"{code} is on no card of an army: its code begins with A or M.")]
                if number in self.by_number and code.number in self.by_number:
                    both = f"{code} or {Code(code.kind, number)}"
                    return None, [Fault(column, f"“{typed}” may be {both}: write the code with its hyphen.")]
                number = number if number in self.by_number else code.number
        if number is not None:
            found = self.by_number.get(number)
            return found, [] if found else [Fault(column, f"There is no army {number} on the map.")]
        names = {army.general.lower(): army.general for army in self.by_number.values()}
        near = did_you_mean(typed, names)
        for lower, name in names.items():
            near = near.replace(f'"{lower}"', f"“{name}”")
        return None, [Fault(column, f"Nobody called “{typed}” leads an army.{near}")]

    def route(self, army: ArmyView, typed: list[str], columns: list[str]) -> tuple[list[str], list[Fault]]:
        """The route that was typed, or the first leg that is wrong: the next ones hang on it."""
        if [leg for leg in typed if leg] == typed[:1] and means_stay(typed[0]):
            return [], []
        most = self.scenario.tables.movement.most
        split = [(leg, column) for cell, column in zip(typed, columns, strict=True) for leg in self.legs_in(cell)]
        legs = [(leg, column) for leg, column in split if leg]
        if [folded(leg) for leg, _ in legs] == [folded(self.scenario.provinces[key].name) for key in army.ahead]:
            return [*army.ahead], []  # it is in, and its army may have been driven off that way since
        if army.walked + len(legs) > most:
            _, column = legs[max(0, most - army.walked)]  # the first that is too many
            return [], [Fault(column, f"No army goes more than {most} provinces in a season (R12).")]
        try:
            return route_by_letters([leg for leg, _ in split], army.province, self.scenario), []
        except OrderError as error:
            leg, column = split[int(error.field.removeprefix("route."))]
            empty = "This leg is empty. Fill it, or take away what comes after it."
            return [], [Fault(column, error.sentence if leg else empty)]

    def legs_in(self, cell: str) -> list[str]:
        """The legs in a cell: "Shinano-Hida" are two of them and "awa-west" is one."""
        names = (name for one in self.scenario.provinces.values() for name in (one.id, one.name))
        if "-" not in cell or folded(cell) in map(folded, names):
            return [cell]
        return [part.strip() for part in cell.split("-")]


def written(armies: Sequence[ArmyView]) -> str:
    """The orders as a CSV file: a line for each army with what is still ahead of it, to be filled in and read again.

    An army without an order has empty legs, one that is to stay says so. No cell can be taken for a formula.
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(HEADER)
    for army in armies:
        legs = list(army.route_names[army.walked :]) or (["stay"] if army.has_order else [])
        cells = [army.order_code, army.clan.name, army.general, army.province_name, *legs]
        writer.writerow(map(harmless, cells + [""] * (len(HEADER) - len(cells))))
    return "\ufeff" + out.getvalue()
