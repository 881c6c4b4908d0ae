"""Counter-spies guard the clan that they are commissioned for, and an heir who lives after all gives way: no column is
another, but what was entered before is not played again (TABLES_OF)"""

revision = "0055"
down_revision = "0054"


def upgrade() -> None:
    pass
