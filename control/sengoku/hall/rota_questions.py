"""Which umpire minds what: clans that nobody minds first."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from control.kernel.journal_questions import own_places
from control.kernel.made import made_from
from control.kernel.roles import desk_at
from control.sengoku.rows import Clan, Duty
from control.sengoku.world.land_questions import ClanSign, clan_signs
from control.sengoku.world.minding_questions import desk_of
from control.sengoku.world.names import folded


@dataclass(frozen=True)
class DutyView:
    """An umpire and what he minds: a clan, or a job in words."""

    id: int
    umpire: str
    desk: str
    clan: ClanSign | None
    job: str
    here: bool


@dataclass(frozen=True)
class RotaView:
    """The rota: played clans without a Controller who is here, then every duty by desk and umpire; ``own`` are those
    who have a code of their own, by desk and name."""

    alone: tuple[ClanSign, ...]
    duties: tuple[DutyView, ...]
    own: frozenset[tuple[str, str]]

    def has_own(self, one: DutyView) -> bool:
        """Whether the umpire of a duty has a code of his own at its desk."""
        return (one.desk, folded(one.umpire)) in self.own


def rota(session: Session) -> RotaView:
    """Who minds what."""
    signs = clan_signs(session)
    rows = list(session.scalars(select(Duty).order_by(Duty.desk, Duty.umpire, Duty.id)))
    minded = {row.clan for row in rows if row.here}
    alone = [
        signs[clan.id]
        for clan in session.scalars(select(Clan).where(Clan.played.is_(True)).order_by(Clan.id))
        if clan.id not in minded and desk_of(clan) == "team"
    ]
    return RotaView(
        tuple(alone),
        tuple(made_from(DutyView, row, clan=signs[row.clan] if row.clan else None) for row in rows),
        frozenset((desk_at(key), folded(name)) for key, name, _code in own_places(session)),
    )


def umpires_here(session: Session) -> list[tuple[str, str]]:
    """The names and desks of the umpires on the rota who are here."""
    found = session.execute(select(Duty.umpire, Duty.desk).where(Duty.here.is_(True)))
    return [(name, desk) for name, desk in found]
