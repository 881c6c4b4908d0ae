"""The small signs of the map: works, towns, banners, clashes, mountains. All in units of the sheet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from control.kernel.drawing.colours import INK, PAPER, SEA
from control.kernel.drawing.land.projection import rotated
from control.kernel.drawing.land.topology import thin_line
from control.kernel.drawing.shapes import Box, Circle, Group, Ink, Outline, Path, Point, Ring, Shape, Text, Use, polygon
from control.kernel.drawing.words.labels import BANNER, COUNTER, FLAGS_IN_A_ROW, ROW
from control.kernel.values import dataclass

WALL = "#fbf8f0"
SEAL = "#b3261e"  # vermilion, as on a seal: something is happening here
MARK = 5.5  # half the width of a castle


@dataclass(frozen=True)
class Flag:
    """An army as everybody may see it: where it stands and whose it is. It has no size, on purpose.

    ``army`` is its id where the audience may know it; ``label`` is what is read out or shown when pointed at;
    ``walled`` that it is in a city or temple (R41).
    """

    army: str | None
    province: str
    code: str
    clan: str
    colour: str
    text_colour: str
    label: str = ""
    walled: bool = False
    crest: str = ""  # of CRESTS


@dataclass(frozen=True)
class Mark:
    """Something that happens in a province: ``battle``, ``battle_fought`` (over), or any other kind of encounter."""

    province: str
    kind: str = "encounter"
    number: int | None = None  # of the encounter or battle, where the audience may know it
    claimed: str = ""  # by which umpire, likewise


@dataclass(frozen=True)
class PersonMark:
    """A person's round counter: a general's under the flag of his ``army``, a visitor's beside the province's name.

    ``chief`` is who leads his clan; ``label`` is what is read out or shown when pointed at. Desks inside only.
    """

    province: str
    name: str
    colour: str
    text_colour: str
    army: str | None = None
    chief: bool = False
    label: str = ""


@dataclass(frozen=True)
class Strength:
    """How strong an army or a garrison is, for desks that may know it: an army's stands above its flag and says by its
    ``state`` whether it may still move ("ready"), has done so ("done") or is "held"; a garrison's stands below the
    castle of its province, or the mark of its ``place``, in its clan's colour."""

    province: str
    troops: int
    label: str
    army: str | None = None
    state: str = ""
    place: str | None = None
    colour: str = WALL
    text_colour: str = INK


def castle(at: Point, of: str) -> Group:
    """A keep of two storeys with swept roofs."""
    shapes = (
        polygon([(-4, 5), (-3, 0), (3, 0), (4, 5)]),
        polygon([(-5.5, 0.5), (-4, -1), (0, -2), (4, -1), (5.5, 0.5)], Ink(fill=INK)),
        polygon([(-2, -1.6), (-2, -4), (2, -4), (2, -1.6)]),
        polygon([(-3.8, -3.6), (-2.4, -4.8), (0, -6.6), (2.4, -4.8), (3.8, -3.6)], Ink(fill=INK)),
    )
    return _work(shapes, at, "castle", of)


def fortress(at: Point, of: str) -> Group:
    """A bastion with battlements on a broad foot."""
    wall = [(-6, 5), (-5, -3), (-5, -6), (-2.6, -6), (-2.6, -4), (-1.2, -4), (-1.2, -6), (1.2, -6), (1.2, -4)]
    wall += [(2.6, -4), (2.6, -6), (5, -6), (5, -3), (6, 5)]
    gate = polygon([(-1.5, 5), (-1.5, 1.6), (0, 0.2), (1.5, 1.6), (1.5, 5)], Ink(fill=INK))
    return _work((polygon(wall), gate), at, "fortress", of)


def _work(shapes: tuple[Shape, ...], at: Point, kind: str, of: str) -> Group:
    tags = {"class": f"work {kind}", "data-at": of}
    return Group(shapes, Ink(fill=WALL, stroke=INK, width=0.8), at=at, tags=tags)


_GATE: tuple[Ring, ...] = (
    ((-7, -6.4), (-4, -5.6), (4, -5.6), (7, -6.4), (6.4, -3.6), (4, -3.2), (-4, -3.2), (-6.4, -3.6)),  # the lintel
    ((-5.4, -1.6), (5.4, -1.6), (5.4, 0.2), (-5.4, 0.2)),  # the beam below it
    ((-4.4, -3.4), (-2.6, -3.4), (-3, 6), (-5, 6)), ((4.4, -3.4), (2.6, -3.4), (3, 6), (5, 6)),  # the posts
)  # fmt: skip


def buildings(at: Point, of: str, names: Sequence[str], province: str) -> Group:
    """A gate with two posts: public buildings stand in a province, and how many if there are more than one."""
    shapes: list[Shape] = [Path(Outline((ring,)), Ink(INK, WALL, 0.9)) for ring in _GATE]
    if len(names) > 1:
        shapes.append(Text(7.4, 6, str(len(names)), 8, Ink(fill=INK), 700, "start", PAPER))
    tags = {"class": "building", "data-at": of}
    return Group(shapes, at=at, tags=tags, title=f"{', '.join(names)} in {province}")


def town(at: Point, of: str, fill: str) -> Circle:
    """A town: a ring, filled in its holder's colour."""
    tags = {"class": "place", "data-place": of}
    return Circle(*at, 2.6, Ink(fill=fill, stroke=INK, width=0.9), tags)


def in_rank(index: int, number: int) -> Point:
    """Where one of so many flags stands, from their foot."""
    row, column = divmod(index, FLAGS_IN_A_ROW)
    in_row = min(FLAGS_IN_A_ROW, number - row * FLAGS_IN_A_ROW)
    return (column - in_row / 2) * BANNER.width, abs(column - (in_row - 1) / 2) * 0.9 - BANNER.height - row * ROW


def banners(flags: Sequence[Flag], foot: Point, name: str) -> Group:
    """The flags of one province in ranks above ``foot``, their poles meeting the ground on a shallow curve.

    The inner group stands on (0, 0), so that a style sheet can enlarge it without moving it.
    """
    planted = [nobori(flag, in_rank(index, len(flags)), name) for index, flag in enumerate(flags)]
    rank = Group(tuple(reversed(planted)), tags={"class": "rank"})
    return Group((rank,), at=foot, tags={"class": "flags"})


_BANNER = Outline(
    (
        ((2, 2), (12, 2), (12, 37), (2, 37)),  # the cloth
        ((2, 0), (2, BANNER.height)),  # the pole
        ((1, 2), (12.6, 2)),  # the cross-arm
    )
)


_RAMPART = (
    (0.4, 3), (0.4, -3.6), (3, -3.6), (3, -1.4), (5.7, -1.4), (5.7, -3.6), (8.3, -3.6), (8.3, -1.4), (11, -1.4),
    (11, -3.6), (13.6, -3.6), (13.6, 3),
)  # fmt: skip
"""The battlements on top of a flag that is in a city or temple: seen without colour, and in print."""


def nobori(flag: Flag, at: Point, province: str) -> Group:
    """An upright banner on a pole with a cross-arm: the clan's crest, and below it the code running down, as writing
    does. Without a crest the letters have its room too."""
    letters = flag.code[:4]
    high, top = (25.2, 10.6) if flag.crest else (32.0, 3.2)
    step = high / max(3, len(letters))
    size = min(9.4, step * 1.12)
    code = Text(7, top + step * 0.93, letters, size, Ink(fill=flag.text_colour), 700, down=step)
    crest = Group((Use(crest_id(flag.crest), Ink(fill=flag.text_colour)),), at=(2.9, 2.8), scale=0.082)
    tags = {"class": "flag", "data-clan": flag.code, "data-province": flag.province}
    if flag.army is not None:
        tags["data-army"] = flag.army
    title = f"{flag.label or flag.clan} in {province}"
    banner = Path(_BANNER, Ink(flag.colour, INK, 0.9))
    wall = (polygon(_RAMPART, Ink(WALL, INK, 0.9)),) if flag.walled else ()
    return Group((banner, *((crest,) if flag.crest else ()), code, *wall), at=at, tags=tags, title=title)


def crests(keys: Sequence[str]) -> Group:
    """The crests that flags show, drawn once and not where they stand: as fine as a flag can show them."""
    from control.kernel.drawing.marks.crests import crest  # all of them are reckoned when it is imported

    found: list[Shape] = []
    for key in keys:
        drawn = [
            Path(Outline(tuple(thin_line(ring, _CREST_FINE) for ring in shape.outline.rings)))
            for shape in crest(key)
            if isinstance(shape, Path)
        ]
        found.append(Group(drawn, tags={"id": crest_id(key)}))
    return Group(found, tags={"class": "elsewhere", "display": "none"})


_CREST_FINE = 1.2  # hundredths of a crest's box that its lines may be off on a flag: a tenth of a unit


def crest_id(key: str) -> str:
    """The name by which a drawing finds a crest."""
    return f"crest-{key}"


_SWORDS: tuple[Ring, ...] = (
    ((-4.5, -4.5), (4.5, 4.5)), ((4.5, -4.5), (-4.5, 4.5)), ((-5, 2), (-2, 5)), ((5, 2), (2, 5)),
)  # fmt: skip
_FACING: tuple[Ring, ...] = (((-5, -3.5), (-1.5, 0), (-5, 3.5)), ((5, -3.5), (1.5, 0), (5, 3.5)))


def clash(mark: Mark, at: Point, province: str) -> Group:
    """A seal: crossed swords where a battle is fought, paler where it is over, two facing chevrons where armies met.
    What an umpire has claimed has a ring around it, and his name below."""
    battle = mark.kind.startswith("battle")
    open_one = mark.kind == "battle"
    disc = Circle(0, 0, 9, Ink(fill=SEAL if open_one else WALL, stroke=WALL if open_one else SEAL, width=1.4))
    signs = Path(Outline(_SWORDS if battle else _FACING, closed=False), Ink("none", disc.ink.stroke, 1.7))
    kind = mark.kind.replace("_", " ")
    tags = {"class": f"clash {'battle' if battle else 'encounter'}", "data-province": mark.province}
    if mark.number is not None:
        tags["data-number"] = str(mark.number)
    said = f"{kind[:1].upper()}{kind[1:]} in {province}"
    if not mark.claimed:
        return Group((disc, signs), at=at, tags=tags, title=said)
    ring = Circle(0, 0, 11.4, Ink("none", INK, 1.3))
    name = Text(0, 20, mark.claimed.split()[0][:_CLAIMER], 8, Ink(INK, WALL), 600, halo=WALL, tags={"class": "claimer"})
    return Group((disc, signs, ring, name), at=at, tags=tags, title=f"{said}, claimed by {mark.claimed}")


_CLAIMER = 9  # letters of an umpire's name: enough to know him by

_FLAME = Outline((
    ((0, 8), (-4, 6.5), (-6, 3), (-5, -1), (-2.6, -3.6), (-2.4, -0.6), (-0.6, -4), (0.4, -8), (3, -4.4), (3.4, -1.6),
     (4.6, -3.2), (6, 0.6), (5.4, 4.4), (3.2, 7)),
))  # fmt: skip
_EMBER = Outline((((0, 6.6), (-2.4, 5), (-2.2, 2), (0.2, -1.4), (2.2, 2.2), (2.2, 5)),))


def unrest(at: Point, of: str, province: str) -> Group:
    """A flame: the people of a province may rebel."""
    shapes = Path(_FLAME, Ink(SEAL, WALL, 1.2)), Path(_EMBER, Ink(WALL, "none"))
    return Group(shapes, at=at, tags={"class": "unrest", "data-province": of}, title=f"Unrest in {province}")


_STATES = {"ready": (WALL, INK), "done": ("#cfc8b8", INK), "held": (SEAL, "#ffffff")}
PLAQUE = 8.0  # the size of a number; the plaque around it is a little higher


def strengths(armies: Sequence[tuple[Strength, int]], number: int, foot: Point) -> Group:
    """The plaques of armies above their flags, by the flags' places in the rank."""
    plaques = []
    for army, index in armies:
        x, y = in_rank(index, number)
        plaques.append(plaque(army, (x + 7, y - 2), *_STATES.get(army.state, _STATES["ready"])))
    return Group(plaques, at=foot)


def plaque_box(foot: Point) -> Box:
    """The room of a plaque."""
    return Box(foot[0] - 7, foot[1] - 13, 14, 13)


def plaque(one: Strength, at: Point, fill: str, ink: str) -> Group:
    """A number on a plaque, its foot at a point. The inner group stands on (0, 0), so that a style sheet can enlarge it
    without moving it."""
    words = str(one.troops)
    half = 1.6 + PLAQUE * 0.28 * len(words)
    sign = Group(
        (
            polygon([(-half, -9), (half, -9), (half, 0), (-half, 0)], Ink(fill, INK, 0.8)),
            Text(0, -1.7, words, PLAQUE, Ink(fill=ink, stroke="none"), 700),
        ),
        tags={"class": f"strength {one.state or 'garrison'}", "data-province": one.province},
        title=one.label,
    )
    return Group((sign,), at=at)


_MOST_NAMES = 5  # of generals below one another; who wants to know all taps the province


def generals(persons: Sequence[tuple[PersonMark, int]], number: int, foot: Point) -> Group:
    """The counters of generals under the cloth of their flags (by the flags' places in the rank), and their names
    below the rank."""
    shapes: list[Shape] = []
    for person, index in persons:
        left, top = in_rank(index, number)
        shapes.append(counter(person, (left + 7.6, top + BANNER.height - 0.2), 3.1))
    names = [person.name for person, _ in persons]
    if len(names) > _MOST_NAMES:
        names = [*names[: _MOST_NAMES - 1], f"and {len(names) - _MOST_NAMES + 1} more"]
    shapes += [_person_name(name, (0, 5.4 + index * 5.6), "middle") for index, name in enumerate(names)]
    return Group(shapes, at=foot)


def visitors(persons: Sequence[PersonMark], room: Box) -> Group:
    """The counters of persons who visit, one below another with their names beside."""
    shapes: list[Shape] = []
    for index, person in enumerate(persons):
        shapes.append(counter(person, (0, index * COUNTER), 4.6))
        shapes.append(_person_name(person.name, (6.5, index * COUNTER + 1.9), "start"))
    return Group(shapes, at=(room.middle[0], room.y + COUNTER / 2), tags={"class": "visitors"})


def counter(person: PersonMark, at: Point, radius: float) -> Group:
    """A round counter in the clan's colour; the head of a clan has a second ring."""
    shapes: list[Shape] = [Circle(*at, radius, Ink(fill=person.colour, stroke=INK, width=0.8))]
    if person.chief:
        shapes.append(Circle(*at, radius * 0.5, Ink(fill=person.text_colour, stroke="none")))
    tags = {"class": "person", "data-province": person.province}
    return Group(shapes, tags=tags, title=person.label or person.name)


def _person_name(name: str, at: Point, anchor: Literal["start", "middle"]) -> Text:
    return Text(*at, name, 5.2, Ink(fill=INK), 600, anchor, PAPER, tags={"class": "person-name"})


class Peak(NamedTuple):
    """A mountain on the sheet: its middle, and how many times as large as the usual one it is."""

    x: float
    y: float
    size: float = 1

    @property
    def box(self) -> Box:
        """The room it takes."""
        return Box(self.x - 6 * self.size, self.y - 5 * self.size, 12 * self.size, 9 * self.size)


_LEFT, _RIGHT = ((-5.4, 3.5), (-2.9, 0.6), (-1.3, -2.5)), ((1.5, -2.3), (3.3, 0.8), (5.4, 3.5))  # slopes, steeper above
_EDGES = (  # from the top to the foot, between the lit and the shaded side: no two mountains are quite alike
    ((-0.3, -1.9), (1.1, 0.3), (0.1, 3.5)), ((0.6, -2.2), (-0.3, 0.4), (0.9, 3.5)), ((0.2, -1.6), (1.5, 1), (1, 3.5)),
)  # fmt: skip
_HACHURES = (((-1.6, -0.3), (-2.7, 1.7)), ((-0.7, 0.9), (-1.2, 3)), ((2.3, 0.4), (2.6, 2.6)), ((3.6, 2), (3.9, 3.3)))
_HIGH = 1.2  # times the usual size: from here on the sides are hachured


def mountains(peaks: Sequence[Peak]) -> tuple[Outline, Outline, Outline, Outline]:
    """Mountains: their lit sides, their shaded ones, their ridges, and the hachures of the high ones. Those farther
    down the sheet come last."""
    lit: list[Ring] = []
    shade: list[Ring] = []
    ridges: list[Ring] = []
    hachures: list[Ring] = []
    for x, y, size in sorted(peaks, key=lambda peak: peak.y):

        def placed(points: Sequence[Point], x: float = x, y: float = y, size: float = size) -> Ring:
            return tuple((x + across * size, y + down * size) for across, down in points)

        kind = round(x * 3 + y * 7)
        top = ((kind % 5 - 2) * 0.22, -4.6)
        edge = _EDGES[kind % len(_EDGES)]
        lit.append(placed((*_LEFT, top, *edge)))
        shade.append(placed((top, *_RIGHT, *reversed(edge))))
        ridges.append(placed((*_LEFT, top, *_RIGHT)))
        if size >= _HIGH:
            hachures += map(placed, _HACHURES)
    return Outline(tuple(lit)), Outline(tuple(shade)), Outline(tuple(ridges), False), Outline(tuple(hachures), False)


def north(at: Point, turned: float) -> Group:
    """A needle that points north on a sheet that is turned."""

    def about(points: Sequence[Point]) -> list[Point]:
        return [rotated(point, turned) for point in points]

    dark, light = about([(0, -26), (-6, 14), (0, 9)]), about([(0, -26), (6, 14), (0, 9)])
    (x, y), *_ = about([(0, -34)])
    letter = Text(x, y + 5, "N", 14, Ink(fill=INK), 700, halo=SEA)
    return Group((polygon(dark, Ink(INK, INK, 0.8)), polygon(light, Ink(WALL, INK, 0.8)), letter), at=at, title="North")


def sea_way(start: Point, end: Point) -> tuple[Point, ...]:
    """A crossing as a gentle arc, bent to the left of its way."""
    (ax, ay), (bx, by) = start, end
    bend = 0.18
    over = (ax + bx) / 2 + (by - ay) * bend, (ay + by) / 2 - (bx - ax) * bend
    steps = [index / 8 for index in range(9)]
    return tuple(
        (
            (1 - t) ** 2 * ax + 2 * t * (1 - t) * over[0] + t * t * bx,
            (1 - t) ** 2 * ay + 2 * t * (1 - t) * over[1] + t * t * by,
        )
        for t in steps
    )
