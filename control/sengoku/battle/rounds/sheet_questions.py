"""What stands on the umpires' battle sheet, from the tables and options the program itself plays by: so the two cannot
disagree (H6, R1 to R13)."""

from __future__ import annotations

from control.kernel.wording import capital, in_a_row, signed
from control.sengoku.rules.march.geography import ROAD_NAMES
from control.sengoku.rules.tables import MovementTable, OddsTable, Options, Reckoner, Tables
from printouts.battle.battle_sheet import BattleSheet, Pairs, Result

NOTIONAL = (
    "A work counts for the side whose counters or levy hold it. Castle, fortress, value, the general and the "
    "monks’ second halves are notional men."
)
AT_SEA = "All losses are doubled. No castle, no home province, no mountains."
HOW_OFTEN = (
    "A general commands as many battles in a season as he has experience; more he fights only under another. "
    "A battle of several rounds is one. A wounded general commands one, never fights in person, and is superior to "
    "nobody (R19)."
)
RECOVERY = (
    "At the start of the next season, but not over winter, when armies disperse. An army that lost its "
    "general recovers nothing and cannot form again that year."
)
SHIFTS = (
    ("General in his home province", "1 his way"),
    ("Superior general (equal: none)", "1 his way"),
    ("Mountains (on 1-1: none)", "1 nearer 1-1"),
)


def battle_sheet_data(tables: Tables, options: Options) -> BattleSheet:
    """The sheet by these tables and options."""
    matrix, odds, forces, reckoner = tables.tactics, tables.odds, tables.forces, tables.reckoner
    barred = in_a_row((matrix.labels[name] for name in matrix.names if name in matrix.not_at_sea), "or")
    works = ((capital(work.replace("_", " ")), f"+{men}") for work, men in forces.fortifications.items() if men)
    return BattleSheet(
        tactics=tuple(
            (matrix.labels[one], tuple(matrix.shifts[one, its] for its in matrix.names)) for one in matrix.names
        ),
        barred=barred,
        steps=steps_of(tables, options),
        shifts=SHIFTS,
        strengths=(
            ("Each troop counter", "1"),
            *works,
            ("General fighting in person", f"+{forces.in_person}"),
            ("Monks’ counters at their temple", f"×{forces.monks_at_home_temple}"),
            ("No counters of its holder there", "+ its value"),
        ),
        notional=NOTIONAL,
        at_sea=f"{AT_SEA} Nobody may choose {barred}." if barred else AT_SEA,
        how_often=HOW_OFTEN,
        odds=tuple(odds.names),
        results=tuple((die, tuple(results)) for die, results in sorted(odds.results.items())),
        letters={letter: result_of(letter, odds) for letter in odds.losses},
        percents=tuple(reckoner.percents),
        reckoner=tuple((counters, *shares) for counters, shares in reckoner.rows()),
        beyond=beyond(reckoner),
        recovery=(
            ("Winner of the battle", f"{forces.recovery['winner']} %"),
            ("Loser of the battle", f"{forces.recovery['loser']} %"),
            ("Both, when nobody won", f"{forces.recovery['undecided']} %"),
        ),
        no_recovery=RECOVERY,
        phases=tuple((level, tuple(moves)) for level, moves in sorted(tables.movement.phases.items(), reverse=True)),
        allowance=allowance_in_words(tables.movement, options),
    )


def result_of(letter: str, odds: OddsTable) -> Result:
    """A letter of the results."""
    loser = {"attacker": "defender", "defender": "attacker"}.get(odds.outright.get(letter, ""))
    then = f"The {loser} leaves at once" if loser else "Fight on, break off or stay"
    return Result(capital(odds.meanings[letter]), *odds.losses[letter], then, letter in odds.outright)


def steps_of(tables: Tables, options: Options) -> Pairs:
    """A battle round in order, each step with what to do."""
    odds, forces = tables.odds, tables.forces
    rounding = {
        "defender": "the highest column that does not exceed the true odds",
        "nearest": "the column nearest to the true odds, the lower of two that are equally near",
    }[options.odds_rounding]
    lost_first = {
        "notional_first": "Notional men are lost before counters.",
        "troops_first": "Counters are lost before notional men.",
    }[options.losses_fall_on]
    taught = "" if options.levy_gives_experience == "yes" else ", but none for beating a levy alone"
    low, high = odds.names[0], odds.names[-1]
    return (
        (
            "Who attacks (R11)",
            "The generals agree; or else the better general chooses; or else the first to shout BANZAI!; or "
            "else the umpire decides. Before the first round both together may call the battle off (R6).",
        ),
        ("Count both strengths (R4)", "Counters and notional men, as in the list beside this one."),
        (
            "Find the odds column (R1)",
            f"Attacker to defender: {rounding}. Beyond the ends of the table take {low} or {high}.",
        ),
        (
            "Shift for the ground and the generals (R2)",
            "Home province, then superior general, then mountains. Keep count beyond the ends of the table.",
        ),
        (
            "Choose tactics (R2)",
            "Both generals choose in secret and show together; shift by the matrix. "
            f"Only now come back to {low} or {high} if you are past it.",
        ),
        ("Roll one die (H6)", "Read the result in the column you ended on: overleaf."),
        (
            "Take the losses (R5)",
            f"A percentage of the opponent’s strength, by the reckoner, never more than a side has. {lost_first}",
        ),
        (
            "Fight on or end (R6)",
            "An outright victory ends the battle: the loser leaves the province. Otherwise either side may "
            "break off and leave, or both may stop and stay, or the next round follows: "
            f"{forces.rounds} at most.",
        ),
        (
            "After the battle (R7, R8, R19)",
            f"The winner’s general gains 1 experience, up to {forces.most_experience}{taught}. Every person who "
            "took part draws a risk card, once for the battle. Note real counters lost, for recovery.",
        ),
    )


def beyond(reckoner: Reckoner) -> str:
    """How to go on where the reckoner ends: with its last line, if all the shares in that are whole."""
    last = reckoner.counters
    if any(last * percent % 100 for percent in reckoner.percents):
        return ""
    return f"; beyond {last} add the line of {last} to that of the rest"


def allowance_in_words(movement: MovementTable, options: Options) -> str:
    """How many provinces an army may enter."""
    follows = {"whole_route": "a whole route", "any_leg": "any leg"}[options.road_bonus_needs]
    changes = [f"{signed(movement.sea_crossing)} for each sea crossing"]
    for road, seasons in movement.roads.items():
        name = ROAD_NAMES.get(road, road)
        changes.append(f"{signed(movement.road)} for {follows} along the {name} ({in_a_row(seasons)})")
    return f"Experience; {'; '.join(changes)}; at least {movement.least}, at most {movement.most}."
