"""Marks: whether what a page shows has changed since, so that a form in use is told and never touched."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from control.models import Army, Battle, BattleForce, BattleSide, Character, Encounter, EncounterForce, MarchOrder
from control.queries.sides import unit


def of_battle(session: Session, number: int) -> list[Any]:
    """What a battle's page shows: the battle, its sides, the forces that fight."""
    rows: list[Any] = [session.get(Battle, number), *session.scalars(select(BattleSide).filter_by(battle=number))]
    return rows + [unit(session, link) for link in session.scalars(select(BattleForce).filter_by(battle=number))]


def of_army(session: Session, number: int) -> list[Any]:
    """What an army's pages show: the army, its general, its order."""
    army = session.get(Army, number)
    return [army, army and session.get(Character, army.general), session.get(MarchOrder, number)]


def of_encounter(session: Session, number: int) -> list[Any]:
    """What an encounter's page shows: the encounter and the forces in it."""
    links = session.scalars(select(EncounterForce).filter_by(encounter=number).order_by(EncounterForce.id))
    return [session.get(Encounter, number), *(unit(session, link) for link in links)]


KINDS: dict[str, Callable[[Session, int], list[Any]]] = {
    "battle": of_battle, "army": of_army, "encounter": of_encounter,
}


def mark(session: Session, kind: str, number: int) -> str:
    """A short text that changes whenever something the page shows does: the versions of its rows."""
    return "-".join(str(row.version) if row is not None else "0" for row in KINDS[kind](session, number))
