"""What the processes that serve one game on PostgreSQL have in common beside it: who has been guessing, drafts,
printings, by what number the public hears. None of it is of the game: no journal, undo or copy knows of it, and a
server that crashed begins anew.

It lies in a table of its own, small documents by their names, one of them changed by one process at a time.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import field
from typing import Any

from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import SQLAlchemyError

from control.kernel.database.dialects import speaks_postgresql
from control.kernel.database.keeping import ANSWER
from control.kernel.values import dataclass

Away = SQLAlchemyError
"""What is raised where the server is away."""
MAKE = """
SELECT pg_advisory_xact_lock(1400141644, hashtext(current_schema()));
CREATE UNLOGGED TABLE IF NOT EXISTS control_room_shared (
  name text COLLATE "C" PRIMARY KEY, document text COLLATE "C" NOT NULL, bytes bytea,
  at timestamptz NOT NULL DEFAULT now());
"""
MINE = "SELECT pg_advisory_xact_lock(1400141645, hashtext(current_schema() || '/' || {}))"
READ = (
    "SELECT extract(epoch FROM clock_timestamp())::float8, "
    "(SELECT document FROM control_room_shared WHERE name = {0}), "
    "(SELECT extract(epoch FROM clock_timestamp() - at)::float8 FROM control_room_shared WHERE name = {0})"
)
BYTES = text("SELECT bytes FROM control_room_shared WHERE name = :name")
KEEP = text(
    "INSERT INTO control_room_shared (name, document, bytes) VALUES (:name, :document, :bytes) ON CONFLICT (name) "
    "DO UPDATE SET document = :document, bytes = coalesce(:bytes, control_room_shared.bytes), at = now()"
)
WIPE = text("DELETE FROM control_room_shared WHERE name = :name")
WIPE_OLD = text(
    "DELETE FROM control_room_shared WHERE starts_with(name, :kind) AND at < now() - make_interval(secs => :older)"
)


@dataclass
class Held:
    """A document that is ours to change for a while; ``now`` is the moment by the server's clock, in seconds, and for
    so many nobody has kept it anew (``unchanged``)."""

    now: float
    document: dict[str, Any] = field(default_factory=dict)
    unchanged: float = 0.0


class Shared:
    """The documents of one game, on its PostgreSQL."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine.execution_options(latest=True)
        with self._changing() as connection:
            connection.exec_driver_sql(MAKE)

    @contextmanager
    def _changing(self, *first: str) -> Iterator[Connection]:
        """A transaction that begins with these questions."""
        with self._engine.connect().execution_options(first=first) as connection, connection.begin():
            yield connection

    @contextmanager
    def held(self, name: str) -> Iterator[Held]:
        """The document of that name, an empty one if there is none; nobody else has it meanwhile, and what is changed
        in it is kept."""
        with self._changing(about(MINE, name), about(READ, name)) as connection:
            now, before, _ = connection.info[ANSWER]
            held = Held(now, json.loads(before or "{}"))
            yield held
            after = json.dumps(held.document)
            if after != before:
                connection.execute(KEEP, {"name": name, "document": after, "bytes": None})

    def read(self, name: str) -> Held:
        """The document as it is, to look at."""
        with self._changing(about(READ, name)) as connection:
            now, found, unchanged = connection.info[ANSWER]
            return Held(now, json.loads(found or "{}"), unchanged or 0.0)

    def keep(self, name: str, document: dict[str, Any], content: bytes | None = None) -> None:
        """Keep a document in the place of the one before, with bytes beside it if there are new ones."""
        with self._changing() as connection:
            connection.execute(KEEP, {"name": name, "document": json.dumps(document), "bytes": content})

    def bytes_of(self, name: str) -> bytes:
        """What lies beside a document."""
        with self._changing() as connection:
            return bytes(connection.scalar(BYTES, {"name": name}) or b"")

    def wipe(self, name: str) -> None:
        """A document goes."""
        with self._changing() as connection:
            connection.execute(WIPE, {"name": name})

    def wipe_old(self, kind: str, older: float) -> None:
        """Those whose names begin so go, if nobody changed them for so many seconds."""
        with self._changing() as connection:
            connection.execute(WIPE_OLD, {"kind": kind, "older": older})


def about(question: str, name: str) -> str:
    """A question about the document of a name, as it is asked with the first word of a transaction, which carries no
    values beside it."""
    quoted = name.replace("'", "''").replace("%", "%%")
    return question.format(f"'{quoted}'")


def shared_by(engine: Engine) -> Shared | None:
    """What is shared there; nothing with a file, which one process serves."""
    return Shared(engine) if speaks_postgresql(engine) else None
