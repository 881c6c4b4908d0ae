"""Petitions to the Bakufu, and the conditions under which somebody is made Shogun"""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    op.create_table(
        "petition",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("code", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("clan", sa.String(), nullable=False),
        sa.Column("against", sa.String(), nullable=True),
        sa.Column("matter", sa.String(), nullable=False),
        sa.Column("year", sa.Integer(), nullable=False),
        sa.Column("season", sa.String(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("verdict", sa.String(), nullable=False),
        sa.Column("title", sa.String(), nullable=False),
        sa.Column("province", sa.String(), nullable=True),
        sa.Column("costs", sa.Integer(), nullable=False),
        sa.Column("paid_by", sa.String(), nullable=True),
        sa.ForeignKeyConstraint(["clan"], ["clan.id"], name="fk_petition_clan"),
        sa.ForeignKeyConstraint(["against"], ["clan.id"], name="fk_petition_against"),
        sa.ForeignKeyConstraint(["province"], ["province.id"], name="fk_petition_province"),
        sa.ForeignKeyConstraint(["paid_by"], ["clan.id"], name="fk_petition_paid_by"),
        sa.PrimaryKeyConstraint("id", name="pk_petition"),
        sa.UniqueConstraint("code", name="uq_petition_code"),
    )
    op.create_table(
        "shogun_condition",
        sa.Column("character", sa.String(), nullable=False),
        sa.Column("condition", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("met", sa.Boolean(), nullable=False),
        sa.Column("umpire", sa.String(), nullable=False),
        sa.Column("year", sa.Integer(), nullable=False),
        sa.Column("season", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["character"], ["character.id"], name="fk_shogun_condition_character"),
        sa.PrimaryKeyConstraint("character", "condition", name="pk_shogun_condition"),
    )
