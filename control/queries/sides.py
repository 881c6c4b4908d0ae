"""What counts for a side of a battle: its forces, who leads them, works, home and temple (R2, R4, R31)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypedDict

from sqlalchemy import select
from sqlalchemy.orm import Session

from control.models import (
    Army,
    Battle,
    BattleForce,
    BattleSide,
    Character,
    Clan,
    Encounter,
    EncounterForce,
    Game,
    Garrison,
    Place,
    Province,
    Recovery,
)
from control.rules.sengoku import battle as rules
from control.rules.sengoku.movement import effective_experience

Force = Army | Garrison
BETWEEN = ("exchange", "opposed_crossing")
"""Kinds of encounter between two provinces: each army may still stand in its own."""


class Figures(TypedDict):
    """The columns of a BattleSide that follow from other rows."""

    experience: int
    troops: int
    home_province: bool
    fortification: str
    monks_at_home_temple: bool
    intrinsic: int


def figures(
    session: Session, battle: Battle, clan_id: str, forces: Sequence[Force], general: Character | None
) -> Figures:
    """What a clan's forces under a general count as in this battle, as all rows are now."""
    province = session.get_one(Province, battle.province)
    place = session.get_one(Place, battle.place) if battle.place else None
    clan = session.get_one(Clan, clan_id)
    holder, work = (place.holder, place.fortification) if place else (province.holder, province.castle)
    return Figures(
        experience=able(session, general) if general else 0,  # nobody leads
        troops=sum(force.troops for force in forces),
        home_province=clan.home_province == province.id,
        fortification=work if holder == clan.id else "none",
        monks_at_home_temple=place is not None and clan.kind == "temple" and place.id == clan.home_place,
        intrinsic=0 if forces or place else province.rice_value,
    )


def forces_of(session: Session, encounter: Encounter) -> list[Force]:
    """The forces of an encounter that still stand where they met (a lost battle may have sent one away)."""
    links = session.scalars(select(EncounterForce).filter_by(encounter=encounter.id).order_by(EncounterForce.id))
    return [
        force for link in links
        if (force := unit(session, link)).standing
        and (encounter.kind in BETWEEN or force.province == encounter.province)
    ]


def commander(session: Session, forces: Iterable[Force]) -> Character | None:
    """The general who leads: the most experienced as he is now, of equals the one of the oldest army."""
    armies = sorted((force for force in forces if isinstance(force, Army)), key=lambda army: army.id)
    generals = [session.get_one(Character, army.general) for army in armies]
    return max(generals, key=lambda general: able(session, general), default=None)


def able(session: Session, general: Character) -> int:
    """A general's experience as it counts now, less for a wound (R19)."""
    return effective_experience(general.experience, general.wounded, session.get_one(Game, 1).rule_options)


def sides(session: Session, battle: Battle) -> tuple[rules.Side, rules.Side]:
    """Attacker and defender as the rules see them; until the first round as their rows are now."""

    def side(role: str) -> rules.Side:
        row = session.get_one(BattleSide, (battle.id, role))
        if battle.rounds:
            return row.as_side()
        return BattleSide(**{**row.as_dict(), **figures_now(session, battle, row)}).as_side()

    return side("attacker"), side("defender")


def figures_now(session: Session, battle: Battle, side: BattleSide) -> Figures:
    """The figures of a side anew: until the first round the umpire may set any of them right."""
    general = session.get_one(Character, side.general) if side.general else None
    return figures(session, battle, side.clan, units(session, battle, side.role), general)


def units(session: Session, battle: Battle, role: str) -> list[Force]:
    """The armies and garrisons of a side."""
    links = session.scalars(select(BattleForce).filter_by(battle=battle.id, role=role).order_by(BattleForce.id))
    return [unit(session, link) for link in links]


def unit(session: Session, link: BattleForce | EncounterForce | Recovery) -> Force:
    """The army or garrison that a row is about."""
    if link.army is not None:
        return session.get_one(Army, link.army)
    return session.get_one(Garrison, link.garrison)


def ground(session: Session, battle: Battle) -> rules.Ground:
    """Where a battle is fought."""
    return rules.Ground(mountainous=session.get_one(Province, battle.province).mountainous, sea=battle.sea)
