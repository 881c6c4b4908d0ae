"""An exile waits for a second umpire only where a clan loses its last land: no column is another, but what was entered
before is not played again (TABLES_OF)"""

revision = "0033"
down_revision = "0032"


def upgrade() -> None:
    pass
