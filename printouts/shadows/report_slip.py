"""The slip that tells a client what came of covert work (R37): folded in three, sealed, handed to his Controller."""

from __future__ import annotations

from control.kernel.values import dataclass
from printouts.paper import A4, ACCENT, GREY, SEMIBOLD, SERIF, SERIF_BOLD, Paper, Style
from printouts.styles import SMALL, TITLE
from printouts.writing import FOLDS, draw_lines, lines_of, set_paragraphs


@dataclass(frozen=True)
class ReportSlip:
    """What the slip says: to whose Controller it goes, what was wanted against whom, what was asked, what is told. How
    true that is, what was rolled and how many such slips there are stands nowhere on it."""

    client: str
    what: str
    target: str
    question: str
    paragraphs: tuple[str, ...]
    when: str
    person: str = ""
    """To whom alone it goes, past his Controller: somebody of his own clan paid."""
    court: bool = False
    """Whether it is for the Emperor's court, for which ``client`` speaks."""


LEFT, RIGHT = 24.0, 186.0
EYEBROW = Style(SEMIBOLD, 11, ACCENT)
TO = Style(SERIF_BOLD, 26)
QUESTION = Style(SERIF, 12.5, GREY, spacing=1.35)
WORDS = tuple(Style(SERIF, size, spacing=1.4) for size in (15, 13, 11.5))


def report_slip(paper: Paper, one: ReportSlip) -> None:
    """One slip on a page of A4, whose upper third stays outside when it is folded; on further ones if need be."""
    question = lines_of(one.question, QUESTION, RIGHT - LEFT)
    lower = (len(question) - 1) * QUESTION.leading  # what is told begins beneath the last line of what was asked
    style, pages = set_paragraphs(one.paragraphs, WORDS, RIGHT - LEFT, 116 - lower)
    for number, lines in enumerate(pages, start=1):
        paper.lay(A4)
        paper.text(LEFT, 34, "SEALED", EYEBROW)
        whose = f"To {one.client}, for the court" if one.court else f"To the Controller of {one.client}"
        to = f"To {one.person} himself" if one.person else whose
        paper.fit(LEFT, 50, to, TO, RIGHT - LEFT)
        then = "Keep it or burn it." if one.person or one.court else "Read it to your Daimyo, then keep it or burn it."
        paper.text(LEFT, 60, f"To be opened by nobody else. {then}", SMALL)
        for fold in FOLDS:
            paper.line(8, fold, 14, fold, weight=0.3)
            paper.line(196, fold, 202, fold, weight=0.3)
        paper.fit(LEFT, 122, f"{one.what}: {one.target}", TITLE, RIGHT - LEFT)
        draw_lines(paper, LEFT, 131, question, QUESTION)
        paper.line(LEFT, 137 + lower, RIGHT, 137 + lower, weight=0.6)
        draw_lines(paper, LEFT, 148 + lower, lines, style)
        paper.text(LEFT, 284, one.when if len(pages) == 1 else f"{one.when} · Sheet {number} of {len(pages)}", SMALL)
        paper.turn_page()
