"""Sessions that only read, and questions that are asked once of the moment they see; and the session that writes.

Many parts of one page ask the same of the game. A session that reads sees one moment of it, so an answer holds until
the session lets go of that moment, and goes with it. A session that may write keeps no answer.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache, wraps
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, Select, bindparam, event, inspect, select
from sqlalchemy.exc import NoResultFound
from sqlalchemy.orm import Mapper, Session, SessionTransaction, UOWTransaction
from sqlalchemy.orm.attributes import get_history, instance_dict, instance_state
from sqlalchemy.orm.interfaces import MANYTOONE
from sqlalchemy.orm.strategy_options import _AbstractLoad

from control.kernel.database.keeping import OF_ONE, note, noting
from control.kernel.roles import parts_of

Key = TypeVar("Key")
Of = TypeVar("Of")


class Fetching(Session):
    """A session that gets a row by its key with a question made once for each table, which asks for the columns alone:
    SQLAlchemy makes one each time, and thinks anew for each answer how to make a row of it, which costs more than the
    answer. A row that is made here is what its own way of loading makes of it (orm/loading.py), step by step."""

    def get(self, entity: Any, ident: Any, **more: Any) -> Any:
        """The row of that key, None if there is none: as every session gets one."""
        of: Mapper[Any] = inspect(entity)
        note({of.local_table.description})  # it may be there already
        keys = ident if isinstance(ident, tuple) else (ident,)
        if more or isinstance(ident, dict):
            return super().get(entity, ident, **more)
        known = self.identity_map.get(of.identity_key_from_primary_key(keys))
        if known is not None:
            state = instance_state(known)
            return super().get(entity, ident) if state.expired or not isinstance(known, of.class_) else known
        if names := names_of(of):
            self._autoflush()
            found = self.connection().execute(columns_of_that_key(of), named(keys)).first()
            return None if found is None else at_hand(self, of, dict(zip(names, found, strict=True)))
        return self.execute(of_that_key(of), named(keys)).scalars().first()

    def get_one(self, entity: Any, ident: Any, **more: Any) -> Any:
        """The same, where there must be one. Raises NoResultFound."""
        if (row := self.get(entity, ident, **more)) is None:
            raise NoResultFound("No row was found when one was required")
        return row


@cache
def names_of(of: Mapper[Any]) -> tuple[str, ...]:
    """The names of a row's columns, in their order; none of a table whose rows are of several kinds."""
    return () if len([*of.self_and_descendants]) > 1 else tuple(one.key for one in of.column_attrs)


@cache
def columns_of(of: Mapper[Any]) -> tuple[ColumnElement[Any], ...]:
    """These columns, of all tables that a row lies in."""
    return tuple(one.columns[0] for one in of.column_attrs)


@cache
def columns_of_that_key(of: Mapper[Any]) -> Select[Any]:
    """What asks for the columns of the row that has a key."""
    wanted = (column == bindparam(f"key_{spot}") for spot, column in enumerate(of.primary_key))
    return select(*columns_of(of)).select_from(of.persist_selectable).where(*wanted)


def at_hand(session: Session, of: Mapper[Any], columns: dict[str, Any]) -> Any:
    """The row of these columns as the session has it at hand, or as one that it has just read."""
    key = of.identity_key_from_primary_key(tuple(columns[name] for name in primary_key(of)))
    if (known := session.identity_map.get(key)) is not None:
        return known
    row = of.class_manager.new_instance()
    mine, state = instance_dict(row), instance_state(row)
    mine.update(columns)
    state.key, state.session_id = key, session.hash_key
    session.identity_map._add_unpresent(state, key)
    session.dispatch.loaded_as_persistent(session, state)
    return row


@cache
def primary_key(of: Mapper[Any]) -> tuple[str, ...]:
    """The columns of a table's key, as its rows have them."""
    return tuple(of.get_property_by_column(column).key for column in of.primary_key)


def named(keys: tuple[Any, ...]) -> dict[str, Any]:
    """The parts of a key by the names that `of_that_key` gives them."""
    return {f"key_{spot}": key for spot, key in enumerate(keys)}


@lru_cache(maxsize=500)
def of_that_key(of: Mapper[Any], beside: tuple[_AbstractLoad, ...] = ()) -> Select[Any]:
    """What asks for the row of a table that has a key, with rows ``beside`` it: if these are named by options that are
    made once, what asks for them is made once too."""
    wanted = (column == bindparam(f"key_{spot}") for spot, column in enumerate(of.primary_key))
    return select(of).where(*wanted).options(*beside)


def row_of(session: Session, of: type[Of], key: Any, *beside: _AbstractLoad) -> Of | None:
    """The row of a table that has this key, with the rows ``beside`` it that are asked for; None if there is none."""
    keys = key if isinstance(key, tuple) else (key,)
    found: Of | None = session.scalar(of_that_key(inspect(of), beside), named(keys))
    return found


class Writing(Fetching):
    """The session that writes. It holds every row that it has met, by its table: SQLAlchemy lets go of those that
    nobody has at hand, and what was changed, what must be true of it and where the journal's index finds it ask for
    them again."""

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self.held: dict[type[Any], list[Any]] = {}


@event.listens_for(Writing, "loaded_as_persistent")
@event.listens_for(Writing, "pending_to_persistent")
def hold(session: Writing, row: Any) -> None:
    """Hold a row that was read, or is new."""
    session.held.setdefault(type(row), []).append(row)


@event.listens_for(Writing, "after_flush")
def part(session: Writing, _context: UOWTransaction) -> None:
    """What stands beside a row and has changed is asked for again: the row that a changed key named, and rows of which
    one came or went. SQLAlchemy leaves what it once put beside a row."""
    moved = {row: keys for row in session.dirty if (keys := changed_keys(row))}
    kinds = {type(row) for row in (*session.new, *session.deleted, *moved)}
    for row, keys in moved.items():
        beside = relations(inspect(row).mapper)
        forget_beside(session, row, [name for name, (by, _) in beside.items() if not by.isdisjoint(keys)])
    for of, rows in session.held.items() if kinds else ():
        if names := [name for name, (_, kind) in relations(inspect(of)).items() if kind in kinds]:
            for row in rows:
                forget_beside(session, row, names)


def forget_beside(session: Session, row: Any, names: list[str]) -> None:
    """Ask again for what stands beside a row under these names, if it stands there."""
    stale = [name for name in names if name in row.__dict__]
    if stale and row in session:  # one that was deleted stands beside nothing any more
        session.expire(row, stale)


def changed_keys(row: Any) -> set[str]:
    """The columns of a row that name others and were set to something else."""
    state = inspect(row)
    was_set = foreign_keys(state.mapper) & state.committed_state.keys()
    return {key for key in was_set if get_history(row, key).has_changes()}


@cache
def foreign_keys(of: Mapper[Any]) -> frozenset[str]:
    """The columns of a table that name other rows."""
    return frozenset(one.key for one in of.column_attrs if one.columns[0].foreign_keys)


@cache
def relations(of: Mapper[Any]) -> dict[str, tuple[frozenset[str], type[Any] | None]]:
    """What may stand beside a row of a table: a row that it names by these columns, or rows of the table that name
    it."""
    found: dict[str, tuple[frozenset[str], type[Any] | None]] = {}
    for one in of.relationships:
        columns = frozenset(of.get_property_by_column(column).key for column in one.local_columns)
        found[one.key] = (columns, None) if one.direction is MANYTOONE else (frozenset(), one.mapper.class_)
    return found


Ask = TypeVar("Ask", bound=Callable[..., Any])
ANSWERS = "answers"


class Reading(Fetching):
    """A session that sees one moment of the game and changes nothing."""

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self.info[ANSWERS] = {}


@event.listens_for(Reading, "after_transaction_end")
def forget(session: Session, _transaction: SessionTransaction) -> None:
    """Another moment: nothing that was answered holds any more."""
    session.info[ANSWERS] = {}


def asked_once(ask: Ask) -> Ask:
    """A question that a session which reads asks once of a moment. Its answer is shared: nobody may change it."""

    @wraps(ask)
    def asked(session: Session, *about: Any) -> Any:
        answers = session.info.get(ANSWERS)
        if answers is None:
            return ask(session, *about)
        question = (ask, *about, *map(parts_of, about))  # a desk, and the seat of one who sees a part of it, are equal
        if question not in answers:
            with noting() as tables:
                answer = ask(session, *about)
            answers[question] = answer, tables
            return answer
        answer, tables = answers[question]
        note(tables)
        return answer

    return asked  # type: ignore[return-value]


def knows(session: Session, ask: Callable[..., Any], *about: Any, answer: Any) -> None:
    """Tell a session that reads the answer to such a question, since it was asked for together with others."""
    if (answers := session.info.get(ANSWERS)) is not None:
        question = (ask.__wrapped__, *about, *map(parts_of, about))  # type: ignore[attr-defined]
        answers[question] = answer, {OF_ONE}  # of what tables it was read, nobody noted


def by_key(session: Session, found: Select[Key, Of]) -> dict[Key, Of]:
    """What is found for each key: pairs of a key and something as a mapping."""
    return {key: of for key, of in session.execute(found)}  # noqa: C416 (typed rows)
