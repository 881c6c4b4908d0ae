"""A part of the journal that other desks can neither see nor count"""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.create_table(
        "journal_apart",
        sa.Column("after", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", sa.String(), nullable=False),
        sa.Column("umpire", sa.String(), nullable=False),
        sa.Column("desk", sa.String(), nullable=False),
        sa.Column("year", sa.Integer(), nullable=False),
        sa.Column("season", sa.String(), nullable=False),
        sa.Column("phase", sa.Integer(), nullable=False),
        sa.Column("action", sa.String(), nullable=False),
        sa.Column("arguments", sa.JSON(), nullable=False),
        sa.Column("dice", sa.JSON(), nullable=False),
        sa.Column("changes", sa.JSON(), nullable=False),
        sa.Column("sentence", sa.String(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("audience", sa.String(), nullable=True),
        sa.Column("made_with", sa.String(), nullable=True),
        sa.Column("undoes", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(
            ["undoes"], ["journal_apart.number"], name=op.f("fk_journal_apart_undoes_journal_apart")
        ),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_journal_apart")),
        sa.UniqueConstraint("key", name=op.f("uq_journal_apart_key")),
    )
