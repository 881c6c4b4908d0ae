"""How the people of a clan that nobody plays stand to others: set by hand, or as something that happened proposes."""

from __future__ import annotations

from functools import partial

from sqlalchemy.orm import joinedload

from control.kernel.actions.slips import Slip
from control.kernel.actions.world import is_hidden
from control.kernel.errors import ChangedElsewhere, NotThisDesk, OrderNotAllowed, OrderNotUnderstood
from control.kernel.journal.audience import audience
from control.kernel.typed import Order, number, text
from control.kernel.wording import because
from control.sengoku.rows import Attitude, AttitudeProposal, Clan
from control.sengoku.rules.desks import SEES_LOCALS
from control.sengoku.rules.people.reactions import ATTITUDES, HIGHEST, LOWEST, moved
from control.sengoku.world.acting import World, action
from control.sengoku.world.bonds.attitudes_questions import attitude
from control.sengoku.world.land.rising_actions import with_lord
from control.sengoku.world.minding_questions import desk_of, minds

Step = number(LOWEST, HIGHEST, "an attitude")


class SetAttitude(Slip):
    """How the people of a ``clan`` that nobody plays stand ``to`` another, from now on: -2 hostile, -1 cold, 0 neutral,
    1 friendly, 2 devoted; and why. Whoever sets what a colleague has set this season is asked, whatever the step: his
    page may still show the one before."""

    clan: text("a clan", 1)
    to: text("a clan", 1)
    attitude: Step
    reason: text("a reason", 3)

    def facts(self) -> tuple[str, str]:
        """Whose, to whom."""
        return self.clan, self.to


@action("attitude.set", title="Set an attitude", order=SetAttitude, desks=SEES_LOCALS, seen_by=())
def set_attitude(world: World, order: SetAttitude) -> str:
    """Say how the people of a clan that nobody plays stand to another."""
    clan, other = with_lord(world, order.clan), with_lord(world, order.to, "to")
    feels(world, clan)
    if clan is other:
        raise OrderNotAllowed(f"{clan.name} has no attitude to itself. Name another clan.", field="to")
    if attitude(world.session, clan.id, other.id) == order.attitude:
        raise OrderNotAllowed(
            f"{clan.name} is {ATTITUDES[order.attitude]} to {other.name} already. Choose another step.",
            field="attitude",
        )
    return stands(world, clan, other, order.attitude, order.reason)


class Book(Order):
    """What was proposed, to be booked: the attitude moves by its steps, or to the step that is given."""

    proposal: number(1, 10**6, "the number of a proposal")
    attitude: Step | None = None


class Decline(Order):
    """What was proposed and moves nothing; the ``reason``, if there is one to give."""

    proposal: number(1, 10**6, "the number of a proposal")
    reason: text("the reason") = ""


def among_its_people(world: World, order: Book | Decline) -> tuple[str, ...] | None:
    """The desk that alone may know of a proposal which came of something hidden, a letter or a bond; else None."""
    if not is_hidden(order.proposal):
        return None
    row = world.get(AttitudeProposal, order.proposal, "proposal", beside=(joinedload(AttitudeProposal.the_clan),))
    return (desk_of(row.the_clan),)


answer = partial(action, desks=SEES_LOCALS, seen_by=(), among=among_its_people)
"""Puts what it decorates among the actions on a proposal."""


@answer("attitude.book", title="Book a proposed attitude", order=Book)
def book(world: World, order: Book) -> str:
    """Let an attitude move as something that happened proposes."""
    row = waiting(world, order.proposal)
    then = order.attitude
    if then is None:
        then = moved(attitude(world.session, row.clan, row.to), row.steps)
    row.answer = "booked"
    return stands(world, row.the_clan, row.the_other, then, row.why)


@answer("attitude.decline", title="Decline a proposed attitude", order=Decline)
def decline(world: World, order: Decline) -> str:
    """Leave an attitude as it is."""
    row = waiting(world, order.proposal)
    row.answer = "declined"
    now = ATTITUDES[attitude(world.session, row.clan, row.to)]
    return f"{row.the_clan.name} stays {now} to {row.the_other.name}: {row.why.rstrip('.')}.{because(order.reason)}"


def stands(world: World, clan: Clan, other: Clan, step: int, reason: str) -> str:
    """Write down how a clan stands to another; the sentence."""
    row = world.session.get(Attitude, (clan.id, other.id))
    if row is None:
        row = Attitude(clan=clan.id, to=other.id)
        world.session.add(row)
    was = f", not {ATTITUDES[row.attitude]} any more" if row.attitude not in (None, step) else ""
    row.attitude, row.reason, row.year, row.season = step, reason, world.game.year, world.game.season
    return f"{clan.name} is {ATTITUDES[step]} to {other.name}{was}. Reason: {reason.rstrip('.')}."


def feels(world: World, clan: Clan) -> None:
    """Refuse for a clan whose players say themselves how they stand, and for a desk that does not mind the clan; those
    who took over a clan that nobody played have its attitudes with it. The entry is for the desk that minds it."""
    if desk_of(clan) == "bakufu" or (clan.played and world.scenario.clans[clan.id].played):
        raise OrderNotAllowed(
            f"{clan.name} is played: its players say themselves how they stand. Choose a clan that nobody plays.",
            field="clan",
        )
    if not minds(world.umpire.desk, clan):
        who = "Team Control" if clan.played else "Non-Player Daimyo Control"
        raise NotThisDesk(f"{who} says how {clan.name} stands to others.", field="clan")
    world.seen_by = audience(desk_of(clan))


def waiting(world: World, key: int) -> AttitudeProposal:
    """A proposal that waits. Raises OrderNotUnderstood, NotThisDesk, ChangedElsewhere."""
    beside = joinedload(AttitudeProposal.the_clan), joinedload(AttitudeProposal.the_other)
    row = world.get(AttitudeProposal, key, "proposal", beside=beside)
    if not minds(world.umpire.desk, row.the_clan):
        if is_hidden(row.id):
            raise OrderNotUnderstood(f'There is no attitude proposal "{row.id}".', field="proposal")
        raise NotThisDesk("Another desk minds that clan, and answers this one.", field="proposal")
    world.seen_by = audience(desk_of(row.the_clan))
    if row.answer:
        raise ChangedElsewhere(f"That was {row.answer} already.", field="proposal")
    return row
