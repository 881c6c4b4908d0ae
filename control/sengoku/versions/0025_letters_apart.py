"""Letters stand apart: who wrote which when, the index of what stands apart, and whom that stirs"""

import json
from itertools import chain
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"

NUMBERED = "SELECT number, changes FROM {} ORDER BY number"


def upgrade() -> None:
    op.add_column("letter", sa.Column("written", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("journal_apart", sa.Column("stirs", sa.String(), nullable=True))
    touched = op.create_table(
        "touch_apart",
        sa.Column("entry", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("table", sa.String(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("changed", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["entry"], ["journal_apart.number"], name=op.f("fk_touch_apart_entry")),
        sa.PrimaryKeyConstraint("entry", "table", "key", name=op.f("pk_touch_apart")),
    )
    op.create_index("ix_touch_apart_row", "touch_apart", ["table", "key", "entry"])
    connection = op.get_bind()
    names = names_of(connection)
    whole = [
        (number, json.loads(changes)) for number, changes in connection.execute(sa.text(NUMBERED.format("journal")))
    ]
    apart = [
        (number, json.loads(changes))
        for number, changes in connection.execute(sa.text(NUMBERED.format("journal_apart")))
    ]
    for number, changes in chain(whole, apart):
        for change in changes:
            if change["table"] == "letter" and change["before"] is None:
                written = sa.text("UPDATE letter SET written = :number WHERE id = :letter")
                connection.execute(written, {"number": number, "letter": change["key"][0]})
    if rows := [row for number, changes in apart for row in index_of(number, changes, names)]:
        op.bulk_insert(touched, rows)


def names_of(connection: sa.Connection) -> dict[str, dict[str, str]]:
    """The tables that the columns of each table name rows of."""
    found = sa.inspect(connection)
    return {
        table: {key["constrained_columns"][0]: key["referred_table"] for key in found.get_foreign_keys(table)}
        for table in found.get_table_names()
    }


def index_of(number: int, changes: list[Any], names: dict[str, dict[str, str]]) -> list[dict[str, Any]]:
    """The index of an entry: the rows that it changed, and those that the changed columns name."""
    changed = {(change["table"], " ".join(map(str, change["key"]))) for change in changes}
    near = {
        (names[change["table"]][column], str(value))
        for change in changes
        for row in (change["before"], change["after"])
        for column, value in (row or {}).items()
        if column in names.get(change["table"], {}) and value is not None
    }
    return [
        {"entry": number, "table": table, "key": key, "changed": (table, key) in changed}
        for table, key in sorted(changed | near)
    ]
