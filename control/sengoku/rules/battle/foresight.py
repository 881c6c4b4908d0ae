"""A battle from one of its rounds on, and all that may follow: handbook 6, "Combat" (rulings R1 to R7 and R10).

What `chances` reckons with. However large the armies, a round has few results, so a battle of three rounds comes to no
more than some dozen standings. Each is worked out once, and its outlook averaged over those that may follow it.
Chances are exact; strengths and losses are counters of 1,000 men.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from math import gcd, lcm
from operator import mul
from typing import NamedTuple

from control.kernel.chance import zero_sum
from control.kernel.values import dataclass
from control.sengoku.rules.battle.battle import Pair, Tactics, check_forces, check_round, ending, final_column, losses
from control.sengoku.rules.battle.sides import Ground, Side
from control.sengoku.rules.tables import ROLES, Options, Tables

ENDINGS = (
    "attacker_outright",
    "defender_wiped_out",
    "undecided",
    "both_wiped_out",
    "attacker_wiped_out",
    "defender_outright",
)
"""How a battle ends, from the attacker's best to the defender's: by the outright victory of one (R6), with nobody left
on one side or on both (R7), or undecided after its last round."""


class Share(NamedTuple):
    """A figure for each role, as an exact fraction."""

    attacker: Fraction
    defender: Fraction


@dataclass(frozen=True)
class RoundProspect:
    """What may come of a round. ``chances`` are by result, in the order of the table; ``losses`` are the effective
    strength each side may expect to lose. ``odds`` is the column, empty where tactics are mixed."""

    odds: str
    chances: Mapping[str, Fraction]
    losses: Share
    outright: Share
    """The chance of each side to win outright in this round."""

    @property
    def payoff(self) -> Fraction:
        """What the defender may expect to lose less what the attacker may."""
        return self.losses.defender - self.losses.attacker


@dataclass(frozen=True)
class BattleProspect:
    """What may come of all rounds that are left: the chance of each of `ENDINGS`, what each side may expect to lose
    from now on, in effective strength and in real counters (R5), and the rounds that may be expected."""

    endings: Mapping[str, Fraction]
    losses: Share
    troops_lost: Share
    rounds: Fraction

    @property
    def payoff(self) -> Fraction:
        """What the defender may expect to lose less what the attacker may."""
        return self.losses.defender - self.losses.attacker


@dataclass(frozen=True)
class Mix:
    """How often each general plays each tactic, so that neither could do better whatever he did instead.

    ``value`` is the payoff when both do. It is the only one; where several mixes reach it, this is one of them.
    """

    attacker: Mapping[str, Fraction]
    defender: Mapping[str, Fraction]
    value: Fraction


def best_mix(tactics: tuple[str, ...], payoffs: Mapping[Tactics, Fraction]) -> Mix:
    """The mix of each side that no reply can beat, exactly."""
    found = zero_sum.solve([[payoffs[mine, theirs] for theirs in tactics] for mine in tactics])
    return Mix(dict(zip(tactics, found.rows, strict=True)), dict(zip(tactics, found.columns, strict=True)), found.value)


# ---- the rounds that may come


FIGURES = (*ENDINGS, "attacker_losses", "defender_losses", "attacker_troops", "defender_troops", "rounds")


class Outlook(NamedTuple):
    """What is to be expected at the end of a battle: a number for each of `FIGURES`, all with one denominator.

    Hundreds of these are averaged for a battle; with whole numbers that takes a fifth of the time.
    """

    numerators: tuple[int, ...]
    denominator: int

    def named(self) -> dict[str, Fraction]:
        """The figures by their names."""
        return {name: Fraction(one, self.denominator) for name, one in zip(FIGURES, self.numerators, strict=True)}


@dataclass(frozen=True, eq=False)
class Stand:
    """A battle before one of its rounds. There is one for each round and losses so far, known by its identity."""

    number: int
    attacker: Side
    defender: Side
    strength: Pair
    base: int


class Field:
    """A battle from one round on, with all that may follow.

    What pairs of tactics do to a round depends on nothing but their column shift, so it is worked out once for
    each of the few ``shifts``. ``tactics`` are those that may be chosen here, ``pairs`` all two of them.
    """

    def __init__(
        self, attacker: Side, defender: Side, ground: Ground, number: int, tables: Tables, options: Options
    ) -> None:
        """Raises OrderNotAllowed and OrderNotUnderstood for a round that cannot be fought (R4, R6, R7)."""
        check_round(number, tables)
        check_forces(attacker, defender, ground, tables, options)
        matrix = tables.tactics
        self.ground, self.tables, self.options = ground, tables, options
        self.tactics = tuple(name for name in matrix.names if ground.land or name not in matrix.not_at_sea)
        self.pairs: tuple[Tactics, ...] = tuple((mine, theirs) for mine in self.tactics for theirs in self.tactics)
        self.shifts = {matrix.shifts[pair]: pair for pair in self.pairs}
        self._stands: dict[tuple[int, Pair], Stand] = {}
        self._columns: dict[tuple[int, int], int] = {}
        self._after: dict[tuple[Stand, str], Stand | Outlook] = {}
        self._keeping: dict[tuple[Stand, int], Outlook] = {}
        self._anew: dict[Stand, tuple[Mix, Outlook]] = {}
        self.begun = Pair(attacker.lost, defender.lost)
        self.sides = attacker, defender
        self.start = self.stand(number, Pair(0, 0))

    def stand(self, number: int, lost: Pair) -> Stand:
        """The battle before round ``number``, both sides having lost this much from the start of the field."""
        if (number, lost) not in self._stands:
            attacker, defender = (side.after_losing(more) for side, more in zip(self.sides, lost, strict=True))
            strength = Pair(
                *(side.strength_left(self.ground, self.tables, self.options) for side in (attacker, defender))
            )
            base = self.tables.odds.column(*strength, self.options.odds_rounding)
            self._stands[number, lost] = Stand(number, attacker, defender, strength, base)
        return self._stands[number, lost]

    def column(self, base: int, shift: int) -> int:
        """The final column for a base column and the shift of the tactics (R2)."""
        if (base, shift) not in self._columns:
            pair = self.shifts[shift]
            self._columns[base, shift], _, _ = final_column(base, *self.sides, self.ground, pair, tables=self.tables)
        return self._columns[base, shift]

    def chances(self, stand: Stand, shift: int) -> dict[str, Fraction]:
        """The chance of each result, in the order of the table."""
        odds = self.tables.odds
        column = self.column(stand.base, shift)
        faces = Counter(row[column] for row in odds.results.values())
        return {result: Fraction(faces[result], len(odds.results)) for result in odds.losses}

    def round_prospect(self, stand: Stand, shift: int) -> RoundProspect:
        """What may come of a round with tactics that shift the column by this."""
        odds = self.tables.odds.name(self.column(stand.base, shift))
        return self.prospect(stand, self.chances(stand, shift), odds)

    def mixed_round(self, stand: Stand, mix: Mix) -> RoundProspect:
        """What may come of a round when both play the mix."""
        chances = dict.fromkeys(self.tables.odds.losses, Fraction())
        for shift, often in self.how_often(mix).items():
            for result, chance in self.chances(stand, shift).items():
                chances[result] += often * chance
        return self.prospect(stand, chances, "")

    def prospect(self, stand: Stand, chances: Mapping[str, Fraction], odds: str) -> RoundProspect:
        """What may come of a round with these chances of each result."""
        lost = {result: losses(stand.strength, result, self.ground, self.tables) for result in chances}
        winner = self.tables.odds.outright
        return RoundProspect(
            odds,
            chances,
            losses=Share(
                *(
                    sum((chance * lost[result][role] for result, chance in chances.items()), Fraction())
                    for role in (0, 1)
                )
            ),
            outright=Share(
                *(
                    sum((chance for result, chance in chances.items() if winner.get(result) == role), Fraction())
                    for role in ROLES
                )
            ),
        )

    def how_often(self, mix: Mix) -> dict[int, Fraction]:
        """The chance of each column shift when both play the mix."""
        often = dict.fromkeys(self.shifts, 0)
        (attacker, whole), (defender, other) = whole_numbers(mix.attacker), whole_numbers(mix.defender)
        for mine, theirs in self.pairs:
            often[self.tables.tactics.shifts[mine, theirs]] += attacker[mine] * defender[theirs]
        return {shift: Fraction(times, whole * other) for shift, times in often.items()}

    def after(self, stand: Stand, result: str) -> Stand | Outlook:
        """What follows a result: the next round, or the end of the battle and what it came to."""
        if (stand, result) not in self._after:
            self._after[stand, result] = self.outcome(stand, result)
        return self._after[stand, result]

    def outcome(self, stand: Stand, result: str) -> Stand | Outlook:
        """The same, worked out."""
        lost = losses(stand.strength, result, self.ground, self.tables)
        attacker, defender = stand.attacker.after_losing(lost.attacker), stand.defender.after_losing(lost.defender)
        how = self.ending(attacker, defender, result)
        since = Pair(attacker.lost - self.begun.attacker, defender.lost - self.begun.defender)
        if how == "undecided" and stand.number < self.tables.forces.rounds:
            return self.stand(stand.number + 1, since)
        gone = [
            now.troops_lost(self.ground, self.tables, self.options)
            - then.troops_lost(self.ground, self.tables, self.options)
            for now, then in zip((attacker, defender), self.sides, strict=True)
        ]
        fought = stand.number - self.start.number + 1
        return Outlook((*(int(how == one) for one in ENDINGS), *since, *gone, fought), 1)

    def ending(self, attacker: Side, defender: Side, result: str) -> str:
        """Which of `ENDINGS` a result leads to, if no round follows."""
        match ending(attacker, defender, self.ground, result, tables=self.tables, options=self.options):
            case None:
                return "undecided"
            case "outright_victory", winner:
                return f"{winner}_outright"
            case _, "attacker":
                return "defender_wiped_out"
            case _, "defender":
                return "attacker_wiped_out"
            case _:
                return "both_wiped_out"

    def expected(self, stand: Stand, shift: int, onward: Callable[[Stand], Outlook]) -> Outlook:
        """The outlook before a round with this shift; ``onward`` gives that of the round after it."""
        return weighted(
            (chance, onward(after) if isinstance(after, Stand) else after)
            for result, chance in self.chances(stand, shift).items()
            if chance
            for after in [self.after(stand, result)]
        )

    def keeping(self, stand: Stand, shift: int) -> Outlook:
        """The outlook when both keep tactics with this shift from here to the end."""
        if (stand, shift) not in self._keeping:
            self._keeping[stand, shift] = self.expected(stand, shift, lambda after: self.keeping(after, shift))
        return self._keeping[stand, shift]

    def anew(self, stand: Stand) -> tuple[Mix, Outlook]:
        """The best mix of a round when the rounds after it are played in the same way, and the outlook then."""
        if stand not in self._anew:
            outlooks = {shift: self.expected(stand, shift, lambda after: self.anew(after)[1]) for shift in self.shifts}
            worth = {shift: payoff(outlook) for shift, outlook in outlooks.items()}
            mix = best_mix(self.tactics, {pair: worth[self.tables.tactics.shifts[pair]] for pair in self.pairs})
            often = self.how_often(mix)
            self._anew[stand] = mix, weighted((often[shift], outlook) for shift, outlook in outlooks.items())
        return self._anew[stand]


def weighted(outlooks: Iterable[tuple[Fraction, Outlook]]) -> Outlook:
    """The average of outlooks, each as often as it says."""
    parts = [(often, outlook) for often, outlook in outlooks if often]
    denominator = lcm(*(often.denominator * outlook.denominator for often, outlook in parts))
    times = [often.numerator * (denominator // (often.denominator * each.denominator)) for often, each in parts]
    total = [sum(map(mul, times, column)) for column in zip(*(outlook.numerators for _, outlook in parts), strict=True)]
    common = gcd(denominator, *total)
    return Outlook(tuple(figure // common for figure in total), denominator // common)


def whole_numbers(fractions: Mapping[str, Fraction]) -> tuple[dict[str, int], int]:
    """Fractions as whole numbers over one denominator, and that."""
    denominator = lcm(*(fraction.denominator for fraction in fractions.values()))
    return {
        name: fraction.numerator * (denominator // fraction.denominator) for name, fraction in fractions.items()
    }, denominator


def payoff(outlook: Outlook) -> Fraction:
    """What the defender loses less what the attacker loses."""
    losses_at = FIGURES.index("attacker_losses")
    attacker, defender = outlook.numerators[losses_at : losses_at + 2]
    return Fraction(defender - attacker, outlook.denominator)


def battle_prospect(outlook: Outlook) -> BattleProspect:
    """An outlook in words."""
    figures = outlook.named()
    return BattleProspect(
        endings={how: figures[how] for how in ENDINGS},
        losses=Share(figures["attacker_losses"], figures["defender_losses"]),
        troops_lost=Share(figures["attacker_troops"], figures["defender_troops"]),
        rounds=figures["rounds"],
    )
