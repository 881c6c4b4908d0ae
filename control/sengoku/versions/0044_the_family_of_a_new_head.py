"""The family of a head is that of who follows him by other relations, and a bride travels in winter: no column is
another, but what was entered before is not played again (TABLES_OF)"""

revision = "0044"
down_revision = "0043"


def upgrade() -> None:
    pass
