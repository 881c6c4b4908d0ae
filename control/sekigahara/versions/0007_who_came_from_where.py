"""From where a side came is kept of each block, and a game that is won twice over says both: no column is another, but
what was entered before is not played again (TABLES_OF)"""

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    pass
