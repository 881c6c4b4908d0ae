"""The record of a battle or a siege of 1600: a ladder of its plays, the attacker at the left and the defender at the
right, Impact growing from the middle, and what came of it (8)."""

from __future__ import annotations

from control.kernel.values import dataclass
from printouts import flow
from printouts.paper import (
    A4,
    ACCENT,
    BLACK,
    LINE,
    SEMIBOLD,
    SERIF_BOLD,
    TINT,
    Align,
    Paper,
    Style,
    wrapped,
)
from printouts.styles import BODY, EYEBROW, QUIET, SECTION, SMALL, STRONG, TINY, TOTAL


@dataclass(frozen=True)
class Rung:
    """A play: whether it is the attacker's, what was done, how it counts in a line, both totals after it. A ``marked``
    one is a challenge; a ``quiet`` one a pass."""

    number: int
    attacker: bool
    what: str
    how: str
    totals: tuple[int, int]
    marked: bool = False
    quiet: bool = False


@dataclass(frozen=True)
class CombatRecord:
    """A combat: where, when and who, its rungs, and what came of it, each with its heading; nothing while it lasts."""

    eyebrow: str
    title: str
    about: str
    attacker: str
    defender: str
    rungs: tuple[Rung, ...]
    ends: tuple[tuple[str, str], ...]


LEFT, RIGHT, MIDDLE = 14.0, 196.0, 105.0
TOP, FOOT = 44.0, 284.0
SPINE = 15.0  # half of it: totals stand in it
ROOM = MIDDLE - SPINE - LEFT  # of a side's words, and of its longest bar
HEIGHT = 11.5
BAR = 1.5

TITLE = Style(SERIF_BOLD, 26)
WHAT = Style(SEMIBOLD, 10.5)
CHALLENGE = Style(SEMIBOLD, 10.5, ACCENT)


def combat_record(paper: Paper, record: CombatRecord) -> None:
    """The record, on as many pages of A4 as it needs; each page has its head again."""
    most = max([1, *(total for rung in record.rungs for total in rung.totals)])
    rows = [
        flow.Row(HEIGHT, lambda page, y, rung=rung: _draw_rung(page, y, rung, most))  # type: ignore[misc]
        for rung in record.rungs
    ]
    rows += [_end(title, words, number == 0) for number, (title, words) in enumerate(record.ends)]
    for page in flow.pages(rows, FOOT - TOP):
        paper.lay(A4)
        _draw_head(paper, record)
        flow.draw(paper, page, TOP)
        paper.turn_page()


def _draw_head(paper: Paper, record: CombatRecord) -> None:
    paper.text(LEFT, 15.5, record.eyebrow, EYEBROW)
    paper.fit(LEFT, 25.5, record.title, TITLE, RIGHT - LEFT)
    paper.fit(LEFT, 32, record.about, BODY, RIGHT - LEFT)
    paper.fit(MIDDLE - SPINE, 40.5, record.attacker, SECTION, ROOM, "right")
    paper.fit(MIDDLE + SPINE, 40.5, record.defender, SECTION, ROOM)
    paper.line(LEFT, 42.5, RIGHT, 42.5, weight=0.8)


def _draw_rung(paper: Paper, top: float, rung: Rung, most: int) -> None:
    """The words at the side of whoever played, both totals in the middle, and a bar for each under the words."""
    for total, sign in zip(rung.totals, (-1, 1), strict=True):
        width = ROOM * total / most
        x = MIDDLE + sign * SPINE - (width if sign < 0 else 0)
        if total:
            paper.box(x, top + HEIGHT - BAR - 0.6, width, BAR, fill=TINT, ink=None)
    style = CHALLENGE if rung.marked else QUIET if rung.quiet else WHAT
    align: Align = "right" if rung.attacker else "left"
    x = MIDDLE - SPINE - 1.5 if rung.attacker else MIDDLE + SPINE + 1.5
    paper.fit(x, top + 4, rung.what, style, ROOM - 2, align)
    if rung.how:
        paper.fit(x, top + 7.8, rung.how, SMALL, ROOM - 2, align)
    paper.text(MIDDLE, top + 3, str(rung.number), TINY, "centre")
    paper.text(MIDDLE - 2.5, top + 8, str(rung.totals[0]), TOTAL, "right")
    paper.text(MIDDLE, top + 8, "–", TINY.at(10), "centre")
    paper.text(MIDDLE + 2.5, top + 8, str(rung.totals[1]), TOTAL)
    paper.line(MIDDLE - SPINE, top, MIDDLE - SPINE, top + HEIGHT, ink=LINE)
    paper.line(MIDDLE + SPINE, top, MIDDLE + SPINE, top + HEIGHT, ink=LINE)


def _end(title: str, words: str, first: bool) -> flow.Row:
    """A line of what came of it: a heading and words, as many lines as they need."""
    lines = wrapped(words, BODY, RIGHT - LEFT - 34)
    above = 6.0 if first else 1.0

    def draw(paper: Paper, top: float) -> None:
        if first:
            paper.line(LEFT, top + 2.5, RIGHT, top + 2.5, ink=BLACK, weight=0.8)
        y = top + above + 3.6
        paper.text(LEFT, y, title, STRONG)
        for line in lines:
            paper.fit(LEFT + 34, y, line, BODY, RIGHT - LEFT - 34)
            y += BODY.leading

    return flow.Row(above + len(lines) * BODY.leading + 1, draw)
