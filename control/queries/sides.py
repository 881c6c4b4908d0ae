"""What counts for a side of a battle: its forces, who leads them, works, home and temple (R2, R4, R31)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
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
from control.rules.sengoku.allowance import effective_experience
from control.rules.sengoku.tables import Options, Tables

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
    wounded: bool


def figures(
    session: Session, battle: Battle, lead_clan: str, forces: Sequence[Force], general: Character | None
) -> Figures:
    """What the forces of a side count as in this battle, as all rows are now.

    They may be of several clans: allies, vassals, temples. The works help them if any of these holds them, home is
    where the clan of the general in command has its home (``lead_clan``'s where nobody leads), and the intrinsic
    defence counts only where nobody stands at all (R2, R4, R31).
    """
    province = session.get_one(Province, battle.province)
    place = session.get_one(Place, battle.place) if battle.place else None
    home_of = session.get_one(Clan, general.clan if general else lead_clan)
    holder, work = (place.holder, place.fortification) if place else (province.holder, province.castle)
    return Figures(
        experience=able(session, general) if general else 0,  # nobody leads
        troops=sum(force.troops for force in forces),
        home_province=home_of.home_province == province.id,
        fortification=work if holder in {lead_clan, *(force.clan for force in forces)} else "none",
        monks_at_home_temple=any(is_at_home_temple(session, battle, key) for key in clans_among(lead_clan, forces)),
        intrinsic=0 if forces or place else province.rice_value,
        wounded=general is not None and general.wounded,
    )


def clans_among(lead_clan: str, forces: Sequence[Force]) -> set[str]:
    """The clans that have forces on a side; where there are none, the one it is about."""
    return {force.clan for force in forces} or {lead_clan}


def is_at_home_temple(session: Session, battle: Battle, clan_id: str) -> bool:
    """Whether a battle is about the home temple of this clan, whose warrior monks then count double (R4)."""
    clan = session.get_one(Clan, clan_id)
    return battle.place is not None and clan.kind == "temple" and clan.home_place == battle.place


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
    attacker, defender = rows_of(session, battle)
    return side_now(session, battle, attacker), side_now(session, battle, defender)


def rows_of(session: Session, battle: Battle) -> tuple[BattleSide, BattleSide]:
    """The rows of the attacker and the defender."""
    return (
        session.get_one(BattleSide, (battle.id, "attacker")), session.get_one(BattleSide, (battle.id, "defender")),
    )


def side_now(session: Session, battle: Battle, row: BattleSide) -> rules.Side:
    """One side as the rules see it. A temple's own monks double before its gates, those who came to help do not."""
    found = links_of(session, battle, row.role)
    if not battle.rounds:
        row = BattleSide(**{**row.as_dict(), **figures_now(session, battle, row)})
    monks = None
    if row.monks_at_home_temple:
        monks = sum(
            link.troops if battle.rounds else unit(session, link).troops
            for link in found if is_at_home_temple(session, battle, unit(session, link).clan)
        )
    return replace(row.as_side(), monks=monks)


def figures_now(session: Session, battle: Battle, side: BattleSide) -> Figures:
    """The figures of a side anew: until the first round the umpire may set any of them right."""
    general = session.get_one(Character, side.general) if side.general else None
    return figures(session, battle, side.clan, units(session, battle, side.role), general)


def units(session: Session, battle: Battle, role: str) -> list[Force]:
    """The armies and garrisons of a side."""
    return [unit(session, link) for link in links_of(session, battle, role)]


def links_of(session: Session, battle: Battle, role: str) -> list[BattleForce]:
    """The rows of the forces on a side, in the order in which they joined it."""
    return list(session.scalars(
        select(BattleForce).filter_by(battle=battle.id, role=role).order_by(BattleForce.id)
    ))


def unit(session: Session, link: BattleForce | EncounterForce | Recovery) -> Force:
    """The army or garrison that a row is about."""
    if link.army is not None:
        return session.get_one(Army, link.army)
    return session.get_one(Garrison, link.garrison)


def ground(session: Session, battle: Battle) -> rules.Ground:
    """Where a battle is fought."""
    return rules.Ground(mountainous=session.get_one(Province, battle.province).mountainous, sea=battle.sea)


def undecided(session: Session, battle: Battle, tables: Tables, options: Options) -> tuple[int, ...]:
    """The real counters that come back to attacker and defender of a battle that nobody wins (R8)."""
    place = ground(session, battle)
    return tuple(
        rules.recovery(side.troops_lost(place, tables, options), "undecided", tables=tables)
        for side in sides(session, battle)
    )
