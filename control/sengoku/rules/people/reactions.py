"""How the people of a clan that nobody plays stand to others (handbook 7), in five steps, and what they answer: two
dice and what speaks for and against, explained step by step. The umpire decides; this only suggests."""

from __future__ import annotations

from collections.abc import Mapping

from control.kernel.chance.dice import Dice
from control.kernel.errors import OrderNotAllowed
from control.kernel.values import dataclass
from control.kernel.wording import signed
from control.sengoku.rules.battle.battle_steps import Step

ATTITUDES = {-2: "hostile", -1: "cold", 0: "neutral", 1: "friendly", 2: "devoted"}
"""The five steps of an attitude, in words."""
LOWEST, HIGHEST = min(ATTITUDES), max(ATTITUDES)

MATTERS = {
    "passage": "an army in their land",
    "threat": "an army beside their land, or a neighbour who fell",
    "letter": "a letter",
    "treaty": "a treaty",
}
"""What they may have to answer, the most pressing first."""
ANSWERS = {
    "passage": {
        "joins": "they join",
        "passage": "free passage",
        "fights": "they fight",
        "raises": "they raise troops",
    },
    "threat": {
        "submits": "they submit as vassals",
        "hostage": "they offer a hostage",
        "waits": "they wait",
        "calls": "they call on an enemy of his",
        "raises": "they raise troops",
    },
    "letter": {
        "agrees": "they agree",
        "asks": "they ask for more",
        "waits": "they put it off",
        "refuses": "they refuse",
    },
    "treaty": {
        "more": "they offer a marriage or a hostage",
        "keeps": "they keep it",
        "asks": "they ask for more",
        "breaks": "they break it",
    },
}
"""What they may answer to each."""
RULING = "R16"


def moved(attitude: int, steps: int) -> int:
    """An attitude that moved by so many steps, as far as it goes."""
    return max(LOWEST, min(HIGHEST, attitude + steps))


@dataclass(frozen=True)
class ReactionTable:
    """The numbers of a scenario (reactions.toml): what each thing adds, the most that armies and gifts count, the most
    that the umpire adds; and for each matter from how much on which answer, the highest first."""

    attitude: int
    army: int
    armies: int
    gift: int
    gifts: int
    bond: int
    friend_of_enemy: int
    enemy_of_enemy: int
    umpire: int
    answers: Mapping[str, tuple[tuple[int, str], ...]]

    def answer(self, matter: str, total: int) -> str:
        """What so much comes to: the lowest answer is for whatever is less."""
        found = self.answers[matter]
        return next((answer for least, answer in found if total >= least), found[-1][1])


PRINTED = ReactionTable(
    attitude=1,
    army=1,
    armies=2,
    gift=1,
    gifts=2,
    bond=1,
    friend_of_enemy=-2,
    enemy_of_enemy=1,
    umpire=3,
    answers={
        "passage": ((11, "joins"), (7, "passage"), (5, "fights"), (2, "raises")),
        "threat": ((12, "submits"), (10, "hostage"), (7, "waits"), (5, "calls"), (2, "raises")),
        "letter": ((10, "agrees"), (8, "asks"), (6, "waits"), (2, "refuses")),
        "treaty": ((11, "more"), (6, "keeps"), (4, "asks"), (2, "breaks")),
    },
)
"""The numbers for a game whose scenario has no reactions.toml; all figures are ours."""


@dataclass(frozen=True)
class Stand:
    """How things stand between the people and whoever they answer: their attitude, how many ``armies`` of his they see
    in their land or beside it, his ``gifts`` of this year, whether a ``bond`` stands; ``friends`` are enemies of theirs
    he is bound to, ``foes`` those he has fought this year."""

    attitude: int = 0
    armies: int = 0
    gifts: int = 0
    bond: bool = False
    friends: tuple[str, ...] = ()
    foes: tuple[str, ...] = ()


def speaks(table: ReactionTable, stand: Stand) -> tuple[tuple[int, str], ...]:
    """What speaks for and against, each with its figure; what adds nothing is left out."""
    armies, gifts = min(stand.armies, table.armies), min(stand.gifts, table.gifts)
    found = (
        (table.attitude * stand.attitude, f"They are {ATTITUDES[stand.attitude]}"),
        (table.army * armies, f"Armies of his in or beside their land: {stand.armies}"),
        (table.gift * gifts, f"Gifts this year: {stand.gifts}"),
        (table.bond * stand.bond, "A treaty binds them"),
        (table.friend_of_enemy * bool(stand.friends), f"He is bound to their enemy {', '.join(stand.friends)}"),
        (table.enemy_of_enemy * bool(stand.foes), f"He has fought their enemy {', '.join(stand.foes)}"),
    )
    return tuple((adds, why) for adds, why in found if adds)


@dataclass(frozen=True)
class Suggestion:
    """What was rolled: the dice, the sum with all that speaks for and against, and what it comes to."""

    dice: tuple[int, int]
    total: int
    answer: str
    steps: tuple[Step, ...]


def react(
    table: ReactionTable, dice: Dice, matter: str, stand: Stand, modifier: int = 0, reason: str = ""
) -> Suggestion:
    """Roll for what the people answer; the umpire may add to it for a ``reason``."""
    if abs(modifier) > table.umpire:
        raise OrderNotAllowed(
            f"The umpire adds {signed(-table.umpire)} to {signed(table.umpire)}, not {signed(modifier)}. Decide the "
            "answer yourself instead.",
            field="modifier",
        )
    one, other = dice.d6("reaction"), dice.d6("reaction")
    adds = speaks(table, stand)
    total = one + other + sum(figure for figure, _ in adds) + modifier
    steps = [Step(f"Dice {one} and {other}: {one + other}.", RULING)]
    steps += [Step(f"{why}: {signed(figure)}.", RULING) for figure, why in adds]
    if modifier:
        steps.append(Step(f"Umpire: {signed(modifier)}{f' ({reason})' if reason else ''}.", RULING))
    answer = table.answer(matter, total)
    steps.append(Step(f"{total}: {ANSWERS[matter][answer]}.", RULING))
    return Suggestion((one, other), total, answer, tuple(steps))
