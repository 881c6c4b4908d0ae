"""The clock of a stretch of the game and the plan of the day: what they say at a moment. The clock fires no rule.

Its stages follow one another by themselves, as they would by the watch of a tired umpire; after the last one
time counts on below nothing. Lengths and what is left are whole seconds, times of the day seconds after midnight.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import islice

from control.kernel.values import dataclass

WARNING = 120
"""So many seconds before the end of a stage everybody is warned."""

LONGEST = 600
"""So many minutes a stage lasts at most, by the scenario, the clock and what is typed of it; every face has room."""

MOST_BREAKS = 8

GRACE = 300
"""A stretch that would end so little after the planned end is played all the same."""


@dataclass(frozen=True)
class Reading:
    """Where the clock is: the stage, counted from 0, and the seconds it has left; below 0 once the last is over."""

    stage: int
    left: int

    @property
    def warning(self) -> bool:
        """Whether the end of the stage is near."""
        return 0 < self.left <= WARNING

    @property
    def up(self) -> bool:
        """Whether the time of the stretch is up; only the last stage can run out without another beginning."""
        return self.left <= 0

    @property
    def spoken(self) -> str:
        """The time as people read it: "4:32", or "over by 1:20"."""
        return spoken(self.left)


def spoken(seconds: int) -> str:
    """Seconds as people read them: "4:32", or "over by 1:20"."""
    shown = f"{abs(seconds) // 60}:{abs(seconds) % 60:02}"
    return shown if seconds >= 0 else f"over by {shown}"


def elapsed(since: str | None, now: datetime) -> float:
    """Seconds since a moment as the journal keeps it; none while the clock stands, nor if the moment is yet to come
    (the server's clock was set back)."""
    return max(0.0, (now - datetime.fromisoformat(since)).total_seconds()) if since else 0.0


def read(stage: int, left: int, gone: float, lengths: Sequence[int]) -> Reading:
    """Where a clock is that had ``left`` seconds of ``stage`` when it was set, ``gone`` seconds ago.

    A second that has begun counts as a whole one: five minutes show as 5:00 until the first second is over.
    """
    stage = min(stage, len(lengths) - 1)
    left = math.ceil(left - gone)
    while left <= 0 and stage + 1 < len(lengths):
        stage += 1
        left += lengths[stage]
    return Reading(stage, left)


def rest(reading: Reading, lengths: Sequence[int]) -> int:
    """The seconds until the stretch ought to end."""
    return max(0, reading.left) + sum(lengths[reading.stage + 1 :])


# --- The plan of the day ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Pause:
    """A break in the plan: when it is meant to begin, and its length. It waits for the end of a stretch."""

    name: str
    at: int
    length: int


def unfit(breaks: Sequence[Pause], begins: int, ends: int) -> tuple[int, str] | None:
    """Which of the breaks that were wanted (by its spot) does not fit into the day, and why; None if all do."""
    if len(breaks) > MOST_BREAKS:
        return MOST_BREAKS, f"A day has at most {MOST_BREAKS} breaks."
    free, before = begins, ""
    for spot, one in sorted(enumerate(breaks), key=lambda found: found[1].at):
        if one.at < free and before:
            return spot, f"{one.name} begins at {time_of(one.at)}, but {before} lasts until {time_of(free)}."
        if not begins < one.at < ends:
            day = f"{time_of(begins)} to {time_of(ends)}"
            return spot, f"{one.name} at {time_of(one.at)} does not lie within the day, {day}."
        free, before = one.at + one.length, one.name
    return None


@dataclass(frozen=True)
class Slot:
    """The time of a stretch, and the breaks that are held before it."""

    begins: int
    ends: int
    pauses: tuple[Pause, ...] = ()


def slots(begins: int, length: int, pauses: Sequence[Pause]) -> Iterator[Slot]:
    """Stretch after stretch, without an end. No stretch is cut: a break begins when the stretch before it is over."""
    waiting = sorted(pauses, key=lambda pause: pause.at)
    at = begins
    while True:
        held = []
        while waiting and waiting[0].at <= at:
            held.append(waiting.pop(0))
            at += held[-1].length
        yield Slot(at, at + length, tuple(held))
        at += length


@dataclass(frozen=True)
class Gap:
    """What lies before a stretch: when the one before was closed, if that was seen today, and when it really began, if
    it has."""

    closed: int | None
    begun: int | None


@dataclass(frozen=True)
class Outlook:
    """The day as planned and as it goes. ``planned`` begins with the day's first stretch, ``expected`` with the current
    one and all breaks that were held before it. ``late`` is how much later than planned the current stretch will end,
    but for breaks that are held before it and not after it, or the other way round; below 0, earlier. ``fits`` is
    whether that is still within the day."""

    planned: tuple[Slot, ...]
    expected: tuple[Slot, ...]
    late: int
    fits: bool

    @property
    def more_fit(self) -> int:
        """How many stretches still fit in after the current one."""
        return len(self.expected) - 1


def outlook(
    begins: int,
    ends: int,
    length: int,
    pauses: Sequence[Pause],
    spot: int,
    now: int,
    gaps: Sequence[Gap],
    rest: int,
) -> Outlook:
    """How the day goes while its stretch ``spot`` (from 0) is on. ``gaps`` are those before each stretch of the day so
    far, the last of them before this one; ``rest`` is what it has left. A break that was put off begins when the
    stretch before is closed."""
    plan = list(islice(slots(begins, length, pauses), spot + 1))
    in_order = sorted(pauses, key=lambda pause: pause.at)
    closed, begun = gaps[-1].closed, gaps[-1].begun
    held = held_in(in_order, gaps)
    if begun is None:
        start = max(now, plan[spot].begins)
        held = held_in(in_order, gaps[:-1])
        for one in in_order[len(held) :]:
            at = max(one.at, closed or 0)
            if at <= start:  # nor does it begin in a break that goes on, or in one that follows on that
                start = max(start, at + one.length)
                held.append(one)
                closed = at + one.length
        end = start + rest
    else:
        start, end = begun, now + rest
    moved = lasting(held) - lasting(one for slot in plan for one in slot.pauses)
    ahead = [Slot(start, end, tuple(held))]
    for slot in slots(end, length, in_order[len(held) :]):
        if slot.ends > ends + GRACE:
            break
        ahead.append(slot)
    planned = []
    for number, slot in enumerate(slots(begins, length, pauses)):
        if number > spot and slot.ends > ends + GRACE:
            break
        planned.append(slot)
    return Outlook(tuple(planned), tuple(ahead), end - plan[spot].ends - moved, end <= ends + GRACE)


def held_in(pauses: Iterable[Pause], gaps: Sequence[Gap]) -> list[Pause]:
    """Which breaks were held in these gaps: those of which at least half had passed in one. Else a break was put off,
    and is held after the next stretch. None begins before the stretch in its way is closed, or in another break."""
    waiting = sorted(pauses, key=lambda pause: pause.at)
    held = []
    for gap in gaps:
        free = gap.closed or 0
        while gap.begun is not None and waiting and max(waiting[0].at, free) + waiting[0].length / 2 <= gap.begun:
            free = max(waiting[0].at, free) + waiting[0].length
            held.append(waiting.pop(0))
    return held


def lasting(pauses: Iterable[Pause]) -> int:
    """How long these breaks are together."""
    return sum(one.length for one in pauses)


def plan_in_words(begins: str, ends: str, breaks: Iterable[Mapping[str, object]]) -> str:
    """A plan as people say it."""
    held = "".join(f", {one['name']} at {one['at']} ({one['minutes']} min)" for one in breaks)
    return f"{begins} to {ends}{held}"


def seconds_of(time: str) -> int | None:
    """Seconds after midnight of a time such as "9:30" or "09.30"; None if it is none."""
    found = re.fullmatch(r"([01]?\d|2[0-3])[:.]([0-5]\d)", time.strip())
    return int(found[1]) * 3600 + int(found[2]) * 60 if found else None


def time_of(seconds: int) -> str:
    """A time of the day as people write it: "09:30"; after midnight it begins anew."""
    minutes = seconds // 60 % (24 * 60)
    return f"{minutes // 60:02}:{minutes % 60:02}"
