"""Starting a campaign: blocks on their symbols, bags and decks in the order that the game's seed gives them (5)."""

from __future__ import annotations

import json

from sqlalchemy import select
from sqlalchemy.orm import Session

from control.kernel.actions.world import Room
from control.kernel.chance.chance import Secrets, desk_codes
from control.kernel.chance.seals import open_text
from control.kernel.database.store import Store, telling_why
from control.kernel.errors import OrderNotAllowed
from control.kernel.game import game_of
from control.kernel.migrations import migrate
from control.kernel.opening import refuse_another
from control.kernel.rows import Desk, Game
from control.kernel.scenarios.scenario_files import carried
from control.kernel.wording import in_a_row
from control.sekigahara.play.roles import ROLES
from control.sekigahara.play.standing_questions import as_columns, campaign_by, phase_of
from control.sekigahara.rows import Course, StateOfPlay
from control.sekigahara.rules.campaign.setup import begin as set_up
from control.sekigahara.rules.sides import CALLED, SIDES
from control.sekigahara.scenario.checks import CARDS_EACH
from control.sekigahara.scenario.model import Scenario

TABLES_OF = "0013"
"""The newest of the migrations of these tables."""


def new_game(store: Store, scenario: Scenario, chance: Secrets | None = None, begin: str = "") -> Room:
    """A new campaign; all of them ``begin`` alike. Refuses where there is a game already."""
    refuse_another(store)
    return begun(store, scenario, chance or Secrets())


def may_go_on(session: Session) -> None:
    """Refuse a campaign that lacks cards: an older program gave two rows of one kind the same ids, and lost as many of
    them. Here no act would be taken, since each card must be somewhere (3.3). Raises OrderNotAllowed."""
    parts = (StateOfPlay.hands, StateOfPlay.piles, StateOfPlay.discards, StateOfPlay.table)
    hands, piles, *shown = session.execute(select(*parts)).one()
    secret = session.scalars(select(Game.secret)).one()
    where = (hands, json.loads(open_text(secret, "piles", piles)), *shown)
    lost = {side: CARDS_EACH - sum(len(pile[side]) for pile in where) for side in SIDES}
    if any(lost.values()):
        lacks = in_a_row(f"{many} of {CALLED[side]}" for side, many in lost.items() if many)
        raise OrderNotAllowed(
            f"This game lacks cards ({lacks}): an older version of the program lost them, since its cards.csv has one "
            "kind of card on several rows. Play it to its end with the version that it began with; nothing of "
            "it was changed. A new game of the scenario has them all.",
            field="game",
        )


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
