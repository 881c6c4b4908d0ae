"""How a title was come by, titles that are claimed falsely, and services to Emperor and Shogun"""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    for name in ("asked_by", "granted"):
        op.add_column("title", sa.Column(name, sa.String(), nullable=False, server_default=""))
    op.add_column("title", sa.Column("service", sa.Integer(), nullable=True))
    op.add_column("title", sa.Column("year", sa.Integer(), nullable=True))
    op.add_column("title", sa.Column("season", sa.String(), nullable=True))
    op.create_table(
        "false_claim",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("character", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("province", sa.String(), nullable=True),
        sa.Column("rank", sa.Integer(), nullable=True),
        sa.Column("year", sa.Integer(), nullable=False),
        sa.Column("season", sa.String(), nullable=False),
        sa.Column("discovered", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["character"], ["character.id"], name="fk_false_claim_character"),
        sa.ForeignKeyConstraint(["province"], ["province.id"], name="fk_false_claim_province"),
        sa.PrimaryKeyConstraint("id", name="pk_false_claim"),
    )
    op.create_table(
        "service",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("clan", sa.String(), nullable=False),
        sa.Column("character", sa.String(), nullable=True),
        sa.Column("lord", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("amount", sa.Integer(), nullable=False),
        sa.Column("note", sa.String(), nullable=False),
        sa.Column("year", sa.Integer(), nullable=False),
        sa.Column("season", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["clan"], ["clan.id"], name="fk_service_clan"),
        sa.ForeignKeyConstraint(["character"], ["character.id"], name="fk_service_character"),
        sa.PrimaryKeyConstraint("id", name="pk_service"),
    )
