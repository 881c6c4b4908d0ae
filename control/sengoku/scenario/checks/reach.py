"""Whether an army can get from each province to every other, over borders and crossings.

A border that was forgotten is seen by nobody on the map. It is no fault all the same: there may be islands that no army
is to reach.
"""

from __future__ import annotations

from collections.abc import Iterator

from control.kernel.wording import in_a_row
from control.sengoku.scenario.model import Scenario


def notes(scenario: Scenario) -> Iterator[str]:
    """What is to be said of provinces that nothing joins to the largest part of the land."""
    _, *others = sorted(parts(scenario), key=len, reverse=True)
    for part in others:
        names = [scenario.provinces[one].name for one in part]
        yield f"adjacency.csv: no border and no crossing leads from {in_a_row(names)} to the rest of the land."


def parts(scenario: Scenario) -> list[list[str]]:
    """The provinces, those together that can reach each other."""
    seen: set[str] = set()
    found = []
    for province in scenario.provinces:
        part = [] if province in seen else [province]
        for here in part:  # which grows while it is gone through
            seen.add(here)
            part += [one for one in scenario.geography.neighbours(here) if one not in part]
        if part:
            found.append(part)
    return found
