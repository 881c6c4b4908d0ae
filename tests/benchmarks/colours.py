"""How far apart the colours of clans are, to each kind of sight: `python -m tests.benchmarks.colours [SCENARIO]`.

It prints the table of docs/decisions/0012-colours.md, the pairs that somebody sees nearer than 10;
`tests/scenario/test_colours.py` compares the two.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import combinations

from control.kernel.drawing.marks.sight import SIGHTS, apart
from control.sengoku.scenario.checks.colours import TOLD_APART
from control.sengoku.scenario.load import load
from control.sengoku.scenario.model import Scenario


def near(scenario: Scenario) -> list[tuple[float, str, float, str]]:
    """The pairs that are nearer than 10 to somebody: how near, the two, how far to normal sight, and to whom."""
    found = []
    for one, other in combinations(sorted(scenario.clans.values(), key=lambda clan: clan.name), 2):
        far = {sight: apart(one.colour, other.colour, sight) for sight in SIGHTS}
        who = min(far, key=lambda sight: far[sight])
        if far[who] < TOLD_APART:
            found.append((far[who], f"{one.name}, {other.name}", far["normal"], who))
    return sorted(found)


def lines(scenario: Scenario) -> Iterator[str]:
    """The table."""
    yield "| Clans | to normal sight | to whom they are nearest |"
    yield "| --- | --: | --: |"
    for far, pair, normal, who in near(scenario):
        yield f"| {pair} | {normal:.0f} | {far:.0f} ({who}) |"


if __name__ == "__main__":
    for line in lines(load(sys.argv[1] if len(sys.argv) > 1 else "sengoku_1550")):
        print(line)
