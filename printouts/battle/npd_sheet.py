"""Non-Player Daimyo Control's sheet: the clans nobody plays, what they have, who is next to them, and how they feel.

How a clan stands to others is printed as the umpires set it last; what changes is ticked by hand. No army or garrison
is on the sheet.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from control.kernel.drawing.marks.signs import Sign
from control.kernel.values import dataclass
from printouts import flow
from printouts.clan_band import draw_sign
from printouts.listing import LEFT, Boxes, Column, Head, Section, Write, room, row_of, rows_in, sheets, together
from printouts.paper import A4, SERIF_BOLD, Paper, Style
from printouts.styles import BODY, CELL, FINE, STRONG

ATTITUDES = ("hostile", "cold", "neutral", "friendly", "devoted")
"""The five steps of an attitude, as the page has them (tests/paper/test_umpires.py)."""


@dataclass(frozen=True)
class Ground:
    """A province, or a city or temple held for itself: ``value`` is its yearly income in points, and its
    intrinsic defence (handbook 7), ``works`` what stands there, ``left`` the counters it can still raise this year."""

    name: str
    value: int
    works: str
    left: int


@dataclass(frozen=True)
class Neighbour:
    """A clan that holds land next to this clan's, which, and the treaties between the two ("" for none)."""

    clan: str
    where: str
    treaties: str


@dataclass(frozen=True)
class UnplayedClan:
    """A clan that NPD Control plays; colours are ``#rrggbb``, rice and cash in points. ``people`` are its living, its
    leader first, ``bonds`` what it is like and wants, how it stands to others and its treaties with clans that are no
    neighbours, ``answers`` what it has answered this season and what it is still asked, each a sentence."""

    clan: Sign
    when: str
    rice: int
    cash: int
    people: tuple[str, ...]
    lands: tuple[Ground, ...]
    neighbours: tuple[Neighbour, ...]
    bonds: tuple[str, ...]
    answers: tuple[str, ...]


CLAN = Style(SERIF_BOLD, 14)

LANDS = (
    Column("Province or place", 40, STRONG),
    Column("Value and defence", 24, BODY, "right"),
    Column("Works and upkeep", 66),
    Column("May raise", 22, BODY, "right"),
    Column("Raised", 34),
)
NEXT_TO = (Column("Neighbour", 34, STRONG), Column("In", 38, FINE), Column("Treaty", 24), Column("Attitude", 90))
SENTENCES = (Column("", 186),)


def npd_sheets(paper: Paper, clans: Sequence[UnplayedClan]) -> None:
    """The clans, one after another on A4 upright."""
    things = list(clans)
    when = things[0].when if things else ""
    head = Head(
        "For Non-Player Daimyo Control only", "Clans nobody plays", when, "Attitudes are yours: tick and change."
    )
    sheets(paper, head, [together(list(of_clan(one))) for one in things])


def of_clan(one: UnplayedClan) -> Iterator[Section]:
    """A clan: its band, its lands, its neighbours, its answers."""
    yield Section("", (), (band(one), *row_of(SENTENCES, (", ".join(one.people) or "Nobody is left.",))))
    lands = ((land.name, str(land.value), land.works, str(land.left), Write()) for land in one.lands)
    yield Section("", LANDS, rows_in(LANDS, lands), "Holds no province and no place.")
    near = ((clan.clan, clan.where, clan.treaties, Boxes(ATTITUDES)) for clan in one.neighbours)
    yield Section("", NEXT_TO, rows_in(NEXT_TO, near), "Nobody holds anything next to it.")
    yield Section("", (), rows_in(SENTENCES, ((words,) for words in (*one.bonds, *one.answers))))


def band(one: UnplayedClan) -> flow.Row:
    """The head of a clan."""

    def draw(paper: Paper, y: float) -> None:
        draw_sign(paper, LEFT, y + 4, 44, 8, one.clan)
        paper.fit(LEFT + 48, y + 10, one.clan.name, CLAN, 84)
        paper.fit(LEFT + room(A4), y + 10, f"{one.rice} rice, {one.cash} cash", CELL, 50, "right")

    return flow.Row(14, draw, with_next=True)
