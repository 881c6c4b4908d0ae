"""``covert.toml``: the numbers of covert work (R37), for umpires' eyes only."""

from __future__ import annotations

from itertools import pairwise
from typing import Annotated

from control.kernel.scenarios.cells import whole
from control.kernel.scenarios.folder import Folder
from control.kernel.scenarios.sheets import sheet_in
from control.kernel.typed import Order
from control.sengoku.rules.covert import KINDS, PRINTED, CovertTable

FILE = "covert.toml"
Needed = Annotated[int, whole(2, 30, "a difficulty")]
Short = Annotated[int, whole(0, 20, "what may be missing")]


class Difficulties(Order):
    """What is needed, by kind."""

    spy: Needed
    counter_spy: Needed
    bribe: Needed
    assassin: Needed
    other: Needed


class Guarded(Order):
    """What is needed instead against the head of a clan, the Shogun or the Emperor."""

    spy: Needed | None = None
    counter_spy: Needed | None = None
    bribe: Needed | None = None
    assassin: Needed | None = None
    other: Needed | None = None


class Share(Order):
    """What money adds from so many points on."""

    points: Annotated[int, whole(1, 999, "the points paid")]
    adds: Annotated[int, whole(0, 12, "what the money adds")]


class ShortBy(Order):
    """How much may be missing from the difficulty for each outcome."""

    part: Short
    nothing: Short
    false_report: Short


class Umpires(Order):
    """What the umpire may add, and what else is fixed."""

    modifier: Annotated[int, whole(0, 12, "what the umpire may add")]
    client_known: Annotated[int, whole(0, 12, "both dice together")]
    counter_spies: Annotated[int, whole(0, 12, "what counter-spies add")]
    old: Annotated[int, whole(1, 40, "how many seasons an old report lies back")]


class CovertSheet(Order):
    """The whole file."""

    difficulty: Difficulties
    guarded: Guarded
    money: list[Share]
    short_by: ShortBy
    umpire: Umpires


def read_covert(folder: Folder) -> CovertTable:
    """The numbers, with what is wrong noted. A scenario without the file plays by those of R37: a game that was begun
    before there was one carries none."""
    parsed = sheet_in(folder, FILE, CovertSheet) if FILE in folder.files else None
    if parsed is None:
        return PRINTED
    sheet, note = parsed
    shares = [(one.points, one.adds) for one in sheet.money]
    for spot, (before, after) in enumerate(pairwise(shares), start=1):
        if after[0] <= before[0] or after[1] < before[1]:
            field = f"money.{spot}.{'points' if after[0] <= before[0] else 'adds'}"
            note(field, "more points stand after fewer, and add no less.")
    order = [sheet.short_by.part, sheet.short_by.nothing, sheet.short_by.false_report]
    if order != sorted(order):
        note("short_by.part", "part is no more than nothing, nothing no more than false_report.")
    guarded = {kind: needed for kind in KINDS if (needed := getattr(sheet.guarded, kind)) is not None}
    return CovertTable(
        difficulty={kind: getattr(sheet.difficulty, kind) for kind in KINDS},
        guarded=guarded,
        money=tuple(shares),
        short_by=sheet.short_by.model_dump(),
        **sheet.umpire.model_dump(),
    )
