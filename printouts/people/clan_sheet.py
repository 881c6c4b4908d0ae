"""The Team Controller's sheet of a clan: its people, its lands, its books, what it has agreed and what it must be told.

It carries what Team Control may know of the clan it walks with: no army, no garrison, no honour. What it is told of
honour stands on a sheet of its own, so that this one may lie on a table.
"""

from __future__ import annotations

from itertools import chain

from control.kernel.drawing.marks.signs import Sign
from control.kernel.values import dataclass
from control.kernel.wording import signed
from printouts import flow
from printouts.clan_band import draw_sign
from printouts.listing import LEFT, Boxes, Column, Head, Section, Write, lines_to_write, room, row_of, sheets
from printouts.paper import A4, BOLD, Paper, Style
from printouts.styles import BODY, FINE, LABEL, STRONG


@dataclass(frozen=True)
class Member:
    """One of the clan: ``player`` is who plays him, ``state`` what is known of him besides (wounded until when, whose
    hostage, dead), ``titles`` what he holds."""

    name: str
    office: str
    player: str
    age: int | None
    experience: int
    state: str
    titles: str = ""


@dataclass(frozen=True)
class Holding:
    """A province, city or temple of the clan. ``value`` is its yearly income in points, ``works`` what stands or is
    being built there and its upkeep; ``left`` the counters it can still raise this year,
    ``coming`` those announced; ``half`` whether it pays half next winter (R21)."""

    name: str
    value: int
    works: str
    left: int
    coming: int = 0
    half: bool = False


@dataclass(frozen=True)
class Booking:
    """A line of the books: when, what for, rice and cash (below 0: went out)."""

    when: str
    what: str
    rice: int
    cash: int


@dataclass(frozen=True)
class ClanSheet:
    """A clan as its Controller walks with it. Colours are ``#rrggbb``; points of rice and cash; ``income`` is what
    came in this year, ``income_of`` by kind in words; ``place`` is its place
    in the order of the clans that was released last, in words; ``bonds`` are treaties and hostages, ``tell`` what it
    has still to be told, each a sentence."""

    clan: Sign
    when: str
    place: str
    rice: int
    cash: int
    income: int
    income_of: str
    upkeep: int
    lent: int
    people: tuple[Member, ...]
    lands: tuple[Holding, ...]
    bookings: tuple[Booking, ...]
    bonds: tuple[str, ...]
    tell: tuple[str, ...]


NUMBER = Style(BOLD, 19)

PEOPLE = (
    Column("Name", 47, STRONG),
    Column("Office, titles", 42),
    Column("Player", 34),
    Column("Age", 11, BODY, "right"),
    Column("Exp.", 11, BODY, "centre"),
    Column("How he is", 41, FINE),
)
LANDS = (
    Column("Province or place", 42, STRONG),
    Column("Value", 14, BODY, "right"),
    Column("Works and upkeep", 50),
    Column("May raise", 18, BODY, "right"),
    Column("Announced", 20, BODY, "right"),
    Column("Raised", 21),
    Column("Remarks", 21, FINE),
)
BOOKS = (
    Column("When", 32),
    Column("What for", 84),
    Column("Rice", 17, BODY, "right"),
    Column("Cash", 17, BODY, "right"),
    Column("Left", 36),
)
SENTENCES = (Column("", 8), Column("", 178))
BLANK_BOOKINGS = 11
BLANK_LINES = 6


def clan_sheet(paper: Paper, sheet: ClanSheet) -> None:
    """The sheet of one clan, A4 upright: what it is in front, its books and room for notes on the back."""
    head = Head(
        "For Team Control, not for players",
        f"{sheet.clan.name}: clan sheet",
        sheet.when,
        "Honour is kept on the tally, which never lies on a table.",
    )
    bookings = chain(
        chain.from_iterable(map(booking_rows, sheet.bookings)),
        chain.from_iterable(row_of(BOOKS, (Write(),) * len(BOOKS), 8) for _ in range(BLANK_BOOKINGS)),
    )
    sections = [
        Section("", (), (band(sheet),)),
        Section("People", PEOPLE, tuple(chain.from_iterable(map(member_rows, sheet.people))),
                "Nobody is left of this clan."),
        Section("Lands", LANDS, tuple(chain.from_iterable(map(holding_rows, sheet.lands))),
                "The clan holds no province and no place."),
        Section("Treaties and hostages", SENTENCES, said(sheet.bonds), "It has no treaty and no hostage."),
        Section("To be told", SENTENCES, said(sheet.tell), "It has heard everything."),
        Section("Books", BOOKS, tuple(bookings), fresh=True),
        Section("Notes", (), lines_to_write(BLANK_LINES, room(A4))),
    ]  # fmt: skip
    sheets(paper, head, sections)


def band(sheet: ClanSheet) -> flow.Row:
    """The clan's band, and its figures in large."""
    figures = (
        ("Rice", str(sheet.rice), ""),
        ("Cash", str(sheet.cash), f"lent {sheet.lent}" if sheet.lent else ""),
        ("Upkeep each winter", str(sheet.upkeep), ""),
        ("Income this year", str(sheet.income), sheet.income_of),
    )

    def draw(paper: Paper, y: float) -> None:
        draw_sign(paper, LEFT, y + 1, room(A4), 9, sheet.clan)
        x, wide = LEFT, room(A4) / 5
        for label, value, under in (*figures, ("Order of the clans", sheet.place, "")):
            paper.fit(x, y + 16, label, LABEL, wide - 3)
            paper.fit(x, y + 23.5, value, NUMBER, wide - 3)
            paper.fit(x, y + 27.5, under, FINE, wide - 3)
            x += wide

    return flow.Row(31, draw)


def member_rows(one: Member) -> tuple[flow.Row, ...]:
    """A person."""
    office = ", ".join(filter(None, (one.office, one.titles)))
    age = "?" if one.age is None else str(one.age)
    return row_of(PEOPLE, (one.name, office, one.player, age, str(one.experience), one.state))


def holding_rows(one: Holding) -> tuple[flow.Row, ...]:
    """A province or place."""
    return row_of(
        LANDS,
        (
            one.name,
            str(one.value),
            one.works,
            str(one.left),
            str(one.coming or ""),
            Write(),
            "pays half (R21)" if one.half else "",
        ),
    )


def booking_rows(one: Booking) -> tuple[flow.Row, ...]:
    """A line of the books."""
    return row_of(
        BOOKS, (one.when, one.what, *(signed(points) if points else "" for points in (one.rice, one.cash)), "")
    )


def said(sentences: tuple[str, ...]) -> tuple[flow.Row, ...]:
    """Sentences, each with a box."""
    return tuple(chain.from_iterable(row_of(SENTENCES, (Boxes(), words)) for words in sentences))
