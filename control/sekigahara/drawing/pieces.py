"""What stands on the board, drawn: places with their castles, signs and names, stacks, markers, tracks and boxes.

The east stands at the right of a place, the west at its left. Colours are those of the sides; beside each stands a form
or a letter, so that they are told apart without colour.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Literal

from control.kernel.drawing.land.projection import rotated
from control.kernel.drawing.marks.crests import roundel
from control.kernel.drawing.marks.symbols import SEAL, Mark, clash
from control.kernel.drawing.shapes import Box, Circle, Group, Ink, Outline, Path, Point, Shape, Text, polygon, rectangle
from control.kernel.drawing.words.labels import text_width
from control.kernel.values import dataclass
from control.kernel.wording import alike, counted
from control.sekigahara.drawing.ground import HIGHWAY, HIGHWAY_EDGE, LAND, ROAD, SNOW, needle
from control.sekigahara.drawing.layout import HEIGHT, TURNED
from control.sekigahara.drawing.ways import Line

COLOUR = {"east": "#2b2724", "west": "#e2ae34"}
DARKER = {"east": "#0f0d0c", "west": "#9c7215"}
LETTERS = {"east": "#ffffff", "west": "#231f1c"}
ROOF = {"east": "#2b2724", "west": "#b07c14"}
RICE, PAPER, LINE = "#f4dd95", "#fbf6e8", "#4c4a3d"
AT = {"east": 1, "west": -1}
NAMED = {"east": "The east", "west": "The west"}
KEPT = 4096
"""So many pieces of each kind are kept as they were drawn: most look on the next page as they did on this one."""
KNOWN = 6
"""So many known blocks of a stack are named; the list has all."""


@dataclass(frozen=True)
class Stack:
    """A stack as its audience knows it: ``named`` are its blocks that may be read, ``resting`` how many of the viewer's
    own moved in this phase."""

    side: str
    number: int
    named: tuple[str, ...] = ()
    resting: int = 0


@dataclass(frozen=True)
class Spot:
    """A place and all that stands there. ``castle`` and ``capital`` are the sides of their colour, ``castle_of`` whose
    it is now, ``holder`` that of a resource location. ``disk`` is a disk that stands, with its side and crest;
    ``musters`` are clans, sides and crests of the mon here. ``fight`` is `battle` where one is fought, `encounter`
    where both sides stand.
    """

    key: str
    name: str
    resource: bool = False
    holder: str = ""
    castle: str = ""
    castle_of: str = ""
    capital: str = ""
    disk: tuple[str, str, str] | None = None
    musters: tuple[tuple[str, str, str], ...] = ()
    stacks: tuple[Stack, ...] = ()
    fight: str = ""


@dataclass(frozen=True)
class Beside:
    """What a side has off the board, by number, and the ``score`` of what it holds on it."""

    side: str
    box: int
    hand: int
    pile: int
    bag: int
    lost: int
    score: int
    mori: int | None = None


@dataclass(frozen=True)
class Position:
    """All that changes on the board. ``weeks`` are number, cards and blocks of each; ``used`` the roads that were
    crossed in this phase, by their ends."""

    title: str
    when: str
    week: int
    turn: str
    weeks: tuple[tuple[int, int, int], ...]
    spots: tuple[Spot, ...]
    beside: tuple[Beside, ...]
    used: tuple[tuple[str, str], ...] = ()


Anchor = Literal["start", "middle", "end"]


@dataclass(frozen=True)
class Name:
    """Where a name is written."""

    at: Point
    anchor: Anchor
    size: float

    def box(self, words: str) -> Box:
        """The room that they take."""
        wide = text_width(words, self.size) * 1.06
        left = self.at[0] - wide * {"start": 0, "middle": 0.5, "end": 1}[self.anchor]
        return Box(left, self.at[1] - self.size * 0.82, wide, self.size * 1.05)


# Names


def lettered(spots: Sequence[Spot], at: Mapping[str, Point], roads: Sequence[Line]) -> dict[str, Name]:
    """Where each name stands: off other places, their stacks and their names, off roads as far as that is possible.
    It depends on what never changes alone, so that names never jump."""
    taken = [box for one in spots for box in rooms(one, at[one.key])]
    on_roads = [point for road in roads for point in road.points]
    found: dict[str, Name] = {}
    for one in sorted(spots, key=lambda one: (not one.castle, not one.resource, one.name)):
        x, y = at[one.key]
        size = 13.5 if one.castle or one.resource or one.disk else 12.0
        low = 15.0 if not one.musters else 17.5
        near = [point for point in on_roads if abs(point[0] - x) < 130 and abs(point[1] - y) < 60]
        options: list[tuple[float, Name, Box]] = []
        for cost, dx, dy, anchor in (
            (0.0, 0.0, low + size * 0.8, "middle"),
            (6, 15, size * 0.95, "start"), (6, -15, size * 0.95, "end"),
            (9, 13, size * 0.35 + 1, "start"), (9, -13, size * 0.35 + 1, "end"),
            (7, 6, low + size * 0.8, "start"), (7, -6, low + size * 0.8, "end"),
            (14, 0, -32.0, "middle"), (11, 30, -6, "start"), (11, -30, -6, "end"), (16, 0, low + size * 1.9, "middle"),
        ):  # fmt: skip
            name = Name((x + dx, y + dy), anchor, size)  # type: ignore[arg-type]
            box = name.box(one.name)
            trouble = cost + 26 * sum(box.overlaps(other) for other in taken)
            trouble += 2.2 * sum(box.holds(point) for point in near)
            trouble += 60 * (box.x < 8 or box.right > 1406 or box.bottom > HEIGHT - 8)
            options.append((trouble, name, box))
        _, name, box = min(options, key=lambda option: option[0])
        found[one.key] = name
        taken.append(box)
    return found


def rooms(one: Spot, at: Point) -> Iterator[Box]:
    """The room that a place takes: its sign, the stacks of both sides, its mon."""
    x, y = at
    yield Box(x - 12, y - 12, 24, 24)
    yield from (blocks_room(side, at) for side in AT)
    if one.musters:
        yield Box(x - 9 - 9 * (len(one.musters) - 1), y + 8, 18 * len(one.musters), 17)


def blocks_room(side: str, at: Point) -> Box:
    """The room of the blocks of a side at a place, however many they are."""
    return Box(at[0] + (7 if AT[side] > 0 else -31), at[1] - 30, 24, 28)


# Places


def places(position: Position, at: Mapping[str, Point], names: Mapping[str, Name], written: Written) -> list[Group]:
    """Every place: what is printed, then what stands there, then all names, over everything else."""
    signs = [sign(one, at[one.key]) for one in position.spots]
    standing = [stack(one, held, at[one.key], known) for one, held, known in stacks(position, at, written)]
    fights = [
        met(one.key, one.fight, (at[one.key][0], at[one.key][1] - 21), one.name) for one in position.spots if one.fight
    ]
    words = [
        lettering(names[one.key], one.name, bool(one.castle or one.resource or one.disk)) for one in position.spots
    ]
    return [
        Group(signs, tags={"data-layer": "places"}),
        Group(words, tags={"data-layer": "names"}),
        Group(standing, tags={"data-layer": "stacks"}),
        Group(fights, tags={"data-layer": "fights"}),
    ]


@lru_cache(maxsize=KEPT)
def lettering(name: Name, words: str, strong: bool) -> Text:
    """The name of a place."""
    return Text(*name.at, words, name.size, Ink(fill="#1f1b17"), 700 if strong else 600, name.anchor, LAND)


@lru_cache(maxsize=KEPT)
def met(key: str, kind: str, at: Point, name: str) -> Group:
    """A battle or an encounter at a place."""
    return clash(Mark(key, kind), at, name)


@lru_cache(maxsize=KEPT)
def sign(one: Spot, at: Point) -> Group:
    """A place by itself, round its middle."""
    shapes: list[Shape] = [Circle(0, 0, 22, Ink("#ffffff", "none", opacity=0), {"class": "touch"})]
    if one.capital:
        shapes.append(Circle(0, 0, 16.5, Ink(PAPER, COLOUR[one.capital], 2.6)))
    if one.resource:
        shapes += [polygon(lozenge(14.5), Ink(RICE, LINE, 1.3)), *holder(one.holder)]
    elif not one.castle:
        shapes.append(Circle(0, 0, 7.5, Ink(SNOW, LINE, 1.8)))
    if one.castle:
        shapes += keep(ROOF[one.castle])
        if one.castle_of not in ("", one.castle):
            shapes.append(pennant(one.castle_of))
    if one.disk:
        _, side, crest = one.disk
        shapes.append(
            Group(
                (Circle(0, 0, 11.5, Ink(DARKER[side], "none")), Group(badge(crest, side), at=(-10.5, -12), scale=0.21)),
                at=(-15, 8) if one.castle or one.resource else (0, 0),
            )
        )
    for number, (_, side, crest) in enumerate(one.musters):
        x = 18 * number - 9 * (len(one.musters) - 1)
        shapes.append(Group(badge(crest, side), at=(x - 8.2, 9.6), scale=0.164))
    return Group(shapes, at=at, tags={"class": "spot", "data-place": one.key}, title=spoken(one))


def badge(crest: str, side: str) -> tuple[Shape, ...]:
    """A crest in the colours of its side."""
    return roundel(crest, COLOUR[side], LETTERS[side], DARKER[side])


def lozenge(half: float) -> list[Point]:
    """A square on its edge."""
    return [(0, -half), (half, 0), (0, half), (-half, 0)]


def holder(side: str) -> list[Shape]:
    """The marker of whoever holds a resource location; an empty ring for nobody."""
    if not side:
        return [Circle(0, 0, 6.4, Ink("none", LINE, 1.2, (2, 1.8)))]
    return [
        Circle(0, 0, 7.2, Ink(COLOUR[side], DARKER[side], 1)),
        Text(0, 3.5, side[0].upper(), 9.6, Ink(fill=LETTERS[side]), 700),
    ]


def keep(roof: str) -> list[Shape]:
    """A castle of three storeys on its stone foot; the roofs are in the colour of its side."""
    wall, line, tiles = Ink(SNOW, LINE, 0.9), LINE, Ink(roof, LINE, 0.7)

    def eaves(half: float, y: float, rise: float) -> Path:
        points = [(-half - 2.2, y - 0.6), (-half, y - 2.2), (-half * 0.55, y - rise), (half * 0.55, y - rise)]
        return polygon([*points, (half, y - 2.2), (half + 2.2, y - 0.6), (half, y + 1), (-half, y + 1)], tiles)

    return [
        polygon([(-12, 11), (-9.4, 3.5), (9.4, 3.5), (12, 11)], Ink("#8d8775", line, 0.9)),
        polygon([(-8, 4), (-8, -1), (8, -1), (8, 4)], wall),
        eaves(9.2, -0.6, 4.2),
        polygon([(-5.6, -4.4), (-5.6, -8.2), (5.6, -8.2), (5.6, -4.4)], wall),
        eaves(6.6, -7.8, 3.8),
        polygon([(-3.6, -11.4), (-3.6, -14), (3.6, -14), (3.6, -11.4)], wall),
        polygon([(-6, -13.2), (-3.4, -15), (0, -18.6), (3.4, -15), (6, -13.2), (4, -12.6), (-4, -12.6)], tiles),
    ]


def pennant(side: str) -> Group:
    """A flag on a castle that the other side took."""
    pole = Path(Outline((((0, 0), (0, -15)),), closed=False), Ink("none", LINE, 1.2))
    cloth = polygon([(0, -15), (9, -12.4), (0, -9.4)], Ink(COLOUR[side], DARKER[side], 0.8))
    return Group((pole, cloth), at=(0, -16))


def spoken(one: Spot) -> str:
    """A place in a sentence, for ears and for whoever points at it."""
    parts = [one.name]
    if one.capital:
        parts.append(f"capital of {NAMED[one.capital].lower()}")
    if one.castle:
        owner = f", held by {NAMED[one.castle_of].lower()}" if one.castle_of not in ("", one.castle) else ""
        parts.append(f"castle of {NAMED[one.castle].lower()}{owner}")
    if one.resource:
        held = f"held by {NAMED[one.holder].lower()}" if one.holder else "held by nobody"
        parts.append(f"resource location, {held}")
    if one.disk:
        name, side, _ = one.disk
        parts.append(f"disk of {name}, of {NAMED[side].lower()}")
    parts += [f"mon of {clan}" for clan, _, _ in one.musters]
    parts += [in_words(held) for held in one.stacks]
    return "; ".join(parts)


def in_words(held: Stack) -> str:
    """A stack in words."""
    named = f" ({alike(held.named)})" if held.named else ""
    return f"{NAMED[held.side].lower()} {counted(held.number, 'block')}{named}"


# Stacks

SMALL, LEADING = 7.0, 7.6
"""The size of the names of known blocks, and from line to line."""
BESIDE, FIRST = {"east": 36.0, "west": -31.0}, -25.0
"""How far beside a place they stand, and how far above it their first line, if nothing is in the way."""
NAMES, PALE, DRAWN = 40.0, 16.0, 2.5
"""By so many half lines they move up or down for each name that they would lie on, for each pale one, and for each
point of a road or a sign: for those not as far as another place, whose they would seem."""


@dataclass(frozen=True, eq=False)
class Written:
    """The rooms of all names that never move, those of the pale ones of provinces (``quiet``), and points on the roads
    and on the signs of places."""

    boxes: tuple[Box, ...]
    quiet: tuple[Box, ...] = ()
    drawn: tuple[Point, ...] = ()


def stacks(position: Position, at: Mapping[str, Point], written: Written) -> Iterator[tuple[Spot, Stack, Point]]:
    """Every stack, with its place and where its known blocks are named: off those that came before, and off the blocks
    of all others."""
    every = [(spot, stack) for spot in position.spots for stack in spot.stacks]
    stand = {(one.key, held.side): blocks_room(held.side, at[one.key]) for one, held in every}
    taken: list[Box] = []
    for one, held in every:
        words = tuple(lines_of(held.named))
        room = known_room(held.side, words, at[one.key])
        others = (box for whose, box in stand.items() if whose != (one.key, held.side))
        near = tuple(box for box in (*taken, *others) if box.overlaps(reach(room)))
        known = known_at(held.side, words, at[one.key], written, near)
        taken += [moved(room, known[1] - FIRST)] if words else []
        yield one, held, known


def known_rooms(position: Position, at: Mapping[str, Point], written: Written) -> Iterator[Box]:
    """The rooms in which the known blocks of stacks are named."""
    for one, held, known in stacks(position, at, written):
        if words := tuple(lines_of(held.named)):
            yield moved(known_room(held.side, words, at[one.key]), known[1] - FIRST)


def known_room(side: str, words: tuple[str, ...], at: Point) -> Box:
    """The room that the known blocks of a stack take beside it, before they are moved up or down."""
    wide = max((text_width(one, SMALL) for one in words), default=0.0) * 1.06
    left = at[0] + BESIDE[side] - (wide if AT[side] < 0 else 0)
    return Box(left, at[1] + FIRST - SMALL, wide, LEADING * len(words))


def moved(room: Box, down: float) -> Box:
    """The same room further down."""
    return Box(room.x, room.y + down, room.width, room.height)


def reach(room: Box) -> Box:
    """All the room that they may be moved to."""
    return Box(room.x, room.y - 118, room.width, 300)


@lru_cache(maxsize=KEPT)
def known_at(side: str, words: tuple[str, ...], at: Point, written: Written, taken: tuple[Box, ...] = ()) -> Point:
    """Where the first line of the known blocks of a stack stands, from its place: beside the blocks, up or down by as
    many half lines as keep them off what is written there, off those of others (``taken``), roads and places, if that
    is not far."""
    room = known_room(side, words, at)
    near = [box for box in (*written.boxes, *taken) if box.overlaps(reach(room))]
    quiet = [box for box in written.quiet if box.overlaps(reach(room))]
    drawn = [point for point in written.drawn if reach(room).holds(point)]

    def trouble(steps: int) -> float:
        there = moved(room, steps * LEADING / 2)
        over = NAMES * sum(map(there.overlaps, near)) + PALE * sum(map(there.overlaps, quiet))
        return over + DRAWN * sum(map(there.grown(2).holds, drawn)) + abs(steps)

    return BESIDE[side], FIRST + min(range(-20, 17), key=trouble) * LEADING / 2


@lru_cache(maxsize=KEPT)
def stack(one: Spot, held: Stack, at: Point, known: Point = (27.0, -25.0)) -> Group:
    """Blocks on end, up to four behind one another, with their number; who is ``known`` stands beside them, from
    there on."""
    way, side = AT[held.side], held.side
    left = 9.0 if way > 0 else -28.0
    shapes: list[Shape] = []
    behind = min(held.number, 4) - 1
    for number in range(behind, -1, -1):
        shapes += block(left + number * 2.2, -4 - number * 2.4, side)
    size = 13.5 if held.number < 10 else 12.0
    shapes.append(Text(left + 8, -9.6, str(held.number), size, Ink(fill=LETTERS[side]), 700))
    if held.resting:
        shapes.append(Path(Outline((((left + 1.5, -6.2), (left + 14.5, -6.2)),), closed=False), Ink("none", SEAL, 2)))
    for number, words in enumerate(lines_of(held.named)):
        x, y = known[0], known[1] + number * LEADING
        anchor: Anchor = "start" if way > 0 else "end"
        shapes.append(Text(x, y, words, SMALL, Ink(fill="#1f1b17"), 600, anchor, LAND, tags={"class": "known"}))
    tags = {"class": f"stack {side}", "data-place": one.key, "data-side": side, "data-number": str(held.number)}
    return Group(shapes, at=at, tags=tags, title=f"{one.name}: {in_words(held)}")


def lines_of(named: Sequence[str]) -> list[str]:
    """Known blocks, equal ones together, in as many lines as there is room for."""
    counted = {name: named.count(name) for name in dict.fromkeys(named)}
    words = [f"{number} × {name}" if number > 1 else name for name, number in counted.items()]
    return [*words[: KNOWN - 1], f"and {len(words) - KNOWN + 1} more"] if len(words) > KNOWN else words


def block(x: float, y: float, side: str) -> list[Shape]:
    """A wooden block that stands on its edge: face, side, top."""
    wide, high, deep = 16.0, 19.0, 3.0
    face = Box(x, y - high, wide, high)
    flank = [(x + wide, y), (x + wide + deep, y - deep), (x + wide + deep, y - high - deep), (x + wide, y - high)]
    top = [(x, y - high), (x + deep, y - high - deep), (x + wide + deep, y - high - deep), (x + wide, y - high)]
    edge = "#d8c9a8" if side == "east" else "#5d430b"
    return [
        polygon(flank, Ink(DARKER[side], edge, 0.6)),
        polygon(top, Ink(DARKER[side], edge, 0.6)),
        rectangle(face, Ink(COLOUR[side], edge, 0.8)),
    ]


# Roads that were used


def crossed(position: Position, roads: Sequence[Line]) -> Group:
    """A mark on every road that carries no more in this phase (S9)."""
    used = {frozenset(one) for one in position.used}
    marks: list[Shape] = []
    for road in roads:
        if frozenset((road.a, road.b)) in used:
            x, y = road.points[len(road.points) // 2]
            marks.append(was_used(x, y))
    return Group(marks, tags={"data-layer": "used"})


@lru_cache(maxsize=KEPT)
def was_used(x: float, y: float) -> Group:
    """The mark on such a road."""
    cross = Outline((((-4, -4), (4, 4)), ((4, -4), (-4, 4))), closed=False)
    shapes = (Circle(0, 0, 7.5, Ink(PAPER, SEAL, 1.4)), Path(cross, Ink("none", SEAL, 2)))
    return Group(shapes, at=(x, y), title="This road was used in this phase (S9)")


def road_names(roads: Sequence[Line], written: Sequence[Box], at: Mapping[str, Point]) -> Group:
    """The names of the two great roads, in the open."""
    taken = [*written, *(Box(x - 32, y - 32, 64, 58) for x, y in at.values())]
    points = [point for road in roads for point in road.points]
    found: list[Shape] = []
    for name in ("Tōkaidō", "Nakasendō"):
        best, least = (0.0, 0.0), 1e9
        for road in roads:
            if road.name != name:
                continue
            for x, y in road.points[4:-3]:
                for dy in (-10.0, 19.0, -20.0, 29.0):
                    box = Box(x - 34, y + dy - 11, 68, 14)
                    trouble = sum(box.overlaps(one) for one in taken) + 1.2 * sum(map(box.holds, points))
                    if trouble < least:
                        best, least = (x, y + dy), trouble
        found.append(Text(*best, name, 11, Ink(fill=HIGHWAY_EDGE), 600, halo=LAND, spacing=1.4))
    return Group(found, tags={"data-layer": "names"})


# Title, track, signs, boxes


def panel(box: Box, *, strong: bool = False) -> list[Shape]:
    """A sheet laid on the sea."""
    inner = box.grown(-4)
    return [
        rectangle(box, Ink(PAPER, LINE, 1.6 if strong else 1.1)),
        rectangle(inner, Ink("none", LINE, 0.5)),
    ]


@lru_cache(maxsize=KEPT)
def title(when: str) -> Group:
    """The cartouche: what is drawn, and when."""
    box = Box(30, 28, 416, 92)
    size = min(14.5, 14.5 * 370 / text_width(when, 14.5))  # by what the game was won may be a long sentence
    return Group(
        (
            *panel(box, strong=True),
            Text(50, 74, "Sekigahara", 38, Ink(fill="#231f1c"), 700, "start", spacing=0.6),
            Text(50, 101, when, size, Ink(fill=SEAL), 600, "start"),
            *north((404, 76)),
        ),
        tags={"data-layer": "title"},
    )


def north(at: Point) -> tuple[Shape, ...]:
    """Where north is on the turned sheet."""
    x, y = rotated((0, -38), TURNED)
    return needle(at), Text(at[0] + x, at[1] + y + 4, "N", 13, Ink(fill="#231f1c"), 700)


@lru_cache(maxsize=KEPT)
def track(weeks: tuple[tuple[int, int, int], ...], now: int, turn_now: str) -> Group:
    """The weeks with what each brings, and the turn that is played."""
    number = len(weeks)
    box = Box(30, 128, 416, 92)
    step = (box.width - 28) / number
    shapes: list[Shape] = [*panel(box)]
    for index, (week, cards, blocks) in enumerate(weeks):
        x = box.x + 14 + step * (index + 0.5)
        here, gone = week == now, week < now
        shapes.append(Circle(x, 156, 17.5, Ink(SEAL if here else "#d9cdb0" if gone else SNOW, LINE, 1.3)))
        shapes.append(Text(x, 162.5, str(week), 18, Ink(fill="#ffffff" if here else "#231f1c"), 700))
        for turn, dx in (("A", -6.5), ("B", 6.5)):
            on = here and turn_now == turn
            shapes.append(Circle(x + dx, 182, 4.6, Ink(SEAL if on else SNOW, LINE, 1)))
        words = f"{cards}c {blocks}b" if cards or blocks else "set-up"
        shapes.append(Text(x, 205, words, 10.5, Ink(fill="#231f1c"), 600))
    return Group(shapes, tags={"data-layer": "track"}, title="Weeks: what is drawn in each, cards (c) and blocks (b)")


def signs() -> Group:
    """What the signs mean."""
    box = Box(30, 228, 416, 116)
    rows: tuple[tuple[str, tuple[Shape, ...]], ...] = (
        ("Castle, in the colour of its side", tuple(keep(ROOF["west"]))),
        ("Resource location, and who holds it", tuple(sign(Spot("", "", resource=True, holder="east"), (0, 0)).shapes)),
        ("Capital", (Circle(0, 0, 13, Ink(PAPER, COLOUR["west"], 2.6)), Circle(0, 0, 6, Ink(SNOW, LINE, 1.2)))),
        ("Here the clan of this mon musters", (Group(badge("plum-blossom", "east"), at=(-10, -10), scale=0.2),)),
        ("Highway", (way(HIGHWAY_EDGE, 6.6), way(HIGHWAY, 4.2), way(SNOW, 0.9))),
        ("Road", (way(LAND, 6.5), way(ROAD, 2.6, (7, 4.4)))),
        ("Blocks: east, west", (*block(-17, 9, "east"), *block(4, 9, "west"))),
        ("A disk", (Group(badge("paulownia", "west"), at=(-11, -11), scale=0.22),)),
    )
    shapes: list[Shape] = [*panel(box)]
    for index, (words, drawn) in enumerate(rows):
        column, row = divmod(index, 4)
        x, y = box.x + 30 + column * 226, box.y + 21 + row * 25
        shapes.append(Group(drawn, at=(x, y), scale=0.72))
        shapes.append(Text(x + 22, y + 4, words, 10.5, Ink(fill="#231f1c"), 400, "start"))
    return Group(shapes, tags={"data-layer": "signs"})


def way(colour: str, width: float, dash: tuple[float, ...] | None = None) -> Path:
    """A piece of road."""
    return Path(Outline((((-19, 3), (-6, -2), (6, 2), (19, -3)),), closed=False), Ink("none", colour, width, dash))


@lru_cache(maxsize=KEPT)
def boxes(beside: tuple[Beside, ...]) -> Group:
    """What each side has beside the board, as everybody may count it."""
    shapes: list[Shape] = []
    for index, one in enumerate(beside):
        box = Box(742 + index * 328, 884, 318, 92)
        items: list[tuple[str, int, bool]] = [
            ("Recruits", one.box, True), ("Hand", one.hand, False), ("To draw", one.pile, False),
            ("Bag", one.bag, True), ("Lost", one.lost, True),
        ]  # fmt: skip
        if one.mori is not None:
            items.append(("Mōri box", one.mori, True))
        shapes += panel(box)
        shapes.append(Text(box.x + 14, box.y + 22, NAMED[one.side], 14, Ink(fill="#231f1c"), 700, "start"))
        held = f"{counted(one.score, 'victory point')} as it stands"
        shapes.append(Text(box.x + box.width - 14, box.y + 22, held, 12, Ink(fill="#231f1c"), 600, "end"))
        step = (box.width - 18) / len(items)
        for number, (words, count, of_blocks) in enumerate(items):
            x, y = box.x + 9 + step * (number + 0.5), box.y + 62
            drawn = block(-8, 6, one.side) if of_blocks else card(one.side)
            letters = LETTERS[one.side] if of_blocks else "#231f1c"
            shapes.append(Group((*drawn, Text(0, 1, str(count), 12.5, Ink(fill=letters), 700)), at=(x, y)))
            shapes.append(Text(x, y + 20, words, 9.8, Ink(fill="#231f1c"), 600))
    return Group(shapes, tags={"data-layer": "boxes"})


def card(side: str) -> list[Shape]:
    """The back of a card."""
    return [
        rectangle(Box(-8.5, -16, 18, 24), Ink("#cfc4a6", LINE, 0.7)),
        rectangle(Box(-10, -14.5, 18, 24), Ink(SNOW, COLOUR[side], 2)),
    ]


PANELS = (Box(30, 28, 416, 316), Box(742, 884, 646, 92))
"""Where the sheets lie on the sea: title, track and signs; what is beside the board."""
SEAS = (((596, 96), "Sea of Japan"), ((1250, 800), "Pacific Ocean"), ((560, 876), "Enshū Sea"))


def seas() -> Group:
    """The names of the waters."""
    shapes = [Text(*at, words, 15, Ink(fill="#3f6475"), 600, spacing=4.5) for at, words in SEAS]
    return Group(shapes, tags={"data-layer": "names"})


def fixed(roads: Sequence[Line], written: Sequence[Box], at: Mapping[str, Point]) -> list[Shape]:
    """What lies over the ground and never changes."""
    return [seas(), signs(), road_names(roads, written, at)]


def frame(position: Position) -> list[Group]:
    """What changes at the edges of the board."""
    return [title(position.when), track(position.weeks, position.week, position.turn), boxes(position.beside)]


def layers(
    position: Position, at: Mapping[str, Point], names: Mapping[str, Name], roads: Sequence[Line], written: Written
) -> list[Group]:
    """What changes on it: layers of shapes, each of which is made once."""
    return [*places(position, at, names, written), crossed(position, roads)]
