"""What is asked of whoever starts the control room at a terminal, and of nobody else."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from control.sengoku.scenario.model import Scenario

BEGINNINGS = ("winter", "spring")


def ask_for_the_beginning(scenario: Scenario) -> str:
    """Ask on the terminal whether a new game begins in winter or in spring; the scenario's season for no answer."""
    print("Begin in winter, with a season to plan in before anybody marches, or at once in spring?", file=sys.stderr)
    while True:
        print(f"winter or spring [{scenario.first_season}]: ", end="", file=sys.stderr, flush=True)
        answer = sys.stdin.readline().strip().lower()
        found = [season for season in BEGINNINGS if answer and season.startswith(answer)]
        if not answer or found:
            return found[0] if found else scenario.first_season
