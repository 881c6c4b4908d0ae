"""What the people of a non-aligned province answer to an army that wants to pass (handbook 7; R4, R16, R23)."""

from __future__ import annotations

from sqlalchemy import select

from control.kernel.actions.action import Forcible
from control.kernel.errors import ChangedElsewhere, OrderNotAllowed, OrderNotUnderstood
from control.kernel.typed import number, one_of, text
from control.sengoku.battle.encounters.encounters_actions import join, set_free
from control.sengoku.battle.encounters.encounters_questions import asker_of
from control.sengoku.battle.settling.settling_actions import grant_passage, unsettled
from control.sengoku.rows import Army, Character, Clan, Encounter, Province
from control.sengoku.rules.sizes import MOST_TROOPS, counters
from control.sengoku.scenario.model import HEADS
from control.sengoku.world.acting import World, action
from control.sengoku.world.bonds.treaties_actions import between, make
from control.sengoku.world.claims_actions import drop, mine
from control.sengoku.world.forces.command_questions import leaders
from control.sengoku.world.forces.forces_actions import FormArmy, RaiseGarrison, form_army, garrison_of, raise_garrison
from control.sengoku.world.forces.sides_questions import forces_of
from control.sengoku.world.telling.notices_actions import tell

ANSWERS = ("joins", "passage", "fights", "raises")
ANSWERED = "the people answered (R16)"
"""Why counters of a clan that nobody plays are put down at once."""


class Answer(Forcible):
    """What the locals say: they join the army with ``troops`` counters of their own, let it pass, make it fight their
    intrinsic value, or raise ``troops`` counters against it (R16)."""

    encounter: number(1, 10**6, "the number of an encounter")
    answer: one_of("an answer", *ANSWERS)
    troops: number(1, MOST_TROOPS, "a number of counters (1,000 men each)") | None = None
    note: text("a note") = ""


@action("locals.answer", title="Answer for the locals", order=Answer, desks=("map", "game", "npd"))
def answer(world: World, order: Answer) -> str:
    """Answer for the people of a non-aligned province: they join, let pass, fight, or raise troops (R16)."""
    encounter = unsettled(world, order.encounter)
    province = encounter.the_province
    asker, holder = who_asks(world, encounter, province)
    if encounter.answer:
        raise ChangedElsewhere(
            f"The people of {province.name} have answered already: {encounter.answer}.", field="answer", ruling="R16"
        )
    if world.umpire.desk == "map":  # who answers for the locals elsewhere does not settle another's encounter
        mine(world, "encounter", encounter.id)
    if order.answer in ("joins", "raises") and order.troops is None:
        raise OrderNotUnderstood("Say with how many counters, of 1,000 men each.", field="troops")
    if order.answer not in ("joins", "raises") and order.troops is not None:
        raise OrderNotAllowed("Only who joins or raises troops brings counters. Leave it empty.", field="troops")
    encounter.answer, encounter.note = order.answer, order.note
    said = ANSWER[order.answer](world, order, encounter, province, asker, holder)
    set_free(world, forces_of(world.session, encounter))
    tell(world, "passage", said, province.id, [asker.id, holder.id])
    with_troops = f" With {counters(order.troops)}." if order.troops else ""
    return said + with_troops + (f" {order.note}." if order.note else "")


def who_asks(world: World, encounter: Encounter, province: Province) -> tuple[Clan, Clan]:
    """The clan that wants to pass, and the one nobody plays that holds the province. Raises OrderNotAllowed where
    there is no such question, or more than one clan has it."""
    holder = world.session.get_one(Clan, province.holder) if province.holder else None
    asker = asker_of(encounter, holder, forces_of(world.session, encounter))
    if asker is None or holder is None:
        raise OrderNotAllowed(
            f"Nobody asks the people of a non-aligned province in encounter {encounter.id}, or several clans do: "
            "settle it at the map.",
            field="encounter",
            ruling="R16",
        )
    return world.session.get_one(Clan, asker), holder


def they_join(world: World, order: Answer, encounter: Encounter, province: Province, asker: Clan, holder: Clan) -> str:
    """The local Daimyo becomes an ally and forms an army that goes along."""
    able = leaders(world.session, holder.id)
    if not able:
        raise OrderNotAllowed(
            f"{holder.name} has nobody left to lead an army. They may let {asker.name} pass instead.",
            field="answer",
            ruling="R16",
        )
    near = [one for one in able if one.where in ("at the table", province.name)] or able
    heads = [one for one in near if world.session.get_one(Character, one.id).role in HEADS]
    if between(world, "alliance", asker.id, holder.id) is None:
        make(world, "alliance", asker.id, holder.id, f"joined in {province.name}")
    encounter.outcome = "pass"
    drop(world, "encounter", encounter.id)
    raise_garrison(world, RaiseGarrison(province=province.id, troops=order.troops, reason=ANSWERED))
    world.session.flush()
    general = (heads or near)[0].id
    form_army(world, FormArmy(general=general, province=province.id, troops=order.troops, clan=holder.id))
    world.session.flush()
    led = world.session.scalars(select(Army).filter_by(general=general, standing=True)).one()
    led.halted = None  # nobody of them has marched yet: they go along
    return f"The people of {province.name} let {asker.name} pass, and {holder.name} joins them."


def they_let_pass(
    world: World, order: Answer, encounter: Encounter, province: Province, asker: Clan, holder: Clan
) -> str:
    """Free passage for this season; the locals stay neutral."""
    grant_passage(world, asker.id, province, order.note)
    encounter.outcome = "pass"
    drop(world, "encounter", encounter.id)
    return f"The people of {province.name} let {asker.name} pass."


def they_fight(world: World, order: Answer, encounter: Encounter, province: Province, asker: Clan, holder: Clan) -> str:
    """No passage: whoever wants to go on fights the intrinsic value; Map Control goes on with it."""
    return f"The people of {province.name} do not let {asker.name} pass, and will fight."


def they_raise(world: World, order: Answer, encounter: Encounter, province: Province, asker: Clan, holder: Clan) -> str:
    """No passage, and troops against it: they are part of the encounter, and count instead of the intrinsic value."""
    raise_garrison(world, RaiseGarrison(province=province.id, troops=order.troops, reason=ANSWERED))
    world.session.flush()
    garrison = garrison_of(world, holder.id, province.id)
    if garrison not in forces_of(world.session, encounter):
        join(world, encounter, garrison)
    return f"The people of {province.name} raise troops and do not let {asker.name} pass."


ANSWER = {"joins": they_join, "passage": they_let_pass, "fights": they_fight, "raises": they_raise}
