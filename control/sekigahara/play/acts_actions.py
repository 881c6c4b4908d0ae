"""The acts of the campaign: done by the side whose act it is, or by the umpire for it.

What an entry says both sides may read; what only its own side may know are the pieces that its order names, which the
journal keeps to the umpire.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from sqlalchemy.orm import Session

from control.kernel.actions.action import Actions
from control.kernel.actions.world import World
from control.kernel.errors import ChangedElsewhere, NotThisDesk, OrderError, OrderNotAllowed, OrderNotUnderstood
from control.kernel.journal.numbering_questions import numbering
from control.kernel.rows import Entry
from control.kernel.wording import in_a_row
from control.sekigahara.play import orders
from control.sekigahara.play.acted_questions import acts_so_far, last_acted
from control.sekigahara.play.names import FROM_PAPER, NAME_OF
from control.sekigahara.play.orders import ActOrder
from control.sekigahara.play.roles import UMPIRE
from control.sekigahara.play.standing_questions import (
    around,
    as_columns,
    campaign_by,
    campaign_in,
    phase_of,
    state_now,
)
from control.sekigahara.rows import Course, StateOfPlay
from control.sekigahara.rules.campaign.campaign import Campaign, State
from control.sekigahara.rules.forcing import forced
from control.sekigahara.rules.phases.weeks import TURNS
from control.sekigahara.rules.playing import apply, waits_for
from control.sekigahara.rules.sides import CALLED, SIDES
from control.sekigahara.rules.sight import shown
from control.sekigahara.rules.umpire.dealt import as_dealt, corrected

ACTIONS = Actions()
SECRET = ("card", "cards", "block", "blocks", "groups", "inside")
"""The fields of an order that name pieces: others see of these what the rules show them."""


def campaign(world: World) -> Campaign:
    """The campaign that is played."""
    return campaign_by(world.scenario.digest, world.scenario)


def side_of(world: World, state: State, order: ActOrder) -> str:
    """Whose act it is: that of the side which sits at this desk; of several that the umpire may act for he says it."""
    desk = world.umpire.desk
    if desk in SIDES:
        if order.side not in (None, desk):
            raise NotThisDesk(
                f"This desk acts for {CALLED[desk]} alone; leave the side out. For a side that plays on cards and "
                "blocks of its own the umpire acts.",
                field="side",
            )
        return desk
    awaited, _, rule = waits_for(state)
    if order.side is None and len(awaited) > 1:
        raise OrderNotUnderstood(
            f"Both sides are waited for ({rule}): say for which, side {in_a_row(awaited, 'or')}.",
            field="side",
            ruling=rule,
        )
    return order.side or (awaited[0] if awaited else SIDES[0])


def carried_out(world: World, order: ActOrder) -> str:
    """Carry an act out and keep the state that follows."""
    state = state_now(world.session)
    side = side_of(world, state, order)
    if not world.replays:
        nobody_was_quicker(world.session, side, order.seen)
    act = order.act(side)
    if order.dealt:
        if world.umpire.desk != UMPIRE:
            raise NotThisDesk("Only the umpire types what was done with the real game.", field="dealt")
    elif order.overrun:
        raise OrderNotAllowed("Who is overrun is named only with the real game; leave it out (7.4).", field="overrun")
    try:
        if order.dealt:
            state, act = as_dealt(campaign(world), state, act)
        overrun = order.overrun or ()
        after, said = apply(campaign(world), state, act, world.refuse, dealt=order.dealt, overrun=overrun)
    except OrderError as error:
        raise type(error)(error.sentence, field=field_in(order, error.field), ruling=error.ruling) from None
    keep(world, after)
    return " ".join(said)


def nobody_was_quicker(session: Session, side: str, seen: int | None) -> None:
    """Refuse what was meant for another play: somebody acted for this side since the form was opened. Whoever passes,
    or lets a block stand, twice has not done so twice, but the second time to what nobody asked him about."""
    if seen is None or acts_so_far(session)[side] == seen:
        return
    last = last_acted(session, side)
    told = (
        f"{last.umpire} was quicker: {last.sentence}"
        if last and last.action in ACTIONS
        else "Something was taken back."
    )
    raise ChangedElsewhere(f"{told} Nothing was done now. Look at it as it is, then decide again.", field="seen")


def field_in(order: ActOrder, field: str) -> str:
    """The field of an order at which the rules refuse something: they speak of cards where an order has one, and where
    its groups have them."""
    near = {
        "cards": ("card", "groups"),
        "blocks": ("block", "groups"),
        "card": ("cards", "groups"),
        "block": ("blocks", "leader"),  # as the real game has them, one by one
    }
    if isinstance(order, orders.Lose):
        return "blocks"  # the rules name the place among them, or none where their number is wrong
    if field in ("challenge", "refute"):
        return "card"  # as `control-room combat` has them
    return next((one for one in (field, *near.get(field, ())) if one in type(order).model_fields), "")


def keep(world: World, state: State) -> None:
    """Keep a state, and how far the game is with it."""
    row = StateOfPlay.only(world.session)
    now, game = row.as_dict(), Course.only(world.session)
    for name, value in as_columns(state, game.secret).items():
        if now[name] != value:
            setattr(row, name, value)
    game.week, game.turn, game.doing = state.week, state.turn, phase_of(state)


def an_act(title: str, summary: str, order: type[ActOrder]) -> None:
    """Put an act among the actions, under the name that the state offers it by."""

    def run(world: World, order: ActOrder) -> str:
        return carried_out(world, order)

    run.__doc__ = summary
    hides = [name for name in order.model_fields if name in SECRET]
    add = ACTIONS.add(
        NAME_OF[order.means], title=title, order=order, desks=(UMPIRE, *SIDES), hides=hides, formerly=in_one_way
    )
    add(run)


FORCED_LEADER = (
    "leads, and no card has deployed for its side: it needs none (8.2.4).", forced("deploys without a card", "8.2.4"),
)  # fmt: skip
FORCED_TO_STAND_ALONE = ("lets no second block follow (S42).", forced("lets no second block follow", "8.4.2"))
BY_ANY_RIGHT = re.compile(
    r"(?:follows as the second block of|goes with any card, here) ([^()]+) \((?:8\.4\.2, S18|8\.2\.2, [^)]+)\)\."
)
"""What was said of what the rules refuse, though the umpire forced it: the same as where they allow it."""


def in_one_way(said: str) -> str:
    """What an act says, the size of a stack, the turn that begins, what a side still holds, a win of both and what was
    forced upon a combat, in one way however they were said (Action.formerly)."""
    of_a_size = re.sub(r"(−\d) for (\d+ blocks)", r"\1 \2", said)
    of_a_turn = re.sub(r", turn ([AB]): ", lambda found: f", {TURNS[found[1]]}: ", of_a_size)
    of_what_is_held = re.sub(r" The \w+ still holds the resource location [^.]+ \(4\.2\)\.", "", of_a_turn)
    of_what_is_forced = of_what_is_held.replace(*FORCED_LEADER).replace(*FORCED_TO_STAND_ALONE)
    of_a_card = BY_ANY_RIGHT.sub(forced(r"deploys with \1", "8.4.2"), of_what_is_forced)
    return re.sub(r"; where both win at once, the \w+ does(?= \(2\.1\))", "", of_a_card)


an_act("Discard", "Discard half the hand, when a week begins (6.2).", orders.Discard)
an_act("Bid", "Put down a card for the turn order (6.3).", orders.Bid)
an_act("Say who is first", "Say who moves first in this week (6.3).", orders.Choose)
an_act("Pay for movement", "Say how much is moved, and pay for it (7.1).", orders.Pay)
an_act("Move a stack", "Move a stack, whole or parted (7.3).", orders.Move)
an_act("Muster", "Muster blocks from the recruitment box (7.2).", orders.Muster)
an_act("Bring Mōri blocks", "Bring blocks from the Mōri box to Osaka for a card (9.3).", orders.Bring)
an_act("End movement", "End the movement phase (7.1).", orders.End)
an_act("Declare combat", "Declare the next combat (8.1).", orders.Declare)
an_act("Stay inside or come out", "Say whether those who own the castle stay inside it (8.9.2).", orders.Inside)
an_act("Deploy a block", "Deploy a block with a card, or a leader without one (8.2).", orders.Deploy)
an_act("No second block", "Let no second block follow with a double card (S42).", orders.NoSecond)
an_act("Pass", "Deploy no more in this combat (8.5).", orders.Pass)
an_act("Challenge loyalty", "Challenge the loyalty of what was just deployed (8.6).", orders.Challenge)
an_act("No challenge", "Let stand what was just deployed (8.6.1).", orders.NoChallenge)
an_act("Answer a challenge", "Show a card that refutes a challenge, or none (8.6.1).", orders.Answer)
an_act("Take losses", "Choose what is lost in a combat (8.7.2).", orders.Lose)
an_act("Retreat", "Retreat after a combat, or stay in the castle (8.8).", orders.Retreat)


@ACTIONS.add(
    "table.correct",
    title="Put a piece right",
    order=orders.Correct,
    desks=(UMPIRE,),
    hides=("piece", "to"),
    formerly=in_one_way,
)
def correct(world: World, order: orders.Correct) -> str:
    """Put a piece where it lies at the table, with the reason; whoever arrives overruns and claims as always, and the
    journal says so."""
    state = state_now(world.session)
    after, said = corrected(campaign(world), state, order.piece, order.to, order.overrun or (), world.refuse)
    keep(world, after)
    return " ".join([f"The umpire put a piece right: {order.reason}.", *said])


@ACTIONS.add("table.look", title="Look into a bag or a deck", order=orders.LookInto, desks=(UMPIRE,), also=("shows",))
def look_into(_world: World, order: orders.LookInto) -> str:
    """Note that the umpire looked into the bag or the deck of a side."""
    return f"The umpire looked into the {order.into} of {CALLED[order.side]}."


def undoing(world: World, entry: Entry, _taken_back: set[int]) -> Callable[[], None]:
    """An act stands once something secret was shown by it or a card or block was drawn, unless the umpire re-opens it.
    A draw that is taken back gives the same again."""
    if told := showed(world.session, entry):
        number = numbering(world.session, world.umpire.desk).shown(entry.number)
        world.forbid(
            f"In entry {number} {told}, so it stands. {world.of_game.leader} may re-open it, with a reason.",
            field="force",
        )
    return lambda: None


def showed(session: Session, entry: Entry) -> str:
    """What can no longer be hidden since an entry, by what it changed alone; empty if nothing."""
    changes = [one for one in entry.changes if one["table"] == StateOfPlay.__tablename__]
    if entry.action not in ACTIONS or entry.action == FROM_PAPER or not changes:
        return ""
    return in_a_row(shown(campaign_in(session), *around(session, changes[0]), entry.sentence))
