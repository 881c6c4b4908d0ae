"""Settling encounters: pass, parley or battle (handbook 6, "Combat"; R11, R14 to R17)."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import Session

from control.actions.registry import Forcible, World, action
from control.models import (
    Army,
    Battle,
    BattleForce,
    BattleSide,
    Character,
    Clan,
    Encounter,
    EncounterForce,
    Garrison,
    MarchOrder,
    Place,
    Province,
)
from control.queries.sides import BETWEEN, Force, able, commander, figures, forces_of
from control.rules.errors import ChangedElsewhere, OrderNotAllowed, OrderNotUnderstood, did_you_mean
from control.rules.sengoku import battle as rules
from control.typed import number, one_of, text

OUTCOMES = ("pass", "parley", "battle")


class SettleEncounter(Forcible):
    """How an encounter ends. For a battle: the clans that attack and defend, and how that was settled (R11).

    ``place`` names a city or temple that is fought for, whose own works count instead of the province's;
    ``province``, where two armies met between their provinces and both stayed, in which of them they fight.
    """

    encounter: number(1, 10**6, "the number of an encounter")
    outcome: one_of("an outcome", *OUTCOMES)
    attacker: text("the attacking clan") = ""
    defender: text("the defending clan") = ""
    settled_by: one_of("the way the attacker was settled", *rules.ATTACKER_SETTLED_BY) | None = None
    attacker_in_person: bool = False
    defender_in_person: bool = False
    place: text("a place") = ""
    province: text("a province") = ""
    note: text("a note") = ""
    version: int | None = None


@action("encounter.settle", title="Settle an encounter", order=SettleEncounter, desks=("map", "game"))
def settle(world: World, order: SettleEncounter) -> str:
    """Settle an encounter: the forces pass each other, they parley, or they fight."""
    encounter = world.get(Encounter, order.encounter, "encounter", order.version)
    if encounter.outcome:
        raise ChangedElsewhere(f"Encounter {encounter.id} was settled already: {encounter.outcome}.", field="encounter")
    forces = forces_of(world.session, encounter)
    province = world.session.get_one(Province, encounter.province)
    encounter.outcome, encounter.note = order.outcome, order.note
    met = {clan.name for clan in clans_of(world.session, forces)}
    if encounter.kind == "closed_province" and province.holder:
        met.add(world.session.get_one(Clan, province.holder).name)
    who = " and ".join(sorted(met)) or "those who met"
    note = f" {order.note}." if order.note else ""
    if order.outcome == "battle":
        return open_battle(world, order, encounter, forces, province)
    if order.outcome == "parley":
        halt(forces, "parley")
        return f"In {province.name}, {who} parley and stay where they are this season.{note}"
    found = ""
    if encounter.kind in BETWEEN:
        found = meet_others(world, encounter, let_through(world, forces), forces)
    return f"In {province.name}, {who} pass each other by.{found}{note}"


def queue(world: World, phase: int, province: str, kind: str, forces: Iterable[Force]) -> Encounter:
    """Put an encounter of these forces into the queue, for Map Control to settle (R14)."""
    encounter = Encounter(
        id=world.number("encounter"), year=world.game.year, season=world.game.season, phase=phase, province=province,
        kind=kind,
    )
    world.session.add(encounter)
    world.session.flush()
    world.session.add_all(EncounterForce(
        id=world.number("encounter_force"), encounter=encounter.id,
        army=force.id if isinstance(force, Army) else None,
        garrison=force.id if isinstance(force, Garrison) else None,
    ) for force in forces)
    return encounter


def let_through(world: World, forces: list[Force]) -> list[Army]:
    """Armies that met between two provinces and pass each other take the leg they were stopped on; those that did."""
    moved = []
    armies = [force for force in forces if isinstance(force, Army)]
    stood = {army.id: {army.province, army.came_from} for army in armies}
    for army in [army for army in armies if not has_entered(world, army, armies)]:
        order = world.session.get(MarchOrder, army.id)
        if order is None or army.walked >= len(order.route):
            continue
        ahead = order.route[army.walked]
        if any(ahead in stood[other.id] for other in armies if other is not army):
            army.came_from, army.province, army.walked = army.province, ahead, army.walked + 1
            moved.append(army)
    return moved


def meet_others(world: World, encounter: Encounter, moved: list[Army], passed: list[Force]) -> str:
    """Whom the armies that were let through find where they now are: encounters of their own; told in words."""
    told = ""
    for province in sorted({army.province for army in moved}):
        entered = [army for army in moved if army.province == province]
        here: list[Force] = [
            *world.session.scalars(select(Army).filter_by(province=province, standing=True).order_by(Army.id)),
            *world.session.scalars(select(Garrison).filter_by(province=province, standing=True)),
        ]
        clans = {army.clan for army in entered}
        others = [force for force in here if force not in passed and clans - {force.clan}]
        if others:
            queue(world, encounter.phase, province, "meeting", [*entered, *others])
            told += f" In {world.scenario.provinces[province].name} they meet others."
    return told


def has_entered(world: World, army: Army, armies: list[Army]) -> bool:
    """Whether an army of an exchange took its leg, having the better general: then it shares the other's province."""

    def experience(one: Army) -> int:
        return able(world.session, world.session.get_one(Character, one.general))

    others = [other for other in armies if other is not army]
    return any(
        other.province == army.province and experience(army) > experience(other) for other in others
    )


def halt(forces: Iterable[Force], reason: str) -> None:
    """These armies move no more this season."""
    for force in forces:
        if isinstance(force, Army):
            force.halted = reason


def open_battle(
    world: World, order: SettleEncounter, encounter: Encounter, forces: list[Force], province: Province
) -> str:
    """Set up the battle: both sides as they stand before the first round."""
    clans = {clan.id: clan for clan in clans_of(world.session, forces)}
    attacker = one_clan(clans, order.attacker, "attacker")
    defender = defending_clan(world, order, clans, attacker, province)
    if order.settled_by is None:
        raise OrderNotUnderstood(
            f"Say how the attacker was settled: {', '.join(rules.ATTACKER_SETTLED_BY)} (R11).", field="settled_by"
        )
    province = met_in(world, order, forces, province, encounter)
    place = fought_for(world, order.place, province)
    battle = Battle(
        id=world.number("battle"), encounter=encounter.id, province=province.id, place=place.id if place else None,
        sea=encounter.kind == "opposed_crossing", settled_by=order.settled_by,
    )
    world.session.add(battle)
    world.session.flush()
    sides = [
        side_of(world, battle, role, clan, [force for force in forces if force.clan == clan.id], in_person)
        for role, clan, in_person in (
            ("attacker", attacker, order.attacker_in_person), ("defender", defender, order.defender_in_person),
        )
    ]
    rules.check_settled(order.settled_by, *(side.as_side() for side in sides))
    if clans.keys() - {attacker.id, defender.id}:  # the others have theirs to settle yet
        queue(world, encounter.phase, encounter.province, encounter.kind, forces)
    where = f"at {place.name} in {province.name}" if place else f"in {province.name}"
    if battle.sea:
        where = f"at sea off {province.name}"
    how = order.settled_by.replace("_", " ")
    return f"{sides[0].name} attacks {sides[1].name} {where} (battle {battle.id}; attacker by {how})."


def met_in(
    world: World, order: SettleEncounter, forces: list[Force], province: Province, encounter: Encounter
) -> Province:
    """Where the battle is: the umpire chooses between the two provinces of armies that both stayed at home (R14)."""
    if not order.province:
        return province
    possible = sorted({force.province for force in forces} if encounter.kind in BETWEEN else {province.id})
    if order.province not in possible:
        names = ", ".join(world.scenario.provinces[key].name for key in possible)
        raise OrderNotAllowed(f"They can only fight in {names}.", field="province", ruling="R14")
    return world.session.get_one(Province, order.province)


def side_of(
    world: World, battle: Battle, role: str, clan: Clan, forces: list[Force], in_person: bool
) -> BattleSide:
    """Put one side into the battle, with all that counts for it; its armies move no more this season."""
    session = world.session
    province = session.get_one(Province, battle.province)
    forces = forces or standing_guard(world, clan, province)
    for force in forces:
        free_to_fight(world, force, role)
        session.add(BattleForce(
            id=world.number("battle_force"), battle=battle.id, role=role, troops=force.troops,
            army=force.id if isinstance(force, Army) else None,
            garrison=force.id if isinstance(force, Garrison) else None,
        ))
    halt(forces, "battle")
    general = commander(session, forces)
    if general is None and in_person:
        raise OrderNotAllowed(f"{clan.name} has no general here to fight in person.", field=f"{role}_in_person")
    if general is not None:
        one_battle_more(world, general, role)
    side = BattleSide(
        battle=battle.id, role=role, clan=clan.id, in_person=in_person, general=general.id if general else None,
        name=general.name if general else f"the {'garrison' if forces else 'levy'} of {province.name}",
        **figures(session, battle, clan.id, forces, general),
    )
    session.add(side)
    return side


def one_battle_more(world: World, general: Character, role: str) -> None:
    """Count a battle of this season for a general, who may fight as many as he has experience (R9)."""
    try:
        rules.check_battles_fought(general.name, general.experience, general.battles)
    except OrderNotAllowed as error:
        world.forbid(OrderNotAllowed(error.sentence, field=role, ruling=error.ruling))
    general.battles += 1


def standing_guard(world: World, clan: Clan, province: Province) -> list[Force]:
    """The garrison of a clan that took no part in the encounter: where one is raised, it fights, and no intrinsic
    defence counts (R4)."""
    return list(world.session.scalars(
        select(Garrison).filter_by(clan=clan.id, province=province.id, standing=True)
    ))


def free_to_fight(world: World, force: Force, role: str) -> None:
    """Refuse for a force that is still in another battle: its losses would count twice."""
    if number_ := battle_of(world.session, force):
        raise OrderNotAllowed(
            f"{named(world.session, force)} is still in battle {number_}. End that first.", field=role, ruling="R14"
        )


def named(session: Session, force: Force) -> str:
    """A force in a sentence."""
    if isinstance(force, Army):
        return f"Army {force.code}"
    return f"The garrison of {session.get_one(Province, force.province).name}"


def one_clan(clans: dict[str, Clan], key: str, field: str) -> Clan:
    """A clan that has forces in the encounter."""
    if key not in clans:
        said = f'"{key}" has no force in this encounter' if key else f"Say which clan is the {field}"
        names = ", ".join(f"{clan.name} ({clan.id})" for clan in clans.values())
        raise OrderNotUnderstood(f"{said}: {names}.{did_you_mean(key, clans)}", field=field)
    return clans[key]


def defending_clan(
    world: World, order: SettleEncounter, clans: dict[str, Clan], attacker: Clan, province: Province
) -> Clan:
    """The clan attacked: the one named, the only other one there, or the holder with its intrinsic defence (R16)."""
    others = {key: clan for key, clan in clans.items() if key != attacker.id}
    if not others and province.holder and province.holder != attacker.id:
        others = {province.holder: world.session.get_one(Clan, province.holder)}
    if order.defender == "" and len(others) == 1:
        return next(iter(others.values()))
    if not others:
        raise OrderNotAllowed("There is nobody here to fight.", field="attacker")
    return one_clan(others, order.defender, "defender")


def fought_for(world: World, key: str, province: Province) -> Place | None:
    """The place a battle is about, which must lie in the province."""
    if not key:
        return None
    place = world.get(Place, key, "place")
    if place.province != province.id:
        raise OrderNotAllowed(f"{place.name} does not lie in {province.name}.", field="place")
    return place


def clans_of(session: Session, forces: Iterable[Force]) -> list[Clan]:
    """The clans of these forces, each once."""
    return [session.get_one(Clan, key) for key in sorted({force.clan for force in forces})]


def open_encounters(session: Session) -> list[str]:
    """The encounters nobody has settled, in words."""
    rows = session.execute(
        select(Encounter.id, Province.name).join(Province, Province.id == Encounter.province)
        .where(Encounter.outcome == "").order_by(Encounter.id)
    )
    return [f"encounter {number_} in {name}" for number_, name in rows]


def open_battles(session: Session) -> list[str]:
    """The battles that are not over, in words."""
    rows = session.execute(
        select(Battle.id, Province.name).join(Province, Province.id == Battle.province)
        .where(Battle.over.is_(False)).order_by(Battle.id)
    )
    return [f"battle {number_} in {name}" for number_, name in rows]


def open_business(session: Session, force: Force) -> str:
    """The open encounter or battle a force is in, in words; empty if there is none."""
    encounter = session.scalar(
        select(Encounter.id).join(EncounterForce, EncounterForce.encounter == Encounter.id)
        .where(as_link(EncounterForce, force), Encounter.outcome == "")
    )
    if encounter:
        return f"encounter {encounter}"
    battle = battle_of(session, force)
    return f"battle {battle}" if battle else ""


def battle_of(session: Session, force: Force) -> int | None:
    """The number of the unfinished battle a force is in, if there is one."""
    return session.scalar(
        select(Battle.id).join(BattleForce, BattleForce.battle == Battle.id)
        .where(as_link(BattleForce, force), Battle.over.is_(False))
    )


def as_link(links: type[EncounterForce] | type[BattleForce], force: Force) -> ColumnElement[bool]:
    """What an encounter's or a battle's row for this force holds."""
    return links.army == force.id if isinstance(force, Army) else links.garrison == force.id
