"""Answers that stand apart, in order"""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"


def upgrade() -> None:
    op.add_column("reaction", sa.Column("turn", sa.Integer(), nullable=False, server_default="0"))
