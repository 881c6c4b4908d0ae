"""Where names and flags go: inside their province if they fit, else as near as may be, never upon each other.

Places depend on the geography alone, never on who stands where, so nothing jumps when an army moves; but where
the flags of two provinces would cover each other, those of the larger one stand elsewhere while both fly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from math import cos, dist, hypot, pi, sin

from control.kernel.drawing.land.ground import Ground
from control.kernel.drawing.shapes import Box, Point
from control.kernel.values import dataclass

SIZES = (19.0, 17.0, 15.5, 14.0, 13.0, 12.0, 11.0)  # units: the lettering of province names, largest first
CODE_SIZE = 0.82  # of the name's size
CODE_DROP = 1.06  # of its own size: how far below the name's base line its own is
BANNER = Box(0, 0, 13, 40)  # one flag with its pole
HEAD = 17.0  # units above a flag: for a number, or for the flag itself where it is drawn larger
WALL_FLAG = 1.42  # times as large are flags on a wall: their letters have 20 pixels at 1920
GATE = (16.0, 15.0)  # the room of the sign for public buildings
COUNTER = 11.0  # the room of a person's round counter
_NEAR = (50.0, 150.0, 300.0)  # units: how far from its name a flag may stand, if there is no room nearer
_ARRANGEMENTS = 32  # of all flags, kept side by side: what several desks look at, and the moments before
_SIDES = 24  # directions in which a place in the sea is looked for
_NEARLY, _BARELY = 0.72, 0.3  # how good a place half outside must be, the best being 1
_AT_HAND, _ANYWHERE = 60, 260  # units: how far a name may be from its province, out at sea

_WIDTHS = (  # of letters, as shares of the size, for Source Sans Semibold
    ("iljI ī'", 0.27), ("frt-()", 0.35), ("csz", 0.45), ("mwMW", 0.79), ("ABCDGHKNOQRUTŌŪ", 0.62),
)  # fmt: skip
_WIDTH = {letter: width for letters, width in _WIDTHS for letter in letters}


def text_width(text: str, size: float) -> float:
    """About how wide a line of lettering is. Text is only ever placed by it, never cut."""
    return size * sum(_WIDTH.get(letter, 0.54) for letter in text)


@dataclass(frozen=True)
class Label:
    """A province's name, with room below it for the holder's code. ``leader`` is the point in the
    province to which a thin line leads from a name that stands outside."""

    box: Box
    size: float
    leader: Point | None

    @property
    def name_at(self) -> Point:
        """The middle of the name's base line."""
        return self.box.middle[0], self.box.y + self.size * 0.84


@dataclass
class View:
    """A part of the sheet in which labels are placed: the whole map, or an inset.

    ``frame`` is its edge, ``ground`` its provinces in units of the sheet, ``land`` all of them together,
    ``taken`` what is on the sheet already. ``names`` holds the provinces labelled in this view; ``others`` are
    the names of its neighbours, which get a ``neighbours`` label if there is room, but no flags.
    """

    frame: Box
    ground: Mapping[str, Ground]
    names: Mapping[str, str]
    marks: Mapping[str, Sequence[Box]]  # castles and towns, which labels leave free
    taken: list[Box] = field(default_factory=list)
    others: Mapping[str, str] = field(default_factory=dict)
    labels: dict[str, Label] = field(default_factory=dict)
    banners: dict[str, Box] = field(default_factory=dict)
    neighbours: dict[str, Label] = field(default_factory=dict)
    _more: dict[tuple[str, int], Box] = field(default_factory=dict)
    _gates: dict[str, Point] = field(default_factory=dict)
    _marks: list[Box] = field(default_factory=list)
    _closed: Sequence[Box] = ()
    _signs: dict[tuple[str, Box | None, float, float], Point] = field(default_factory=dict)
    _standing: dict[tuple[tuple[str, int], ...], Mapping[str, Box]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._closed = tuple(self.taken)
        self._marks = [box for boxes in self.marks.values() for box in boxes]
        self._poles = {key: self.ground[key].pole() for key in self.names}
        self._place_labels()
        self._place_banners()
        for key, name in self.others.items():
            self._place_neighbour(key, name)

    def pole(self, province: str) -> Point:
        """The innermost point of a province."""
        return self._poles[province]

    def flags(self, province: str, number: int) -> Box:
        """Room for so many flags side by side. It depends on nothing else, so it is looked for only once."""
        if number <= 2:
            return self.banners[province]
        if (province, number) not in self._more:
            others = [box for key, box in self.banners.items() if key != province]
            self._more[province, number] = self._room_for_flags(province, number, others)
        return self._more[province, number]

    def standing(self, numbers: Mapping[str, int]) -> Mapping[str, Box]:
        """Room for the flags of all these provinces at once: where they always stand, if none there covers another's,
        even as large as they are on a wall."""
        known = tuple(sorted(numbers.items()))
        if known not in self._standing:
            if len(self._standing) >= _ARRANGEMENTS:
                self._standing.clear()
            self._standing[known] = self._arranged(dict(known))
        return self._standing[known]

    def _arranged(self, numbers: Mapping[str, int]) -> Mapping[str, Box]:
        found = {key: self.flags(key, number) for key, number in numbers.items()}
        drawn = {key: narrowed(found[key], number) for key, number in numbers.items()}
        settled: list[str] = []
        for key in self._narrowest_first(numbers):
            if any(on_a_wall(drawn[key]).overlaps(on_a_wall(drawn[other])) for other in settled):
                others = [room for other, room in drawn.items() if other != key]
                found[key] = drawn[key] = self._room_for_flags(key, numbers[key], others, on_a_wall)
            settled.append(key)
        return found

    def seal(self, province: str, flags: Box | None) -> Point:
        """Where a battle is marked: beside the name, off other names and the province's flags if possible."""
        return self._beside(province, flags, 18, 18, [])

    def ember(self, province: str, flags: Box | None) -> Point:
        """Where unrest is marked: as a battle is, and off the spot where one would be."""
        return self._beside(province, flags, 14, 16, [Box.about(self.seal(province, flags), 18, 18)])

    def gate(self, province: str) -> Point:
        """Where public buildings are marked: it depends on the geography alone."""
        if province not in self._gates:
            self._gates[province] = self._room_for_gate(province)
        return self._gates[province]

    def _room_for_gate(self, province: str) -> Point:
        """The best spot for a gate: in its own province first of all, then off names, works and other signs."""
        wide, high = GATE
        ground = self.ground[province]
        signs = [Box.about(self.seal(province, None), 18, 18), Box.about(self.ember(province, None), 14, 16)]
        around = ground.box.grown(wide)
        crowd = [
            (weight, [box for box in boxes if box.overlaps(around)])
            for weight, boxes in ((8, self.taken), (6, self._marks), (3, signs), (2, self.banners.values()))
        ]
        name = self.labels[province].box.middle

        def trouble(at: Point) -> tuple[float, float]:
            box = Box.about(at, wide, high)
            hit = sum(weight * sum(map(box.overlaps, boxes)) for weight, boxes in crowd)
            return hit + 10 * (1 - ground.share(box)), dist(at, name)

        return min(ground.spots(4) or [ground.pole()], key=trouble)

    def company(self, province: str, flags: Box | None, persons: int) -> Box:
        """Room for the counters of so many persons one below another, off all signs if possible."""
        wide, high = COUNTER, persons * COUNTER
        taken = [Box.about(at, 18, 18) for at in (self.seal(province, flags), self.ember(province, flags))]
        return Box.about(self._beside(province, flags, wide, high, taken), wide, high)

    def _beside(self, province: str, flags: Box | None, wide: float, high: float, others: Sequence[Box]) -> Point:
        """The middle of a box of this size, beside the name and off as much else as possible."""
        known = province, flags, wide, high
        if known not in self._signs:
            self._signs[known] = self._room_beside(province, flags, wide, high, others)
        return self._signs[known]

    def _room_beside(self, province: str, flags: Box | None, wide: float, high: float, others: Sequence[Box]) -> Point:
        label = self.labels[province].box
        x, y = label.middle
        spots = [
            (across, down)
            for margin in (0, 13)
            for across in (label.right + margin + wide / 2, label.x - margin - wide / 2, x)
            for down in (y, label.bottom + margin + high / 2, label.y - margin - high / 2)
            if (across, down) != (x, y)
        ]
        own = [flags] if flags else []
        crowd = ((own, 6), (others, 5), (self.taken, 4), (self._marks, 3), (self.banners.values(), 1))

        def trouble(at: Point) -> float:
            sign = Box.about(at, wide, high)
            hit = sum(weight * sum(map(sign.overlaps, boxes)) for boxes, weight in crowd)
            hit += 0 if all(map(self.frame.holds, sign.corners)) else 20
            return hit - self.ground[province].share(sign)

        return min(spots, key=trouble)

    def ashore(self, province: str, foot: Point) -> Point | None:
        """Where flags that stand outside their province are tied to it: its nearest spot. None if they stand
        inside."""
        ground = self.ground[province]
        if ground.holds((foot[0], foot[1] - 2)):
            return None
        spots = [spot for spot in ground.spots(4) if ground.from_edge(spot) > 2]
        return min(spots or [ground.pole()], key=lambda spot: dist(spot, foot))

    def _narrowest_first(self, keys: Iterable[str]) -> list[str]:
        """Provinces in the order in which they are served: those that have least room first."""
        return sorted(keys, key=lambda key: (self.ground[key].box.width, key))

    def _place_labels(self) -> None:
        outside = []
        for key in self._narrowest_first(self.names):
            label = self._inside(key)
            if label is None:
                outside.append(key)
            else:
                self._take(key, label)
        for key in outside:
            label = self._nearly_inside(key, _NEARLY) or self._at_sea(key, _AT_HAND)
            label = label or self._nearly_inside(key, _BARELY) or self._at_sea(key, _ANYWHERE)
            self._take(key, label or self._somewhere(key))

    def _take(self, key: str, label: Label) -> None:
        self.labels[key] = label
        self.taken.append(label.box)

    def _inside(self, key: str) -> Label | None:
        """The largest lettering that fits wholly into the province: with flags beside it, or at least alone."""
        ground, pole, name = self.ground[key], self._poles[key], self.names[key]
        spots = sorted(ground.spots(5), key=lambda spot: dist(spot, pole))
        marks = self.marks.get(key, ())
        for size in SIZES[1:]:
            for middle in spots:
                for box, whole in _with_flags(_label_box(name, size, middle)):
                    if ground.holds_all(whole) and self._free(whole, marks):
                        return Label(box, size, None)
        for size in SIZES[3:]:
            for middle in spots:
                box = _label_box(name, size, middle)
                if ground.holds_all(box) and self._free(box, marks):
                    return Label(box, size, None)
        return None

    def _nearly_inside(self, key: str, enough: float) -> Label | None:
        """The smallest lettering, over the edge: better over water than over a neighbour, on no name and no mark."""
        size, ground = SIZES[-1], self.ground[key]
        around = ground.box.grown(60)
        lands = [land for land in self.ground.values() if land.box.overlaps(around)]
        marks = [mark for mark in self._marks if mark.overlaps(around)]
        best, best_score = None, enough
        for spot in ground.spots(3):
            box = _label_box(self.names[key], size, spot)
            own = ground.share(box)
            if own < enough / 2 or 0.75 + 0.25 * own <= best_score or not self._free(box, marks):
                continue
            water = 1 - sum(land.share(box) for land in lands)
            score = own + 0.75 * water
            if score > best_score:
                best, best_score = Label(box, size, None), score
        return best

    def _at_sea(self, key: str, far: int) -> Label | None:
        """The nearest open water within ``far`` units, with a line to the province."""
        pole, size = self._poles[key], SIZES[-1]
        for away in range(24, far, 6):
            for side in range(_SIDES):
                angle = 2 * pi * side / _SIDES
                spot = pole[0] + away * cos(angle), pole[1] + away * sin(angle)
                box = _label_box(self.names[key], size, spot)
                if self._on_water(box) and self._free(box, self._marks):
                    return Label(box, size, pole)
        return None

    def _somewhere(self, key: str) -> Label:
        """Where there is no room: on its province and as few names as may be, and never over the edge of the sheet. A
        name that is wider than the sheet is smaller."""
        name, pole = self.names[key], self._poles[key]
        size = min(SIZES[-1], (self.frame.width - 2) / text_width(name, 1))
        boxes = [_label_box(name, size, spot).within(self.frame) for spot in (pole, *self.ground[key].spots(6))]
        box = min(boxes, key=lambda box: (sum(map(box.overlaps, self.taken)), dist(box.middle, pole)))
        return Label(box, size, None)

    def _place_neighbour(self, key: str, name: str) -> None:
        spots = sorted(self.ground[key].spots(6), key=lambda spot: -self.ground[key].from_edge(spot))
        for spot in spots:
            box = _label_box(name, SIZES[-2], spot)
            if self.ground[key].holds_all(box) and self._free(box, (*self._marks, *self.banners.values())):
                self.neighbours[key] = Label(box, SIZES[-2], None)
                return

    def _on_water(self, box: Box) -> bool:
        around = box.grown(2)
        return not any(land.box.overlaps(around) and land.share(around) for land in self.ground.values())

    def _free(self, box: Box, marks: Iterable[Box] = ()) -> bool:
        if not all(self.frame.holds(corner) for corner in box.corners):
            return False
        return not any(box.overlaps(other) for other in self.taken) and not any(map(box.overlaps, marks))

    def _place_banners(self) -> None:
        for key in self._narrowest_first(self.names):
            self.banners[key] = self._room_for_flags(key, 2, list(self.banners.values()))

    def _room_for_flags(
        self, key: str, number: int, others: Sequence[Box], reach: Callable[[Box], Box] | None = None
    ) -> Box:
        """The best room near the name; a host of flags may have to stand farther off, or over other names. With
        ``reach`` no nearer room will do in which what that makes of the flags covers what it makes of others."""
        hard = (reach, _as_it_is) if reach else ()
        ways = [(keeps_off, far) for keeps_off in hard for far in _NEAR[:2]] + [(None, far) for far in _NEAR]
        for keeps_off, far in ways:
            room = self._room_within(key, number, others, far, keeps_off)
            if room is not None:
                return room
        label = self.labels[key].box
        width, height = flag_rows(number)
        return Box(label.middle[0] - width / 2, label.y - height, width, height).within(self.frame)

    def _room_within(
        self, key: str, number: int, others: Sequence[Box], far: float, reach: Callable[[Box], Box] | None
    ) -> Box | None:
        """Room on no name, off other flags by what they ``reach``, and in its own province if possible."""
        width, height = flag_rows(number)
        label, ground = self.labels[key].box, self.ground[key]
        around = label.grown(far + max(width, height))
        names = [box for box in self.taken if box.overlaps(around)]
        flags = [(box, with_head(box)) for box in others if box.overlaps(around.grown(HEAD))]
        reached = [reach(box) for box, _ in flags] if reach else []
        marks = [box for box in self._marks if box.overlaps(around)]
        closed = [box for box in self._closed if box.overlaps(around.grown(HEAD))]
        abroad = [land for name, land in self.ground.items() if name != key and land.box.overlaps(around)]
        best, best_score = None, float("-inf")
        for away, box in _places_around(label, width, height, far):
            if 100 - away <= best_score:  # not even wholly at home would this one, or a farther one, be better
                break
            if any(map(box.overlaps, names)) or not all(map(self.frame.holds, box.corners)):
                continue
            headed, middle = with_head(box), box.middle
            if any(map(headed.overlaps, closed)):
                continue
            if reach and any(map(reach(box).overlaps, reached)):
                continue
            score = -away - 45 * sum(map(box.overlaps, marks)) if marks else -away
            for other, high in flags:
                if headed.overlaps(high):
                    score -= 170 if box.overlaps(other) else 60
            if score + 100 <= best_score:
                continue
            foot = Box(middle[0] - width / 3, box.bottom - 8, width * 2 / 3, 8)
            score += 60 * ground.share(box) + 40 * ground.share(foot)
            if score > best_score:
                score -= sum(60 * land.share(box) + 80 * land.share(foot) for land in abroad)
            if score > best_score:
                best, best_score = box, score
        return best


def with_head(flags: Box) -> Box:
    """The room of flags with that above them: where numbers of strength stand, and as far as they reach on a wall."""
    return Box(flags.x, flags.y - HEAD, flags.width, flags.height + HEAD)


def narrowed(room: Box, number: int) -> Box:
    """The part of the room for two that a single flag takes."""
    width = flag_rows(number)[0]
    return Box(room.middle[0] - width / 2, room.y, width, room.height)


def on_a_wall(flags: Box) -> Box:
    """The room that these flags take where they are drawn larger: they grow from the foot."""
    wide, high = flags.width * WALL_FLAG, flags.height * WALL_FLAG
    return Box(flags.middle[0] - wide / 2, flags.bottom - high, wide, high)


def _as_it_is(flags: Box) -> Box:
    return flags


FLAGS_IN_A_ROW = 6
ROW = BANNER.height + 1


def flag_rows(number: int) -> tuple[float, float]:
    """How wide and high so many flags are together."""
    rows = -(-number // FLAGS_IN_A_ROW)
    return min(number, FLAGS_IN_A_ROW) * BANNER.width, (rows - 1) * ROW + BANNER.height


def _places_around(label: Box, width: float, height: float, far: float) -> list[tuple[float, Box]]:
    """Boxes around a label, from touching it to so far off, the nearest first, with their distances."""
    x, y = label.middle
    found = []
    for row in range(int((label.height + height + 2 * far) // 5)):
        for column in range(int((label.width + width + 2 * far) // 5)):
            left, top = label.x - width - far + column * 5, label.y - height - far + row * 5
            away = 0.85 * hypot(left + width / 2 - x, 0.8 * (top + height / 2 - y))
            found.append((away, Box(left, top, width, height)))
    return sorted(found, key=lambda place: place[0])


def _with_flags(label: Box) -> Iterable[tuple[Box, Box]]:
    """A label moved aside for two flags above it, to its left or to its right, and the box around both."""
    wide, high = flag_rows(2)
    width, height = max(label.width, wide), label.height + high
    above = Box(label.middle[0] - width / 2, label.y - high / 2, width, height)
    yield Box(label.x, label.y + high / 2, label.width, label.height), above
    tall = max(label.height, high)
    for side in (-1, 1):
        moved = Box(label.x - side * wide / 2, label.y, label.width, label.height)
        yield moved, Box(label.x - wide / 2, label.middle[1] - tall / 2, label.width + wide, tall)


def _label_box(name: str, size: float, middle: Point) -> Box:
    width = max(text_width(name, size), 2.1 * size * CODE_SIZE) + 2
    height = size * (1 + CODE_SIZE)
    return Box.about(middle, width, height)
