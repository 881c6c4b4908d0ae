"""Rows that nobody counts: their place among all; and for whom at a desk something stands apart"""

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"

TABLES = ("transfer", "work", "honour", "honour_proposal", "call", "petition", "false_claim", "service")


def upgrade() -> None:
    op.add_column("journal_apart", sa.Column("heard_by", sa.String(), nullable=True))
    for table in TABLES:
        op.add_column(table, sa.Column("line", sa.Integer(), nullable=False, server_default="0"))
        op.execute(sa.text(f'UPDATE "{table}" SET line = id'))
        last = f'SELECT max(line) AS last FROM "{table}" WHERE line > 0'
        given = "SELECT last FROM serial WHERE name = :table"
        counted = f"SELECT max(last) AS last FROM ({last} UNION {given}) AS counted"
        whole = f"INSERT INTO serial (name, last) SELECT :line, last FROM ({counted}) AS whole WHERE last IS NOT NULL"
        op.execute(sa.text(whole).bindparams(table=table, line=f"{table}/line"))
    op.execute("DELETE FROM serial WHERE name = 'transfer'")  # their numbers are drawn: nothing counts them any more
