"""Who serves whom: the land of a holder who serves another is woven with that other's letters, so that it is read
without colour, on a screen and on paper. The letters are strokes, for paper knows no words in a pattern.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from control.kernel.drawing.colours import INK
from control.kernel.drawing.shapes import Group, Ink, Outline, Path, Pattern, Ring, Shape, Use
from control.kernel.grouping import grouped

TILE = 27.0
HIGH = 1.5  # units: a quarter of a letter's height
STEP = 3.1  # from one letter to the next, in such quarters
_INK = Ink("none", INK, 0.85, opacity=0.6)
_ROUND: Ring = ((0.5, 0), (0, 0.6), (0, 3.4), (0.5, 4), (1.5, 4), (2, 3.4), (2, 0.6), (1.5, 0), (0.5, 0))
_OPEN: Ring = ((2, 0.5), (1.5, 0), (0.5, 0), (0, 0.6), (0, 3.4), (0.5, 4), (1.5, 4), (2, 3.5))
_HEAD: Ring = ((0, 4), (0, 0), (1.4, 0), (2, 0.6), (2, 1.6), (1.4, 2.2), (0, 2.2))
# Each letter on a field two wide and four high.
LETTERS: dict[str, tuple[Ring, ...]] = {
    "A": (((0, 4), (0, 1), (1, 0), (2, 1), (2, 4)), ((0, 2.5), (2, 2.5))),
    "B": (((0, 0), (0, 4), (1.4, 4), (2, 3.2), (1.4, 2), (0, 2)), ((0, 0), (1.3, 0), (1.8, 1), (1.3, 2))),
    "C": (_OPEN,),
    "D": (((0, 0), (0, 4), (1.2, 4), (2, 3), (2, 1), (1.2, 0), (0, 0)),),
    "E": (((2, 0), (0, 0), (0, 4), (2, 4)), ((0, 2), (1.5, 2))),
    "F": (((2, 0), (0, 0), (0, 4)), ((0, 2), (1.5, 2))),
    "G": ((*_OPEN, (2, 2.2), (1.1, 2.2)),),
    "H": (((0, 0), (0, 4)), ((2, 0), (2, 4)), ((0, 2), (2, 2))),
    "I": (((1, 0), (1, 4)),),
    "J": (((2, 0), (2, 3.3), (1.4, 4), (0.6, 4), (0, 3.3)),),
    "K": (((0, 0), (0, 4)), ((2, 0), (0, 2.2)), ((0.7, 1.6), (2, 4))),
    "L": (((0, 0), (0, 4), (2, 4)),),
    "M": (((0, 4), (0, 0), (1, 2), (2, 0), (2, 4)),),
    "N": (((0, 4), (0, 0), (2, 4), (2, 0)),),
    "O": (_ROUND,),
    "P": (_HEAD,),
    "Q": (_ROUND, ((1.2, 2.8), (2.2, 4.3))),
    "R": (_HEAD, ((1, 2.2), (2, 4))),
    "S": (((2, 0.5), (1.5, 0), (0.5, 0), (0, 0.6), (0, 1.4), (0.5, 2), (1.5, 2), (2, 2.6), (2, 3.4), (1.5, 4), (0.5, 4),
           (0, 3.5)),),
    "T": (((0, 0), (2, 0)), ((1, 0), (1, 4))),
    "U": (((0, 0), (0, 3.4), (0.5, 4), (1.5, 4), (2, 3.4), (2, 0)),),
    "V": (((0, 0), (1, 4), (2, 0)),),
    "W": (((0, 0), (0.5, 4), (1, 2), (1.5, 4), (2, 0)),),
    "X": (((0, 0), (2, 4)), ((2, 0), (0, 4))),
    "Y": (((0, 0), (1, 2), (2, 0)), ((1, 2), (1, 4))),
    "Z": (((0, 0), (2, 0), (0, 4), (2, 4)),),
}  # fmt: skip


def letters(code: str, x: float, y: float) -> tuple[Ring, ...]:
    """The strokes of a code, its upper left corner at a point."""
    return tuple(
        tuple((x + (at * STEP + across) * HIGH, y + down * HIGH) for across, down in stroke)
        for at, letter in enumerate(code.upper())
        for stroke in LETTERS.get(letter, ())
    )


def tile(code: str, scale: float = 1) -> Pattern:
    """A lord's letters twice, and a fine line between them."""
    slant: Ring = ((0, TILE), (TILE, 0))
    strokes = (*letters(code, 0.8, 2), *letters(code, 13.6, 16), slant)
    return Pattern(_name(code, scale), TILE, (Path(Outline(strokes, closed=False), _INK),), scale)


def served(lords: Mapping[str, str], provinces: Iterable[str], scale: float = 1) -> Shape:
    """The provinces of which ``lords`` names the letters of their holder's lord, woven with them; in a drawing that is
    enlarged, ``scale`` keeps the tiles as fine as elsewhere."""
    woven = grouped((code, Use(f"p-{key}")) for key in provinces if (code := lords.get(key)))
    tiles: list[Shape] = [tile(code, scale) for code in sorted(woven)]
    return Group([*tiles, *(Group(woven[code], Ink(fill=f"url(#{_name(code, scale)})")) for code in sorted(woven))])


def _name(code: str, scale: float) -> str:
    return f"serves-{code}" if scale == 1 else f"serves-{code}-inset"
