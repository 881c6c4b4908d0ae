"""QR codes: the matrix is zxing's, drawn as vectors so that any printer gives square edges."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

import zxingcpp

from printouts.paper import WHITE, Paper

QUIET_ZONE = 4  # blank modules that the standard wants on every side


@lru_cache(maxsize=512)
def modules(data: str) -> tuple[bytes, ...]:
    """The rows of a QR code, 1 where it is dark, at error level M: it repairs 15 % of the code, a fold or a spot of
    ink."""
    code = zxingcpp.create_barcode(data, zxingcpp.BarcodeFormat.QRCode, ec_level="M")
    image: Any = code.to_image(scale=1, add_quiet_zones=False)
    side, _ = image.shape
    light = bytes(memoryview(image))
    return tuple(bytes(not one for one in light[row * side : (row + 1) * side]) for row in range(side))


RUN = re.compile(rb"\x01+")
"""Dark modules beside each other."""


def bars(rows: Sequence[bytes]) -> Iterator[tuple[int, int, int]]:
    """The dark modules as level bars: row, first column, length."""
    for number, row in enumerate(rows):
        for run in RUN.finditer(row):
            yield number, run.start(), len(run[0])


def draw_code(paper: Paper, x: float, y: float, side: float, data: str) -> None:
    """Draw the code with its dark square at x, y, so many millimetres wide, on white with its quiet zone."""
    rows = modules(data)
    module = side / len(rows)
    quiet = QUIET_ZONE * module
    paper.box(x - quiet, y - quiet, side + 2 * quiet, side + 2 * quiet, fill=WHITE, ink=None)
    paper.cells(x, y, module, bars(rows))


def in_letters(data: str) -> str:
    """The code for a terminal, light on dark: two rows of modules in a line of half blocks."""
    side = len(modules(data)) + 2 * QUIET_ZONE
    blank = bytes(side)
    wide = [bytes(QUIET_ZONE) + row + bytes(QUIET_ZONE) for row in modules(data)]
    rows = [blank] * QUIET_ZONE + wide + [blank] * (QUIET_ZONE + side % 2)
    blocks = {(0, 0): "█", (0, 1): "▀", (1, 0): "▄", (1, 1): " "}
    return "\n".join(
        "".join(blocks[pair] for pair in zip(upper, lower, strict=True))
        for upper, lower in zip(rows[::2], rows[1::2], strict=True)
    )
