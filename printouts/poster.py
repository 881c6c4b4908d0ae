"""A poster: designed once for A3 and made larger, so that it is as crisp on A0; or sheets of a desk's printer to be
glued together."""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt

from control.kernel.drawing.shapes import Box
from printouts import tiles
from printouts.paper import Paper

SHEETS = {"A3": 1.0, "A2": sqrt(2), "A1": 2.0, "A0": 2 * sqrt(2)}
"""The sheets it may be printed on, and how many times as wide as A3 each is."""

TILED = {"A4 tiles": "A4", "Letter tiles": "Letter"}
"""The stocks that mean several sheets to be joined, and what those are."""


def poster(paper: Paper, size: tuple[float, float], called: str, draw: Callable[[Paper, Box], None]) -> None:
    """The poster on the paper that was asked for: a sheet of SHEETS, or tiles with a sheet that says how they join.
    ``draw`` is given what of it is seen."""
    if paper.stock in TILED:
        before, paper.stock = paper.stock, TILED[paper.stock]
        tiles.tiled(paper, size, draw, called)
        paper.stock = before
        return
    factor = SHEETS.get(paper.stock, 1.0)
    paper.lay((size[0] * factor, size[1] * factor))
    with paper.scaled(0, 0, factor):
        draw(paper, Box(0, 0, *size))
    paper.turn_page()
