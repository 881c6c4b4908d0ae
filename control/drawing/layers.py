"""The layers of the map, each drawn from the atlas and from what a game adds to it.

Every function here depends on its arguments alone, and the arguments can be compared, so that a layer which has
not changed need not be written again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from control.drawing import symbols
from control.drawing.atlas import Atlas, Sheet
from control.drawing.colours import INK, PAPER, SEA, softened
from control.drawing.labels import CODE_SIZE, Label
from control.drawing.shapes import Box, Circle, Group, Ink, Path, Point, Shape, Text, Use, line, rectangle
from control.drawing.symbols import WALL, Flag, Mark

COAST = "#46525a"
BORDER = "#6d6459"
CROSSING = "#5f7480"
ROAD, ROAD_BED = "#6b4a2f", "#f7edd8"
LAKE = "#cfdddf"
# The sea grows paler towards the coast, with water lines as engravers draw them: colour and reach on both sides.
SHALLOWS = (("#e1eae9", 21), ("#cbd9dc", 13), ("#e1eae9", 11.6), ("#c3d3d7", 7.2), ("#e4eceb", 5.8), ("#b5c8cd", 2.8))
RELIEF = 0.42  # opacity of the mountains
INSET_TITLE = "The home provinces, enlarged"


@dataclass(frozen=True)
class Holder:
    """Who holds a province: a clan's three-letter code, its name, and the colours of its flag."""

    code: str
    name: str
    colour: str
    text_colour: str


Held: TypeAlias = tuple[Holder | None, ...]
"""The holders of all provinces and places, in the order of ``Atlas.keys``."""


def sea(atlas: Atlas) -> Shape:
    """The water, and the coast line that later layers use again."""
    (colour, width), *others = SHALLOWS
    coast = Path(atlas.coast, tags={"id": "coast"})
    shallows = [Use("coast", Ink(stroke=colour, width=width)) for colour, width in others]
    return Group(
        (
            rectangle(atlas.main.frame, Ink(fill=SEA), **{"class": "sea"}),
            Group((Group((coast,), Ink(stroke=colour, width=width)), *shallows), Ink(fill="none")),
        )
    )


def crossings(atlas: Atlas) -> Shape:
    """The sea crossings, dotted."""
    ways = [
        Path(way.outline, tags={"class": "crossing", "data-between": f"{way.start} {way.end}"}, title=way.name)
        for way in atlas.crossings
    ]
    return Group(ways, Ink("none", CROSSING, 1.5, (0.1, 3.6)), tags={"class": "crossings"})


def provinces(atlas: Atlas, held: Held, selected: str | None) -> Shape:
    """The provinces in the colours of their holders."""
    paths = []
    for key, outline, holder in zip(atlas.outlines, atlas.outlines.values(), held, strict=False):
        tags = {
            "id": f"p-{key}",
            "class": "province selected" if key == selected else "province",
            "data-province": key,
        }
        if holder:
            tags["data-holder"] = holder.code
        title = f"{atlas.names[key]}: {holder.name if holder else 'no holder'}"
        paths.append(Path(outline, Ink(fill=_wash(holder)), tags, title))
    return Group(paths, Ink(stroke=BORDER, width=0.7), tags={"class": "provinces"})


def land_marks(atlas: Atlas) -> Shape:
    """Coast, lakes, mountains and the two great roads (fine double lines)."""
    roads = Group((Path(atlas.roads, tags={"id": "roads"}),), Ink("none", ROAD, 2.2))
    return Group(
        (
            Use("coast", Ink("none", COAST, 1.3)),
            Group((Path(atlas.lakes, tags={"id": "lakes"}),), Ink(LAKE, COAST, 0.8)),
            _relief(atlas.main),
            roads,
            Use("roads", Ink("none", ROAD_BED, 1.0)),
        ),
        tags={"class": "land-marks"},
    )


def _relief(sheet: Sheet) -> Group:
    peaks, shade = symbols.mountains(sheet.peaks)
    drawn = Path(peaks, Ink(width=0.75)), Path(shade, Ink(width=0.55))
    return Group(drawn, Ink("none", INK, opacity=RELIEF), tags={"class": "relief"})


def selection(atlas: Atlas, province: str) -> Shape:
    """A strong line round the province somebody has chosen."""
    return _chosen(atlas, province, 1)


def _chosen(atlas: Atlas, province: str, thin: float) -> Shape:
    outline = atlas.outlines[province]
    lines = Path(outline, Ink(stroke=WALL, width=5 * thin)), Path(outline, Ink(stroke=INK, width=2.4 * thin))
    return Group(lines, Ink("none"), tags={"class": "selection"})


def inset(atlas: Atlas, selected: str | None) -> Shape:
    """The ground of the inset: the same shapes once more, larger, with lines that keep their width on paper."""
    sheet = atlas.inset
    assert sheet is not None
    thin = 1 / sheet.zoom
    copies = [Use(f"p-{key}", tags={"class": "province", "data-province": key}) for key in sheet.provinces]
    ground: list[Shape] = [
        *(Use("coast", Ink("none", colour, width * thin)) for colour, width in SHALLOWS),
        Group(copies, Ink(stroke=BORDER, width=0.9 * thin)),
        Use("coast", Ink("none", COAST, 1.4 * thin)),
        Use("lakes", Ink(LAKE, COAST, thin)),
        Use("roads", Ink("none", ROAD, 2.8 * thin)),
        Use("roads", Ink("none", ROAD_BED, 1.4 * thin)),
    ]
    if selected is not None:
        ground.append(_chosen(atlas, selected, 1.2 * thin))
    frame = sheet.frame
    title_at = frame.x + frame.width / 2, frame.y - 8
    return Group(
        (
            rectangle(sheet.window, Ink("none", INK, 0.8, (4, 3)), **{"class": "window"}),
            rectangle(frame, Ink(fill=SEA)),
            Group(ground, at=sheet.offset, scale=sheet.zoom, clip=frame),
            _relief(sheet),
            rectangle(frame, Ink("none", INK, 1.2)),
            Text(*title_at, INSET_TITLE, 15, Ink(fill=INK), 600, tags={"class": "caption"}),
        ),
        tags={"class": "inset"},
    )


def works(atlas: Atlas, sheet: Sheet, held: Held, works: tuple[str, ...]) -> Shape:
    """Castles and fortresses, and the towns with their names."""
    holders = dict(zip(atlas.keys, held, strict=True))
    kinds = dict(zip(atlas.works, works, strict=True))
    drawn = [shape for key, at in sheet.centres.items() for shape in _work(kinds[key], at, key)]
    for town in sheet.towns:
        holder = holders[town.key]
        ring = symbols.town(town.at, town.key, holder.colour if holder else WALL)
        drawn += _work(kinds[town.key], town.at, town.key) or [ring]
        drawn.append(
            Text(*town.name_at, town.name, town.size, Ink(fill=INK), 400, town.anchor, PAPER, tags={"class": "town"})
        )
    return Group(drawn, tags={"class": "works"})


def _work(kind: str, at: Point, key: str) -> list[Shape]:
    if kind == "none":
        return []
    return [symbols.castle(at, key) if kind == "castle" else symbols.fortress(at, key)]


def labels(atlas: Atlas, sheet: Sheet, held: Held) -> Shape:
    """The names of the provinces with their holders' codes, and lines to those that have no room for them."""
    holders = dict(zip(atlas.keys, held, strict=True))
    leaders: list[Shape] = []
    names: list[Shape] = []
    for key, label in sheet.view.labels.items():
        if label.leader:
            leaders += [line([_edge(label.box, label.leader), label.leader]), _dot(label.leader)]
        names += _label(atlas, key, label, holders[key])
    for key, label in sheet.view.neighbours.items():
        names.append(Text(*label.name_at, atlas.names[key], label.size, tags={"class": "neighbour"}))
    return Group((Group(leaders, Ink("none", INK, 0.7)), Group(names, Ink(fill=INK))), tags={"class": "labels"})


def _label(atlas: Atlas, key: str, label: Label, holder: Holder | None) -> list[Shape]:
    halo = SEA if label.leader else _wash(holder)
    small = atlas.on_small_screens.get(key, "")
    name = Text(
        *label.name_at, atlas.names[key], label.size, weight=600, halo=halo,
        tags={"class": f"name {small}".strip(), "data-province": key},
    )  # fmt: skip
    if not holder:
        return [name]
    code = Text(
        *label.code_at, holder.code, label.size * CODE_SIZE, weight=700, halo=halo, spacing=0.6,
        tags={"class": f"code {small}".strip(), "data-province": key},
    )  # fmt: skip
    return [name, code]


def flags(atlas: Atlas, sheet: Sheet, province: str, standing: tuple[Flag, ...]) -> Shape:
    """The flags of the armies in a province; if they stand outside it, a line leads to it."""
    room = sheet.view.flags(province, len(standing))
    foot = room.middle[0], room.bottom
    banners = symbols.banners(standing, foot, atlas.names[province])
    ashore = sheet.view.ashore(province, foot)
    if ashore is None:
        return banners
    return Group((Group((line([foot, ashore]), _dot(ashore)), Ink("none", INK, 0.8)), banners))


def clash(atlas: Atlas, sheet: Sheet, mark: Mark, number: int) -> Shape:
    """A battle or an encounter in a province with so many flags."""
    return symbols.clash(mark, sheet.view.seal(mark.province, number), atlas.names[mark.province])


def _wash(holder: Holder | None) -> str:
    return softened(holder.colour) if holder else PAPER


def _edge(box: Box, towards: Point) -> Point:
    """The point of the box's edge nearest to another point."""
    return min(max(towards[0], box.x), box.right), min(max(towards[1], box.y), box.bottom)


def _dot(at: Point) -> Circle:
    return Circle(*at, 1.4, Ink(fill=INK, stroke="none"))
