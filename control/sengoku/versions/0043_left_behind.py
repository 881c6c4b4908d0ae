"""In which encounter an old holder's counters were left behind; of those that are open it is known by a garrison"""

import sqlalchemy as sa
from alembic import op

revision = "0043"
down_revision = "0042"


def upgrade() -> None:
    op.add_column("encounter", sa.Column("left_behind", sa.Boolean(), nullable=False, server_default=sa.false()))
    met = "SELECT encounter FROM encounter_force WHERE garrison IS NOT NULL"
    op.execute(f"UPDATE encounter SET left_behind = true WHERE kind = 'undefended' AND outcome = '' AND id IN ({met})")
