"""Equal cards on sheets to be cut."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from printouts.paper import Paper, Sheet

Card = TypeVar("Card")


def lay_cards(paper: Paper, sheet: Sheet, cards: Sequence[Card], draw: Callable[[Paper, Card], None]) -> None:
    """Cards on sheets, in the order given, with marks for cutting."""
    paper.lay(sheet.page)
    marks = "crop-marks-" + "-".join(f"{edge:g}".replace(".", "p") for axis in (0, 1) for edge in sheet.cuts(axis))
    for first in range(0, len(cards), len(sheet.places)):
        paper.stamp(marks, sheet.page, lambda paper: paper.crop_marks(sheet))
        for (x, y), card in zip(sheet.places, cards[first:], strict=False):
            with paper.place(x, y):
                draw(paper, card)
        paper.turn_page()
