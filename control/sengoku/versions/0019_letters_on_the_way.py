"""What is done to letters on their way"""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    op.create_table(
        "tampering",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("commission", sa.Integer(), nullable=False),
        sa.Column("letter", sa.Integer(), nullable=False),
        sa.Column("deed", sa.String(), nullable=False),
        sa.Column("until", sa.Integer(), nullable=False),
        sa.Column("words", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["commission"], ["commission.id"], name=op.f("fk_tampering_commission_commission")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tampering")),
        sa.UniqueConstraint("commission", "letter", "deed", name=op.f("uq_tampering_commission_letter_deed")),
    )
