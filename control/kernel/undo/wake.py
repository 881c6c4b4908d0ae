"""What an entry did, so far as later ones may rest on it: an undo asks that of two, a rewind of all of a day."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session

from control.kernel.database.lately import asked_from, keep
from control.kernel.game import UmpiredGame, game_in
from control.kernel.grouping import grouped
from control.kernel.journal.changes import references, row_of, tenures
from control.kernel.rows import Change, Entry, JournalEntry

Row = tuple[Any, ...]
"""A row of the game, by its table and key."""


@cache
def treated(game: UmpiredGame, how: str) -> frozenset[str]:
    """The tables that an undo treats so, as they say themselves (``when_undone``).

    gated: what a turn is run on, taken back only while the game's row has not moved on since. reckoned: what the end of
    a stretch reckons with, taken back only before it. aside: nobody builds on it (who minds a thing, who has been told
    of it): it never stands in the way, and a row that has moved on since stays as it is now. hall: the hall goes on
    while the game is taken back: like those aside, but for an entry that changed nothing else (a wrong press of the
    clock), which is taken back whole or not at all.
    """
    return frozenset(name for name, model in game.tables.items() if model.when_undone == how)


def set_aside(game: UmpiredGame, entry: Entry) -> frozenset[str]:
    """The tables whose rows stay as they are now if they have moved on since this entry."""
    aside = treated(game, "aside")
    return aside if is_of_the_hall(game, entry.changes) else aside | treated(game, "hall")


def is_of_the_hall(game: UmpiredGame, changes: list[Change]) -> bool:
    """Whether these are changes of the hall alone: then it counts among what rests on them."""
    hall = treated(game, "hall")
    return all(change["table"] in hall for change in changes)


class Carried(NamedTuple):
    """What of an entry may rest on others: the rows it changed, and those that these point to or pointed to, with the
    tenures that they have to do with."""

    rows: tuple[Row, ...]
    near: tuple[Row, ...]


class Trace(NamedTuple):
    """What an entry did: the rows it ``changed`` and those it ``made``, the tenures that it moved among them, what it
    ``carried`` on ``beside_the_hall`` and ``with_the_hall``, and whether it is ``of_the_hall`` alone.

    Of the game's row, whether it ``moved`` and which of its columns (``passed``); whether a stretch ``ended`` so.
    ``reckoned`` are the columns by which others reckon with it, ``gated`` whether turns are run on any of it.
    """

    changed: tuple[Row, ...]
    made: tuple[Row, ...]
    beside_the_hall: Carried
    with_the_hall: Carried
    of_the_hall: bool
    moved: bool
    passed: frozenset[str]
    ended: bool
    reckoned: frozenset[str]
    gated: bool


def trace_of(session: Session, changes: list[Change]) -> Trace:
    """What these changes did."""
    game = game_in(session)
    moves = [change["before"] or {} for change in changes if change["table"] == game.moves]
    on = [change for change in changes if change["table"] not in treated(game, "aside")]
    beside = [change for change in on if change["table"] not in treated(game, "hall")]
    with_the_hall = carried(session, on)
    return Trace(
        changed=with_the_hall.rows if len(on) == len(changes) else rows_of(game, changes),
        made=(
            *((change["table"], *change["key"]) for change in changes if change["before"] is None),
            *tenures(session, changes, moved=True),
        ),
        beside_the_hall=with_the_hall if len(beside) == len(on) else carried(session, beside),
        with_the_hall=with_the_hall,
        of_the_hall=is_of_the_hall(game, changes),
        moved=any(change["table"] == game.moves for change in changes),
        passed=frozenset(name for before in moves for name in before),
        ended=ends_a_stretch(game, changes),
        reckoned=frozenset(
            name
            for change in changes
            if change["table"] in treated(game, "reckoned")
            for name in game.tables[change["table"]].reckoned_with(change["before"] or change["after"])
        ),
        gated=any(change["table"] in treated(game, "gated") for change in changes),
    )


def rows_of(game: UmpiredGame, changes: list[Change]) -> tuple[Row, ...]:
    """The rows that were changed."""
    return tuple({row_of(game, change): None for change in changes})


def carried(session: Session, changes: list[Change]) -> Carried:
    """What of these changes may rest on others."""
    game = game_in(session)
    near: dict[Row, None] = {row: None for change in changes for row in references(game, change)}
    return Carried(rows_of(game, changes), (*near, *tenures(session, changes)))


def by_table(rows: Iterable[Row]) -> dict[str, list[Row]]:
    """Rows by their tables."""
    return grouped((row[0], row) for row in rows)


def ends_a_stretch(game: UmpiredGame, changes: list[Change]) -> bool:
    """Whether these changes ended a stretch of the game: everything in the next rests on its beginning."""
    return any(game.stretch in (change["before"] or {}) for change in changes if change["table"] == game.moves)


class Wake:
    """What one entry did, or several that are all ``of_the_hall`` or are not: all that later ones may rest on."""

    def __init__(self, of_the_hall: bool) -> None:
        self.of_the_hall = of_the_hall
        self.changed: set[Row] = set()
        self.made: set[Row] = set()
        self.reckoned: set[str] = set()
        self.gated = self.ended = False

    def copy(self) -> Wake:
        """The same, to be gone on from."""
        found = copy(self)
        found.changed, found.made, found.reckoned = {*self.changed}, {*self.made}, {*self.reckoned}
        return found

    def add(self, trace: Trace) -> None:
        """Another entry of it. Once a stretch has ended all rests on that, and it need not be told more."""
        if not self.ended:
            self.changed.update(trace.changed)
            self.made.update(trace.made)
            self.reckoned.update(trace.reckoned)
            self.gated = self.gated or trace.gated
            self.ended = trace.ended

    def reaches(self, later: Trace) -> bool:
        """Whether a later entry rests on this: it changed a row that was changed here, points to one that was made
        here, or moved the game on after an order was entered here, or something settled: turns are run on those."""
        rows, near = later.with_the_hall if self.of_the_hall else later.beside_the_hall
        if self.ended:
            return bool(rows)
        if later.moved and (self.gated or not self.reckoned.isdisjoint(later.passed)):
            return True
        return not (self.changed.isdisjoint(rows) and self.made.isdisjoint(near))


def wake_of(session: Session, changes: list[Change]) -> Wake:
    """What later entries may rest on of one that made these changes."""
    return wake_of_one(trace_of(session, changes))


def wake_of_one(trace: Trace) -> Wake:
    """The same of one that did this."""
    wake = Wake(trace.of_the_hall)
    wake.add(trace)
    return wake


class Later(NamedTuple):
    """What of an entry of the journal tells what it rests on, who reads it and whether it may be taken back; ``dice``
    are whether it threw any."""

    number: int
    desk: str
    audience: str | None
    action: str
    dice: bool
    undoes: bool
    key: str
    trace: Trace


COLUMNS = (
    JournalEntry.number,
    JournalEntry.desk,
    JournalEntry.audience,
    JournalEntry.action,
    JournalEntry.dice,
    JournalEntry.undoes,
    JournalEntry.key,
    JournalEntry.changes,
)
SINCE = select(*COLUMNS).where(JournalEntry.number >= bindparam("since")).order_by(JournalEntry.number)


def entries_in_short(session: Session) -> tuple[Later, ...]:
    """All entries of the journal so, in order. None is ever changed: those are read that came since it was asked
    lately."""
    engine = session.connection().engine
    before, found = asked_from(session, "in short", SINCE)
    once: dict[Any, Any] = {}  # what many entries have in common is held once
    more = []
    for number, desk, audience, action, dice, undoes, key, changes in found:
        if number > before.number:
            who, whom, what, did = (once.setdefault(o, o) for o in (desk, audience, action, trace_of(session, changes)))
            more.append(Later(number, who, whom, what, bool(dice), undoes is not None, key, did))
    entries = (*(before.made or ()), *more)
    if found:
        keep(engine, "in short", before, found[-1].number, found[-1].key, entries)
    return entries
