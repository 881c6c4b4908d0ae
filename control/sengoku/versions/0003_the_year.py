"""The year: clock, season ticks, books, honour, casting, displays, letters, announcements, rulings, journal index"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "announcement",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", sa.String(), nullable=False),
        sa.Column("umpire", sa.String(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("desks", sa.JSON(), nullable=False),
        sa.Column("ended", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_announcement"),
    )
    op.create_table(
        "clock",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("stage", sa.Integer(), nullable=False),
        sa.Column("left", sa.Integer(), nullable=False),
        sa.Column("since", sa.String(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_clock"),
    )
    op.create_table(
        "day_plan",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("begins", sa.String(), nullable=False),
        sa.Column("ends", sa.String(), nullable=False),
        sa.Column("breaks", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_day_plan"),
    )
    op.create_table(
        "display",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("shows", sa.JSON(), nullable=False),
        sa.Column("seconds", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_display"),
    )
    op.create_table(
        "news",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("year", sa.Integer(), nullable=False),
        sa.Column("season", sa.String(), nullable=False),
        sa.Column("spot", sa.Integer(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("entry", sa.Integer(), nullable=True),
        sa.Column("released", sa.Boolean(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_news"),
    )
    op.create_table(
        "ruling",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("entry", sa.Integer(), nullable=False),
        sa.Column("at", sa.String(), nullable=False),
        sa.Column("year", sa.Integer(), nullable=False),
        sa.Column("season", sa.String(), nullable=False),
        sa.Column("umpire", sa.String(), nullable=False),
        sa.Column("ruling", sa.String(), nullable=False),
        sa.Column("option", sa.String(), nullable=False),
        sa.Column("before", sa.String(), nullable=False),
        sa.Column("after", sa.String(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("secret", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_ruling"),
    )
    op.create_table(
        "season_time",
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("year", sa.Integer(), nullable=False),
        sa.Column("season", sa.String(), nullable=False),
        sa.Column("began", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_season_time"),
    )
    op.create_table(
        "status_board",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("year", sa.Integer(), nullable=False),
        sa.Column("season", sa.String(), nullable=False),
        sa.Column("at", sa.String(), nullable=False),
        sa.Column("ranks", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_status_board"),
    )
    op.create_table(
        "announcement_read",
        sa.Column("announcement", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("umpire", sa.String(), nullable=False),
        sa.Column("desk", sa.String(), nullable=False),
        sa.Column("at", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["announcement"], ["announcement.id"], name="fk_announcement_read_announcement"),
        sa.PrimaryKeyConstraint("announcement", "umpire", name="pk_announcement_read"),
    )
    op.create_table(
        "duty",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("umpire", sa.String(), nullable=False),
        sa.Column("desk", sa.String(), nullable=False),
        sa.Column("clan", sa.String(), nullable=True),
        sa.Column("job", sa.String(), nullable=False),
        sa.Column("here", sa.Boolean(), server_default=sa.true(), nullable=False),
        sa.ForeignKeyConstraint(["clan"], ["clan.id"], name="fk_duty_clan"),
        sa.PrimaryKeyConstraint("id", name="pk_duty"),
    )
    op.create_table(
        "letter",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("code", sa.String(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("year", sa.Integer(), nullable=False),
        sa.Column("sender", sa.String(), nullable=False),
        sa.Column("recipient", sa.String(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("fate", sa.String(), nullable=False),
        sa.Column("ready", sa.Integer(), nullable=True),
        sa.Column("delivered", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["recipient"], ["clan.id"], name="fk_letter_recipient"),
        sa.ForeignKeyConstraint(["sender"], ["clan.id"], name="fk_letter_sender"),
        sa.PrimaryKeyConstraint("id", name="pk_letter"),
        sa.UniqueConstraint("code", name="uq_letter_code"),
    )
    op.create_table(
        "player",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("clan", sa.String(), nullable=True),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("at", sa.String(), nullable=True),
        sa.Column("note", sa.String(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["clan"], ["clan.id"], name="fk_player_clan"),
        sa.PrimaryKeyConstraint("id", name="pk_player"),
    )
    op.create_table(
        "season_tick",
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("clan", sa.String(), nullable=False),
        sa.Column("umpire", sa.String(), nullable=False),
        sa.Column("at", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["clan"], ["clan.id"], name="fk_season_tick_clan"),
        sa.PrimaryKeyConstraint("number", "clan", name="pk_season_tick"),
    )
    op.create_table(
        "touch",
        sa.Column("entry", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("table", sa.String(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("changed", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["entry"], ["journal.number"], name="fk_touch_entry"),
        sa.PrimaryKeyConstraint("entry", "table", "key", name="pk_touch"),
    )
    op.create_index("ix_touch_row", "touch", ["table", "key", "entry"])
    op.create_table(
        "muster",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("entry", sa.Integer(), nullable=False),
        sa.Column("clan", sa.String(), nullable=False),
        sa.Column("province", sa.String(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("counters", sa.Integer(), nullable=False),
        sa.Column("uniforms", sa.Boolean(), nullable=False),
        sa.Column("outcome", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["clan"], ["clan.id"], name="fk_muster_clan"),
        sa.ForeignKeyConstraint(["province"], ["province.id"], name="fk_muster_province"),
        sa.PrimaryKeyConstraint("id", name="pk_muster"),
    )
    op.create_table(
        "transfer",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("entry", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("year", sa.Integer(), nullable=False),
        sa.Column("season", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("source", sa.String(), nullable=False),
        sa.Column("target", sa.String(), nullable=False),
        sa.Column("payer", sa.String(), nullable=True),
        sa.Column("payee", sa.String(), nullable=True),
        sa.Column("rice", sa.Integer(), nullable=False),
        sa.Column("cash", sa.Integer(), nullable=False),
        sa.Column("province", sa.String(), nullable=True),
        sa.Column("note", sa.String(), nullable=False),
        sa.CheckConstraint("rice >= 0 AND cash >= 0 AND rice + cash > 0", name="ck_transfer_points_move_forward"),
        sa.ForeignKeyConstraint(["payee"], ["clan.id"], name="fk_transfer_payee"),
        sa.ForeignKeyConstraint(["payer"], ["clan.id"], name="fk_transfer_payer"),
        sa.ForeignKeyConstraint(["province"], ["province.id"], name="fk_transfer_province"),
        sa.PrimaryKeyConstraint("id", name="pk_transfer"),
    )
    op.create_index("ix_transfer_payee", "transfer", ["payee"])
    op.create_index("ix_transfer_payer", "transfer", ["payer"])
    op.create_table(
        "work",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("clan", sa.String(), nullable=False),
        sa.Column("province", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("ordered", sa.Integer(), nullable=False),
        sa.Column("finished", sa.Integer(), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["clan"], ["clan.id"], name="fk_work_clan"),
        sa.ForeignKeyConstraint(["province"], ["province.id"], name="fk_work_province"),
        sa.PrimaryKeyConstraint("id", name="pk_work"),
    )
    op.create_table(
        "honour",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("year", sa.Integer(), nullable=False),
        sa.Column("season", sa.String(), nullable=False),
        sa.Column("clan", sa.String(), nullable=False),
        sa.Column("character", sa.String(), nullable=True),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("note", sa.String(), nullable=False),
        sa.Column("witness", sa.String(), nullable=False),
        sa.Column("umpire", sa.String(), nullable=False),
        sa.Column("desk", sa.String(), nullable=False),
        sa.Column("at", sa.String(), nullable=False),
        sa.Column("levels", sa.String(), nullable=True),
        sa.Column("corrects", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["character"], ["character.id"], name="fk_honour_character"),
        sa.ForeignKeyConstraint(["clan"], ["clan.id"], name="fk_honour_clan"),
        sa.ForeignKeyConstraint(["corrects"], ["honour.id"], name="fk_honour_corrects"),
        sa.PrimaryKeyConstraint("id", name="pk_honour"),
    )
    op.create_table(
        "part",
        sa.Column("character", sa.String(), nullable=False),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["character"], ["character.id"], name="fk_part_character"),
        sa.ForeignKeyConstraint(["player"], ["player.id"], name="fk_part_player"),
        sa.PrimaryKeyConstraint("character", name="pk_part"),
    )
    op.create_table(
        "reprint",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("paper", sa.String(), nullable=False),
        sa.Column("clan", sa.String(), nullable=True),
        sa.Column("character", sa.String(), nullable=True),
        sa.Column("army", sa.Integer(), nullable=True),
        sa.Column("why", sa.String(), nullable=False),
        sa.Column("done", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.ForeignKeyConstraint(["army"], ["army.id"], name="fk_reprint_army"),
        sa.ForeignKeyConstraint(["character"], ["character.id"], name="fk_reprint_character"),
        sa.ForeignKeyConstraint(["clan"], ["clan.id"], name="fk_reprint_clan"),
        sa.PrimaryKeyConstraint("id", name="pk_reprint"),
    )

    op.add_column("journal", sa.Column("audience", sa.String(), nullable=True))
    op.create_index("ix_journal_undoes", "journal", ["undoes"])
    op.create_index("ix_journal_season", "journal", ["year", "season"])
    op.add_column("place", sa.Column("taken", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.add_column("place", sa.Column("abandoned", sa.String(), nullable=True))
    op.add_column("province", sa.Column("taken", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.add_column("province", sa.Column("abandoned", sa.String(), nullable=True))
    op.add_column("province", sa.Column("castle_since", sa.Integer(), nullable=True))
