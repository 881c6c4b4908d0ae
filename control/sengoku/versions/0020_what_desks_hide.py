"""The place of an entry among all that stand apart, whoever counts them"""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    with op.batch_alter_table("journal_apart") as table:
        table.add_column(sa.Column("turn", sa.Integer(), server_default="0", nullable=False))
    op.execute("UPDATE journal_apart SET turn = -number")
