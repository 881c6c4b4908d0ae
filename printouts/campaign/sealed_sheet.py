"""What a side alone may know, its hand and its blocks, on a sheet that is folded twice into its own cover.

The upper two thirds carry the lists and are folded face to face; the lower third is folded back and says whose it is.
So one side of the paper is enough, and nothing of the lists is seen outside.
"""

from __future__ import annotations

from collections.abc import Iterator

from control.kernel.values import dataclass
from printouts import flow
from printouts.paper import A4, BLACK, LINE, REGULAR, SEMIBOLD, SERIF_BOLD, Paper, Style, wrapped
from printouts.styles import EYEBROW, LARGE, SMALL, TITLE
from printouts.writing import FOLDS


@dataclass(frozen=True)
class SealedSheet:
    """The campaign, a side, of when, and lists under their headings: each a word and what belongs to it."""

    title: str
    side: str
    when: str
    parts: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]


LEFT, RIGHT = 16.0, 194.0
TOP, BOTTOM = 30.0, 190.0
WORD = 34.0  # the room of a place, a clan

HEADING = Style(SERIF_BOLD, 12)
WORDS = Style(REGULAR, 9.5, spacing=1.14)
NAME = Style(SEMIBOLD, 9.5)


def sealed_sheet(paper: Paper, sheet: SealedSheet) -> None:
    """The sheet, or as many as the lists need, each folded by itself."""
    rows = [row for heading, lines in sheet.parts for row in _rows(heading, lines)]
    found = flow.pages(rows, BOTTOM - TOP)
    for number, page in enumerate(found, start=1):
        of = f", sheet {number} of {len(found)}" if len(found) > 1 else ""
        paper.lay(A4)
        paper.text(LEFT, 14, f"{sheet.title} · {sheet.when}{of}", EYEBROW)
        paper.fit(LEFT, 23.5, f"Hand and blocks of {sheet.side}", TITLE, RIGHT - LEFT)
        flow.draw(paper, page, TOP)
        for fold in FOLDS:
            paper.line(0, fold, 7, fold, ink=LINE, weight=0.4)
            paper.line(203, fold, 210, fold, ink=LINE, weight=0.4)
        _draw_cover(paper, sheet, of)
        paper.turn_page()


def _draw_cover(paper: Paper, sheet: SealedSheet, of: str) -> None:
    """The lower third, which lies outside when the sheet is folded."""
    paper.text(105, 228, f"{sheet.title}, {sheet.when}", EYEBROW, "centre")
    paper.fit(105, 243, f"For {sheet.side} alone", LARGE, RIGHT - LEFT, "centre")
    paper.text(105, 254, f"Hand and blocks of one side{of}. Who finds it gives it to the umpire.", SMALL, "centre")
    how = "Fold the upper third down over the lists, then this one back; close it with a seal or a clip."
    paper.fit(105, 284, how, SMALL, RIGHT - LEFT, "centre")


def _rows(heading: str, lines: tuple[tuple[str, str], ...]) -> Iterator[flow.Row]:
    """A list under its heading."""

    def head(paper: Paper, y: float) -> None:
        paper.line(LEFT, y + 1.5, RIGHT, y + 1.5, ink=BLACK, weight=0.6)
        paper.text(LEFT, y + 6.4, heading, HEADING)

    yield flow.Row(8.4, head, with_next=True)
    for name, words in lines:
        yield _row(name, words)


def _row(name: str, words: str) -> flow.Row:
    """A line of a list, its words in as many as they need."""
    lines = wrapped(words, WORDS, RIGHT - LEFT - WORD)

    def draw(paper: Paper, y: float) -> None:
        paper.fit(LEFT, y + 3.6, name, NAME, WORD - 2)
        for line in lines:
            paper.fit(LEFT + WORD, y + 3.6, line, WORDS, RIGHT - LEFT - WORD)
            y += WORDS.leading

    return flow.Row(max(1, len(lines)) * WORDS.leading + 0.7, draw)
