"""Which umpire minds what: what nobody minds first."""

from __future__ import annotations

from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from control.kernel.database.made import made_from
from control.kernel.game import game_in
from control.kernel.journal.journal_questions import own_places
from control.kernel.roles import desk_at
from control.kernel.values import dataclass
from control.kernel.wording import any_spelling


@dataclass(frozen=True)
class DutyView:
    """An umpire and what he minds: a part of what his desk minds, or a job in words."""

    id: int
    umpire: str
    desk: str
    part: Any
    job: str
    here: bool


@dataclass(frozen=True)
class RotaView:
    """The rota: parts (``part`` is their word) that nobody minds who is here, then every duty by desk and umpire;
    ``own`` are those who have a code of their own, by desk and name. ``choices`` are the parts that may be given, and
    ``usual`` is the desk of most duties, ``like`` a job as an example."""

    part: str
    alone: tuple[Any, ...]
    duties: tuple[DutyView, ...]
    own: frozenset[tuple[str, str]]
    choices: tuple[str, ...]
    usual: str
    like: str

    def has_own(self, one: DutyView) -> bool:
        """Whether the umpire of a duty has a code of his own at its desk."""
        return (one.desk, any_spelling(one.umpire)) in self.own


def rota(session: Session) -> RotaView:
    """Who minds what."""
    of = game_in(session).on_the_rota
    signs = of.signs(session)
    rows = session.scalars(select(of.row).order_by(of.row.desk, of.row.umpire, of.row.id))
    return RotaView(
        of.part,
        tuple(of.alone(session)),
        tuple(made_from(DutyView, row, part=signs.get(of.key_of(row))) for row in rows),
        frozenset((desk_at(key), any_spelling(name)) for key, name, _code in own_places(session)),
        tuple(of.choices(session)),
        of.usual,
        of.like,
    )


def umpires_here(session: Session) -> list[tuple[str, str]]:
    """The names and desks of the umpires on the rota who are here."""
    of = game_in(session).rota
    if of is None:
        return []
    return [(name, desk) for name, desk in session.execute(select(of.row.umpire, of.row.desk).where(of.row.here))]
