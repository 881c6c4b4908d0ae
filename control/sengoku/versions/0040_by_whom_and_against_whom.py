"""Who took the land that a notice tells of, and whom covert work was against when it was rolled for"""

import sqlalchemy as sa
from alembic import op

revision = "0040"
down_revision = "0039"


def upgrade() -> None:
    op.execute('ALTER TABLE "notice" ADD COLUMN taker VARCHAR CONSTRAINT fk_notice_taker REFERENCES clan (id)')
    op.add_column("commission", sa.Column("victim", sa.String(), nullable=True))
