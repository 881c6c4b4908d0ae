"""How a side is shown, on pages, maps and paper alike."""

from __future__ import annotations

from control.kernel.values import dataclass


@dataclass(frozen=True)
class Sign:
    """A side's name, its letters, the colours of its flag (``#rrggbb``), and its crest (drawing/crests), if it has one;
    ``id`` is empty for nobody."""

    id: str
    name: str
    kanji: str
    code: str
    colour: str
    text_colour: str
    crest: str = ""
