"""An edict on paper, and whatever else goes out under a seal (a call, a judgement, a patent): in whose name, its words,
and a code that opens it (handbook 8)."""

from __future__ import annotations

from control.kernel.values import dataclass
from printouts.codes import draw_code
from printouts.paper import A4, ACCENT, REGULAR, SEMIBOLD, SERIF, SERIF_BOLD, Paper, Style, fitting
from printouts.styles import CODE, FACT, SMALL
from printouts.writing import draw_lines, set_paragraphs


@dataclass(frozen=True)
class Edict:
    """An edict: in whose name ("the Shogun"), its paragraphs, ``when`` it was given in both reckonings; ``url`` goes
    into the QR code, ``code`` beneath it; ``seal`` are the characters in the seal. ``is_a`` is what it is called,
    ``to`` whom it is for, ``answers`` what is ticked beneath its words by whoever answers it."""

    code: str
    url: str
    authority: str
    seal: str
    title: str
    paragraphs: tuple[str, ...]
    when: str
    is_a: str = "edict"
    to: str = ""
    answers: tuple[str, ...] = ()


LEFT, RIGHT, TOP, BOTTOM = 32.0, 178.0, 84.0, 222.0
WIDTH = RIGHT - LEFT
CODE_SIDE = 26.0
ANSWER = 9.0
"""The height of an answer."""

EYEBROW = Style(SEMIBOLD, 12, ACCENT)
TITLE = Style(SERIF_BOLD, 32, spacing=1.15)
WORDS = tuple(Style(SERIF, size, spacing=1.4) for size in (16, 14, 12.5, 11))
SEAL = Style(REGULAR, 26, ACCENT)


def edict(paper: Paper, one: Edict) -> None:
    """One edict on a page of A4, and on further ones if its words need them."""
    paper.lay(A4)
    room = BOTTOM - TOP - ANSWER * len(one.answers)
    style, pages = set_paragraphs(one.paragraphs, WORDS, WIDTH, room)
    for number, lines in enumerate(pages, start=1):
        _frame(paper)
        _head(paper, one)
        draw_lines(paper, LEFT, TOP + style.size * 0.3, lines, style)
        if number == len(pages):
            _answers(paper, one.answers)
        _foot(paper, one, f"Sheet {number} of {len(pages)}" if len(pages) > 1 else "")
        paper.turn_page()


def _frame(paper: Paper) -> None:
    """Two lines round the page: a strong and a fine one."""
    paper.box(14, 14, 182, 269, weight=1.6)
    paper.box(16, 16, 178, 265, weight=0.4)


def _head(paper: Paper, one: Edict) -> None:
    to = f", to {one.to}" if one.to else ""
    paper.fit(LEFT, 38, f"In the name of {one.authority}{to}", EYEBROW, WIDTH)
    style, lines = fitting(one.title, TITLE, WIDTH, 2)
    draw_lines(paper, LEFT, 52, lines, style)
    paper.line(LEFT, 72, RIGHT, 72, weight=0.8)


def _answers(paper: Paper, answers: tuple[str, ...]) -> None:
    """Boxes to tick, one beneath the other, with a line to write on."""
    for spot, words in enumerate(reversed(answers)):
        y = BOTTOM - spot * ANSWER
        paper.box(LEFT, y - 4.2, 5, 5, weight=0.8)
        paper.text(LEFT + 8, y, words, FACT)
        paper.line(LEFT + 62, y + 0.6, RIGHT, y + 0.6, weight=0.3)


def _foot(paper: Paper, one: Edict, sheet: str) -> None:
    paper.fit(LEFT, 238, f"Given in {one.when}", FACT, 70)
    draw_code(paper, LEFT, 245, CODE_SIDE, one.url)
    paper.text(LEFT + CODE_SIDE + 6, 252, one.code, CODE)
    paper.text(LEFT + CODE_SIDE + 6, 257, f"opens this {one.is_a}" if one.code else one.is_a, SMALL)
    paper.fit(LEFT + CODE_SIDE + 6, 270, sheet, SMALL, 40)
    _seal(paper, one.seal)


def _seal(paper: Paper, letters: str) -> None:
    """A square seal in vermilion, its characters from top to bottom, from right to left."""
    side = 32.0
    x, y = RIGHT - side, 236.0
    paper.box(x, y, side, side, ink=ACCENT, weight=2.4)
    paper.box(x + 1.6, y + 1.6, side - 3.2, side - 3.2, ink=ACCENT, weight=0.6)
    columns = -(-len(letters) // 2)
    for number, letter in enumerate(letters):
        column, row = divmod(number, 2)
        middle = x + side - (column + 0.5) * (side - 4) / columns - 2
        paper.text(middle, y + 12.2 + row * 13.6, letter, SEAL, "centre")
