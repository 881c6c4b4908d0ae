"""Who attacked: in each round it stands in the round's report, and for a battle whether roles have changed since"""

import sqlalchemy as sa
from alembic import op

revision = "0041"
down_revision = "0040"


def upgrade() -> None:
    op.add_column("battle", sa.Column("roles_changed", sa.Boolean(), nullable=False, server_default=sa.false()))
