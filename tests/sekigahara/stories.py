"""Two whole weeks of a campaign, with what two players at two tablets want to have seen, as `control-room play` reads
them: `two_weeks_gmt.json` and `two_weeks_kessen.json` beside this file.

Were they forbidden by a change of the rules, ``python -m tests.sekigahara.stories gmt`` would look for others by chance
and write them.
"""

from __future__ import annotations

import json
import random
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from control.kernel.typed import read
from control.sekigahara.play import orders
from control.sekigahara.play.names import NAME_OF
from control.sekigahara.rules.campaign.acts import Act, Answer, Challenge, Deploy, Move, Pass, Retreat
from control.sekigahara.rules.campaign.campaign import State
from control.sekigahara.rules.campaign.setup import begin
from control.sekigahara.rules.playing import apply, legal
from tests.sekigahara.campaigns import EDITIONS, campaign
from tests.sekigahara.chance import an_act
from tests.sekigahara.games import order_of

FILES = {edition: Path(__file__).parent / f"two_weeks_{edition}.json" for edition in EDITIONS}
WEEKS = 2
OVERRUN, SIEGE, LOYALTY, LOYAL, CASTLE, DISK = "overrun", "siege", "loyalty", "loyal", "castle", "disk"
WANTED = {"gmt": {OVERRUN, SIEGE, LOYALTY, LOYAL, CASTLE}, "kessen": {OVERRUN, SIEGE, CASTLE, DISK}}
"""What happens in the first two weeks: a stack overruns another as it moves, cards are played at a siege, blocks change
sides, or stay loyal by a card that is shown, beaten ones stay in their castle, a disk falls."""


@dataclass(frozen=True)
class Told:
    """An act of a story, what it was done in and what came of it, what was said, and which telling moment it is."""

    before: State
    act: Act
    after: State
    said: str
    moment: str


@cache
def script(edition: str) -> dict[str, Any]:
    """The story of an edition as it is written down."""
    return json.loads(FILES[edition].read_text(encoding="utf-8"))


@cache
def story(edition: str) -> tuple[Told, ...]:
    """The first two weeks of an edition as they are written down."""
    state, told = begin(campaign(edition), script(edition)["seed"]), []
    for one in script(edition)["actions"]:
        kind = next(kind for kind, name in NAME_OF.items() if name == one["action"])
        act = read(getattr(orders, kind.__name__), one["order"]).act(one["role"])
        told.append(tell(edition, state, act))
        state = told[-1].after
    return tuple(told)


def by_chance(edition: str, seed: str) -> Iterator[Told]:
    """Two weeks by chance."""
    chance, state = random.Random(seed), begin(campaign(edition), seed)
    while state.week <= WEEKS and state.step != "over":
        yield (one := tell(edition, state, eager(chance, campaign(edition), state)))
        state = one.after


def tell(edition: str, before: State, act: Act) -> Told:
    """One act of a story."""
    after, said = apply(campaign(edition), before, act)
    return Told(before, act, after, " ".join(said), moment(before, act, " ".join(said)))


def moment(before: State, act: Act, said: str) -> str:
    """Which of the telling moments an act is; none as a rule."""
    match act:
        case Move():
            return OVERRUN if re.search(rf"blocks of the {act.side} overrun", said) else ""
        case Answer():
            return LOYALTY if act.card is None else LOYAL
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
    if Answer in offers and None in offers[Answer].choices["card"] and chance.random() < 0.6:
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


def main(edition: str) -> None:
    """Look for two weeks with everything, and write them down."""
    for seed in map(str, range(10_000)):
        told = [*by_chance(edition, seed)]
        if {one.moment for one in told} >= WANTED[edition] and told[-1].after.step != "over":
            break
    lines = []
    for one in told:
        name, order = order_of(one.act)
        filled = {field: value for field, value in order.items() if value not in ("", None, [])}
        lines.append(json.dumps({"action": name, "role": one.act.side, "order": filled}))
    about = json.dumps({"scenario": f"sekigahara_1600_{edition}", "seed": seed})[:-1]
    acts = ",\n".join(lines)
    FILES[edition].write_text(f'{about}, "actions": [\n{acts}\n]}}\n', encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
