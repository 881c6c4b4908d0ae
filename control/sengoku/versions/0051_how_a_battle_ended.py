"""Why a battle ended as it did, step by step. Besides, a garrison that disperses recovers nothing any more: what was
entered before is not played again (TABLES_OF)"""

import sqlalchemy as sa
from alembic import op

revision = "0051"
down_revision = "0050"


def upgrade() -> None:
    op.add_column("battle", sa.Column("steps", sa.JSON(), nullable=False, server_default="[]"))
