"""Who passed others by hears of it: no column is another, but what was entered before is not played again
(TABLES_OF)"""

revision = "0050"
down_revision = "0049"


def upgrade() -> None:
    pass
