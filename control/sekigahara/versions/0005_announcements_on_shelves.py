"""Announcements to some desks alone are counted for them alone: no column is another, but what was entered before is
not played again (TABLES_OF)"""

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    pass
