"""A player's card for the campaign of 1600: what counts how much, by which rule; twice on a sheet, to be cut."""

from __future__ import annotations

from collections.abc import Iterator

from control.kernel.values import dataclass
from printouts import flow
from printouts.paper import (
    A4_LEVEL,
    ACCENT,
    BLACK,
    BOLD,
    LINE,
    REGULAR,
    SEMIBOLD,
    SERIF_BOLD,
    Paper,
    Style,
    wrapped,
)
from printouts.styles import TINY, TITLE


@dataclass(frozen=True)
class AidLine:
    """A line: words, the figure that goes with them, if any, and the number of the rule."""

    words: str
    figure: str = ""
    rule: str = ""


@dataclass(frozen=True)
class AidPart:
    """Lines under a heading."""

    heading: str
    lines: tuple[AidLine, ...]


@dataclass(frozen=True)
class PlayerAid:
    """A card: the edition, what it is about, its parts."""

    eyebrow: str
    title: str
    parts: tuple[AidPart, ...]


CARD = 148.5
MARGIN, TOP, FOOT = 11.0, 25.0, 204.0
RULES = 20.0  # at the right, the numbers of the rules
FIGURES = 11.0  # at the left, the figures

EYEBROW = Style(SEMIBOLD, 9, ACCENT)
HEADING = Style(SERIF_BOLD, 11)
WORDS = Style(REGULAR, 8.8, spacing=1.12)
FIGURE = Style(BOLD, 10.5)


def player_aid(paper: Paper, aid: PlayerAid) -> None:
    """The card, side by side with its like: one for each player. It has as many sheets as it needs."""
    rows = [row for part in aid.parts for row in _rows(part)]
    for page in flow.pages(rows, FOOT - TOP):
        paper.lay(A4_LEVEL)
        for left in (0.0, CARD):
            with paper.place(left, 0):
                paper.text(MARGIN, 14, aid.eyebrow, EYEBROW)
                paper.fit(MARGIN, 22.5, aid.title, TITLE, CARD - 2 * MARGIN)
                flow.draw(paper, page, TOP)
        paper.line(CARD, 0, CARD, 6, ink=LINE)
        paper.line(CARD, 204, CARD, 210, ink=LINE)
        paper.turn_page()


def _rows(part: AidPart) -> Iterator[flow.Row]:
    """The heading and the lines of a part."""

    def heading(paper: Paper, y: float) -> None:
        paper.line(MARGIN, y + 1, CARD - MARGIN, y + 1, ink=BLACK, weight=0.6)
        paper.text(MARGIN, y + 5.2, part.heading, HEADING)

    yield flow.Row(6.6, heading, with_next=True)
    for number, line in enumerate(part.lines):
        yield _row(line, last=number == len(part.lines) - 1)


def _row(line: AidLine, last: bool) -> flow.Row:
    """A line, its words in as many as they need."""
    room = CARD - 2 * MARGIN - RULES - FIGURES
    lines = wrapped(line.words, WORDS, room)

    def draw(paper: Paper, y: float) -> None:
        if line.figure:
            paper.fit(MARGIN + FIGURES - 3, y + 3.4, line.figure, FIGURE, FIGURES - 2, "right")
        for words in lines:
            paper.fit(MARGIN + FIGURES, y + 3.4, words, WORDS, room)
            y += WORDS.leading
        top = y - len(lines) * WORDS.leading
        paper.fit(CARD - MARGIN, top + 3.4, line.rule, TINY, RULES - 2, "right")

    return flow.Row(len(lines) * WORDS.leading + (1.6 if last else 0.45), draw)
