"""The geography of the map in units of the sheet: everything that no game changes, computed once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Literal, Protocol

from control.kernel.drawing.colours import INK, PAPER
from control.kernel.drawing.land.ground import Ground, grounds
from control.kernel.drawing.land.projection import Projection
from control.kernel.drawing.land.topology import Polygons, rounded, simplify_together, thin_line
from control.kernel.drawing.marks.symbols import MARK, WALL, Peak, sea_way
from control.kernel.drawing.shapes import Box, Outline, Point, Ring
from control.kernel.drawing.words.labels import BANNER, View, text_width
from control.kernel.drawing.words.lettering import Lettering, Word, lettering, style
from control.kernel.values import dataclass

WIDTH = 1000.0
MARGIN = 22.0
FINE = 0.3  # units a coast or border may be off; a pixel when the map is 3,300 pixels wide
COARSE = 1.8  # enough for finding room
STRETCH = 250.0  # units: about a tile of those in which browsers paint
HOME_PROVINCES = ("yamashiro", "yamato", "kawachi", "izumi", "settsu", "iga")
LARGE = 1 / 3
"""The part of the sheet, across or down, of which home provinces are as large as the inset would draw them."""
LARGEST_ZOOM, LEAST_ZOOM = (250, 400), 140
"""How much larger an inset is drawn at most, in percent, upright and turned; and what is too little."""
WIDE = 2.05  # a turned sheet is at least so many times as wide as high: a wall with a band above it
EDGE = 16.0  # units between the inset and the edge of the sheet
_NEIGHBOURS_PEAKS = 4  # of the peaks of a neighbour one in so many is drawn: enough to see that it is mountainous
TOWN_SIZE = 10.5
ROADS = {"tokaido": "Tōkaidō", "nakasendo": "Nakasendō"}
ROAD_SIZE = 10.5
STYLE = f"""
.province{{cursor:pointer}}.province:hover{{fill-opacity:.86}}
[data-layer=labels],[data-layer=fresh],[data-layer=patterns],[data-layer=lords],[data-layer=castles],[data-layer=mountains],
[data-layer=roads],.shore,.relief,
.selection,.person-name{{pointer-events:none}}
.selection>:first-child{{stroke:{WALL}}}.selection>:last-child{{stroke:{INK}}}
[data-layer=patterns]{{display:none}}.with-patterns [data-layer=patterns]{{display:inline}}
.without-holders .holding{{fill:{PAPER}}}.without-holders .code{{display:none}}
.without-holders .name:not(.out){{stroke:{PAPER}}}
svg:not(.close) .person-name{{display:none}}
.s0 .rank,.s1 .rank{{transform:scale(1.2)}}
{style()}
"""


class Located(Protocol):
    """What has a name and a place on the map, in degrees; a province its centre."""

    @property
    def name(self) -> str: ...
    @property
    def lon(self) -> float: ...
    @property
    def lat(self) -> float: ...


class ProvinceLike(Located, Protocol):
    """What the drawing needs to know of a province."""

    @property
    def castle(self) -> str: ...
    @property
    def mountainous(self) -> bool: ...


class PlaceLike(Located, Protocol):
    """What the drawing needs to know of a city or temple."""

    @property
    def province(self) -> str: ...
    @property
    def fortification(self) -> str: ...


class BorderLike(Protocol):
    """Two provinces that touch."""

    @property
    def start(self) -> str: ...
    @property
    def end(self) -> str: ...


class CrossingLike(BorderLike, Protocol):
    """A sea crossing and the two ends of its line."""

    @property
    def name(self) -> str: ...
    @property
    def from_lon(self) -> float: ...
    @property
    def from_lat(self) -> float: ...
    @property
    def to_lon(self) -> float: ...
    @property
    def to_lat(self) -> float: ...


class GeometryLike(Protocol):
    """Outlines and lines, in degrees of longitude and latitude."""

    @property
    def provinces(self) -> Mapping[str, Polygons]: ...
    @property
    def lakes(self) -> Polygons: ...
    @property
    def road_lines(self) -> Mapping[str, Sequence[Sequence[Point]]]: ...


class Country(Protocol):
    """The part of a scenario that can be drawn."""

    @property
    def provinces(self) -> Mapping[str, ProvinceLike]: ...
    @property
    def places(self) -> Mapping[str, PlaceLike]: ...
    @property
    def borders(self) -> Sequence[BorderLike]: ...
    @property
    def crossings(self) -> Sequence[CrossingLike]: ...
    @property
    def geometry(self) -> GeometryLike: ...


@dataclass(frozen=True)
class Town:
    """A place on one sheet, and where its name is written."""

    key: str
    name: str
    work: str
    at: Point
    name_at: Point
    size: float
    anchor: Literal["start", "end"]

    @property
    def boxes(self) -> tuple[Box, Box]:
        """The room its mark and its name take."""
        width = text_width(self.name, self.size)
        left = self.name_at[0] - (width if self.anchor == "end" else 0)
        return _mark_box(self.at), Box(left, self.name_at[1] - self.size * 0.75, width, self.size)


@dataclass(frozen=True)
class Way:
    """A sea crossing on the sheet."""

    outline: Outline
    start: str
    end: str
    name: str


@dataclass(frozen=True)
class Road:
    """A great road on the sheet, its branches with it, and where on the main map its name is written."""

    key: str
    name: str
    outline: Outline
    name_at: Point


@dataclass(frozen=True, eq=False)
class Sheet:
    """The main map or the inset. ``offset`` and ``zoom`` lead from the main map to it; ``window`` is the part of
    the main map it shows, ``provinces`` are those that can be seen. ``anchors`` are the spots where arrows begin and
    end, off names and flags if there is room: in the inset also for neighbours of which enough can be seen."""

    frame: Box
    window: Box
    zoom: float
    offset: Point
    view: View
    provinces: tuple[str, ...]
    centres: Mapping[str, Point]
    towns: Sequence[Town]
    peaks: list[Peak]
    anchors: Mapping[str, Point]


class Atlas:
    """Outlines, roads and crossings on the sheet, and the one or two views of them with room for names."""

    def __init__(self, country: Country, home: Sequence[str] = HOME_PROVINCES, turned: float = 0) -> None:
        self._country = country
        self.turned = turned
        geometry = country.geometry
        rings = [ring for parts in geometry.provinces.values() for polygon in parts for ring in polygon]
        everywhere = [point for ring in rings for point in ring]
        project = Projection.fit(everywhere, width=WIDTH, margin=MARGIN, turned=turned, ratio=WIDE)
        self._project = project
        fine = simplify_together(geometry.provinces, project, FINE)
        self.outlines, self.coast = fine.outlines, _stretches(fine.coast)
        self._ground = grounds(simplify_together(geometry.provinces, project, COARSE).outlines)
        thin = partial(thin_line, tolerance=FINE)
        lakes = [[project(*point) for point in ring[:-1]] for rings in geometry.lakes for ring in rings]
        self.graticule = _graticule(everywhere, project)
        self.lakes = Outline(tuple(thin(rounded([*lake, lake[0]], 2)) for lake in lakes))
        for key, ground in self._ground.items():
            # Nothing is written on a lake, so for finding room it is a hole in its province.
            inside = [tuple(lake) for lake in lakes if ground.holds(Box.around(lake).middle)]
            if inside:
                self._ground[key] = Ground((*ground.rings, *inside))
        self.places = country.places
        self.names = {key: country.provinces[key].name for key in self.outlines}
        self.keys = (*self.outlines, *self.places)
        self.works = {key: country.provinces[key].castle for key in self.outlines}
        self.works |= {key: place.fortification for key, place in self.places.items()}
        self.crossings = [self._crossing(crossing) for crossing in country.crossings]
        self._lay_out(tuple(home) if all(key in country.provinces for key in home) else ())
        self.roads: list[Road] = []
        for key, ways in geometry.road_lines.items():
            lines = tuple(thin(rounded([project(*at) for at in way])) for way in ways)
            self.roads.append(self._road(key, Outline(lines, closed=False)))
        self.next_to = self._next_to()
        self.lettering = {sheet: self._letters(sheet) for sheet in self.sheets}
        self.style = STYLE

    def __getstate__(self) -> dict[str, object]:
        return self.__dict__ | {"_country": None}  # all that was needed of it is drawn

    def _letters(self, sheet: Sheet) -> Lettering:
        """When each word of a sheet is written."""
        castles = [_mark_box(at) for key, at in sheet.centres.items() if self.works[key] != "none"]
        roads = self.roads if sheet is self.main else ()
        words = [Word("small", road.key, road.name, road.name_at, free=True) for road in roads]
        return lettering(sheet.view, sheet.towns, castles, words)

    def sheet_of(self, province: str) -> Sheet:
        """The sheet on which a province has its name and its flags."""
        return next(sheet for sheet in self.sheets if province in sheet.view.labels)

    def pole(self, province: str) -> Point:
        """The innermost point of a province on the main map."""
        sheet = self.sheet_of(province)
        x, y = sheet.view.pole(province)
        return (x - sheet.offset[0]) / sheet.zoom, (y - sheet.offset[1]) / sheet.zoom

    def _road(self, key: str, way: Outline) -> Road:
        """A road with its name beside it: on no name, flag or mark, if there is such a spot, and not where the inset
        shows all larger."""
        name = ROADS.get(key, key.capitalize())
        view = self.main.view
        taken = [*view.taken, *view.banners.values(), *(box for boxes in view.marks.values() for box in boxes)]
        taken += [sheet.window for sheet in self.sheets if sheet is self.inset]
        wide, high = text_width(name, ROAD_SIZE), ROAD_SIZE
        line = [point for ring in way.rings for point in ring]
        options = [
            Box(x + dx - wide / 2, y + dy - high / 2, wide, high)
            for x, y in line[:: max(1, len(line) // 60)]
            for dx, dy in ((0, -10), (0, 10), (wide / 2 + 5, 0), (-wide / 2 - 5, 0))
        ]

        def trouble(box: Box) -> float:
            return sum(map(box.overlaps, taken)) + 0.2 * sum(map(box.grown(-1).holds, line))

        best = min(options, key=trouble)
        return Road(key, name, way, (best.middle[0], best.y + high * 0.8))

    def _next_to(self) -> Mapping[str, tuple[str, ...]]:
        """The provinces one step away from each, by land or sea, in the order of their ids."""
        found: dict[str, set[str]] = {key: set() for key in self.outlines}
        for link in (*self._country.borders, *self._country.crossings):
            found[link.start].add(link.end)
            found[link.end].add(link.start)
        return {key: tuple(sorted(others)) for key, others in found.items()}

    def _crossing(self, crossing: CrossingLike) -> Way:
        start = self._project(crossing.from_lon, crossing.from_lat)
        end = self._project(crossing.to_lon, crossing.to_lat)
        outline = Outline((sea_way(start, end),), closed=False)
        return Way(outline, crossing.start, crossing.end, crossing.name)

    def _lay_out(self, home: tuple[str, ...]) -> None:
        whole = Box(0, 0, self._project.width, self._project.height)
        others = tuple(key for key in self.outlines if key not in home)
        self.inset: Sheet | None = None
        taken: list[Box] = []
        if home:
            corners = [corner for key in home for corner in self._ground[key].box.corners]
            window = Box.around(corners).grown(9)
            if room := self._room_for_inset(whole, window):
                zoom, frame = room
                taken = [frame.grown(6), Box(frame.x, frame.y - 24, frame.width, 24)]
                self.inset = self._sheet(home, frame, window, zoom, [])
            else:
                others = tuple(self.outlines)
        self.main = self._sheet(others, whole, whole, 1, taken)
        self.sheets = [self.main] if self.inset is None else [self.main, self.inset]

    def _room_for_inset(self, whole: Box, window: Box) -> tuple[float, Box] | None:
        """How much larger the home provinces are drawn, and where: at the lower right, or, where the country is turned,
        at the upper left, as large as the sea leaves room. None where they are large on the sheet already, or where
        there is no such room on half of its height."""
        if max(window.width / whole.width, window.height / whole.height) > LARGE:
            return None
        for hundredths in range(LARGEST_ZOOM[bool(self.turned)], LEAST_ZOOM, -5):
            zoom = hundredths / 100
            width, height = window.width * zoom, window.height * zoom
            if height > whole.height / 2:
                continue
            right, below = whole.right - width - EDGE, whole.bottom - height - EDGE
            spots = [(right, below)]
            if self.turned:
                spots = [(x, EDGE + 24) for x in range(round(EDGE), round(right), 12)]
            for x, y in spots:
                frame = Box(x, y, width, height)
                if not any(land.share(frame.grown(EDGE)) for land in self._ground.values()):
                    return zoom, frame
        return None

    def _sheet(self, names: tuple[str, ...], frame: Box, window: Box, zoom: float, taken: list[Box]) -> Sheet:
        offset = frame.x - window.x * zoom, frame.y - window.y * zoom
        seen = tuple(key for key, ground in self._ground.items() if ground.box.overlaps(window))
        ground = {key: _enlarged(self._ground[key], zoom, offset) for key in seen}

        def spot(longitude: float, latitude: float) -> Point:
            x, y = self._project(longitude, latitude)
            return x * zoom + offset[0], y * zoom + offset[1]

        provinces = self._country.provinces
        centres = {key: spot(provinces[key].lon, provinces[key].lat) for key in names}
        here = [(key, place) for key, place in self._country.places.items() if place.province in names]
        marks = {key: [_mark_box(at)] for key, at in centres.items()}
        castles = [box for boxes in marks.values() for box in boxes]
        towns = _towns([(key, place, spot(place.lon, place.lat)) for key, place in here], ground, castles)
        for town in towns:
            marks[self._country.places[town.key].province] += town.boxes
        own = {key: provinces[key].name for key in names}
        others = {key: provinces[key].name for key in seen if key not in names and frame is not window}
        view = View(frame.grown(-5), ground, own, marks, taken, others)
        written = [*view.taken, *(box for boxes in marks.values() for box in boxes)]
        written += [label.box for label in view.neighbours.values()]
        peaks = [
            peak
            for key in seen
            if provinces[key].mountainous
            for peak in _peaks(ground[key], written, frame)[:: 1 if key in names else _NEIGHBOURS_PEAKS]
        ]
        anchors = {key: found for key in seen if (found := _anchor(view, key, marks.get(key, ()), key in names))}
        return Sheet(frame, window, zoom, offset, view, seen, centres, towns, peaks, anchors)


def _graticule(everywhere: Sequence[Point], project: Projection) -> Outline:
    """Meridians and parallels, two degrees apart, far over the edges of the sheet."""
    around = Box.around(everywhere).grown(14)
    west, east, south, north = (2 * round(at / 2) for at in (around.x, around.right, around.y, around.bottom))
    meridians = [tuple(project(lon, lat) for lat in (south, north)) for lon in range(west, east + 1, 2)]
    parallels = [tuple(project(lon, lat) for lon in range(west, east + 1, 2)) for lat in range(south, north + 1, 2)]
    seen = Box(0, 0, project.width, project.height)
    lines = (line for line in (*meridians, *parallels) if Box.around(line).overlaps(seen))
    return Outline(tuple(lines), closed=False)


def _towns(
    places: Sequence[tuple[str, PlaceLike, Point]], ground: Mapping[str, Ground], castles: Sequence[Box]
) -> list[Town]:
    """Each town's name beside its mark: off castles and other towns, and over its own province or the sea if it can
    be."""
    marks = {key: _mark_box(at) for key, _, at in places}
    towns: list[Town] = []
    for key, place, at in places:
        in_the_way = [*castles, *(town.boxes[1] for town in towns)]
        in_the_way += [box for other, box in marks.items() if other != key]
        abroad = [land for name, land in ground.items() if name != place.province]
        options = [
            Town(key, place.name, place.fortification, at, (at[0] + dx, at[1] + dy), TOWN_SIZE, anchor)
            for dx, dy, anchor in _BESIDE
        ]

        def trouble(town: Town, others: list[Box] = in_the_way, abroad: list[Ground] = abroad) -> float:
            name = town.boxes[1]
            return 10.0 * sum(map(name.overlaps, others)) + sum(land.share(name) for land in abroad)

        towns.append(min(options, key=trouble))
    return towns


_BESIDE: tuple[tuple[float, float, Literal["start", "end"]], ...] = (
    (7, 3.5, "start"), (-7, 3.5, "end"), (5, 13, "start"), (-5, 13, "end"), (5, -7, "start"), (-5, -7, "end"),
)  # fmt: skip


def _anchor(view: View, key: str, marks: Sequence[Box], own: bool) -> Point | None:
    """Where arrows begin and end in a province: far from its edge, off its name, its marks and its first flags if
    there is room. None for a neighbour of which too little is in the frame."""
    ground, inside = view.ground[key], view.frame.grown(-6)
    spots = [spot for spot in ground.spots(6) if inside.holds(spot)]
    if own:
        taken = [view.labels[key].box, view.banners[key].grown(2), *marks]
        free = [spot for spot in spots if not any(box.holds(spot) for box in taken)]
        return ground.farthest(free) or view.pole(key)
    best = ground.farthest(spots)
    return best if best and ground.from_edge(best) >= BANNER.width / 2 else None


def _stretches(coast: Outline) -> tuple[Outline, ...]:
    """The coast in parts that lie together: who paints a corner of the map need not follow the whole of it."""
    found: dict[tuple[float, float], list[Ring]] = {}
    for arc in coast.rings:
        for at in range(0, len(arc) - 1, 32):
            part = arc[at : at + 33]
            x, y = Box.around(part).middle
            found.setdefault((x // STRETCH, y // STRETCH), []).append(part)
    return tuple(Outline(tuple(parts), closed=False) for parts in found.values())


def _mark_box(at: Point) -> Box:
    return Box(at[0] - MARK, at[1] - MARK, 2 * MARK, 2 * MARK)


def _enlarged(ground: Ground, zoom: float, offset: Point) -> Ground:
    if zoom == 1:
        return ground
    dx, dy = offset
    return Ground(tuple((x * zoom + dx, y * zoom + dy) for x, y in ring) for ring in ground.rings)


def _peaks(ground: Ground, taken: Sequence[Box], frame: Box) -> list[Peak]:
    """Where mountains are drawn within a frame: large ones far from the edges first, then smaller ones among them,
    scattered so that they look drawn by hand. Where no more than one has room so, two are put where there is most, over
    the edge if it must be."""
    found: list[Peak] = []
    box = ground.box
    taken = [one for one in taken if one.overlaps(box)]

    def free(around: Box) -> bool:
        return all(map(frame.holds, around.corners)) and not any(map(around.overlaps, taken))

    grid = [(row, column) for row in range(int(box.height // 5) + 1) for column in range(int(box.width // 6) + 1)]
    grid.sort(key=lambda cell: ((cell[0] * 31 + cell[1] * 17) % 53, cell))
    for size, inland, apart in _RANGES:
        for row, column in grid:
            shift = (row * 7 + column * 5) % 6 - 2.5, (row * 3 + column * 11) % 5 - 2.0
            peak = Peak(round(box.x + column * 6 + shift[0], 1), round(box.y + row * 5 + shift[1], 1), size)
            if any(_near(peak, other, apart) for other in found):
                continue
            if ground.holds_all(peak.box.grown(inland)) and free(peak.box):
                found.append(peak)
    return found if len(found) > 1 else _few_peaks(ground, free)


_RANGES = ((1.7, 7.0, 2.3), (1.3, 3.5, 1.45), (1.0, 1.2, 1.15), (0.75, 0.0, 1.25))
"""Mountains, the largest first: their size, units they keep from the edge, and how many of their own widths apart."""


def _near(one: Peak, other: Peak, apart: float) -> bool:
    reach = apart * (one.size + other.size) / 2
    return ((one.x - other.x) / 11) ** 2 + ((one.y - other.y) / 8.5) ** 2 < reach * reach


def _few_peaks(ground: Ground, free: Callable[[Box], bool]) -> list[Peak]:
    """The best spots for two peaks: on the most land of their own, not upon each other."""
    peaks = [peak for spot in ground.spots(2) if free((peak := Peak(round(spot[0], 1), round(spot[1], 1))).box)]
    best = sorted(peaks, key=lambda peak: (-round(ground.share(peak.box), 1), peak))
    found: list[Peak] = []
    for peak in best:
        if not any(peak.box.overlaps(one.box) for one in found):
            found.append(peak)
        if len(found) == 2:
            break
    return found
