"""Battles on land and at sea: handbook 6, "Combat" (rulings R1 to R11).

A battle is fought round by round: `fight_round` takes both sides as they stand and reports the round with
its reasons, `ending` says whether it was the last, `conclude` draws up the whole battle. Nothing is changed
here. Troops, strength and losses are counters of 1,000 men; columns are signed towards the attacker.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from control.kernel.chance.dice import Dice
from control.kernel.errors import OrderNotAllowed, OrderNotUnderstood, did_you_mean
from control.kernel.values import dataclass
from control.kernel.wording import capital, counted
from control.sengoku.rules.battle import battle_steps as steps_of
from control.sengoku.rules.battle.battle_steps import Step as Step
from control.sengoku.rules.battle.sides import Ground as Ground
from control.sengoku.rules.battle.sides import Side as Side
from control.sengoku.rules.tables import ROLES, Options, Role, Standing, Tables, rounded_percent

EndedBy = Literal["outright_victory", "attacker_withdraws", "defender_withdraws", "both_stay"]
Tactics = tuple[str, str]
"""The attacker's tactic and the defender's."""

ATTACKER_SETTLED_BY = {
    "agreement": "so both sides agreed",
    "better_general": "the better general chose so",
    "banzai": "he was the first to shout BANZAI",
    "umpire": "the umpire decided so",
}
"""The ways to settle who attacks, in the order in which they are tried, and how each is told (R11)."""

THEN = ("attacker_withdraws", "defender_withdraws", "both_stay")
"""What the generals may do after a round that settled nothing, if they do not fight on (R6)."""


class Pair(NamedTuple):
    """A figure for each role."""

    attacker: int
    defender: int


@dataclass(frozen=True)
class Shift:
    """A column shift (R2): signed towards the attacker, with the odds after it.

    ``side`` is whom it favours, None for the ground and the tactics, which favour nobody in advance. ``odds``
    stay at the end of the table while the count behind them may run past it.
    """

    reason: str
    columns: int
    odds: str
    side: Role | None
    ruling: str


@dataclass(frozen=True)
class Round:
    """A round as it was fought. Strengths and losses are effective; ``steps`` explain every figure."""

    number: int
    attacker_strength: int
    defender_strength: int
    base_odds: str
    shifts: tuple[Shift, ...]
    odds: str
    die: int
    result: str
    attacker_losses: int
    defender_losses: int
    attacker_left: int
    defender_left: int
    outright: bool
    steps: tuple[Step, ...]


@dataclass(frozen=True)
class Conclusion:
    """What a whole battle came to.

    ``troops_lost`` (R5) and ``recovers`` (R8) are real counters, ``experience`` the generals' after it (R7).
    """

    winner: Role | None
    ended_by: EndedBy
    troops_lost: Pair
    recovers: Pair
    experience: Pair
    steps: tuple[Step, ...]


# ---- one round


def fight_round(
    attacker: Side,
    defender: Side,
    ground: Ground,
    tactics: Tactics,
    *,
    number: int = 1,
    tables: Tables,
    options: Options,
    dice: Dice,
) -> Round:
    """Fight round ``number`` and report it with its reasons.

    The sides carry what they lost in earlier rounds in ``lost``. Raises OrderNotAllowed for a side with
    nobody left (R7), a fourth round (R6) or field defences at sea (R10), OrderNotUnderstood for an unknown
    tactic or fortification.
    """
    check_round(number, tables)
    check_forces(attacker, defender, ground, tables, options)
    check_tactics(tactics, ground, tables)
    strength = Pair(*(side.strength_left(ground, tables, options) for side in (attacker, defender)))
    base = tables.odds.column(*strength, options.odds_rounding)
    column, shifts, shift_steps = final_column(base, attacker, defender, ground, tactics, tables=tables)
    die = dice.d6(f"battle round {number}")
    result = tables.odds.results[die][column]
    lost = losses(strength, result, ground, tables)
    percents = Pair(*tables.odds.losses[result])
    after = attacker.after_losing(lost.attacker), defender.after_losing(lost.defender)
    left = Pair(*(side.strength_left(ground, tables, options) for side in after))
    return Round(
        number=number,
        attacker_strength=strength.attacker,
        defender_strength=strength.defender,
        base_odds=tables.odds.name(base),
        shifts=shifts,
        odds=tables.odds.name(column),
        die=die,
        result=result,
        attacker_losses=lost.attacker,
        defender_losses=lost.defender,
        attacker_left=left.attacker,
        defender_left=left.defender,
        outright=result in tables.odds.outright,
        steps=(
            *steps_of.at_sea(ground),
            steps_of.strength(attacker, ground, tables, options),
            steps_of.strength(defender, ground, tables, options),
            steps_of.base_odds(*strength, base, tables, options),
            *shift_steps,
            steps_of.result(die, column, result, tables),
            steps_of.losses(attacker, percents.attacker, strength.defender, lost.attacker, ground),
            *steps_of.fell(attacker, lost.attacker, ground, tables, options),
            *steps_of.fell_with_them(attacker, strength.attacker - lost.attacker - left.attacker),
            steps_of.losses(defender, percents.defender, strength.attacker, lost.defender, ground),
            *steps_of.fell(defender, lost.defender, ground, tables, options),
            *steps_of.fell_with_them(defender, strength.defender - lost.defender - left.defender),
            *steps_of.left(attacker, defender, *left, tables.odds.outright.get(result), ground),
        ),
    )


def final_column(
    base: int, attacker: Side, defender: Side, ground: Ground, tactics: Tactics | None, *, tables: Tables
) -> tuple[int, tuple[Shift, ...], tuple[Step, ...]]:
    """The odds column to roll on, each shift on the way to it and its reason in words, in the order of R2.

    ``base`` is the index of the odds column for the two strengths. Columns the umpire granted follow the home
    provinces. The count may run past the ends of the table and is brought back at the end. What moved
    nothing is no shift, but has its step. Without ``tactics``, the odds as they are before both are chosen.
    """
    column = base
    shifts: list[Shift] = []
    steps: list[Step] = []

    def shift(reason: str, columns: int, why: str, ruling: str = "R2", side: Role | None = None) -> None:
        nonlocal column
        column += columns
        odds = tables.odds.name(column)
        if columns:
            shifts.append(Shift(reason, columns, odds, side, ruling))
        steps.append(Step(f"{why}: {steps_of.in_columns(columns)}, {odds}.", ruling))

    roles: tuple[tuple[Role, Side, int], ...] = (("attacker", attacker, +1), ("defender", defender, -1))
    for role, side, favour in roles:
        if side.home_province and side.experience and ground.land:  # a levy has no general (R4)
            shift("home_province", favour, f"{side.name} fights in the home province", side=role)
    for role, side, favour in roles:
        if side.granted_columns:
            why = f" ({side.granted_reason})" if side.granted_reason else ""
            why = f"The umpire's grant to {side.name}{why}"
            shift("umpire", favour * side.granted_columns, why, "R31", role)
    for role, side, favour in roles:
        if side is better_general(attacker, defender):
            compared = steps_of.compared(side, defender if side is attacker else attacker)
            shift("superior_general", favour, f"{side.name} is the superior general, {compared}", side=role)
    steps += steps_of.too_hurt(attacker, defender)
    if ground.mountainous and ground.land:
        shift("mountainous", sign(tables.odds.even - column), "The province is mountainous, nearer to 1-1")
    if tactics:
        labels = [tables.tactics.labels[tactic] for tactic in tactics]
        shift("tactics", tables.tactics.shifts[tactics], " against ".join(labels))
    if column != tables.odds.clamp(column):
        steps.append(Step(f"That is past the end of the table, which is {tables.odds.name(column)}.", "R2"))
    return tables.odds.clamp(column), tuple(shifts), tuple(steps)


def losses(strength: Pair, result: str, ground: Ground, tables: Tables) -> Pair:
    """What each side loses: a percentage of the opponent's strength, twice at sea, at most all (R5, R10)."""
    attacker_percent, defender_percent = tables.odds.losses[result]
    times = 2 if ground.sea else 1
    return Pair(
        min(strength.attacker, times * rounded_percent(strength.defender, attacker_percent)),
        min(strength.defender, times * rounded_percent(strength.attacker, defender_percent)),
    )


# ---- what forbids a round


def check_round(number: int, tables: Tables) -> None:
    """Raises OrderNotAllowed for a round that no battle has (R6)."""
    if number < 1:
        raise OrderNotAllowed(
            f"A battle has rounds 1 to {tables.forces.rounds}, so there is no round {number} (R6).", ruling="R6"
        )
    if number > tables.forces.rounds:
        raise OrderNotAllowed(
            f"A battle has at most {tables.forces.rounds} rounds, so there is no round {number} (R6). "
            "End the battle: one side withdraws, or both stay.",
            ruling="R6",
        )


def check_forces(attacker: Side, defender: Side, ground: Ground, tables: Tables, options: Options) -> None:
    """Whether both sides can be read and have somebody to fight.

    Raises OrderNotUnderstood for an unknown work, OrderNotAllowed for a side without strength (R7).
    """
    for role, side in (("attacker", attacker), ("defender", defender)):
        if side.fortification not in tables.fortifications:
            near = did_you_mean(side.fortification, tables.fortifications)
            raise OrderNotUnderstood(
                f'A fortification is one of {", ".join(tables.fortifications)}, not "{side.fortification}".{near}',
                field=f"{role}.fortification",
            )
        if side.strength_left(ground, tables, options) < 1:
            why, ruling, field = "it takes a strength of 1 or more (R7)", "R7", "troops"
            if ground.sea and side.levy:
                why, ruling, field = "at sea the intrinsic defence counts nothing (R10)", "R10", "intrinsic_defence"
            elif strength := side.strength(ground, tables):
                why, field = f"of its strength of {strength} it has lost {side.lost} (R7)", "lost"
            raise OrderNotAllowed(
                f"{side.name} has nobody left to fight: {why}.", field=f"{role}.{field}", ruling=ruling
            )


def check_tactics(tactics: Tactics, ground: Ground, tables: Tables) -> None:
    """Raises OrderNotUnderstood for an unknown tactic, OrderNotAllowed for one forbidden at sea (R10)."""
    matrix = tables.tactics
    for role, tactic in zip(ROLES, tactics, strict=True):
        if tactic not in matrix.names:
            near = did_you_mean(tactic, matrix.names)
            raise OrderNotUnderstood(
                f'A tactic is one of {", ".join(matrix.names)}, not "{tactic}".{near}',
                field=f"{role}_tactic",
            )
        if ground.sea and tactic in matrix.not_at_sea:
            possible = ", ".join(name for name in matrix.names if name not in matrix.not_at_sea)
            raise OrderNotAllowed(
                f"{matrix.labels[tactic]} cannot be chosen in a sea battle (R10). Possible: {possible}.",
                field=f"{role}_tactic",
                ruling="R10",
            )


def better_general(attacker: Side, defender: Side) -> Side | None:
    """The side with the more experienced general; None if they are equal, or if he is wounded (R2, R11, R19)."""
    if attacker.experience == defender.experience:
        return None
    better = attacker if attacker.experience > defender.experience else defender
    return None if better.wounded else better


def check_settled(how: str, attacker: Side, defender: Side) -> None:
    """Whether the attacker may have been settled in this way, one of `ATTACKER_SETTLED_BY` (R11).

    Raises OrderNotAllowed for the choice of the better general where both are equal.
    """
    if how == "better_general" and better_general(attacker, defender) is None:
        why = f"{attacker.name} and {defender.name} both have experience {attacker.experience}"
        if attacker.experience != defender.experience:
            better = attacker if attacker.experience > defender.experience else defender
            why = f"{better.name} is wounded (R19)"
        raise OrderNotAllowed(
            f"{why}, so neither is the better general (R11). The first to shout banzai attacks, or the umpire decides.",
            field="settled_by",
            ruling="R11",
        )


def battles_allowed(experience: int, wounded: bool = False) -> int:
    """How many battles a general may fight in a season: as many as his experience, one while wounded (R9, R19)."""
    return 1 if wounded else experience


def check_battles_fought(name: str, experience: int, fought: int, wounded: bool = False) -> None:
    """Raises OrderNotAllowed for a general who has fought as many battles this season as he may (R9, R19)."""
    if fought < battles_allowed(experience, wounded):
        return
    battles = counted(fought, "battle")
    if wounded:
        raise OrderNotAllowed(
            f"{name} is wounded and has fought {battles} this season: no more until the next season, whatever his "
            "experience (R19).",
            ruling="R19",
        )
    raise OrderNotAllowed(
        f"{name} has fought {battles} this season and has experience {experience}: no more until the next season (R9).",
        ruling="R9",
    )


# ---- the whole battle


def ending(
    attacker: Side, defender: Side, ground: Ground, result: str, *, tables: Tables, options: Options
) -> tuple[EndedBy, Role | None] | None:
    """How the last round ended the battle and who won it, if it did (R6, R7).

    ``result`` is that round's; the sides stand as it left them. A side with no strength left has broken off.
    """
    if result in tables.odds.outright:
        return "outright_victory", tables.odds.outright[result]
    attacker_stands = attacker.strength_left(ground, tables, options) > 0
    defender_stands = defender.strength_left(ground, tables, options) > 0
    if attacker_stands and defender_stands:
        return None
    if attacker_stands:
        return "defender_withdraws", "attacker"
    if defender_stands:
        return "attacker_withdraws", "defender"
    return "both_stay", None


def ways_to_end(attacker: Side, defender: Side, ground: Ground, result: str, tables: Tables) -> tuple[str, ...]:
    """What the generals may do after a round that did not end the battle, of `THEN`. A levy alone that did not lose it
    is not beaten and has nowhere to go: it does not withdraw (R4)."""
    roles: tuple[tuple[Role, Side], ...] = (("attacker", attacker), ("defender", defender))
    won = round_won(result, tables)
    firm = {f"{role}_withdraws" for role, side in roles if side.is_levy(ground) and won in (None, role)}
    return tuple(one for one in THEN if one not in firm)


def check_then(then: str, attacker: Side, defender: Side, ground: Ground, result: str, tables: Tables) -> None:
    """Raises OrderNotAllowed for a levy that withdraws unbeaten (R4)."""
    if then in ways_to_end(attacker, defender, ground, result, tables):
        return
    levy, other = (attacker, defender) if then == "attacker_withdraws" else (defender, attacker)
    raise OrderNotAllowed(
        capital(
            f"{levy.name} did not lose the last round: it is not beaten, and stays in its land (R4). Let both stay, or "
            f"{other.name} withdraw."
        ),
        field="then",
        ruling="R4",
    )


def round_won(result: str, tables: Tables) -> Role | None:
    """Who won a round: the side that it cost the smaller part (R4); None for a draw."""
    attacker, defender = tables.odds.losses[result]
    if attacker == defender:
        return None
    return "attacker" if attacker < defender else "defender"


def conclude(
    attacker: Side,
    defender: Side,
    ground: Ground,
    result: str,
    then: str = "both_stay",
    *,
    tables: Tables,
    options: Options,
    following: str = "",
) -> Conclusion:
    """Draw up a battle after its last round, whose result was ``result`` (R5 to R8).

    ``then`` is what the generals did, one of `THEN`; it counts only if the round did not end the battle.
    ``following`` is the season that comes next, if that is known.
    """
    ended_by, winner = ending(attacker, defender, ground, result, tables=tables, options=options) or AFTER[then]
    roles: tuple[tuple[Role, Side], ...] = (("attacker", attacker), ("defender", defender))
    lost = Pair(*(side.troops_lost(ground, tables, options) for _, side in roles))
    standings = [standing(role, winner) for role, _ in roles]
    scattered = [side.garrisons and how == "loser" for (_, side), how in zip(roles, standings, strict=True)]
    recovers = Pair(
        *(
            0 if none_left else recovery(gone, how, tables=tables, season=following)
            for gone, how, none_left in zip(lost, standings, scattered, strict=True)
        )
    )
    taught = tuple(learns(other, ground, options) for other in (defender, attacker))
    experience = Pair(
        *(
            experience_after(side, role == winner and learned, tables)
            for (role, side), learned in zip(roles, taught, strict=True)
        )
    )
    steps = [steps_of.ended(attacker, defender, ended_by, winner, ground)]
    for (_, side), gone, how, none_left, back, level, learned in zip(
        roles, lost, standings, scattered, recovers, experience, taught, strict=True
    ):
        if side.is_levy(ground) and not side.experience:  # of it nobody comes back, and nobody learns
            steps += [steps_of.levy_lost(side)] if side.lost else []
            continue
        steps.append(steps_of.troops_lost(side, gone))
        percent = tables.forces.recovery[how]
        if not none_left:  # of each garrison is said that it disperses
            winter = following == "winter"
            steps.append(
                steps_of.lapses(side, gone) if winter else steps_of.recovers(side, gone, back, percent, following)
            )
        steps.append(steps_of.experience(side, level, is_winner=how == "winner", only_levy=not learned))
    return Conclusion(winner, ended_by, lost, recovers, experience, tuple(steps))


AFTER: dict[str, tuple[EndedBy, Role | None]] = {
    "attacker_withdraws": ("attacker_withdraws", "defender"),
    "defender_withdraws": ("defender_withdraws", "attacker"),
    "both_stay": ("both_stay", None),
}
"""How the battle ends by what the generals do, and who has won it then (R7)."""


def standing(role: Role, winner: Role | None) -> Standing:
    """What the battle made of one side."""
    if winner is None:
        return "undecided"
    return "winner" if role == winner else "loser"


def recovery(lost: int, how: Standing, *, tables: Tables, season: str = "spring", has_general: bool = True) -> int:
    """The real counters that come back at the start of the next ``season`` (R8).

    None come back over winter, when the armies have dispersed, and none to an army that lost its general.
    """
    if season == "winter" or not has_general:
        return 0
    return rounded_percent(lost, tables.forces.recovery[how])


def shared_out(total: int, sizes: list[int]) -> list[int]:
    """Share ``total`` counters out in proportion to ``sizes``, whole counters, the largest remainders first.

    That is the reckoner's rounding, half up, with the sum set right where it would not come out.
    """
    whole = sum(sizes)
    if not whole:
        return [0] * len(sizes)
    shares = [total * size // whole for size in sizes]
    by_remainder = sorted(range(len(sizes)), key=lambda spot: (-(total * sizes[spot] % whole), spot))
    for spot in by_remainder[: total - sum(shares)]:
        shares[spot] += 1
    return shares


def learns(enemy: Side, ground: Ground, options: Options) -> bool:
    """Whether a victory over this enemy teaches a general: an intrinsic defence alone does not (R7)."""
    return not enemy.is_levy(ground) or options.levy_gives_experience == "yes"


def experience_after(side: Side, is_winner: bool, tables: Tables) -> int:
    """The general's experience after the battle, his wound not taken off: one more for the winner, within its limits
    (R7)."""
    gains = is_winner and side.experience > 0
    return learnt(side.own_experience, tables) if gains else side.own_experience


def learnt(experience: int, tables: Tables) -> int:
    """The experience that a victory brings a general to; it takes none away where the table allows less (R7)."""
    return max(experience, min(experience + 1, tables.forces.most_experience))


def sign(number: int) -> int:
    """-1, 0 or 1."""
    return (number > 0) - (number < 0)
