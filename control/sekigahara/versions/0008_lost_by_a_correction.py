"""A piece that is put among the lost, or put right after the last week, may end the game or count its points anew: no
column is another, but what was entered before is not played again (TABLES_OF)"""

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    pass
