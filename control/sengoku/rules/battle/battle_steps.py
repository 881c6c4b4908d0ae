"""The figures of a battle in sentences an umpire can read aloud, each with its ruling (R1 to R10)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from control.kernel.values import dataclass
from control.kernel.wording import capital, signed
from control.sengoku.rules.battle.sides import Ground, Side
from control.sengoku.rules.sizes import counters
from control.sengoku.rules.tables import Options, Role, Tables, rounded_percent


@dataclass(frozen=True)
class Step:
    """One figure of a report in a sentence for people, with the ruling or handbook section it rests on.

    A sentence begins with a capital, also where a side is "the levy of Kai"."""

    text: str
    ruling: str

    def __post_init__(self) -> None:
        if self.text[:1].islower():
            object.__setattr__(self, "text", capital(self.text))


def at_sea(ground: Ground) -> Iterator[Step]:
    """What is different at sea."""
    if ground.sea:
        yield Step("A sea battle: no works, home province or mountains count, and losses are doubled.", "R10")


def too_hurt(attacker: Side, defender: Side) -> Iterator[Step]:
    """What a wound keeps a general from: being the superior one, also by what it costs of his experience, and fighting
    in person (R19)."""
    if attacker.experience == defender.experience and (attacker.wound or defender.wound):
        yield Step(f"Nobody is the superior general: {compared(attacker, defender)}.", "R19")
    for side, other in ((attacker, defender), (defender, attacker)):
        if side.wounded and side.experience > other.experience:
            yield Step(f"{side.name} is wounded, so nobody is the superior general: {compared(side, other)}.", "R19")
        if side.wounded and side.in_person:
            yield Step(f"{side.name} is wounded, so he does not fight in person.", "R19")


def wound_decided(side: Side, other: Side) -> bool:
    """Whether a general's wound decides anything here: he would be superior to the ``other``, or the other not to him,
    or he would fight in person (R19). Any other is his clan's secret, and both generals read the steps."""
    if not side.wounded:
        return False
    lowered = side.wound > 0 and side.experience <= other.experience <= side.own_experience
    return side.in_person or side.experience > other.experience or lowered


def compared(better: Side, other: Side) -> str:
    """The experience of two generals, the better one's first, and what of it a wound costs that decided."""
    said = f"{better.experience} against {other.experience or 'nobody who leads'}"
    hurt = [
        f"{side.name} {side.own_experience}, less {side.wound} for his wound, R19"
        for side, enemy in ((better, other), (other, better))
        if side.wound and wound_decided(side, enemy)
    ]
    return f"{said} ({'; '.join(hurt)})" if hurt else said


def strength(side: Side, ground: Ground, tables: Tables, options: Options) -> Step:
    """How a side's effective strength adds up."""
    parts = [counters(side.troops)]
    parts += [f"{men} ({reason})" for reason, men in side.notional_men(ground, tables).items()]
    text = f"{side.name}: {' + '.join(parts)}"
    if len(parts) > 1:
        text += f" = {side.strength(ground, tables)}"
    if side.lost:
        now = side.strength_left(ground, tables, options)
        text += f", less {side.lost} lost in earlier rounds"
        if more := max(0, side.strength(ground, tables) - side.lost) - now:
            text += f" and {more} that fell with them"
        text += f" = {now}"
    if side.intrinsic and not side.levy:
        text += f" (the intrinsic defence of {side.intrinsic} counts only where no troops are raised)"
    return Step(f"{text}.", "R4")


def base_odds(attacker: int, defender: int, column: int, tables: Tables, options: Options) -> Step:
    """Why two strengths come to this column."""
    name, ratio, odds = tables.odds.name(column), tables.odds.ratios[column], Fraction(attacker, defender)
    ends = {0: "less than", len(tables.odds.names) - 1: "more than"}
    if odds == ratio:
        how = f"is {name}"
    elif column in ends and (odds < ratio) == (column == 0):
        how = f"is {ends[column]} {name}, where the table ends"
    elif options.odds_rounding == "nearest":
        next_up = column + 1 if column + 1 < len(tables.odds.names) else column
        tie = next_up != column and odds - ratio == tables.odds.ratios[next_up] - odds
        how = f"is nearest to {name}"
        if tie:
            how = f"is as near to {name} as to {tables.odds.name(next_up)}: {name}, in the defender's favour"
    else:
        how = f"is {name}, rounded in the defender's favour"
    return Step(f"{attacker} against {defender} {how}.", "R1")


def result(die: int, column: int, letters: str, tables: Tables) -> Step:
    """What the die gave."""
    return Step(f"Die {die} at {tables.odds.name(column)}: {letters}, {tables.odds.meanings[letters]}.", "H6")


def losses(side: Side, percent: int, opponent: int, lost: int, ground: Ground) -> Step:
    """How a side's losses come about; ``opponent`` is the other side's strength."""
    reckoned = rounded_percent(opponent, percent)
    text = f"{side.name} loses {share(percent, opponent)}: {reckoned}"
    if ground.sea:
        reckoned *= 2
        text += f", doubled at sea: {reckoned}"
    if lost < reckoned:
        text += f", but has only {lost}"
    return Step(f"{text}.", "R10" if ground.sea else "R5")


def share(percent: int, whole: int) -> str:
    """A percentage as it is read out, and whether it is rounded to whole counters (R5)."""
    return f"{percent}% of {whole}{', rounded' if percent * whole % 100 else ''}"


def fell(side: Side, lost: int, ground: Ground, tables: Tables, options: Options) -> Iterator[Step]:
    """Which of the strength a side loses now were notional men and which real counters, if it has any of both."""
    if not lost or not (notional := side.notional_men(ground, tables)):
        return
    after = side.after_losing(lost)
    gone = after.notional_lost(ground, tables, options) - side.notional_lost(ground, tables, options)
    of = f" ({next(iter(notional))})" if len(notional) == 1 else ""
    yield Step(f"Of these, {gone} notional{of} and {lost - gone} real.", "R5")


def fell_with_them(side: Side, more: int) -> Iterator[Step]:
    """The works and second halves of monks that count no more, for the counters that held them are gone."""
    if more:
        yield Step(f"{side.name} loses {more} more: what its counters held falls with them.", "R4")


def left(
    attacker: Side, defender: Side, attacker_left: int, defender_left: int, outright: Role | None, ground: Ground
) -> Iterator[Step]:
    """What the round leaves, and whether it was the last."""
    yield Step(f"Left: {attacker.name} {attacker_left}, {defender.name} {defender_left}.", "R5")
    if outright:
        loser = defender if outright == "attacker" else attacker
        goes = f": {loser.name} must leave the province" if loser.must_leave(ground) else ""
        yield Step(f"The battle ends at once{goes}.", "R6")
    for side, strength_left in ((attacker, attacker_left), (defender, defender_left)):
        if not strength_left:
            yield Step(f"{side.name} has nobody left and has broken off.", "R7")


def ended(attacker: Side, defender: Side, ended_by: str, winner: Role | None, ground: Ground) -> Step:
    """How the battle ended and who won it."""
    if winner is None:
        return Step("Nobody has won.", "R7")
    won, lost = (attacker, defender) if winner == "attacker" else (defender, attacker)
    if ended_by == "outright_victory":
        goes = f"; {lost.name} must leave the province" if lost.must_leave(ground) else ""
        return Step(f"{won.name} wins outright{goes}.", "R7")
    goes = " and leaves the province" if lost.must_leave(ground) else ""
    return Step(f"{lost.name} breaks off{goes}: {won.name} wins.", "R7")


def troops_lost(side: Side, lost: int) -> Step:
    """Which part of a side's losses was real counters."""
    if side.lost == lost:
        return Step(f"{side.name} lost {counters(lost)}.", "R5")
    notional = f"{side.lost - lost} of it notional men"
    return Step(f"{side.name} lost {side.lost} in strength, {notional}: {counters(lost)}.", "R5")


def levy_lost(side: Side) -> Step:
    """What a levy lost, of which nothing was a counter."""
    return Step(f"{side.name} lost {side.lost} in strength.", "R5")


def recovers(side: Side, lost: int, back: int, percent: int, following: str) -> Step:
    """What comes back to a side in the ``following`` season, if that is known."""
    when = "next season" if following else "next season, unless that is winter"
    return Step(f"{side.name} recovers {share(percent, lost)}: {counters(back)} {when}.", "R8")


def lapses(side: Side, lost: int) -> Step:
    """That nothing comes back to a side over winter."""
    return Step(f"{side.name} recovers nothing of {lost}: nobody comes back over winter.", "R8")


def experience(side: Side, level: int, *, is_winner: bool, only_levy: bool = False) -> Step:
    """What the battle taught a general."""
    if side.experience and is_winner and only_levy:
        return Step(f"{side.name} learns nothing from beating an intrinsic defence alone: {level}.", "R7")
    if not side.experience:
        return Step(f"{side.name} has no general to learn from it.", "R7")
    if level > side.own_experience:
        return Step(f"{side.name} gains experience: {side.own_experience} becomes {level}.", "R7")
    kept = "has the highest experience already" if is_winner else "gains no experience"
    return Step(f"{side.name} {kept}: {level}.", "R7")


def in_columns(columns: int) -> str:
    """A column shift as it is read out: +1 column, −3 columns, no column."""
    if not columns:
        return "no column"
    return f"{signed(columns)} column{'' if abs(columns) == 1 else 's'}"
