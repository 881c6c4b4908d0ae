"""The Map Umpire's log of a season: every army's way phase by phase, to be ticked as it is walked, and who met whom.

It carries the size of every army, so every page says that it is for umpires only.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from control.kernel.values import dataclass
from printouts import flow
from printouts.listing import Boxes, Cell, Column, Head, Section, Shut, Write, lines_to_write, room, row_of, sheets
from printouts.paper import A4_LEVEL, Paper
from printouts.styles import BODY, FACT_STRONG, FINE, STRONG

PHASES = 4
OUTCOMES = ("pass", "parley", "battle")
BLANK_MEETINGS = 6
BLANK_LINES = 5


@dataclass(frozen=True)
class Leg:
    """A phase of an army: ``shut`` where it may not move, else the province it enters by its order ("" where it enters
    none), and whether it has."""

    shut: bool
    province: str = ""
    walked: bool = False


@dataclass(frozen=True)
class March:
    """An army: its code, whose it is, who leads it, counters of 1,000 men, where the season began for it, its four
    phases, and what else must be known."""

    code: str
    clan_code: str
    general: str
    experience: int
    troops: int
    began: str
    phases: tuple[Leg, ...]
    note: str = ""


@dataclass(frozen=True)
class Meeting:
    """An encounter, or a battle it became: the phase, where, who, how it was settled ("" while it is open) and what
    came of it."""

    phase: int
    province: str
    who: str
    outcome: str
    result: str = ""


@dataclass(frozen=True)
class MapLog:
    """The log of a season; in winter no army moves."""

    when: str
    winter: bool
    marches: tuple[March, ...]
    meetings: tuple[Meeting, ...]


MARCHES = (
    Column("Army", 15, FACT_STRONG),
    Column("Clan", 12, STRONG),
    Column("General", 42),
    Column("Exp.", 10, BODY, "centre"),
    Column("Counters", 18, FACT_STRONG, "right"),
    Column("Began in", 26),
    *(Column(f"Phase {number}", 25) for number in range(1, PHASES + 1)),
    Column("Left", 14),
    Column("Note", 36, FINE),
)
MEETINGS = (
    Column("Phase", 16, STRONG, "centre"),
    Column("Province", 36, STRONG),
    Column("Who met", 92),
    Column("Settled", 58),
    Column("What came of it", 71),
)


def map_log(paper: Paper, log: MapLog) -> None:
    """The log, on A4 level, as many pages as it needs."""
    head = Head(
        "For Map Control only: the size of every army is on it",
        "Map log",
        log.when,
        "Tick each phase as it is walked; what was settled is entered in the control room.",
    )
    met = chain(
        chain.from_iterable(map(meeting_rows, log.meetings)),
        row_of_blanks(BLANK_MEETINGS),
    )
    sections = [
        Section(
            "Armies",
            MARCHES,
            tuple(chain.from_iterable(march_rows(one) for one in log.marches)),
            "Winter: no army moves (R18)." if log.winter else "No army stands on the map.",
        ),
        Section("Meetings and battles", MEETINGS, tuple(met)),
        Section("Rulings and remarks", (), lines_to_write(BLANK_LINES, room(A4_LEVEL))),
    ]
    sheets(paper, head, sections, A4_LEVEL)


def march_rows(march: March) -> tuple[flow.Row, ...]:
    """An army."""
    legs: list[Cell] = [Shut() if leg.shut else Boxes((leg.province,), (leg.walked,)) for leg in march.phases]
    return row_of(
        MARCHES,
        (
            march.code,
            march.clan_code,
            march.general,
            str(march.experience),
            f"{march.troops:,}",
            march.began,
            *legs,
            Write(),
            march.note,
        ),
        8,
    )


def meeting_rows(met: Meeting) -> tuple[flow.Row, ...]:
    """An encounter; an open one with boxes for how it is settled."""
    settled: Cell = met.outcome or Boxes(OUTCOMES)
    return row_of(MEETINGS, (str(met.phase), met.province, met.who, settled, met.result or Write()), 8)


def row_of_blanks(count: int) -> Iterator[flow.Row]:
    """Rows for what happens after the printing."""
    for _ in range(count):
        yield from row_of(MEETINGS, (Write(), Write(), Write(), Boxes(OUTCOMES), Write()), 9)
