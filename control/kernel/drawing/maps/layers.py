"""The layers of the map, each drawn from the atlas and from what a game adds to it.

Every function here depends on its arguments alone, and the arguments can be compared, so that a layer which has
not changed need not be written again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from control.kernel.drawing.colours import INK, PAPER, SEA, softened
from control.kernel.drawing.maps.atlas import ROAD_SIZE, Atlas, Road, Sheet
from control.kernel.drawing.marks import patterns, symbols
from control.kernel.drawing.marks.lords import served
from control.kernel.drawing.marks.symbols import MARK, WALL, Flag, Mark, Peak, PersonMark, Strength
from control.kernel.drawing.shapes import Box, Circle, Group, Ink, Path, Point, Shape, Text, Use, line, rectangle
from control.kernel.drawing.words.labels import CODE_DROP, CODE_SIZE, Label
from control.kernel.drawing.words.lettering import Lettering
from control.kernel.grouping import grouped
from control.kernel.values import dataclass

COAST = "#46525a"
BORDER = "#6d6459"
CROSSING = "#5f7480"
ROAD, ROAD_BED = "#6b4a2f", "#f7edd8"
ROAD_CORES: dict[str, tuple[float, ...] | None] = {"tokaido": None, "nakasendo": (5, 5)}  # the pale line in a road
LAKE = "#cfdddf"
# The sea grows paler towards the coast, with water lines as engravers draw them, closer and darker the nearer they are:
# colour and reach on both sides.
SHALLOWS = (
    ("#bccdd2", 31), ("#d1dee0", 30), ("#b3c7cd", 20.8), ("#d8e3e4", 19.7), ("#a9c0c7", 12.6), ("#dfe8e8", 11.4),
    ("#9fb9c1", 6.4), ("#e6edec", 5),
)  # fmt: skip
GRATICULE = "#bdccd0"
RELIEF = 0.5  # opacity of the lines of mountains
SLOPES = (0.34, 0.17)  # opacity of their lit and of their shaded sides
INSET_TITLE = "Home provinces"


@dataclass(frozen=True)
class Holder:
    """Who holds a province: a clan's three-letter code, its name, the colours of its flag, the number of the pattern
    that says the same without colour, and the code of the ``lord`` whom it serves, if there is one."""

    code: str
    name: str
    colour: str
    text_colour: str
    pattern: int = 0
    lord: str = ""


Held: TypeAlias = tuple[Holder | None, ...]
"""The holders of all provinces and places, in the order of ``Atlas.keys``."""


def sea(atlas: Atlas) -> Shape:
    """The water, and the coast line that later layers use again."""
    (colour, width), *others = SHALLOWS
    coast = Group([Path(stretch) for stretch in atlas.coast], tags={"id": "coast"})
    shallows = [Use("coast", Ink(stroke=colour, width=width)) for colour, width in others]
    return Group(
        (
            rectangle(atlas.main.frame, Ink(fill=SEA), **{"class": "sea"}),
            Group((Path(atlas.graticule),), Ink("none", GRATICULE, 0.7), clip=atlas.main.frame),
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


def provinces(atlas: Atlas, held: Held) -> Shape:
    """The provinces in the colours of their holders, those of one holder together."""
    holdings: dict[Holder | None, list[Shape]] = {}
    for key, outline, holder in zip(atlas.outlines, atlas.outlines.values(), held, strict=False):
        tags = {
            "id": f"p-{key}",
            "class": "province",
            "data-province": key,
            "data-next": " ".join(atlas.next_to[key]),
        }
        serves = f", who serves {holder.lord}" if holder and holder.lord else ""
        title = f"{atlas.names[key]}: {holder.name if holder else 'no holder'}{serves}"
        holdings.setdefault(holder, []).append(Path(outline, tags=tags, title=title))
    return Group(
        [_holding(holder, shapes) for holder, shapes in holdings.items()],
        Ink(stroke=BORDER, width=0.7),
        tags={"class": "provinces"},
    )


def _holding(holder: Holder | None, shapes: Sequence[Shape]) -> Group:
    tags = {"class": "holding"} | ({"data-holder": holder.code} if holder else {})
    return Group(shapes, Ink(fill=_wash(holder)), tags=tags)


def weave(atlas: Atlas, held: Held) -> Shape:
    """The holders' patterns over the provinces."""
    return Group(_woven(atlas, held, tuple(atlas.outlines), 1))


def fresh(atlas: Atlas, held: Held, keys: tuple[str, ...], sheet: Sheet) -> Shape:
    """Provinces that have a new holder, hatched in the strong colour of his flag."""
    holders = dict(zip(atlas.outlines, held, strict=False))
    taken = grouped((holders[key], Use(f"p-{key}")) for key in keys if key in sheet.provinces)
    which = "" if sheet is atlas.main else "-inset"
    drawn: list[Shape] = []
    for number, (holder, shapes) in enumerate(taken.items()):
        colour, name = holder.colour if holder else INK, f"fresh-{number}{which}"
        drawn.append(patterns.hatch(name, colour))
        drawn.append(Group(shapes, Ink(f"url(#{name})", INK, 1.8 / sheet.zoom)))
    if sheet is atlas.main:
        return Group(drawn)
    return Group(drawn, at=sheet.offset, scale=sheet.zoom, clip=sheet.frame)


def _woven(atlas: Atlas, held: Held, keys: tuple[str, ...], scale: float) -> list[Shape]:
    holders = dict(zip(atlas.outlines, held, strict=False))
    woven = grouped((holder.pattern % patterns.NUMBER, Use(f"p-{key}")) for key in keys if (holder := holders[key]))
    tiles: list[Shape] = [patterns.pattern(number, scale) for number in sorted(woven)]
    return tiles + [Group(woven[one], Ink(fill=f"url(#{patterns.name_of(one, scale)})")) for one in sorted(woven)]


def lords(atlas: Atlas, held: Held) -> Shape:
    """The letters of a lord over the provinces of those who serve him."""
    return served(_lords_of(atlas, held), atlas.outlines)


def _lords_of(atlas: Atlas, held: Held) -> dict[str, str]:
    return {key: holder.lord for key, holder in zip(atlas.outlines, held, strict=False) if holder and holder.lord}


def shore(atlas: Atlas) -> Shape:
    """The coast and the lakes."""
    lakes = Group((Path(atlas.lakes, tags={"id": "lakes"}),), Ink(LAKE, COAST, 0.8))
    return Group((Use("coast", Ink("none", COAST, 1.3)), lakes), tags={"class": "shore"})


def relief(sheet: Sheet) -> Shape:
    """The mountains of a sheet."""
    return Group(mountains(sheet.peaks), tags={"class": "relief"})


def mountains(peaks: Sequence[Peak]) -> list[Shape]:
    """Mountains in light from the left: their sides, their ridges, and the hachures of those that are high."""
    lit, shade, ridges, hachures = symbols.mountains(peaks)
    return [
        Path(lit, Ink(WALL, "none", opacity=SLOPES[0])),
        Path(shade, Ink(INK, "none", opacity=SLOPES[1])),
        Path(ridges, Ink("none", INK, 0.7, opacity=RELIEF)),
        Path(hachures, Ink("none", INK, 0.45, opacity=RELIEF)),
    ]


def roads(atlas: Atlas) -> Shape:
    """The great roads: fine double lines, the Nakasendō's core broken, each with its name."""
    beds = [Path(road.outline, tags={"id": f"road-{road.key}"}, title=road.name) for road in atlas.roads]
    names = [
        Text(*road.name_at, road.name, ROAD_SIZE, Ink(fill=ROAD), 600, halo=PAPER, tags={"class": f"road-name {seen}"})
        for road in atlas.roads
        if (seen := atlas.lettering[atlas.main].tag("small", road.key))
    ]
    return Group((Group(beds, Ink("none", ROAD, 2.2)), *_cores(atlas.roads, 1), *names), tags={"class": "roads"})


def _cores(ways: list[Road], width: float) -> list[Shape]:
    return [
        Use(f"road-{road.key}", Ink("none", ROAD_BED, width, _shrunk(ROAD_CORES.get(road.key), width))) for road in ways
    ]


def _shrunk(dash: tuple[float, ...] | None, by: float) -> tuple[float, ...] | None:
    return None if dash is None else tuple(length * by for length in dash)


def compass(atlas: Atlas) -> Shape:
    """Where north is, on a sheet that is turned: at its lower right."""
    frame = atlas.main.frame
    return symbols.north((frame.right - 46, frame.bottom - 46), atlas.turned)


def selection(selected: str | None) -> Shape:
    """A strong line round the province somebody has chosen; empty, but there for pages to put one in."""
    return _chosen(selected, 1)


def _chosen(province: str | None, thin: float) -> Shape:
    lines = [Use(f"p-{province}", Ink(stroke=colour, width=width * thin)) for colour, width in ((WALL, 5), (INK, 2.4))]
    return Group(lines if province else (), Ink("none"), tags={"class": "selection", "data-thin": f"{thin:.2f}"})


def inset(atlas: Atlas, held: Held, selected: str | None, shown: frozenset[str]) -> Shape:
    """The ground of the inset: the same shapes once more, larger, with lines that keep their width on paper."""
    sheet = atlas.inset
    assert sheet is not None
    thin = 1 / sheet.zoom
    holders = dict(zip(atlas.outlines, held, strict=False))
    holdings = grouped(
        (holders[key], Use(f"p-{key}", tags={"class": "province", "data-province": key})) for key in sheet.provinces
    )
    ground: list[Shape] = [
        *(Use("coast", Ink("none", colour, width * thin)) for colour, width in SHALLOWS),
        Group([_holding(*one) for one in holdings.items()], Ink(stroke=BORDER, width=0.9 * thin)),
    ]
    if "patterns" in shown:
        ground.append(Group(_woven(atlas, held, sheet.provinces, thin), tags={"data-layer": "patterns"}))
    if "lords" in shown:
        ground.append(Group((served(_lords_of(atlas, held), sheet.provinces, thin),), tags={"data-layer": "lords"}))
    ground += [Use("coast", Ink("none", COAST, 1.4 * thin)), Use("lakes", Ink(LAKE, COAST, thin))]
    if "roads" in shown:
        beds = [Use(f"road-{road.key}", Ink("none", ROAD, 2.8 * thin)) for road in atlas.roads]
        ground.append(Group((*beds, *_cores(atlas.roads, 1.4 * thin)), tags={"data-layer": "roads"}))
    ground.append(_chosen(selected if selected in sheet.provinces else None, 1.2 * thin))
    frame = sheet.frame
    title_at = frame.x + frame.width / 2, frame.y - 8
    return Group(
        (
            rectangle(sheet.window, Ink("none", INK, 0.8, (4, 3)), **{"class": "window"}),
            rectangle(frame, Ink(fill=SEA), **{"class": "sea"}),
            Group(ground, at=sheet.offset, scale=sheet.zoom, clip=frame),
            rectangle(frame, Ink("none", INK, 1.2)),
            Text(*title_at, INSET_TITLE, 15, Ink(fill=INK), 600, tags={"class": "caption"}),
        ),
        tags={"class": "inset"},
    )


def works(atlas: Atlas, sheet: Sheet, held: Held, works: tuple[str, ...], standing: tuple[Box, ...]) -> Shape:
    """Castles and fortresses, and the towns with their names, which keep off ``standing`` flags."""
    holders = dict(zip(atlas.keys, held, strict=True))
    kinds = dict(zip(atlas.works, works, strict=True))
    drawn = [shape for key, at in sheet.centres.items() for shape in _work(kinds[key], at, key)]
    for town in sheet.towns:
        holder = holders[town.key]
        ring = symbols.town(town.at, town.key, holder.colour if holder else WALL)
        drawn += _work(kinds[town.key], town.at, town.key) or [ring]
        tags = {"class": f"town {atlas.lettering[sheet].tag('small', town.key, standing)}"}
        drawn.append(Text(*town.name_at, town.name, town.size, Ink(fill=INK), 400, town.anchor, PAPER, tags=tags))
    return Group(drawn, tags={"class": "works"})


def _work(kind: str, at: Point, key: str) -> list[Shape]:
    if kind == "none":
        return []
    return [symbols.castle(at, key) if kind == "castle" else symbols.fortress(at, key)]


def buildings(atlas: Atlas, sheet: Sheet, province: str, names: tuple[str, ...]) -> Shape:
    """The public buildings of a province."""
    return symbols.buildings(sheet.view.gate(province), province, names, atlas.names[province])


def labels(atlas: Atlas, sheet: Sheet, held: Held, standing: tuple[Box, ...]) -> Shape:
    """The names of the provinces with their holders' codes, and lines to those that have no room for them. What the
    ``standing`` flags would cover is written from where it is clear of them."""
    holders = dict(zip(atlas.keys, held, strict=True))
    written = atlas.lettering[sheet]
    leaders: list[Shape] = []
    names: list[Shape] = []
    for key, label in sheet.view.labels.items():
        if label.leader:
            leaders += [line([_edge(label.box, label.leader), label.leader]), _dot(label.leader)]
        names += _label(atlas.names[key], key, label, holders[key], written, standing)
    for key, label in sheet.view.neighbours.items():
        tags = {"class": f"neighbour {written.tag('small', key)}"}
        names.append(Text(*label.name_at, atlas.names[key], label.size, tags=tags))
    return Group((Group(leaders, Ink("none", INK, 0.7)), Group(names, Ink(fill=INK))), tags={"class": "labels"})


def _label(
    words: str, key: str, label: Label, holder: Holder | None, written: Lettering, standing: tuple[Box, ...]
) -> list[Shape]:
    halo = SEA if label.leader else _wash(holder)
    kind = f"name {written.tag('name', key, standing)}{' out' if label.leader else ''}"
    name = Text(
        *label.name_at, words, label.size, weight=600, halo=halo, tags={"class": kind, "data-province": key}
    )  # fmt: skip
    if not holder:
        return [name]
    code = Text(
        *label.name_at, holder.code, label.size * CODE_SIZE, weight=700, halo=halo, spacing=0.6, drop=CODE_DROP,
        tags={"class": f"code {written.tag('code', key, standing)}", "data-province": key},
    )  # fmt: skip
    return [name, code]


def flags(atlas: Atlas, sheet: Sheet, province: str, standing: tuple[Flag, ...], room: Box) -> Shape:
    """The flags of the armies in a province; if they stand outside it, a line leads to it."""
    foot = room.middle[0], room.bottom
    banners = symbols.banners(standing, foot, atlas.names[province])
    ashore = sheet.view.ashore(province, foot)
    if ashore is None:
        return banners
    return Group((Group((line([foot, ashore]), _dot(ashore)), Ink("none", INK, 0.8)), banners))


def generals(standing: tuple[Flag, ...], persons: tuple[PersonMark, ...], room: Box) -> Shape:
    """The counters of generals under the flags of their armies."""
    places = {flag.army: index for index, flag in enumerate(standing)}
    with_flags = [(person, places[person.army]) for person in persons]
    return symbols.generals(with_flags, len(standing), (room.middle[0], room.bottom))


def strengths(standing: tuple[Flag, ...], armies: tuple[Strength, ...], room: Box) -> Shape:
    """How strong the armies in a province are, above their flags."""
    places = {flag.army: index for index, flag in enumerate(standing)}
    return symbols.strengths([(one, places[one.army]) for one in armies], len(standing), (room.middle[0], room.bottom))


def garrisons(sheet: Sheet, standing: tuple[Strength, ...], flags: tuple[Box, ...]) -> Shape:
    """How strong garrisons are, beside the castles and towns that they hold, off the flags that stand there; one beside
    another where clans share."""
    towns = {town.key: town.at for town in sheet.towns}
    taken: dict[str, int] = {}
    plaques = []
    for one in standing:
        where = one.place or one.province
        if at := towns.get(where) or sheet.centres.get(where):
            beside = taken[where] = taken.get(where, -1) + 1
            x, y = at[0] + 13 * beside, at[1]
            spots = ((x, y + MARK + 12), (x + 13, y + 5), (x - 13, y + 5), (x, y - MARK - 2))
            free = (spot for spot in spots if not any(map(symbols.plaque_box(spot).overlaps, flags)))
            plaques.append(symbols.plaque(one, next(free, spots[0]), one.colour, one.text_colour))
    return Group(plaques)


def visitors(sheet: Sheet, province: str, persons: tuple[PersonMark, ...], room: Box | None) -> Shape:
    """The counters of persons who lead none of the armies whose flags have this room in their province."""
    return symbols.visitors(persons, sheet.view.company(province, room, len(persons)))


def ember(atlas: Atlas, sheet: Sheet, province: str, room: Box | None) -> Shape:
    """Unrest in a province whose flags have this room."""
    return symbols.unrest(sheet.view.ember(province, room), province, atlas.names[province])


def clash(atlas: Atlas, sheet: Sheet, mark: Mark, room: Box | None) -> Shape:
    """A battle or an encounter in a province whose flags have this room."""
    return symbols.clash(mark, sheet.view.seal(mark.province, room), atlas.names[mark.province])


def _wash(holder: Holder | None) -> str:
    return softened(holder.colour) if holder else PAPER


def _edge(box: Box, towards: Point) -> Point:
    """The point of the box's edge nearest to another point."""
    return min(max(towards[0], box.x), box.right), min(max(towards[1], box.y), box.bottom)


def _dot(at: Point) -> Circle:
    return Circle(*at, 1.4, Ink(fill=INK, stroke="none"))
