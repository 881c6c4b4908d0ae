"""What an action of this game works on: the kernel's world, with the printed tables and the rule options."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy.orm.strategy_options import _AbstractLoad

from control.kernel.actions import world
from control.kernel.actions.action import Actions
from control.kernel.actions.invariants import Invariants
from control.kernel.errors import OrderNotAllowed
from control.sengoku.rows import Character, Game
from control.sengoku.rules.tables import Options, Tables
from control.sengoku.scenario.model import Scenario
from control.sengoku.world.options_questions import options_of

INVARIANTS = Invariants()
"""What is true of this game whatever is done in it; each stands in its chapter."""

ACTIONS = Actions()
action = ACTIONS.add
"""Puts what it decorates among the actions of this game."""


class World(world.World):
    """The rows, the scenario and its tables, the dice, and the moment."""

    scenario: Scenario
    game: Game

    def now(self) -> dict[str, Any]:
        """What rows keep of the moment, with year and season."""
        return {**super().now(), "year": self.game.year, "season": self.game.season}

    def living(self, key: str, field: str = "character", beside: Sequence[_AbstractLoad] = ()) -> Character:
        """A person who lives. Raises an OrderError at ``field`` for one who is unknown or dead."""
        person = self.get(Character, key, field, beside=beside)
        if not person.alive:
            raise OrderNotAllowed(f"{person.name} is dead. Choose somebody who lives.", field=field)
        return person

    @property
    def tables(self) -> Tables:
        """The printed tables of the scenario."""
        return self.scenario.tables

    @property
    def two_umpires(self) -> bool:
        """Whether what is critical waits for a second umpire (R44)."""
        return self.options.second_umpire == "on"

    @property
    def options(self) -> Options:
        """The rule options in force in this game."""
        return options_of(self.game)
