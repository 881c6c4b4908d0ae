"""QR codes: segno's matrix, drawn as vectors so that any printer gives square edges."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby

import segno

from printouts.paper import WHITE, Paper

QUIET_ZONE = 4  # blank modules that the standard wants on every side


@lru_cache(maxsize=512)
def modules(data: str) -> tuple[bytes, ...]:
    """The rows of a QR code, 1 where it is dark, at error level M or better.

    M repairs 15 % of the code: a fold or a spot of ink. Better only where it costs no larger code.
    """
    return tuple(bytes(row) for row in segno.make_qr(data, error="m").matrix)


def bars(rows: Sequence[bytes]) -> Iterator[tuple[int, int, int]]:
    """The dark modules as level bars: row, first column, length."""
    for number, row in enumerate(rows):
        column = 0
        for dark, run in groupby(row):
            length = len(list(run))
            if dark:
                yield number, column, length
            column += length


def draw_code(paper: Paper, x: float, y: float, side: float, data: str) -> None:
    """Draw the code with its dark square at x, y, so many millimetres wide, on white with its quiet zone."""
    rows = modules(data)
    module = side / len(rows)
    quiet = QUIET_ZONE * module
    paper.box(x - quiet, y - quiet, side + 2 * quiet, side + 2 * quiet, fill=WHITE, ink=None)
    paper.cells(x, y, module, bars(rows))
