"""How many counters of a garrison an army left there that had marched or fought this season. Besides, ground of value 0
has no levy any more: what was entered before is not played again (TABLES_OF)"""

import sqlalchemy as sa
from alembic import op

revision = "0046"
down_revision = "0044"


def upgrade() -> None:
    op.add_column("garrison", sa.Column("marched", sa.Integer(), nullable=False, server_default="0"))
