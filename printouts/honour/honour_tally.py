"""The honour tally of a clan: its people down, the reasons across, strokes in the cells (handbook 4; R28).

For Team Control and Game Control alone. What has been booked is not on it: a sheet that is lost gives away what the
reasons are worth, and nothing of how a clan stands.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from control.kernel.drawing.marks.signs import Sign
from control.kernel.values import dataclass
from control.kernel.wording import signed
from printouts.clan_band import draw_sign
from printouts.paper import (
    A4_LEVEL,
    ACCENT,
    LINE,
    REGULAR,
    SEMIBOLD,
    TINT,
    Paper,
    Style,
    wrapped,
)
from printouts.styles import BODY, EYEBROW, FIGURE, FINE, STRONG, TINY, TITLE


@dataclass(frozen=True)
class Reason:
    """A reason with its points, its heading in the list, and who can earn it: person, clan or either."""

    name: str
    group: str
    points: int
    for_whom: str


@dataclass(frozen=True)
class HonourTally:
    """A clan's tally for a season: ``people`` are its living by name and office. Colours are ``#rrggbb``."""

    clan: Sign
    when: str
    people: tuple[tuple[str, str], ...]
    reasons: tuple[Reason, ...]


LEFT, RIGHT, NAMES = 10.0, 287.0, 52.0
HEADS_FOOT, HEADS_HIGH, GROUPS = 73.0, 36.0, 31.0
LAST = 199.0
ROW, TALLEST_ROW = 9.5, 14.0
AT_ONCE = 25
OWN = 3  # columns without a reason, for reasons of one's own

GROUP = Style(SEMIBOLD, 8.5, ACCENT)
REASON = Style(REGULAR, 9)


def honour_tally(paper: Paper, tally: HonourTally) -> None:
    """The tally, A4 level: more pages for more people than a page has rows, and for more reasons than columns."""
    paper.lay(A4_LEVEL)
    rows: list[tuple[str, str] | None] = [None, *tally.people]  # None is the clan itself
    most = int((LAST - HEADS_FOOT) // ROW)
    parts = [rows[first : first + most] for first in range(0, len(rows), most)]
    wide = [tally.reasons[first : first + AT_ONCE] for first in range(0, len(tally.reasons), AT_ONCE)] or [()]
    total = len(parts) * len(wide)
    for number, (part, reasons) in enumerate(((part, reasons) for reasons in wide for part in parts), start=1):
        _draw_head(paper, tally, f"Sheet {number} of {total}")
        _draw_grid(paper, part, reasons, min(TALLEST_ROW, (LAST - HEADS_FOOT) / max(len(part), 1)))
        paper.turn_page()


def _draw_head(paper: Paper, tally: HonourTally, sheet: str) -> None:
    paper.text(LEFT, 11, "Secret: for Team Control and Game Control, and no player’s eye", EYEBROW)
    used = paper.fit(LEFT, 21, f"{tally.clan.name}: honour", TITLE, 150)
    paper.fit(LEFT + used + 6, 21, "A stroke for each time; what it was, on the back.", BODY, 205 - used)
    draw_sign(paper, RIGHT - 52, 7, 52, 9, tally.clan)
    paper.fit(RIGHT, 21, tally.when, BODY, 52, "right")
    paper.text(LEFT, 203.5, "Book it in the control room before the season ends, then destroy this sheet.", FINE)
    paper.text(RIGHT, 203.5, f"{sheet} · {tally.when}", FINE, "right")


def _draw_grid(paper: Paper, rows: Sequence[tuple[str, str] | None], reasons: Sequence[Reason], high: float) -> None:
    columns: list[Reason | None] = [*reasons, *[None] * OWN]
    step = (RIGHT - LEFT - NAMES) / len(columns)
    x = LEFT + NAMES
    for title, found in groupby(columns, key=lambda one: one.group if one else "Your own"):
        wide = len(list(found)) * step
        paper.fit(x + 1, GROUPS + 3.2, title, GROUP, wide - 1.5)
        paper.line(x, GROUPS, x, HEADS_FOOT + high * len(rows), weight=0.9)
        x += wide
    for number, reason in enumerate(columns):
        _draw_heading(paper, LEFT + NAMES + number * step, step, reason)
        if number:
            across = LEFT + NAMES + number * step
            paper.line(across, HEADS_FOOT, across, HEADS_FOOT + high * len(rows), ink=LINE, weight=0.4)
    paper.line(LEFT, HEADS_FOOT, RIGHT, HEADS_FOOT, weight=1)
    paper.line(RIGHT, GROUPS, RIGHT, HEADS_FOOT + high * len(rows), weight=0.9)
    for number, row in enumerate(rows):
        y = HEADS_FOOT + number * high
        name, office = row or ("The clan itself", "")
        paper.fit(LEFT, y + high / 2 + (0 if office else 1.2), name, STRONG, NAMES - 3)
        paper.fit(LEFT, y + high / 2 + 3.5, office, TINY, NAMES - 3)
        for spot, reason in enumerate(columns):
            if reason and reason.for_whom == ("person" if row is None else "clan"):
                paper.box(LEFT + NAMES + spot * step + 0.4, y + 0.5, step - 0.8, high - 1, fill=TINT, ink=None)
        paper.line(LEFT, y + high, RIGHT, y + high, ink=LINE, weight=0.4)


def _draw_heading(paper: Paper, x: float, step: float, reason: Reason | None) -> None:
    """A reason, written upwards over its column, and its points at the foot."""
    if reason is None:
        return
    lines = _lines(reason.name)
    style = lines[0]
    with paper.turned(x + step / 2, HEADS_FOOT - 5.5, 90):
        for number, words in enumerate(lines[1]):
            offset = (number - (len(lines[1]) - 1) / 2) * style.leading + 1.1
            paper.fit(0, offset, words, style, HEADS_HIGH - 2)
    paper.fit(x + step / 2, HEADS_FOOT - 1.6, signed(reason.points), FIGURE, step - 0.6, "centre")


def _lines(name: str) -> tuple[Style, list[str]]:
    """A reason in at most two lines."""
    style = REASON
    while len(broken := wrapped(name, style, HEADS_HIGH - 2)) > 2:
        style = style.at(style.size * 0.95)
    return style, broken
