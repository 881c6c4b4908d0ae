"""Who goes on after a battle or a crossing, whom a siege calls, what comes back to those who change hands: no column is
another, but what was entered before is not played again (TABLES_OF)"""

revision = "0039"
down_revision = "0038"


def upgrade() -> None:
    pass
