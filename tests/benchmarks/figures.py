"""Times, and the lines of the table they are shown in."""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Measured = list[float]  # seconds, one for each run


@dataclass(frozen=True)
class Row:
    """A line of the table: what was measured, its times, and what to compare it with."""

    what: str
    times: Measured
    beside: str = ""

    def __str__(self) -> str:
        p95 = shown(percentile(self.times, 95)) if len(self.times) >= 20 else "–"
        figures = [str(len(self.times)), shown(min(self.times)), shown(statistics.median(self.times)), p95]
        return f"| {' | '.join([self.what, *figures, self.beside])} |"


def timed(job: Callable[[], Any], runs: int) -> Measured:
    """The seconds of each of so many runs, after one that does not count."""
    job()
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        job()
        times.append(time.perf_counter() - start)
    return times


def percentile(times: Measured, percent: int) -> float:
    """The time that so many percent of the runs stay within."""
    return sorted(times)[math.ceil(len(times) * percent / 100) - 1]


def shown(seconds: float) -> str:
    """Seconds with a fitting unit and three figures."""
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-6:.3g} µs"


def times_as_long(one: Measured, other: Measured) -> str:
    """How many times as long ``one`` takes as ``other``: by the fastest runs, which other work disturbs least."""
    return f"{min(one) / min(other):.3g} times"
