"""Bonds with their strength, their parts and who may know them, hostages who answer for them, and what broke them"""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    for name in ("one_person", "other_person", "bride", "groom"):
        points_to(name, "character")
    points_to("broken_by", "clan")
    for name, default in (("strength", "1"), ("due", "0"), ("entry", "0")):
        op.add_column("treaty", sa.Column(name, sa.Integer(), nullable=False, server_default=default))
    words = {"temple": "", "until": "", "owes": "", "due_in": "winter", "dowry": "", "audience": "public"}
    for name, default in {**words, "known_to": "", "desk": ""}.items():
        op.add_column("treaty", sa.Column(name, sa.String(), nullable=False, server_default=default))
    for name in ("through", "against"):
        op.add_column("treaty", sa.Column(name, sa.JSON(), nullable=False, server_default="[]"))
    op.create_table(
        "pledge",
        sa.Column("treaty", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("character", sa.String(), nullable=False),
        sa.Column("asked", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["treaty"], ["treaty.id"], name="fk_pledge_treaty"),
        sa.ForeignKeyConstraint(["character"], ["character.id"], name="fk_pledge_character"),
        sa.PrimaryKeyConstraint("treaty", "character", name="pk_pledge"),
    )
    op.create_table(
        "breach",
        sa.Column("treaty", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("entry", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("by", sa.String(), nullable=False),
        sa.Column("what", sa.String(), nullable=False),
        sa.Column("was", sa.Boolean(), nullable=False),
        sa.Column("fact", sa.String(), nullable=False),
        sa.Column("year", sa.Integer(), nullable=False),
        sa.Column("season", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["treaty"], ["treaty.id"], name="fk_breach_treaty"),
        sa.ForeignKeyConstraint(["by"], ["clan.id"], name="fk_breach_by"),
        sa.PrimaryKeyConstraint("treaty", "entry", name="pk_breach"),
    )


def points_to(name: str, of: str) -> None:
    op.execute(f"ALTER TABLE treaty ADD COLUMN {name} VARCHAR CONSTRAINT fk_treaty_{name} REFERENCES {of} (id)")
