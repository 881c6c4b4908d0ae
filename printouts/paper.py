"""Paper: sheets, fonts, inks, text that always fits, and the one place a PDF is made.

A page is designed once, in the millimetres of A4; on another stock (Letter) the same page is printed a little
smaller, so that nothing falls off it. Lengths are millimetres, x to the right and y downwards from the upper
left corner of the page, card or stamp that is being drawn; type is in points. Words are drawn as they are:
nothing is read as markup. What is too long is set smaller or on more lines; only what nobody could read then is
shortened, for an ellipsis.
"""

from __future__ import annotations

import io
import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from functools import cache, lru_cache
from itertools import groupby
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Literal
from unicodedata import category, normalize

from control.kernel.errors import OrderNotAllowed
from control.kernel.printing.stock import GETA, STOCKS, Sides
from control.kernel.values import dataclass

if TYPE_CHECKING:  # ReportLab takes long to import, and much of what names a paper never draws on one
    from reportlab.pdfbase.ttfonts import TTFont
    from reportlab.pdfgen.canvas import Canvas

MM = 72 / 25.4  # points in a millimetre
POINT = 1 / MM  # millimetres in a point

# --- Fonts ------------------------------------------------------------------------------------------------

FONTS = Path(__file__).parent / "fonts"

REGULAR = "SourceSansPro-Regular"
SEMIBOLD = "SourceSansPro-Semibold"
BOLD = "SourceSansPro-Bold"
ITALIC = "SourceSansPro-It"
SERIF = "SourceSerifPro-Regular"
SERIF_SEMIBOLD = "SourceSerifPro-Semibold"
SERIF_BOLD = "SourceSerifPro-Bold"
KANJI = "ipaexg"  # 6 MB: opened only when a word needs it

# ReportLab keeps one reading position for each font and moves it while it cuts the subset out: two desks that
# print at the same moment would move each other's.
_ONE_AT_A_TIME = Lock()


@cache
def font(face: str) -> TTFont:
    """The embedded font of that name, read from the disk at its first use."""
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFError, TTFont

    file = FONTS / f"{face}.ttf"
    try:
        found = TTFont(face, str(file))
    except (TTFError, OSError):
        raise OrderNotAllowed(
            f"The font {file.name} is missing from printouts/fonts, so nothing can be printed. "
            "Install the control room again with `pip install .`; that puts its fonts in place."
        ) from None
    pdfmetrics.registerFont(found)
    return found


def unknown_letters(words: str) -> str:
    """The letters of the words that no font has, each once; where they stand, a geta will be printed."""
    known = (font(REGULAR).face.charToGlyph, font(KANJI).face.charToGlyph)
    return "".join(
        dict.fromkeys(letter for letter in _visible(words) if not any(ord(letter) in glyphs for glyphs in known))
    )


def _visible(words: str) -> str:
    """The words with single spaces and without the marks that show nothing: joiners, directions, variants."""
    words = normalize("NFC", " ".join(words.split()))
    if words.isascii():
        return words
    return "".join(letter for letter in words if category(letter) not in ("Cc", "Cf") and not _VARIANT.match(letter))


_VARIANT = re.compile("[\ufe00-\ufe0f]")


@lru_cache(maxsize=8192)
def runs(words: str, face: str) -> tuple[tuple[str, str], ...]:
    """The words in pieces of (font, letters): kanji, and whatever else the face lacks, in the kanji font."""
    chosen = [_letter(letter, face) for letter in _visible(words)]
    return tuple(
        (name, "".join(letter for _, letter in piece)) for name, piece in groupby(chosen, key=lambda pair: pair[0])
    )


def _letter(letter: str, face: str) -> tuple[str, str]:
    if ord(letter) in font(face).face.charToGlyph:
        return face, letter
    return KANJI, letter if ord(letter) in font(KANJI).face.charToGlyph else GETA


@lru_cache(maxsize=8192)
def _points_at_one(words: str, face: str) -> float:
    """The width of the words in points when they are set at one point."""
    return sum(float(font(name).stringWidth(letters, 1)) for name, letters in runs(words, face))


# --- Inks and styles --------------------------------------------------------------------------------------

Ink = tuple[float, float, float]

BLACK: Ink = (0, 0, 0)
GREY: Ink = (0.38, 0.38, 0.38)  # second voice; still 6:1 on white
LINE: Ink = (0.55, 0.55, 0.55)
TINT: Ink = (0.92, 0.92, 0.92)
WHITE: Ink = (1, 1, 1)
ACCENT: Ink = (0.63, 0.14, 0.10)  # the vermilion of a seal; a dark grey on a black-and-white printer


def ink(colour: str) -> Ink:
    """An ink from the scenario's ``#rrggbb``."""
    digits = colour.removeprefix("#")
    try:
        red, green, blue = bytes.fromhex(digits)
    except ValueError:
        raise OrderNotAllowed(f'"{colour}" is no colour; write it as # and six hexadecimal digits: #b7001b.') from None
    return red / 255, green / 255, blue / 255


@dataclass(frozen=True)
class Style:
    """How words are set: the face, the largest size in points, the ink, line spacing as a factor."""

    face: str = REGULAR
    size: float = 10
    ink: Ink = BLACK
    spacing: float = 1.2

    def at(self, size: float) -> Style:
        """The same style in another size, in points."""
        return replace(self, size=size)

    @property
    def leading(self) -> float:
        """From one baseline to the next, in millimetres."""
        return self.size * self.spacing * POINT

    def width(self, words: str) -> float:
        """How wide the words are in this style, in millimetres."""
        return _points_at_one(words, self.face) * self.size * POINT


LEAST_ROOM = 3.0  # millimetres
LEGIBLE = 5.4  # points, and on Letter 5: what is smaller nobody reads by the light of a hall


def fitting(words: str, style: Style, room: float, lines: int = 1) -> tuple[Style, list[str]]:
    """The style, made smaller if need be, and the lines in which the words fit a room of so many millimetres.

    Lines break at spaces, and where that would leave words too small to read, within a word that is wider than the
    room. Every word is kept: the size goes down until no line is wider than the room. Where there is next to no room,
    the words stand over its edge: better there than nowhere.
    """
    room = max(room, LEAST_ROOM)
    while True:
        broken = wrapped(words, style, room, parted=style.size <= LEGIBLE)
        if len(broken) <= lines and all(style.width(line) <= room for line in broken):
            return style, broken
        smaller = style.size * 0.96
        style = style.at(max(smaller, LEGIBLE) if style.size > LEGIBLE else smaller)


def readable(words: str, style: Style, room: float, lines: int = 1) -> tuple[Style, list[str]]:
    """As ``fitting``, but shortened where the words would be too small to read."""
    found = fitting(words, style, room, lines)
    return found if found[0].size >= min(LEGIBLE, style.size) else shortened(words, style, room, lines)


def shortened(words: str, style: Style, room: float, lines: int, end: str = "") -> tuple[Style, list[str]]:
    """As many letters as are read in so many lines of that room, an ellipsis, and the ``end``."""
    style = style.at(min(LEGIBLE, style.size))

    def broken(count: int) -> list[str]:
        return wrapped(f"{words[:count].rstrip()}…{end}", style, max(room, LEAST_ROOM), parted=True)

    kept = bisect_right(range(len(words)), lines, key=lambda count: len(broken(count)))
    return style, broken(max(kept - 1, 0))


def stacked(words: str, style: Style, room: float, least: float, lines: int) -> tuple[Style, list[str]]:
    """As ``fitting``, in as few lines as leave the words that many points, and never more than so many lines; those
    together are about as high as one line of the style."""
    for count in range(1, lines + 1):
        found = fitting(words, style.at(max(least, style.size / count)), room, count)
        if found[0].size >= least:
            return found
    return found if found[0].size >= min(LEGIBLE, style.size) else shortened(words, style, room, lines)


_BREAKS = re.compile(r"[ \t\n\r]+")  # no-break spaces are not among them


def unbroken(words: str) -> str:
    """The words so that no line breaks between them."""
    return "\u00a0".join(words.split())


def wrapped(words: str, style: Style, room: float, *, parted: bool = False) -> list[str]:
    """The words in lines no wider than the room; a single word that is wider stands alone, or is ``parted``."""
    lines: list[str] = []
    for word in _BREAKS.split(words.strip()):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and style.width(longer) <= room:
            lines[-1] = longer
        else:
            lines += _parts(word, style, room) if parted else [word]
    return lines


def _parts(word: str, style: Style, room: float) -> list[str]:
    """A word in parts of as many letters as the room holds."""
    parts = [""]
    for letter in word:
        if parts[-1] and style.width(parts[-1] + letter) > room:
            parts.append("")
        parts[-1] += letter
    return parts


# --- Sheets -----------------------------------------------------------------------------------------------


DUPLEX = {"one": "Simplex", "both": "DuplexFlipLongEdge", "booklet": "DuplexFlipShortEdge"}
"""What a PDF asks of the printer for it; a viewer sets the print dialogue so."""

A4 = STOCKS["A4"]
A4_LEVEL = (297.0, 210.0)


# --- Drawing ----------------------------------------------------------------------------------------------

Align = Literal["left", "centre", "right"]


class Paper:
    """One PDF in the making."""

    def __init__(
        self, title: str, page: tuple[float, float] = A4, stock: str = "A4", sides: Sides = "one", stamp: str = ""
    ) -> None:
        from reportlab.pdfgen.canvas import Canvas

        self._stamp = stamp
        self._bytes = io.BytesIO()
        self.stock = stock
        self.sides = sides
        font(REGULAR)  # before the canvas: it names its first font at once
        self._pdf = Canvas(
            self._bytes,
            pagesize=(page[0] * MM, page[1] * MM),
            pageCompression=1,
            invariant=1,  # no clock in the file: the same input gives the same bytes
            initialFontName=REGULAR,
            lang="en-GB",
        )
        self._pdf.setTitle(title)
        self._pdf.setAuthor("Sengoku control room")
        self._pdf.setSubject(title)
        self._pdf.setViewerPreference("PrintScaling", "None")  # an A6 card must come out as A6
        self._pdf.setViewerPreference("Duplex", DUPLEX[sides])
        self._left = 0.0
        self.lay(page)
        self._stamps: set[str] = set()
        self._entries = 0

    def finish(self) -> bytes:
        """The PDF. Call it once, when the last page has been drawn and turned."""
        with _ONE_AT_A_TIME:
            self._pdf.save()
        return self._bytes.getvalue()

    def turn_page(self) -> None:
        """Put this page away and take a new one like it, if anything more is drawn."""
        self._mark()
        self._pdf.showPage()
        self.lay(self._page, self._sheet)

    def _mark(self) -> None:
        """Set the stamp at the head of the page, and pale across all of it, so that each card cut from it has some."""
        if not self._stamp:
            return
        width, height = self._page[0] * MM, self._page[1] * MM
        words = self._stamp.upper()
        font(BOLD)
        canvas = self._canvas
        canvas.saveState()
        canvas.setFillColorRGB(*ACCENT)
        canvas.setFont(BOLD, 10)
        canvas.drawCentredString(width / 2, height - 4 * MM, "   ".join([words] * 3))
        canvas.setFillAlpha(0.1)
        canvas.setFont(BOLD, width / 4)
        for part in (1, 3):
            canvas.saveState()
            canvas.translate(width / 2, height * part / 4)
            canvas.rotate(30)
            canvas.drawCentredString(0, -width / 12, words)
            canvas.restoreState()
        canvas.restoreState()

    def take_leaf(self) -> None:
        """Go on on a leaf of its own: where leaves are printed on both sides, the back of the last one stays empty."""
        if self.sides != "one" and self._pdf.getPageNumber() % 2 == 0:
            self.turn_page()

    def entry(self, words: str, level: int = 0) -> None:
        """Name this page in the list of contents that a viewer shows beside the pages."""
        key = f"entry-{self._entries}"
        self._entries += 1
        self._pdf.bookmarkPage(key)
        self._pdf.addOutlineEntry(words, key, level, closed=level == 0)

    def lay(self, page: tuple[float, float], on: tuple[float, float] | None = None) -> None:
        """Take paper of this size; before anything is drawn on it. What is designed for A4 comes on the stock in the
        tray, smaller and in its middle if that is not A4; a page of any other size is that size. One that is to be
        printed ``on`` a smaller one comes smaller too."""
        self._page = page
        self._sheet = on or page
        self._top = page[1]
        width, height = _on_stock(self._sheet, self.stock)
        scale = min(1.0, width / page[0], height / page[1])
        self._fit = ((width - page[0] * scale) / 2 * MM, (height - page[1] * scale) / 2 * MM, scale)
        self._pdf.setPageSize((width * MM, height * MM))

    @property
    def _canvas(self) -> Canvas:
        """What is drawn on. A page is fitted to its sheet at its first mark: one without a mark is left out."""
        x, y, scale = self._fit
        if scale != 1:
            self._fit = (0, 0, 1)
            self._pdf.translate(x, y)
            self._pdf.scale(scale, scale)
        return self._pdf

    @contextmanager
    def _from(self, left: float, top: float) -> Iterator[None]:
        """Draw from an upper left corner, as the canvas counts: to the right and upwards."""
        before = self._left, self._top
        self._left, self._top = left, top
        yield
        self._left, self._top = before

    @contextmanager
    def _moved(self, x: float, y: float) -> Iterator[Canvas]:
        """The canvas with its origin at x, y; afterwards it is as it was."""
        self._canvas.saveState()
        self._canvas.translate((self._left + x) * MM, (self._top - y) * MM)
        yield self._canvas
        self._canvas.restoreState()

    def place(self, x: float, y: float) -> AbstractContextManager[None]:
        """Draw with the upper left corner at x, y."""
        return self._from(self._left + x, self._top - y)

    @contextmanager
    def turned(self, x: float, y: float, degrees: float) -> Iterator[None]:
        """Draw round the point x, y, turned against the clock."""
        with self._moved(x, y) as canvas, self._from(0, 0):
            canvas.rotate(degrees)
            yield

    @contextmanager
    def scaled(self, x: float, y: float, factor: float) -> Iterator[None]:
        """Draw with the upper left corner at x, y, and everything so many times as large."""
        with self._moved(x, y) as canvas, self._from(0, 0):
            canvas.scale(factor, factor)
            yield

    @contextmanager
    def clipped(self, x: float, y: float, width: float, height: float) -> Iterator[None]:
        """Draw only what lies within a box."""
        self._canvas.saveState()
        path = self._canvas.beginPath()
        path.rect((self._left + x) * MM, (self._top - y - height) * MM, width * MM, height * MM)
        self._canvas.clipPath(path, stroke=0, fill=0)
        yield
        self._canvas.restoreState()

    @contextmanager
    def vectors(self, x: float, y: float, unit: float) -> Iterator[Canvas]:
        """The bare canvas, for drawings: in units of so many millimetres, x to the right and y downwards from x, y."""
        with self._moved(x, y) as canvas:
            canvas.scale(unit * MM, -unit * MM)
            yield canvas

    def stamp(self, name: str, size: tuple[float, float], draw: Callable[[Paper], None]) -> None:
        """Draw what many cards share: kept once in the file under its name (letters, digits, hyphens)."""
        width, height = size
        if name not in self._stamps:
            with self._from(0, height):
                self._canvas.beginForm(name, 0, 0, width * MM, height * MM)
                draw(self)
                self._canvas.endForm()
            self._stamps.add(name)
        with self._moved(0, height) as canvas:
            canvas.doForm(name)

    def text(self, x: float, y: float, words: str, style: Style, align: Align = "left") -> float:
        """Set one line with its baseline at y; answers with its width. The caller knows that it fits."""
        width = style.width(words)
        start = self._left + x - width * {"left": 0, "centre": 0.5, "right": 1}[align]
        self._fill(style.ink)
        line = self._canvas.beginText(start * MM, (self._top - y) * MM)
        for face, letters in runs(words, style.face):
            line.setFont(face, style.size)
            line.textOut(letters)
        self._canvas.drawText(line)
        return width

    def fit(self, x: float, y: float, words: str, style: Style, room: float, align: Align = "left") -> float:
        """Set one line in a room so many millimetres wide, smaller if it must be; answers with its width. Before it is
        too small to read it becomes several, about the middle of the one."""
        least = min(LEGIBLE, style.size)
        smaller, lines = stacked(words, style, room, least, max(2, int(style.size / LEGIBLE)))
        if len(lines) > 1:
            y -= (style.size - smaller.size) * POINT / 3 + (len(lines) - 1) * smaller.size * POINT / 2
        widths = [self.text(x, y + at * smaller.size * POINT, line, smaller, align) for at, line in enumerate(lines)]
        return max(widths, default=0)

    def block(self, x: float, y: float, words: str, style: Style, room: float, lines: int = 1) -> float:
        """Set at most so many lines, the first baseline at y; answers with the baseline that would follow."""
        style, broken = readable(words, style, room, lines)
        for line in broken:
            self.text(x, y, line, style)
            y += style.leading
        return y

    def line(self, x1: float, y1: float, x2: float, y2: float, *, ink: Ink = BLACK, weight: float = 0.6) -> None:
        """A straight line, its weight in points."""
        self._stroke(ink, weight)
        left, top = self._left, self._top
        self._canvas.line((left + x1) * MM, (top - y1) * MM, (left + x2) * MM, (top - y2) * MM)

    def box(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        *,
        fill: Ink | None = None,
        ink: Ink | None = BLACK,
        weight: float = 0.6,
    ) -> None:
        """A box with its upper left corner at x, y, filled or outlined or both."""
        if fill:
            self._fill(fill)
        if ink:
            self._stroke(ink, weight)
        self._canvas.rect(
            (self._left + x) * MM, (self._top - y - height) * MM, width * MM, height * MM,
            stroke=int(bool(ink)), fill=int(bool(fill)),
        )  # fmt: skip

    def cells(self, x: float, y: float, cell: float, bars: Iterable[tuple[int, int, int]]) -> None:
        """Fill bars of square cells, (row, column, length), as one black shape: no seams between them."""
        canvas = self._canvas
        canvas.saveState()
        self._fill(BLACK)
        canvas.translate((self._left + x) * MM, (self._top - y) * MM)
        canvas.scale(cell * MM, -cell * MM)
        # Whole numbers, so they may be written as they are: a code has hundreds of bars.
        canvas.addLiteral("\n".join(f"{column} {row} {length} 1 re" for row, column, length in bars) + "\nf*")
        canvas.restoreState()

    def _fill(self, ink: Ink) -> None:
        self._canvas.setFillColorRGB(*ink)

    def _stroke(self, ink: Ink, weight: float) -> None:
        self._canvas.setStrokeColorRGB(*ink)
        self._canvas.setLineWidth(weight)


def _on_stock(page: tuple[float, float], stock: str) -> tuple[float, float]:
    """The size of the sheet that a page is printed on."""
    width, height = STOCKS.get(stock, A4)  # a poster's stock is larger, and no page of A4 is laid on it
    return {A4: (width, height), A4_LEVEL: (height, width)}.get(page, page)


def printed(title: str, draw: Callable[[Paper], None], page: tuple[float, float] = A4, stock: str = "A4") -> bytes:
    """A PDF of what ``draw`` puts on paper; it turns every page that it has filled, the last one too."""
    paper = Paper(title, page, stock)
    draw(paper)
    return paper.finish()
