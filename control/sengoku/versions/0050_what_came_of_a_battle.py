"""Of which unit's losses what comes back is, so that a slip finds it when the men are in another force. Besides, who
passed others by hears of it: what was entered before is not played again (TABLES_OF)"""

import sqlalchemy as sa
from alembic import op

revision = "0050"
down_revision = "0049"

UNIT = """
    UPDATE recovery SET lost = (
        SELECT min(unit.id) FROM battle_force AS unit
        WHERE unit.battle = recovery.battle AND (unit.army = recovery.army OR unit.garrison = recovery.garrison)
    )
"""


def upgrade() -> None:
    op.add_column("recovery", sa.Column("lost", sa.Integer(), nullable=True))
    op.execute(UNIT)
