"""Words set in lines: each span in its own style, broken to a room of any width.

A line breaks between words, and a word that is wider than its line between letters, so that nothing is ever set over
the edge. Plain words in one style are set with ``printouts.paper`` alone; this is for what is read at length.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from control.kernel.values import dataclass
from printouts.paper import BOLD, ITALIC, REGULAR, SEMIBOLD, Paper, Style


@dataclass(frozen=True)
class Span:
    """Words set in one way. A line feed in them ends the line."""

    text: str
    bold: bool = False
    italic: bool = False


Spans = tuple[Span, ...]


def plain(words: str, *, bold: bool = False) -> Spans:
    """Words all set in one way."""
    return (Span(words, bold),)


Piece = tuple[str, Style]
Line = list[tuple[float, str, Style]]
"""Words with their styles and where they begin, in millimetres from the left."""

_GAPS = re.compile(r"([^\S\u00a0\u202f]+)")  # blanks of every kind but those that hold words together


def styled(span: Span, style: Style) -> Style:
    """The style of a span within prose of this style."""
    if span.bold:
        return Style(BOLD if style.face != REGULAR or span.italic else SEMIBOLD, style.size, style.ink, style.spacing)
    return Style(ITALIC, style.size, style.ink, style.spacing) if span.italic else style


def words(spans: Spans, style: Style) -> Iterator[list[Piece] | None]:
    """The words one by one, each as pieces that stay together; None where a line must end."""
    word: list[Piece] = []
    for span in spans:
        set_as = styled(span, style)
        for number, part in enumerate(_GAPS.split(span.text)):
            if number % 2 == 0:
                if part:
                    word.append((part, set_as))
                continue
            if word:
                yield word
                word = []
            if "\n" in part:
                yield None
    if word:
        yield word


def wide(pieces: Iterable[Piece]) -> float:
    """How wide a word is, in millimetres."""
    return sum(style.width(part) for part, style in pieces)


def lines(spans: Spans, style: Style, room: float) -> list[Line]:
    """The words in lines no wider than the room."""
    found: list[list[Piece]] = [[]]
    used = 0.0
    for word in words(spans, style):
        if word is None:
            found.append([])
            used = 0.0
            continue
        width, space = wide(word), blank(word[0][1])
        if found[-1] and used + space + width <= room:
            found[-1] += [(" ", word[0][1]), *word]
            used += space + width
            continue
        for number, part in enumerate(chopped(word, room) if width > room else [word]):
            if found[-1] or number:
                found.append([])
            found[-1] += part
            used = wide(part)
    return [set_out(line) for line in found]


def chopped(word: list[Piece], room: float) -> list[list[Piece]]:
    """A word wider than a line, in parts that fit one."""
    found: list[list[Piece]] = [[]]
    used = 0.0
    for part, style in word:
        for letter in part:
            width = blank(style) if letter.isspace() else style.width(letter)
            if found[-1] and used + width > room:
                found.append([])
                used = 0.0
            found[-1].append((letter, style))
            used += width
    return found


def set_out(pieces: Iterable[Piece]) -> Line:
    """A line's pieces with their places, neighbours of one style joined: so a line is mostly set in one go."""
    joined: list[Piece] = []
    for part, style in pieces:
        if joined and joined[-1][1] == style:
            joined[-1] = joined[-1][0] + part, style
        else:
            joined.append((part, style))
    found, x = [], 0.0
    for part, style in joined:
        x += blank(style) if part.startswith(" ") else 0
        found.append((x, part.strip(" "), style))
        x += style.width(part)
    return found


def blank(style: Style) -> float:
    """The width of the blank between two words, in millimetres: alone, it has none."""
    return style.width("n n") - style.width("nn")


def draw_line(paper: Paper, x: float, y: float, line: Line) -> None:
    """A line with its baseline at y."""
    for start, part, style in line:
        paper.text(x + start, y, part, style)
