"""The whole game as one JSON document, or the part of it an audience may see."""

from __future__ import annotations

from typing import Any

from sqlalchemy import inspect, select
from sqlalchemy.orm import Session

from control.models import (
    Army,
    Base,
    Battle,
    BattleForce,
    BattleRound,
    BattleSide,
    Character,
    Claim,
    Clan,
    Companion,
    Encounter,
    EncounterForce,
    Game,
    Garrison,
    JournalEntry,
    MarchOrder,
    Notice,
    NoticeTo,
    Passage,
    Place,
    Province,
    Recovery,
    RiskDraw,
    SealedTactic,
    Succession,
    TableCheck,
    Title,
    Treaty,
)
from control.queries.audience import SEES_ARMIES

PUBLIC: dict[str, type[Base]] = {"clans": Clan, "provinces": Province, "places": Place, "titles": Title}
UMPIRES: dict[str, type[Base]] = {
    **PUBLIC,
    "characters": Character, "armies": Army, "garrisons": Garrison, "orders": MarchOrder, "recoveries": Recovery,
    "encounters": Encounter, "encounter_forces": EncounterForce, "battles": Battle, "battle_sides": BattleSide,
    "battle_forces": BattleForce, "battle_rounds": BattleRound, "sealed_tactics": SealedTactic, "claims": Claim,
    "companions": Companion, "risk_draws": RiskDraw, "successions": Succession, "treaties": Treaty,
    "passages": Passage, "notices": Notice, "notice_recipients": NoticeTo, "table_checks": TableCheck,
    "journal": JournalEntry,
}
NEVER = {"seed", "secret"}  # of the game row: whoever knows them knows the dice to come, or signs in as anybody
NOT_PUBLIC = {"raised", "unrest", "version"}  # how many counters a province raised tells the size of its garrison


def parts(audience: str) -> dict[str, type[Base]]:
    """The parts of the state that a desk (or ``public``) may see."""
    return UMPIRES if audience in SEES_ARMIES else PUBLIC


def state(session: Session, audience: str) -> dict[str, Any]:
    """The state as this audience may see it: the game, then each part as a list of rows in the order of keys.

    Only Map Control and Game Control see forces; everybody else gets flags: a clan's army is in a province.
    """
    seen: dict[str, Any] = {"game": game_part(session)}
    for name in parts(audience):
        seen[name] = part(session, name, audience)
    if audience not in SEES_ARMIES:
        seen["flags"] = flags_part(session)
    return seen


def game_part(session: Session) -> dict[str, Any]:
    """The game's row without its secrets."""
    game = session.get_one(Game, 1).as_dict()
    return {name: value for name, value in game.items() if name not in NEVER}


def part(session: Session, name: str, audience: str) -> list[dict[str, Any]]:
    """One part of the state, row by row."""
    model = parts(audience)[name]
    hidden = set() if audience in SEES_ARMIES else NOT_PUBLIC
    found = session.scalars(select(model).order_by(*inspect(model).primary_key))
    return [{key: value for key, value in row.as_dict().items() if key not in hidden} for row in found]


def flags_part(session: Session) -> list[dict[str, str]]:
    """Where a clan shows a flag; one for each army, and nothing about it."""
    found = session.execute(
        select(Army.clan, Army.province).where(Army.standing.is_(True)).order_by(Army.province, Army.clan, Army.id)
    )
    return [{"clan": clan, "province": province} for clan, province in found]
