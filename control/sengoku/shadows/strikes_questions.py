"""What came of an assassin who got through (R37): whether it was seen, or waits for a second umpire (R44)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from control.kernel.rows import Confirmation
from control.sengoku.rows import Commission

STRUCK = "person.struck"
"""The action by which somebody falls where everybody reads of it."""
DONE, WAITS = "done", "waits"


def what_came_of(session: Session, row: Commission) -> str:
    """Whether a commission is carried out (DONE), or WAITS for a second umpire; empty if neither, or if he said no."""
    if not row.struck or row.awaits is None:
        return DONE if row.struck else ""
    asked = session.get(Confirmation, row.awaits)
    if asked is None or asked.answer == "declined":
        return ""
    return DONE if asked.answer else WAITS


def waiting_for(session: Session, struck: Mapping[str, Any]) -> int | None:
    """The number of what waits for a second umpire of somebody who is struck so, if it does; what another commission
    waits for is not it."""
    others = select(Commission.awaits).where(Commission.awaits.is_not(None))
    asked = select(Confirmation).where(
        Confirmation.action == STRUCK, Confirmation.answer == "", Confirmation.id.not_in(others)
    )
    found = (one for one in session.scalars(asked.order_by(Confirmation.at, Confirmation.id)))
    return next((one.id for one in reversed([*found]) if one.arguments == struck), None)
