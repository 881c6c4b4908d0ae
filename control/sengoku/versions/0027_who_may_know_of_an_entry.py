"""Who may know that there is an entry"""

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"


def upgrade() -> None:
    op.add_column("journal", sa.Column("heard_by", sa.String(), nullable=True))
    some = sa.text("heard_by IS NOT NULL")
    op.create_index("ix_journal_heard_by", "journal", ["heard_by"], sqlite_where=some)
