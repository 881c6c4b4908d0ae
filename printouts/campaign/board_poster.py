"""The board for the wall: one level sheet from A3 to A0, or sheets of A4 to be glued together. It shows what both sides
see; the drawing fills the sheet, which has its proportion."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from control.kernel.drawing.shapes import Box, Shape
from printouts import tiles
from printouts.drawing import paint
from printouts.hall.map_poster import SHEETS, TILED
from printouts.paper import Paper

SIZE = (420.0, 297.0)
EDGE = 8.0
VIEW = Box(0, 0, 1414, 1000)
FOR_FINGERS = ("touch",)
"""What is there to be tapped, unseen; paper would show it."""


def board_poster(paper: Paper, shapes: Callable[[], Sequence[Shape]]) -> None:
    """The board on the paper that was asked for: a sheet of SHEETS, or tiles with a sheet that says how they join."""
    drawn = shapes()

    def draw(paper: Paper, seen: Box) -> None:
        where = Box(EDGE, EDGE, SIZE[0] - 2 * EDGE, SIZE[1] - 2 * EDGE)
        paint(paper, drawn, where, VIEW, hide=FOR_FINGERS, seen=seen)

    if paper.stock in TILED:
        before, paper.stock = paper.stock, TILED[paper.stock]
        tiles.tiled(paper, SIZE, draw, "The board")
        paper.stock = before
        return
    factor = SHEETS.get(paper.stock, 1.0)
    paper.lay((SIZE[0] * factor, SIZE[1] * factor))
    with paper.scaled(0, 0, factor):
        draw(paper, Box(0, 0, *SIZE))
    paper.turn_page()
