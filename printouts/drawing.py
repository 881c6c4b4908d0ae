"""Drawings on paper: the shapes of ``control.kernel.drawing`` as vectors, with their lettering in the embedded fonts.

What a page shows and what paper shows come from the same shapes. Paper has no pointer to ask it to show more, so what
pages keep hidden until somebody wants it (``ASIDE``) is left out here unless a printout names it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from math import floor

from reportlab.pdfgen.canvas import Canvas

from control.kernel.drawing.colours import PAPER as GROUND
from control.kernel.drawing.colours import SEA, mixed
from control.kernel.drawing.maps.country import Country, ground, lettering, over, own_land, window
from control.kernel.drawing.maps.map import MapDrawing
from control.kernel.drawing.shapes import Box, Circle, Group, Ink, Outline, Path, Pattern, Point, Ring, Shape, Text, Use
from control.kernel.drawing.svg import hundredths
from control.kernel.values import dataclass
from printouts.paper import BOLD, MM, POINT, REGULAR, SEMIBOLD, Paper, Style, ink, runs

ASIDE = frozenset({"patterns", "person-name", "elsewhere"})
"""Layers and classes that a page hides too as long as nobody asks for them."""

# Millimetres of a unit in a country's lines, and in its castles and towns, however large the country is.
LINES = 0.42
SIGN = 0.36
NAMES = 8.5  # points
FACES = {400: REGULAR, 600: SEMIBOLD, 700: BOLD}


def paint(
    paper: Paper,
    shapes: Sequence[Shape],
    box: Box,
    view: Box | None = None,
    hide: Collection[str] = ASIDE,
    thin: float = 1,
    seen: Box | None = None,
) -> float:
    """Draw shapes into a box of the paper, as large as they fit and in its middle; answers with the millimetres of one
    unit of the drawing.

    ``box`` is in millimetres, ``view`` the part of the drawing that is shown, in its units; nothing outside it is
    drawn. Without one, it is a square of 100 units, as crests are. ``hide`` are the layers (``data-layer``) and classes
    that are left out; lines are ``thin`` times as wide as in the drawing. ``seen`` is the part of the paper (in
    millimetres) that matters where a drawing goes on over several sheets: what is off it is left out.
    """
    view = view or Box(0, 0, 100, 100)
    unit = min(box.width / view.width, box.height / view.height)
    across, down = (box.width - view.width * unit) / 2, (box.height - view.height * unit) / 2
    left, top = box.x + across - view.x * unit, box.y + down - view.y * unit
    shown = view
    if seen is not None:
        shown = _common(view, Box((seen.x - left) / unit, (seen.y - top) / unit, seen.width / unit, seen.height / unit))
    with paper.vectors(left, top, unit) as canvas:
        canvas.setLineJoin(1)
        canvas.setLineCap(1)
        _clip(canvas, view)
        painter = Painter(canvas, dict(_named(shapes)), _patterns(shapes), frozenset(hide), thin)
        for shape in shapes:
            painter.draw(shape, Brush(), shown)
    return unit


@dataclass(frozen=True)
class Brush:
    """The ink that a shape takes over from what is around it."""

    fill: str = "#000000"
    stroke: str = "none"
    width: float = 1
    dash: tuple[float, ...] = ()
    opacity: float = 1

    def dipped(self, own: Ink) -> Brush:
        """With a shape's own ink."""
        return Brush(
            self.fill if own.fill is None else own.fill,
            self.stroke if own.stroke is None else own.stroke,
            self.width if own.width is None else own.width,
            self.dash if own.dash is None else own.dash,
            self.opacity if own.opacity is None else self.opacity * own.opacity,
        )


@dataclass(frozen=True)
class Painter:
    """Puts shapes on a canvas: ``named`` are those that are used again, ``tiles`` the patterns."""

    canvas: Canvas
    named: Mapping[str, Shape]
    tiles: Mapping[str, Pattern]
    hide: frozenset[str]
    thin: float = 1

    def draw(self, shape: Shape, brush: Brush, seen: Box) -> None:
        """One shape, with all it holds, if any of it is in what is ``seen`` (in its own units)."""
        if not isinstance(shape, Pattern) and not self.hide.isdisjoint(_classes(shape.tags)):
            return
        match shape:
            case Path():
                if _around(shape.outline).overlaps(seen.grown(brush.width)):
                    self.path(shape.outline, brush.dipped(shape.ink), seen)
            case Circle(x, y, radius):
                if Box(x - radius, y - radius, 2 * radius, 2 * radius).overlaps(seen):
                    self.circle(shape, brush.dipped(shape.ink))
            case Text():
                if _room(shape).overlaps(seen):
                    self.text(shape, brush.dipped(shape.ink))
            case Use():
                if shape.target in self.named:
                    self.draw(self.named[shape.target], brush.dipped(shape.ink), seen)
            case Group():
                self.group(shape, brush.dipped(shape.ink), seen)

    def group(self, shape: Group, brush: Brush, seen: Box) -> None:
        """A group where it stands."""
        if shape.clip is not None and not shape.clip.overlaps(seen):
            return
        (x, y), scale = shape.at, shape.scale
        moved = shape.clip is not None or (x, y, scale) != (0, 0, 1)
        if moved:
            self.canvas.saveState()
        if shape.clip is not None:
            _clip(self.canvas, shape.clip)
            seen = _common(seen, shape.clip)
        if moved:
            self.canvas.translate(x, y)
            self.canvas.scale(scale, scale)
            seen = Box((seen.x - x) / scale, (seen.y - y) / scale, seen.width / scale, seen.height / scale)
        for one in shape.shapes:
            self.draw(one, brush, seen)
        if moved:
            self.canvas.restoreState()

    def path(self, outline: Outline, brush: Brush, seen: Box) -> None:
        """An outline, filled and drawn."""
        if brush.fill.startswith("url(#"):
            self.woven(outline, self.tiles.get(brush.fill[5:-1]), seen)
            brush = replace(brush, fill="none")
        if mark := self.dip(brush):
            within = seen.grown(max(brush.width, 1)) if mark == "S" else None
            cut = outline if within is None or _holds(within, _around(outline)) else _cut(outline, within)
            self.canvas.addLiteral(f"{_written(cut)} {mark}")

    def circle(self, shape: Circle, brush: Brush) -> None:
        """A circle, filled and drawn."""
        if mark := self.dip(brush):
            self.canvas.circle(shape.x, shape.y, shape.radius, stroke=mark in "SB", fill=mark in "fB")

    def text(self, shape: Text, brush: Brush) -> None:
        """A line of lettering, its rim first; letters one below another each for themselves."""
        style = Style(FACES[shape.weight], shape.size)
        places = [(shape.text, shape.x, shape.y + shape.drop * shape.size)]
        if shape.down:
            places = [(letter, shape.x, shape.y + at * shape.down) for at, letter in enumerate(shape.text)]
        looks = [replace(brush, stroke="none")]
        if shape.halo:
            looks.insert(0, replace(brush, fill="none", stroke=shape.halo, width=shape.size / 5, dash=()))
        for look in looks:
            self.canvas.saveState()  # how letters are set outlasts them
            if mark := self.dip(look):
                for words, x, y in places:
                    self.words(shape, style, words, x, y, rim=mark == "S")
            self.canvas.restoreState()

    def words(self, shape: Text, style: Style, words: str, x: float, y: float, *, rim: bool) -> None:
        """Words on the base line, the right way up though the canvas runs downwards."""
        line = self.canvas.beginText()
        wide = style.width(words) * MM + shape.spacing * max(0, len(words) - 1)
        line.setTextTransform(1, 0, 0, -1, x - wide * {"start": 0, "middle": 0.5, "end": 1}[shape.anchor], y)
        line.setTextRenderMode(int(rim))
        line.setCharSpace(shape.spacing)
        for face, letters in runs(words, style.face):
            line.setFont(face, style.size)
            line.textOut(letters)
        self.canvas.drawText(line)

    def woven(self, outline: Outline, tile: Pattern | None, seen: Box) -> None:
        """An outline filled with a pattern: its tile, again and again, as far as it is seen."""
        if tile is None:
            return
        step, around = tile.size * tile.scale, _around(outline)
        columns = range(floor(max(around.x, seen.x) / step), floor(min(around.right, seen.right) / step) + 1)
        rows = range(floor(max(around.y, seen.y) / step), floor(min(around.bottom, seen.bottom) / step) + 1)
        self.canvas.saveState()
        self.canvas.addLiteral(f"{_written(outline)} W n")
        for shape in tile.shapes:
            if isinstance(shape, Path):
                brush = Brush().dipped(shape.ink)
                self.dip(replace(brush, width=brush.width * tile.scale))
                rings = [
                    tuple((column * step + x * tile.scale, row * step + y * tile.scale) for x, y in ring)
                    for row in rows
                    for column in columns
                    for ring in shape.outline.rings
                ]
                self.canvas.addLiteral(f"{_lines(rings, shape.outline.closed)} S")
        self.canvas.restoreState()

    def dip(self, brush: Brush) -> str:
        """Set the inks; answers with the operator that fills or draws with them, empty for neither."""
        canvas = self.canvas
        if brush.fill != "none":
            canvas.setFillColorRGB(*_ink(brush.fill, brush.opacity))
        if brush.stroke != "none":
            canvas.setStrokeColorRGB(*_ink(brush.stroke, brush.opacity))
            canvas.setLineWidth(brush.width * self.thin)
            canvas.setDash([length * self.thin for length in brush.dash])
        return {(False, False): "", (True, False): "f", (False, True): "S"}.get(
            (brush.fill != "none", brush.stroke != "none"), "B"
        )


def _named(shapes: Sequence[Shape]) -> Iterator[tuple[str, Shape]]:
    """Every shape that another may use again, by its id."""
    for shape in shapes:
        if isinstance(shape, Pattern):
            continue
        if "id" in shape.tags:
            yield shape.tags["id"], shape
        if isinstance(shape, Group):
            yield from _named(shape.shapes)


def _patterns(shapes: Sequence[Shape]) -> dict[str, Pattern]:
    found: dict[str, Pattern] = {}
    for shape in shapes:
        if isinstance(shape, Pattern):
            found[shape.name] = shape
        elif isinstance(shape, Group):
            found |= _patterns(shape.shapes)
    return found


def _classes(tags: Mapping[str, str]) -> list[str]:
    """What a shape is called: its layer and its classes."""
    return (
        [tags["data-layer"], *tags.get("class", "").split()] if "data-layer" in tags else tags.get("class", "").split()
    )


@lru_cache(maxsize=1024)
def _around(outline: Outline) -> Box:
    # a straight line has no area, and yet it is there
    return Box.around([point for ring in outline.rings for point in ring] or [(0, 0)]).grown(0.5)


@lru_cache(maxsize=256)
def _cut(outline: Outline, within: Box) -> Outline:
    """The parts of an outline's lines that may be seen: a coast is long, and a map often shows little of it."""
    return Outline(tuple(run for ring in outline.rings for run in _runs(ring, outline.closed, within)), closed=False)


def _runs(ring: Ring, closed: bool, within: Box) -> Iterator[Ring]:
    """The stretches of a line that come near a box."""
    left, top, right, bottom = within.x, within.y, within.right, within.bottom
    run: list[Point] = []
    for start, end in pairwise((*ring, ring[0]) if closed else ring):
        (ax, ay), (bx, by) = start, end
        away = (
            (ax < left and bx < left)
            or (ax > right and bx > right)
            or (ay < top and by < top)
            or (ay > bottom and by > bottom)
        )
        if not away:
            run = run or [start]
            run.append(end)
        elif run:
            yield tuple(run)
            run = []
    if run:
        yield tuple(run)


def _common(one: Box, other: Box) -> Box:
    """What two boxes share; without any size if that is nothing."""
    x, y = max(one.x, other.x), max(one.y, other.y)
    return Box(x, y, max(0.0, min(one.right, other.right) - x), max(0.0, min(one.bottom, other.bottom) - y))


def _holds(box: Box, other: Box) -> bool:
    return box.holds((other.x, other.y)) and box.holds((other.right, other.bottom))


def _room(shape: Text) -> Box:
    """About the room that lettering takes."""
    wide = max(shape.size, Style(FACES[shape.weight], shape.size).width(shape.text) * MM)
    left = shape.x - wide * {"start": 0, "middle": 0.5, "end": 1}[shape.anchor]
    return Box(left, shape.y - shape.size, wide, shape.size * 1.2 + shape.down * len(shape.text))


@lru_cache(maxsize=512)
def _written(outline: Outline) -> str:
    """An outline in the words of a PDF: the same for every colour, width and place."""
    return _lines(outline.rings, outline.closed)


def _lines(rings: Sequence[Ring], closed: bool) -> str:
    return " ".join(_ring(ring, closed) for ring in rings if ring)


def _ring(ring: Ring, closed: bool) -> str:
    (x, y), *rest = ring
    words = [f"{hundredths(x)} {hundredths(y)} m", *(_to(point) for point in rest or [(x, y)])]
    return " ".join([*words, "h"] if closed else words)


def _to(point: Point) -> str:
    return f"{hundredths(point[0])} {hundredths(point[1])} l"


def _clip(canvas: Canvas, box: Box) -> None:
    size = " ".join(map(hundredths, (box.x, box.y, box.width, box.height)))
    canvas.addLiteral(f"{size} re W n")


@lru_cache(maxsize=256)
def _ink(colour: str, opacity: float) -> tuple[float, float, float]:
    """An ink; one that lets the ground shine through is mixed with it instead, for many a printer makes coarse dots of
    a whole page on which anything is transparent."""
    return ink(colour if opacity == 1 else mixed(colour, GROUND, opacity))


def draw_country(paper: Paper, drawing: MapDrawing, country: Country, box: Box) -> None:
    """A clan's country in a frame on the paper. Lines and signs are as strong on a map of one province as on that of
    a great clan."""
    atlas = drawing.atlas
    seen = window(atlas, country, box.width / box.height)
    unit = box.width / seen.width
    paper.box(box.x, box.y, box.width, box.height, fill=ink(SEA), ink=None)
    land = [*ground(atlas, country), *own_land(atlas, country), *over(atlas, seen)]
    paint(paper, land, box, seen, thin=min(1, LINES / unit))
    paint(paper, lettering(atlas, country, seen, NAMES * POINT / unit, SIGN / unit), box, seen)
    paper.box(box.x, box.y, box.width, box.height, weight=0.8)
