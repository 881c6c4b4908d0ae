"""Who may know that there is an entry"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    connection = op.get_bind()
    if "heard_by" in {column["name"] for column in sa.inspect(connection).get_columns("journal")}:
        return  # a game that was begun with these tables
    op.add_column("journal", sa.Column("heard_by", sa.String(), nullable=True))
    some = sa.text("heard_by IS NOT NULL")
    op.create_index("ix_journal_heard_by", "journal", ["heard_by"], sqlite_where=some)
