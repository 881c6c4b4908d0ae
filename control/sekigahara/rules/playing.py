"""Playing a campaign: what is legal now, and what an act makes of the state.

state = begin(campaign, seed)
while state.step != "over":
    act = …                                   # made of one of legal(campaign, state)
    state, said = apply(campaign, state, act)
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TypeVar

from control.kernel.errors import OrderError, OrderNotAllowed
from control.kernel.wording import capital, in_a_row
from control.sekigahara.rules.campaign.acts import (
    Act,
    Bid,
    Bring,
    Choose,
    Declare,
    Discard,
    End,
    Inside,
    Lose,
    Move,
    Muster,
    NoChallenge,
    NoSecond,
    Offer,
    Pay,
    Retreat,
)
from control.sekigahara.rules.campaign.campaign import Campaign, State
from control.sekigahara.rules.campaign.table import Table
from control.sekigahara.rules.combat.challenge import Answer, Challenge
from control.sekigahara.rules.combat.plays import Deploy, Pass
from control.sekigahara.rules.forcing import Forbid, strictly
from control.sekigahara.rules.phases import aftermath, fighting, moving, weeks
from control.sekigahara.rules.sides import CALLED
from control.sekigahara.rules.umpire.dealt import Overrun

Refusal = TypeVar("Refusal", bound=OrderError)
STEPS: dict[str, tuple[str, str, tuple[type[object], ...]]] = {
    "discard": ("discards half the hand", "6.2", (Discard,)),
    "bid": ("bids a card for the turn order", "6.3", (Bid,)),
    "order": ("says who moves first", "6.3", (Choose,)),
    "pay": ("says how much it moves", "7.1", (Pay,)),
    "move": ("moves, musters or ends its movement", "7.1", (Move, Muster, Bring, End)),
    "combat": ("declares the next combat", "8.1", (Declare,)),
}
"""What each step waits for, its rule, and the acts that do it."""
STAGES: dict[str, tuple[str, str, tuple[type[object], ...]]] = {
    "inside": ("says whether it stays inside the castle", "8.9.2", (Inside,)),
    "deploy": ("deploys a block or passes", "8.5", (Deploy, Pass)),
    "second": ("says whether a second block follows", "S42", (Deploy, NoSecond)),
    "challenge": ("challenges what was deployed, or does not", "8.6.1", (Challenge, NoChallenge)),
    "answer": ("shows a card, or none", "8.6.1", (Answer,)),
    "lose": ("chooses its losses", "8.7.2", (Lose,)),
    "retreat": ("retreats", "8.8.1", (Retreat,)),
}
"""The same for each stage of a combat."""


def waits_for(state: State) -> tuple[tuple[str, ...], str, str]:
    """Which sides are to do something now, what, in words, and the number of the rule. Nobody when the game is over."""
    if state.step == "over":
        return (), "the game is over", "2"
    if state.fight:
        words, rule, _ = STAGES[state.fight.stage]
        if state.fight.siege and state.fight.stage == "deploy":
            words, rule = "deploys a block, or passes and ends the siege", "8.9"
        return (state.fight.side,), words, rule
    words, rule, _ = STEPS[state.step]
    return tuple(state.waiting) if state.step in ("discard", "bid", "order") else (state.active,), words, rule


def who_does(sides: Collection[str], does: str) -> str:
    """Who does something that is said of one ("bids a card"): the east bids a card, the east and the west bid one."""
    verb, _, more = does.partition(" ")
    words = does if len(sides) < 2 else f"{verb.removesuffix('s')} {more}"
    return f"{in_a_row(CALLED[side] for side in sides)} {words}"


def legal(campaign: Campaign, state: State) -> list[Offer]:
    """Everything that may be done now; empty only when the game is over."""
    if state.step == "over":
        return []
    if state.fight and state.fight.stage in ("lose", "retreat"):
        return [*aftermath.offers(campaign, state, fighting.combat_of(campaign, state.fight))]
    if state.fight or state.step == "combat":
        return [*fighting.offers(campaign, state)]
    chapter = weeks if state.step in ("discard", "bid", "order") else moving
    return [*chapter.offers(campaign, state)]


def apply(
    campaign: Campaign,
    state: State,
    act: Act,
    forbid: Forbid = strictly,
    *,
    dealt: bool = False,
    overrun: Sequence[str] = (),
) -> tuple[State, tuple[str, ...]]:
    """The state after an act, and what happened, in sentences that both sides may read; the state given stays as it is.

    Raises OrderNotAllowed for what a rule forbids, OrderNotUnderstood for what names a piece that is not there; what an
    umpire may force is ``forbid``'s to refuse (`control.sekigahara.rules.forcing`), and ``dealt`` says that the act was
    done with the real game, where ``overrun`` are the hidden blocks that it overran.
    """
    sides, words, rule = waits_for(state)
    kinds = STAGES[state.fight.stage][2] if state.fight else STEPS[state.step][2] if sides else ()
    if act.side not in sides or not isinstance(act, kinds):
        told = f"{capital(who_does(sides, words))} now ({rule})." if sides else "The game is over (2.1, 2.2)."
        raise OrderNotAllowed(told, field="side", ruling=rule)
    named = Overrun(overrun)

    def in_words(error: Refusal) -> Refusal:
        """A refusal as people read it: with names, where the rules know ids."""
        return type(error)(fighting.in_names(campaign, error.sentence), field=error.field, ruling=error.ruling)

    table = Table(campaign, state.copy(), lambda error: forbid(in_words(error)), named=named if dealt else None)
    try:
        do(table, act)
        named.check_all(campaign)
    except OrderError as error:
        raise in_words(error) from None
    return table.state, tuple(table.said)


def do(table: Table, act: Act) -> None:
    """An act, done at the table."""
    match act:
        case Discard():
            weeks.discard(table, act)
        case Bid():
            weeks.bid(table, act)
        case Choose():
            weeks.choose(table, act)
        case Pay():
            moving.pay(table, act)
        case Move():
            moving.move(table, act)
        case Muster():
            moving.muster(table, act)
        case Bring():
            moving.bring(table, act)
        case End():
            moving.end(table, act)
            fighting.go_on(table)
        case Declare():
            fighting.declare(table, act)
        case Inside():
            fighting.inside(table, act)
        case NoSecond():
            fighting.no_second(table, act)
        case NoChallenge():
            fighting.no_challenge(table, act)
        case Lose() | Retreat():
            combat = fighting.combat_of(table.campaign, table.state.the_fight)
            if isinstance(act, Lose):
                aftermath.lose(table, combat, act, fighting.go_on, fighting.open_combat)
            else:
                aftermath.retreat(table, combat, act, fighting.go_on, fighting.open_combat)
        case _:
            fighting.played(table, act)
