"""Claims as the pages show them: who is at work on what, for Map Control and Game Control."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session

from control.kernel.values import dataclass
from control.sengoku.rows import Claim


@dataclass(frozen=True)
class ClaimView:
    """Who holds an encounter or a battle; ``umpire`` is empty while it is put aside, and ``note`` says why."""

    umpire: str = ""
    note: str = ""


def claims(session: Session, kind: str) -> dict[int, ClaimView]:
    """All claims of a kind (``encounter`` or ``battle``), by number."""
    rows = session.scalars(select(Claim).filter_by(kind=kind))
    return {row.number: ClaimView(row.umpire, row.note) for row in rows}


def claim(session: Session, kind: str, number: int) -> ClaimView:
    """The claim on one encounter or battle; an empty one if nobody holds it."""
    row = session.get(Claim, (kind, number))
    return ClaimView(row.umpire, row.note) if row else ClaimView()
