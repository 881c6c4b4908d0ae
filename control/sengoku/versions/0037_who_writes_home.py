"""Which hostage writes a letter home"""

import sqlalchemy as sa
from alembic import op

revision = "0037"
down_revision = "0036"


def upgrade() -> None:
    op.add_column("letter", sa.Column("hostage", sa.String(), nullable=True))
