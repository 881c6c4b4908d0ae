"""The map for the wall: one sheet from A3 to A0, or sheets of A4 to be glued together.

It is designed once, upright on A3, and made larger; so it is as crisp on A0. It shows what everybody may know: who
holds what and where the works are. Armies move too fast for a wall, and are not on it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from control.kernel.drawing.colours import INK, PAPER, SEA
from control.kernel.drawing.maps import layers
from control.kernel.drawing.maps.atlas import Atlas
from control.kernel.drawing.maps.map import Holder, MapDrawing, Scene
from control.kernel.drawing.marks import symbols
from control.kernel.drawing.marks.crests import roundel
from control.kernel.drawing.marks.lords import letters
from control.kernel.drawing.marks.signs import Sign
from control.kernel.drawing.shapes import Box, Ink, Outline, Path, Shape, Text, line, rectangle
from control.kernel.values import dataclass
from printouts.drawing import paint
from printouts.paper import BOLD, REGULAR, SEMIBOLD, SERIF_BOLD, TINT, Paper, Style, ink
from printouts.poster import poster as poster_of
from printouts.styles import FACT, QUIET, SMALL

SIZE = (297.0, 420.0)
SHOWN = ("holders", "lords", "crossings", "mountains", "roads", "castles", "buildings", "labels")
EDGE = 9.0
MAP = Box(EDGE, EDGE, SIZE[0] - 2 * EDGE, 290)
HEADING = Box(MAP.x + 8, MAP.y + 6, 160, 117)  # in the open sea of the north-west
BELOW = Box(MAP.x, HEADING.bottom, MAP.width, MAP.bottom - HEADING.bottom)  # for land that fills that sea
CLANS = Box(EDGE, MAP.bottom + 13, MAP.width, SIZE[1] - MAP.bottom - 13 - EDGE - 4)

TITLE = Style(SERIF_BOLD, 46)
SUBTITLE = Style(REGULAR, 17)
HEAD = Style(SEMIBOLD, 12)
NAME = Style(SEMIBOLD, 12.5)
VALUE = Style(BOLD, 9.5)


@dataclass(frozen=True)
class ClanLine:
    """A clan in the legend: its sign, and how many provinces and places it holds, worth how much a year in points."""

    clan: Sign
    lands: int
    value: int


@dataclass(frozen=True)
class MapPoster:
    """The poster: the game's title, season and year, the clans that hold something, and what is drawn: the holder and
    the work of each province and place, and the names of the buildings in a province."""

    title: str
    when: str
    clans: tuple[ClanLine, ...]
    holders: tuple[tuple[str, Holder | None], ...]
    works: tuple[tuple[str, str], ...]
    buildings: tuple[tuple[str, tuple[str, ...]], ...] = ()


def map_poster(paper: Paper, poster: MapPoster, drawing: MapDrawing) -> None:
    """The poster on the paper that was asked for."""

    def draw(paper: Paper, seen: Box) -> None:
        _poster(paper, poster, drawing, seen)

    poster_of(paper, SIZE, "Map of the provinces", draw)


def _poster(paper: Paper, poster: MapPoster, drawing: MapDrawing, seen: Box) -> None:
    """All of it, or what of it is seen on a sheet."""
    _map(paper, poster, drawing, seen)
    if HEADING.overlaps(seen):
        paper.fit(HEADING.x, HEADING.y + 15, poster.title, TITLE, HEADING.width)
        paper.fit(HEADING.x + 0.6, HEADING.y + 25, f"Who held what in {poster.when}", SUBTITLE, HEADING.width)
        _signs(paper, drawing.atlas, HEADING.x + 0.6, HEADING.y + 41)
    if CLANS.grown(10).overlaps(seen):
        _clans(paper, poster.clans, seen)


def _map(paper: Paper, poster: MapPoster, drawing: MapDrawing, seen: Box) -> None:
    paper.box(MAP.x, MAP.y, MAP.width, MAP.height, fill=ink(SEA), ink=None)
    shapes = drawing.shapes(
        Scene(dict(poster.holders), castles=dict(poster.works), buildings=dict(poster.buildings), layers=SHOWN)
    )
    paint(paper, shapes, room_for(drawing), drawing.viewbox, seen=seen)
    paper.box(MAP.x, MAP.y, MAP.width, MAP.height, weight=1.2)


def room_for(drawing: MapDrawing) -> Box:
    """Where the land is drawn: over all of the map, unless the heading would stand on it."""
    view = drawing.viewbox
    unit = min(MAP.width / view.width, MAP.height / view.height)
    (across, down), (x, y) = MAP.middle, view.middle
    points = (point for one in drawing.atlas.outlines.values() for ring in one.rings for point in ring)
    covered = any(HEADING.holds((across + (px - x) * unit, down + (py - y) * unit)) for px, py in points)
    return BELOW if covered else MAP


# --- What the signs mean ----------------------------------------------------------------------------------


def _road(key: str) -> Sequence[Shape]:
    way = [(-12.0, 1.5), (-4.0, -1.5), (4.0, 1.5), (12.0, -1.5)]
    return (
        line(way, Ink("none", layers.ROAD, 2.2)),
        line(way, Ink("none", layers.ROAD_BED, 1, layers.ROAD_CORES[key])),
    )


def _mountains() -> Sequence[Shape]:
    return layers.mountains([symbols.Peak(-6.0, 1.5, 0.8), symbols.Peak(3.5, 0.0, 1.2)])


def _land() -> Sequence[Shape]:
    edge = Box(-13, -8, 26, 16)
    return (
        rectangle(edge, Ink(PAPER, layers.BORDER, 0.7)),
        Text(0, -0.4, "Name", 8, Ink(fill=INK), 600),
        Text(0, 6.4, "CLN", 6.6, Ink(fill=INK), 700),
    )


def _vassal() -> Sequence[Shape]:
    strokes = (*letters("LRD", -12, -6.4), *letters("LRD", -1.4, 0.6))
    edge = rectangle(Box(-13, -8, 26, 16), Ink(PAPER, layers.BORDER, 0.7))
    return (edge, Path(Outline(strokes, closed=False), Ink("none", INK, 0.85)))


def _has_road(key: str) -> Callable[[Atlas], bool]:
    return lambda atlas: any(road.key == key for road in atlas.roads)


def _always(_atlas: Atlas) -> bool:
    return True


SIGNS: tuple[tuple[str, Callable[[], Sequence[Shape]], Callable[[Atlas], bool]], ...] = (
    ("Province, with the letters of the clan that holds it", _land, _always),
    ("Land of a vassal, woven with the letters of his lord", _vassal, _always),
    ("Castle", lambda: (symbols.castle((0, 0), ""),), _always),
    ("Fortress", lambda: (symbols.fortress((0, 0), ""),), _always),
    (
        "City or temple, in the colour of its holder",
        lambda: (symbols.town((0, 0), "", symbols.WALL),),
        lambda atlas: bool(atlas.places),
    ),
    ("Public building; a number if there are several", lambda: (symbols.buildings((0, 0), "", (), ""),), _always),
    ("Mountainous province", _mountains, lambda atlas: any(sheet.peaks for sheet in atlas.sheets)),
    ("Tōkaidō", lambda: _road("tokaido"), _has_road("tokaido")),
    ("Nakasendō", lambda: _road("nakasendo"), _has_road("nakasendo")),
    (
        "Sea crossing",
        lambda: (line([(-12.0, 0.0), (12.0, 0.0)], Ink("none", layers.CROSSING, 1.5, (0.1, 3.6))),),
        lambda atlas: bool(atlas.crossings),
    ),
)
"""Each sign: its words, how it is drawn, and whether a land has such a thing, or may come by it in play."""


def signs_of(atlas: Atlas) -> list[tuple[str, Callable[[], Sequence[Shape]]]]:
    """The signs that a map has."""
    return [(words, draw) for words, draw, is_there in SIGNS if is_there(atlas)]


def _signs(paper: Paper, atlas: Atlas, x: float, y: float) -> None:
    """The signs one below another, in the open sea."""
    step, wide = 7.4, 11.0
    for number, (words, draw) in enumerate(signs_of(atlas)):
        middle = y + number * step
        paint(paper, draw(), Box(x, middle - 3.3, wide, 6.6), Box(-14, -8.4, 28, 16.8))
        paper.fit(x + wide + 4, middle + 1.4, words, FACT, 120)


# --- The clans --------------------------------------------------------------------------------------------


def _clans(paper: Paper, clans: Sequence[ClanLine], seen: Box) -> None:
    """The clans in columns, each with a bar as long as its lands are worth."""
    paper.text(CLANS.x, CLANS.y - 5, "The clans and what their lands are worth", HEAD)
    explained = "Held: provinces and places. Bar and number: what they are worth a year, in points"
    paper.text(CLANS.right, CLANS.y - 5, explained, SMALL, "right")
    paper.line(CLANS.x, CLANS.y - 2.4, CLANS.right, CLANS.y - 2.4, weight=1)
    if not clans:
        paper.text(CLANS.x, CLANS.y + 6, "No clan holds any land.", FACT)
        return
    columns = 4 if len(clans) <= 36 else 5 if len(clans) <= 60 else 6
    rows = max(6, -(-len(clans) // columns))
    wide, high = CLANS.width / columns, CLANS.height / rows
    most = max(clan.value for clan in clans) or 1
    for number, clan in enumerate(clans):
        column, row = divmod(number, rows)
        x, y = CLANS.x + column * wide, CLANS.y + row * high
        if Box(x, y, wide, high).overlaps(seen):
            with paper.place(x, y):
                _clan(paper, clan, wide - 5, high, clan.value / most)


def _clan(paper: Paper, line: ClanLine, wide: float, high: float, share: float) -> None:
    """One clan; everything as large as the line is high."""
    size, clan = min(1.0, high / 10.5), line.clan
    side, base = 8.4 * size, 4.4 * size
    if clan.crest:
        badge = roundel(clan.crest, clan.colour, clan.text_colour, INK)
        paint(paper, badge, Box(0, 0.8 * size, side, side))
    else:
        paper.box(0, 0.8 * size, side, side, fill=ink(clan.colour))
    left = side + 2.6 * size
    paper.fit(left, base, clan.code, Style(BOLD, 12.5 * size), 11 * size)
    name_at = left + 12 * size
    room = wide - name_at - 11 * size
    style = QUIET.at(QUIET.size * size)
    kanji = min(style.width(clan.kanji) + 2 * size if clan.kanji else 0, room / 2)
    used = paper.fit(name_at, base, clan.name, NAME.at(NAME.size * size), room - kanji)
    paper.fit(name_at + used + 2 * size, base, clan.kanji, style, room - used)
    paper.fit(wide, base, f"{line.lands} held", SMALL.at(SMALL.size * size), 10 * size, "right")
    length, bar = wide - left - 8 * size, 5.8 * size
    paper.box(left, bar, length, 2.6 * size, fill=TINT, ink=None)
    paper.box(left, bar, max(0.6, length * share), 2.6 * size, fill=ink(clan.colour), weight=0.4)
    paper.fit(wide, bar + 2.5 * size, f"{line.value}", VALUE.at(VALUE.size * size), 6.5 * size, "right")
