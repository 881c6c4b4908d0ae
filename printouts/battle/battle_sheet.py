"""The umpires' battle sheet: everything a battle needs, on both sides of one page (H6, R1 to R13).

Every figure comes from the tables and options the program itself plays by, so that the two cannot disagree.
"""

from __future__ import annotations

from collections.abc import Sequence

from control.kernel.wording import counted, in_a_row, signed
from control.sengoku.rules.geography import ROAD_NAMES
from control.sengoku.rules.tables import OddsTable, Options, Reckoner, Tables
from printouts.paper import (
    A4,
    ACCENT,
    BLACK,
    BOLD,
    GREY,
    LINE,
    REGULAR,
    SEMIBOLD,
    SERIF_BOLD,
    TINT,
    WHITE,
    Ink,
    Paper,
    Style,
    fitting,
)

LEFT, RIGHT = 14.0, 196.0
WIDTH = RIGHT - LEFT

TITLE = Style(SERIF_BOLD, 27)
EYEBROW = Style(SEMIBOLD, 10, ACCENT)
HEADING = Style(SERIF_BOLD, 14)
RULING = Style(REGULAR, 8.5, GREY)
TEXT = Style(REGULAR, 10, spacing=1.22)
STRONG = Style(SEMIBOLD, 10, spacing=1.22)
HEAD = Style(SEMIBOLD, 9, spacing=1.1)
CAPTION = Style(REGULAR, 9, GREY)
CELL = Style(REGULAR, 12)
CELL_BOLD = Style(BOLD, 12)
FAINT = Style(REGULAR, 12, GREY)
REVERSED = Style(BOLD, 12, WHITE)
FIGURE = Style(REGULAR, 10)
FIGURE_BOLD = Style(BOLD, 10)


def battle_sheet(paper: Paper, tables: Tables, options: Options | None = None) -> None:
    """The sheet: two pages of A4, to be printed on both sides of one leaf."""
    options = options or Options()
    paper.lay(A4)
    _draw_title(paper, "Battle", "Umpires’ sheet, side 1: how a round is fought")
    _draw_matrix(paper, 37, tables)
    _draw_steps(paper, 137, tables, options)
    _draw_modifiers(paper, 137, tables)
    paper.turn_page()
    _draw_title(paper, "Results and losses", "Umpires’ sheet, side 2: die, losses, recovery, movement")
    _draw_results(paper, 37, tables.odds)
    _draw_losses(paper, 105, tables.odds)
    _draw_reckoner(paper, 159, tables)
    _draw_recovery(paper, 239, tables)
    _draw_movement(paper, 239, tables, options)
    paper.turn_page()


def _draw_title(paper: Paper, title: str, eyebrow: str) -> None:
    paper.text(LEFT, 15.5, eyebrow, EYEBROW)
    paper.text(LEFT, 25.5, title, TITLE)


def _heading(paper: Paper, x: float, y: float, words: str, rulings: str) -> None:
    paper.text(x + paper.text(x, y, words, HEADING) + 2, y, rulings, RULING)


# --- Side 1 -----------------------------------------------------------------------------------------------


def _draw_matrix(paper: Paper, y: float, tables: Tables) -> None:
    """The tactic matrix: a row for each tactic of the attacker, a column for each of the defender."""
    matrix = tables.tactics
    _heading(paper, LEFT, y, "Tactics", "H6, R2")
    first = 44.0
    width = (WIDTH - first) / len(matrix.names)
    paper.text(LEFT + first + (WIDTH - first) / 2, y, "The defender chooses", HEAD, "centre")
    paper.text(LEFT, y + 13.2, "The attacker chooses", HEAD)
    top, height = y + 15, 70 / len(matrix.names)
    for number, name in enumerate(matrix.names):
        centre = LEFT + first + (number + 0.5) * width
        _centred_block(paper, centre, y + 13.2, matrix.labels[name], HEAD, width - 2)
    for row, attacker in enumerate(matrix.names):
        at = top + row * height
        middle = at + height / 2 + 1.6
        paper.line(LEFT, at, RIGHT, at, ink=LINE if row else BLACK)
        paper.fit(LEFT, middle, matrix.labels[attacker], STRONG, first - 2)
        for column, defender in enumerate(matrix.names):
            shift = matrix.shifts[attacker, defender]
            x = LEFT + first + column * width
            if shift > 0:
                paper.box(x + 0.6, at + 0.8, width - 1.2, height - 1.6, fill=TINT, ink=None)
            style = (CELL_BOLD if shift > 0 else CELL if shift else FAINT).at(15)
            paper.text(x + width / 2, middle + 0.4, signed(shift), style, "centre")
    bottom = top + height * len(matrix.names)
    paper.line(LEFT, bottom, RIGHT, bottom)
    caption = "Columns to shift: + for the attacker, − for the defender."
    if barred := _barred_at_sea(tables):
        caption += f" Not at sea: {barred} (R10)."
    paper.fit(LEFT, bottom + 4.5, caption, CAPTION, WIDTH)


def _barred_at_sea(tables: Tables) -> str:
    """The tactics nobody may choose in a sea battle, as people read them; nothing if all may be chosen."""
    matrix = tables.tactics
    return " or ".join(matrix.labels[name] for name in matrix.names if name in matrix.not_at_sea)


def _centred_block(paper: Paper, x: float, last: float, words: str, style: Style, room: float) -> None:
    """At most three lines centred on x, the last of them at the baseline given."""
    style, lines = fitting(words, style, room, lines=3)
    for lines_below, line in zip(reversed(range(len(lines))), lines, strict=True):
        paper.text(x, last - lines_below * style.leading, line, style, "centre")


def _steps(tables: Tables, options: Options) -> Sequence[tuple[str, str]]:
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
            f"The winner’s general gains 1 experience, up to {forces.most_experience}. Every person who took "
            "part draws a risk card, once for the battle. Note real counters lost, for recovery.",
        ),
    )


def _draw_steps(paper: Paper, y: float, tables: Tables, options: Options) -> None:
    _heading(paper, LEFT, y, "A battle round", "in this order")
    indent, room = 7.5, 100.0
    y += 7.5
    for number, (title, words) in enumerate(_steps(tables, options), start=1):
        paper.text(LEFT + 2.2, y, str(number), Style(SERIF_BOLD, 13, ACCENT), "centre")
        paper.fit(LEFT + indent, y, title, STRONG, room)
        y = paper.block(LEFT + indent, y + TEXT.leading, words, TEXT, room, lines=4) + 2.6


NOTIONAL = (
    "A work counts for the side that holds it. Castle, fortress, value, the general and the monks’ second "
    "halves are notional men."
)
AT_SEA = "All losses are doubled. No castle, no home province, no mountains."
HOW_OFTEN = "A general fights as many battles in a season as he has experience. A battle of several rounds is one."
RECOVERY = (
    "At the start of the next season, but not over winter, when armies disperse. An army that lost its "
    "general recovers nothing and cannot form again that year."
)


def _draw_modifiers(paper: Paper, y: float, tables: Tables) -> None:
    """Beside the steps: the other shifts, what counts as strength, and the sea."""
    x, room = 132.0, RIGHT - 132.0
    forces = tables.forces
    shifts = (
        ("General in his home province", "1 his way"),
        ("Superior general (equal: none)", "1 his way"),
        ("Mountains (on 1-1: none)", "1 nearer 1-1"),
    )
    strengths = (
        ("Each troop counter", "1"),
        *((work.replace("_", " ").capitalize(), f"+{men}") for work, men in forces.fortifications.items() if men),
        ("General fighting in person", f"+{forces.in_person}"),
        ("Monks’ counters at their temple", f"×{forces.monks_at_home_temple}"),
        ("Non-aligned, no garrison raised", "+ its value"),
    )
    barred = _barred_at_sea(tables)
    at_sea = f"{AT_SEA} Nobody may choose {barred}." if barred else AT_SEA
    _heading(paper, x, y, "Other shifts", "R2, in columns")
    y = _pairs(paper, x, y + 7, room, shifts)
    _heading(paper, x, y + 7, "Strength", "R4, in counters of 1,000")
    y = _pairs(paper, x, y + 14, room, strengths)
    y = paper.block(x, y + 2.5, NOTIONAL, CAPTION, room, lines=4)
    _heading(paper, x, y + 6, "At sea", "R10, R17")
    y = paper.block(x, y + 12.5, at_sea, TEXT, room, lines=5)
    _heading(paper, x, y + 6, "How often", "R9")
    paper.block(x, y + 12.5, HOW_OFTEN, TEXT, room, lines=4)


def _pairs(paper: Paper, x: float, y: float, room: float, pairs: Sequence[tuple[str, str]]) -> float:
    """Words at the left, a figure at the right, a line under each; answers with the next baseline."""
    for words, figure in pairs:
        paper.fit(x, y, words, TEXT, room - FIGURE_BOLD.width(figure) - 3)
        paper.text(x + room, y, figure, FIGURE_BOLD, "right")
        paper.line(x, y + 1.8, x + room, y + 1.8, ink=LINE, weight=0.4)
        y += 6.2
    return y


# --- Side 2 -----------------------------------------------------------------------------------------------


def _look(result: str, odds: OddsTable) -> tuple[Style, Ink | None]:
    """How a result stands out without colour: outright black, the attacker's win shaded, a draw faint."""
    if result in odds.outright:
        return REVERSED, BLACK
    attacker, defender = odds.losses[result]
    if attacker == defender:
        return FAINT, None
    return (CELL_BOLD, TINT) if attacker < defender else (CELL_BOLD, None)


def _draw_results(paper: Paper, y: float, odds: OddsTable) -> None:
    """The combat results table, the die at both sides."""
    _heading(paper, LEFT, y, "Combat results", "H6: attacker to defender across, one die down")
    edge = 12.0
    width = (WIDTH - 2 * edge) / len(odds.names)
    top, height = y + 10.5, 7.6
    heads = ("Die", *odds.names, "Die")
    columns = [LEFT + edge + number * width for number in range(len(odds.names))]
    centres = (LEFT + edge / 2, *(column + width / 2 for column in columns), RIGHT - edge / 2)
    for head, centre in zip(heads, centres, strict=True):
        paper.fit(centre, y + 8.6, head, HEAD if head == "Die" else CELL_BOLD, width - 1, "centre")
    for row, (die, results) in enumerate(sorted(odds.results.items())):
        at = top + row * height
        baseline = at + height / 2 + 1.6
        paper.line(LEFT, at, RIGHT, at, ink=LINE if row else BLACK)
        paper.text(centres[0], baseline, str(die), CELL_BOLD, "centre")
        for column, result in zip(columns, results, strict=True):
            _draw_result(paper, column, at, width, height, result, odds)
        paper.text(centres[-1], baseline, str(die), CELL_BOLD, "centre")
    bottom = top + height * len(odds.results)
    paper.line(LEFT, bottom, RIGHT, bottom)


def _draw_result(paper: Paper, x: float, y: float, width: float, height: float, result: str, odds: OddsTable) -> None:
    style, fill = _look(result, odds)
    if fill:
        paper.box(x + 0.4, y + 0.5, width - 0.8, height - 1, fill=fill, ink=None)
    paper.fit(x + width / 2, y + height / 2 + 1.6, result, style, width - 2, "centre")


def _draw_losses(paper: Paper, y: float, odds: OddsTable) -> None:
    """What each letter means: losses in percent of the opponent's strength, and what may follow."""
    _heading(paper, LEFT, y, "Losses", "R5: percent of the opponent’s strength")
    attacker_at, defender_at, then_at = LEFT + 92, LEFT + 114, LEFT + 130
    for x, words in ((attacker_at, "Attacker"), (defender_at, "Defender")):
        paper.text(x, y + 6.5, words, HEAD, "right")
    paper.text(then_at, y + 6.5, "Then", HEAD)
    top, height = y + 8.2, 6.8
    for row, (result, (attacker, defender)) in enumerate(odds.losses.items()):
        at = top + row * height
        paper.line(LEFT, at, RIGHT, at, ink=LINE if row else BLACK)
        _draw_result(paper, LEFT, at, 12, height, result, odds)
        baseline = at + height / 2 + 1.5
        meaning = odds.meanings[result]
        paper.fit(LEFT + 15, baseline, meaning[:1].upper() + meaning[1:], TEXT, 60)
        paper.text(attacker_at, baseline, f"{attacker} %", FIGURE, "right")
        paper.text(defender_at, baseline, f"{defender} %", FIGURE, "right")
        loser = {"attacker": "defender", "defender": "attacker"}.get(odds.outright.get(result, ""))
        then = f"The {loser} leaves at once" if loser else "Fight on, break off or stay"
        paper.fit(then_at, baseline, then, TEXT, RIGHT - then_at)
    bottom = top + height * len(odds.losses)
    paper.line(LEFT, bottom, RIGHT, bottom)


def _draw_reckoner(paper: Paper, y: float, tables: Tables) -> None:
    """The ready reckoner in two halves side by side."""
    reckoner = tables.reckoner
    rows = list(reckoner.rows())
    _heading(paper, LEFT, y, "Ready reckoner", f"R5, R8: counters, rounded half up{_beyond(reckoner)}")
    half = -(-len(rows) // 2)
    gap = 10.0
    width = (WIDTH - gap) / 2 / (len(reckoner.percents) + 1)
    height = min(5.6, 58 / half)
    for x, part in ((LEFT, rows[:half]), (LEFT + WIDTH / 2 + gap / 2, rows[half:])):
        heads = ("Of", *(f"{percent} %" for percent in reckoner.percents))
        for column, head in enumerate(heads):
            paper.fit(x + (column + 0.5) * width, y + 7, head, HEAD, width, "centre")
        paper.line(x, y + 8.8, x + (WIDTH - gap) / 2, y + 8.8)
        for row, (counters, shares) in enumerate(part):
            at = y + 8.8 + row * height
            baseline = at + height / 2 + 1.3
            if row % 2:
                paper.box(x, at, (WIDTH - gap) / 2, height, fill=TINT, ink=None)
            for column, figure in enumerate((counters, *shares)):
                style = FIGURE if column else FIGURE_BOLD
                paper.text(x + (column + 0.5) * width, baseline, str(figure), style, "centre")


def _beyond(reckoner: Reckoner) -> str:
    """How to go on where the reckoner ends: with its last line, if all the shares in that are whole."""
    last = reckoner.counters
    if any(last * percent % 100 for percent in reckoner.percents):
        return ""
    return f"; beyond {last} add the line of {last} to that of the rest"


def _draw_recovery(paper: Paper, y: float, tables: Tables) -> None:
    """What comes back of the counters lost."""
    room = 84.0
    _heading(paper, LEFT, y, "Recovery", "R8: of the real counters lost")
    recovery = tables.forces.recovery
    shares = (
        ("Winner of the battle", f"{recovery['winner']} %"),
        ("Loser of the battle", f"{recovery['loser']} %"),
        ("Both, when nobody won", f"{recovery['undecided']} %"),
    )
    y = _pairs(paper, LEFT, y + 7, room, shares)
    paper.block(LEFT, y + 2.5, RECOVERY, TEXT, room, lines=5)


def _draw_movement(paper: Paper, y: float, tables: Tables, options: Options) -> None:
    """The phases in which an army moves, by its allowance this season."""
    movement = tables.movement
    x, room = 112.0, RIGHT - 112.0
    _heading(paper, x, y, "Movement phases", "R12, R13")
    phases = range(1, 1 + max(phase for moves in movement.phases.values() for phase in moves))
    first = 34.0
    width = (room - first) / len(phases)
    paper.text(x, y + 7, "Allowance", HEAD)
    for number, phase in enumerate(phases):
        paper.text(x + first + (number + 0.5) * width, y + 7, f"Phase {phase}", HEAD, "centre")
    y += 8.8
    for row, (level, moves) in enumerate(sorted(movement.phases.items(), reverse=True)):
        paper.line(x, y, RIGHT, y, ink=LINE if row else BLACK, weight=0.5)
        paper.text(x, y + 4.4, f"{counted(level, 'province')}", STRONG)
        for number, phase in enumerate(phases):
            if phase in moves:
                paper.box(x + first + number * width + 0.5, y + 0.8, width - 1, 4.4, fill=TINT, ink=None)
                paper.text(x + first + (number + 0.5) * width, y + 4.3, "moves", FIGURE, "centre")
        y += 6
    paper.line(x, y, RIGHT, y, weight=0.5)
    follows = {"whole_route": "a whole route", "any_leg": "any leg"}[options.road_bonus_needs]
    changes = [f"{signed(movement.sea_crossing)} for each sea crossing"]
    for road, seasons in movement.roads.items():
        name = ROAD_NAMES.get(road, road)
        changes.append(f"{signed(movement.road)} for {follows} along the {name} ({in_a_row(seasons)})")
    words = f"Experience; {'; '.join(changes)}; at least {movement.least}, at most {movement.most}."
    paper.block(x, y + 5, words, TEXT, room, lines=5)
