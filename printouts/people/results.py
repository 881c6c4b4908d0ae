"""What became of a clan: for its players, after the game. Its lands, income and place season by season, its battles,
its dead, its titles, and what its points went into.

Points of honour stay secret (R28): the place is that of the boards everybody has seen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from control.kernel.drawing.marks.signs import Sign
from control.kernel.drawing.shapes import Box
from control.kernel.drawing.trend import VIEW, chart
from control.kernel.values import dataclass
from printouts import flow
from printouts.clan_band import draw_sign
from printouts.drawing import paint
from printouts.listing import LEFT, Column, Head, Section, room, row_of, sheets
from printouts.paper import A4, BOLD, GREY, SEMIBOLD, Paper, Style
from printouts.styles import BODY, NOTE, STRONG


@dataclass(frozen=True)
class Course:
    """How something went: its figure by season or year, the oldest first; of a ``place`` the first is the best."""

    title: str
    steps: tuple[tuple[str, int], ...]
    place: bool = False


@dataclass(frozen=True)
class Fought:
    """A battle of the clan: ``how`` it came out for the clan, ``lost`` counters of 1,000 men of its own."""

    when: str
    where: str
    against: str
    how: str
    lost: int


@dataclass(frozen=True)
class Results:
    """A clan after the game; colours are ``#rrggbb``. ``figures`` are a label, a value and a word under it; ``lands``,
    ``dead`` and ``titles`` are sentences, ``spent`` what points went into, the most first."""

    clan: Sign
    when: str
    figures: tuple[tuple[str, str, str], ...]
    courses: tuple[Course, ...]
    lands: tuple[str, ...]
    battles: tuple[Fought, ...]
    dead: tuple[str, ...]
    titles: tuple[str, ...]
    spent: tuple[tuple[str, int], ...]


NUMBER = Style(BOLD, 24)
LABEL = Style(SEMIBOLD, 9, GREY)

ABREAST = 2

SENTENCES = (Column("", 186),)
BATTLES = (
    Column("When", 30),
    Column("Where", 50, STRONG),
    Column("Against", 62),
    Column("How it ended", 28),
    Column("Lost", 16, BODY, "right"),
)
SPENT = (Column("", 60), Column("Points", 22, STRONG, "right"))


def results(paper: Paper, found: Results) -> None:
    """The results of one clan, A4 upright."""
    head = Head("After the game", found.clan.name, found.when, "Losses are counters of 1,000 men.")
    battles = chain.from_iterable(
        row_of(BATTLES, (one.when, one.where, one.against, one.how, str(one.lost))) for one in found.battles
    )
    spent = chain.from_iterable(row_of(SPENT, (what, f"{points:,}")) for what, points in found.spent)
    sheets(
        paper,
        head,
        [
            Section("", (), (figures(found), *courses(found))),
            Section("Lands", SENTENCES, said(found.lands), "It held no land, and gained none."),
            Section("Battles", BATTLES, tuple(battles), "It fought no battle."),
            Section("The dead", SENTENCES, said(found.dead), "Nobody of the clan died."),
            Section("Titles", SENTENCES, said(found.titles), "Nobody of the clan holds a title."),
            Section("What its points went into", SPENT, tuple(spent), "It spent nothing."),
        ],
    )


def figures(found: Results) -> flow.Row:
    """The clan's band, and what it came to in large."""

    def draw(paper: Paper, y: float) -> None:
        draw_sign(paper, LEFT, y + 1, room(A4), 10, found.clan)
        wide = room(A4) / max(len(found.figures), 1)
        for number, (label, value, under) in enumerate(found.figures):
            x = LEFT + number * wide
            paper.fit(x, y + 18.5, label, LABEL, wide - 3)
            paper.fit(x, y + 28, value, NUMBER, wide - 3)
            paper.fit(x, y + 33, under, NOTE, wide - 3)

    return flow.Row(37, draw)


def courses(found: Results) -> Iterator[flow.Row]:
    """The charts, two side by side."""
    drawn = [one for one in found.courses if one.steps]
    for first in range(0, len(drawn), ABREAST):
        yield abreast(drawn[first : first + ABREAST])


def abreast(drawn: Sequence[Course]) -> flow.Row:
    """Charts side by side, each under its title."""
    wide = room(A4) / ABREAST
    high = (wide - 8) * VIEW.height / VIEW.width

    def draw(paper: Paper, y: float) -> None:
        for number, one in enumerate(drawn):
            x = LEFT + number * wide
            paper.fit(x, y + 5, one.title, STRONG, wide - 4)
            paint(paper, chart(one.steps, str, first_on_top=one.place), Box(x, y + 6, wide - 8, high), VIEW)

    return flow.Row(high + 8, draw)


def said(sentences: tuple[str, ...]) -> tuple[flow.Row, ...]:
    """Sentences, a row for each."""
    return tuple(chain.from_iterable(row_of(SENTENCES, (words,)) for words in sentences))
