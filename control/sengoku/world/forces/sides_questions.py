"""What counts for a side of a battle: its forces, who leads them, works, home and temple (R2, R4, R31)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TypedDict, TypeGuard

from sqlalchemy import select
from sqlalchemy.orm import Session, joinedload
from sqlalchemy.orm.strategy_options import _AbstractLoad

from control.kernel.database.reading import asked_once
from control.sengoku.rows import (
    Army,
    Battle,
    BattleForce,
    BattleRound,
    BattleSide,
    Character,
    Clan,
    Encounter,
    EncounterForce,
    Garrison,
    Place,
    Province,
    Recovery,
)
from control.sengoku.rules.battle import battle as rules
from control.sengoku.rules.march.allowance import effective_experience
from control.sengoku.rules.tables import OPPONENT, Options, Tables
from control.sengoku.world.bonds.treaties_questions import Concord
from control.sengoku.world.dates_questions import season_ahead
from control.sengoku.world.forces import levies_questions as levies
from control.sengoku.world.options_questions import options_in

Force = Army | Garrison
BETWEEN = ("exchange", "opposed_crossing")
"""Kinds of encounter between two provinces: each army may still stand in its own."""
WITH_THE_PEOPLE = ("closed_province", "undefended", "siege")
"""Kinds of encounter in which one clan may have to do with the people of the land, or its holder."""


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
    session: Session,
    battle: Battle,
    lead_clan: str | None,
    forces: Sequence[Force],
    general: Character | None,
    enemies: set[str | None],
) -> Figures:
    """What the forces of a side count as in this battle, as all rows are now.

    They may be of several clans: allies, vassals, temples. Works and levy of the ground help those who fight for its
    holder: his own forces, and allies beside them or in their stead. The works count while counters or levy hold them,
    the levy while it is unbeaten and the holder has no counters there. Home is where the clan of the general in command
    has its home; where nobody leads there is none (R2, R4, R31).
    """
    province = session.get_one(Province, battle.province)
    place = session.get_one(Place, battle.place) if battle.place else None
    own = {lead_clan, *(force.clan for force in forces)}
    home_of = session.get_one(Clan, general.clan) if general else None
    levy, is_held = 0, False
    if not battle.sea and fights_for(session, levies.holder_of(session, *site(battle)), own, enemies):
        guards = levies.counters_of_holder(session, *site(battle))
        stands = not levies.is_beaten(session, *site(battle))
        holder = levies.holder_of(session, *site(battle))
        is_held = stands or guards > 0 or any(force.clan == holder and force.troops for force in forces)
        levy = levy_beside(session, battle, guards) if stands else 0
    return Figures(
        experience=able(session, general) if general else 0,  # nobody leads
        troops=sum(force.troops for force in forces),
        home_province=home_of is not None and home_of.home_province == province.id,
        fortification=(place or province).castle if is_held else "none",
        monks_at_home_temple=any(is_at_home_temple(session, battle, force) for force in forces),
        intrinsic=levy,
        wounded=general is not None and general.wounded,
    )


def site(battle: Battle) -> tuple[str, str | None]:
    """The ground a battle is fought for: the province around, or a place in it (R41)."""
    return battle.province, battle.place


def levy_beside(session: Session, battle: Battle, guards: int) -> int:
    """What an unbeaten levy counts as, its holder having ``guards`` counters there himself (R4)."""
    value = levies.value_of(session, *site(battle))
    if options_in(session).intrinsic == "at_least":
        return max(0, value - guards)
    return 0 if guards else value


def fights_for(session: Session, holder: str | None, own: set[str | None], enemies: set[str | None]) -> bool:
    """Whether a side fights for the holder of the ground: he is on it, or his allies are and neither he nor any of them
    is on the other (R4). ``None`` stands for the people of a place that nobody holds."""
    if holder in own or holder is None:
        return holder in own
    if holder in enemies:
        return False
    concord = Concord(session)

    def friends(clans: set[str | None]) -> bool:
        return any(clan is not None and concord.are_friends(holder, clan) for clan in clans)

    return friends(own) and not friends(enemies)


def is_at_home_temple(session: Session, battle: Battle, force: Force) -> bool:
    """Whether a force of warrior monks defends its home temple, inside it: then it counts double (R4, R41)."""
    clan = session.get_one(Clan, force.clan)
    return (
        battle.place is not None
        and clan.kind == "temple"
        and clan.home_place == battle.place
        and force.place == battle.place
    )


def forces_of(session: Session, encounter: Encounter) -> list[Force]:
    """The forces of an encounter that still stand where they met (a lost battle may have sent one away)."""
    links = select(EncounterForce).filter_by(encounter=encounter.id).order_by(EncounterForce.id)
    return still_there(encounter, session.scalars(links.options(*with_forces(EncounterForce))))


def forces_on(session: Session, province: str, place: str | None = None, **of: str) -> list[Force]:
    """The armies on this very ground, then the garrisons (R41); those ``of`` a clan alone, if one is named."""
    there = {"province": province, "place": place, "standing": True, **of}
    armies = session.scalars(select(Army).filter_by(**there).order_by(Army.id))
    return [*armies, *session.scalars(select(Garrison).filter_by(**there).order_by(Garrison.id))]


def still_there(encounter: Encounter, links: Iterable[EncounterForce]) -> list[Force]:
    """Those of the forces that met that still stand where they did."""
    return [
        force
        for force in (link.force for link in links)
        if force.standing and (encounter.kind in BETWEEN or force.province == encounter.province)
    ]


def with_forces(link: type[EncounterForce | BattleForce | Recovery]) -> tuple[_AbstractLoad, ...]:
    """Asks for the forces behind such links with them: armies with their generals, and garrisons."""
    return joinedload(link.the_army).joinedload(Army.the_general), joinedload(link.the_garrison)


def commander(session: Session, forces: Iterable[Force]) -> Character | None:
    """The general who leads: the most experienced as he is now, of equals the one of the oldest army."""
    armies = sorted((force for force in forces if isinstance(force, Army)), key=lambda army: army.id)
    generals = [army.the_general for army in armies]
    return max(generals, key=lambda general: able(session, general), default=None)


def able(session: Session, general: Character) -> int:
    """A general's experience as it counts now, less for a wound (R19)."""
    return effective_experience(general.experience, general.wounded, options_in(session))


def sides(session: Session, battle: Battle) -> tuple[rules.Side, rules.Side]:
    """Attacker and defender as the rules see them; until the first round as their rows are now."""
    attacker, defender = rows_of(session, battle)
    return side_now(session, battle, attacker), side_now(session, battle, defender)


@asked_once
def rows_of(session: Session, battle: Battle) -> tuple[BattleSide, BattleSide]:
    """The rows of the attacker and the defender."""
    return row_of_side(session, battle, "attacker"), row_of_side(session, battle, "defender")


def row_of_side(session: Session, battle: Battle, role: str) -> BattleSide:
    """The row of one side."""
    return session.get_one(BattleSide, (battle.id, role))


def last_result(session: Session, battle: Battle) -> str:
    """The result of the last round that was fought, as it stands on the table."""
    return str(session.get_one(BattleRound, (battle.id, battle.rounds)).report["result"])


def side_now(session: Session, battle: Battle, row: BattleSide) -> rules.Side:
    """One side as the rules see it. A temple's own monks double before its gates, those who came to help do not."""
    found = links_of(session, battle, row.role)
    if not battle.rounds:
        row = BattleSide(**{**row.as_dict(), **figures_now(session, battle, row)})
    monks, wound = None, 0
    if row.wounded and row.general and not battle.over:  # then he has learnt, and it is told of him as he fought
        wound = max(0, session.get_one(Character, row.general).experience - row.experience)
    if row.monks_at_home_temple:
        monks = sum(
            link.troops if battle.rounds else link.force.troops
            for link in found
            if is_at_home_temple(session, battle, link.force)
        )
    return replace(
        row.as_side(),
        monks=monks,
        others_in_person=sum(link.in_person for link in found),
        leaves=any(goes(link.force, battle) for link in found),
        wound=wound,
        garrisons=bool(found) and all(disperses(battle, link.force) for link in found),
    )


def goes(force: Force, battle: Battle) -> TypeGuard[Army]:
    """Whether a force of the side that leaves goes out of the province: not who attacked a place, nor who met between
    two provinces, and at home (R17, R41)."""
    there = not battle.sea and force.province == battle.province
    return isinstance(force, Army) and there and battle.place in (None, force.place)


def figures_now(session: Session, battle: Battle, side: BattleSide) -> Figures:
    """The figures of a side anew: until the first round the umpire may set any of them right."""
    general = session.get_one(Character, side.general) if side.general else None
    other = OPPONENT[side.role]
    enemies = {row_of_side(session, battle, other).clan, *(force.clan for force in units(session, battle, other))}
    return figures(session, battle, side.clan, units(session, battle, side.role), general, enemies)


def units(session: Session, battle: Battle, role: str) -> list[Force]:
    """The armies and garrisons of a side."""
    return [link.force for link in links_of(session, battle, role)]


@asked_once
def links_of(session: Session, battle: Battle, role: str) -> list[BattleForce]:
    """The rows of the forces on a side, in the order in which they joined it, with those forces."""
    links = select(BattleForce).filter_by(battle=battle.id, role=role).order_by(BattleForce.id)
    return list(session.scalars(links.options(*with_forces(BattleForce))))


def disperses(battle: Battle, force: Force) -> TypeGuard[Garrison]:
    """Whether a force is a garrison, which disperses if its side has lost, but around the place fought for (R41)."""
    return isinstance(force, Garrison) and battle.place in (None, force.place)


def ground(session: Session, battle: Battle) -> rules.Ground:
    """Where a battle is fought."""
    return rules.Ground(mountainous=session.get_one(Province, battle.province).mountainous, sea=battle.sea)


def broken_off(session: Session, battle: Battle, tables: Tables, options: Options) -> rules.Conclusion:
    """What a battle comes to that nobody ended: an outright victory is one, so is a side with nobody left; otherwise
    nobody has won and both sides stay (R7, R8)."""
    sides_, last = sides(session, battle), last_result(session, battle)
    place, coming = ground(session, battle), season_ahead(session)
    return rules.conclude(*sides_, place, last, tables=tables, options=options, following=coming)
