"""The board for the wall: one level sheet from A3 to A0, or sheets of A4 to be glued together. It shows what both sides
see; the drawing fills the sheet, which has its proportion."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from control.kernel.drawing.shapes import Box, Shape
from printouts.drawing import paint
from printouts.paper import Paper
from printouts.poster import poster

SIZE = (420.0, 297.0)
EDGE = 8.0
VIEW = Box(0, 0, 1414, 1000)
FOR_FINGERS = ("touch",)
"""What is there to be tapped, unseen; paper would show it."""


def board_poster(paper: Paper, shapes: Callable[[], Sequence[Shape]]) -> None:
    """The board on the paper that was asked for."""
    drawn = shapes()

    def draw(paper: Paper, seen: Box) -> None:
        where = Box(EDGE, EDGE, SIZE[0] - 2 * EDGE, SIZE[1] - 2 * EDGE)
        paint(paper, drawn, where, VIEW, hide=FOR_FINGERS, seen=seen)

    poster(paper, SIZE, "The board", draw)
