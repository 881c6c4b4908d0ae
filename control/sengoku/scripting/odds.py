"""`control-room odds`: exact chances of a battle that is not fought yet, from JSON to JSON (R1 to R7 and R10).

It reads what `control-room battle` reads, without the rounds. Every chance and every expected figure is written
twice: exactly, as a fraction in lowest terms, and as a decimal rounded to four places.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from control.kernel.errors import OrderError, OrderNotAllowed
from control.kernel.typed import Order, number, one_of, one_or_each, read
from control.sengoku.rules.battle.battle import check_forces, check_round
from control.sengoku.rules.battle.chances import Choice, OneRound, WholeBattle, one_round, whole_battle
from control.sengoku.rules.battle.foresight import BattleProspect, Mix, RoundProspect, Share
from control.sengoku.rules.battle.sides import Ground, Side
from control.sengoku.rules.sizes import MOST_TROOPS
from control.sengoku.rules.tables import Options, Tables
from control.sengoku.scripting.battle import OptionsOrder, ProvinceOrder, SideOrder, check_holder

PLACES = 4
"""The decimals that stand beside the exact figures."""

LONGEST = 10**1000
"""No fraction with a larger denominator is written exactly: those of mixes chosen anew may run to thousands of digits,
which are of use to nobody, and in a scenario with more rounds past what Python writes as one number."""


class SideToCome(SideOrder):
    """One side as it stood before the first round, and the effective strength it has lost since."""

    lost: number(0, 10 * MOST_TROOPS, "strength lost") = 0

    def as_side(self, options: Options) -> Side:
        """The side in the words of the rules, less what it has lost."""
        return super().as_side(options).after_losing(self.lost)


class OddsOrder(Order):
    """A battle before one of its rounds, by default the first, and how far to look."""

    province: ProvinceOrder = ProvinceOrder()
    attacker: SideToCome
    defender: SideToCome
    options: OptionsOrder = OptionsOrder()
    round: number(0, 99, "a round") = 1
    over: one_of('"over"', "round", "battle", "both") = "both"


def odds(document: Any, *, tables: Tables, options: Options | None = None) -> Any:
    """The chances of a battle (a JSON object) or of each of a list of battles; the answer has the same form.

    ``options`` are the scenario's. Raises OrderNotUnderstood or OrderNotAllowed for the first fault, in a list with
    the number of the battle in front of the field.
    """
    chosen = options or Options()
    return one_or_each(document, lambda battle: odds_of_one(battle, tables=tables, options=chosen), "battle")


def odds_of_one(document: Any, *, tables: Tables, options: Options) -> dict[str, Any]:
    """The chances of one battle."""
    order = read(OddsOrder, document, what="a battle")
    options = replace(options, **order.options.model_dump(exclude_unset=True))
    try:
        check_round(order.round, tables)
    except OrderError as error:
        raise error.at("round") from None
    check_lost(order, tables)
    sides = order.attacker.as_side(options), order.defender.as_side(options)
    ground = Ground(**order.province.model_dump())
    check_forces(*sides, ground, tables, options)
    check_holder(order.attacker, order.defender)
    answer: dict[str, Any] = {}
    if order.over in ("round", "both"):
        found = one_round(*sides, ground, number=order.round, tables=tables, options=options)
        answer["round"] = round_as_json(found)
    if order.over in ("battle", "both"):
        whole = whole_battle(*sides, ground, number=order.round, tables=tables, options=options)
        answer["battle"] = battle_as_json(whole)
    return answer


def check_lost(order: OddsOrder, tables: Tables) -> None:
    """Raises OrderNotAllowed for what was lost in earlier rounds where there was none (R6)."""
    for role, side in (("attacker", order.attacker), ("defender", order.defender)):
        if order.round == 1 and side.lost:
            raise OrderNotAllowed(
                f"Nobody has lost anything before round 1 (R6). Leave it out, or say which round is to come: "
                f'"round" 2 to {tables.forces.rounds}.',
                field=f"{role}.lost",
                ruling="R6",
            )


def round_as_json(found: OneRound) -> dict[str, Any]:
    """A round that is to come."""
    return {
        "number": found.number,
        "attacker_strength": found.strength.attacker,
        "defender_strength": found.strength.defender,
        "base_odds": found.base_odds,
        **choice_as_json(found.choice, round_prospect_as_json),
    }


def battle_as_json(found: WholeBattle) -> dict[str, Any]:
    """A battle to its end: tactics kept through all rounds that are left, and chosen anew in each."""
    return {
        "from_round": found.number,
        "kept": choice_as_json(found.kept, battle_prospect_as_json),
        "anew": {"mix": mix_as_json(found.mix), **battle_prospect_as_json(found.anew)},
    }


def choice_as_json(choice: Choice[Any], as_json: Any) -> dict[str, Any]:
    """Every pair of tactics in the printed order, the best replies, the mix and what may come of it."""
    return {
        "pairs": [
            {"attacker_tactic": mine, "defender_tactic": theirs, **as_json(prospect)}
            for (mine, theirs), prospect in choice.pairs.items()
        ],
        "best_replies": {
            "attacker": {theirs: list(replies) for theirs, replies in choice.attacker_replies.items()},
            "defender": {theirs: list(replies) for theirs, replies in choice.defender_replies.items()},
        },
        "equilibrium": {"mix": mix_as_json(choice.mix), **as_json(choice.mixed)},
    }


def mix_as_json(mix: Mix) -> dict[str, Any]:
    """How often each side plays each tactic."""
    return {"attacker": figures(mix.attacker), "defender": figures(mix.defender)}


def round_prospect_as_json(prospect: RoundProspect) -> dict[str, Any]:
    """What may come of a round."""
    return {
        **({"odds": prospect.odds} if prospect.odds else {}),
        "chances": figures(prospect.chances),
        "outright": share(prospect.outright),
        "losses": share(prospect.losses),
        "payoff": figure(prospect.payoff),
    }


def battle_prospect_as_json(prospect: BattleProspect) -> dict[str, Any]:
    """What may come of a whole battle."""
    return {
        "endings": figures(prospect.endings),
        "losses": share(prospect.losses),
        "troops_lost": share(prospect.troops_lost),
        "rounds": figure(prospect.rounds),
        "payoff": figure(prospect.payoff),
    }


def share(pair: Share) -> dict[str, Any]:
    """A figure for each role."""
    return figures(pair._asdict())


def figures(named: Mapping[str, Fraction]) -> dict[str, Any]:
    """Figures by their names."""
    return {name: figure(value) for name, value in named.items()}


def figure(value: Fraction) -> dict[str, Any]:
    """A figure exactly, or null where that is too long to be of use, and as a decimal."""
    exact = str(value) if value.denominator <= LONGEST else None
    return {"exact": exact, "decimal": float(round(value, PLACES))}
