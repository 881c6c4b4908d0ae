"""Covert work"""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    op.create_table(
        "commission",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("year", sa.Integer(), nullable=False),
        sa.Column("season", sa.String(), nullable=False),
        sa.Column("clan", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("target", sa.String(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("question", sa.String(), nullable=False),
        sa.Column("through", sa.String(), nullable=False),
        sa.Column("cover", sa.String(), nullable=False),
        sa.Column("outcome", sa.String(), nullable=False),
        sa.Column("steps", sa.JSON(), nullable=False),
        sa.Column("report", sa.String(), nullable=False),
        sa.Column("grade", sa.String(), nullable=False),
        sa.Column("delivered", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["clan"], ["clan.id"], name=op.f("fk_commission_clan_clan")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_commission")),
        sa.UniqueConstraint("clan", "kind", "target", "number", name=op.f("uq_commission_clan_kind_target_number")),
    )
