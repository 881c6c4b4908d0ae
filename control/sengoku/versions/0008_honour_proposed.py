"""Honour that is proposed"""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.create_table(
        "honour_proposal",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("year", sa.Integer(), nullable=False),
        sa.Column("season", sa.String(), nullable=False),
        sa.Column("clan", sa.String(), nullable=False),
        sa.Column("character", sa.String(), nullable=True),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("why", sa.String(), nullable=False),
        sa.Column("at", sa.String(), nullable=False),
        sa.Column("answer", sa.String(), nullable=False),
        sa.Column("honour", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["clan"], ["clan.id"], name=op.f("fk_honour_proposal_clan_clan")),
        sa.ForeignKeyConstraint(["character"], ["character.id"], name=op.f("fk_honour_proposal_character_character")),
        sa.ForeignKeyConstraint(["honour"], ["honour.id"], name=op.f("fk_honour_proposal_honour_honour")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_honour_proposal")),
    )
