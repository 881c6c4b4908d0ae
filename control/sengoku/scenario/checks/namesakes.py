"""Whether two provinces, places or people bear one name.

Whoever types it on an order means one of them, and gets the first. It is no fault all the same: in a family a name
comes again, and a game that began so is to go on.
"""

from __future__ import annotations

from collections.abc import Iterator

from control.kernel.grouping import grouped
from control.kernel.wording import folded, in_a_row
from control.sengoku.scenario.model import Scenario


def notes(scenario: Scenario) -> Iterator[str]:
    """What is to be said of those that are called alike, by their ids."""
    for file, rows in (
        ("provinces.csv", scenario.provinces),
        ("places.csv", scenario.places),
        ("characters.csv", scenario.characters),
    ):
        called = grouped((folded(row.name), key) for key, row in rows.items())
        for keys in called.values():
            if len(keys) > 1:
                name = rows[keys[0]].name
                yield f"{file}: {in_a_row(keys)} are called {name} alike; who types it means {keys[0]}."
