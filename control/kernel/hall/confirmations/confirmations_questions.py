"""What waits for a second umpire, for those who may say yes to it."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session

from control.kernel.database.made import made_from
from control.kernel.game import UmpiredGame, game_in
from control.kernel.journal.moment import the_moment
from control.kernel.roles import Seat
from control.kernel.rows import Confirmation
from control.kernel.values import dataclass
from control.kernel.wording import same_name


@dataclass(frozen=True)
class Waiting:
    """An order that waits: who asked for it, what it would do, why it waits; ``mine`` if this umpire asked."""

    id: int
    at: str
    umpire: str
    desk: str
    why: str
    told: str
    mine: bool


def may_answer(game: UmpiredGame, row: Confirmation, desk: str) -> bool:
    """Whether a desk may confirm: the one that leads, or that which asked; of an umpire who sees a part of it only what
    he asked for himself."""
    return desk in (game.leads, row.desk) and (not isinstance(desk, Seat) or row.umpire == desk.name)


def asked_himself(row: Confirmation, umpire: str, desk: str) -> bool:
    """Whether it was this umpire who asked, however he wrote his name when he came back."""
    return row.desk == desk and same_name(row.umpire, umpire)


def to_confirm(session: Session, umpire: str, desk: str) -> list[Waiting]:
    """What waits at this desk, the oldest first."""
    if not the_moment(session).waiting:
        return []
    game = game_in(session)
    rows = session.scalars(select(Confirmation).where(Confirmation.answer == "").order_by(Confirmation.id))
    return [
        made_from(Waiting, row, mine=asked_himself(row, umpire, desk)) for row in rows if may_answer(game, row, desk)
    ]
