"""What is true of the books."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy.orm import Session

from control.kernel.actions.invariants import Broken, Changed
from control.sengoku.rows import Clan
from control.sengoku.world.acting import INVARIANTS
from control.sengoku.world.ledger.ledger_questions import balance, balances


@INVARIANTS.watch("transfer", ruling="R27")
def nobody_in_debt(session: Session, changed: Changed) -> Iterator[Broken]:
    """No clan has less than nothing: Game Control may force a spending, and then borrows for it."""
    if changed.changes is None:
        has = balances(session)
    else:
        mine = [change for change in changed.changes if change["table"] == "transfer"]
        poorer = {(change["before"] or {}).get("payee") for change in mine}
        poorer |= {(change["after"] or {}).get("payer") for change in mine}
        has = {clan: balance(session, clan) for clan in sorted(filter(None, poorer))}
    for clan, (rice, cash) in has.items():
        if rice < 0 or cash < 0:
            name = session.get_one(Clan, clan).name
            yield Broken(f"{name} would have less than nothing", f"{name} spent what came by this")
