"""For whom at a desk that is shared out something stands apart"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    connection = op.get_bind()
    if "heard_by" in {column["name"] for column in sa.inspect(connection).get_columns("journal_apart")}:
        return  # a game that was begun with these tables
    op.add_column("journal_apart", sa.Column("heard_by", sa.String(), nullable=True))
