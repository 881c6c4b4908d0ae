"""Letters of winter, on a sheet that is folded twice into its own cover (R34).

The upper two thirds carry the letter and are folded face to face; the lower third is folded back and shows the
address. So one side of the paper is enough, and nothing of the words is seen outside.
"""

from __future__ import annotations

from control.kernel.drawing.marks.signs import Sign
from control.kernel.values import dataclass
from printouts.clan_band import draw_sign
from printouts.codes import draw_code
from printouts.paper import A4, ACCENT, LINE, REGULAR, SEMIBOLD, SERIF, SERIF_BOLD, Paper, Style, fitting
from printouts.styles import CODE, SMALL, TITLE
from printouts.writing import FOLDS, draw_lines, lines_of, set_paragraphs


@dataclass(frozen=True)
class Letter:
    """A letter from clan to clan, of ``when``; ``url`` goes into the QR code, ``code`` beneath it. Where ``words`` is
    empty there are lines to write on."""

    code: str
    url: str
    sender: Sign
    recipient: Sign
    when: str
    words: str


LEFT, RIGHT = 24.0, 186.0
WIDTH = RIGHT - LEFT
TOP, BOTTOM, INSIDE = 46.0, 186.0, 282.0
ABREAST, GUTTER = 4, 6.0
RULED = 10.0
SMALLEST = 13  # points, before a name goes on two lines
CODE_SIDE = 26.0

EYEBROW = Style(SEMIBOLD, 11, ACCENT)
WORDS = tuple(Style(SERIF, size, spacing=1.4) for size in (14, 12.5, 11))
TO = Style(REGULAR, 13)
CLAN = Style(SERIF_BOLD, 34)


def letter(paper: Paper, one: Letter) -> None:
    """One letter on a page of A4; a very long one goes on on further sheets, which are laid inside."""
    paper.lay(A4)
    style, pages = _set(one.words)
    for number, columns in enumerate(pages):
        paper.fit(LEFT, 20, f"Letter of {one.when}", EYEBROW, WIDTH)
        _above(paper, 32, f"{one.sender.name} to {one.recipient.name}", TITLE, WIDTH - 52)
        draw_sign(paper, RIGHT - 48, 22, 48, 9.5, one.sender)
        paper.line(LEFT, 36, RIGHT, 36, weight=0.8)
        if one.words:
            for spot, lines in enumerate(columns):
                draw_lines(paper, LEFT + spot * (WIDTH + GUTTER) / len(pages[0]), TOP, lines, style)
        else:
            for line in range(int((BOTTOM - TOP) / RULED) + 1):
                paper.line(LEFT, TOP + 4 + line * RULED, RIGHT, TOP + 4 + line * RULED, ink=LINE, weight=0.4)
        if number == 0:
            _folds(paper)
            _address(paper, one)
        else:
            paper.text(LEFT, 290, f"{one.code}, sheet {number + 1} of {len(pages)}: lay it inside", SMALL)
        paper.turn_page()


def _set(words: str) -> tuple[Style, list[list[list[str]]]]:
    """A letter's style, and its lines on pages, in columns: more than one where that spares pages, as with short
    lines."""
    style, pages = set_paragraphs(words.split("\n"), WORDS, WIDTH, BOTTOM - TOP, apart=False)
    if len(pages) == 1:
        return style, [pages]
    return style, min((_in_columns(words, style, count) for count in range(1, ABREAST + 1)), key=len)


def _in_columns(words: str, style: Style, count: int) -> list[list[list[str]]]:
    """A long letter on pages of so many columns. A sheet that is laid inside is written on down to its foot."""
    room = (WIDTH + GUTTER) / count - GUTTER
    left = [line for paragraph in words.split("\n") for line in lines_of(paragraph, style, room)]
    pages: list[list[list[str]]] = []
    while left:
        most = int(((INSIDE if pages else BOTTOM) - TOP) / style.leading)
        pages.append([left[first : first + most] for first in range(0, min(len(left), count * most), most)])
        left = left[count * most :]
    return pages


def _above(paper: Paper, y: float, words: str, style: Style, room: float) -> None:
    """Words on a line with its baseline at y, or on two of which it is the lower one."""
    style, lines = fitting(words, style, room)
    if style.size < SMALLEST:
        style, lines = fitting(words, style.at(SMALLEST), room, 2)
    draw_lines(paper, LEFT, y - (len(lines) - 1) * style.leading, lines, style)


def _folds(paper: Paper) -> None:
    """Where it is folded, and how."""
    for y, words in zip(FOLDS, ("fold inwards", "fold backwards"), strict=True):
        for start, end in ((4.0, 12.0), (198.0, 206.0)):
            paper.line(start, y, end, y, ink=LINE, weight=0.5)
        paper.text(4, y - 1.4, words, SMALL)


def _address(paper: Paper, one: Letter) -> None:
    """The lower third, which is the outside."""
    with paper.place(0, FOLDS[1]):
        paper.fit(LEFT, 22, f"From {one.sender.name}, {one.when}", TO, 100)
        paper.text(LEFT, 44, "To", TO)
        _above(paper, 58, one.recipient.name, CLAN, 112)
        draw_sign(paper, LEFT, 65, 48, 11, one.recipient)
        draw_code(paper, RIGHT - CODE_SIDE, 24, CODE_SIDE, one.url)
        paper.text(RIGHT - CODE_SIDE / 2, 58.5, one.code, CODE, "centre")
        paper.text(RIGHT, 64, "for whoever hands it over", SMALL, "right")
        paper.text(RIGHT, 88, "This sheet stays folded until it is handed over (R34)", SMALL, "right")
