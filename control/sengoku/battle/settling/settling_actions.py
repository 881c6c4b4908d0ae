"""Settling encounters: the forces pass each other, parley, give way, or fight (handbook 6; R9, R11, R14 to R17)."""

from __future__ import annotations

import re

from sqlalchemy import select
from sqlalchemy.orm import Session, joinedload

from control.kernel.errors import ChangedElsewhere, OrderNotAllowed
from control.kernel.typed import Order, number, one_of, several_numbers, text
from control.kernel.wording import counted
from control.sengoku.battle.encounters.encounters_actions import (
    clans_of,
    give_ground,
    halt,
    left_behind_in,
    left_with_the_people,
    let_through,
    meet_others,
    named,
    requeue,
    set_free,
    way_out,
)
from control.sengoku.battle.losses.levies_actions import beat
from control.sengoku.battle.rounds.opening_actions import Sides, one_clan, open_battle
from control.sengoku.rows import Army, Claim, Clan, Encounter, Passage, Province
from control.sengoku.rules.desks import AT_THE_MAP
from control.sengoku.world.acting import World, action
from control.sengoku.world.bonds.treaties_questions import Concord
from control.sengoku.world.claims_actions import drop, mine
from control.sengoku.world.claims_questions import is_anothers
from control.sengoku.world.forces.levies_questions import counters_of_holder, is_beaten
from control.sengoku.world.forces.sides_questions import BETWEEN, WITH_THE_PEOPLE, Force, forces_of
from control.sengoku.world.telling.notices_actions import tell

OUTCOMES = ("pass", "parley", "battle", "withdraw", "yield")


class SettleEncounter(Sides):
    """How an encounter ends.

    For a battle: the clans that attack and defend with their allies (each a list of clans), the forces that keep
    ``aside`` ("A3", "G2"), who commands (a general of an army on that side; the better one if left out), and how the
    attacker was settled (R11). ``place`` names a city or temple that is fought for, whose own works count instead of
    the province's; ``province``, where two armies met between their provinces and both stayed, in which of them they
    fight. To withdraw: ``who`` gives way, and to which neighbour (the way he came if left out). To yield: the people
    of undefended land, or of a place that nobody guards, give way without a fight, and their land may be taken (R4).
    """

    encounter: number(1, 10**6, "the number of an encounter")
    outcome: one_of("an outcome", *OUTCOMES)
    who: text("the clan that withdraws") = ""
    retreat_to: text("a province") = ""
    note: text("a note") = ""
    version: int | None = None


MEANT_FOR = {
    "withdraw": (("who", "retreat_to"), "Only who withdraws goes somewhere. Leave it empty, or let him withdraw."),
    "battle": (
        tuple(field for field in Sides.model_fields if field != "force"),
        "Only a battle has sides and a ground. Leave it empty, or let them fight.",
    ),
}
"""What an order says of one outcome alone, and what is said where it has another."""


def passed_by(said: str) -> str:
    """What was settled, a siege without a fight in the words that it had before (Action.formerly)."""
    return re.sub(r" do(es)? not fight for [^.]*\.", " pass each other by.", said, count=1)


@action("encounter.settle", title="Settle an encounter", order=SettleEncounter, desks=AT_THE_MAP, formerly=passed_by)
def settle(world: World, order: SettleEncounter) -> str:
    """Settle an encounter: the forces pass each other, they parley, one side gives way, or they fight."""
    for outcome, (fields, sentence) in MEANT_FOR.items():
        if order.outcome != outcome and (field := next((one for one in fields if getattr(order, one)), None)):
            raise OrderNotAllowed(sentence, field=field)
    encounter = unsettled(world, order.encounter, order.version)
    mine(world, "encounter", encounter.id)
    forces, province = forces_of(world.session, encounter), encounter.the_province
    encounter.outcome, encounter.note = order.outcome, order.note
    match order.outcome:
        case "battle":
            return open_battle(world, order, encounter, forces, province)
        case "withdraw":
            told = withdraw(world, order, encounter, forces, province)
        case "parley":
            told = parley(world, encounter, forces, province)
        case "yield":
            told = give_way(world, encounter, forces, province)
        case _:
            told = pass_by(world, encounter, forces, province)
    set_free(world, forces)
    drop(world, "encounter", encounter.id)
    return told + (f" {order.note}." if order.note else "")


def unsettled(world: World, number_: int, version: int | None = None) -> Encounter:
    """An encounter that nobody has settled yet. Raises an OrderError for one that is unknown or settled."""
    beside = joinedload(Encounter.the_province), joinedload(Encounter.the_place)
    encounter = world.get(Encounter, number_, "encounter", beside=beside)
    if encounter.outcome:
        raise ChangedElsewhere(f"Encounter {encounter.id} was settled already: {encounter.outcome}.", field="encounter")
    return world.get(Encounter, number_, "encounter", version)


def parley(world: World, encounter: Encounter, forces: list[Force], province: Province) -> str:
    """They talk, and move no more this season."""
    halt(forces, "parley")
    clans = those_who_met(world.session, encounter, forces, province)
    told = f"In {province.name}, {clans_in_words(clans)} parley and stay where they are this season."
    tell(world, "parley", told, province.id, [clan.id for clan in clans])
    return told


def pass_by(world: World, encounter: Encounter, forces: list[Force], province: Province) -> str:
    """They ignore each other and go on. To pass the people of a non-aligned province is to have leave (R16)."""
    if encounter.answer in ("fights", "raises") and can_stop(world, encounter):
        world.forbid(
            f"The people of {province.name} let nobody pass: parley, withdraw, or fight them (R16).",
            field="outcome",
            ruling="R16",
        )
    clans = those_who_met(world.session, encounter, forces, province)
    if encounter.kind == "undefended" and not encounter.the_place:
        return pass_the_people(world, encounter, clans_of(world.session, forces), province)
    if encounter.kind == "closed_province":
        encounter.answer = encounter.answer or "passage"
        for clan in clans:
            grant_passage(world, clan.id, province, encounter.note)
    said = f"In {province.name}, {clans_in_words(clans)} pass each other by."
    if encounter.the_place:
        do = "does" if len(clans) == 1 else "do"
        said = f"In {province.name}, {clans_in_words(clans)} {do} not fight for {encounter.the_place.name}."
    tell_of_passing(world, said, province, clans)
    found = ""
    if encounter.kind in BETWEEN:
        if encounter.kind == "exchange":
            set_free(world, forces)  # who has beaten another there goes on at once; by sea in his next phase (R17)
        moved = let_through(world, encounter, forces)
        found = meet_others(world, encounter, moved, forces) + left_with_the_people(world, encounter, forces, moved)
    return said + found


def pass_the_people(world: World, encounter: Encounter, own: list[Clan], province: Province) -> str:
    """Who entered undefended land goes on through it: its holder was told when they came, and hears of nothing more.
    Counters that an old holder left there are let be (R23)."""
    if not encounter.left_behind:
        pass_through = "passes through" if len(own) == 1 else "pass through"
        return f"{clans_in_words(own)} {pass_through} {province.name}, which nobody guards."
    holder = world.session.get_one(Clan, province.holder) if province.holder else None
    leave = f"{holder.name} leaves" if holder else "Its people leave"
    said = f"{leave} the counters of {clans_in_words(own)} in {province.name} unmolested."
    tell_of_passing(world, said, province, [*own, *([holder] if holder else [])])
    return said


def tell_of_passing(world: World, said: str, province: Province, clans: list[Clan]) -> None:
    """Those who might have fought, and whose land it is, must hear that they do not; it is no news to anybody else."""
    hear = dict.fromkeys([clan.id for clan in clans] + ([province.holder] if province.holder else []))
    tell(world, "passage", said, province.id, hear, only=True)


def can_stop(world: World, encounter: Encounter) -> bool:
    """Whether the people who let nobody pass can do so still: beaten by another, and without their holder's counters,
    they cannot (R4)."""
    ground = encounter.province, encounter.place
    return bool(counters_of_holder(world.session, *ground)) or not is_beaten(world.session, *ground)


def give_way(world: World, encounter: Encounter, forces: list[Force], province: Province) -> str:
    """The people of land that nobody guards do not fight: their levy stands aside this season, whoever came may take
    the land, and goes on if he likes (R4, R33)."""
    place = encounter.the_place
    if encounter.kind not in ("undefended", "siege") or counters_of_holder(world.session, province.id, encounter.place):
        raise OrderNotAllowed(
            "Only the people of land that nobody guards yield: its holder's own forces withdraw, parley or fight.",
            field="outcome",
            ruling="R4",
        )
    if inside := [force for force in forces if force.place and force.troops]:
        raise OrderNotAllowed(
            f"The people yield only where nobody guards them: {named(world.session, inside[0])} stands inside. Let "
            "them fight, parley, or let that army withdraw.",
            field="outcome",
            ruling="R4",
        )
    holder = (place or province).holder
    clans = [clan for clan in clans_of(world.session, forces) if clan.id != holder]
    beat(world, province.id, encounter.place, [clan.id for clan in clans], None)
    where = f"{place.name} in {province.name}" if place else province.name
    told = f"The people of {where} yield to {clans_in_words(clans)}: their levy stands aside this season."
    tell(world, "yield", told, province.id, [clan.id for clan in clans] + ([holder] if holder else []))
    return told


class PassAll(Order):
    """Let every army that has entered undefended land pass on: all that is open, but for what another umpire has, and
    for counters that an old holder left there (R23). A page sends the numbers of the ``encounters`` that it shows: what
    came meanwhile is not passed unseen."""

    encounters: several_numbers(10**6, "the number of an encounter") | None = None


@action("encounter.pass_all", title="All pass", order=PassAll, desks=AT_THE_MAP)
def pass_all(world: World, order: PassAll) -> str:
    """Let every army that entered undefended land in this phase pass through it: nobody fights its people."""
    session = world.session
    waiting = (
        select(Encounter)
        .where(Encounter.kind == "undefended", Encounter.outcome == "")
        .where(Encounter.place.is_(None), Encounter.left_behind.is_(False))
    )
    if order.encounters is not None:
        for one in order.encounters:
            world.get(Encounter, one, "encounters", gone="Perhaps what made it was taken back. Look again.")
        waiting = waiting.where(Encounter.id.in_(order.encounters))
    met = list(session.scalars(waiting.order_by(Encounter.id)))
    if not met and order.encounters:
        raise ChangedElsewhere("All of these were settled since you opened this.", field="encounters", ruling="R4")
    claimed = {claim.number: claim.umpire for claim in session.scalars(select(Claim).filter_by(kind="encounter"))}
    free = [one for one in met if not is_anothers(claimed.get(one.id, ""), world.umpire.name)]
    if not free:
        raise OrderNotAllowed(
            "Other umpires have all of them in hand." if met else "No army waits in undefended land.",
            ruling="R4",
        )
    for one in free:
        one.outcome = "pass"
        if one.id in claimed:
            drop(world, "encounter", one.id)
        set_free(world, forces_of(session, one))
    names = sorted({world.scenario.provinces[one.province].name for one in free})
    left = len(met) - len(free)
    rest = f" {counted(left, 'is', 'are')} in other hands." if left else ""
    return f"The armies in undefended land pass: {', '.join(names)}.{rest}"


def grant_passage(world: World, clan: str, province: Province, note: str) -> None:
    """Note that a clan may go through a province this season, unless it may anyway (R16)."""
    if not Concord(world.session).has_leave(clan, province.id):
        world.new(Passage, clan=clan, province=province.id, season=world.game.seasons, note=note)
        world.session.flush()


def withdraw(
    world: World, order: SettleEncounter, encounter: Encounter, forces: list[Force], province: Province
) -> str:
    """One side gives way before it comes to a fight: its armies leave, and move no more this season (R15).

    Of armies that met between two provinces, one that stands at home simply stays there, unless the other has entered
    (R14). Garrisons never leave; one that stays behind has its quarrel yet.
    """
    clan = one_clan(world, {one.id: one for one in clans_of(world.session, forces)}, order.who, "who")
    leaving = [force for force in forces if isinstance(force, Army) and force.clan == clan.id]
    if not leaving:
        raise OrderNotAllowed(
            f"{clan.name} has only a garrison here, and a garrison cannot withdraw. Let them pass, parley or fight.",
            field="who",
            ruling="R15",
        )
    armies = [force for force in forces if isinstance(force, Army)]
    moved, told = [], []
    for army in leaving:
        is_met = any(other.clan != clan.id and other.province == army.province for other in armies)
        if encounter.kind == "opposed_crossing" or (encounter.kind in BETWEEN and not is_met):
            told.append(f" Army {army.code} stays in {world.scenario.provinces[army.province].name}.")
        else:
            there = way_out(world, army.province, order.retreat_to or army.came_from or "", "they go", "R15")
            give_ground(world, army, there)
            moved.append(army)
            told.append(f" Army {army.code} went to {world.scenario.provinces[there].name}.")
    if order.retreat_to and not moved:
        raise OrderNotAllowed(
            f"No army of {clan.name} goes anywhere: who met at sea or was still at home stays there (R14, R17). Leave "
            "out where to.",
            field="retreat_to",
            ruling="R15",
        )
    halt(leaving, "withdrew")
    world.session.flush()
    said = f"In {province.name}, {clan.name} withdrew."
    clans = those_who_met(world.session, encounter, forces, province)
    tell(world, "withdrawal", said, province.id, [one.id for one in clans])
    found = meet_others(world, encounter, moved, [])
    left = [force for force in forces if force not in leaving]
    found += left_behind_in(world, encounter, left)
    return said + "".join(told) + found + requeue(world, encounter, left, [])


def those_who_met(session: Session, encounter: Encounter, forces: list[Force], province: Province) -> list[Clan]:
    """The clans of an encounter; the holder of a closed or undefended province, or of a place, is one of them."""
    clans = {clan.id: clan for clan in clans_of(session, forces)}
    holder = (encounter.the_place or province).holder
    if encounter.kind in WITH_THE_PEOPLE and holder:
        clans.setdefault(holder, session.get_one(Clan, holder))
    return [clans[key] for key in sorted(clans)]


def clans_in_words(clans: list[Clan]) -> str:
    """Clans in a sentence."""
    return " and ".join(sorted(clan.name for clan in clans)) or "those who met"
