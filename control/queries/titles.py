"""The titles that people hold, in words (handbook 4; R30)."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session

from control.models import Province
from control.models import Title as Held
from control.rules.sengoku.precedence import ordinal

OFFICES = {"governor": "Governor", "constable": "Constable"}
ORDER = ("court_rank", "governor", "constable")


def titles(session: Session) -> dict[str, tuple[str, ...]]:
    """What everybody holds, by the person's id: his court rank, then his offices, the higher first."""
    rows = session.execute(
        select(Held, Province.name).outerjoin(Province, Province.id == Held.province).order_by(Held.id)
    ).all()
    found: dict[str, tuple[str, ...]] = {}
    for row, where in sorted(rows, key=lambda one: (ORDER.index(one[0].kind), one[0].rank or 0)):
        found[row.character] = (*found.get(row.character, ()), in_words(row.kind, where or "", row.rank))
    return found


def in_words(kind: str, where: str, rank: int | None) -> str:
    """A title as it is announced: "Constable of Kai", "Noble of the 8th rank"."""
    return f"Noble of the {ordinal(rank or 0)} rank" if kind == "court_rank" else f"{OFFICES[kind]} of {where}"
