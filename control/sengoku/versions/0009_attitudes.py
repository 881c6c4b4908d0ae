"""How the people of clans that nobody plays stand to others"""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.create_table(
        "attitude",
        sa.Column("clan", sa.String(), nullable=False),
        sa.Column("to", sa.String(), nullable=False),
        sa.Column("attitude", sa.Integer(), nullable=False),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("year", sa.Integer(), nullable=False),
        sa.Column("season", sa.String(), nullable=False),
        sa.CheckConstraint("attitude BETWEEN -2 AND 2", name=op.f("ck_attitude_five_steps")),
        sa.ForeignKeyConstraint(["clan"], ["clan.id"], name=op.f("fk_attitude_clan_clan")),
        sa.ForeignKeyConstraint(["to"], ["clan.id"], name=op.f("fk_attitude_to_clan")),
        sa.PrimaryKeyConstraint("clan", "to", name=op.f("pk_attitude")),
    )
    op.create_table(
        "attitude_proposal",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("year", sa.Integer(), nullable=False),
        sa.Column("season", sa.String(), nullable=False),
        sa.Column("clan", sa.String(), nullable=False),
        sa.Column("to", sa.String(), nullable=False),
        sa.Column("steps", sa.Integer(), nullable=False),
        sa.Column("why", sa.String(), nullable=False),
        sa.Column("answer", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["clan"], ["clan.id"], name=op.f("fk_attitude_proposal_clan_clan")),
        sa.ForeignKeyConstraint(["to"], ["clan.id"], name=op.f("fk_attitude_proposal_to_clan")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_attitude_proposal")),
    )
