"""What an assassin who was seen did for his commission, and what a second umpire is asked for it"""

import sqlalchemy as sa
from alembic import op

revision = "0053"
down_revision = "0052"


def upgrade() -> None:
    op.add_column("commission", sa.Column("struck", sa.String(), nullable=False, server_default=sa.text("''")))
    op.add_column("commission", sa.Column("awaits", sa.Integer(), nullable=True))
