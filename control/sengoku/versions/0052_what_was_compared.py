"""What the program said of a province when it was compared with the cloth map"""

import sqlalchemy as sa
from alembic import op

revision = "0052"
down_revision = "0051"


def upgrade() -> None:
    op.add_column("table_check", sa.Column("seen", sa.String(), nullable=False, server_default=sa.text("''")))
