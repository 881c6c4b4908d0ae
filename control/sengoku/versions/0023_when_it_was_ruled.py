"""What a ruling keeps of the moment, as the journal does"""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"


def upgrade() -> None:
    op.add_column("ruling", sa.Column("moment", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("ruling", sa.Column("stretch", sa.String(), nullable=False, server_default=sa.text("''")))
    noted = "SELECT journal.moment FROM journal WHERE journal.number = ruling.entry"
    op.execute(f"UPDATE ruling SET moment = COALESCE(({noted}), 0), stretch = season || ' ' || year")
    for name in ("year", "season"):
        op.drop_column("ruling", name)
