"""By force too the last land of a clan waits for a second umpire, and a marriage is said once: no column is another,
but what was entered before is not played again (TABLES_OF)"""

revision = "0034"
down_revision = "0033"


def upgrade() -> None:
    pass
