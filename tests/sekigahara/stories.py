"""Two whole weeks of a campaign that a seed tells, with what two players at two tablets want to have seen.

``python -m tests.sekigahara.stories gmt 2000`` tells which of so many seeds have it all: after a change of the rules
one of these takes the place of the seed in `SEEDS`.
"""

from __future__ import annotations

import random
import re
import sys
from dataclasses import dataclass
from functools import cache

from control.sekigahara.rules.acts import Act, Answer, Challenge, Deploy, Move, Pass, Retreat
from control.sekigahara.rules.campaign import State
from control.sekigahara.rules.playing import apply, legal
from control.sekigahara.rules.setup import begin
from tests.sekigahara.campaigns import campaign
from tests.sekigahara.chance import an_act

SEEDS = {"gmt": "735", "kessen": "482"}
WEEKS = 2
OVERRUN, SIEGE, LOYALTY, CASTLE, DISK = "overrun", "siege", "loyalty", "castle", "disk"
WANTED = {"gmt": {OVERRUN, SIEGE, LOYALTY, CASTLE}, "kessen": {OVERRUN, SIEGE, CASTLE, DISK}}
"""What happens in the first two weeks: a stack overruns another as it moves, cards are played at a siege, blocks change
sides, beaten ones stay in their castle, a disk falls."""


@dataclass(frozen=True)
class Told:
    """An act of a story, what it was done in and what came of it, what was said, and which telling moment it is."""

    before: State
    act: Act
    after: State
    said: str
    moment: str


@cache
def story(edition: str, seed: str = "") -> tuple[Told, ...]:
    """The first two weeks as a seed tells them, by default the one with everything that is wanted."""
    seed = seed or SEEDS[edition]
    on, chance, state, told = campaign(edition), random.Random(seed), begin(campaign(edition), seed), []
    while state.week <= WEEKS and state.step != "over":
        act = eager(chance, on, state)
        after, said = apply(on, state, act)
        told.append(Told(state, act, after, " ".join(said), moment(state, act, " ".join(said))))
        state = after
    return tuple(told)


def moment(before: State, act: Act, said: str) -> str:
    """Which of the telling moments an act is; none as a rule."""
    match act:
        case Move():
            return OVERRUN if re.search(rf"blocks of the {act.side} overrun", said) else ""
        case Answer():
            return LOYALTY if act.card is None else ""
        case Retreat():
            return CASTLE if act.inside else ""
        case Deploy():
            return SIEGE if before.fight and before.fight.siege else ""
    return DISK if "is destroyed" in said else ""


def eager(chance: random.Random, on, state: State) -> Act:
    """An act by chance of a side that fights and plots rather than not; the pieces of a deployment are the first of
    their kind, as the page of a battle offers them."""
    offers = {one.act: one for one in legal(on, state)}
    if Challenge in offers:
        return Challenge(offers[Challenge].side, offers[Challenge].choices["card"][0])
    if Answer in offers and None in offers[Answer].choices["card"] and chance.random() < 0.7:
        return Answer(offers[Answer].side, None)
    if Retreat in offers:
        choices = offers[Retreat].choices
        if stay := tuple(choices["blocks"][: choices["inside"]]):
            return Retreat(
                offers[Retreat].side, chance.choice(choices["to"]) if len(stay) < len(choices["blocks"]) else "", stay
            )
    fights = Pass in offers and Deploy in offers and chance.random() < 0.8
    act = an_act(chance, on, state, [offers[Deploy]] if fights else legal(on, state))
    if not isinstance(act, Deploy):
        return act
    looks = lambda block, card: (on.blocks[block].kind.name, on.cards[card].name if card else "")  # noqa: E731
    return Deploy(
        act.side, *next(one for one in offers[Deploy].choices["pairs"] if looks(*one) == looks(act.block, act.card))
    )


def main(edition: str, number: int) -> None:
    """The seeds with everything, and how many acts they take."""
    for seed in range(number):
        told = story.__wrapped__(edition, str(seed))
        if {one.moment for one in told} >= WANTED[edition] and told[-1].after.step != "over":
            print(seed, len(told), [one.moment for one in told if one.moment])


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
