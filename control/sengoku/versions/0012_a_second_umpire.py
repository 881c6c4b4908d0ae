"""What waits for a second umpire"""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    op.create_table(
        "confirmation",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", sa.String(), nullable=False),
        sa.Column("umpire", sa.String(), nullable=False),
        sa.Column("desk", sa.String(), nullable=False),
        sa.Column("action", sa.String(), nullable=False),
        sa.Column("arguments", sa.JSON(), nullable=False),
        sa.Column("why", sa.String(), nullable=False),
        sa.Column("told", sa.String(), nullable=False),
        sa.Column("audience", sa.String(), nullable=True),
        sa.Column("answer", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_confirmation")),
    )
