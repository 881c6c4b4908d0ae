"""A clan's income statement: every booking of a year a line, with the section it rests on (handbook 5; R21 to R27)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from control.kernel.drawing.marks.signs import Sign
from control.kernel.values import dataclass
from control.kernel.wording import signed
from printouts import flow
from printouts.clan_band import draw_sign
from printouts.listing import LEFT, Column, Head, Section, row_of, sheets
from printouts.paper import GREY, REGULAR, SERIF_BOLD, Paper, Style
from printouts.styles import BODY, FINE, NOTE, STRONG


@dataclass(frozen=True)
class StatementLine:
    """A booking: what it is called, where and what for, the section it rests on, and its points, below 0 if spent."""

    label: str
    details: str
    section: str
    rice: int
    cash: int


@dataclass(frozen=True)
class StatementPart:
    """A part of the statement with its sums; ``note`` explains how a figure of it came about."""

    title: str
    rice: int
    cash: int
    lines: tuple[StatementLine, ...]
    note: str = ""


@dataclass(frozen=True)
class IncomeStatement:
    """The statement of a year, which runs from winter to autumn, as it stood ``when`` it was printed. ``brought`` was
    left over from the year before, ``left`` is there now, each as (rice, cash)."""

    clan: Sign
    year: int
    when: str
    brought: tuple[int, int]
    parts: tuple[StatementPart, ...]
    left: tuple[int, int]


FIGURE = Style(REGULAR, 10.5)
SUM = Style(SERIF_BOLD, 14)
COLUMNS = (
    Column("What", 58),
    Column("Where and what for", 72, Style(REGULAR, 9.5, GREY)),
    Column("By", 16, FINE),
    Column("Rice", 20, FIGURE, "right"),
    Column("Cash", 20, FIGURE, "right"),
)
HEADS = tuple(replace(column, style=STRONG) for column in COLUMNS)
GAP = flow.Row(2.5, lambda _paper, _y: None, with_next=True)
WIDTH = sum(column.width for column in COLUMNS)


def income_statement(paper: Paper, one: IncomeStatement) -> None:
    """One clan's statement, A4 upright, on as many pages as it needs."""
    head = Head(f"Income statement of {one.year}", one.clan.name, one.when, "For this clan and its Controller")
    sheets(paper, head, (Section("", (), (_band(one.clan),)), Section("", COLUMNS, tuple(_rows(one)))))


def _rows(one: IncomeStatement) -> Iterator[flow.Row]:
    if one.brought != (0, 0):
        yield from row_of(HEADS, (f"Left over from {one.year - 1}", "", "", *map(str, one.brought)))
    for part in one.parts:
        yield GAP
        sums = row_of(HEADS, (part.title, "", "", signed(part.rice), signed(part.cash)))
        yield from (replace(row, with_next=True) for row in sums)
        if part.note:
            yield from row_of((Column("", WIDTH, NOTE),), (part.note,))
        for line in part.lines:
            yield from row_of(
                COLUMNS,
                (
                    line.label,
                    line.details,
                    line.section,
                    *(signed(points) if points else "" for points in (line.rice, line.cash)),
                ),
            )
    if not one.parts:
        yield from row_of((Column("", WIDTH, BODY),), (f"Nothing was booked in {one.year}.",))
    yield _left(one.left)
    yield _hands()


def _band(clan: Sign) -> flow.Row:
    def draw(paper: Paper, y: float) -> None:
        draw_sign(paper, LEFT, y, WIDTH, 8.5, clan)

    return flow.Row(11, draw)


def _left(left: tuple[int, int]) -> flow.Row:
    """What is there, in rice and cash and together."""

    def draw(paper: Paper, y: float) -> None:
        paper.line(LEFT, y + 1.5, LEFT + WIDTH, y + 1.5, weight=1.2)
        together = f"There now, {sum(left)} in rice and cash together"
        paper.fit(LEFT, y + 8.4, together, SUM, 140)
        for x, figure in zip((WIDTH - 22, WIDTH - 2), left, strict=True):
            paper.fit(LEFT + x, y + 8.4, str(figure), SUM, 19, "right")
        paper.line(LEFT, y + 11.5, LEFT + WIDTH, y + 11.5, weight=1.2)

    return flow.Row(14, draw, with_next=True)


def _hands() -> flow.Row:
    """Where those sign who have read it together."""

    def draw(paper: Paper, y: float) -> None:
        for x, words in ((0.0, "Read with the clan"), (96.0, "Team Control")):
            paper.line(LEFT + x, y + 14, LEFT + x + 90, y + 14, weight=0.5)
            paper.text(LEFT + x, y + 18, words, FINE)

    return flow.Row(20, draw)
