"""What may come of a battle, before the dice are thrown: handbook 6, "Combat" (rulings R1 to R7 and R10).

`one_round` gives the exact chances of the next round for every pair of tactics, `whole_battle` those of all the
rounds that may still follow; each with the best replies and the mix of tactics no reply can beat, for generals
choose in secret. Chances are exact fractions; strengths and losses are counters of 1,000 men.

The generals are taken to play for one thing: the *payoff* is the effective strength that the defender may expect to
lose less what the attacker may expect to lose, which the attacker wants high and the defender low. What a province
or an outright victory is worth beyond that only players know, so the chances of both are given beside it.

Assumed over a whole battle: attacker and defender keep their roles, nobody breaks off and nobody makes peace, and
columns granted by the umpire stay. So it goes on until an outright victory, until a side has nobody left (R7),
or through its last round (R6), after which it is undecided.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Generic, Protocol, TypeVar

from control.kernel.values import dataclass
from control.sengoku.rules.battle.battle import Pair, Tactics
from control.sengoku.rules.battle.foresight import (
    BattleProspect,
    Field,
    Mix,
    RoundProspect,
    battle_prospect,
    best_mix,
    weighted,
)
from control.sengoku.rules.battle.sides import Ground, Side
from control.sengoku.rules.tables import Options, Tables


class Prospect(Protocol):
    """What may come of a pair of tactics."""

    @property
    def payoff(self) -> Fraction:
        """What it is worth to the attacker."""


P = TypeVar("P", bound=Prospect)


@dataclass(frozen=True)
class Choice(Generic[P]):
    """The choice the two generals have: what may come of every pair of tactics, and what they do best.

    ``attacker_replies`` are his best tactics against each of the defender's, ``defender_replies`` the other way
    round; those that are equally good stand together, in the printed order. ``mixed`` is what may come of it when
    both play the ``mix``.
    """

    tactics: tuple[str, ...]
    pairs: Mapping[Tactics, P]
    attacker_replies: Mapping[str, tuple[str, ...]]
    defender_replies: Mapping[str, tuple[str, ...]]
    mix: Mix
    mixed: P

    @property
    def is_idle(self) -> bool:
        """Whether it makes no difference what anybody chooses, as at the ends of the odds table."""
        return len({prospect.payoff for prospect in self.pairs.values()}) == 1


@dataclass(frozen=True)
class OneRound:
    """A round that is to come: both strengths, the column they give by themselves (R1), and the choice."""

    number: int
    strength: Pair
    base_odds: str
    choice: Choice[RoundProspect]


@dataclass(frozen=True)
class WholeBattle:
    """A battle from round ``number`` on.

    ``kept`` is the choice of one tactic each for all rounds that are left. ``anew`` is what may come of it when both
    choose anew in each round, playing the mix that is best with the rounds after it in mind; ``mix`` is that of the
    first of them.
    """

    number: int
    kept: Choice[BattleProspect]
    mix: Mix
    anew: BattleProspect


def one_round(
    attacker: Side, defender: Side, ground: Ground, *, number: int = 1, tables: Tables, options: Options
) -> OneRound:
    """The exact chances of round ``number`` for every pair of tactics that may be chosen here.

    The sides carry what they lost before in ``lost``. Raises OrderNotAllowed and OrderNotUnderstood like
    `battle.fight_round`.
    """
    field = Field(attacker, defender, ground, number, tables, options)
    stand = field.start
    prospects = {shift: field.round_prospect(stand, shift) for shift in field.shifts}
    pairs = {pair: prospects[tables.tactics.shifts[pair]] for pair in field.pairs}
    mix = best_mix(field.tactics, {pair: prospect.payoff for pair, prospect in pairs.items()})
    choice = choice_of(field.tactics, pairs, mix, field.mixed_round(stand, mix))
    return OneRound(number, stand.strength, tables.odds.name(stand.base), choice)


def whole_battle(
    attacker: Side, defender: Side, ground: Ground, *, number: int = 1, tables: Tables, options: Options
) -> WholeBattle:
    """The exact chances of a battle from round ``number`` to its end; raises like `one_round`."""
    field = Field(attacker, defender, ground, number, tables, options)
    kept = {shift: battle_prospect(field.keeping(field.start, shift)) for shift in field.shifts}
    pairs = {pair: kept[tables.tactics.shifts[pair]] for pair in field.pairs}
    kept_mix = best_mix(field.tactics, {pair: prospect.payoff for pair, prospect in pairs.items()})
    mixed = battle_prospect(
        weighted((often, field.keeping(field.start, shift)) for shift, often in field.how_often(kept_mix).items())
    )
    mix, outlook = field.anew(field.start)
    return WholeBattle(
        number,
        choice_of(field.tactics, pairs, kept_mix, mixed),
        mix,
        battle_prospect(outlook),
    )


def choice_of(tactics: tuple[str, ...], pairs: Mapping[Tactics, P], mix: Mix, mixed: P) -> Choice[P]:
    """The choice between these pairs, with the best replies."""

    def best(prospects: Mapping[str, P], favour: int) -> tuple[str, ...]:
        most = max(favour * prospect.payoff for prospect in prospects.values())
        return tuple(tactic for tactic, prospect in prospects.items() if favour * prospect.payoff == most)

    return Choice(
        tactics,
        pairs,
        attacker_replies={
            theirs: best({tactic: pairs[tactic, theirs] for tactic in tactics}, +1) for theirs in tactics
        },
        defender_replies={
            theirs: best({tactic: pairs[theirs, tactic] for tactic in tactics}, -1) for theirs in tactics
        },
        mix=mix,
        mixed=mixed,
    )
