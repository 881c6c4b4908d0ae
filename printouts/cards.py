"""Equal cards on sheets to be cut."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, TypeVar

from control.kernel.values import dataclass
from printouts.paper import A4, LINE, Paper


@dataclass(frozen=True)
class Sheet:
    """Equal cards on a page: how many, where the first one lies and what is between them, in millimetres."""

    page: tuple[float, float]
    card: tuple[float, float]
    columns: int
    rows: int
    left: float = 0
    top: float = 0
    gap_x: float = 0
    gap_y: float = 0

    @property
    def places(self) -> tuple[tuple[float, float], ...]:
        """The upper left corner of every card, row by row."""
        return tuple((x, y) for y in self._starts(1) for x in self._starts(0))

    def cuts(self, axis: Literal[0, 1]) -> list[float]:
        """Where a knife goes: x of the upright cuts (axis 0) or y of the level ones (axis 1)."""
        edges = {edge for start in self._starts(axis) for edge in (start, start + self.card[axis])}
        return sorted(edge for edge in edges if 0 < edge < self.page[axis])

    def _starts(self, axis: Literal[0, 1]) -> list[float]:
        first, gap, count = ((self.left, self.gap_x, self.columns), (self.top, self.gap_y, self.rows))[axis]
        return [first + number * (self.card[axis] + gap) for number in range(count)]


A6_FOUR_ON_A4 = Sheet(page=A4, card=(105, 148.5), columns=2, rows=2)
A5_TWO_ON_A4 = Sheet(page=A4, card=(210, 148.5), columns=1, rows=2)


def crop_marks(paper: Paper, sheet: Sheet) -> None:
    """Thin marks for the knife: at the edges of the page and where two cuts cross."""
    width, height = sheet.page
    uprights, levels = sheet.cuts(0), sheet.cuts(1)
    for x in uprights:
        for start, end in ((0.0, 7.0), (height - 7, height), *((y - 2, y + 2) for y in levels)):
            paper.line(x, start, x, end, ink=LINE, weight=0.3)
    for y in levels:
        for start, end in ((0.0, 7.0), (width - 7, width), *((x - 2, x + 2) for x in uprights)):
            paper.line(start, y, end, y, ink=LINE, weight=0.3)


Card = TypeVar("Card")


def lay_cards(paper: Paper, sheet: Sheet, cards: Sequence[Card], draw: Callable[[Paper, Card], None]) -> None:
    """Cards on sheets, in the order given, with marks for cutting."""
    paper.lay(sheet.page)
    marks = "crop-marks-" + "-".join(f"{edge:g}".replace(".", "p") for axis in (0, 1) for edge in sheet.cuts(axis))
    for first in range(0, len(cards), len(sheet.places)):
        paper.stamp(marks, sheet.page, lambda paper: crop_marks(paper, sheet))
        for (x, y), card in zip(sheet.places, cards[first:], strict=False):
            with paper.place(x, y):
                draw(paper, card)
        paper.turn_page()
