"""What our statements say in PostgreSQL's words; imported where a game is in one, for it takes long."""

from __future__ import annotations

import time
from typing import Any

from sqlalchemy import Column, Engine, UnaryExpression, event
from sqlalchemy.dialects.postgresql.base import PGCompiler
from sqlalchemy.sql.operators import asc_op, desc_op


class OurPostgreSQL(PGCompiler):
    """Puts statements into PostgreSQL's words."""

    def order_by_clause(self, select: Any, **more: Any) -> str:
        """The order of rows: what is nothing comes first where it goes up, last where it goes down."""
        parts = [placed(one, self.process(one, **more)) for one in select._order_by_clauses]
        return f" ORDER BY {', '.join(parts)}" if parts else ""


FRESH = 1.0  # seconds: a connection that was used so lately need not be asked whether it is still there
WROTE, USED = "control_room_wrote", "control_room_used"


def our_ways(engine: Engine) -> None:
    """Have an engine speak our PostgreSQL, in as few words as it can.

    A transaction that only read ends with COMMIT: at a ROLLBACK psycopg throws away all statements that the server has
    ready, and each would be read and planned anew. Only a connection that lay idle is asked whether it is there.
    """
    dialect = engine.dialect
    dialect.statement_compiler = OurPostgreSQL
    roll_back, commit, ping = dialect.do_rollback, dialect.do_commit, dialect.do_ping

    def ended(connection: Any) -> None:
        setattr(connection, WROTE, False)
        setattr(connection, USED, time.monotonic())

    def do_rollback(given: Any) -> None:
        connection = getattr(given, "dbapi_connection", given)
        if getattr(connection, WROTE, False):
            roll_back(connection)
        else:
            commit(connection)
        ended(connection)

    def do_commit(given: Any) -> None:
        connection = getattr(given, "dbapi_connection", given)
        commit(connection)
        ended(connection)

    def do_ping(connection: Any) -> bool:
        return time.monotonic() - getattr(connection, USED, -FRESH) < FRESH or ping(connection)

    for name, ours in (("do_rollback", do_rollback), ("do_commit", do_commit), ("do_ping", do_ping)):
        setattr(dialect, name, ours)
    event.listen(engine, "before_cursor_execute", note_what_writes)


def note_what_writes(_connection: Any, cursor: Any, statement: str, *_more: Any) -> None:
    """What is more than a question is taken back by a ROLLBACK."""
    if not statement.lstrip().startswith("SELECT"):
        setattr(cursor.connection, WROTE, True)


def placed(element: Any, words: str) -> str:
    """One thing by which is ordered, and where what is nothing comes."""
    within, down = element, False
    while isinstance(within, UnaryExpression) and within.modifier in (asc_op, desc_op):
        within, down = within.element, within.modifier is desc_op
    if (isinstance(within, Column) and not within.nullable) or " NULLS " in words:
        return words
    return f"{words} NULLS {'LAST' if down else 'FIRST'}"
