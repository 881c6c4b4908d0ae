"""Marks: whether what a page shows has changed since, so that a form in use is told and never touched."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from control.sengoku.rows import (
    Army,
    Battle,
    BattleForce,
    BattleSide,
    Character,
    Claim,
    Encounter,
    EncounterForce,
    Game,
    MarchOrder,
    Passage,
    Treaty,
)
from control.sengoku.world.bonds.treaties_questions import known_by
from control.sengoku.world.forces.sides_questions import with_forces


def of_battle(session: Session, number: int) -> list[Any]:
    """What a battle's page shows: the battle, its sides, who minds it, the forces that fight."""
    both = select(BattleSide).filter_by(battle=number).order_by(BattleSide.role)
    rows: list[Any] = [session.get(Battle, number), *session.scalars(both), session.get(Claim, ("battle", number))]
    links = select(BattleForce).filter_by(battle=number).order_by(BattleForce.id)
    return rows + [link.force for link in session.scalars(links.options(*with_forces(BattleForce)))]


def of_army(session: Session, number: int) -> list[Any]:
    """What an army's pages show: the army, its general, its order."""
    army = session.get(Army, number)
    return [army, army and session.get(Character, army.general), session.get(MarchOrder, number)]


def of_encounter(session: Session, number: int) -> list[Any]:
    """What an encounter's page shows: the encounter, who minds it, and the forces in it."""
    links = select(EncounterForce).filter_by(encounter=number).order_by(EncounterForce.id)
    rows: list[Any] = [session.get(Encounter, number), session.get(Claim, ("encounter", number))]
    return rows + [link.force for link in session.scalars(links.options(*with_forces(EncounterForce)))]


def of_phase(session: Session, number: int) -> list[Any]:
    """What the preview of a phase rests on: the clock, every army and its order, and what clans have agreed, as far as
    Map Control may know."""
    return [
        session.get(Game, 1),
        *session.scalars(select(Army).filter_by(standing=True).order_by(Army.id)),
        *session.scalars(select(MarchOrder).order_by(MarchOrder.army)),
        *session.scalars(select(Treaty).where(known_by("map")).order_by(Treaty.id)),
        *session.scalars(select(Passage).order_by(Passage.id)),
    ]


KINDS: dict[str, Callable[[Session, int], list[Any]]] = {
    "battle": of_battle,
    "army": of_army,
    "encounter": of_encounter,
    "phase": of_phase,
}
