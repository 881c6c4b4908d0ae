"""What a force is busy with: the open encounter or battle it is in."""

from __future__ import annotations

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import Session

from control.sengoku.rows import Army, Battle, BattleForce, Encounter, EncounterForce
from control.sengoku.world.forces.sides_questions import Force


def open_business(session: Session, force: Force) -> str:
    """The open encounter or battle a force is in, in words; empty if there is none."""
    encounter = session.scalar(
        select(Encounter.id)
        .join(EncounterForce, EncounterForce.encounter == Encounter.id)
        .where(as_link(EncounterForce, force), Encounter.outcome == "")
    )
    if encounter:
        return f"encounter {encounter}"
    battle = battle_of(session, force)
    return f"battle {battle}" if battle else ""


def battle_of(session: Session, force: Force) -> int | None:
    """The number of the unfinished battle a force is in, if there is one."""
    return session.scalar(
        select(Battle.id)
        .join(BattleForce, BattleForce.battle == Battle.id)
        .where(as_link(BattleForce, force), Battle.over.is_(False))
    )


def as_link(links: type[EncounterForce] | type[BattleForce], force: Force) -> ColumnElement[bool]:
    """What an encounter's or a battle's row for this force holds."""
    return links.army == force.id if isinstance(force, Army) else links.garrison == force.id
