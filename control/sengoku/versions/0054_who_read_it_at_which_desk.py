"""A mark of who has read an announcement is one of a name, however it is written, at a desk"""

import sqlalchemy as sa
from alembic import op

from control.kernel.wording import any_spelling

revision = "0054"
down_revision = "0053"

BY_NOW = "SELECT announcement, umpire, desk, at FROM announcement_read ORDER BY at, umpire"


def upgrade() -> None:
    marks = op.get_bind().execute(sa.text(BY_NOW)).mappings()
    rows = [{**mark, "reader": any_spelling(mark["umpire"])} for mark in marks]
    op.drop_table("announcement_read")
    table = op.create_table(
        "announcement_read",
        sa.Column("announcement", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("reader", sa.String(), nullable=False),
        sa.Column("desk", sa.String(), nullable=False),
        sa.Column("umpire", sa.String(), nullable=False),
        sa.Column("at", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["announcement"], ["announcement.id"], name="fk_announcement_read_announcement"),
        sa.PrimaryKeyConstraint("announcement", "reader", "desk", name="pk_announcement_read"),
    )
    one_of_each = {(row["announcement"], row["reader"], row["desk"]): row for row in rows}
    if one_of_each:
        op.bulk_insert(table, [*one_of_each.values()])
