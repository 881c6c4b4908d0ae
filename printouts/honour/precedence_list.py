"""Everybody in the order of precedence, for umpires who settle who speaks first (handbook 4; R29).

What decides the order is public: offices, court ranks, ancestors and ages are announced with a name.
"""

from __future__ import annotations

from itertools import chain, groupby

from control.kernel.values import dataclass
from printouts.listing import Column, Head, Section, group, room, row_of, sheets
from printouts.paper import A4, BOLD, Paper, Style
from printouts.styles import BODY, FINE, STRONG


@dataclass(frozen=True)
class Ranked:
    """A person in the order: ``rank`` heads those of equal rank, ``age`` is None where nobody knows it, ``equal`` says
    that nothing but the name sets him apart from the one before."""

    number: int
    rank: str
    name: str
    clan: str
    office: str
    ancestor: str
    age: int | None
    titles: str
    equal: bool = False


@dataclass(frozen=True)
class PrecedenceList:
    """The living, the highest first."""

    when: str
    people: tuple[Ranked, ...]


COLUMNS = (
    Column("", 13, Style(BOLD, 11), "right"),
    Column("Name", 48, STRONG),
    Column("Clan", 24),
    Column("Office", 27),
    Column("Ancestor", 26),
    Column("Age", 12, BODY, "right"),
    Column("Titles", 36, FINE),
)


def precedence_list(paper: Paper, listed: PrecedenceList) -> None:
    """The list, A4 upright."""
    head = Head(
        "For every umpire",
        "Order of precedence",
        listed.when,
        "Rank, then an illustrious ancestor, then age (R29). “=”: equal to the one before; the umpire decides.",
    )
    rows = []
    for rank, found in groupby(listed.people, key=lambda one: one.rank):
        rows.append(group(rank, room(A4)))
        rows += chain.from_iterable(
            row_of(
                COLUMNS,
                (
                    f"= {one.number}" if one.equal else str(one.number),
                    one.name,
                    one.clan,
                    one.office,
                    one.ancestor,
                    "?" if one.age is None else str(one.age),
                    one.titles,
                ),
                5.8,
            )
            for one in found
        )
    sheets(paper, head, [Section("", COLUMNS, tuple(rows), "Nobody is alive.")])
