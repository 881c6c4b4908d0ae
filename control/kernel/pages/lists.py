"""Long lists come in parts: a page brings the first hundred rows, and the others when they are wanted.

One way for all lists. The address says which rows: ``from`` so many on, ``to`` so many (or ``all``); a page and its
parts share address and template, in which `m.rest` (templates/_macros.html) stands after the rows. Whoever scrolls
there, or follows its link, is brought the next; the screen's script (control/static/room.js) fetches all that is
missing before paper is printed. What is searched for is looked for among all rows, wherever the part ends, since the
question is asked first and cut then.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from flask import request

from control.kernel.values import dataclass

PART = 100
"""So many rows come at once."""
ALL = "all"
"""What stands in an address for the end of a list."""
Row = TypeVar("Row")


@dataclass(frozen=True)
class Part(Generic[Row]):
    """The rows of a list after ``since`` of them and up to ``until``, counted from 0, ``of`` so many.

    ``begins`` is the row with which what stands on the page already begins; None if this is no more than a page's own.
    """

    rows: Sequence[Row]
    since: int
    until: int
    of: int
    begins: int | None = None
    named: str = ""
    """What stands before ``from`` and ``to`` in the address, where a page has several such lists."""

    @property
    def first(self) -> int:
        """The row with which what stands on the page begins, this part among it."""
        return self.since if self.begins is None else self.begins

    @property
    def is_long(self) -> bool:
        """Whether the list is longer than a part."""
        return self.of > PART

    @property
    def next(self) -> int:
        """How many rows come with the next part, at least."""
        return min(PART, self.of - self.until)


def part_of(
    rows: Sequence[Row], together: Callable[[Row], Any] | None = None, named: str = "", uncut: bool = False
) -> Part[Row]:
    """The part of a list that the address asks for; rows that belong ``together``, one after the other, are not torn
    apart. An address that names no part, or none there is, gets the first. Of several lists of a page all but one are
    ``named``. A list in which a form was refused comes ``uncut``: that form is in it, wherever it stands."""
    since = asked_for(f"{named}from", 0)
    since = since if since < len(rows) and not uncut else 0
    until = len(rows) if uncut or request.args.get(f"{named}to") == ALL else asked_for(f"{named}to", since + PART)
    until = min(until, len(rows)) if until > since else min(since + PART, len(rows))
    if together:
        since, until = (whole(rows, spot, together) for spot in (since, until))
    begins = asked_for(f"{named}begins", -1)
    return Part(rows[since:until], since, until, len(rows), None if begins < 0 else begins, named)


def lies_at(named: str = "") -> tuple[tuple[str, ...], ...]:
    """What of the address says which part of a list it asks for."""
    return tuple(tuple(request.args.getlist(f"{named}{name}")) for name in ("from", "to", "begins"))


def whole(rows: Sequence[Row], spot: int, together: Callable[[Row], Any]) -> int:
    """Where the rows end that belong together across this spot."""
    while 0 < spot < len(rows) and together(rows[spot]) == together(rows[spot - 1]):
        spot += 1
    return spot


def asked_for(name: str, otherwise: int) -> int:
    """A number of the address; what is none counts as not said."""
    given = [int(one) for one in request.args.getlist(name) if one.isascii() and one.isdecimal() and len(one) < 7]
    return max(given, default=otherwise)
