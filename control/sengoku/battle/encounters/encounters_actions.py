"""Encounters: the queue of those that wait, who meets whom, and what is still open (handbook 6; R9, R14 to R17).

How one is settled is in `settling`, the setting up of its battle in `opening`.
"""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import select
from sqlalchemy.orm import Session, aliased, contains_eager

from control.kernel.errors import OrderNotAllowed, OrderNotUnderstood
from control.sengoku.rows import (
    Army,
    Battle,
    BattleForce,
    Character,
    Clan,
    Encounter,
    EncounterForce,
    Garrison,
    MarchOrder,
    Place,
    Province,
)
from control.sengoku.rules.battle import battle as rules
from control.sengoku.world.acting import World
from control.sengoku.world.bonds.treaties_questions import Concord
from control.sengoku.world.claims_actions import drop
from control.sengoku.world.forces.business_questions import as_link, open_business
from control.sengoku.world.forces.levies_questions import holder_of, levy_of
from control.sengoku.world.forces.sides_questions import WITH_THE_PEOPLE, Force, able, forces_of, forces_on
from control.sengoku.world.land.risings_questions import post_in_words
from control.sengoku.world.names import id_of, no_province
from control.sengoku.world.telling.notices_actions import tell_of_invasions

# --- The queue --------------------------------------------------------------------------------------------


def queue(
    world: World, phase: int, province: str, kind: str, forces: Iterable[Force], place: str | None = None
) -> Encounter:
    """Put an encounter of these forces into the queue, for Map Control to settle (R14); at a ``place``, if one is
    attacked (R41)."""
    forces = list(forces)
    encounter = world.new(Encounter, phase=phase, province=province, place=place, kind=kind)
    encounter.left_behind = kind == "undefended" and any(were_left_behind(world, force, province) for force in forces)
    world.session.flush()
    for force in forces:
        join(world, encounter, force)
    return encounter


def were_left_behind(world: World, force: Force, province: str) -> bool:
    """Whether counters are in this province since land there was taken from their clan this season (R23): an encounter
    with them that is called anew is about that yet."""
    met = select(Encounter.id).join(EncounterForce, EncounterForce.encounter == Encounter.id)
    met = met.where(Encounter.left_behind.is_(True), Encounter.province == province, as_link(EncounterForce, force))
    now = met.where(Encounter.year == world.game.year, Encounter.season == world.game.season)
    return world.session.scalar(now.limit(1)) is not None


def join(world: World, encounter: Encounter, force: Force) -> None:
    """Make a force part of an encounter."""
    world.new(
        EncounterForce,
        encounter=encounter.id,
        army=force.id if isinstance(force, Army) else None,
        garrison=force.id if isinstance(force, Garrison) else None,
    )
    world.session.flush()


STOPPING = ("fights", "raises")
"""The answers by which people let nobody pass (R16): whoever meets them again meets them with the same one."""


def requeue(world: World, encounter: Encounter, forces: list[Force], settled: Iterable[str]) -> str:
    """Whoever has a quarrel here that was not settled keeps it: an encounter of all these forces, told in words.

    ``settled`` are the clans that have had it out with each other.
    """
    concord, done = Concord(world.session), set(settled)
    clans = sorted({force.clan for force in forces})
    left = [
        (one, other)
        for spot, one in enumerate(clans)
        for other in clans[spot + 1 :]
        if not {one, other} <= done and concord.quarrel(one, other, encounter.province)
    ]
    if not left:
        return ""
    among = {clan for pair in left for clan in pair}
    again = queue(
        world,
        encounter.phase,
        encounter.province,
        encounter.kind,
        [force for force in forces if force.clan in among],
        encounter.place,
    )
    if encounter.answer in STOPPING:
        again.answer, again.note = encounter.answer, encounter.note
    names = " and ".join(sorted(world.session.get_one(Clan, key).name for key in among - done))
    return f" {names} {'has' if len(among - done) == 1 else 'have'} a quarrel left: encounter {again.id}."


def stopped_again(world: World, encounter: Encounter, forces: list[Force]) -> str:
    """People who let nobody pass do so yet: these forces, which have not fought them, meet them again with the answer
    that they gave (R16). Told in words; nothing where they gave none, or nobody is left."""
    if encounter.answer not in STOPPING or not forces:
        return ""
    again = queue(world, encounter.phase, encounter.province, encounter.kind, forces, encounter.place)
    again.answer, again.note = encounter.answer, encounter.note
    return f" Its people let nobody pass yet: encounter {again.id} (R16)."


# --- Who meets whom ---------------------------------------------------------------------------------------


def let_through(world: World, encounter: Encounter, forces: list[Force]) -> list[Army]:
    """Armies that met between two provinces and pass each other take the leg they were stopped on, unless their march
    has ended, or they took it when they passed another there; those that did. By sea nobody has entered, whichever way
    they go (R17). Where both stayed, the encounter is in the province where the first of them stood."""
    moved = []
    armies = [force for force in forces if isinstance(force, Army)]
    stood = {army.id: {army.province, army.came_from} for army in armies}
    by_sea = encounter.kind == "opposed_crossing"
    ahead = {army.id: (army.province, next_leg(world, army)) for army in armies}
    stayed = [army for army in armies if by_sea or not has_entered(world, army, armies)]
    ways_of_first = ahead[min(ahead.keys() & {army.id for army in stayed})] if stayed else ()
    for army in stayed:
        here, there = ahead[army.id]
        if encounter.province != there and (encounter.province != here or there not in ways_of_first):
            continue  # he is past it
        others = [other for other in armies if other is not army]
        one_way = by_sea and any(ahead[other.id] == ahead[army.id] for other in others)
        if there and not army.halted and (one_way or any(there in stood[other.id] for other in others)):
            go(army, there)
            army.walked += 1
            moved.append(army)
    return moved


def next_leg(world: World, army: Army) -> str:
    """The province that an army is to enter next; empty if it has arrived, or has no order."""
    order = world.session.get(MarchOrder, army.id)
    return order.route[army.walked] if order and army.walked < len(order.route) else ""


def way_out(world: World, province: str, typed: str, who: str, ruling: str) -> str:
    """Where ``who`` goes that leaves a province: a province next to it, by its id or its name. Raises an OrderError for
    any other, or none."""
    provinces = world.scenario.provinces
    there = id_of(typed, provinces)
    if there and there not in provinces:
        raise OrderNotUnderstood(no_province(typed, provinces, by_id=typed == typed.lower()), field="retreat_to")
    near = world.scenario.geography.neighbours(province)
    if there not in near:
        names = ", ".join(provinces[key].name for key in near)
        said = f"{provinces[there].name} is not next to" if there else f"Say where {who} from"
        raise OrderNotAllowed(f"{said} {provinces[province].name}: {names}.", field="retreat_to", ruling=ruling)
    return there


def go(army: Army, province: str) -> None:
    """An army leaves its province for another; an undecided battle there binds it no longer (R15)."""
    army.came_from, army.province, army.place = army.province, province, None
    army.held_by = army.way_back = None


def give_ground(world: World, army: Army, province: str) -> None:
    """An army leaves its province without having won: what was still ahead of it on its order leads on from there, and
    is no way from where it comes to now."""
    go(army, province)
    if order := world.session.get(MarchOrder, army.id):
        order.route = order.route[: army.walked]


def meet_others(world: World, encounter: Encounter, moved: list[Army], passed: list[Force]) -> str:
    """Whom the armies that went on or gave way find where they now are: encounters of their own, told in words.

    Those they have just ``passed`` are none of them, nor are friends, nor with whom they have yet to settle at a
    crossing; the people of a closed province are (R14, R16, R17).
    """
    told = ""
    concord = Concord(world.session)

    def meet(army: Army, force: Force) -> bool:
        return concord.quarrel(army.clan, force.clan, army.province) and not at_a_crossing(world, army, force)

    for province in sorted({army.province for army in moved}):
        entered = [army for army in moved if army.province == province]
        others = [
            force
            for force in forces_on(world.session, province)
            if force not in passed and force not in entered and any(meet(army, force) for army in entered)
        ]
        name = world.scenario.provinces[province].name
        if others:
            those = [army for army in entered if any(meet(army, one) for one in others)]
            queue(world, encounter.phase, province, "meeting", [*those, *others])
            told += f" In {name} they meet others."
        tell_of_invasions(world, [(province, clan) for clan in strangers(entered, province, concord)])
        told += ask_the_people(world, encounter, province, entered, others, concord)
    return told + left_empty(world)


def at_a_crossing(world: World, army: Army, force: Force) -> bool:
    """Whether two fleets are in an open encounter with each other at a crossing."""
    mine, theirs = aliased(EncounterForce), aliased(EncounterForce)
    return isinstance(force, Army) and None is not world.session.scalar(
        select(Encounter.id)
        .join(mine, mine.encounter == Encounter.id)
        .join(theirs, theirs.encounter == Encounter.id)
        .where(Encounter.kind == "opposed_crossing", Encounter.outcome == "")
        .where(mine.army == army.id, theirs.army == force.id)
        .limit(1)
    )


def left_empty(world: World) -> str:
    """Close the encounters in which nobody is left to be met, as who lost a battle leaves whoever else he had met. Told
    in words."""
    waiting = world.session.scalars(select(Encounter).where(Encounter.outcome == "").order_by(Encounter.id))
    told = ""
    for one in waiting:
        forces = forces_of(world.session, one)
        if not nobody_is_met(world, one, forces):
            continue
        one.outcome = "withdraw"
        drop(world, "encounter", one.id)
        set_free(world, forces)
        clans = clans_of(world.session, forces)
        left = f"{' and '.join(clan.name for clan in clans)} alone" if clans else "nobody"
        told += f" Encounter {one.id} is over: {left} {'are' if len(clans) > 1 else 'is'} left in it."
    return told


def nobody_is_met(world: World, encounter: Encounter, forces: Iterable[Force]) -> bool:
    """Whether those who are left in an encounter have nobody to meet there: one clan alone or, where the people of the
    land or of a place are met, nobody who came to them but only the holder's own, or in a siege who is inside (R4, R14,
    R16, R41). Who was left behind inside a place that another has taken is no defender of it."""
    if encounter.kind in WITH_THE_PEOPLE:
        holder, besieged = holder_of(world.session, encounter.province, encounter.place), encounter.kind == "siege"
        return all(force.clan == holder or (besieged and force.place) for force in forces)
    return len({force.clan for force in forces}) < 2


def ask_the_people(
    world: World, encounter: Encounter, province: str, entered: list[Army], met: list[Force], concord: Concord
) -> str:
    """An army that gets into a province needs leave to be there, or has to do with its people while they stand, unless
    the holder's own forces or his friends meet it (R4, R16); told in words."""
    row, clans = world.session.get_one(Province, province), strangers(entered, province, concord)
    if row.holder is None or not clans:
        return ""
    if any(concord.are_friends(row.holder, one.clan) for one in met) or not levy_of(world.session, province):
        return ""
    played = world.session.get_one(Clan, row.holder).played
    kind = "undefended" if played else "closed_province"
    for clan in clans:
        queue(world, encounter.phase, province, kind, [one for one in entered if one.clan == clan])
    said = f"Nobody guards {row.name} but its people (R4)." if played else f"{row.name} is closed to them (R16)."
    return f" {said}"


def strangers(entered: Iterable[Army], province: str, concord: Concord) -> list[str]:
    """The clans of these armies that have no leave to be in a province."""
    return sorted({army.clan for army in entered if not concord.has_leave(army.clan, province)})


def left_with_the_people(world: World, encounter: Encounter, forces: list[Force], moved: list[Army]) -> str:
    """Whoever had taken his leg of an exchange at once met the holder's counters, and nobody asked him about the land.
    Let pass, they go, and he has to do with its people as those do who went over only now (R4, R16)."""
    armies = [force for force in forces if isinstance(force, Army)]
    entered = [
        army
        for army in armies
        if army not in moved
        and not has_met_the_people(world, army)
        and any((one.came_from, one.province) == (army.province, army.came_from) for one in armies)
    ]
    return "".join(
        ask_who_is_left(world, encounter, province, [army for army in entered if army.province == province], armies)
        for province in sorted({army.province for army in entered})
    )


def ask_who_is_left(
    world: World, encounter: Encounter, province: str, entered: list[Army], settled: Iterable[Force]
) -> str:
    """Ask these armies about the land, where none of the holder's forces stands there yet but those who have
    ``settled`` with them (R4, R16); told in words."""
    concord = Concord(world.session)
    others = [one for one in forces_on(world.session, province) if one not in settled]
    met = [one for one in others if any(concord.quarrel(army.clan, one.clan, province) for army in entered)]
    return ask_the_people(world, encounter, province, entered, met, concord)


def left_behind_in(world: World, encounter: Encounter, left: list[Force]) -> str:
    """Whoever met the holder's counters was not asked about the land; once they have withdrawn, its people ask him who
    came in without leave, not who has stood there since the season began (R4, R16)."""
    province = encounter.province
    those = [
        army
        for army in left
        if isinstance(army, Army)
        and army.province == province
        and army.place is None
        and army.came_from is not None
        and not has_met_the_people(world, army)
    ]
    if encounter.place or not those:
        return ""
    return ask_who_is_left(world, encounter, province, those, left)


def has_met_the_people(world: World, army: Army) -> bool:
    """Whether an army has to do, or had in this phase, with the people of the province around it."""
    game = world.game
    met = select(Encounter.id).join(EncounterForce, EncounterForce.encounter == Encounter.id)
    met = met.where(EncounterForce.army == army.id, Encounter.province == army.province, Encounter.place.is_(None))
    now = (Encounter.year == game.year, Encounter.season == game.season, Encounter.phase == game.phase)
    return world.session.scalar(met.where(Encounter.kind.in_(WITH_THE_PEOPLE), *now).limit(1)) is not None


def has_entered(world: World, army: Army, armies: list[Army]) -> bool:
    """Whether an army of an exchange took its leg, having the better general: then it shares the other's province."""

    def experience(one: Army) -> int:
        return able(world.session, world.session.get_one(Character, one.general))

    others = [other for other in armies if other is not army]
    return any(other.province == army.province and experience(army) > experience(other) for other in others)


def halt(forces: Iterable[Force], reason: str) -> None:
    """These armies move no more this season."""
    for force in forces:
        if isinstance(force, Army):
            force.halted = reason


def set_free(world: World, forces: Iterable[Force]) -> None:
    """Armies that a battle halted go on once they have no business left: those that won their last one of the season,
    and those whose battles were all called off (R6, R15). Of those that fought at sea only the outright winner does
    (R17)."""
    session, game = world.session, world.game
    session.flush()
    for army in forces:
        if not isinstance(army, Army) or army.halted != "battle" or open_business(session, army):
            continue
        links = session.scalars(
            select(BattleForce)
            .join(BattleForce.the_battle)
            .join(Battle.the_encounter)
            .where(BattleForce.army == army.id, Encounter.year == game.year, Encounter.season == game.season)
            .options(contains_eager(BattleForce.the_battle))
            .order_by(BattleForce.id)
        ).all()
        fought = [(link.role, link.the_battle) for link in links if link.the_battle.rounds]
        if not fought:
            is_free = bool(links)  # one from before that holds it yet leaves it the way back (is_kept_from)
        else:
            role, last = fought[-1]
            is_free = role == last.winner and not (last.sea and last.ended_by != "outright_victory")
        if is_free:
            army.halted = None


def one_battle_more(world: World, general: Character, role: str) -> None:
    """Count a battle of this season for a general, who may fight as many as he has experience (R9)."""
    try:
        rules.check_battles_fought(general.name, general.experience, general.battles, general.wounded)
    except OrderNotAllowed as error:
        world.forbid(error.sentence, field=role, ruling=error.ruling)
    general.battles += 1


def not_in_person(general: Character, field: str) -> None:
    """Refuse a wounded general who would fight in person (R19)."""
    if general.wounded:
        raise OrderNotAllowed(
            f"{general.name} is wounded: he leads, but does not fight in person (R19).", field=field, ruling="R19"
        )


# --- What is open -----------------------------------------------------------------------------------------


def named(session: Session, force: Force) -> str:
    """A force in a sentence."""
    if isinstance(force, Army):
        return f"Army {force.code}"
    if force.place:
        return f"The garrison of {session.get_one(Place, force.place).name}"
    return f"The {post_in_words(force.clan, session.get_one(Province, force.province).name)}"


def clans_of(session: Session, forces: Iterable[Force]) -> list[Clan]:
    """The clans of these forces, each once."""
    return [session.get_one(Clan, key) for key in sorted({force.clan for force in forces})]


def open_encounters(session: Session) -> list[str]:
    """The encounters nobody has settled, in words."""
    rows = session.execute(
        select(Encounter.id, Province.name)
        .join(Encounter.the_province)
        .where(Encounter.outcome == "")
        .order_by(Encounter.id)
    )
    return [f"encounter {number_} in {name}" for number_, name in rows]


def open_battles(session: Session) -> list[str]:
    """The battles that are not over, in words."""
    rows = session.execute(
        select(Battle.id, Province.name).join(Battle.the_province).where(Battle.over.is_(False)).order_by(Battle.id)
    )
    return [f"battle {number_} in {name}" for number_, name in rows]
