"""Which words of the map are written at which size of it: few and large at first, more when one looks closer.

A word keeps its size on the screen while the map grows under it. ``STEPS`` are the scales (pixels to a unit) from
which on more is written; at each, every word that is there has room: on no other word, castle or town, and within the
sheet. A word that has once appeared stays. Codes of holders come first, those of the
largest provinces before others, then names, then towns, neighbours and roads. A wall, which nobody can come closer
to, has a choice of its own, in which a code that has no room below its name takes the name's place.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from typing import Literal, Protocol

from control.kernel.drawing.shapes import Box, Point
from control.kernel.drawing.words.labels import CODE_DROP, WALL_FLAG, View, text_width, with_head
from control.kernel.values import dataclass

STEPS = (0.34, 0.45, 0.56, 0.68, 0.85, 1.05, 1.35, 1.7, 2.2, 3.0, 4.5)
NAME, SMALL = 12.0, 11.3  # pixels, from which each step's lettering starts: provinces and codes; towns and roads
WALL_CODE, WALL_NAME = 20.0, 15.0  # units: 30 and 22 pixels on a projector of 1920
A_CODE = "HHH"  # as wide as codes are
LIFT = 0.7  # of its size: how far a code rises into the place of its name
NUMBERS = 0.85  # pixels to a unit: from here on the strength of forces is written
AT_HOME = 0.5  # so much of a word must lie on its own land

Kind = Literal["code", "name", "small"]


class TownLike(Protocol):
    """A place with its name beside it."""

    @property
    def key(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def at(self) -> Point: ...
    @property
    def name_at(self) -> Point: ...
    @property
    def anchor(self) -> Literal["start", "end"]: ...


@dataclass(frozen=True)
class Word:
    """A word of a sheet: ``at`` its base line, which for a code is that of the name above it. It lies on its own land
    unless it is ``free`` to lie elsewhere."""

    kind: Kind
    key: str
    text: str
    at: Point
    anchor: Literal["start", "middle", "end"] = "middle"
    free: bool = False

    def box(self, size: float, lifted: bool = False) -> Box:
        """The room it takes in this size; a code may be ``lifted`` to where the name would be."""
        width = text_width(self.text, size) * (1.1 if self.kind == "code" else 1)
        left = self.at[0] - width * {"start": 0.0, "middle": 0.5, "end": 1.0}[self.anchor]
        drop = 0.0 if self.kind != "code" else CODE_DROP - LIFT if lifted else CODE_DROP
        return Box(left, self.at[1] + (drop - 0.74) * size, width, size * (0.78 if self.kind == "code" else 0.92))


@dataclass(frozen=True)
class Lettering:
    """The words of a sheet, and from which step on each is written (none: never); ``wall`` those that are on a wall,
    how large, and whether lifted."""

    words: Sequence[Word]
    first: Mapping[Word, int]
    wall: Mapping[Word, tuple[float, bool]]
    known: Mapping[tuple[Kind, str], Word] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "known", {(word.kind, word.key): word for word in self.words})

    def tag(self, kind: Kind, key: str, standing: Sequence[Box] = ()) -> str:
        """The classes of a word: ``f3`` from the fourth step on, ``w`` or ``w2`` on a wall (large or less), ``up`` if
        it is lifted there. Where flags are ``standing`` it waits for the first step at which it is clear of them."""
        word = self.known[kind, key]
        first = self.first.get(word, len(STEPS))
        while first < len(STEPS) and any(map(word.box(size_at(kind, first)).overlaps, standing)):
            first += 1
        size, lifted = self.wall.get(word, (0.0, False))
        if not size or any(map(word.box(size, lifted).overlaps, standing)):
            return f"f{first}"
        return f"f{first} {'w' if size == WALL_CODE else 'w2'}{' up' if lifted else ''}"


def size_at(kind: Kind, step: int) -> float:
    """How large a word is written from a step on, in units."""
    return round((SMALL if kind == "small" else NAME) / STEPS[step], 2)


def lettering(view: View, towns: Sequence[TownLike], castles: Sequence[Box], roads: Sequence[Word] = ()) -> Lettering:
    """The words of a view and when each is written; ``castles`` and the marks of towns are left free."""
    by_size = sorted(view.labels, key=lambda key: (-view.ground[key].box.width, key))
    own = [(key, label.name_at, bool(label.leader)) for key in by_size for label in (view.labels[key],)]
    codes = [Word("code", key, A_CODE, at, free=free) for key, at, free in own]
    names = [Word("name", key, view.names[key], at, free=free) for key, at, free in own]
    small = [Word("small", town.key, town.name, town.name_at, town.anchor, free=True) for town in towns]
    small += [Word("small", key, view.others[key], label.name_at) for key, label in view.neighbours.items()]
    words = [*codes, *names, *small, *roads]
    marks = [*castles, *(Box(town.at[0] - 3, town.at[1] - 3, 6, 6) for town in towns)]

    def fits(word: Word, box: Box, taken: Iterable[Box]) -> bool:
        if not all(map(view.frame.holds, box.corners)) or any(map(box.overlaps, (*marks, *taken))):
            return False
        return word.free or view.ground[word.key].share(box) >= AT_HOME

    first: dict[Word, int] = {}
    for step in range(len(STEPS)):
        taken: list[Box] = []
        for word in (*first, *(word for word in words if word not in first)):
            box = word.box(size_at(word.kind, step))
            if fits(word, box, taken):
                first.setdefault(word, step)
                taken.append(box)
            else:  # a smaller code moves up to its name, and so perhaps to another word
                first.pop(word, None)

    wall: dict[Word, tuple[float, bool]] = {}
    flags = list(
        map(with_head, view.banners.values())
    )  # they may stand there at any time; where they do not, it is free
    looks = ((WALL_CODE, False), (WALL_CODE, True), (WALL_NAME, False), (WALL_NAME, True))
    for some, sizes, off in ((codes, looks, flags), (codes, looks, []), (names, looks[2:3], flags)):
        for word in (word for word in some if word not in wall):
            written = [one.box(*look) for one, look in wall.items()]
            free = (look for look in sizes if fits(word, word.box(*look), (*off, *written)))
            if look := next(free, None):
                wall[word] = look
    return Lettering(words, first, wall)


def style() -> str:
    """The rules that write each step's words in its size, and hide those of later steps. A wall that is no wider than a
    hand is a phone: there the first step's rules hold."""
    wall = [
        ".wall :is(.name,.code,.town,.neighbour,.road-name):not(.w,.w2){visibility:hidden}",
        f".wall .w{{font-size:{WALL_CODE:g}px}}.wall :is(.w2,.caption){{font-size:{WALL_NAME:g}px}}",
        f".wall .rank{{transform:scale({WALL_FLAG:g})}}",
        f".wall .up{{transform:translateY(-{LIFT:g}em)}}",
    ]
    # Numbers of strength are as large as small words, from the step on at which they have room beside one another.
    steps = [
        f".s{step} .strength{{{'visibility:hidden' if STEPS[step] < NUMBERS else f'transform:scale({size / 8:.2f})'}}}"
        for step in range(len(STEPS))
        for size in (min(8.0, SMALL / STEPS[step]) if STEPS[step] > 1.3 else SMALL / STEPS[step],)
    ]
    shown = [
        f"font-size:{SMALL / from_here:.2f}px" if from_here >= NUMBERS else "visibility:hidden" for from_here in STEPS
    ]
    steps += [f".s{step} .claimer{{{how}}}" for step, how in enumerate(shown)]
    steps += [rule for step in range(len(STEPS)) for rule in _rules(f".s{step}", step)]
    return "\n".join(
        (
            *steps,
            f"@media (min-width:641px){{{''.join(wall)}}}",
            f"@media (max-width:640px){{{''.join(_rules('.wall', 0))}}}",
        )
    )


def _rules(where: str, step: int) -> Iterable[str]:
    later = ",".join(f"{where} .f{one}" for one in range(step + 1, len(STEPS) + 1))
    yield f"{later}{{visibility:hidden}}"
    yield f"{where} :is(.name,.code,.caption){{font-size:{size_at('name', step):g}px}}"
    yield f"{where} :is(.town,.neighbour,.road-name){{font-size:{size_at('small', step):g}px}}"
