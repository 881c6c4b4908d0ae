"""By which bond dues were paid"""

from alembic import op

revision = "0038"
down_revision = "0037"


def upgrade() -> None:
    op.execute('ALTER TABLE "transfer" ADD COLUMN treaty INTEGER CONSTRAINT fk_transfer_treaty REFERENCES treaty (id)')
