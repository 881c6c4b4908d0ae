"""The day's timetable (handbook 2): when which season begins, the breaks, and the parts of a season."""

from __future__ import annotations

from control.kernel.values import dataclass
from printouts import flow
from printouts.paper import (
    A4,
    ACCENT,
    BOLD,
    GREY,
    LINE,
    REGULAR,
    SEMIBOLD,
    SERIF_BOLD,
    TINT,
    Paper,
    Style,
)


@dataclass(frozen=True)
class Slot:
    """A season, or a break: from when (HH:MM), what it is called, its minutes."""

    at: str
    name: str
    minutes: int
    is_break: bool = False


@dataclass(frozen=True)
class Part:
    """A part of a season: its minutes, and what players must know of it."""

    name: str
    minutes: int
    note: str


@dataclass(frozen=True)
class Timetable:
    """The day as it is planned. ``ends`` is when the last season should be over (HH:MM)."""

    game: str
    slots: tuple[Slot, ...]
    ends: str
    parts: tuple[Part, ...]
    winter: str


LEFT, RIGHT = 24.0, A4[0] - 24.0
TOP, BOTTOM = 52.0, 270.0
TIME = Style(BOLD, 18)
NAME = Style(REGULAR, 18)
PAUSE = Style(SEMIBOLD, 14, GREY)
LOW, HIGH = 11.0, 15.0  # millimetres a line of the day is high, as many as there are of them
SMALL = Style(REGULAR, 10.5)
SECOND = 108.0  # millimetres: where the second column begins


def timetable(paper: Paper, found: Timetable) -> None:
    """One sheet; a day of very many seasons goes on on the next."""
    slots = (*found.slots, Slot(found.ends, "End", 0))
    height = min(HIGH, max(LOW, (BOTTOM - TOP) / len(slots)))
    rows = [slot_row(slot, height) for slot in slots]
    paper.lay(A4)
    for number, page in enumerate(flow.pages(rows, BOTTOM - TOP)):
        paper.fit(LEFT, 26, found.game, Style(SEMIBOLD, 11, ACCENT), RIGHT - LEFT)
        paper.text(LEFT, 38, "The day", Style(SERIF_BOLD, 30))
        paper.line(LEFT, 44, RIGHT, 44, weight=1)
        flow.draw(paper, page, TOP)
        if number == 0:
            season(paper, found)
        paper.turn_page()


def slot_row(slot: Slot, height: float) -> flow.Row:
    """A season or a break with its time."""

    def drawn(paper: Paper, y: float) -> None:
        if slot.is_break:
            paper.box(LEFT - 2, y, SECOND - LEFT - 8, 9.6, fill=TINT, ink=None)
        paper.text(LEFT, y + 7, slot.at, TIME)
        name = f"{slot.name}, {slot.minutes} min" if slot.is_break else slot.name
        paper.fit(LEFT + 22, y + 7, name, PAUSE if slot.is_break else NAME, SECOND - LEFT - 34)

    return flow.Row(height, drawn)


def season(paper: Paper, found: Timetable) -> None:
    """What a season is made of, beside the day."""
    y = TOP + 6
    room = RIGHT - SECOND
    paper.line(SECOND - 6, TOP, SECOND - 6, BOTTOM - 2, ink=LINE, weight=0.4)
    paper.fit(SECOND, y, "Spring, summer, autumn", Style(SERIF_BOLD, 15), room)
    y += 9
    for part in found.parts:
        paper.text(SECOND, y, f"{part.minutes} min", Style(BOLD, 12))
        paper.fit(SECOND + 18, y, part.name, Style(SEMIBOLD, 12), room - 18)
        y = paper.block(SECOND + 18, y + 5, part.note, SMALL, room - 18, 3) + 3.5
    paper.fit(SECOND, y + 5, "Winter", Style(SERIF_BOLD, 15), room)
    paper.block(SECOND, y + 12, found.winter, SMALL, room, 8)
