"""The versions of rows that go and come again: none begins with one that a form may have seen before.

An order that was taken back and is given anew has the key of the one before it. If its versions began at 1 again, a
form that showed the first would be taken for one that showed the second. What a row had when it went is kept where
numbers are that are never given twice (Serial), which no undo takes back.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from sqlalchemy import event, func, inspect, select, update
from sqlalchemy.orm import Session
from sqlalchemy.orm.attributes import set_committed_value

from control.kernel.database.reading import Writing
from control.kernel.rows.base import A_VERSION, EVERY_VERSION, Base, Serial, Versioned

AT_ONCE = 500
"""So many are asked for together: there is an end to what a database takes in one question."""
BEGIN = "versions begin"
"""Where a session keeps for the end of its flush which of its new rows begin at another version than 1."""


@event.listens_for(Writing, "before_flush")
def keep_versions(session: Session, _context: Any, _rows: Any) -> None:
    """Keep the versions of what goes with this flush, and look what those were of what comes again with it."""
    gone = {name_of(row): row for row in session.deleted if isinstance(row, Versioned)}
    made = {name_of(row): row for row in session.new if isinstance(row, Versioned)}
    if not gone and not made:
        return
    known = {one.name: one for one in counts(session, [EVERY_VERSION, *gone, *made])}
    for name, row in gone.items():
        count = known.setdefault(name, Serial(name=name, last=0))
        count.last = max(count.last, row.version)
        session.add(count)
    least = known[EVERY_VERSION].last if EVERY_VERSION in known else 0
    begun = [(row, max(least, known[name].last if name in known else 0) + 1) for name, row in made.items()]
    session.info[BEGIN] = [(row, version) for row, version in begun if version > 1]


@event.listens_for(Writing, "after_flush")
def begin_at_them(session: Session, _context: Any) -> None:
    """Let these rows begin there: SQLAlchemy begins all at 1."""
    for row, version in session.info.pop(BEGIN, ()):
        mapper = inspect(row).mapper
        column, key = mapper.version_id_col, mapper.primary_key_from_instance(row)
        this = [one == value for one, value in zip(mapper.primary_key, key, strict=True)]
        session.connection().execute(update(column.table).where(*this).values({column: version}))
        set_committed_value(row, "version", version)


def name_of(row: Any) -> str:
    """What keeps the version that a row had when it went."""
    key = inspect(row).mapper.primary_key_from_instance(row)
    return f"{A_VERSION}{row.__tablename__} {' '.join(map(str, key))}"


def counts(session: Session, names: Sequence[str]) -> Iterator[Serial]:
    """Those of the counts of these names that there are."""
    for first in range(0, len(names), AT_ONCE):
        yield from session.scalars(select(Serial).where(Serial.name.in_(names[first : first + AT_ONCE])))


def highest_version(session: Session, tables: Iterable[type[Base]]) -> int:
    """The highest version of any row that there is or was."""
    kept = session.scalar(select(func.max(Serial.last)).where(Serial.name.startswith(EVERY_VERSION)))
    found = [session.scalar(select(func.max(column))) for column in version_columns(tables)]
    return max(one or 0 for one in (kept, *found))


def lowest_version(session: Session) -> int:
    """Every row that there is has a later version than this."""
    every = session.get(Serial, EVERY_VERSION)
    return every.last if every else 0


def version_columns(tables: Iterable[type[Base]]) -> list[Any]:
    """Where the rows of these tables have their versions; that of the game may have it in the kernel's table."""
    columns = [one.__mapper__.version_id_col for one in tables]
    return list(dict.fromkeys(one for one in columns if one is not None))


def raise_versions(session: Session, tables: Iterable[type[Base]], by: int) -> None:
    """Let every version go up by so many, that of what is gone and of what is still to come too."""
    for column in version_columns(tables):
        session.execute(update(column.table).values({column: column + by}))
    session.execute(update(Serial).where(Serial.name.startswith(A_VERSION)).values(last=Serial.last + by))
    session.expire_all()
    every = session.get(Serial, EVERY_VERSION)
    if every is None:
        every = Serial(name=EVERY_VERSION, last=0)
        session.add(every)
    every.last += by
