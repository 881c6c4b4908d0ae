"""What players and clerks wrote: free text in paragraphs, of any length and in any letters, set in lines that fit."""

from __future__ import annotations

from collections.abc import Sequence

from printouts.paper import Paper, Style, wrapped

FOLDS = (99.0, 198.0)
"""Where a sheet of A4 is folded in three."""


def lines_of(words: str, style: Style, room: float) -> list[str]:
    """A paragraph in lines no wider than the room. It breaks at spaces, and within a word that is wider than a line:
    Japanese has no spaces."""
    return wrapped(words, style, room, parted=True)


def set_paragraphs(
    paragraphs: Sequence[str], styles: Sequence[Style], room: float, height: float, *, apart: bool = True
) -> tuple[Style, list[list[str]]]:
    """The first of the styles, the largest, in which the paragraphs fit a column so wide and high, and their lines on
    pages: one if they fit; else in the smallest style on as many as they need. There is a gap between them if they
    stand ``apart``; else only where one of them is empty."""
    for style in styles:
        lines = [line for words in paragraphs for line in [*lines_of(words, style, room), *([""] if apart else [])]]
        lines = lines[:-1] if apart else lines
        most = max(1, int(height / style.leading))
        if len(lines) <= most:
            return style, [lines]
    return style, [lines[first : first + most] for first in range(0, len(lines), most)]


def draw_lines(paper: Paper, x: float, y: float, lines: Sequence[str], style: Style) -> float:
    """Lines from the baseline y down; answers with the baseline that would follow. An empty line is a gap."""
    for line in lines:
        if line:
            paper.text(x, y, line, style)
        y += style.leading if line else style.leading * 0.55
    return y
