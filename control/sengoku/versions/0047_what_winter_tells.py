"""Who lost announced troops or an unpaid work hears of it, and what is set right before the first winter is kept: no
column is another, but what was entered before is not played again (TABLES_OF)"""

revision = "0047"
down_revision = "0046"


def upgrade() -> None:
    pass
