"""What our statements say in PostgreSQL's words; imported where a game is in one, for it takes long."""

from __future__ import annotations

import time
from typing import Any

from sqlalchemy import Column, Connection, Engine, UnaryExpression, event
from sqlalchemy.dialects.postgresql.base import PGCompiler
from sqlalchemy.sql.operators import asc_op, desc_op

from control.kernel.database.keeping import ANSWER, KeeperAtServer, keeper_of


class OurPostgreSQL(PGCompiler):
    """Puts statements into PostgreSQL's words."""

    def order_by_clause(self, select: Any, **more: Any) -> str:
        """The order of rows: what is nothing comes first where it goes up, last where it goes down."""
        parts = [placed(one, self.process(one, **more)) for one in select._order_by_clauses]
        return f" ORDER BY {', '.join(parts)}" if parts else ""


LOCKED = 3000  # milliseconds that whoever reads waits for a table that somebody holds
FRESH = 1.0  # seconds: a connection that was used so lately need not be asked whether it is still there
WROTE, USED = "control_room_wrote", "control_room_used"


def our_ways(engine: Engine) -> None:
    """Have an engine speak our PostgreSQL, in as few words as it can: for each it waits, and where others are at work
    too, it waits for its turn to go on.

    Nobody waits long for a table that somebody holds: each who waits has one of the server's threads, and of a club's
    games one would so hold up the others. Whoever writes says for himself how long (`that_writes`).

    We say BEGIN ourselves, together with what comes next (`begin`). A transaction that only read ends with COMMIT: at a
    ROLLBACK psycopg throws away all statements that the server has ready, and each would be read and planned anew. Only
    a connection that lay idle is asked whether it is there.
    """

    def said_at_once(connection: Any, _record: Any) -> None:
        connection.execute(f"SET lock_timeout = {LOCKED}")
        connection.commit()

    event.listen(engine, "connect", said_at_once)
    dialect = engine.dialect
    dialect.statement_compiler = OurPostgreSQL
    dialect.use_insertmanyvalues_wo_returning = True  # new rows of a table are one statement, and so one word
    roll_back, commit, ping = dialect.do_rollback, dialect.do_commit, dialect.do_ping
    execute = dialect.do_execute

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

    def do_execute(cursor: Any, *given: Any) -> None:
        execute(cursor, *given)
        while cursor.nextset():  # of several statements the last one answers
            pass

    for ours in (do_rollback, do_commit, do_ping, do_execute):
        setattr(dialect, ours.__name__, ours)
    event.listen(engine, "before_cursor_execute", note_what_writes)
    event.listen(engine, "begin", begin)


def begin(connection: Connection) -> None:
    """Begin a transaction: in the schema of its game, if the database has several, and in the same word with what its
    options say is ``first``, or what is kept of the game. It sees one moment, or always the ``latest``; who says one
    thing ``alone`` needs none."""
    options = connection.get_execution_options()
    game, latest, first = (options.get(name) for name in ("game", "latest", "first"))
    connection.info.pop(ANSWER, None)
    if options.get("alone") and not game:
        return
    if not latest and isinstance(keeper := keeper_of(connection.engine), KeeperAtServer):
        first = keeper.asks_first()
    words = [
        f"BEGIN ISOLATION LEVEL {'READ COMMITTED' if latest else 'REPEATABLE READ'}",
        *([f'SET LOCAL search_path TO "{game}"'] if game else ()),
        *(first or ()),
    ]
    answer = connection.exec_driver_sql("; ".join(words))
    if first:
        connection.info[ANSWER] = answer.first()


def note_what_writes(_connection: Any, cursor: Any, statement: str, *_more: Any) -> None:
    """What is more than a question is taken back by a ROLLBACK."""
    if not statement.lstrip().startswith(("SELECT", "BEGIN")):
        setattr(cursor.connection, WROTE, True)


def placed(element: Any, words: str) -> str:
    """One thing by which is ordered, and where what is nothing comes."""
    within, down = element, False
    while isinstance(within, UnaryExpression) and within.modifier in (asc_op, desc_op):
        within, down = within.element, within.modifier is desc_op
    if (isinstance(within, Column) and not within.nullable) or " NULLS " in words:
        return words
    return f"{words} NULLS {'LAST' if down else 'FIRST'}"
