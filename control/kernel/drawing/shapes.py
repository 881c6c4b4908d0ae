"""The few plain shapes every drawing is made of.

They know no medium: ``svg.py`` writes them for pages, and paper may draw the same ones as vectors.
Lengths are drawing units, x to the right and y downwards; a drawing says how many units it is wide and high.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from types import MappingProxyType
from typing import Literal, TypeAlias

from control.kernel.values import dataclass

Point: TypeAlias = tuple[float, float]
Ring: TypeAlias = tuple[Point, ...]
NO_TAGS: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Box:
    """An upright rectangle."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The x of the right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The y of the lower edge."""
        return self.y + self.height

    @property
    def middle(self) -> Point:
        """The point half way across and half way down."""
        return self.x + self.width / 2, self.y + self.height / 2

    @property
    def corners(self) -> Ring:
        """The four corners, clockwise from the upper left."""
        return (self.x, self.y), (self.right, self.y), (self.right, self.bottom), (self.x, self.bottom)

    def overlaps(self, other: Box) -> bool:
        """Whether the two share any area."""
        return self.x < other.right and other.x < self.right and self.y < other.bottom and other.y < self.bottom

    def holds(self, point: Point) -> bool:
        """Whether the point lies in it, edges included."""
        return self.x <= point[0] <= self.right and self.y <= point[1] <= self.bottom

    def grown(self, by: float) -> Box:
        """The same box with a margin on every side."""
        return Box(self.x - by, self.y - by, self.width + 2 * by, self.height + 2 * by)

    def within(self, frame: Box) -> Box:
        """The same box, moved no farther than it takes to lie in a frame that has room for it."""
        x = max(min(self.x, frame.right - self.width), frame.x)
        y = max(min(self.y, frame.bottom - self.height), frame.y)
        return Box(x, y, self.width, self.height)

    @classmethod
    def about(cls, middle: Point, width: float, height: float) -> Box:
        """The box of this size around a point."""
        return cls(middle[0] - width / 2, middle[1] - height / 2, width, height)

    @classmethod
    def around(cls, points: Sequence[Point]) -> Box:
        """The smallest box that holds all the points."""
        xs, ys = [x for x, _ in points], [y for _, y in points]
        return cls(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


@dataclass(frozen=True, slots=True)
class Ink:
    """How a shape is filled and drawn. What is None is taken over from the group around it."""

    fill: str | None = None
    stroke: str | None = None
    width: float | None = None
    dash: tuple[float, ...] | None = None
    opacity: float | None = None


PLAIN = Ink()


# Shapes are compared by identity: two that look alike are still two, and identity makes a fast key.
@dataclass(frozen=True, eq=False, slots=True)
class Outline:
    """Rings (closed) or lines (open) that belong together; shared by every shape that shows them."""

    rings: tuple[Ring, ...]
    closed: bool = True


@dataclass(frozen=True, eq=False, slots=True)
class Path:
    """An outline in ink. ``tags`` are names a page may find it by; ``title`` is for ears and hovering."""

    outline: Outline
    ink: Ink = PLAIN
    tags: Mapping[str, str] = field(default_factory=lambda: NO_TAGS)
    title: str = ""


@dataclass(frozen=True, eq=False, slots=True)
class Circle:
    """A circle round (x, y)."""

    x: float
    y: float
    radius: float
    ink: Ink = PLAIN
    tags: Mapping[str, str] = field(default_factory=lambda: NO_TAGS)


@dataclass(frozen=True, eq=False, slots=True)
class Text:
    """One line of lettering; (x, y) is on the base line. A halo is a thin rim of that colour behind it.
    With ``down`` the letters stand one below another, so many units apart; ``drop`` is by how much of its own size the
    line lies below the base line, so that it keeps its distance from the line above when both are set larger."""

    x: float
    y: float
    text: str
    size: float
    ink: Ink = PLAIN
    weight: Literal[400, 600, 700] = 400
    anchor: Literal["start", "middle", "end"] = "middle"
    halo: str = ""
    spacing: float = 0
    down: float = 0
    drop: float = 0
    tags: Mapping[str, str] = field(default_factory=lambda: NO_TAGS)


@dataclass(frozen=True, eq=False, slots=True)
class Use:
    """The shape whose tag ``id`` is ``target``, once more. A medium without names looks the shape up."""

    target: str
    ink: Ink = PLAIN
    tags: Mapping[str, str] = field(default_factory=lambda: NO_TAGS)


@dataclass(frozen=True, eq=False, slots=True)
class Group:
    """Shapes together: scaled, moved to ``at``, and cut off outside ``clip`` (given in the outer units)."""

    shapes: Sequence[Shape]
    ink: Ink = PLAIN
    at: Point = (0, 0)
    scale: float = 1
    clip: Box | None = None
    tags: Mapping[str, str] = field(default_factory=lambda: NO_TAGS)
    title: str = ""


@dataclass(frozen=True, eq=False, slots=True)
class Pattern:
    """A tile, ``size`` units wide and high, that fills whatever is inked with ``url(#name)``. A medium that has no
    patterns leaves out the layer that is made of them."""

    name: str
    size: float
    shapes: Sequence[Shape]
    scale: float = 1


Shape: TypeAlias = Path | Circle | Text | Use | Group | Pattern


def line(points: Sequence[Point], ink: Ink = PLAIN, **tags: str) -> Path:
    """An open line through the points."""
    return Path(Outline((tuple(points),), closed=False), ink, tags)


def polygon(points: Sequence[Point], ink: Ink = PLAIN, **tags: str) -> Path:
    """A closed shape through the points."""
    return Path(Outline((tuple(points),)), ink, tags)


def rectangle(box: Box, ink: Ink = PLAIN, **tags: str) -> Path:
    """The box, as a path."""
    return polygon(box.corners, ink, **tags)
