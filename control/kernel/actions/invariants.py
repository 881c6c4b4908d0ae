"""What is true of a game whatever is done in it.

An invariant stands in the chapter it is about. After an action it is asked of the rows that the action changed, at the
end of a season and by `verify` of all. An action that breaks one is taken back whole, and nobody can force it: either
an undo would bring back what no longer fits, or the program is wrong. Only a season may end over what was broken
before, with a reason: the day goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, select, true
from sqlalchemy.orm import InstrumentedAttribute, Session

from control.kernel.errors import OrderNotAllowed
from control.kernel.rows import Base, Change
from control.kernel.values import dataclass


@dataclass(frozen=True)
class Broken:
    """What would be wrong (``then``, to stand after that word), and what has happened ``since`` the entry whose undo
    would bring it about."""

    then: str
    since: str = "something has changed since"


class Changed:
    """The rows that were changed in what an invariant watches; without ``changes``, every row there is."""

    def __init__(self, session: Session, changes: Sequence[Change] | None) -> None:
        self.session = session
        self.changes = changes

    def keys(self, table: str) -> set[Any]:
        """The keys of a table's changed rows."""
        return {change["key"][0] for change in self.changes or () if change["table"] == table}

    def among(self, column: InstrumentedAttribute[Any], table: str = "") -> ColumnElement[bool]:
        """The condition that a column is the key of a row that was changed: of its own table, or of ``table``."""
        if self.changes is None:
            return true()
        return column.in_(self.keys(table or column.class_.__tablename__))

    def rows(self, model: type[Row]) -> Iterable[Row]:
        """The changed rows of a table that are there; the action has them at hand, so this mostly asks nothing."""
        if self.changes is None:
            return self.session.scalars(select(model))
        return filter(None, (self.session.get(model, key) for key in sorted(self.keys(model.__tablename__))))


Row = TypeVar("Row", bound=Base)
Asks = Callable[[Session, Changed], Iterable[Broken]]


@dataclass(frozen=True)
class Invariant:
    """What must be true; ``asks`` says what of it is broken. It ``watches`` tables, or columns of them; ``ruling`` is
    the rule behind it."""

    watches: frozenset[str]
    asks: Asks
    ruling: str

    def concerns(self, change: Change) -> bool:
        """Whether a change is one of what it watches: of a row that came or went, every column changed."""
        table = change["table"]
        if table in self.watches:
            return True
        changed = {**(change["before"] or {}), **(change["after"] or {})}
        return any(f"{table}.{column}" in self.watches for column in changed)


class Invariants(list[Invariant]):
    """The invariants of a game."""

    def watch(self, *watched: str, ruling: str = "") -> Callable[[Asks], Asks]:
        """Put the decorated question among them, to be asked when one of these tables has changed, or one of these
        columns (``army.standing``)."""

        def add(asks: Asks) -> Asks:
            self.append(Invariant(frozenset(watched), asks, ruling))
            return asks

        return add

    def broken(self, session: Session, changes: Sequence[Change] | None = None) -> Iterable[tuple[Broken, Invariant]]:
        """What of them is broken by these changes; without, what is broken at all."""
        for one in self:
            mine = None if changes is None else [change for change in changes if one.concerns(change)]
            if mine is None or mine:
                yield from ((found, one) for found in one.asks(session, Changed(session, mine)))

    def keep(self, session: Session, changes: Sequence[Change] | None, *, undo: bool, leader: str) -> None:
        """Raise OrderNotAllowed at the first that is broken; ``leader`` is the desk to tell."""
        for found, one in self.broken(session, changes):
            why = f": {found.since}. Take that back first." if undo else f". Nothing was done; tell {leader}."
            raise OrderNotAllowed(f"Then {found.then}{why}", field="entry" if undo else "", ruling=one.ruling)
