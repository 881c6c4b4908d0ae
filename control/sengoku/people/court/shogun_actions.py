"""The making and unmaking of a Shogun (handbook 8; R32, R43)."""

from __future__ import annotations

from sqlalchemy import select

from control.kernel.actions.action import Forcible
from control.kernel.errors import ChangedElsewhere, NotThisDesk, OrderNotAllowed
from control.kernel.roles import EVERY_DESK
from control.kernel.typed import Order, number, text
from control.sengoku.people.court.shogun_questions import reigning
from control.sengoku.people.heads_actions import follows, forget_ticks
from control.sengoku.people.kin_questions import stood_last
from control.sengoku.rows import Character, ShogunCondition, Succession
from control.sengoku.rules.desks import AT_COURT
from control.sengoku.rules.people.shogun import CONDITIONS, OFFICE, RESIGNED, RETIRED, head_alone, of_the_house
from control.sengoku.scenario.model import HEADS
from control.sengoku.world.acting import World, action
from control.sengoku.world.people.people_questions import OF_CLAN
from control.sengoku.world.people.proposals_actions import propose
from control.sengoku.world.people.reprints_actions import person_changed
from control.sengoku.world.telling.notices_actions import tell_every_table

EMPEROR = 5
"""The condition that is the Emperor's, for whom Game Control speaks (R43)."""


class Condition(Order):
    """Whether one of the five conditions is ``met`` for somebody who might be Shogun."""

    character: text("a person", 1, label="Who might be Shogun")
    condition: number(1, len(CONDITIONS), "the number of a condition")
    met: bool = True


def of_the_house_as_before(said: str) -> str:
    """What was ticked, with the house called as it was before (Action.formerly)."""
    return said.replace("of the Shogun’s house is", "of the Ashikaga is", 1)


@action(
    "shogun.condition",
    title="Tick a condition for a Shogun",
    order=Condition,
    desks=AT_COURT,
    seen_by=AT_COURT,
    formerly=of_the_house_as_before,
)
def condition(world: World, order: Condition) -> str:
    """Tick, under one's own name, that a condition of handbook 8 is met, or that it is not (R32)."""
    person = world.living(order.character, beside=OF_CLAN)
    if order.condition == EMPEROR and world.umpire.desk != world.of_game.leads:
        leader = world.of_game.roles[world.of_game.leads]
        raise NotThisDesk(f"{leader} speaks for the Emperor (R43). Let it be ticked there.", field="condition")
    if person.role == "shogun" and not world.replays:
        raise ChangedElsewhere(f"{person.name} is Shogun already: nobody asks for a condition.", field="character")
    row = world.session.get(ShogunCondition, (person.id, order.condition))
    if row is None:
        row = ShogunCondition(character=person.id, condition=order.condition)
        world.session.add(row)
    elif row.met == order.met:
        raise ChangedElsewhere(f"{row.umpire} ticked that already.", field="condition")
    row.met, row.umpire, row.year, row.season = order.met, world.umpire.name, world.game.year, world.game.season
    return f"{person.name} as Shogun, condition {order.condition}, “{CONDITIONS[order.condition]}”: " + (
        "met (R32)." if order.met else "not met (R32)."
    )


class Make(Forcible):
    """Who is to be Shogun."""

    character: text("a person", 1, label="Who is to be Shogun")


@action(
    "shogun.make",
    title="Make a Shogun",
    order=Make,
    desks=AT_COURT,
    seen_by=(EVERY_DESK,),
    critical=lambda _world, _order: "a Shogun is made",
)
def make(world: World, order: Make) -> str:
    """Make somebody Shogun: he stays head of his clan; edicts and titles are in his name from now on (R43)."""
    person = world.living(order.character, beside=OF_CLAN)
    clan = person.the_clan
    if person.role == "shogun":
        raise ChangedElsewhere(f"{person.name} is Shogun already.", field="character")
    if (now := reigning(world.session)) is not None:
        raise OrderNotAllowed(f"{now.name} is Shogun. He has to retire first.", field="character", ruling="R32")
    others = select(Character).filter_by(clan=clan.id, alive=True).where(Character.role.in_(HEADS))
    heads = [one.id for one in world.session.scalars(others)]
    if heads != [person.id] and (heads or clan.kind != "bakufu"):
        raise OrderNotAllowed(
            f"{person.name} is not at the head of {clan.name}. A Shogun is.", field="character", ruling="R43"
        )
    ticked = select(ShogunCondition.condition).filter_by(character=person.id, met=True)
    needed = not of_the_house(clan.kind, person.ancestor)
    if clan.kind == "bakufu" and world.replays and not world.force:
        needed = False  # a journal of when its whole roll was of the house
    if needed and (open_ := sorted(set(CONDITIONS) - set(world.session.scalars(ticked)))):
        lacks = "; ".join(f"{number}. {CONDITIONS[number]}" for number in open_)
        world.forbid(f"Not ticked as met: {lacks} (R32).", field="character", ruling="R32")
    told = f"{person.name} of {clan.name} is Shogun"
    if person.role in HEADS:
        person.role, person.title = "shogun", f"{OFFICE}{person.title}"
        head = " He stays head of his clan"
        forget_ticks(world)
    else:
        before = stood_last(world.session, clan.id)  # if it is he, he comes back to what was his
        home = follows(world, clan, None if before is person else before, person, ("shogun", "Shogun"), told)
        head = f"{home} He is head of his clan by that"
    heard(world, person, told)
    propose(world, clan.id, "shogun-made", told, person.id)
    return f"{told}: edicts and titles are in his name.{head}; no land or treasury moves (R43)."


class Retire(Order):
    """The Shogun who is to be Shogun no more."""

    character: text("a person", 1, label="The Shogun")


@action("shogun.retire", title="Unmake a Shogun", order=Retire, desks=AT_COURT, seen_by=(EVERY_DESK,))
def retire(world: World, order: Retire) -> str:
    """Let the Shogun retire: he keeps no office, and stays head of a clan that he was head of before (R43)."""
    person = world.living(order.character, beside=OF_CLAN)
    if person.role != "shogun":
        raise OrderNotAllowed(f"{person.name} is not Shogun. Only the Shogun retires.", field="character")
    clan = person.the_clan
    if person.title.startswith(OFFICE):
        person.role, person.title = head_alone(person.title, clan.kind)
    else:
        person.role, person.title = "elder", RETIRED
        world.new(Succession, character=person.id, clan=clan.id, closed=RESIGNED)
    told = f"{person.name} is Shogun no more"
    heard(world, person, told)
    return f"{told}. He keeps no office (R43)."


def heard(world: World, person: Character, told: str) -> None:
    """Every clan at a table must hear of it, and his own papers are to be printed again."""
    tell_every_table(world, "shogun", f"{told}.")
    person_changed(world, person, told)
