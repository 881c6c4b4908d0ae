"""What the journal keeps of the moment: its place among all, and words"""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"

PLACE = (
    "(year * 4 + CASE season WHEN 'spring' THEN 1 WHEN 'summer' THEN 2 WHEN 'autumn' THEN 3 ELSE 0 END) * 100 + phase"
)


def upgrade() -> None:
    op.drop_index("ix_journal_season", "journal")
    for table in ("journal", "journal_apart"):
        op.add_column(table, sa.Column("moment", sa.Integer(), nullable=False, server_default="0"))
        op.add_column(table, sa.Column("stretch", sa.String(), nullable=False, server_default=sa.text("''")))
        op.execute(f"UPDATE {table} SET moment = {PLACE}, stretch = season || ' ' || year")
        for name in ("year", "season", "phase"):
            op.drop_column(table, name)
    op.create_index("ix_journal_stretch", "journal", ["stretch"])
