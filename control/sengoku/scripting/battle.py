"""`control-room battle`: whole battles from JSON to JSON (R1 to R8 and R10).

The schema is the scripting surface's. Beyond it a side may carry ``intrinsic_defence``, the defence value of
a non-aligned province, which counts where the side has no troops, or for what they fall short of it (R4).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

from pydantic import BeforeValidator, ValidationInfo, WithJsonSchema, field_validator
from pydantic_core import PydanticCustomError

from control.kernel.chance.dice import Dice
from control.kernel.errors import OrderError, OrderNotAllowed
from control.kernel.typed import Die, Order, number, one_of, one_or_each, quoted, read, text
from control.sengoku.rules.battle.battle import (
    THEN,
    Conclusion,
    Ground,
    Round,
    Shift,
    Side,
    check_forces,
    check_round,
    check_tactics,
    conclude,
    ending,
    fight_round,
)
from control.sengoku.rules.march.allowance import effective_experience
from control.sengoku.rules.rulings import CHOICES, MOST_PENALTY
from control.sengoku.rules.sizes import MOST_TROOPS
from control.sengoku.rules.tables import Options, Tables

MOST_GENERALS = 20
"""No side has more generals who fight in person: more is a slip of the keyboard."""


def in_person(value: Any) -> int:
    """How many generals of a side fight in person: ``true`` is the one who commands."""
    if isinstance(value, bool):
        return value
    if not isinstance(value, int) or not 0 <= value <= MOST_GENERALS:
        raise PydanticCustomError(
            "text",
            '"in_person" is true or false, or how many generals (0 to {most}), not {shown}.',
            {"most": MOST_GENERALS, "shown": quoted(value)},
        )
    return value


InPerson = Annotated[
    bool | int,
    BeforeValidator(in_person),
    WithJsonSchema({"anyOf": [{"type": "boolean"}, {"type": "integer", "minimum": 0, "maximum": MOST_GENERALS}]}),
]


class ProvinceOrder(Order):
    """The ground."""

    mountainous: bool = False
    sea: bool = False


class SideOrder(Order):
    """One side as it stood before the first round."""

    name: text("a name", least=1, most=80)
    troops: number(0, MOST_TROOPS, "a number of troops")
    experience: number(0, 4, "experience")  # 0 is a force without a general: a levy, a garrison (R4)
    home_province: bool = False
    fortification: text("a fortification", least=1) = "none"
    monks_at_home_temple: bool = False
    wounded: bool = False
    in_person: InPerson = 0
    intrinsic_defence: number(0, MOST_TROOPS, "an intrinsic defence") = 0

    @field_validator("in_person", "wounded")
    @classmethod
    def of_a_general(cls, value: int, info: ValidationInfo) -> int:
        """What only a general can be is said of none where there is none (R4)."""
        if value and info.data.get("experience") == 0:
            raise PydanticCustomError(
                "text",
                '"{field}" is said of a general, and a force of experience 0 has none (R4). '
                "Give his experience, 1 to 4, or leave this out.",
                {"field": info.field_name},
            )
        return value

    @field_validator("in_person")
    @classmethod
    def not_the_wounded_one(cls, value: int, info: ValidationInfo) -> int:
        """Of a wounded general is not said that he fights in person (R19); of how many others, may be."""
        if value is True and info.data.get("wounded"):
            raise PydanticCustomError(
                "text",
                '"in_person" true is the general who commands, and he is wounded, so he does not (R19). '
                "Leave it out, or say how many others of the side do.",
            )
        return value

    def as_side(self, options: Options) -> Side:
        """The side in the words of the rules, what a wound costs its general taken off (R19). With ``at_least`` its
        levy stands beside fewer troops than the land is worth, for the rest of that (R4)."""
        beside = self.troops if options.intrinsic == "at_least" else 0
        counts = effective_experience(self.experience, self.wounded, options)
        return Side(
            name=self.name,
            troops=self.troops,
            experience=counts,
            wound=self.experience - counts,
            home_province=self.home_province,
            fortification=self.fortification,
            monks_at_home_temple=self.monks_at_home_temple,
            in_person=self.in_person > 0 and not self.wounded,
            others_in_person=self.in_person if self.wounded else max(0, self.in_person - 1),
            intrinsic=max(0, self.intrinsic_defence - beside),
            beside=beside,
            wounded=self.wounded,
            garrisons=self.experience == 0,
        )


class OptionsOrder(Order):
    """Rule options for this battle alone; those left out stay as the scenario has them."""

    odds_rounding: one_of("odds_rounding", *CHOICES["odds_rounding"]) = Options.odds_rounding
    losses_fall_on: one_of("losses_fall_on", *CHOICES["losses_fall_on"]) = Options.losses_fall_on
    intrinsic: one_of("intrinsic", *CHOICES["intrinsic"]) = Options.intrinsic
    wound_penalty: number(0, MOST_PENALTY, "wound_penalty") = Options.wound_penalty


class RoundOrder(Order):
    """The tactics of a round, and the die if it was thrown on the table."""

    attacker_tactic: text("a tactic", least=1)
    defender_tactic: text("a tactic", least=1)
    die: Die | None = None


class BattleOrder(Order):
    """A whole battle."""

    province: ProvinceOrder = ProvinceOrder()
    attacker: SideOrder
    defender: SideOrder
    options: OptionsOrder = OptionsOrder()
    rounds: list[RoundOrder]
    then: one_of('"then"', *THEN) = "both_stay"


def resolve(document: Any, *, tables: Tables, dice: Dice, options: Options | None = None) -> Any:
    """Resolve a battle (a JSON object) or a list of battles; the answer has the same form.

    ``dice`` rolls what was not thrown; ``options`` are the scenario's. Raises OrderNotUnderstood or
    OrderNotAllowed for the first fault, in a list with the number of the battle in front of the field.
    """
    chosen = options or Options()
    return one_or_each(document, lambda battle: resolve_one(battle, tables=tables, dice=dice, options=chosen), "battle")


def resolve_one(document: Any, *, tables: Tables, dice: Dice, options: Options) -> dict[str, Any]:
    """Resolve one battle."""
    order = read(BattleOrder, document, what="a battle")
    if order.options.model_fields_set:
        options = replace(options, **order.options.model_dump(exclude_unset=True))
    attacker, defender = order.attacker.as_side(options), order.defender.as_side(options)
    ground = Ground(**order.province.model_dump())
    check_forces(attacker, defender, ground, tables, options)
    check_holder(order.attacker, order.defender)
    check_rounds(order.rounds, ground, tables)
    reports: list[Round] = []
    for place, asked in enumerate(order.rounds):
        try:
            if reports and is_over(attacker, defender, ground, reports[-1], order.rounds[:place], tables, options):
                break
            report = fight_round(
                attacker,
                defender,
                ground,
                (asked.attacker_tactic, asked.defender_tactic),
                number=place + 1,
                tables=tables,
                options=options,
                dice=dice if asked.die is None else Dice([asked.die]),
            )
        except OrderError as error:
            raise error.at(f"rounds.{place}") from None
        reports.append(report)
        attacker = attacker.after_losing(report.attacker_losses)
        defender = defender.after_losing(report.defender_losses)
    conclusion = conclude(attacker, defender, ground, reports[-1].result, order.then, tables=tables, options=options)
    return {"rounds": [round_as_json(report) for report in reports], **conclusion_as_json(conclusion)}


OF_ITS_HOLDER = {
    "fortification": "a castle or fortress",
    "monks_at_home_temple": "its monks’ home temple",
    "intrinsic_defence": "the intrinsic defence",
}
"""What only the side has that fights for the holder of the ground, by its field (R4)."""


def check_holder(attacker: SideOrder, defender: SideOrder) -> None:
    """Raises OrderNotAllowed where both sides have what belongs to the holder of the ground: it has one (R4)."""
    mine, theirs = (
        [name for name in OF_ITS_HOLDER if getattr(side, name) not in (0, "none")] for side in (attacker, defender)
    )
    if mine and theirs:
        raise OrderNotAllowed(
            f"{attacker.name} has {OF_ITS_HOLDER[mine[0]]} and {defender.name} {OF_ITS_HOLDER[theirs[0]]}, but the "
            "ground they fight on has one holder (R4). Leave it out for the other.",
            field=f"defender.{theirs[0]}",
            ruling="R4",
        )


def check_rounds(rounds: list[RoundOrder], ground: Ground, tables: Tables) -> None:
    """Raises OrderNotAllowed for a battle without a round, or with more than a battle has (R6), and what
    `check_tactics` raises for any of them: whether the battle gets there is for the dice to say, and what is wrong with
    its file is not."""
    if not rounds:
        raise OrderNotAllowed(
            f"A battle has 1 to {tables.forces.rounds} rounds, and none is given (R6). "
            "If both generals call it off before the first round, there is no battle to resolve.",
            field="rounds",
            ruling="R6",
        )
    try:
        check_round(len(rounds), tables)
    except OrderError as error:
        raise error.at(f"rounds.{tables.forces.rounds}") from None
    for place, asked in enumerate(rounds):
        try:
            check_tactics((asked.attacker_tactic, asked.defender_tactic), ground, tables)
        except OrderError as error:
            raise error.at(f"rounds.{place}") from None


def is_over(
    attacker: Side,
    defender: Side,
    ground: Ground,
    last: Round,
    fought: list[RoundOrder],
    tables: Tables,
    options: Options,
) -> bool:
    """Whether the last round ended the battle (R6, R7); then no later round is fought.

    Raises OrderNotAllowed where that was to be foreseen, all dice being given: the file contradicts itself.
    With a die rolled here nobody could know, and the rounds that were planned are left out.
    """
    if not ending(attacker, defender, ground, last.result, tables=tables, options=options):
        return False
    if any(asked.die is None for asked in fought):
        return True
    if last.outright:
        why, ruling = f"{tables.odds.meanings[last.result]}, {last.result}", "R6"
    else:
        gone = attacker if not last.attacker_left else defender
        why, ruling = f"{gone.name} has nobody left", "R7"
    raise OrderNotAllowed(
        f"The battle ended in round {last.number} ({why}), so there is no round {last.number + 1} "
        f"({ruling}). Leave the later rounds out.",
        ruling=ruling,
    )


def round_as_json(report: Round) -> dict[str, Any]:
    """A round as the scripting surface writes it."""
    return {
        "attacker_strength": report.attacker_strength,
        "defender_strength": report.defender_strength,
        "base_odds": report.base_odds,
        "shifts": [shift_as_json(shift) for shift in report.shifts],
        "odds": report.odds,
        "die": report.die,
        "result": report.result,
        "attacker_losses": report.attacker_losses,
        "defender_losses": report.defender_losses,
        "attacker_left": report.attacker_left,
        "defender_left": report.defender_left,
    }


def shift_as_json(shift: Shift) -> dict[str, Any]:
    """A column shift, with the side it favours if it favours one."""
    side = {"side": shift.side} if shift.side else {}
    return {"reason": shift.reason, **side, "columns": shift.columns, "odds": shift.odds}


def conclusion_as_json(conclusion: Conclusion) -> dict[str, Any]:
    """How the whole battle came out."""
    return {
        "winner": conclusion.winner,
        "ended_by": conclusion.ended_by,
        "troops_lost": conclusion.troops_lost._asdict(),
        "recovers": conclusion.recovers._asdict(),
        "experience": conclusion.experience._asdict(),
    }
