"""What the people of a clan that nobody plays answer: a roll on the scenario's table suggests, the umpire decides."""

from __future__ import annotations

from sqlalchemy import func, select
from sqlalchemy.orm import joinedload

from control.kernel.actions.world import is_hidden
from control.kernel.errors import ChangedElsewhere, NotThisDesk, OrderNotAllowed, OrderNotUnderstood
from control.kernel.journal.audience import audience
from control.kernel.typed import Die, Order, number, one_of, text
from control.sengoku.land.locals_questions import hidden_bonds, how_told, stand_of
from control.sengoku.politics.bonds.attitudes_actions import feels
from control.sengoku.rows import Reaction
from control.sengoku.rules.desks import SEES_LOCALS
from control.sengoku.rules.people.reactions import ANSWERS, MATTERS, react
from control.sengoku.world.acting import World, action
from control.sengoku.world.land.rising_actions import with_lord
from control.sengoku.world.minding_questions import desk_of, minds
from control.sengoku.world.telling.notices_actions import tell

BESIDE_OTHER = joinedload(Reaction.the_other)
EVERY = tuple(dict.fromkeys(answer for those in ANSWERS.values() for answer in those))


class Roll(Order):
    """What the people of a ``clan`` that nobody plays may answer ``to`` another, about what: an army in their land
    (``passage``), one beside it or a fallen neighbour (``threat``), a ``letter`` or a ``treaty``. Two dice that
    were ``thrown``, else they are rolled here; what the umpire adds, with a ``reason``."""

    clan: text("a clan", 1)
    to: text("a clan", 1)
    matter: one_of("what it is about", *MATTERS)
    thrown: list[Die] | None = None
    modifier: number(-12, 12, "what the umpire adds") = 0
    reason: text("a reason") = ""
    rolls: number(0, 10**6, "how often it was rolled for") | None = None


def among_its_people(world: World, order: Roll) -> tuple[str, ...] | None:
    """The desk that alone may know what is rolled about a letter, or about a bond that is hidden: that it answers
    something would tell the others that there is one. None about what everybody may know."""
    clan, other = with_lord(world, order.clan), with_lord(world, order.to, "to")
    hidden = order.matter == "letter" or (order.matter == "treaty" and hidden_bonds(world.session, clan, other))
    return (desk_of(clan),) if hidden else None


@action(
    "locals.roll",
    title="Roll for the locals",
    order=Roll,
    desks=SEES_LOCALS,
    seen_by=(),
    among=among_its_people,
)
def roll(world: World, order: Roll) -> str:
    """Roll on the scenario's table for what the people of a clan may answer."""
    clan, other = with_lord(world, order.clan), with_lord(world, order.to, "to")
    feels(world, clan)
    if clan is other:
        raise OrderNotAllowed(f"{clan.name} answers others, not itself. Name another clan.", field="to")
    if order.modifier and len(order.reason) < 3:
        raise OrderNotUnderstood("Say why you add to it, in 3 letters or more.", field="reason")
    if order.reason and not order.modifier:
        raise OrderNotUnderstood("Say what you add, or give no reason.", field="modifier")
    thrown = order.thrown or []
    if thrown and len(thrown) != 2:
        raise OrderNotUnderstood("Two dice are thrown: give both, or none.", field="thrown")
    for die in thrown:
        world.dice.throw(die)
    stand = stand_of(world.session, world.scenario, clan, other)
    found = react(world.scenario.reactions, world.dice, order.matter, stand, order.modifier, order.reason)
    question = {"number": world.game.seasons, "clan": clan.id, "to": other.id, "matter": order.matter}
    rolls = world.session.scalar(select(func.max(Reaction.turn)).filter_by(**question)) or 0
    if order.rolls not in (None, rolls):
        raise ChangedElsewhere(
            "A colleague has rolled for this since you opened it. Look at what came of it, then decide; roll once more "
            "only if it is another question.",
            field="rolls",
        )
    world.new(
        Reaction,
        **question,
        turn=rolls + 1,
        total=found.total,
        answer=found.answer,
        steps=[step.text for step in found.steps],
    )
    said = ANSWERS[order.matter][found.answer]
    return f"{clan.name}, about {MATTERS[order.matter]} of {other.name}: {found.total}, {said}."


class Decide(Order):
    """What the people answer after all: what was rolled, or anything else that may be answered; and a note."""

    reaction: number(1, 10**6, "the number of a roll")
    answer: one_of("an answer", *EVERY)
    note: text("a note") = ""


def among_who_asked(world: World, order: Decide) -> tuple[str, ...] | None:
    """The desks that alone may know what is answered to something hidden: that of the people and, where it may know of
    the thing, that of whoever asked. In winter an answer to a letter is another letter (R34). None for the rest."""
    row = world.get(Reaction, order.reaction, "reaction", beside=(joinedload(Reaction.the_clan), BESIDE_OTHER))
    if not is_hidden(row.id):
        return None
    mine, asks = desk_of(row.the_clan), desk_of(row.the_other)
    by_word = how_told(world.session, row.matter, row.the_clan, row.the_other) == "word"
    return (mine, asks) if by_word else (mine,)


@action(
    "locals.decide",
    title="Decide for the locals",
    order=Decide,
    desks=SEES_LOCALS,
    seen_by=(),
    among=among_who_asked,
)
def decide(world: World, order: Decide) -> str:
    """Decide what the people answer; whoever asked is told, but for what is hidden.

    No list of what is to be told may carry that. What follows from it is done where it is done.
    """
    beside = joinedload(Reaction.the_clan), BESIDE_OTHER
    row = world.get(Reaction, order.reaction, "reaction", beside=beside)
    clan, other = row.the_clan, row.the_other
    if not minds(world.umpire.desk, clan):
        if is_hidden(row.id):
            raise OrderNotUnderstood(f'There is no reaction "{row.id}".', field="reaction")
        raise NotThisDesk("Another desk minds that clan, and decides for it.", field="reaction")
    world.seen_by = audience(desk_of(clan))
    if row.decided:
        raise ChangedElsewhere(f"That was decided already: {ANSWERS[row.matter][row.decided]}.", field="reaction")
    if order.answer not in ANSWERS[row.matter]:
        raise OrderNotAllowed(
            f"To {MATTERS[row.matter]} they answer one of: {', '.join(ANSWERS[row.matter].values())}.", field="answer"
        )
    row.decided = order.answer
    said = ANSWERS[row.matter][order.answer]
    note = f" {order.note.rstrip('.')}." if order.note else ""
    if not is_hidden(row.id):
        tell(world, "locals", f"{clan.name}: {said}.{note}", None, [other.id], only=True)
    return f"{clan.name} to {other.name}, about {MATTERS[row.matter]}: {said}.{note}"
