"""Counters to cut out (handbook 3, 5 and 6): troops, generals, flags, hostages, works, wounds, rice and cash.

They lie on a grid of 13 mm, so that a counter of 1,000 men lies in a cell of an army card and a knife goes straight
through a sheet. What is worth more is larger; crest and letters tell the clans apart where colours do not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import accumulate, groupby
from zlib import crc32

from control.kernel.drawing.marks.crests import crest
from control.kernel.drawing.marks.signs import Sign
from control.kernel.drawing.marks.symbols import buildings, castle, fortress
from control.kernel.drawing.shapes import Box, Group, Shape
from control.kernel.drawing.shapes import Ink as ShapeInk
from control.kernel.values import dataclass
from printouts import flow
from printouts.drawing import paint
from printouts.paper import (
    A4,
    ACCENT,
    BOLD,
    GREY,
    LEGIBLE,
    LINE,
    POINT,
    REGULAR,
    SEMIBOLD,
    SERIF_SEMIBOLD,
    Paper,
    Style,
    fitting,
    ink,
    shortened,
)
from printouts.styles import SMALL
from printouts.writing import draw_lines

CELL = 13.0  # millimetres: half an inch, and a fingertip's room in a cell of an army card
BY_VALUE = {1: (1, 1), 5: (2, 1), 10: (2, 2)}  # cells across and down
BY_KIND = {
    "wound": (1, 1), "general": (3, 1), "hostage": (3, 1), "flag": (3, 2), "castle": (2, 2), "fortress": (2, 2),
    "building": (2, 2),
}  # fmt: skip


@dataclass(frozen=True)
class Counter:
    """Counters of one sort. ``kind`` is troops, rice, cash, or one of ``BY_KIND``; ``value`` what it is worth (1, 5 or
    10), or the counters by which a castle or fortress strengthens. ``name`` is the person's, or empty for a line to
    write it on; ``note`` his role. There are ``count`` of them."""

    kind: str
    count: int = 1
    value: int = 1
    name: str = ""
    note: str = ""

    @property
    def cells(self) -> tuple[int, int]:
        """How many cells of the grid it takes, across and down."""
        return BY_KIND[self.kind] if self.kind in BY_KIND else BY_VALUE[self.value]

    @classmethod
    def coming_to(cls, kind: str, total: int, of_ten: int) -> tuple[Counter, ...]:
        """What makes up a sum of troops, rice or cash: a ten out of every ``of_ten``, fives for half of what is left,
        and ones for the rest, with which losses and payments are counted out."""
        tens = total // of_ten
        fives = (total - 10 * tens) // 10
        return cls(kind, tens, 10), cls(kind, fives, 5), cls(kind, total - 10 * tens - 5 * fives)


@dataclass(frozen=True)
class CounterSheet:
    """Counters that belong together: a clan's, or (without a bearer) what all clans share. ``about`` is printed behind
    the title, small."""

    title: str
    bearer: Sign | None
    counters: tuple[Counter, ...]
    about: str = ""


def counters(paper: Paper, sheets: Sequence[CounterSheet]) -> None:
    """The sheets one below another down pages of A4, with marks for cutting."""
    rows = [row for sheet in sheets for row in _rows(sheet)]
    paper.lay(A4)
    for page in flow.pages(rows, BOTTOM - TOP):
        if page:
            flow.draw(paper, page, TOP)
            paper.turn_page()


# --- Where they lie ---------------------------------------------------------------------------------------

COLUMNS = 14
LEFT, TOP, BOTTOM = 14.0, 13.0, 286.0
TITLE, GAP = 11.0, 3.0

HEAD = Style(SERIF_SEMIBOLD, 13)


def _rows(sheet: CounterSheet) -> Iterator[flow.Row]:
    """The title, then strips of counters of one height; room for marks where the upright cuts change."""
    if not any(one.count for one in sheet.counters):
        return
    again = flow.stacked((flow.Row(TITLE, partial(_title, sheet=sheet, again=True)), flow.Row(GAP, _nothing)))
    yield flow.Row(TITLE, partial(_title, sheet=sheet), with_next=True)
    cuts: tuple[int, ...] = ()
    for down, alike in groupby(sheet.counters, key=lambda one: one.cells[1]):
        for strip in _strips([one for one in alike for _ in range(one.count)], sheet.bearer):
            new = not set(strip.cuts) <= set(cuts)
            cuts = strip.cuts
            if new:
                yield flow.Row(GAP, _nothing, with_next=True, again=again)
            yield flow.Row(down * CELL, partial(strip.draw, marked=new), again=again)


def _strips(lot: Sequence[Counter], bearer: Sign | None) -> Iterator[_Strip]:
    """Counters of one height in strips, each as many as there is room for."""
    first = taken = 0
    for number, counter in enumerate(lot):
        if taken + counter.cells[0] > COLUMNS:
            yield _Strip(tuple(lot[first:number]), bearer)
            first, taken = number, 0
        taken += counter.cells[0]
    if lot:
        yield _Strip(tuple(lot[first:]), bearer)


def _nothing(paper: Paper, y: float) -> None:
    """Room for marks, which are the strip's below it."""


def _title(paper: Paper, y: float, sheet: CounterSheet, *, again: bool = False) -> None:
    words = f"{sheet.title}, continued" if again else sheet.title
    wide = paper.fit(LEFT, y + TITLE - 2.5, words, HEAD, 110)
    paper.fit(LEFT + wide + 3, y + TITLE - 2.5, sheet.about, SMALL, COLUMNS * CELL - wide - 3)


@dataclass(frozen=True)
class _Strip:
    """Counters of one height side by side."""

    counters: tuple[Counter, ...]
    bearer: Sign | None

    @property
    def cuts(self) -> tuple[int, ...]:
        """Where the upright cuts go, in cells from the left."""
        return tuple(accumulate((one.cells[0] for one in self.counters), initial=0))

    def draw(self, paper: Paper, y: float, *, marked: bool) -> None:
        """The counters, with marks for the level cuts beside them; for the upright ones above them where these are
        other cuts than before, and at the head of a page."""
        for cut, counter in zip(self.cuts, self.counters, strict=False):
            with paper.place(LEFT + cut * CELL, y):
                _draw(paper, counter, self.bearer)
        right = LEFT + self.cuts[-1] * CELL
        for level in (y, y + self.counters[0].cells[1] * CELL):
            paper.line(LEFT - 6, level, LEFT - 1.5, level, ink=LINE, weight=0.3)
            paper.line(right + 1.5, level, right + 6, level, ink=LINE, weight=0.3)
        if marked or y <= TOP + TITLE + GAP:
            for x in (LEFT + cut * CELL for cut in self.cuts):
                paper.line(x, y - 2.6, x, y - 0.6, ink=LINE, weight=0.3)


# --- Their faces ------------------------------------------------------------------------------------------

NOBODY = Sign("", "", "", "", "#ffffff", "#000000")


def _draw(paper: Paper, counter: Counter, bearer: Sign | None) -> None:
    """A counter and its edge. What has no name looks the same each time, and is kept once in the file."""
    bearer = bearer or NOBODY
    face = FACES[counter.kind]
    if counter.name:
        face(paper, counter, bearer)
        return
    size = counter.cells[0] * CELL, counter.cells[1] * CELL
    whose = f"{crc32(repr((counter.note, bearer)).encode()):08x}"
    paper.stamp(f"counter-{counter.kind}-{counter.value}-{whose}", size, lambda paper: face(paper, counter, bearer))


def _ground(paper: Paper, counter: Counter, colour: str = "#ffffff") -> tuple[float, float]:
    """The counter's paper in a colour, with its edge; answers with its width and height."""
    width, height = counter.cells[0] * CELL, counter.cells[1] * CELL
    paper.box(0, 0, width, height, fill=ink(colour), ink=LINE, weight=0.3)
    return width, height


def _crest(paper: Paper, x: float, y: float, side: float, bearer: Sign, colour: str) -> None:
    """The crest itself: in what is kept in the file nothing else can be kept."""
    shapes: list[Shape] = [Group(crest(bearer.crest), ShapeInk(fill=colour))]
    paint(paper, shapes, Box(x, y, side, side))


def _troops(paper: Paper, counter: Counter, bearer: Sign) -> None:
    width, height = _ground(paper, counter, bearer.colour)
    letters = ink(bearer.text_colour)
    if counter.value == 1:
        _crest(paper, 2.75, 0.9, 7.5, bearer, bearer.text_colour)
        paper.fit(1, height - 1.2, bearer.code, Style(BOLD, 7.5, letters), 8)
        paper.text(width - 1, height - 1.2, "1", Style(BOLD, 9, letters), "right")
    elif counter.value == 5:
        _crest(paper, 1.2, 1.2, height - 2.4, bearer, bearer.text_colour)
        paper.text(width - 6, 7.8, "5", Style(BOLD, 20, letters), "centre")
        paper.fit(width - 6, height - 1.4, bearer.code, Style(BOLD, 8, letters), 10.5, "centre")
    else:
        _crest(paper, (width - 16) / 2, 1.2, 16, bearer, bearer.text_colour)
        paper.fit(1.8, height - 2.2, bearer.code, Style(BOLD, 11, letters), 13)
        paper.text(width - 1.8, height - 2.2, str(counter.value), Style(BOLD, 20, letters), "right")


NAME = Style(SEMIBOLD, 9.5, spacing=1.05)
ROLE = Style(REGULAR, 7.5, GREY, spacing=1.05)


def _legible(words: str, style: Style, room: float, lines: int, most: int, end: str = "") -> tuple[Style, list[str]]:
    """The words and their end in so many lines, or in more of them (together hardly higher), up to the most there is
    room for, before they are too small to read. What has no room then is left out of the words, not of their end."""
    found, high = fitting(words + end, style, room, lines), lines * style.size
    while found[0].size < LEGIBLE and lines < most:
        lines += 1
        found = fitting(words + end, style.at(max(LEGIBLE, high / lines)), room, lines)
    return found if found[0].size >= LEGIBLE else shortened(words, style, room, lines, end)


def _name(paper: Paper, x: float, name: str, room: float) -> float:
    """Somebody's name at the head of his counter; answers with the baseline of its last line."""
    style, lines = _legible(name, NAME, room, 2, 3)
    first = 1.2 + style.size * 0.9 * POINT
    draw_lines(paper, x, first, lines, style)
    return first + (len(lines) - 1) * style.leading


def _general(paper: Paper, counter: Counter, bearer: Sign) -> None:
    width, height = _ground(paper, counter)
    paper.box(0, 0, height, height, fill=ink(bearer.colour), ink=LINE, weight=0.3)
    _crest(paper, 1.2, 1.2, height - 2.4, bearer, bearer.text_colour)
    room = width - height - 3
    last = _name(paper, height + 1.6, counter.name, room)
    number, most = 2 if last < 4.3 else 1, int((height - 1.5 - last) / ROLE.at(LEGIBLE).leading)
    end = f" · {bearer.code}" if counter.note else bearer.code
    style, lines = _legible(counter.note, ROLE, room, number, max(number, most), end)
    draw_lines(paper, height + 1.6, height - 1.5 - (len(lines) - 1) * style.leading, lines, style)


def _hostage(paper: Paper, counter: Counter, bearer: Sign) -> None:
    """The crest is not on the clan's colour but in a frame: he is in the hands of others."""
    width, height = _ground(paper, counter)
    paper.box(1.2, 1.2, height - 2.4, height - 2.4, ink=ink("#000000"), weight=1.2)
    _crest(paper, 2.4, 2.4, height - 4.8, bearer, "#000000")
    room = width - height - 3
    if counter.name:
        _name(paper, height + 1.6, counter.name, room)
    else:
        paper.line(height + 1.6, 6.6, width - 1.6, 6.6, ink=LINE, weight=0.5)
    paper.fit(height + 1.6, height - 1.5, _together("Hostage", bearer.code), ROLE.at(8), room)


def _flag(paper: Paper, counter: Counter, bearer: Sign) -> None:
    width, height = _ground(paper, counter)
    side = 22.0
    paper.box(0, 0, side, height, fill=ink(bearer.colour), ink=LINE, weight=0.3)
    _crest(paper, 2, (height - 18) / 2, 18, bearer, bearer.text_colour)
    room = width - side - 3
    style, lines = _legible(bearer.name, Style(SERIF_SEMIBOLD, 11, spacing=1.05), room, 3, 5)
    draw_lines(paper, side + 1.6, 6, lines, style)
    below = 6 + len(lines) * style.leading
    paper.fit(side + 1.6, below + 1.2, bearer.kanji, Style(REGULAR, 10), room)
    paper.fit(side + 1.6, height - 2, bearer.code, Style(BOLD, 11), room)


SIGNS: dict[str, Callable[[], Shape]] = {
    "castle": lambda: castle((0, 0), ""),
    "fortress": lambda: fortress((0, 0), ""),
    "building": lambda: buildings((0, 0), "", ("",), ""),
}


def _work(paper: Paper, counter: Counter, bearer: Sign) -> None:
    width, height = _ground(paper, counter)
    foot = 8.0
    paint(paper, [SIGNS[counter.kind]()], Box(5.5, 1.2, 15, 13), Box(-7.6, -7.2, 15.2, 14))
    paper.fit(width / 2, height - foot - 1.2, counter.kind.capitalize(), Style(SEMIBOLD, 7.5), width - 2, "centre")
    paper.box(0, height - foot, width, foot, fill=ink(bearer.colour), ink=LINE, weight=0.3)
    letters = ink(bearer.text_colour)
    _crest(paper, 0.9, height - foot + 0.9, foot - 1.8, bearer, bearer.text_colour)
    paper.fit(foot + 0.4, height - 2.6, bearer.code, Style(BOLD, 9, letters), 8.5)
    if counter.value:
        paper.text(width - 1.2, height - 2.6, f"+{counter.value}", Style(BOLD, 10.5, letters), "right")


def _wound(paper: Paper, counter: Counter, bearer: Sign) -> None:
    width, height = _ground(paper, counter)
    paper.text(width / 2, 8, "傷", Style(BOLD, 18, ACCENT), "centre")
    paper.text(width / 2, height - 1.4, "Wound", Style(BOLD, 7.5), "centre")


GOODS = {"rice": ("米", "#ffffff"), "cash": ("銭", "#e3e3e3")}


def _goods(paper: Paper, counter: Counter, bearer: Sign) -> None:
    """Rice on white, cash on grey in a double edge: nobody takes one for the other, in the dark either."""
    sign, colour = GOODS[counter.kind]
    width, height = _ground(paper, counter, colour)
    if counter.kind == "cash":
        paper.box(0.7, 0.7, width - 1.4, height - 1.4, ink=ink("#000000"), weight=0.5)
    word = counter.kind.capitalize()
    if counter.value == 1:
        paper.text(1.2, 7.6, sign, Style(BOLD, 15))
        paper.text(width - 1.6, 7.4, "1", Style(BOLD, 14), "right")
        paper.text(width / 2, height - 1.6, word, Style(SEMIBOLD, 7.5), "centre")
    elif counter.value == 5:
        paper.text(1.8, 9.6, sign, Style(BOLD, 24))
        paper.text(width - 2.4, 7.8, "5", Style(BOLD, 20), "right")
        paper.text(width - 2.4, height - 1.9, word, Style(SEMIBOLD, 8), "right")
    else:
        paper.text(width / 2, 14, sign, Style(BOLD, 36), "centre")
        paper.text(2, height - 2.4, word, Style(SEMIBOLD, 9.5))
        paper.text(width - 2, height - 2.4, str(counter.value), Style(BOLD, 20), "right")


def _together(*words: str) -> str:
    return " · ".join(filter(None, words))


FACES: dict[str, Callable[[Paper, Counter, Sign], None]] = {
    "troops": _troops, "general": _general, "hostage": _hostage, "flag": _flag, "castle": _work, "fortress": _work,
    "building": _work, "wound": _wound, "rice": _goods, "cash": _goods,
}  # fmt: skip
