"""Nobles of the court who come and go"""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"


def upgrade() -> None:
    with op.batch_alter_table("courtier") as courtier:
        courtier.add_column(sa.Column("alive", sa.Boolean(), server_default=sa.true(), nullable=False))
        courtier.add_column(sa.Column("made", sa.Boolean(), server_default=sa.false(), nullable=False))
