"""A commission has a version: of two who write its report the second is told of the first"""

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0029"


def upgrade() -> None:
    op.add_column("commission", sa.Column("version", sa.Integer(), nullable=False, server_default="1"))
