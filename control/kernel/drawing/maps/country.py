"""A part of the map, drawn for paper: one clan's country and what lies around it.

The ground is the map's own; the lettering is not. On a page of a booklet a name must be as large as the text beside it,
however large the country is, so names are placed anew for every cut, in the size the paper asks for. What is not the
clan's own is paler, and its own land has a strong edge, so that a black-and-white printer shows it too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from math import dist

from control.kernel.drawing.colours import INK, PAPER, mixed, softened
from control.kernel.drawing.maps import layers
from control.kernel.drawing.maps.atlas import Atlas, Sheet
from control.kernel.drawing.maps.layers import Holder
from control.kernel.drawing.marks import symbols
from control.kernel.drawing.marks.symbols import MARK, WALL
from control.kernel.drawing.shapes import Box, Group, Ink, Path, Point, Shape, Text
from control.kernel.drawing.words.labels import text_width
from control.kernel.values import dataclass

LEAST = 165.0  # units: a cut is at least so wide, or nothing around a small country could be made out
AROUND = 0.22  # so much of a country's size is shown on every side of it
PALE = 0.55  # of its colour is left to the land of others
EDGE = 5.0  # units: the edge of the clan's own land, the inner half of which is covered
CODE = 0.8  # of the name's size
SMALLER = (1.0, 0.8, 0.65)  # of its size: what a name of the clan's own may be where land is crowded


@dataclass(frozen=True)
class Country:
    """What is drawn, as plain values: the provinces and places that are the clan's ``own``, who holds each province and
    place, and the work (none, castle, fortress) at each. ``also`` are provinces that the cut must show too."""

    own: tuple[str, ...]
    holders: tuple[tuple[str, Holder | None], ...]
    works: tuple[tuple[str, str], ...]
    also: tuple[str, ...] = ()


@dataclass(frozen=True)
class Spot:
    """A town or the centre of a province on the main map."""

    key: str
    name: str
    province: str
    at: Point


def window(atlas: Atlas, country: Country, ratio: float) -> Box:
    """The part of the main map that shows the country and its surroundings, ``ratio`` times as wide as high."""
    wanted = {_province(atlas, key) for key in (*country.own, *country.also)}
    grounds = atlas.main.view.ground
    boxes = [grounds[key].box for key in wanted if key in grounds]
    frame = atlas.main.frame
    around = Box.around([corner for box in boxes for corner in box.corners]) if boxes else frame
    width = max(around.width * (1 + 2 * AROUND), LEAST, (around.height * (1 + 2 * AROUND)) * ratio)
    width = min(width, max(frame.width, frame.height * ratio))
    height = width / ratio
    x, y = around.middle
    return Box(
        _within(x - width / 2, frame.x, frame.right - width),
        _within(y - height / 2, frame.y, frame.bottom - height),
        width,
        height,
    )


def ground(atlas: Atlas, country: Country) -> list[Shape]:
    """Sea and land in the colours of its holders, all of it and pale."""
    return [
        layers.sea(atlas),
        layers.crossings(atlas),
        layers.provinces(atlas, _pale(atlas, country)),
        layers.shore(atlas),
    ]


def over(atlas: Atlas, seen: Box) -> list[Shape]:
    """What lies upon the land in the part that is ``seen``: mountains and the great roads."""
    roads = layers.roads(atlas)
    assert isinstance(roads, Group)
    ways = [shape for shape in roads.shapes if not isinstance(shape, Text)]
    return [_relief(atlas, seen.grown(8)), Group(ways)]


def own_land(atlas: Atlas, country: Country) -> list[Shape]:
    """The clan's own land, in its full colour and with an edge."""
    holders = dict(country.holders)
    own = [key for key in country.own if key in atlas.outlines]
    paths = [Path(atlas.outlines[key]) for key in own]
    filled = [
        Path(atlas.outlines[key], Ink(fill=softened(holder.colour) if (holder := holders.get(key)) else PAPER))
        for key in own
    ]
    return [
        Group(paths, Ink("none", WALL, EDGE + 2.6)),
        Group(paths, Ink("none", INK, EDGE)),
        Group(filled, Ink(stroke=layers.BORDER, width=0.8)),
        Path(atlas.lakes, Ink(layers.LAKE, layers.COAST, 0.8)),
    ]


def lettering(atlas: Atlas, country: Country, seen: Box, size: float, sign: float) -> list[Shape]:
    """Works, towns and names in the part that is ``seen``. ``size`` is that of names in units, ``sign`` how many times
    as large as on the map a work is drawn. A name of the clan's own land gives up its letters and some of its size
    before it gives way to another of them; one of others' land gives way to all."""
    holders, works, own = dict(country.holders), dict(country.works), set(country.own)
    spots = [spot for spot in _spots(atlas) if seen.grown(-MARK * sign).holds(spot.at)]
    taken: list[Box] = []
    shapes: list[Shape] = []
    for spot in spots:
        kind, holder = works.get(spot.key, "none"), holders.get(spot.key)
        town = spot.key in atlas.places
        if kind == "none" and not town:
            continue
        drawn = {"castle": symbols.castle, "fortress": symbols.fortress}.get(kind)
        mark: Shape = (
            drawn((0, 0), spot.key) if drawn else symbols.town((0, 0), spot.key, holder.colour if holder else WALL)
        )
        shapes.append(Group((mark,), at=spot.at, scale=sign))
        half = (MARK if drawn else 3) * sign
        taken.append(Box(spot.at[0] - half, spot.at[1] - half, 2 * half, 2 * half))
    names: list[Shape] = []
    written: list[Box] = []
    for key in sorted(_seen(atlas, seen), key=lambda key: (key not in own, atlas.main.view.ground[key].box.width, key)):
        holder = holders.get(key)
        for big, code in _looks(size, holder.code if holder else "", key in own):
            wide = max(text_width(atlas.names[key], big), text_width(code, big * CODE) * 1.1) + big * 0.3
            room = _room_for(atlas, key, (wide, big * (1.05 + (CODE if code else 0))), seen, taken, key in own)
            if room and not any(map(room.overlaps, written)):
                taken.append(room)
                written.append(room)
                names += _name(atlas.names[key], code, room, big, _under(holder, key in own), key in own)
                break
    for spot in spots:
        if spot.key in atlas.places:
            names += _town(spot, size * 0.78, sign, seen, taken, spot.key in own)
    return [*shapes, Group(names, Ink(fill=INK))]


def _looks(size: float, code: str, own: bool) -> list[tuple[float, str]]:
    """How large a name may be, and with which letters below it, what is best first."""
    return [(size, code), *((size * less, "") for less in SMALLER)] if own else [(size * 0.86, code)]


def _under(holder: Holder | None, own: bool) -> str:
    """The colour of the land below a name."""
    shown = holder if own else faded(holder)
    return softened(shown.colour) if shown else PAPER


def _name(name: str, code: str, room: Box, size: float, halo: str, own: bool) -> Iterator[Shape]:
    x = room.middle[0]
    yield Text(x, room.y + size * 0.86, name, size, weight=700 if own else 600, halo=halo)
    if code:
        yield Text(x, room.y + size * (0.92 + CODE), code, size * CODE, weight=700 if own else 400, halo=halo)


def _town(spot: Spot, size: float, sign: float, seen: Box, taken: list[Box], own: bool) -> Iterator[Shape]:
    """A town's name beside its mark; another's gives way where there is no room."""
    wide, off = text_width(spot.name, size) + 1, (MARK + 1) * sign
    x, y = spot.at
    places = [
        Box(x + off, y - size / 2, wide, size),
        Box(x - off - wide, y - size / 2, wide, size),
        Box(x - wide / 2, y + off, wide, size),
        Box(x - wide / 2, y - off - size, wide, size),
    ]
    best = min(places, key=lambda box: _trouble(box, seen, taken))
    if own or _trouble(best, seen, taken) == 0:
        taken.append(best)
        yield Text(best.middle[0], best.y + size * 0.82, spot.name, size, Ink(fill=INK), 600 if own else 400, halo=WALL)


def _trouble(box: Box, seen: Box, taken: Iterable[Box]) -> int:
    return sum(map(box.overlaps, taken)) + 9 * (not all(map(seen.holds, box.corners)))


def _room_for(
    atlas: Atlas, key: str, size: tuple[float, float], seen: Box, taken: Sequence[Box], needed: bool
) -> Box | None:
    """The best room for a name of this size: on its own land, off what is there already. None if there is none that is
    free, unless it is ``needed``."""
    land = atlas.main.view.ground[key]
    wide, high = size
    best, least = None, float("inf")
    for away, at in _spots_of(atlas, key):
        if away >= least:  # no farther one can be better
            break
        box = Box.about(at, wide, high)
        trouble = away + 4 * _trouble(box, seen, taken) + 1.5 * (1 - land.share(box))
        if trouble < least:
            best, least = box, trouble
    return best if needed or least < 1.6 else None


@lru_cache(maxsize=256)
def _spots_of(atlas: Atlas, key: str) -> list[tuple[float, Point]]:
    """Where a province's name might stand, from its innermost point outwards, each with how much farther off it is."""
    land, pole = atlas.main.view.ground[key], atlas.pole(key)
    wide = land.box.width
    spots = ((dist(at, pole) / (4 * wide), at) for at in land.spots(max(2.0, wide / 14)))
    return sorted([(0.0, pole), *spots])


def _seen(atlas: Atlas, seen: Box) -> list[str]:
    """The provinces of which enough is seen."""
    grounds: Mapping[str, object] = atlas.main.view.ground
    return [key for key in grounds if seen.grown(-seen.width / 40).holds(atlas.pole(key))]


def _pale(atlas: Atlas, country: Country) -> layers.Held:
    holders = dict(country.holders)
    return tuple(faded(holders.get(key)) for key in atlas.keys)


def faded(holder: Holder | None) -> Holder | None:
    """A holder in paler colours."""
    return replace(holder, colour=mixed(holder.colour, PAPER, PALE)) if holder else None


def _province(atlas: Atlas, key: str) -> str:
    return atlas.places[key].province if key in atlas.places else key


@lru_cache(maxsize=4)
def _spots(atlas: Atlas) -> tuple[Spot, ...]:
    """All towns and centres, those of the inset too, where they lie on the main map."""
    found = []
    for sheet in atlas.sheets:
        for town in sheet.towns:
            found.append(Spot(town.key, town.name, atlas.places[town.key].province, _back(sheet, town.at)))
        found += [Spot(key, atlas.names[key], key, _back(sheet, at)) for key, at in sheet.centres.items()]
    return tuple(found)


def _relief(atlas: Atlas, seen: Box) -> Shape:
    """The mountains; of those of the inset, which is larger, only every fourth."""
    peaks = [
        symbols.Peak(*at, peak.size)
        for sheet in atlas.sheets
        for peak in sheet.peaks[:: 1 if sheet is atlas.main else 4]
        if seen.holds(at := _back(sheet, (peak.x, peak.y)))
    ]
    return Group(layers.mountains(peaks))


def _back(sheet: Sheet, at: Point) -> Point:
    return (at[0] - sheet.offset[0]) / sheet.zoom, (at[1] - sheet.offset[1]) / sheet.zoom


def _within(value: float, low: float, high: float) -> float:
    return min(max(value, low), high) if low <= high else (low + high) / 2
