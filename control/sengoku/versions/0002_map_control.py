"""What Map Control needs: claims, treaties, passages, secret tactics, risk draws, what must be told and checked"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "claim",
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("umpire", sa.String(), nullable=False),
        sa.Column("note", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("kind", "number", name="pk_claim"),
    )
    op.create_table(
        "treaty",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("one", sa.String(), nullable=False),
        sa.Column("other", sa.String(), nullable=False),
        sa.Column("terms", sa.String(), nullable=False),
        sa.Column("year", sa.Integer(), nullable=False),
        sa.Column("season", sa.String(), nullable=False),
        sa.Column("ended", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["one"], ["clan.id"], name="fk_treaty_one"),
        sa.ForeignKeyConstraint(["other"], ["clan.id"], name="fk_treaty_other"),
        sa.PrimaryKeyConstraint("id", name="pk_treaty"),
    )
    op.create_table(
        "notice",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("year", sa.Integer(), nullable=False),
        sa.Column("season", sa.String(), nullable=False),
        sa.Column("phase", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("province", sa.String(), nullable=True),
        sa.Column("sentence", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["province"], ["province.id"], name="fk_notice_province"),
        sa.PrimaryKeyConstraint("id", name="pk_notice"),
    )
    op.create_table(
        "passage",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("clan", sa.String(), nullable=False),
        sa.Column("province", sa.String(), nullable=False),
        sa.Column("season", sa.Integer(), nullable=False),
        sa.Column("note", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["clan"], ["clan.id"], name="fk_passage_clan"),
        sa.ForeignKeyConstraint(["province"], ["province.id"], name="fk_passage_province"),
        sa.PrimaryKeyConstraint("id", name="pk_passage"),
    )
    op.create_table(
        "table_check",
        sa.Column("province", sa.String(), nullable=False),
        sa.Column("season", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("phase", sa.Integer(), nullable=False),
        sa.Column("result", sa.String(), nullable=False),
        sa.Column("note", sa.String(), nullable=False),
        sa.Column("umpire", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["province"], ["province.id"], name="fk_table_check_province"),
        sa.PrimaryKeyConstraint("province", "season", name="pk_table_check"),
    )
    op.create_table(
        "notice_to",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("notice", sa.Integer(), nullable=False),
        sa.Column("desk", sa.String(), nullable=False),
        sa.Column("clan", sa.String(), nullable=True),
        sa.Column("why", sa.String(), nullable=False),
        sa.Column("told", sa.Boolean(), nullable=False),
        sa.Column("told_by", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["clan"], ["clan.id"], name="fk_notice_to_clan"),
        sa.ForeignKeyConstraint(["notice"], ["notice.id"], name="fk_notice_to_notice"),
        sa.PrimaryKeyConstraint("id", name="pk_notice_to"),
    )
    op.create_table(
        "succession",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("character", sa.String(), nullable=False),
        sa.Column("clan", sa.String(), nullable=False),
        sa.Column("heir", sa.String(), nullable=True),
        sa.ForeignKeyConstraint(["character"], ["character.id"], name="fk_succession_character"),
        sa.ForeignKeyConstraint(["clan"], ["clan.id"], name="fk_succession_clan"),
        sa.ForeignKeyConstraint(["heir"], ["character.id"], name="fk_succession_heir"),
        sa.PrimaryKeyConstraint("id", name="pk_succession"),
    )
    op.create_table(
        "companion",
        sa.Column("character", sa.String(), nullable=False),
        sa.Column("army", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["army"], ["army.id"], name="fk_companion_army"),
        sa.ForeignKeyConstraint(["character"], ["character.id"], name="fk_companion_character"),
        sa.PrimaryKeyConstraint("character", name="pk_companion"),
    )
    op.create_table(
        "risk_draw",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("character", sa.String(), nullable=False),
        sa.Column("cause", sa.String(), nullable=False),
        sa.Column("battle", sa.Integer(), nullable=True),
        sa.Column("season", sa.Integer(), nullable=False),
        sa.Column("card", sa.String(), nullable=False),
        sa.Column("effect", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["battle"], ["battle.id"], name="fk_risk_draw_battle"),
        sa.ForeignKeyConstraint(["character"], ["character.id"], name="fk_risk_draw_character"),
        sa.PrimaryKeyConstraint("id", name="pk_risk_draw"),
    )
    op.create_table(
        "sealed_tactic",
        sa.Column("battle", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("round", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("role", sa.String(), nullable=False),
        sa.Column("sealed", sa.String(), nullable=False),
        sa.Column("tactic", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["battle"], ["battle.id"], name="fk_sealed_tactic_battle"),
        sa.PrimaryKeyConstraint("battle", "round", "role", name="pk_sealed_tactic"),
    )

    op.add_column("army", sa.Column("held_by", sa.Integer(), nullable=True))
    pointing("army", "way_back", "province")
    op.add_column("battle", sa.Column("asked", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("character", sa.Column("wounded_in", sa.Integer(), nullable=True))
    pointing("character", "held_by", "clan")
    pointing("character", "province", "province")
    op.add_column("encounter", sa.Column("answer", sa.String(), nullable=True))
    op.add_column("game", sa.Column("seasons", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("game", sa.Column("locked_at", sa.String(), nullable=True))
    op.add_column("march_order", sa.Column("late_minutes", sa.Integer(), nullable=True))
    op.add_column("march_order", sa.Column("late_phase", sa.Integer(), nullable=True))
    op.add_column("province", sa.Column("unrest", sa.Boolean(), nullable=False, server_default=sa.false()))


def pointing(table: str, column: str, to: str) -> None:
    """Add a column that points to another table. Said in plain SQL: SQLite would otherwise copy the whole table and
    drop the old one, which it may not while others point to it."""
    op.execute(
        f'ALTER TABLE "{table}" ADD COLUMN {column} VARCHAR CONSTRAINT fk_{table}_{column} REFERENCES "{to}" (id)'
    )
