"""What may come of a battle as it stands, for Map Control and Game Control only (handbook 6; R1 to R7)."""

from __future__ import annotations

from sqlalchemy.orm import Session

from control.kernel.values import dataclass
from control.sengoku.battle.rounds import battles_questions as battles
from control.sengoku.rows import Battle
from control.sengoku.rules.battle import chances
from control.sengoku.scenario.model import Scenario
from control.sengoku.world.forces import sides_questions as where
from control.sengoku.world.options_questions import options_in


@dataclass(frozen=True)
class WhatIf:
    """A battle before its next round, and what may come of it.

    ``attacker`` and ``defender`` are the sides as they would fight that round: with ``swap`` they have changed
    their roles (R6). Either ``coming``, the round alone, or ``whole``, the battle from there to its end, is filled, as
    was asked; neither if no round is to come.
    """

    battle: battles.BattleView
    attacker: battles.SideView
    defender: battles.SideView
    swap: bool
    coming: chances.OneRound | None = None
    whole: chances.WholeBattle | None = None


def what_if(
    session: Session, scenario: Scenario, number: int, *, swap: bool = False, whole: bool = False
) -> WhatIf | None:
    """The chances of a battle's next round, or of the whole battle from there on; None if there is no such battle.

    Raises OrderNotAllowed for a side with nobody left to fight (R7).
    """
    found = battles.battle(session, scenario, number)
    if found is None:
        return None
    views = (found.defender, found.attacker) if swap else (found.attacker, found.defender)
    if found.next_round is None:
        return WhatIf(found, *views, swap)
    one = session.get_one(Battle, number)
    ground, (attacker, defender) = where.ground(session, one), where.sides(session, one)
    sides = (defender, attacker) if swap else (attacker, defender)
    options = options_in(session)
    if whole:
        battle = chances.whole_battle(*sides, ground, number=found.next_round, tables=scenario.tables, options=options)
        return WhatIf(found, *views, swap, whole=battle)
    coming = chances.one_round(*sides, ground, number=found.next_round, tables=scenario.tables, options=options)
    return WhatIf(found, *views, swap, coming=coming)
