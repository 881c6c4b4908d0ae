"""Calls and levies of the Bakufu, and clans in rebellion"""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.create_table(
        "call",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("code", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("clan", sa.String(), nullable=False),
        sa.Column("character", sa.String(), nullable=True),
        sa.Column("amount", sa.Integer(), nullable=False),
        sa.Column("due", sa.Integer(), nullable=False),
        sa.Column("terms", sa.String(), nullable=False),
        sa.Column("year", sa.Integer(), nullable=False),
        sa.Column("season", sa.String(), nullable=False),
        sa.Column("answer", sa.String(), nullable=False),
        sa.Column("words", sa.String(), nullable=False),
        sa.Column("given", sa.Integer(), nullable=False),
        sa.Column("answered", sa.Integer(), nullable=True),
        sa.Column("army", sa.Integer(), nullable=True),
        sa.Column("withdrawn", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["clan"], ["clan.id"], name="fk_call_clan"),
        sa.ForeignKeyConstraint(["character"], ["character.id"], name="fk_call_character"),
        sa.ForeignKeyConstraint(["army"], ["army.id"], name="fk_call_army"),
        sa.PrimaryKeyConstraint("id", name="pk_call"),
        sa.UniqueConstraint("code", name="uq_call_code"),
    )
    op.create_table(
        "rebellion",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("clan", sa.String(), nullable=False),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("year", sa.Integer(), nullable=False),
        sa.Column("season", sa.String(), nullable=False),
        sa.Column("lifted", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["clan"], ["clan.id"], name="fk_rebellion_clan"),
        sa.PrimaryKeyConstraint("id", name="pk_rebellion"),
    )
