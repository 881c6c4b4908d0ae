"""What the rota has to do with clans: an umpire of Team Control minds some of them."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import select
from sqlalchemy.orm import Session

from control.kernel.hall.rota.rota import Rota
from control.sengoku.rows import Clan, Duty
from control.sengoku.world.land.land_questions import ClanSign, clan_signs
from control.sengoku.world.minding_questions import desk_of
from control.sengoku.world.names import id_of
from control.sengoku.world.people.people_questions import clans


def alone(session: Session) -> Iterator[ClanSign]:
    """The played clans without a Controller who is here."""
    signs = clan_signs(session)
    minded = set(session.scalars(select(Duty.clan).where(Duty.here.is_(True))))
    for clan in session.scalars(select(Clan).where(Clan.played.is_(True)).order_by(Clan.id)):
        if clan.id not in minded and desk_of(clan) == "team":
            yield signs[clan.id]


ROTA = Rota(
    row=Duty,
    part="clan",
    of=Clan,
    signs=clan_signs,
    choices=lambda session: [name for _key, name in clans(session)],
    alone=alone,
    meant=lambda typed, scenario: id_of(typed, scenario.clans),
    usual="team",
    like="eastern map",
)
