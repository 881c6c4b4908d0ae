"""`control-room play`: a whole campaign in as JSON, action by action, the umpire's state out."""

from __future__ import annotations

import hashlib
import tempfile
from pathlib import Path
from typing import Any

from control.kernel.actions.registry import perform
from control.kernel.actions.world import Umpire
from control.kernel.chance.chance import Secrets
from control.kernel.database.store import open_store
from control.kernel.errors import NotThisDesk, OrderError, OrderNotAllowed, OrderNotUnderstood
from control.kernel.game import game_named
from control.kernel.journal.state_questions import state
from control.kernel.opening import scenario_named
from control.kernel.scenarios.scenario_folders import find, rule_set_of
from control.kernel.typed import Order, text
from control.sekigahara.scenario.load import RULE_SET
from control.sekigahara.scripting.faults import read_as

AT = "1600-10-21T08:00:00+00:00"
"""When everything in a script is done: its answer says the same whenever it is asked."""


class Done(Order):
    """One action: its name, who does it (``role``, and the person's ``name``), and its order."""

    action: text("an action", 1, 60)
    role: text("a role", 1, 60)
    name: text("a name", 1, 60) | None = None
    order: dict[str, Any] | None = None


class Script(Order):
    """What `control-room play` reads."""

    scenario: text("a scenario", 1)
    seed: text("a seed", 1, 100)
    actions: list[Done]


MEANT = {
    "scenario": "the one that is played, such as sekigahara_1600_gmt",
    "seed": "any text; it orders decks and bags",
    "actions": "a list of what is done, which may be empty",
    "action": "what is done, such as week.bid",
    "role": "who does it, umpire, east or west",
}
"""What belongs into a field that is missing."""


def answer(document: Any) -> dict[str, Any]:
    """The state as the umpire may see it, after all actions; each is performed as it would be in a game that is kept.

    Raises OrderError kinds at the first that is refused, with its number, from 0, in the field.
    """
    asked = read_as(Script, document, "a campaign", MEANT)
    if rule_set_of(find(asked.scenario)) != RULE_SET:
        raise OrderNotUnderstood(
            f'"{asked.scenario}" is no scenario of the campaign of 1600, such as sekigahara_1600_gmt.',
            field="scenario",
        )
    try:
        scenario = scenario_named(asked.scenario)
    except OrderError as error:  # the faults of a folder are of a kind that is not made of a sentence
        raise OrderNotUnderstood(error.sentence, field="scenario") from None
    game = game_named(RULE_SET)
    chance = Secrets(seed=asked.seed, cookies=hashlib.sha256(asked.seed.encode()).hexdigest())
    with tempfile.TemporaryDirectory() as folder:
        store = open_store(Path(folder) / "play.db", passing=True)
        try:
            room = game.new(store, scenario, chance)
            for number, done in enumerate(asked.actions):
                perform_one(room, number, done)
            with store.read() as session:
                return state(session, game.leads)
        finally:
            store.let_go()


def perform_one(room: Any, number: int, done: Done) -> None:
    """Perform one action of a script. Raises OrderError kinds with its place in the script."""
    roles = room.game.roles
    at = f"actions.{number}"
    if done.role not in roles:
        raise OrderNotUnderstood(
            f'There is no role "{done.role}"; it is one of {", ".join(roles)}.', field=f"{at}.role"
        )
    try:
        umpire = Umpire(done.name or roles[done.role], done.role)
        perform(room, umpire, done.action, done.order or {}, key=str(number), at=AT)
    except NotThisDesk as error:
        raise OrderNotAllowed(
            error.sentence, field=f"{at}.order.{error.field}" if error.field else f"{at}.role", ruling=error.ruling
        ) from None
    except OrderError as error:
        raise error.at(at if error.field == "action" else f"{at}.order") from None
