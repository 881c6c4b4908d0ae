"""What an action changed: every row, before and after, as plain data for the journal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from sqlalchemy import Insert, event, insert, inspect
from sqlalchemy.orm import Session
from sqlalchemy.orm.attributes import History, get_history

from control.kernel.game import UmpiredGame, game_in
from control.kernel.rows import ApartEntry, ApartTouch, Base, Change, Entry, Touch, Uncounted

UNRECORDED_TABLES = {"serial", "journal", "journal_apart", "touch", "touch_apart"}  # numbers once given stay given
UNRECORDED_COLUMNS = {"version"}  # a version only ever goes up
SECRET_COLUMNS = {("desk", "code")}  # whoever may read the journal need not be let in everywhere


class ChangeLog:
    """Watches a session, within ``with``, and writes down what its flushes changed.

    A row flushed several times is one change, from how it was first to how it is at last; unless ``in_steps``: then
    every flush is a change of its own, which can be taken back in reverse whatever came in between.
    """

    in_steps = False

    def __init__(self, session: Session) -> None:
        self._session = session
        self._places = places(game_in(session))
        self._changes: list[Change] = []
        self._latest: dict[tuple[Any, ...], Change] = {}

    def __enter__(self) -> ChangeLog:
        self._session.info[LOG] = self
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        try:
            if kind is None:
                self._session.flush()
        finally:
            del self._session.info[LOG]

    @property
    def changes(self) -> list[Change]:
        """What was changed, in the order the changes began."""
        settled = map(without_equal, self._changes)
        return [change for change in settled if change["before"] != change["after"]]

    def note(self, session: Session) -> None:
        """Write down what a flush has just changed."""
        # SQLAlchemy still shows the lists and histories as they were before this flush; they have no order of
        # their own, and a replay must note the same changes in the same one.
        for row in self._ordered(session.new):
            self._change(row, before=None, after=columns(row))
        for row in self._ordered(session.dirty):
            before = {
                name: history.deleted[0] if history.deleted else None  # never set before: the database had its default
                for name, history in moved(row)
                if recorded(row.__tablename__, name)
            }
            if before:
                self._change(row, before=before, after={name: getattr(row, name) for name in before})
        for row in self._ordered(session.deleted):
            self._change(row, before=columns(row), after=None)

    def _ordered(self, rows: Iterable[Any]) -> list[Any]:
        """Rows by table, a table after those it points to, then by key: undone in reverse, nothing dangles."""
        return sorted(
            rows,
            key=lambda row: (self._places[row.__tablename__], place_of(row)),
        )

    def _change(self, row: Base, before: Any, after: Any) -> None:
        table = row.__tablename__
        if table in UNRECORDED_TABLES:
            return
        key = inspect(row).mapper.primary_key_from_instance(row)
        known = self._latest.get((table, *key))
        if known is None or self.in_steps:
            self._latest[(table, *key)] = change = {"table": table, "key": list(key), "before": before, "after": after}
            self._changes.append(change)
        elif after is None or known["after"] is None:
            if known["before"] is not None and before is not None:
                known["before"] = {**before, **known["before"]}
            known["after"] = after
        else:
            if known["before"] is not None:
                known["before"] = {**before, **known["before"]}
            known["after"] = {**known["after"], **after}


def moved(row: Base) -> Iterator[tuple[str, History]]:
    """The columns of a row that were set to something else since it was read, in their order, with what they were."""
    if was_set := inspect(row).committed_state:
        for name in row.named_columns():
            if name in was_set and (history := get_history(row, name)).has_changes():
                yield name, history


def place_of(row: Base) -> list[Any]:
    """The place of a row among those of its table: its key, unless that was drawn."""
    return [row.line] if isinstance(row, Uncounted) else [*inspect(row).mapper.primary_key_from_instance(row)]


@cache
def places(game: UmpiredGame) -> dict[str, int]:
    """The place of each table among those of its game."""
    return {name: spot for spot, name in enumerate(game.tables)}


LOG = "log"


@event.listens_for(Session, "after_flush")
def note(session: Session, _context: Any) -> None:
    """Tell the log that watches this session, if one does. (To listen to each session anew costs more than to note.)"""
    if log := session.info.get(LOG):
        log.note(session)


def note_each_step(session: Session) -> None:
    """From now on every flush within this action is a change of its own."""
    session.info[LOG].in_steps = True


def repeats(changes: list[Change]) -> bool:
    """Whether a row is changed more than once in these: they were noted step by step."""
    return len({(change["table"], *change["key"]) for change in changes}) < len(changes)


def without_equal(change: Change) -> Change:
    """The change without the columns that are as they were, since one flush undid another."""
    before, after = change["before"], change["after"]
    if before is None or after is None:
        return change
    moved = [name for name in sorted(before) if before[name] != after[name]]
    return {**change, "before": {name: before[name] for name in moved}, "after": {name: after[name] for name in moved}}


def columns(row: Base) -> dict[str, Any]:
    """The recorded columns of a row."""
    return {name: value for name, value in row.as_dict().items() if recorded(row.__tablename__, name)}


def still_kept(model: type[Base], values: Mapping[str, Any]) -> dict[str, Any]:
    """Of what the journal has of a row the columns that its table still has: an older version of the program had
    others."""
    return {name: value for name, value in values.items() if name in model.__mapper__.columns}


def recorded(table: str, column: str) -> bool:
    """Whether the journal keeps this column."""
    return column not in UNRECORDED_COLUMNS and (table, column) not in SECRET_COLUMNS


# --- The index of the journal -----------------------------------------------------------------------------


def row_of(game: UmpiredGame, change: Change) -> tuple[Any, ...]:
    """The row that was changed, by table and key; one that is part of another counts as that."""
    table, key = change["table"], change["key"]
    whole = game.tables[table].part_of
    return (whole, key[0]) if whole else (table, *key)


def references(game: UmpiredGame, change: Change) -> set[tuple[Any, ...]]:
    """The rows that a changed row points to, or pointed to."""
    pointers = pointing(game.tables[change["table"]])
    rows = [row for row in (change["before"], change["after"]) if row] if pointers else []
    return {(table, row[name]) for row in rows for name, table in pointers if row.get(name) is not None}


def pointed_to(model: type[Base], row: dict[str, Any]) -> set[tuple[Any, ...]]:
    """The rows that these columns of a row point to."""
    return {(table, row[name]) for name, table in pointing(model) if row.get(name) is not None}


@cache
def pointing(model: type[Base]) -> tuple[tuple[str, str], ...]:
    """The columns of a table that point to rows of others, each with the name of that."""
    columns = model.__table__.columns
    return tuple((one.key, foreign.column.table.name) for one in columns for foreign in one.foreign_keys)


TENURE = "tenure"
"""Where in the index a tenure stands, which is no row."""


def tenures(session: Session, changes: Iterable[Change], moved: bool = False) -> Iterator[tuple[str, str]]:
    """The tenures (Base.tenures) that have to do with these changes, or those of them that were ``moved`` by them."""
    tables = game_in(session).tables
    for change in changes:
        for name, went_over in tables[change["table"]].tenures(session, change):
            if went_over or not moved:
                yield TENURE, name


def add_touches(session: Session, entry: Entry) -> None:
    """Put the index of an entry beside it: the rows it changed, and those that these point to now or pointed to before.
    Nobody needs these rows again in this session, so it is told nothing of them."""
    game = game_in(session)
    changed = {row_of(game, change) for change in entry.changes} | {*tenures(session, entry.changes, moved=True)}
    near: set[tuple[Any, ...]] = {*tenures(session, entry.changes)}
    for change in entry.changes:
        near |= references(game, change)
        model = game.tables[change["table"]]
        row = session.get(model, model.key_in(change))
        near |= pointed_to(model, row.as_dict()) if row is not None else set()
    rows: list[dict[str, Any]] = [
        {"entry": entry.number, "table": table, "key": " ".join(map(str, key)), "changed": (table, *key) in changed}
        for table, *key in sorted(changed | near, key=str)
    ]
    if rows:
        kind = ApartTouch if isinstance(entry, ApartEntry) else Touch
        session.connection().execute(into(kind), rows)


@cache
def into(model: type[Base]) -> Insert:
    """What puts rows into a table, made once."""
    return insert(model)
