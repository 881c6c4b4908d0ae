"""Who is at the Emperor's court, for everybody: their precedence is no secret (handbook 4; R29)."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session

from control.kernel.database.made import made_from
from control.kernel.values import dataclass
from control.sengoku.rows import Courtier
from control.sengoku.world.people.titles_questions import title_in_words

ROLES = {"noble": "Noble", "emperor": "Emperor"}
"""What somebody at court is."""


@dataclass(frozen=True)
class CourtierView:
    """Somebody at court: ``rank`` in words and ``title``, his office, empty of the Emperor or of who has none."""

    id: str
    name: str
    role: str
    rank: str
    title: str
    age: int | None
    ancestor: str
    made: bool

    @property
    def words(self) -> str:
        """What is to be said of him, behind his name."""
        parts = (
            ROLES[self.role] if self.role == "emperor" and "Emperor" not in self.name else "",
            self.title,
            self.rank,
            f"of the blood of the {self.ancestor}" if self.ancestor else "",
            "" if self.age is None else f"{self.age} years old",
            "made in play" if self.made else "",
        )
        return ", ".join(filter(None, parts))


def courtiers(session: Session, alive: bool = True) -> list[CourtierView]:
    """The Emperor, then the nobles by rank, those who live or those who have died."""
    rows = session.scalars(select(Courtier).where(Courtier.alive.is_(alive)).order_by(Courtier.rank, Courtier.id))
    found = (
        made_from(CourtierView, one, rank=title_in_words("court_rank", "", one.rank) if one.rank else "")
        for one in rows
    )
    return sorted(found, key=lambda one: one.role != "emperor")
