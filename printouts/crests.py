"""Crests on paper: each kept once in the file, however often and however large it is printed."""

from __future__ import annotations

from control.kernel.drawing.marks.crests import crest, roundel
from control.kernel.drawing.shapes import Box, Group, Ink, Shape
from printouts.drawing import paint
from printouts.paper import Paper

KEPT = 20.0  # the side, in millimetres, at which a crest is kept in the file


def draw_crest(paper: Paper, x: float, y: float, side: float, key: str, colour: str = "#000000") -> None:
    """The crest of that name (sengoku/drawing/crests) in one colour (``#rrggbb``), in a square with its upper left
    corner at x, y; no name, no crest."""
    if key:
        _draw(paper, x, y, side, f"crest-{key}-{colour[1:]}", (Group(crest(key), Ink(fill=colour)),))


def draw_roundel(paper: Paper, x: float, y: float, side: float, key: str, colour: str, letters: str) -> None:
    """The crest on a disc of the clan's colour, in that of its letters (``#rrggbb``)."""
    _draw(paper, x, y, side, f"roundel-{key or 'none'}-{colour[1:]}-{letters[1:]}", roundel(key, colour, letters))


def _draw(paper: Paper, x: float, y: float, side: float, name: str, shapes: tuple[Shape, ...]) -> None:
    def draw(paper: Paper) -> None:
        paint(paper, shapes, Box(0, 0, KEPT, KEPT))

    with paper.scaled(x, y, side / KEPT):
        paper.stamp(name, (KEPT, KEPT), draw)
