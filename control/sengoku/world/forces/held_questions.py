"""The map of the desks that see armies: with those that may still move this season, and those that a battle without a
clear victory holds (R12, R13, R15)."""

from __future__ import annotations

from dataclasses import replace

from sqlalchemy import select
from sqlalchemy.orm import Session

from control.sengoku.rows import Army, Game, MarchOrder
from control.sengoku.rules.tables import PHASES
from control.sengoku.scenario.model import Scenario
from control.sengoku.world.bonds.lords_questions import land_of_lords
from control.sengoku.world.forces.business_questions import held_armies
from control.sengoku.world.land.land_questions import LandView


def land_of_armies(session: Session, scenario: Scenario, audience: str) -> LandView:
    """The map as a desk may see it, with who serves whom, and with which armies may still move or are held where they
    are."""
    seen, held, ready = land_of_lords(session, audience), held_armies(session), ready_armies(session, scenario)

    def state(army: int) -> str:
        return "held" if army in held else "ready" if army in ready else "done"

    strengths = (one if one.army is None else replace(one, state=state(one.army)) for one in seen.strengths)
    return replace(seen, strengths=tuple(strengths))


UNDER_WAY = (
    select(Army.id, Army.walked, Army.allowance, MarchOrder.army.is_not(None))
    .outerjoin(MarchOrder, MarchOrder.army == Army.id)
    .where(Army.standing.is_(True), Army.halted.is_(None))
)


def ready_armies(session: Session, scenario: Scenario) -> set[int]:
    """The armies that may still move this season: nothing has stopped them, some of their allowance is left, and one of
    its phases is still to come (R12, R13). How far one without an order goes, a late one may still say."""
    phase, table = Game.only(session).phase, scenario.tables.movement
    if phase == PHASES[-1]:
        return set()
    return {
        army
        for army, walked, allowance, has_order in session.execute(UNDER_WAY)
        if allowance is None or (walked < allowance and table.moves_after(phase, allowance, anew=not has_order))
    }
