"""The summary of the rules for players: four pages of A4 in two columns, a sheet of A3 folded or two of A4."""

from __future__ import annotations

from collections.abc import Sequence

from control.kernel.values import dataclass
from printouts import flow, prose
from printouts.paper import A4, ACCENT, GREY, LINE, REGULAR, SEMIBOLD, SERIF_BOLD, Paper, Style
from printouts.prose import Block, Look

PAGES, COLUMNS = 4, 2
LEFT, GUTTER = 15.0, 9.0
WIDTH = (A4[0] - 2 * LEFT - GUTTER) / 2
TOP, FIRST, FLOOR = 24.0, 40.0, 282.0
SIZES = tuple(size / 8 for size in range(96, 67, -1))  # 12 points down to 8.5


@dataclass(frozen=True)
class RulesSummary:
    """The rules in a few words: the game they are of, the text as blocks."""

    game: str
    motto: str
    blocks: tuple[Block, ...]


def rules_summary(paper: Paper, found: RulesSummary) -> None:
    """The summary, in the largest type in which it stays on four pages; one that is too long even so has more."""
    columns = filled(found.blocks)
    pages = max(1, -(-len(columns) // COLUMNS))
    paper.lay(A4)
    for number in range(pages):
        head(paper, found, number + 1, pages)
        for spot, column in enumerate(columns[number * COLUMNS : (number + 1) * COLUMNS]):
            prose.draw(paper, column, LEFT + spot * (WIDTH + GUTTER), TOP if number else FIRST)
        middle = A4[0] / 2
        paper.line(middle, TOP if number else FIRST, middle, FLOOR, ink=LINE, weight=0.3)
        paper.turn_page()


def filled(blocks: Sequence[Block]) -> list[list[flow.Row]]:
    """The columns."""
    for size in SIZES:
        look = Look(WIDTH, size, tight=True, spacing=1.24)
        found = columned(prose.rows(blocks, look, {}), look)
        if len(found) <= PAGES * COLUMNS:
            break
    return found


def columned(rows: Sequence[flow.Row], look: Look) -> list[list[flow.Row]]:
    """The rows in columns; those of the first page are shorter."""
    return flow.pages(rows, FLOOR - TOP + look.gap, (FLOOR - FIRST + look.gap,) * COLUMNS)


def head(paper: Paper, found: RulesSummary, number: int, count: int) -> None:
    """The head of a page and its foot; the first has a title."""
    right = A4[0] - LEFT
    paper.fit(LEFT, 16, found.game, Style(SEMIBOLD, 10.5, ACCENT), 120)
    if number == 1:
        used = paper.text(LEFT, 29, "The rules in brief", Style(SERIF_BOLD, 25))
        paper.fit(right, 29, found.motto, Style(REGULAR, 11, GREY), right - LEFT - used - 8, "right")
    y = 33.5 if number == 1 else 19.0
    paper.line(LEFT, y, right, y, weight=1)
    words = "If this sheet and an umpire disagree, the umpire is right."
    paper.fit(LEFT, 289, words, Style(REGULAR, 9, GREY), 150)
    paper.text(right, 289, f"{number} / {count}", Style(SEMIBOLD, 9.5), "right")
