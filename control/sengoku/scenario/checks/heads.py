"""Whether each clan has one head, whoever leads it and by his role nobody else, and one heir at most.

In play a head is known by his role: of a clan without one nobody asks who follows, and in one with two no change of its
people is taken. It is no fault all the same, for a game that began so is to go on.
"""

from __future__ import annotations

from collections.abc import Iterator

from control.kernel.wording import in_a_row
from control.sengoku.scenario.model import HEADS, Scenario


def notes(scenario: Scenario) -> Iterator[str]:
    """What is to be said of those who lead, and what would be right; nothing if all is well."""
    head = in_a_row(HEADS, "or")
    for key, one in scenario.characters.items():
        leader = scenario.clans[one.clan].leader
        if leader == key and one.role not in HEADS:
            yield f"characters.csv: {one.name} leads {scenario.clans[one.clan].name}, so his role would be {head}."
        if leader != key and one.role in HEADS:
            chief = scenario.characters[leader].name
            yield f"characters.csv: {one.name} is {one.role} where {chief} leads; a clan has one {head}."
    heirs: dict[str, str] = {}
    for one in scenario.characters.values():
        if one.role == "heir" and heirs.setdefault(one.clan, one.name) != one.name:
            clan = scenario.clans[one.clan].name
            yield f"characters.csv: {one.name} is heir of {clan}, and so is {heirs[one.clan]}; a clan has one at most."
