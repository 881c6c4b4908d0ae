"""Who set out with a leader, and the combat before"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
TABLE = "state_of_play"


def upgrade() -> None:
    there = {one["name"] for one in sa.inspect(op.get_bind()).get_columns(TABLE)}  # a new game is made with them
    if "led" not in there:
        op.add_column(TABLE, sa.Column("led", sa.Boolean(), nullable=False, server_default=sa.false()))
        op.add_column(TABLE, sa.Column("last", sa.JSON(none_as_null=True), nullable=True))
