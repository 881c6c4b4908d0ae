"""The peer's side of beside_diplomacy.py: the only file that is run by the other interpreter, which has `diplomacy`.

It plays games of Diplomacy by chance, the same in every run. For each line that comes in it goes one phase of movement
on and answers with a line: how many seconds of the processor `process()` took for a unit on the board, the fastest of
several times with copies of the game (made by its own dictionary: a deepcopy shares too much). What may be ordered is
asked and set outside that time.
"""

from __future__ import annotations

import itertools
import json
import random
import sys
import time
from collections.abc import Iterator
from importlib.metadata import version
from typing import Any

PHASES = 40
"""So many phases are played of a game that nobody wins before."""
TIMES = 5


def main() -> None:
    """Say which version this is, then go a phase on for each line."""
    from diplomacy import Game  # only the other interpreter has it

    print(json.dumps({"version": version("diplomacy")}), flush=True)
    phases = (each for number in itertools.count() for each in played(Game, random.Random(f"benchmarks/{number}")))
    for _, seconds in zip(sys.stdin, phases, strict=False):
        print(json.dumps(seconds), flush=True)


def played(of: Any, dice: random.Random) -> Iterator[float]:
    """A game of this class with orders by chance: the seconds of a unit in each phase of movement."""
    game = of()
    for _ in range(PHASES):
        if game.is_game_done:
            break
        allowed = game.get_all_possible_orders()
        for power in sorted(game.powers):
            places = [place for place in sorted(game.get_orderable_locations(power)) if allowed[place]]
            game.set_orders(power, [dice.choice(sorted(allowed[place])) for place in places])
        if game.phase_type == "M":
            units = sum(len(power.units) for power in game.powers.values())
            yield min(processed(of.from_dict(game.to_dict())) for _ in range(TIMES)) / units
        game.process()


def processed(game: Any) -> float:
    """Seconds of the processor for a phase."""
    began = time.process_time()
    game.process()
    return time.process_time() - began


if __name__ == "__main__":
    main()
