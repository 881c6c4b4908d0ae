"""What was ruled in play, as a desk may know it."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session

from control.kernel.database.made import made_from
from control.kernel.game import game_in
from control.kernel.journal.state_questions import seen
from control.kernel.rows import Ruling
from control.kernel.values import dataclass


@dataclass(frozen=True)
class RulingView:
    """A ruling made in play."""

    number: int
    when: str
    at: str
    umpire: str
    ruling: str
    text: str
    option: str
    before: str
    after: str
    entry: int


def rulings(session: Session, desk: str) -> list[RulingView]:
    """The rulings made in play that a desk may know, the latest first."""
    words = game_in(session).option_words
    return [
        made_from(
            RulingView,
            row,
            number=row.id,
            when=row.stretch.capitalize(),
            before=words(row.option, row.before),
            after=words(row.option, row.after),
        )
        for row in session.scalars(select(Ruling).where(*seen(session, Ruling, desk)).order_by(Ruling.id.desc()))
    ]
