"""What an action changed: every row, before and after, as plain data for the journal."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from sqlalchemy import event, inspect
from sqlalchemy.orm import Session

from control.kernel.rows import Base, JournalEntry, Touch

UNRECORDED_TABLES = {"serial", "journal", "touch"}  # numbers once given stay given, also after an undo
UNRECORDED_COLUMNS = {"version"}  # a version only ever goes up
SECRET_COLUMNS = {("desk", "code")}  # whoever may read the journal need not be let in everywhere


@cache
def tables() -> dict[str, type[Base]]:
    """Every table by its name: the kernel's, and those of the game, which is here by the time anything changes."""
    return {mapper.class_.__tablename__: mapper.class_ for mapper in Base.registry.mappers}


@cache
def order_of_tables() -> dict[str, int]:
    """The place of each table in an order in which none comes before one that it points to."""
    return {table.name: spot for spot, table in enumerate(Base.metadata.sorted_tables)}


Change = dict[str, Any]


class ChangeLog:
    """Watches a session, within ``with``, and writes down what its flushes changed.

    A row flushed several times is one change, from how it was first to how it is at last.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._changes: dict[tuple[Any, ...], Change] = {}
        event.listen(session, "after_flush", self._note)

    def __enter__(self) -> ChangeLog:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        try:
            if kind is None:
                self._session.flush()
        finally:
            event.remove(self._session, "after_flush", self._note)

    @property
    def changes(self) -> list[Change]:
        """What was changed, in the order the changes began."""
        settled = map(without_equal, self._changes.values())
        return [change for change in settled if change["before"] != change["after"]]

    def _note(self, session: Session, _context: Any) -> None:
        # SQLAlchemy still shows the lists and histories as they were before this flush; they have no order of
        # their own, and a replay must note the same changes in the same one.
        for row in ordered(session.new):
            self._change(row, before=None, after=columns(row))
        for row in ordered(session.dirty):
            histories = {attr.key: attr.history for attr in inspect(row).attrs if attr.history.has_changes()}
            before = {
                name: history.deleted[0] if history.deleted else None  # never set before: the database had its default
                for name, history in histories.items()
                if recorded(row.__tablename__, name)
            }
            if before:
                self._change(row, before=before, after={name: getattr(row, name) for name in before})
        for row in ordered(session.deleted):
            self._change(row, before=columns(row), after=None)

    def _change(self, row: Base, before: Any, after: Any) -> None:
        table = row.__tablename__
        if table in UNRECORDED_TABLES:
            return
        key = inspect(row).mapper.primary_key_from_instance(row)
        known = self._changes.get((table, *key))
        if known is None:
            self._changes[(table, *key)] = {"table": table, "key": list(key), "before": before, "after": after}
        elif after is None or known["after"] is None:
            if known["before"] is not None and before is not None:
                known["before"] = {**before, **known["before"]}
            known["after"] = after
        else:
            if known["before"] is not None:
                known["before"] = {**before, **known["before"]}
            known["after"] = {**known["after"], **after}


def without_equal(change: Change) -> Change:
    """The change without the columns that are as they were, since one flush undid another."""
    before, after = change["before"], change["after"]
    if before is None or after is None:
        return change
    moved = [name for name in sorted(before) if before[name] != after[name]]
    return {**change, "before": {name: before[name] for name in moved}, "after": {name: after[name] for name in moved}}


def ordered(rows: Iterable[Any]) -> list[Any]:
    """Rows by table, a table after those it points to, then by key: undone in reverse, nothing dangles."""
    return sorted(
        rows, key=lambda row: (order_of_tables()[row.__tablename__], inspect(row).mapper.primary_key_from_instance(row))
    )


def columns(row: Base) -> dict[str, Any]:
    """The recorded columns of a row."""
    return {name: value for name, value in row.as_dict().items() if recorded(row.__tablename__, name)}


def recorded(table: str, column: str) -> bool:
    """Whether the journal keeps this column."""
    return column not in UNRECORDED_COLUMNS and (table, column) not in SECRET_COLUMNS


# --- The index of the journal -----------------------------------------------------------------------------


def row_of(change: Change) -> tuple[Any, ...]:
    """The row that was changed, by table and key; a side or a round counts as its battle."""
    table, key = change["table"], change["key"]
    return ("battle", key[0]) if table in ("battle_side", "battle_round", "sealed_tactic") else (table, *key)


def references(change: Change) -> set[tuple[Any, ...]]:
    """The rows that a changed row points to, or pointed to."""
    return pointed_to(change["table"], change["before"] or {}) | pointed_to(change["table"], change["after"] or {})


def pointed_to(table: str, row: dict[str, Any]) -> set[tuple[Any, ...]]:
    """The rows that these columns of a row point to."""
    return {
        (foreign.column.table.name, row[column.key])
        for column in tables()[table].__table__.columns
        for foreign in column.foreign_keys
        if row.get(column.key) is not None
    }


def touches(session: Session, entry: JournalEntry) -> list[Touch]:
    """The index of an entry: the rows it changed, and those that these point to now or pointed to before."""
    changed = {row_of(change) for change in entry.changes}
    near: set[tuple[Any, ...]] = set()
    for change in entry.changes:
        near |= references(change)
        key = change["key"]
        row = session.get(tables()[change["table"]], tuple(key) if len(key) > 1 else key[0])
        near |= pointed_to(change["table"], row.as_dict()) if row is not None else set()
    return [
        Touch(entry=entry.number, table=table, key=" ".join(map(str, key)), changed=(table, *key) in changed)
        for table, *key in sorted(changed | near, key=str)
    ]
