"""Shapes as SVG text.

Names and titles come from people, so every text and attribute is escaped. Numbers have at most one decimal:
at 1,000 units wide that is finer than a pixel of a 4K projector.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from xml.sax.saxutils import escape

from control.kernel.drawing.shapes import Box, Circle, Group, Ink, Outline, Path, Pattern, Point, Shape, Text, Use

FONT = "'Source Sans Pro', 'Source Sans 3', sans-serif"
_QUOTE = {'"': "&quot;"}
# XML 1.0 allows no control characters, not even escaped ones; one in a name must not break the map.
_UNPRINTABLE = {code: None for code in range(32) if code not in (9, 10, 13)} | {0xFFFE: None, 0xFFFF: None}


def document(
    body: str, *, width: float, height: float, label: str, style: str = "", tags: Mapping[str, str] | None = None
) -> str:
    """A whole, self-contained SVG document around shapes written with ``write``.

    ``label`` is its accessible name, ``style`` its own style sheet, ``tags`` what else stands on it.
    """
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(width)} {number(height)}" '
        f'role="img" aria-label="{_attribute(label)}" class="map"{_tags(tags or {})} font-family="{FONT}" '
        f'stroke-linejoin="round" stroke-linecap="round"><style>{escape(style)}</style>{body}</svg>'
    )


def write(shape: Shape) -> str:
    """One shape, with all it holds, as SVG text."""
    match shape:
        case Path():
            start = f'<path{_tags(shape.tags)} d="{_path_data(shape.outline)}"{_ink(shape.ink)}'
            return f"{start}>{_title(shape.title)}</path>" if shape.title else f"{start}/>"
        case Text():
            return _text(shape)
        case Use():
            return f'<use{_tags(shape.tags)} href="#{_attribute(shape.target)}"{_ink(shape.ink)}/>'
        case Circle():
            at = f'cx="{number(shape.x)}" cy="{number(shape.y)}" r="{number(shape.radius)}"'
            return f"<circle{_tags(shape.tags)} {at}{_ink(shape.ink)}/>"
        case Group():
            return _group(shape)
        case Pattern():
            return _pattern(shape)


def number(value: float) -> str:
    """A length with at most one decimal and no needless character: ``-.5``, ``12``."""
    return _tenths(round(value * 10))


@lru_cache(maxsize=8192)
def _tenths(tenths: int) -> str:
    whole, rest = divmod(abs(tenths), 10)
    sign = "-" if tenths < 0 else ""
    return f"{sign}{whole or ''}.{rest}" if rest else f"{sign}{whole}"


@lru_cache(maxsize=1024)
def _path_data(outline: Outline) -> str:
    """Rings as relative lines. Steps are taken between rounded points, so that no error adds up and a
    border drawn from both sides falls on itself."""
    return "".join(_ring_data(ring, outline.closed) for ring in outline.rings)


def _ring_data(ring: Sequence[Point], closed: bool) -> str:
    tenths = [(round(x * 10), round(y * 10)) for x, y in ring]
    (x, y), *rest = tenths
    words = [f"M{_tenths(x)} {_tenths(y)}l"] if rest else [f"M{_tenths(x)} {_tenths(y)}h0"]
    for next_x, next_y in rest:
        if (next_x, next_y) == (x, y):
            continue
        for step in (next_x - x, next_y - y):
            text = _tenths(step)
            # A minus sign parts two numbers by itself.
            words.append(text if text[0] == "-" or words[-1][-1] == "l" else f" {text}")
        x, y = next_x, next_y
    return "".join(words) + ("z" if closed else "")


def _text(shape: Text) -> str:
    x, y = number(shape.x), number(shape.y)
    if shape.down:
        letters = range(len(shape.text))
        x = " ".join(x for _ in letters)
        y = " ".join(number(shape.y + index * shape.down) for index in letters)
    words = [f'<text{_tags(shape.tags)} x="{x}" y="{y}" font-size="{number(shape.size)}"']
    if shape.drop:
        words.append(f' dy="{hundredths(shape.drop)}em"')
    if shape.weight != 400:
        words.append(f' font-weight="{shape.weight}"')
    if shape.anchor != "start":
        words.append(f' text-anchor="{shape.anchor}"')
    if shape.spacing:
        words.append(f' letter-spacing="{number(shape.spacing)}"')
    ink = shape.ink
    if shape.halo:
        ink = Ink(ink.fill, shape.halo, shape.size / 5, ink.dash, ink.opacity)
        words.append(' paint-order="stroke"')
    return f"{''.join(words)}{_ink(ink)}>{_escape(shape.text)}</text>"


@lru_cache(maxsize=8192)
def once(shape: Shape) -> str:
    """A shape that is drawn again and again, as SVG text that is written once: whoever makes it keeps it, for it is
    known by itself and not by its looks."""
    return write(shape)


def layer(shape: Group) -> str:
    """A group as SVG text, each of its shapes written once."""
    return _around(shape, "".join(map(once, shape.shapes)))


def _group(shape: Group) -> str:
    return _around(shape, "".join(map(write, shape.shapes)))


def _around(shape: Group, within: str) -> str:
    moves = []
    if shape.at != (0, 0):
        moves.append(f"translate({number(shape.at[0])} {number(shape.at[1])})")
    if shape.scale != 1:
        moves.append(f"scale({shape.scale:g})")
    transform = f' transform="{"".join(moves)}"' if moves else ""
    inner = _title(shape.title) + within
    if shape.clip is None:
        return f"<g{_tags(shape.tags)}{transform}{_ink(shape.ink)}>{inner}</g>"
    return (
        f'{_clip(shape.clip)}<g{_tags(shape.tags)} clip-path="url(#{_clip_id(shape.clip)})">'
        f"<g{transform}{_ink(shape.ink)}>{inner}</g></g>"
    )


def _pattern(shape: Pattern) -> str:
    size, scale = number(shape.size), f' patternTransform="scale({shape.scale:g})"' if shape.scale != 1 else ""
    start = f'<pattern id="{_attribute(shape.name)}" width="{size}" height="{size}" patternUnits="userSpaceOnUse"'
    return f"{start}{scale}>{''.join(map(write, shape.shapes))}</pattern>"


def _clip(box: Box) -> str:
    size = f'width="{number(box.width)}" height="{number(box.height)}"'
    rect = f'<rect x="{number(box.x)}" y="{number(box.y)}" {size}/>'
    return f'<clipPath id="{_clip_id(box)}">{rect}</clipPath>'


def _clip_id(box: Box) -> str:
    """A name that two clips of one drawing share only if they are the same box."""
    return "clip-" + "-".join(str(round(value)) for value in (box.x, box.y, box.width, box.height))


def _ink(ink: Ink) -> str:
    words = []
    if ink.fill is not None:
        words.append(f' fill="{_attribute(ink.fill)}"')
    if ink.stroke is not None:
        words.append(f' stroke="{_attribute(ink.stroke)}"')
    if ink.width is not None:
        words.append(f' stroke-width="{hundredths(ink.width)}"')
    if ink.dash is not None:
        words.append(f' stroke-dasharray="{" ".join(map(number, ink.dash))}"')
    if ink.opacity is not None:
        words.append(f' opacity="{ink.opacity:g}"')
    return "".join(words)


def hundredths(value: float) -> str:
    """A length where a tenth of a unit would show: of lines on a page, and of all on paper."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _tags(tags: Mapping[str, str]) -> str:
    return "".join(f' {name}="{_attribute(value)}"' for name, value in tags.items())


def _title(title: str) -> str:
    return f"<title>{_escape(title)}</title>" if title else ""


def _escape(text: str) -> str:
    return escape(text.translate(_UNPRINTABLE))


@lru_cache(maxsize=4096)
def _attribute(value: str) -> str:
    return escape(value.translate(_UNPRINTABLE), _QUOTE)
