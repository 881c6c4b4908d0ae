"""The numbered corpus of rulebook cases: data files beside this one, read for the tests and for printing.

A TOML file holds either lists of cases (``[[round]]``, ``[[battle]]``, …), each with an ``id``, or one grid:
a table as the handbook prints it, each of whose cells is a case. A JSON file is one case.
"""

import json
import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from control.kernel import settings
from control.sengoku.rules.tables import Tables

FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Cell:
    """A cell of a printed table, as a case of its own."""

    id: str
    row: str
    column: str | int
    value: str | int
    reads: str


@cache
def tables():
    """The tables of the scenario that travels with the program."""
    folder = settings.folder("scenarios") / settings.DEFAULT_SCENARIO / "tables"
    return Tables.from_documents(
        {file.stem: tomllib.loads(file.read_text(encoding="utf-8")) for file in folder.glob("*.toml")}
    )


def document(name):
    """A file of the corpus, parsed."""
    content = (FOLDER / name).read_text(encoding="utf-8")
    return json.loads(content) if name.endswith(".json") else tomllib.loads(content)


def cells(name):
    """The cells of a printed table, row by row."""
    grid = document(name)
    return [
        Cell(grid["id"].format(row=row, column=column), row, column, value, grid["reads"].format(value=value))
        for row, values in grid["rows"].items()
        for column, value in zip(grid["columns"], values, strict=True)
    ]


def cases(name):
    """The cases of a file that lists them: pairs of kind and case."""
    found = document(name)
    if name.endswith(".json"):
        return [("battle", found)]
    return [(kind, case) for kind, listed in found.items() if isinstance(listed, list) for case in listed]


def printed(name):
    """Each case of a file in one line: its id and what must come of it."""
    if "rows" in document(name):
        return [f"{cell.id}: {cell.reads}" for cell in cells(name)]
    listed = sorted((case for _, case in cases(name)), key=ruling)
    return [f"{case['id']}: {in_words(expected(case))}" for case in listed]


def ruling(case):
    """What a case's id starts with, in the order of a list: H6 before R1, R2 before R10."""
    letter, number = re.match(r"([A-Z])(\d+)", case["id"]).groups()
    return letter, int(number)


def expected(case):
    """What must come of a case: what it gives, or whatever else it says last."""
    return case["gives"] if "gives" in case else list(case.values())[-1]


def in_words(value):
    """A value without brackets where it can be: ``odds 3-1, shifts (a, b)``."""
    match value:
        case bool():
            return "allowed" if value else "refused"
        case dict():
            return ", ".join(f"{key} {in_parts(part)}" for key, part in value.items())
        case list():
            return ", ".join(in_parts(part) for part in value) or "none"
    return str(value)


def in_parts(value):
    """The same for a value inside another, in round brackets if it has parts itself."""
    return f"({in_words(value)})" if isinstance(value, dict | list) else str(value)
