"""Reading the sheets of the fallback pack as a person does who types them in: titles, line numbers, cells."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pypdfium2.raw import FPDF_PAGEOBJ_TEXT

from control.sengoku.paper.fallback.state_lists_questions import BY_KEY, StateList
from printouts.listing import FOOT, LEFT
from printouts.paper import A4_LEVEL, MM
from printouts.safety.fallback import NOTHING, NUMBER, RIGHT
from tests.paper.reading import opened

Words = tuple[float, float, float, str]
"""A piece of text: millimetres from the left and from the top, its size in points, the words."""


def pieces(page: Any) -> list[Words]:
    """The pieces of text of a page, from the top down."""
    found: list[Words] = []
    for one in page.get_objects(filter=[FPDF_PAGEOBJ_TEXT], textpage=page.get_textpage()):
        if words := one.extract().strip():
            at = one.get_matrix()
            found.append((at.e / MM, A4_LEVEL[1] - at.f / MM, one.get_font_size(), words))
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
    with opened(pdf) as document:
        pages = [pieces(page) for page in document]
    for words in pages:
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
