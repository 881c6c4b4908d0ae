"""Which clans the Bakufu has declared in rebellion (handbook 8; R38): who attacks one breaks no promise by it."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session

from control.kernel.database.keeping import kept
from control.kernel.database.reading import asked_once
from control.sengoku.rows import Army, Clan, Game, Rebellion


def rebels(session: Session) -> dict[str, str]:
    """The clans that are in rebellion, with their names; everybody may know."""
    return at_large(session)[0]


def armies_march(session: Session) -> bool:
    """Whether there is an army on the map; everybody sees their flags."""
    return at_large(session)[1]


MARCH = select(Army.id).where(Army.standing.is_(True)).exists()
REBELS = (
    select(MARCH, Clan.id, Clan.name)
    .select_from(Game)
    .outerjoin(Rebellion, Rebellion.lifted.is_(False))
    .outerjoin(Clan, Clan.id == Rebellion.clan)
    .order_by(Rebellion.id)
)


@asked_once
@kept
def at_large(session: Session) -> tuple[dict[str, str], bool]:
    """Both, in one question, for the head of every page asks it."""
    rows = session.execute(REBELS).all()
    return {key: name for _, key, name in rows if key}, any(there for there, *_ in rows)
