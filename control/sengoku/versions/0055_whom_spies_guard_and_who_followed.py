"""Counter-spies guard the clan that they are commissioned for, an heir who lives after all gives way, and it is written
who stands at the head of his house after a Shogun who retired: no column is another, but what was entered before is not
played again (TABLES_OF)"""

revision = "0055"
down_revision = "0054"


def upgrade() -> None:
    pass
