"""The paper that there is, and what the kernel knows of what is drawn on it.

How things look on paper is in ``printouts/``, which imports this; a game hands over its paper (`Papers.paper`).
"""

from __future__ import annotations

from typing import Literal, Protocol

STOCKS = {"A4": (210.0, 297.0), "Letter": (215.9, 279.4)}
"""The paper that may lie in the printer's tray, upright: its width and height in millimetres."""

Sides = Literal["one", "both", "booklet"]
"""How leaves are printed: on one side, on both and turned over the long edge, or over the short one and folded."""

GETA = "〓"
"""What Japanese printers set where a letter is missing from the case."""


class Paper(Protocol):
    """What is drawn on, leaf by leaf, until it is a PDF."""

    stock: str

    def take_leaf(self) -> None:
        """Go on with a leaf of its own."""

    def entry(self, words: str, level: int = 0) -> None:
        """Name the page in the outline beside the pages."""

    def finish(self) -> bytes:
        """The PDF."""
