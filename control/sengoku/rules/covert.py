"""Covert work (handbook 5, R37): two dice and what the money adds against a difficulty, explained step by step."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

from control.kernel.chance.dice import Dice
from control.kernel.errors import OrderNotAllowed
from control.kernel.values import dataclass
from control.kernel.wording import counted, signed
from control.sengoku.rules.battle.battle_steps import Step

KINDS = {
    "spy": "Spy",
    "counter_spy": "Counter-spies",
    "bribe": "Bribe",
    "assassin": "Assassin",
    "other": "Other",
}
"""What may be commissioned."""
SPIES = ("spy", "counter_spy")
"""Those who bring a false report where others are caught."""
CAUGHT = ("caught", "client_known")
"""The outcomes of which those it was against hear."""
OUTCOMES = {
    "success": "success",
    "part": "success in part",
    "nothing": "nothing",
    "false_report": "a false report",
    "caught": "caught",
    "client_known": "caught, and the client is known",
}
"""What may come of it, the best first."""
RULING = "R37"


@dataclass(frozen=True)
class CovertTable:
    """The numbers of a scenario (covert.toml). ``difficulty`` is by kind, ``guarded`` instead of it against the head of
    a clan, the Shogun or the Emperor; ``money`` are pairs of points and what they add, ``short_by`` how much may be
    missing for an outcome. Counter-spies add to the difficulty; ``old`` is how many seasons an old report lies back."""

    difficulty: Mapping[str, int]
    guarded: Mapping[str, int]
    money: tuple[tuple[int, int], ...]
    short_by: Mapping[str, int]
    modifier: int
    client_known: int
    counter_spies: int
    old: int

    def needed(self, kind: str, guarded: bool) -> int:
        """The difficulty of a kind of work."""
        return self.guarded.get(kind, self.difficulty[kind]) if guarded else self.difficulty[kind]

    def adds(self, points: int) -> int:
        """What this much money adds."""
        return max((adds for least, adds in self.money if least <= points), default=0)

    def outcome(self, kind: str, dice: int, short: int) -> str:
        """What comes of two dice and of what is missing from the difficulty."""
        if dice <= self.client_known:
            return "client_known"
        if short <= 0:
            return "success"
        if short <= self.short_by["part"]:
            return "part"
        if short <= self.short_by["nothing"]:
            return "nothing"
        return "false_report" if short <= self.short_by["false_report"] and kind in SPIES else "caught"


PRINTED = CovertTable(
    difficulty={"spy": 9, "counter_spy": 9, "bribe": 11, "assassin": 13, "other": 11},
    guarded={"assassin": 14},
    money=((1, 0), (3, 1), (6, 2), (10, 3), (15, 4)),
    short_by={"part": 1, "nothing": 3, "false_report": 5},
    modifier=3,
    client_known=2,
    counter_spies=2,
    old=4,
)
"""The numbers of R37, for a game whose scenario is older than its covert.toml."""


@dataclass(frozen=True)
class Attempt:
    """A piece of covert work that was rolled for: ``outcome`` is what counts, ``reckoned`` what R37 makes of the
    dice."""

    dice: tuple[int, int]
    total: int
    needed: int
    reckoned: str
    outcome: str
    steps: tuple[Step, ...]


def attempt(
    table: CovertTable,
    dice: Dice,
    kind: str,
    points: int,
    *,
    guarded: bool = False,
    watched: bool = False,
    modifier: int = 0,
    reason: str = "",
    outcome: str = "",
) -> Attempt:
    """Roll for a piece of covert work (R37), ``watched`` by counter-spies or not. The umpire may add to it for a
    ``reason``, and overrule what comes of it with an ``outcome`` of his own."""
    if abs(modifier) > table.modifier:
        raise OrderNotAllowed(
            f"The umpire adds {signed(-table.modifier)} to +{table.modifier} (R37), not {signed(modifier)}. Overrule "
            "the outcome instead.",
            field="modifier",
            ruling=RULING,
        )
    needed = table.needed(kind, guarded)
    whom = ", against one who is well guarded" if guarded and kind in table.guarded else ""
    steps = [Step(f"{KINDS[kind]}{whom}: {needed} is needed.", RULING)]
    if watched:
        needed += table.counter_spies
        steps.append(Step(f"Counter-spies: {signed(table.counter_spies)}, so {needed} is needed.", RULING))
    one, other = dice.d6("covert work"), dice.d6("covert work")
    adds = table.adds(points)
    total = one + other + adds + modifier
    steps.append(Step(f"Dice {one} and {other}: {one + other}.", RULING))
    steps.append(Step(f"{counted(points, 'point')}: {signed(adds)}.", RULING))
    if modifier:
        steps.append(Step(f"Umpire: {signed(modifier)}{f' ({reason})' if reason else ''}.", RULING))
    reckoned = table.outcome(kind, one + other, needed - total)
    missing = f"{needed - total} short" if total < needed else "reached"
    if reckoned == "client_known":
        missing = f"dice of {one + other}"
    steps.append(Step(f"{total} against {needed}, {missing}: {OUTCOMES[reckoned]}.", RULING))
    if outcome and outcome != reckoned:
        why = f" ({reason})" if reason else ""
        steps.append(Step(f"The umpire overrules it: {OUTCOMES[outcome]}{why}.", RULING))
    return Attempt((one, other), total, needed, reckoned, outcome or reckoned, tuple(steps))


def chance(table: CovertTable, kind: str, points: int, guarded: bool = False, watched: bool = False) -> int:
    """The chance of success in percent, rounded half up."""
    needed = table.needed(kind, guarded) + (table.counter_spies if watched else 0) - table.adds(points)
    faces = range(1, 7)
    hits = sum(table.outcome(kind, a + b, needed - a - b) == "success" for a, b in product(faces, faces))
    return (hits * 200 + 36) // 72
