"""What clans that nobody plays answer"""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    op.create_table(
        "reaction",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("year", sa.Integer(), nullable=False),
        sa.Column("season", sa.String(), nullable=False),
        sa.Column("clan", sa.String(), nullable=False),
        sa.Column("to", sa.String(), nullable=False),
        sa.Column("matter", sa.String(), nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("answer", sa.String(), nullable=False),
        sa.Column("steps", sa.JSON(), nullable=False),
        sa.Column("decided", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["clan"], ["clan.id"], name=op.f("fk_reaction_clan_clan")),
        sa.ForeignKeyConstraint(["to"], ["clan.id"], name=op.f("fk_reaction_to_clan")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_reaction")),
    )
