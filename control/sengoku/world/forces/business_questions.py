"""What a force is busy with, what is open on a ground (encounters and battles), and whom an undecided battle holds."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import Session, selectinload

from control.sengoku.rows import Army, Battle, BattleForce, BattleSide, Encounter, EncounterForce, Province, Recovery
from control.sengoku.world.forces.levies_questions import levy_of
from control.sengoku.world.forces.sides_questions import Force, rows_of, with_forces


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


def is_held(session: Session, army: Army) -> bool:
    """Whether an army may only stay or go back the way it came (R15)."""
    return army.held_by is not None and bool(enemies_left(session, army) or levy_left(session, army))


def held_armies(session: Session) -> set[int]:
    """The numbers of all armies that may only stay or go back the way they came (R15)."""
    bound = list(session.scalars(select(Army).where(Army.standing.is_(True), Army.held_by.is_not(None))))
    if not bound:
        return set()
    fought = select(Battle).where(Battle.id.in_({army.held_by for army in bound})).options(*AS_FOUGHT)
    battles = {one.id: one for one in session.scalars(fought)}
    found = set()
    for army in bound:
        battle = battles[army.held_by or 0]
        if enemies_among(army, battle.forces) or levy_among(session, army, battle, battle.sides, battle.forces):
            found.add(army.id)
    return found


AS_FOUGHT = (selectinload(Battle.sides), selectinload(Battle.forces).options(*with_forces(BattleForce)))
"""Asks for battles with their sides and forces."""


def levy_left(session: Session, army: Army) -> str:
    """The levy that an army fought without a clear victory, if it stands yet in its province; in words (R4, R15)."""
    battle = session.get(Battle, army.held_by) if army.held_by is not None else None
    if battle is None:
        return ""
    stands = levy_among(session, army, battle, rows_of(session, battle), links_to(session, battle.id))
    return f"the levy of {session.get_one(Province, battle.province).name}" if stands else ""


def levy_among(
    session: Session, army: Army, battle: Battle, sides: Iterable[BattleSide], links: Iterable[BattleForce]
) -> bool:
    """Whether a levy that an army fought in this battle stands yet in its province."""
    if battle.place or battle.province != army.province:
        return False
    own = {link.role for link in links if link.force.clan == army.clan}
    return any(side.intrinsic and side.role not in own for side in sides) and levy_of(session, battle.province) > 0


def enemies_left(session: Session, army: Army) -> list[Force]:
    """Those whom an army fought without a clear victory, as far as they still stand in its province (R15).

    An army that was split off one of the fighters, or took one in, was on the side of its clan.
    """
    return enemies_among(army, links_to(session, army.held_by)) if army.held_by is not None else []


def links_to(session: Session, battle: int) -> list[BattleForce]:
    """The rows of all forces of a battle, in the order in which they joined it, with those forces."""
    links = select(BattleForce).filter_by(battle=battle).options(*with_forces(BattleForce))
    return list(session.scalars(links.order_by(BattleForce.id)))


def enemies_among(army: Army, links: Iterable[BattleForce]) -> list[Force]:
    """Those of a battle's forces that were against an army, as far as they still stand in its province."""
    fought = [(link.role, link.force) for link in links]
    own = {role for role, force in fought if force is army or force.clan == army.clan}
    if not own:
        return []
    return [
        force
        for role, force in fought
        if role not in own and force.standing and force.troops and force.province == army.province
    ]


def as_link(links: type[EncounterForce | BattleForce | Recovery], force: Force) -> ColumnElement[bool]:
    """What an encounter's or a battle's row for this force holds, or that of what comes back to it."""
    return links.army == force.id if isinstance(force, Army) else links.garrison == force.id
