"""The umpires' battle sheet: everything a battle needs, on both sides of one page (H6, R1 to R13).

Every figure on it is one that the program itself plays by (control/sengoku/battle/rounds/sheet_questions.py).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from control.kernel.values import dataclass
from control.kernel.wording import counted, signed
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
from printouts.styles import BODY, EYEBROW, FIGURE, NOTE, SMALL, TOTAL

Pairs = tuple[tuple[str, str], ...]
"""Words, and the figure that goes with them."""


@dataclass(frozen=True)
class Result:
    """A letter of the results: its meaning, what each side loses in percent, what follows, whether it is outright."""

    meaning: str
    attacker: int
    defender: int
    then: str
    outright: bool


@dataclass(frozen=True)
class BattleSheet:
    """All that stands on the sheet. ``tactics`` are a row for each tactic of the attacker with its shift against each
    of the defender's, ``barred`` those nobody may choose at sea; ``results`` the letters by die, one for each of the
    ``odds``; ``reckoner`` its lines, the first figure being what the ``percents`` are of, and ``beyond`` how one goes
    on after the last; ``phases`` those in which an army moves, by its allowance."""

    tactics: tuple[tuple[str, tuple[int, ...]], ...]
    barred: str
    steps: Pairs
    shifts: Pairs
    strengths: Pairs
    notional: str
    at_sea: str
    how_often: str
    odds: tuple[str, ...]
    results: tuple[tuple[int, tuple[str, ...]], ...]
    letters: dict[str, Result]
    percents: tuple[int, ...]
    reckoner: tuple[tuple[int, ...], ...]
    beyond: str
    recovery: Pairs
    no_recovery: str
    phases: tuple[tuple[int, tuple[int, ...]], ...]
    allowance: str


LEFT, RIGHT = 14.0, 196.0
WIDTH = RIGHT - LEFT

TITLE = Style(SERIF_BOLD, 27)
HEADING = Style(SERIF_BOLD, 14)
TEXT = Style(REGULAR, 10, spacing=1.22)
STRONG = Style(SEMIBOLD, 10, spacing=1.22)
HEAD = Style(SEMIBOLD, 9, spacing=1.1)
CELL = Style(REGULAR, 12)
FAINT = Style(REGULAR, 12, GREY)
REVERSED = Style(BOLD, 12, WHITE)


def battle_sheet(paper: Paper, sheet: BattleSheet) -> None:
    """The sheet: two pages of A4, to be printed on both sides of one leaf."""
    paper.lay(A4)
    _draw_title(paper, "Battle", "Umpires’ sheet, side 1: how a round is fought")
    _draw_matrix(paper, 37, sheet)
    _draw_steps(paper, 137, sheet.steps)
    _draw_modifiers(paper, 137, sheet)
    paper.turn_page()
    _draw_title(paper, "Results and losses", "Umpires’ sheet, side 2: die, losses, recovery, movement")
    _draw_results(paper, 37, sheet)
    _draw_losses(paper, 105, sheet.letters)
    _draw_reckoner(paper, 159, sheet)
    _draw_recovery(paper, 239, sheet)
    _draw_movement(paper, 239, sheet)
    paper.turn_page()


def _draw_title(paper: Paper, title: str, eyebrow: str) -> None:
    paper.text(LEFT, 15.5, eyebrow, EYEBROW)
    paper.text(LEFT, 25.5, title, TITLE)


def _heading(paper: Paper, x: float, y: float, words: str, rulings: str) -> None:
    paper.text(x + paper.text(x, y, words, HEADING) + 2, y, rulings, SMALL)


def _ruled(paper: Paper, x: float, y: float, height: float, rows: int, weight: float = 0.6) -> Iterator[float]:
    """The tops of rows that begin at y, with a line above each and below the last."""
    for row in range(rows):
        paper.line(x, y + row * height, RIGHT, y + row * height, ink=LINE if row else BLACK, weight=weight)
        yield y + row * height
    paper.line(x, y + rows * height, RIGHT, y + rows * height, weight=weight)


# --- Side 1 -----------------------------------------------------------------------------------------------


def _draw_matrix(paper: Paper, y: float, sheet: BattleSheet) -> None:
    """The tactic matrix: a row for each tactic of the attacker, a column for each of the defender."""
    _heading(paper, LEFT, y, "Tactics", "H6, R2")
    first = 44.0
    width = (WIDTH - first) / len(sheet.tactics)
    paper.text(LEFT + first + (WIDTH - first) / 2, y, "The defender chooses", HEAD, "centre")
    paper.text(LEFT, y + 13.2, "The attacker chooses", HEAD)
    for number, (name, _) in enumerate(sheet.tactics):
        centre = LEFT + first + (number + 0.5) * width
        _centred_block(paper, centre, y + 13.2, name, HEAD, width - 2)
    height = 70 / len(sheet.tactics)
    tops = _ruled(paper, LEFT, y + 15, height, len(sheet.tactics))
    for at, (name, shifts) in zip(tops, sheet.tactics, strict=False):
        middle = at + height / 2 + 1.6
        paper.fit(LEFT, middle, name, STRONG, first - 2)
        for column, shift in enumerate(shifts):
            x = LEFT + first + column * width
            if shift > 0:
                paper.box(x + 0.6, at + 0.8, width - 1.2, height - 1.6, fill=TINT, ink=None)
            style = (TOTAL if shift > 0 else CELL if shift else FAINT).at(15)
            paper.text(x + width / 2, middle + 0.4, signed(shift), style, "centre")
    caption = "Columns to shift: + for the attacker, − for the defender."
    if sheet.barred:
        caption += f" Not at sea: {sheet.barred} (R10)."
    paper.fit(LEFT, y + 89.5, caption, NOTE, WIDTH)


def _centred_block(paper: Paper, x: float, last: float, words: str, style: Style, room: float) -> None:
    """At most three lines centred on x, the last of them at the baseline given."""
    style, lines = fitting(words, style, room, lines=3)
    for lines_below, line in zip(reversed(range(len(lines))), lines, strict=True):
        paper.text(x, last - lines_below * style.leading, line, style, "centre")


def _draw_steps(paper: Paper, y: float, steps: Pairs) -> None:
    _heading(paper, LEFT, y, "A battle round", "in this order")
    indent, room = 7.5, 100.0
    y += 7.5
    for number, (title, words) in enumerate(steps, start=1):
        paper.text(LEFT + 2.2, y, str(number), Style(SERIF_BOLD, 13, ACCENT), "centre")
        paper.fit(LEFT + indent, y, title, STRONG, room)
        y = paper.block(LEFT + indent, y + TEXT.leading, words, TEXT, room, lines=4) + 2.6


def _draw_modifiers(paper: Paper, y: float, sheet: BattleSheet) -> None:
    """Beside the steps: the other shifts, what counts as strength, and the sea."""
    x, room = 132.0, RIGHT - 132.0
    _heading(paper, x, y, "Other shifts", "R2, in columns")
    y = _pairs(paper, x, y + 7, room, sheet.shifts)
    _heading(paper, x, y + 7, "Strength", "R4, in counters of 1,000")
    y = _pairs(paper, x, y + 14, room, sheet.strengths)
    y = paper.block(x, y + 2.5, sheet.notional, NOTE, room, lines=4)
    _heading(paper, x, y + 6, "At sea", "R10, R17")
    y = paper.block(x, y + 12.5, sheet.at_sea, TEXT, room, lines=5)
    _heading(paper, x, y + 6, "How often", "R9")
    paper.block(x, y + 12.5, sheet.how_often, TEXT, room, lines=6)


def _pairs(paper: Paper, x: float, y: float, room: float, pairs: Sequence[tuple[str, str]]) -> float:
    """Words at the left, a figure at the right, a line under each; answers with the next baseline."""
    for words, figure in pairs:
        paper.fit(x, y, words, TEXT, room - FIGURE.width(figure) - 3)
        paper.text(x + room, y, figure, FIGURE, "right")
        paper.line(x, y + 1.8, x + room, y + 1.8, ink=LINE, weight=0.4)
        y += 6.2
    return y


# --- Side 2 -----------------------------------------------------------------------------------------------


def _look(result: Result) -> tuple[Style, Ink | None]:
    """How a result stands out without colour: outright black, the attacker's win shaded, a draw faint."""
    if result.outright:
        return REVERSED, BLACK
    if result.attacker == result.defender:
        return FAINT, None
    return (TOTAL, TINT) if result.attacker < result.defender else (TOTAL, None)


def _draw_results(paper: Paper, y: float, sheet: BattleSheet) -> None:
    """The combat results table, the die at both sides."""
    _heading(paper, LEFT, y, "Combat results", "H6: attacker to defender across, one die down")
    edge, height = 12.0, 7.6
    width = (WIDTH - 2 * edge) / len(sheet.odds)
    columns = [LEFT + edge + number * width for number in range(len(sheet.odds))]
    centres = (LEFT + edge / 2, *(column + width / 2 for column in columns), RIGHT - edge / 2)
    for head, centre in zip(("Die", *sheet.odds, "Die"), centres, strict=True):
        paper.fit(centre, y + 8.6, head, HEAD if head == "Die" else TOTAL, width - 1, "centre")
    tops = _ruled(paper, LEFT, y + 10.5, height, len(sheet.results))
    for at, (die, results) in zip(tops, sheet.results, strict=False):
        baseline = at + height / 2 + 1.6
        paper.text(centres[0], baseline, str(die), TOTAL, "centre")
        for column, letter in zip(columns, results, strict=True):
            _draw_result(paper, column, at, width, height, letter, sheet.letters[letter])
        paper.text(centres[-1], baseline, str(die), TOTAL, "centre")


def _draw_result(paper: Paper, x: float, y: float, width: float, height: float, letter: str, result: Result) -> None:
    style, fill = _look(result)
    if fill:
        paper.box(x + 0.4, y + 0.5, width - 0.8, height - 1, fill=fill, ink=None)
    paper.fit(x + width / 2, y + height / 2 + 1.6, letter, style, width - 2, "centre")


def _draw_losses(paper: Paper, y: float, letters: dict[str, Result]) -> None:
    """What each letter means: losses in percent of the opponent's strength, and what may follow."""
    _heading(paper, LEFT, y, "Losses", "R5: percent of the opponent’s strength")
    attacker_at, defender_at, then_at = LEFT + 92, LEFT + 114, LEFT + 130
    for x, words in ((attacker_at, "Attacker"), (defender_at, "Defender")):
        paper.text(x, y + 6.5, words, HEAD, "right")
    paper.text(then_at, y + 6.5, "Then", HEAD)
    height = 6.8
    for at, (letter, result) in zip(_ruled(paper, LEFT, y + 8.2, height, len(letters)), letters.items(), strict=False):
        _draw_result(paper, LEFT, at, 12, height, letter, result)
        baseline = at + height / 2 + 1.5
        paper.fit(LEFT + 15, baseline, result.meaning, TEXT, 60)
        paper.text(attacker_at, baseline, f"{result.attacker} %", BODY, "right")
        paper.text(defender_at, baseline, f"{result.defender} %", BODY, "right")
        paper.fit(then_at, baseline, result.then, TEXT, RIGHT - then_at)


def _draw_reckoner(paper: Paper, y: float, sheet: BattleSheet) -> None:
    """The ready reckoner in two halves side by side."""
    _heading(paper, LEFT, y, "Ready reckoner", f"R5, R8: counters, rounded half up{sheet.beyond}")
    half = -(-len(sheet.reckoner) // 2)
    gap = 10.0
    width = (WIDTH - gap) / 2 / (len(sheet.percents) + 1)
    height = min(5.6, 58 / half)
    for x, part in ((LEFT, sheet.reckoner[:half]), (LEFT + WIDTH / 2 + gap / 2, sheet.reckoner[half:])):
        for column, head in enumerate(("Of", *(f"{percent} %" for percent in sheet.percents))):
            paper.fit(x + (column + 0.5) * width, y + 7, head, HEAD, width, "centre")
        paper.line(x, y + 8.8, x + (WIDTH - gap) / 2, y + 8.8)
        for row, figures in enumerate(part):
            at = y + 8.8 + row * height
            if row % 2:
                paper.box(x, at, (WIDTH - gap) / 2, height, fill=TINT, ink=None)
            for column, figure in enumerate(figures):
                style = BODY if column else FIGURE
                paper.text(x + (column + 0.5) * width, at + height / 2 + 1.3, str(figure), style, "centre")


def _draw_recovery(paper: Paper, y: float, sheet: BattleSheet) -> None:
    """What comes back of the counters lost."""
    _heading(paper, LEFT, y, "Recovery", "R8: of the real counters lost")
    y = _pairs(paper, LEFT, y + 7, 84, sheet.recovery)
    paper.block(LEFT, y + 2.5, sheet.no_recovery, TEXT, 84, lines=5)


def _draw_movement(paper: Paper, y: float, sheet: BattleSheet) -> None:
    """The phases in which an army moves, by its allowance this season."""
    x, room = 112.0, RIGHT - 112.0
    _heading(paper, x, y, "Movement phases", "R12, R13")
    count = max(phase for _, moves in sheet.phases for phase in moves)
    first = 34.0
    width = (room - first) / count
    paper.text(x, y + 7, "Allowance", HEAD)
    for phase in range(1, count + 1):
        paper.text(x + first + (phase - 0.5) * width, y + 7, f"Phase {phase}", HEAD, "centre")
    for at, (level, moves) in zip(_ruled(paper, x, y + 8.8, 6, len(sheet.phases), 0.5), sheet.phases, strict=False):
        paper.text(x, at + 4.4, counted(level, "province"), STRONG)
        for phase in moves:
            paper.box(x + first + (phase - 1) * width + 0.5, at + 0.8, width - 1, 4.4, fill=TINT, ink=None)
            paper.text(x + first + (phase - 0.5) * width, at + 4.3, "moves", BODY, "centre")
    paper.block(x, y + 13.8 + 6 * len(sheet.phases), sheet.allowance, TEXT, room, lines=5)
