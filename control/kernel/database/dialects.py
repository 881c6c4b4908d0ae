"""What databases say otherwise: SQLite, which most games are in, and PostgreSQL.

What is asked must come out alike in both, in its order too: a game that is replayed, copied or taken over is compared
letter by letter. Texts are in the order of their letters' numbers, and what is nothing comes before all else, as SQLite
has it.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Engine, Integer, String, text
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.functions import GenericFunction


class counts_as_json(GenericFunction[str]):
    """Pairs of a name and a number, as one JSON object; of no rows it is empty."""

    type = String()
    inherit_cache = True


@compiles(counts_as_json)
def in_sqlite(element: counts_as_json, compiler: Any, **more: Any) -> str:
    """As SQLite says it."""
    return f"json_group_object({compiler.process(element.clauses, **more)})"


@compiles(counts_as_json, "postgresql")
def in_postgresql(element: counts_as_json, compiler: Any, **more: Any) -> str:
    """As PostgreSQL says it."""
    return f"coalesce(json_object_agg({compiler.process(element.clauses, **more)})::text, '{{}}')"


class numbers_in_json(GenericFunction[int]):
    """The numbers of a JSON list, to look for one ``NOT IN`` them. There may be more than a statement may have values;
    written out they would make each statement another one, of fifty thousand letters."""

    type = Integer()
    inherit_cache = True


@compiles(numbers_in_json)
def numbers_in_sqlite(element: numbers_in_json, compiler: Any, **more: Any) -> str:
    """As SQLite says it."""
    return f"(SELECT value FROM json_each({compiler.process(element.clauses, **more)}))"


@compiles(numbers_in_json, "postgresql")
def numbers_in_postgresql(element: numbers_in_json, compiler: Any, **more: Any) -> str:
    """As PostgreSQL says it."""
    return f"(SELECT value::int FROM json_array_elements_text(({compiler.process(element.clauses, **more)})::json))"


COLUMNS_OF_TEXT = """
SELECT c.relname, a.attname, format_type(a.atttypid, a.atttypmod)
FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_collation o ON o.oid = a.attcollation
WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND a.attnum > 0 AND o.collname = 'default'
AND NOT a.attisdropped ORDER BY 1, 2
"""


def order_by_letters(connection: Connection) -> None:
    """Have every column of texts ordered by its letters' numbers, whatever the database's own habits are."""
    tables: dict[str, list[str]] = {}
    for table, column, kind in connection.execute(text(COLUMNS_OF_TEXT)).all():
        tables.setdefault(table, []).append(f'ALTER COLUMN "{column}" TYPE {kind} COLLATE "C"')
    for table, changes in tables.items():
        connection.exec_driver_sql(f'ALTER TABLE "{table}" {", ".join(changes)}')


def speaks_postgresql(engine: Engine | Connection) -> bool:
    """Whether this is a PostgreSQL database."""
    return engine.dialect.name == "postgresql"
