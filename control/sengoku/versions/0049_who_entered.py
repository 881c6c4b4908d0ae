"""Which clan a notice tells of that entered land without leave: what was told before is not asked about any more"""

from alembic import op

revision = "0049"
down_revision = "0048"


def upgrade() -> None:
    clan = "CONSTRAINT fk_notice_entered_by REFERENCES clan (id)"
    op.execute(f'ALTER TABLE "notice" ADD COLUMN entered_by VARCHAR {clan}')
