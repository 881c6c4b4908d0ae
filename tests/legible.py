"""Whether what is printed can be read: asked of whatever a test puts on paper, of every game."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from math import ceil
from typing import Any

import pypdfium2

MARGIN = 4 * 72 / 25.4
"""What most printers leave white at the edge of a sheet: 4 mm, in points."""
SEEN = 40
"""So much darker or paler than its ground a word is at the least, of 255 steps, where dots are as large as points."""


def words_amiss(pdf: bytes) -> list[str]:
    """The words of a PDF that nobody could read, and why: each lies on another, is covered or as pale as its ground, or
    stands so near to the edge that a printer leaves it out."""
    if b"/Count 0" in pdf:  # no page, and the reader opens none of these
        return []
    with closing(pypdfium2.PdfDocument(pdf)) as document:
        return [f"page {number}: {words}" for number, page in enumerate(document, 1) for words in _amiss(page)]


def _amiss(page: Any) -> Iterator[str]:
    wide, high = page.get_size()
    text = page.get_textpage()
    boxes = sorted(text.get_rect(number) for number in range(text.count_rects()))
    drawn = page.render(scale=1, grayscale=True).to_pil()
    for at, (left, low, right, top) in enumerate(boxes):
        if min(left, low, wide - right, high - top) < MARGIN:
            yield f"{text.get_text_bounded(left, low, right, top)!r} at the edge"
        dark, pale = drawn.crop((int(left), int(high - top), ceil(right), ceil(high - low))).getextrema()
        if pale - dark < SEEN and top - low > 3:  # a dash or a comma is thinner than a dot
            yield f"{text.get_text_bounded(left, low, right, top)!r} unseen"
        for left_too, low_too, right_too, top_too in boxes[at + 1 :]:
            if left_too > right - 1:
                break
            down = min(top, top_too) - max(low, low_too)
            if right_too > left_too + 1 and down > max(0.8, min(top - low, top_too - low_too) / 4):
                yield f"{text.get_text_bounded(left, low, right, top)!r} on others"
