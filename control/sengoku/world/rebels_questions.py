"""Which clans the Bakufu has declared in rebellion (handbook 8; R38): who attacks one breaks no promise by it."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session

from control.kernel.reading import asked_once
from control.sengoku.rows import Clan, Rebellion


@asked_once
def rebels(session: Session) -> dict[str, str]:
    """The clans that are in rebellion, with their names; everybody may know."""
    found = select(Clan.id, Clan.name).join(Rebellion, Rebellion.clan == Clan.id)
    rows = session.execute(found.where(Rebellion.lifted.is_(False)).order_by(Rebellion.id))
    return {row.id: row.name for row in rows}
