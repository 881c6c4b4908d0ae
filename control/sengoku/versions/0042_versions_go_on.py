"""Versions of rows go on where those of before ended, and more is refused than was: no column is another, but what was
entered before is not played again (TABLES_OF)"""

revision = "0042"
down_revision = "0041"


def upgrade() -> None:
    pass
