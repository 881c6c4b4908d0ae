"""A pattern for each holder beside his colour, for those who cannot tell some colours apart.

Fourteen motifs in three sizes make 42 patterns that differ in direction or form, never in colour alone; each is one
small tile, and a province is filled with it by its name.
"""

from __future__ import annotations

from control.kernel.drawing.colours import INK
from control.kernel.drawing.shapes import Ink, Outline, Path, Pattern, Point, Ring

SIZES = (7.0, 11.0, 16.0)
_STRENGTH = 0.42  # opacity: names stay legible upon it
_Lines = tuple[Ring, ...]

# Each motif on a tile one unit wide; a line that leaves the tile comes in again on the other side.
_MOTIFS: tuple[_Lines, ...] = (
    (((-0.1, 1.1), (1.1, -0.1)), ((-0.1, 0.1), (0.1, -0.1)), ((0.9, 1.1), (1.1, 0.9))),  # rising
    (((-0.1, -0.1), (1.1, 1.1)), ((-0.1, 0.9), (0.1, 1.1)), ((0.9, -0.1), (1.1, 0.1))),  # falling
    (((0, 0.5), (1, 0.5)),),  # level
    (((0.5, 0), (0.5, 1)),),  # upright
    (((0.3, 0.5), (0.7, 0.5)), ((0.5, 0.3), (0.5, 0.7))),  # crosses
    (((0, 0.75), (0.5, 0.25), (1, 0.75)),),  # waves
    (((0, 0.5), (1, 0.5)), ((0.5, 0), (0.5, 1))),  # grid
    (((-0.1, -0.1), (1.1, 1.1)), ((-0.1, 1.1), (1.1, -0.1))),  # lattice
    (((0.5, 0.22), (0.78, 0.5), (0.5, 0.78), (0.22, 0.5), (0.5, 0.22)),),  # diamonds
    (((0.25, 0.3), (0.5, 0.7), (0.75, 0.3)),),  # arrow heads
    (((0.15, 0.5), (0.6, 0.5)),),  # level, broken
    (((0.5, 0.15), (0.5, 0.6)),),  # upright, broken
    (((0.28, 0.28), (0.72, 0.28), (0.72, 0.72), (0.28, 0.72), (0.28, 0.28)),),  # squares
    (((0, 0.5), (1, 0.5)), ((0.25, 0), (0.25, 0.5)), ((0.75, 0.5), (0.75, 1))),  # bricks
)
NUMBER = len(_MOTIFS) * len(SIZES)


def name_of(number: int, scale: float = 1) -> str:
    """The name by which shapes are filled with a pattern; in an inset it has one of its own."""
    return f"weave-{number % NUMBER}" if scale == 1 else f"weave-{number % NUMBER}-inset"


def pattern(number: int, scale: float = 1) -> Pattern:
    """The pattern of this number. In a drawing that is enlarged, ``scale`` keeps it as fine as elsewhere."""
    motif, size = _MOTIFS[number % len(_MOTIFS)], SIZES[number // len(_MOTIFS) % len(SIZES)]
    lines = tuple(tuple(_times(at, size) for at in line) for line in motif)
    width = 0.8 + size / 16
    drawn = Path(Outline(lines, closed=False), Ink("none", INK, width, opacity=_STRENGTH))
    return Pattern(name_of(number, scale), size, (drawn,), scale)


def _times(at: Point, size: float) -> Point:
    return at[0] * size, at[1] * size


def hatch(name: str, colour: str) -> Pattern:
    """Slanting stripes in a colour: what is new."""
    size = 8.0
    lines = tuple(tuple(_times(at, size) for at in line) for line in _MOTIFS[0])
    return Pattern(name, size, (Path(Outline(lines, closed=False), Ink("none", colour, 1.8, opacity=0.6)),))
