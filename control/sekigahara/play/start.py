"""Starting a campaign: blocks on their symbols, bags and decks in the order that the game's seed gives them (5)."""

from __future__ import annotations

from control.kernel.actions.world import Room
from control.kernel.chance.chance import Secrets, desk_codes
from control.kernel.database.store import Store, telling_why
from control.kernel.game import game_of
from control.kernel.migrations import migrate
from control.kernel.opening import refuse_another
from control.kernel.rows import Desk
from control.kernel.scenarios.scenario_files import carried
from control.sekigahara.play.roles import ROLES
from control.sekigahara.play.standing_questions import as_columns, campaign_by, phase_of
from control.sekigahara.rows import Course, StateOfPlay
from control.sekigahara.rules.campaign.setup import begin as set_up
from control.sekigahara.scenario.model import Scenario

TABLES_OF = "0012"
"""The newest of the migrations of these tables."""


def new_game(store: Store, scenario: Scenario, chance: Secrets | None = None, begin: str = "") -> Room:
    """A new campaign; all of them ``begin`` alike. Refuses where there is a game already."""
    refuse_another(store)
    return begun(store, scenario, chance or Secrets())


def begin_again(store: Store, scenario: Scenario, chance: Secrets, _as_was: Course) -> Room:
    """A campaign that begins as another did."""
    return begun(store, scenario, chance)


def begun(store: Store, scenario: Scenario, chance: Secrets) -> Room:
    """The tables of a campaign, and its first state in them."""
    with telling_why():
        migrate(store.engine, game_of(scenario))
    state = set_up(campaign_by(scenario.digest, scenario), chance.seed)
    codes = {**desk_codes(ROLES), **chance.codes}
    with store.write() as session:
        session.add(
            Course(
                id=1,
                scenario=scenario.key,
                title=scenario.title,
                rule_set=scenario.rule_set,
                seed=chance.seed,
                secret=chance.cookies,
                begun_with=TABLES_OF,
                week=state.week,
                turn=state.turn,
                doing=phase_of(state),
            )
        )
        session.add_all(Desk(key=key, name=name, code=codes[key]) for key, name in ROLES.items())
        session.add_all(carried(scenario.files))
        session.add(StateOfPlay(id=1, **as_columns(state, chance.cookies)))
    return Room(store, scenario)
