"""People as the order of precedence looks at them (handbook 4; R29)."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from control.kernel.reading import by_key
from control.sengoku.rows import Character, Title
from control.sengoku.rules.precedence import Person


def persons(session: Session, ids: Iterable[str]) -> list[Person]:
    """The characters with these ids, each once, with the highest court rank they hold; ids of nobody are left out.
    What a dead person held is vacant (R39)."""
    wanted = list(dict.fromkeys(ids))
    ranks = by_key(
        session,
        select(Title.character, func.min(Title.rank))
        .join(Title.the_character)
        .where(Title.kind == "court_rank", Title.character.in_(wanted), Character.alive.is_(True))
        .group_by(Title.character),
    )
    found = {one.id: one for one in session.scalars(select(Character).where(Character.id.in_(wanted)))}
    return [
        Person(one.id, one.name, one.role, ranks.get(one.id), one.ancestor, one.age)
        for key in wanted
        if (one := found.get(key))
    ]
