"""Claims as the pages show them: who is at work on what, for Map Control and Game Control."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session

from control.kernel.values import dataclass
from control.kernel.wording import same_name
from control.sengoku.rows import Claim


@dataclass(frozen=True)
class ClaimView:
    """Who holds an encounter or a battle; ``umpire`` is empty while it is put aside, and ``note`` says why."""

    umpire: str = ""
    note: str = ""

    def is_of(self, name: str) -> bool:
        """Whether an umpire of this name holds it."""
        return bool(self.umpire) and same_name(self.umpire, name)

    def is_anothers(self, name: str) -> bool:
        """Whether another umpire than he of this name holds it."""
        return is_anothers(self.umpire, name)


def is_anothers(holder: str, name: str) -> bool:
    """Whether who holds something, if anybody does, is another umpire than he of this name: the same one comes back
    after a break and writes himself otherwise."""
    return bool(holder) and not same_name(holder, name)


def claims(session: Session, kind: str) -> dict[int, ClaimView]:
    """All claims of a kind (``encounter`` or ``battle``), by number."""
    rows = session.scalars(select(Claim).filter_by(kind=kind))
    return {row.number: ClaimView(row.umpire, row.note) for row in rows}


def claim(session: Session, kind: str, number: int) -> ClaimView:
    """The claim on one encounter or battle; an empty one if nobody holds it."""
    row = session.get(Claim, (kind, number))
    return ClaimView(row.umpire, row.note) if row else ClaimView()
