"""Reading the sheets of the fallback pack as a person does who types them in: titles, line numbers, cells."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from typing import Any

from pypdf import PdfReader

from control.sengoku.paper.state_lists_questions import BY_KEY, StateList
from printouts.listing import FOOT, LEFT
from printouts.paper import A4_LEVEL, MM
from printouts.safety.fallback import NOTHING, NUMBER, RIGHT

Words = tuple[float, float, float, str]
"""A piece of text: millimetres from the left and from the top, its size in points, the words."""


def pieces(page: Any) -> list[Words]:
    """The pieces of text of a page, from the top down."""
    found: list[Words] = []

    def take(words: str, _at: Any, matrix: Any, _font: Any, size: float) -> None:
        if words.strip():
            found.append((matrix[4] / MM, A4_LEVEL[1] - matrix[5] / MM, size, words.strip()))

    page.extract_text(visitor_text=take)
    return sorted(found, key=lambda piece: (round(piece[1], 1), piece[0]))


def columns_of(one: StateList) -> list[tuple[float, float, str, bool]]:
    """Where the columns of a list are: left, right, key, and whether they are typed in."""
    shares = sum(column.width for column in one.columns)
    unit = min((RIGHT - LEFT - NUMBER) / shares, 1.25)
    found, x = [], LEFT + NUMBER
    for column in one.columns:
        found.append((x, x + column.width * unit, column.key, not column.printed))
        x += column.width * unit
    return found


def lists_on(pdf: bytes) -> dict[str, list[dict[str, str]]]:
    """The lists of a pack as they stand on paper: of each its lines, of each line the cells that are typed in."""
    titles = {one.title: one for one in BY_KEY.values()}
    found: dict[str, list[dict[str, str]]] = {}
    for page in PdfReader(BytesIO(pdf)).pages:
        words = pieces(page)
        if not any(said.startswith("Fallback pack, part") for _, _, _, said in words):
            continue  # a cover, or army cards
        one: StateList | None = None
        for at, (x, y, size, said) in enumerate(words):
            name = said.removesuffix(", continued")
            if x < LEFT + 1 and name in titles and y > 26:
                one = titles[name]
                found.setdefault(one.key, [])
            elif one and x < LEFT + NUMBER and said.isdigit() and size < 8:
                line = {key: " ".join(parts) for key, parts in cells(one, words[at + 1 :], y)}
                if any(line.values()):
                    found[one.key].append({key: "" if cell == NOTHING else cell for key, cell in line.items()})
    return found


def cells(one: StateList, below: list[Words], y: float) -> Iterator[tuple[str, list[str]]]:
    """The cells of the line that begins at this height, down to the next line or list."""
    end = next((top for x, top, _, _ in below if x < LEFT + NUMBER and top > y + 1), A4_LEVEL[1] - FOOT - 4) - 1
    for left, right, key, typed in columns_of(one):
        if typed:
            yield key, [said for x, top, _, said in below if left <= x < right and top < end]
