"""What stands on the page of a desk: whose move it is and what is expected of him, what may be done now and of what may
not, why not, the own hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from sqlalchemy.orm import Session

from control.kernel.values import dataclass
from control.kernel.wording import capital, counted, folded
from control.sekigahara.play.choosing_questions import ActForm, forms
from control.sekigahara.play.names import NAME_OF
from control.sekigahara.play.roles import acts_for
from control.sekigahara.play.standing_questions import campaign_in, outcome, state_now
from control.sekigahara.rules.campaign.campaign import Campaign, State
from control.sekigahara.rules.campaign.scoring import points
from control.sekigahara.rules.phases import closed as not_now
from control.sekigahara.rules.playing import waits_for, who_does
from control.sekigahara.rules.sides import SIDES

EXPECTED = {
    "discard": "Choose the cards that go; then the cards and blocks of the week are drawn.",
    "bid": "The higher number says who moves first this week. Even numbers are the east’s, odd ones the west’s.",
    "order": "Whoever is first is so in both turns of this week.",
    "pay": "No card moves one stack, one card three, two cards all. Without movement cards may be exchanged.",
    "move": "Tap a stack on the board, or choose it below. When all has moved, end the movement.",
    "moved": "No stack is left to move. What else you may do stands below; then end the movement.",
    "combat": "Every place where both stand is fought for; the order is yours.",
}
"""What is expected at a step, and once all has moved, for who has not the rules in mind."""
OF_CARDS = ("discard", "bid", "order")
"""The steps at which a week begins: what is chosen is seen in the hand, and not on the board."""
COMBAT = "combat."
OF_THE_HAND = ("week.discard", "week.bid")
"""What is done with any card of the hand, so that its form shows all of them."""


@dataclass(frozen=True)
class Held:
    """Cards of a kind in a hand: how many, what they are called, the number with which each bids."""

    number: int
    name: str
    bid: int


@dataclass(frozen=True)
class StackToMove:
    """A stack of which something may move: whose, where, and how many of it."""

    side: str
    place: str
    called: str
    number: int


@dataclass(frozen=True)
class NotNow:
    """What may not be done now, and why not, with the number of the rule."""

    what: str
    why: str
    ruling: str


@dataclass(frozen=True)
class DeskPage:
    """A desk's page. ``yours`` says that this desk is waited for, ``sentence`` for what and by which rule, ``expected``
    what that means, and in the end how the points came about; ``fight`` is where a combat is fought, and what is
    ``of_cards`` is chosen without a look at the board. ``hands`` are the hands that this desk sees, but for one
    that a form has whole, card by card."""

    yours: bool
    sentence: str
    expected: str
    progress: str
    fight: str
    of_cards: bool
    over: bool
    forms: tuple[ActForm, ...]
    stacks: tuple[StackToMove, ...]
    closed: tuple[NotNow, ...]
    hands: tuple[tuple[str, tuple[Held, ...]], ...]


def desk_page(session: Session, desk: str, forcing: bool = False) -> DeskPage:
    """The page of a desk as it is now; ``forcing`` as in `forms`."""
    campaign, state = campaign_in(session), state_now(session)
    sides, words, rule = waits_for(state)
    yours = desk in sides or (desk not in SIDES and bool(sides))
    if sides:
        whose = "Your move" if desk in sides else "Wait" if desk in SIDES else "Now"
        sentence = f"{whose}: {who_does([desk] if desk in sides else sides, words)} ({rule})."
    else:
        sentence = outcome(session)
    offered = forms(session, desk, forcing)
    in_a_form = {one.side for one in offered if one.action in OF_THE_HAND and not forcing}
    to_move = [
        StackToMove(one.side, one.about, campaign.board.called(one.about), len(one.choices[0].options))
        for one in offered
        if one.action == "move.stack" and not forcing
    ]
    return DeskPage(
        yours,
        sentence,
        expected_now(campaign, state, bool(to_move)) if yours or not sides else "",
        progress(state),
        campaign.board.called(state.fight.place) if state.fight else "",
        yours and state.step in OF_CARDS,
        not sides,
        tuple(one for one in offered if (forcing or one.action != "move.stack") and not in_battle(one)),
        tuple(sorted(to_move, key=lambda one: folded(one.called))),
        tuple(not_possible(campaign, state, desk)),
        tuple(
            (side, hand(campaign, state.hands[side]))
            for side in SIDES
            if acts_for(desk, side) and side not in in_a_form
        ),
    )


def expected_now(campaign: Campaign, state: State, may_move: bool) -> str:
    """What is expected at this step; when all is over, how the points came about."""
    if state.points:
        return " ".join(points(campaign, state)[1])
    return EXPECTED.get("moved" if state.step == "move" and not may_move else state.step, "")


def in_battle(one: ActForm) -> bool:
    """Whether a form belongs to the page of the battle."""
    return one.action.startswith(COMBAT) and one.action != "combat.declare"


def progress(state: State) -> str:
    """How much is left of a movement phase."""
    if state.step != "move" or state.degree == "none":
        return ""
    if state.degree == "total":
        return "Total movement: every stack may move, and mustering is done once beside it (7.1, 7.2)."
    return f"{capital(state.degree)} movement: {counted(state.stacks, 'stack')} left to move or muster (7.1, 7.2)."


def not_possible(campaign: Campaign, state: State, desk: str) -> Iterator[NotNow]:
    """What this desk may not do in a movement phase, and why not."""
    for one in not_now.closed(campaign, state):
        if acts_for(desk, one.side):
            name = NAME_OF[one.act]
            what = {
                "move.pay": f"{capital(one.about)} movement",
                "move.muster": "Muster",
                "move.mori": "Mōri box",
            }.get(name) or campaign.board.called(one.about)
            yield NotNow(what, one.why, one.ruling)


def hand(campaign: Campaign, cards: list[str]) -> tuple[Held, ...]:
    """A hand, equal cards together."""
    kinds = Counter((campaign.cards[one].name, campaign.bids[one]) for one in cards)
    held = [Held(number, name, bid) for (name, bid), number in kinds.items()]
    return tuple(sorted(held, key=lambda one: (folded(one.name), one.bid)))
