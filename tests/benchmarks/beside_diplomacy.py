"""Movement beside that of the `diplomacy` package, an army against a unit, in turns in the same run.

`python -m tests.benchmarks.beside_diplomacy [PEER]`, where PEER is the Python of a virtual environment outside the
project that has the package (or the environment variable PEER is):

    python3 -m venv ../peer && ../peer/bin/pip install diplomacy
    python -m tests.benchmarks.beside_diplomacy ../peer/bin/python

It is no dependency of ours and never becomes one. Without it our own times are printed, and a sentence.

Ours is a season of 120 armies, four phases of it; the peer's is `process()` in a phase of movement, whose orders were
set before. Both count the processor's time, for other programs work on the machine too. Theirs does more for a unit
(supports, convoys, retreats that are due, the next phase made ready), ours goes four phases. A ratio says whether we
are slow for our trade, not which program is better.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from control.kernel.memory import throwing_nothing_away
from control.sengoku.rules.march.movement import Geography
from tests.benchmarks import worlds
from tests.benchmarks.figures import Measured, Row
from tests.benchmarks.run import machine, season, season_in_json

TURNS = 100
"""So many turns of each: a phase of the peer's, and ours."""
TIMES = 5
"""A turn gives the fastest of so many runs, there as here: what other programs disturb least."""
LARGE = 9
"""So many turns of 12,000 armies, each with as many of 120."""
PEER = Path(__file__).with_name("diplomacy_peer.py")


@throwing_nothing_away()
def main() -> None:
    """Print the table. Python looks for nothing to throw away meanwhile, as in `control-room movement`, which is who
    asks for a season whole."""
    print(f"{machine()}\n")
    peer = sys.argv[1] if len(sys.argv) > 1 else os.environ.get("PEER", "")
    print("| What | runs | fastest | median | p95 | beside it |\n|---|--:|--:|--:|--:|---|")
    for row in (*beside(peer), *hundred_maps()):
        print(row, flush=True)
    if not peer:
        print(
            "\nNot beside its peer: make an environment for the package diplomacy (`python3 -m venv ../peer && "
            "../peer/bin/pip install diplomacy`) and give its Python as the argument, or as PEER."
        )


def beside(peer: str) -> Iterator[Row]:
    """What an army takes by the rules and from JSON to JSON; with a ``peer`` what a unit takes there, and ratios."""
    armies, japan = worlds.armies(worlds.ARMIES), worlds.scenario().geography
    text = json.dumps(worlds.season_document(armies))
    rules: Measured = []
    in_json: Measured = []
    units: Measured = []
    with answering(peer) as game:
        for _ in range(TURNS):
            rules.append(fastest(lambda: season(armies, japan)) / worlds.ARMIES)
            in_json.append(fastest(lambda: season_in_json(text, japan)) / worlds.ARMIES)
            units += game()
    yield Row("an army of 120 in a season, rules", rules, ratio(rules, units, "1/4"))
    yield Row("the same, JSON to JSON", in_json, ratio(in_json, units, "1/3"))
    if units:
        yield Row("a unit of `diplomacy` in `process()`", units)


def fastest(job: Callable[[], Any], times: int = TIMES) -> float:
    """Seconds of the processor for the fastest of so many runs."""
    found = []
    for _ in range(times):
        began = time.process_time()
        job()
        found.append(time.process_time() - began)
    return min(found)


def ratio(ours: Measured, theirs: Measured, aim: str) -> str:
    """How much of the peer's time ours is."""
    if not theirs:
        return f"aim: {aim} of the peer"
    return f"{statistics.median(ours) / statistics.median(theirs):.2f} of the peer’s; aim: {aim}"


@contextmanager
def answering(peer: str) -> Iterator[Callable[[], Measured]]:
    """What goes a phase on over there and gives the seconds of a unit; without a peer nothing comes of it."""
    if not peer:
        yield list
        return
    with subprocess.Popen([peer, str(PEER)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin
        assert process.stdout
        ask, answers = process.stdin, process.stdout
        print(f"diplomacy {json.loads(answers.readline())['version']} by {peer}\n", file=sys.stderr)

        def game() -> Measured:
            ask.write("\n")
            ask.flush()
            return [json.loads(answers.readline())]

        yield game
        ask.close()


def hundred_maps() -> Iterator[Row]:
    """12,000 armies on a hundred maps, with seasons of 120 on one in turns. The maps stay, the orders come."""
    japan, hundred = worlds.scenario().geography, Geography.build(*worlds.maps(100).values())
    assert len(hundred.legs) == 100 * len(japan.legs)
    small, large = worlds.armies(worlds.ARMIES), worlds.side_by_side(100)
    few: Measured = []
    many: Measured = []
    for _ in range(LARGE):
        few += [fastest(lambda: season(small, japan)) for _ in range(10)]
        many.append(fastest(lambda: season(large, hundred), 2))
    yield Row("season of 120 armies, rules", few)
    yield Row(
        "season of 12,000 armies on 100 maps, rules",
        many,
        f"{statistics.median(many) / statistics.median(few):.0f} times as long; aim: 130",
    )


if __name__ == "__main__":
    sys.exit(main())
