"""What the manifest of printing keeps of the moment, as the journal does"""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"

NOTED = """
    SELECT journal.moment FROM touch JOIN journal ON journal.number = touch.entry
    WHERE touch."table" = 'printing' AND touch.changed AND touch."key" = CAST(printing.id AS VARCHAR)
    ORDER BY touch.entry LIMIT 1
"""


def upgrade() -> None:
    op.add_column("printing", sa.Column("moment", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("printing", sa.Column("stretch", sa.String(), nullable=False, server_default=sa.text("''")))
    op.execute(f"UPDATE printing SET moment = COALESCE(({NOTED}), 0), stretch = season || ' ' || year")
    for name in ("year", "season"):
        op.drop_column("printing", name)
