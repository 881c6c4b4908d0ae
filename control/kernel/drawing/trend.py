"""A small line chart: how something went from season to season. Markers tell up, down and level apart.

It is drawn once, as shapes (``chart``); a page writes them as SVG (``trend``), paper draws them as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from control.kernel.drawing.shapes import Box, Circle, Ink, Point, Shape, Text, line, polygon, rectangle
from control.kernel.drawing.svg import document, write
from control.kernel.wording import signed

WIDTH, HEIGHT = 320.0, 120.0
VIEW = Box(0, 0, WIDTH, HEIGHT)
PLOT = Box(38, 14, WIDTH - 86, HEIGHT - 42)
INK, SOFT, FAINT, SHEET = "#231f1c", "#5a5149", "#d5cab4", "#fffcf5"
MARK = 4.0


def trend(steps: Sequence[tuple[str, int]], label: str) -> str:
    """The chart of sums as SVG: for each season its name and what there was at its end. ``label`` is for ears."""
    return document("".join(map(write, chart(steps))), width=WIDTH, height=HEIGHT, label=label)


def chart(
    steps: Sequence[tuple[str, int]], words: Callable[[int], str] = signed, first_on_top: bool = False
) -> list[Shape]:
    """The chart as shapes within VIEW: at least one step, its name and its figure, which ``words`` writes. Places are
    drawn with the ``first_on_top``, and a lower figure is a gain then."""
    totals = [total for _, total in steps]
    low, high = (max(2, *totals), 1) if first_on_top else (min(0, *totals), max(0, *totals))
    if low == high:
        high = low + 1

    def at(spot: int, total: float) -> Point:
        across = spot / (len(steps) - 1) if len(steps) > 1 else 0.5
        return PLOT.x + across * PLOT.width, PLOT.bottom - (total - low) / (high - low) * PLOT.height

    base = at(0, low if first_on_top else 0)[1]
    shapes: list[Shape] = [
        rectangle(PLOT, Ink(fill=SHEET, stroke="none")),
        line([(PLOT.x, base), (PLOT.right, base)], Ink(stroke=FAINT, width=1.5, dash=(4, 3))),
    ]
    shapes += [figure(PLOT.x - 8, at(0, total)[1] + 4, words(total), "end", SOFT) for total in (low, high)]
    points = [at(spot, total) for spot, (_, total) in enumerate(steps)]
    if len(points) > 1:
        shapes.append(line(points, Ink(fill="none", stroke=INK, width=2)))
    for spot, ((x, y), total) in enumerate(zip(points, totals, strict=True)):
        gained = total - totals[spot - 1] if spot else 0 if first_on_top else total
        shapes.append(marker(x, y, -gained if first_on_top else gained))
    x, y = points[-1]
    shapes.append(figure(x + 9, y + 5, words(totals[-1]), "start", INK, 15, 700))
    shapes.append(Text(PLOT.x, HEIGHT - 8, steps[0][0], 12, Ink(fill=SOFT), anchor="start"))
    if len(steps) > 1:
        shapes.append(Text(PLOT.right, HEIGHT - 8, steps[-1][0], 12, Ink(fill=SOFT), anchor="end"))
    return shapes


def figure(x: float, y: float, words: str, anchor: str, colour: str, size: float = 12, weight: int = 400) -> Text:
    """A number beside the line."""
    return Text(
        x,
        y,
        words,
        size,
        Ink(fill=colour),
        weight=700 if weight == 700 else 400,
        anchor="end" if anchor == "end" else "start",
    )


def marker(x: float, y: float, gained: int) -> Shape:
    """A triangle upwards for a season that gained, an empty one downwards for one that lost, a ring for neither."""
    if gained == 0:
        return Circle(x, y, MARK - 0.5, Ink(fill=SHEET, stroke=INK, width=1.5))
    up = -1 if gained > 0 else 1
    corners = [(x, y + up * MARK * 1.3), (x - MARK * 1.2, y - up * MARK), (x + MARK * 1.2, y - up * MARK)]
    return polygon(corners, Ink(fill=INK if gained > 0 else SHEET, stroke=INK, width=1.5))
