"""How sure a scenario is: what of its tables is in part, or not at all, seen in a source."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from control.kernel.scenarios.folder import Row
from control.kernel.wording import counted
from control.sekigahara.scenario.model import BlockRow, CardRow, Scenario

TABLES = ("locations", "roads", "blocks", "cards", "setup", "weeks")
FILES = {"weeks": "recruitment_track.csv"}
WAYS = {"reconstructed": "by reasoning, not seen in a source", "partial": "in part seen in a source"}


def unsure(scenario: Scenario) -> Iterator[str]:
    """A sentence for each table with rows that are not confirmed, and for each way of not being so."""
    for table in TABLES:
        rows = getattr(scenario, table)
        several: Sequence[Row] = tuple(rows.values()) if isinstance(rows, dict) else rows
        for source, way in WAYS.items():
            yield from said(table, several, "source", source, way)
        if table == "cards":
            yield from said(table, several, "source_initiative", "reconstructed", "with a reasoned bidding number")
        if table == "roads":
            yield from said(table, several, "name_source", "historical", "named by the historical road, not the board")


def said(table: str, rows: Sequence[Row], column: str, word: str, way: str) -> Iterator[str]:
    """The sentence, if there are such rows."""

    def number(some: Sequence[Row]) -> int:
        return sum(one.count if isinstance(one, BlockRow | CardRow) else 1 for one in some)

    there = [row for row in rows if getattr(row, column) == word]
    if there:
        called = "piece" if isinstance(rows[0], BlockRow | CardRow) else "row"
        file = FILES.get(table, f"{table}.csv")
        yield f"{file}: {number(there)} of {counted(number(rows), called)} {way} ({column} {word})."
