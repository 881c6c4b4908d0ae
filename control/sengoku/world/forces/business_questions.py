"""What a force is busy with, and what is open on a ground: encounters and battles."""

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


def open_fight(session: Session, province: str, place: str | None) -> str:
    """The open battle or encounter on this very ground, in words; empty if there is none."""
    met = select(Encounter.id).filter_by(province=province, place=place, outcome="").order_by(Encounter.id)
    fought = (
        select(Battle.id)
        .join(Battle.the_encounter)
        .where(Battle.province == province, Encounter.place == place, Battle.over.is_(False))
        .order_by(Battle.id)
    )
    if battle := session.scalars(fought).first():
        return f"battle {battle}"
    encounter = session.scalars(met).first()
    return f"encounter {encounter}" if encounter else ""


def as_link(links: type[EncounterForce] | type[BattleForce], force: Force) -> ColumnElement[bool]:
    """What an encounter's or a battle's row for this force holds."""
    return links.army == force.id if isinstance(force, Army) else links.garrison == force.id
