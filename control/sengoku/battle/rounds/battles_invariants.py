"""What is true of battles."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy.orm import Session

from control.kernel.actions.invariants import Broken, Changed
from control.sengoku.rows import BattleForce
from control.sengoku.world.acting import INVARIANTS


@INVARIANTS.watch("battle_force", ruling="R5")
def no_more_is_lost_than_was_there(session: Session, changed: Changed) -> Iterator[Broken]:
    """A unit loses what it has at the most, and no less than nothing."""
    for unit in changed.rows(BattleForce):
        if not 0 <= unit.lost <= unit.troops:
            yield Broken(f"a unit of battle {unit.battle} would have lost more than it has")
