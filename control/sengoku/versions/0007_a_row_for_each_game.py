"""What only one game counts may be empty in the row of another"""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    with op.batch_alter_table("game") as game:
        for name in ("year", "phase", "seasons"):
            game.alter_column(name, existing_type=sa.Integer(), nullable=True, server_default=None)
        for name in ("season", "first_season"):
            game.alter_column(name, existing_type=sa.String(), nullable=True, server_default=None)
        game.alter_column("options", existing_type=sa.JSON(), nullable=True, server_default=None)
